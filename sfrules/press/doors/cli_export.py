"""The command that makes a book between covers of a site."""

from __future__ import annotations

import os
import re
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from sfrules.ground.problems import ProblemsFound
from sfrules.press.doors.cli_live import ConfigOption, file_named, refuse, site_of

BookFormat = StrEnum("BookFormat", ["pdf", "epub"])
Paper = StrEnum("Paper", ["a4", "letter"])


def export(
    form: Annotated[BookFormat, typer.Argument(help="What to make of the book.")],
    out: Annotated[
        Path | None,
        typer.Argument(
            parser=file_named,
            metavar="[PATH]",
            help="The file to write; if not said, dist/ and the book's title.",
        ),
    ] = None,
    paper: Annotated[Paper, typer.Option(help="The paper of a PDF.")] = Paper.a4,
    config: ConfigOption = None,
) -> None:
    """Make one file of the whole book: a PDF for paper, or an EPUB for readers of books."""
    from sfrules.press.doors.mkdocs.volumes import NotBuilt, volume_of
    from sfrules.press.paper.epub import epub
    from sfrules.press.paper.pdf import NotPrinted, find_chromium, pdf

    file = site_of(config)
    try:
        if form is BookFormat.pdf:
            find_chromium()  # before the site is built for nothing
        with volume_of(file) as volume:
            title = re.sub(r"\W+", "-", volume.title.lower()).strip("-") or "book"
            target = out or file.parent / "dist" / f"{title}.{form}"
            write_whole(target, pdf(volume, paper) if form is BookFormat.pdf else epub(volume))
    except (NotBuilt, ProblemsFound) as error:
        typer.echo(error, err=True)
        raise typer.Exit(1) from None
    except NotPrinted as error:
        raise refuse(str(error), 2) from None
    except OSError as error:
        raise refuse(f"{error.filename}: {error.strerror}", 2) from None
    typer.echo(target)


def write_whole(target: Path, content: bytes) -> None:
    """Write a file beside its place and move it there: it is whole, or the old one."""
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        beside.write_bytes(content)
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)
