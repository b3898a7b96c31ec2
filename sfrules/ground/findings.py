"""What `sfrules check` and `sfrules lint` report: a text, JSON, SARIF, annotations for GitHub."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sfrules.ground.problems import Problem, report
from sfrules.ground.terminal import escaped, say

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_KEYS = ("path", "line", "column", "length", "message", "hint")
_ESCAPES = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTY = _ESCAPES | str.maketrans({":": "%3A", ",": "%2C"})


@dataclass(frozen=True, order=True)
class Finding:
    """A problem, the id of the rule that found it, and its severity: "error" or "warning"."""

    problem: Problem
    rule: str
    severity: str = "error"


@dataclass(frozen=True)
class Tool:
    """The program that reports, and what each of its rules looks for, by the rule's id."""

    name: str
    rules: Mapping[str, str]
    #: What a report counts.
    noun: str = "finding"


def as_json(findings: Sequence[Finding], _: Tool) -> str:
    """The findings as a list."""
    rows = [
        {key: getattr(each.problem, key) for key in _KEYS}
        | {"rule": each.rule, "severity": each.severity, "fixable": each.problem.fix is not None}
        for each in findings
    ]
    return json.dumps(rows, indent=2)


def as_github(findings: Sequence[Finding], _: Tool) -> str:
    """The commands that make a workflow of GitHub show findings at their lines."""
    return escaped("\n".join(map(_annotation, findings)))


def _annotation(finding: Finding) -> str:
    problem = finding.problem
    places = {
        "file": problem.path,
        "line": problem.line,
        "col": problem.column,
        "endColumn": problem.column + problem.length,
        "title": finding.rule,
    }
    told = ",".join(f"{name}={str(at).translate(_IN_PROPERTY)}" for name, at in places.items())
    text = f"{problem.message}\nhint: {problem.hint}" if problem.hint else problem.message
    return f"::{finding.severity} {told}::{text.translate(_ESCAPES)}"


def as_sarif(findings: Sequence[Finding], tool: Tool) -> str:
    """A SARIF 2.1.0 log, which code hosts read for their lists of alerts."""
    from importlib.metadata import version  # here: it is slow to load

    rules = [{"id": id, "shortDescription": {"text": text}} for id, text in tool.rules.items()]
    driver = {"name": tool.name, "semanticVersion": version("sfrules"), "rules": rules}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": list(map(_result, findings)),
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


def _result(finding: Finding) -> dict[str, Any]:
    problem, path = finding.problem, Path(finding.problem.path)
    region = {
        "startLine": problem.line,
        "startColumn": problem.column,
        "endColumn": problem.column + problem.length,
    }
    uri = path.as_uri() if path.is_absolute() else quote(os.fsencode(path.as_posix()))
    text = f"{problem.message} (hint: {problem.hint})" if problem.hint else problem.message
    return {
        "ruleId": finding.rule,
        "level": finding.severity,
        "message": {"text": text},
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}}],
    }


def as_text(findings: Sequence[Finding], tool: Tool) -> str:
    """Each finding with its line and carets, and their count; of several rules, with its own."""
    named = []
    for each in findings:
        told = each.rule if each.severity == "error" else f"{each.rule}, {each.severity}"
        tag = f" [{told}]" if len(tool.rules) > 1 else ""
        named.append(replace(each.problem, message=f"{each.problem.message}{tag}"))
    return report(named, tool.noun)


REPORTS: Mapping[str, Callable[[Sequence[Finding], Tool], str]] = {
    "text": as_text,
    "json": as_json,
    "github": as_github,
    "sarif": as_sarif,
}


def say_report(
    form: str, findings: Sequence[Finding], tool: Tool, *, changed: str = "", account: str = ""
) -> None:
    """Say findings in a format, as one document.

    Only a text has room for what was changed before, and for an account of what was checked.
    """
    made = REPORTS[form](findings, tool)
    if form == "text":
        made = "\n".join(filter(None, (f"{changed}{made}", account)))
    if made:
        say(made)
