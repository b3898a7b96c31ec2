"""`sfrules check`: look a site over, fix what can be fixed, report what is left."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib.metadata import version
from typing import Any
from urllib.parse import quote

from sfrules.ground.fixes import FixResult, Unwritable, as_diff
from sfrules.ground.fixes import write as write_files
from sfrules.ground.problems import Mistake, Problem, counted, report
from sfrules.ground.terminal import remark, say
from sfrules.press.doors.site_check import SiteCheck, SiteReport, fixes_of
from sfrules.press.site.load.book_module import BASELINE, baseline_text, read_baseline, shrunk
from sfrules.press.things.book import Book

KEYS = ("path", "line", "column", "message", "hint")
SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
RULE = "sfrules"
_ESCAPES = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTY = _ESCAPES | str.maketrans({":": "%3A", ",": "%2C"})


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
    file = problem.path.translate(_IN_PROPERTY)
    said = f"{problem.message}\nhint: {problem.hint}" if problem.hint else problem.message
    message = said.translate(_ESCAPES)
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


ROUNDS = 3  # of fixing: what a docstring of the code says is known when the code is read again
SAVED = "somebody saved the file while it was being fixed; it stays as it was saved"
WRITERS: Mapping[str, Callable[[Sequence[Problem]], str]] = {
    "json": report_json,
    "github": report_github,
    "sarif": report_sarif,
}


@dataclass(frozen=True)
class CheckOptions:
    """What a check is asked to do, and the format of its report."""

    form: str
    fix: bool = False
    diff: bool = False
    baseline: bool = False


def checked(site: SiteCheck, asked: CheckOptions) -> int:
    """Check a site; returns the exit code."""
    if asked.baseline:
        _write_baseline(site)
    if not (asked.fix or asked.diff):
        return _report(site.check(), asked.form)
    fixed = fixes_of(site)
    for path in fixed.outside:
        remark(f"left alone, as it is no file of the book's folder: {path}")
    if asked.fix:
        return _fixed(site, fixed, asked.form)
    say(as_diff(fixed.before, fixed.after), end="")
    return 1 if fixed.after or fixed.left else 0


def analyzed(book: Book, rules: Sequence[str], jobs: int, form: str) -> int:
    """Analyze the rules of a book, and report what is found; returns the exit code."""
    try:
        problems, account = book.analyze(rules, jobs)
    except Mistake as error:
        remark(f"error: {error}")
        return 2
    return _report(SiteReport(problems=tuple(problems), account=account), form)


def _write_baseline(site: SiteCheck) -> None:
    """Write how many loose numbers each page has, if that is fewer than before."""
    before, file = read_baseline(site.root), site.root / BASELINE
    after = shrunk(before, site.check().audits, first=not file.is_file())
    if after or file.is_file():
        file.write_text(baseline_text(after), encoding="utf-8", newline="\n")
    more = f", {sum(before.values())} before" if before else ""
    remark(f"{BASELINE}: {counted(sum(after.values()), 'loose number')}{more}")


def _fixed(site: SiteCheck, fixed: FixResult, form: str) -> int:
    """Write what can be fixed, and report what is still wrong."""
    before, after, left = dict(fixed.before), dict[str, str | None](), list[Problem]()
    checked = SiteReport()
    for _ in range(ROUNDS):
        try:
            saved = write_files(fixed)
        except Unwritable as error:
            remark(f"error: {error}")
            return 1
        after |= {path: text for path, text in fixed.after.items() if path not in saved}
        left += [Problem(path, 1, 1, SAVED, "sfrules check --fix, once more") for path in saved]
        checked = site.check(afresh=True)
        if saved or not checked.problems:
            break
        fixed = fixes_of(site)
        before = {**fixed.before, **before}
    checked = replace(checked, problems=(*left, *checked.problems))
    return _report(checked, form, as_diff(before, after))


def _report(checked: SiteReport, form: str, changed: str = "") -> int:
    """Write what was changed and what is still wrong; returns the exit code."""
    if form in WRITERS:
        say(WRITERS[form](checked.problems))
    else:
        lines = filter(None, (report(checked.problems), checked.account))
        say(changed + "\n".join(lines))
    return 1 if checked.problems else 0
