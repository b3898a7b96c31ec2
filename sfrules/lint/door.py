"""`sfrules lint`, the command, and its reports: text, JSON, SARIF, annotations for GitHub.

The linter is loaded when the command runs; nothing is decided here.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import quote

import typer

from sfrules.ground.problems import Problem, report
from sfrules.ground.terminal import escaped

if TYPE_CHECKING:
    from sfrules.lint.finding import Finding, Rule
    from sfrules.lint.linter import Linted

UNREAD = 2  # the exit code of a run that could not read all its files
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_KEYS = ("path", "line", "column", "length", "message", "hint")


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
    from sfrules.lint import linter  # here: the other commands need no Markdown parser

    if rules:
        width = max(len(rule.id) for rule in linter.RULES)
        typer.echo("\n".join(f"{rule.id:<{width}}  {rule.summary}" for rule in linter.RULES))
        return
    if not paths:
        raise typer.BadParameter("name the files or folders to look through")
    linted = linter.lint(paths)
    if answer := REPORTS[form](linted):
        typer.echo(answer)
    for problem in linted.unread:
        typer.echo(problem, err=True)
    raise typer.Exit(UNREAD if linted.unread else 1 if linted.findings else 0)


def as_text(linted: Linted) -> str:
    """Each finding with its line and carets, and their count last."""
    named = [
        replace(each.problem, message=f"{each.problem.message} [{each.rule}]")
        for each in linted.findings
    ]
    return report(named, "finding")


def as_json(linted: Linted) -> str:
    """The findings as a list, for editors and other programs."""
    return json.dumps(
        [
            {key: getattr(finding.problem, key) for key in _KEYS} | {"rule": finding.rule}
            for finding in linted.findings
        ],
        indent=2,
    )


def as_github(linted: Linted) -> str:
    """The commands that make a GitHub workflow show findings at their lines."""
    annotations = [_annotation(finding.problem, finding.rule) for finding in linted.findings]
    annotations += [_annotation(problem, "unread") for problem in linted.unread]
    return escaped("\n".join(annotations))


def _annotation(problem: Problem, rule: str) -> str:
    places = {
        "file": problem.path,
        "line": problem.line,
        "col": problem.column,
        "endColumn": problem.column + problem.length,
        "title": f"lint: {rule}",
    }
    properties = ",".join(f"{name}={_property(str(value))}" for name, value in places.items())
    text = f"{problem.message}\n{problem.hint}" if problem.hint else problem.message
    return f"::error {properties}::{_encoded(text)}"


def _encoded(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _encoded(text).replace(":", "%3A").replace(",", "%2C")


def as_sarif(linted: Linted) -> str:
    """A SARIF 2.1.0 log, which code hosts read for their lists of alerts."""
    from importlib.metadata import version  # here: it is slow to load

    at = {rule.id: index for index, rule in enumerate(linted.rules)}
    driver = {
        "name": "sfrules lint",
        "semanticVersion": version("sfrules"),
        "rules": [_sarif_rule(rule) for rule in linted.rules],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(linted)],
        "results": [_result(finding, at) for finding in linted.findings],
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


def _sarif_rule(rule: Rule) -> dict[str, Any]:
    off = f"To turn it off from a line on, write <!-- lint: off {rule.id} --> there."
    return {
        "id": rule.id,
        "shortDescription": {"text": rule.summary},
        "help": {"text": f"{rule.summary} {off}"},
        "defaultConfiguration": {"level": "error"},
    }


def _invocation(linted: Linted) -> dict[str, Any]:
    notes = [
        {"level": "error", "message": {"text": each.message}, "locations": [_location(each)]}
        for each in linted.unread
    ]
    return {"executionSuccessful": not notes, "toolExecutionNotifications": notes}


def _result(finding: Finding, at: dict[str, int]) -> dict[str, Any]:
    problem = finding.problem
    text = f"{problem.message} ({problem.hint})" if problem.hint else problem.message
    return {
        "ruleId": finding.rule,
        "ruleIndex": at[finding.rule],
        "level": "error",
        "message": {"text": text},
        "locations": [_location(problem)],
    }


def _location(problem: Problem) -> dict[str, Any]:
    path = Path(problem.path)
    region = {
        "startLine": problem.line,
        "startColumn": problem.column,
        "endColumn": problem.column + problem.length,
    }
    uri = path.as_uri() if path.is_absolute() else quote(os.fsencode(path.as_posix()))
    return {"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}}


REPORTS: Mapping[LintFormat, Callable[[Linted], str]] = {
    LintFormat.text: as_text,
    LintFormat.json: as_json,
    LintFormat.sarif: as_sarif,
    LintFormat.github: as_github,
}
