"""`sfrules lint`, the command. It loads the linter when it is run, and decides nothing itself."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from sfrules.lint.finding import Rule
    from sfrules.lint.linter import Linted

UNREAD = 2  # the exit code of a run that could not read all its files


class LintFormat(StrEnum):
    """The formats of a report."""

    text = "text"
    json = "json"
    sarif = "sarif"
    github = "github"


def lint(
    paths: Annotated[
        list[Path] | None, typer.Argument(help="Files, and folders to search.", metavar="PATH…")
    ] = None,
    form: Annotated[
        LintFormat, typer.Option("--format", help="How to write the findings.")
    ] = LintFormat.text,
    rules: Annotated[bool, typer.Option("--rules", help="List the rules, and stop.")] = False,
) -> None:
    """Look any Markdown rulebook through: its tables, its dice, its links."""
    # Loaded here: the other commands do without a Markdown parser.
    from sfrules.lint.linter import RULES
    from sfrules.lint.linter import lint as check_files

    if rules:
        width = max(len(rule.id) for rule in RULES)
        typer.echo("\n".join(f"{rule.id:<{width}}  {rule.summary}" for rule in RULES))
        return
    if not paths:
        raise typer.BadParameter("name the files or folders to look through")
    linted = check_files(paths, RULES)
    if report := _report(form, linted, RULES):
        typer.echo(report)
    for problem in linted.unread:
        typer.echo(problem, err=True)
    raise typer.Exit(UNREAD if linted.unread else 1 if linted.findings else 0)


def _report(form: LintFormat, linted: Linted, rules: Sequence[Rule]) -> str:
    from sfrules.lint import lint_reports

    if form is LintFormat.sarif:
        return lint_reports.as_sarif(linted, rules)
    write = {
        LintFormat.text: lint_reports.as_text,
        LintFormat.json: lint_reports.as_json,
        LintFormat.github: lint_reports.as_github,
    }[form]
    return write(linted)
