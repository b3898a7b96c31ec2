"""The commands about a site: its preview, its places, its book on paper."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from sfrules.ground.problems import Mistake
from sfrules.press.doors.cli_check import file_named, site_of

BookFormat = StrEnum("BookFormat", ["pdf"])
Paper = StrEnum("Paper", ["a4", "letter"])


def path_named(text: str) -> Path:
    """A path, for an argument that typer reads."""
    try:
        return file_named(text)
    except ArgumentTypeError as error:
        raise typer.BadParameter(str(error)) from None


def option(said: str, *names: str, **more: Any) -> Any:
    """An option; what stands for it if it is left out, its help says."""
    return typer.Option(*names, help=said, show_default=False, **more)


def path(said: str, metavar: str) -> Any:
    """An argument that is a path."""
    return typer.Argument(parser=path_named, metavar=metavar, help=said)


_CONFIG = "The MkDocs configuration: the nearest mkdocs.yml, if not said."
ConfigOption = Annotated[
    Path | None, option(_CONFIG, "--config-file", "-f", parser=path_named, metavar="PATH")
]


def refuse(message: str, code: int = 1) -> typer.Exit:
    """A message, and the exit that goes with it."""
    typer.echo(f"error: {message}", err=True)
    return typer.Exit(code)


def told(error: Mistake) -> str:
    """A mistake in a line, with its hint."""
    return "; ".join(filter(None, (error.message, error.hint)))


def serve(
    config: ConfigOption = None,
    address: Annotated[
        str, typer.Option("--dev-addr", "-a", metavar="HOST:PORT", help="Where to serve it.")
    ] = "",
    open_in_browser: Annotated[
        bool, typer.Option("--open", "-o", help="Open the site in a browser.")
    ] = False,
) -> None:
    """Show the site while you write: a save rebuilds the pages that depend on it, and no others."""
    from sfrules.press.doors.serve import serve as serve_site

    serve_site(site_of(config), address, open_in_browser=open_in_browser)


def where(
    name: Annotated[
        str, typer.Argument(help="A rule, a row or a table as pages name it; or an expression.")
    ],
    config: ConfigOption = None,
) -> None:
    """List the places that print something of a rule, a row or a table, or that expression."""
    from sfrules.press.doors.site_check import SiteCheck

    found = SiteCheck(site_of(config), cached=True).printing(name)
    for entry in found:
        printed = " ".join(entry.printed.split())
        typer.echo(f"{entry.page}:{entry.line}:{entry.column}: {entry.expression}: {printed}")
    if not found:
        raise refuse(f"no page prints {name}")


def export(
    form: Annotated[BookFormat, typer.Argument(help="What to make of the book.")],
    out: Annotated[
        Path | None, path("The file to write; if not said, dist/ and the book's title.", "[PATH]")
    ] = None,
    paper: Annotated[Paper, typer.Option(help="The paper of the PDF.")] = Paper.a4,
    players: Annotated[
        bool,
        typer.Option("--players", help="No proofs, and no pages that only the whole book has."),
    ] = False,
    config: ConfigOption = None,
) -> None:
    """Make one file of the book: a PDF for paper."""
    from sfrules.press.doors.mkdocs.volumes import NotBuilt, volume_of
    from sfrules.press.paper.pdf import NotPrinted, find_chromium, pdf

    file = site_of(config)
    try:
        if out:
            refuse_others(out)
        find_chromium()  # before the site is built for nothing
        with volume_of(file, players=players) as volume:
            title = f"{volume.title} players" if players else volume.title
            name = re.sub(r"\W+", "-", title.lower()).strip("-") or "book"
            target = out or file.parent / "dist" / f"{name}.{form}"
            refuse_others(target)
            write_whole(target, pdf(volume, paper))
    except NotBuilt as error:
        typer.echo(error, err=True)
        raise typer.Exit(1) from None
    except NotPrinted as error:
        raise refuse(str(error), 2) from None
    except OSError as error:
        raise refuse(f"{error.filename}: {error.strerror}", 2) from None
    typer.echo(target)


def refuse_others(target: Path) -> None:
    """Refuse to write where something stands that is no PDF.

    Raises:
        typer.Exit: for such a place.
    """
    if target.exists() and not (target.is_file() and target.read_bytes()[:5] == b"%PDF-"):
        raise refuse(f"{target} is no PDF, and is left as it is: name another file", 2)


def write_whole(target: Path, content: bytes) -> None:
    """Write a file beside its place and move it there: it is whole, or the old one."""
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = target.with_name(f".{target.name}.half")
    try:
        beside.write_bytes(content)
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)
