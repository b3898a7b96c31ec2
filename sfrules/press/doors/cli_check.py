"""`sfrules check`: everything that can be wrong, and what of it can be put right."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sfrules.ground.mends import Unwritable, as_diff, write
from sfrules.ground.problems import report, report_json

if TYPE_CHECKING:
    from sfrules.ground.mends import Settled
    from sfrules.press.doors.mkdocs_pages import Checked


class ReportFormat(StrEnum):
    """What a list of problems can be written as."""

    text = "text"
    json = "json"


def check(
    config: Annotated[
        Path, typer.Option("--config-file", "-f", help="The MkDocs configuration.")
    ] = Path("mkdocs.yml"),
    form: Annotated[
        ReportFormat, typer.Option("--format", help="How to write the problems.")
    ] = ReportFormat.text,
    fix: Annotated[
        bool, typer.Option("--fix", help="Write what can be mended, and show what has changed.")
    ] = False,
    diff: Annotated[
        bool, typer.Option("--diff", help="Show what --fix would write; write nothing.")
    ] = False,
) -> None:
    """Check all pages and all facts: everything that can be wrong, each at its place."""
    from sfrules.press.doors.mkdocs_pages import check_site, mend_site  # MkDocs is loaded here

    if not (fix or diff):
        raise _report(check_site(config), form)
    mended = mend_site(config)
    for path in mended.outside:
        typer.echo(f"left alone, as it is no file of the book's folder: {path}", err=True)
    if fix:
        _write(mended)
        raise _report(check_site(config, afresh=True), form, _shown(mended))
    typer.echo(_shown(mended), nl=False)
    raise typer.Exit(1 if mended.after or mended.left else 0)


def _write(mended: Settled) -> None:
    try:
        write(mended.after, mended.root)
    except Unwritable as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(1) from None


def _shown(mended: Settled) -> str:
    return as_diff(mended.before, mended.after)


def _report(checked: Checked, form: ReportFormat, diff: str = "") -> typer.Exit:
    """Write what was changed and what is still wrong; returns the exit that says which it is."""
    problems = checked.problems
    if form is ReportFormat.json:
        typer.echo(report_json(problems))
    else:
        typer.echo(diff, nl=False)
        typer.echo(report(problems))
    return typer.Exit(1 if problems else 0)
