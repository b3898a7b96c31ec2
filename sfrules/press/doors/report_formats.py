"""Problems as other programs read them: JSON, the lines of GitHub's actions, and SARIF."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from hashlib import sha256
from importlib.metadata import version
from typing import Any
from urllib.parse import quote

from sfrules.ground.problems import Problem

KEYS = ("path", "line", "column", "message", "hint")
SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
RULE = "sfrules"
_ESCAPES: dict[str, str | int | None] = {
    "%": "%25",
    "\r": "%0D",
    "\n": "%0A",
}
_IN_PROPERTY: dict[str, str | int | None] = {**_ESCAPES, ":": "%3A", ",": "%2C"}


def report_json(problems: Sequence[Problem]) -> str:
    """All problems as a JSON list, for editors and other programs."""
    rows = (
        {**{key: getattr(p, key) for key in KEYS}, "fixable": p.fix is not None} for p in problems
    )
    return json.dumps(list(rows), indent=2)


def report_github(problems: Sequence[Problem]) -> str:
    """All problems as annotations, which GitHub shows beside the lines of a change."""
    return "\n".join(map(_annotation, problems))


def _annotation(problem: Problem) -> str:
    file = problem.path.translate(str.maketrans(_IN_PROPERTY))
    said = f"{problem.message}\nhint: {problem.hint}" if problem.hint else problem.message
    message = said.translate(str.maketrans(_ESCAPES))
    return f"::error file={file},line={problem.line},col={problem.column}::{message}"


def report_sarif(problems: Sequence[Problem]) -> str:
    """All problems in the format that code scanning takes."""
    rule = {"id": RULE, "shortDescription": {"text": "The book and its rules disagree"}}
    driver = {"name": "sfrules", "version": version("sfrules"), "rules": [rule]}
    run = {"tool": {"driver": driver}, "results": list(map(_result, problems))}
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


def _result(problem: Problem) -> dict[str, Any]:
    said = f"{problem.message}. Hint: {problem.hint}" if problem.hint else problem.message
    region = {
        "startLine": problem.line,
        "startColumn": problem.column,
        "endColumn": problem.column + problem.length,
    }
    place = {"artifactLocation": {"uri": quote(os.fsencode(problem.path))}, "region": region}
    # The same problem further down in its file is no new one.
    said_of = f"{problem.path}\0{problem.message}\0{problem.text}"
    known = sha256(said_of.encode("utf-8", "surrogateescape")).hexdigest()
    return {
        "ruleId": RULE,
        "level": "error",
        "message": {"text": said},
        "locations": [{"physicalLocation": place}],
        "partialFingerprints": {"problem/v1": known},
    }
