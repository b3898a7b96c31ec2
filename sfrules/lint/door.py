"""`sfrules lint`, the command. It loads the linter when it is run, and decides nothing itself."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

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
    from sfrules.lint import lint_reports, linter  # here: other commands need no Markdown parser

    if rules:
        width = max(len(rule.id) for rule in linter.RULES)
        typer.echo("\n".join(f"{rule.id:<{width}}  {rule.summary}" for rule in linter.RULES))
        return
    if not paths:
        raise typer.BadParameter("name the files or folders to look through")
    linted = linter.lint(paths)
    if report := lint_reports.REPORTS[form](linted):
        typer.echo(report)
    for problem in linted.unread:
        typer.echo(problem, err=True)
    raise typer.Exit(UNREAD if linted.unread else 1 if linted.findings else 0)
