"""`sfrules lint`: any Markdown rulebook, looked through. It adapts, and decides nothing."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from sfrules.lint.finding import Rule
    from sfrules.lint.linter import Linted

UNREAD = 2  # the exit of a run that could not read all that it was given


class LintFormat(StrEnum):
    """What findings can be written as."""

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
    # Loaded for this alone: the other commands do without a parser of Markdown.
    from sfrules.lint.linter import RULES
    from sfrules.lint.linter import lint as look_through

    if rules:
        width = max(len(rule.id) for rule in RULES)
        typer.echo("\n".join(f"{rule.id:<{width}}  {rule.summary}" for rule in RULES))
        return
    if not paths:
        raise typer.BadParameter("name the files or folders to look through")
    linted = look_through(paths, RULES)
    if told := _report(form, linted, RULES):
        typer.echo(_sendable(told))
    for problem in linted.unread:
        typer.echo(_sendable(str(problem)), err=True)
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


def _sendable(text: str) -> str:
    """A text without the halves of characters that the names of files can have."""
    return text.encode("utf-8", "backslashreplace").decode()
