"""`sfrules diff`: what two revisions print, from their locks alone. Neither book is loaded."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from sfrules.press.changes.difference import Changes

LOCK = Path("tables", "printed")


class DiffFormat(StrEnum):
    """What a difference can be written as."""

    md = "md"
    text = "text"
    json = "json"


def diff(
    before: Annotated[str, typer.Argument(metavar="REV", help="The revision to compare with.")],
    after: Annotated[
        str, typer.Argument(metavar="[REV]", help="Another; without it, the files as they are.")
    ] = "",
    lock: Annotated[
        Path | None,
        typer.Option(
            help="The folder of the lock: tables/printed beside mkdocs.yml, if not said.",
            show_default=False,
        ),
    ] = None,
    form: Annotated[DiffFormat, typer.Option("--format", help="How to write it.")] = DiffFormat.md,
) -> None:
    """Tell which printed numbers changed between two revisions, by their locks alone."""
    from sfrules.press.changes.comparison import difference
    from sfrules.press.changes.difference import Changes
    from sfrules.press.changes.history import Unreachable, files_at, files_now
    from sfrules.press.changes.sheets import NoSheet

    folder = lock or _site(Path.cwd()) / LOCK
    try:
        old = files_at(folder, before)
        new = files_at(folder, after) if after else files_now(folder)
        if not old and not new:
            raise _refuse(f"neither has a lock in {folder}; --lock says where it is")
        compared = Changes(before, after, difference(old, new))
    except Unreachable as error:
        hint = f"; {error.hint}" if error.hint else ""
        raise _refuse(f"{error.message}{hint}") from None
    except NoSheet as error:
        raise _refuse(str(error)) from None
    typer.echo(_written(compared, form), nl=False)


def _written(compared: Changes, form: DiffFormat) -> str:
    from sfrules.press.changes import reports

    write = {
        DiffFormat.md: reports.difference_markdown,
        DiffFormat.text: reports.difference_text,
        DiffFormat.json: reports.difference_json,
    }[form]
    return write(compared)


def _site(start: Path) -> Path:
    """The nearest folder with a site, from a folder upward; where there is none, the folder."""
    found = (each for each in (start, *start.parents) if (each / "mkdocs.yml").is_file())
    return next(found, start)


def _refuse(message: str) -> typer.Exit:
    typer.echo(f"error: {message}", err=True)
    return typer.Exit(2)
