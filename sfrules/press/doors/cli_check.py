"""The command `check`: of a site, or of documents that need none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from sfrules.ground.problems import ProblemsFound
from sfrules.press.doors.cli_site import ConfigOption, file_named, site_of

if TYPE_CHECKING:  # a command loads what it runs when it runs it
    from sfrules.press.doors.documents import DocumentCheck

ReportFormat = StrEnum("ReportFormat", ["text", "json", "github", "sarif"])
DocumentsArgument: TypeAlias = Annotated[
    list[Path] | None,
    typer.Argument(
        parser=file_named,
        metavar="[PATH…]",
        help="Documents outside of a site, and files of data that they may name.",
        show_default=False,
    ),
]
OutputOption: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--output",
        metavar="NAME=COMMAND",
        help="Let documents name what a command writes: a number, JSON or a text.",
        show_default=False,
    ),
]
AllNumbersOption: TypeAlias = Annotated[
    bool, typer.Option("--all-numbers", help="Report all loose numbers of documents.")
]
FixOption: TypeAlias = Annotated[
    bool, typer.Option("--fix", help="Write what can be fixed, and show what has changed.")
]
DiffOption: TypeAlias = Annotated[
    bool, typer.Option("--diff", help="Show what --fix would write; write nothing.")
]
BaselineOption: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--baseline",
        help="Let each page keep the loose numbers that it has; from then on, only fewer.",
    ),
]
WatchOption: TypeAlias = Annotated[
    bool, typer.Option("--watch", help="Check again after each save, until interrupted.")
]


def check(  # noqa: PLR0913, PLR0917 a command has as many parameters as options
    paths: DocumentsArgument = None,
    config: ConfigOption = None,
    form: Annotated[
        ReportFormat, typer.Option("--format", help="How to write the problems.")
    ] = ReportFormat.text,
    fix: FixOption = False,
    diff: DiffOption = False,
    baseline: BaselineOption = False,
    cache: Annotated[
        bool, typer.Option(help="Take up what the last check knew, from .cache/sfrules.")
    ] = True,
    watch: WatchOption = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Analyze the rules as well, as `analyze` does.")
    ] = False,
    outputs: OutputOption = None,
    all_numbers: AllNumbersOption = False,
) -> None:
    """Check all pages and all facts: everything that can be wrong, each at its place.

    Given paths, or where there is no site, it checks the proofs of documents, such as a README,
    with the data and modules that [tool.sfrules] in pyproject.toml names.
    """
    from sfrules.press.doors.checking import CheckOptions, checked, checked_strictly

    asked = CheckOptions(str(form), fix=fix, diff=diff, baseline=baseline, watch=watch)
    if documents := _documents(paths or (), config, outputs or (), all_numbers=all_numbers):
        raise checked(documents, asked)
    from sfrules.press.doors.site_check import SiteCheck

    site = SiteCheck(site_of(config), cached=cache)
    raise checked_strictly(site, asked) if strict else checked(site, asked)


def _documents(
    paths: Sequence[Path], config: Path | None, outputs: Sequence[str], *, all_numbers: bool
) -> DocumentCheck | None:
    """The documents that are to be checked; None where it is a site."""
    from sfrules.press.doors.documents import DocumentCheck, asked_for
    from sfrules.press.doors.site_settings import nearest_site

    here = Path.cwd()
    if not paths and (config or nearest_site(here)):
        return None
    try:
        found = asked_for(here, paths, outputs)
    except ProblemsFound as error:
        typer.echo(error, err=True)
        raise typer.Exit(1) from None
    if not found.proofs:
        return None
    return DocumentCheck(replace(found, all_numbers=found.all_numbers or all_numbers))
