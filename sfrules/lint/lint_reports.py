"""The reports of a run: text, JSON, SARIF, annotations for GitHub."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sfrules.ground.problems import Problem, counted, report
from sfrules.ground.terminal import escaped
from sfrules.lint.baseline import VERSION, fingerprints
from sfrules.lint.dice.coverage import DiceTables
from sfrules.lint.finding import Finding, Rule
from sfrules.lint.linter import Linted

HELP = "https://pypi.org/project/sfrules/#"  # where a rule is told of, by its id
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_KEYS = ("path", "line", "column", "length", "message", "hint")
Severities = Mapping[str, str]


def severity(rule: str, severities: Severities) -> str:
    """How much a finding of a rule matters: "error" or "warning"."""
    return severities.get(rule, "error")


def as_text(linted: Linted, severities: Severities) -> str:
    """Each finding with its line and carets, their count, and what became of the dice tables."""
    named = [
        replace(each.problem, message=f"{each.problem.message} [{_tag(each, severities)}]")
        for each in linted.findings
    ]
    return "\n".join(filter(None, [report(named, "finding"), account(linted.dice_tables)]))


def _tag(finding: Finding, severities: Severities) -> str:
    said = severity(finding.rule, severities)
    return finding.rule if said == "error" else f"{finding.rule}, {said}"


def account(tables: DiceTables) -> str:
    """How many dice tables were checked and left alone; nothing where there are none."""
    if not tables.checked and not tables.left:
        return ""
    left = f", {len(tables.left):,} left alone (why: --verbose)" if tables.left else ""
    return f"{counted(tables.checked, 'dice table')} checked{left}"


def as_json(linted: Linted, severities: Severities) -> str:
    """The findings as a list, for editors and other programs; the files not read are in it."""
    listed = [
        _json(finding.problem, finding.rule, severity(finding.rule, severities))
        for finding in linted.findings
    ]
    listed += [_json(problem, "unread", "error") for problem in linted.unread]
    listed += [_json(problem, "unread", "warning") for problem in linted.dangling]
    return json.dumps(listed, indent=2)


def _json(problem: Problem, rule: str, said: str) -> dict[str, Any]:
    return {key: getattr(problem, key) for key in _KEYS} | {"rule": rule, "severity": said}


def as_github(linted: Linted, severities: Severities) -> str:
    """The commands that make a GitHub workflow show findings at their lines."""
    lines = [
        _annotation(finding.problem, finding.rule, severity(finding.rule, severities))
        for finding in linted.findings
    ]
    lines += [_annotation(problem, "unread", "error") for problem in linted.unread]
    lines += [_annotation(problem, "unread", "warning") for problem in linted.dangling]
    return escaped("\n".join(lines))


def _annotation(problem: Problem, rule: str, said: str) -> str:
    places = {
        "file": problem.path,
        "line": problem.line,
        "col": problem.column,
        "endColumn": problem.column + problem.length,
        "title": f"lint: {rule}",
    }
    properties = ",".join(f"{name}={_property(str(value))}" for name, value in places.items())
    text = f"{problem.message}\n{problem.hint}" if problem.hint else problem.message
    return f"::{said} {properties}::{_encoded(text)}"


def _encoded(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _encoded(text).replace(":", "%3A").replace(",", "%2C")


def as_sarif(linted: Linted, severities: Severities) -> str:
    """A SARIF 2.1.0 log, which code hosts read for their lists of alerts."""
    from importlib.metadata import version  # here: it is slow to load

    at = {rule.id: index for index, rule in enumerate(linted.rules)}
    driver = {
        "name": "sfrules lint",
        "semanticVersion": version("sfrules"),
        "informationUri": HELP.rstrip("#"),
        "rules": [_sarif_rule(rule, severities) for rule in linted.rules],
    }
    marks = fingerprints(linted.findings)
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(linted)],
        "results": [
            _result(finding, at, severities) | {"partialFingerprints": {VERSION: mark}}
            for finding, mark in zip(linted.findings, marks, strict=True)
        ],
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


def _sarif_rule(rule: Rule, severities: Severities) -> dict[str, Any]:
    off = f"To turn it off from a line on, write <!-- lint: off {rule.id} --> there."
    return {
        "id": rule.id,
        "shortDescription": {"text": rule.summary},
        "help": {"text": f"{rule.summary} {off}"},
        "helpUri": HELP + rule.id,
        "defaultConfiguration": {"level": severity(rule.id, severities)},
    }


def _invocation(linted: Linted) -> dict[str, Any]:
    notes = [_notification(each, "error") for each in linted.unread]
    notes += [_notification(each, "warning") for each in linted.dangling]
    return {"executionSuccessful": not linted.unread, "toolExecutionNotifications": notes}


def _notification(problem: Problem, level: str) -> dict[str, Any]:
    text = {"text": problem.message}
    return {"level": level, "message": text, "locations": [_location(problem)]}


def _result(finding: Finding, at: dict[str, int], severities: Severities) -> dict[str, Any]:
    problem = finding.problem
    text = f"{problem.message} ({problem.hint})" if problem.hint else problem.message
    return {
        "ruleId": finding.rule,
        "ruleIndex": at[finding.rule],
        "level": severity(finding.rule, severities),
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


REPORTS: Mapping[str, Callable[[Linted, Severities], str]] = {
    "text": as_text,
    "json": as_json,
    "sarif": as_sarif,
    "github": as_github,
}
