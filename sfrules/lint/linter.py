"""A run of lint: files found, read and checked by every rule, one file in memory at a time."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from sfrules.ground.findings import Finding
from sfrules.ground.problems import Problem
from sfrules.ground.source import Source
from sfrules.lint.catalog import RULES
from sfrules.lint.dice.coverage import DiceTables, dice_tables
from sfrules.lint.files import UNREAD, Finder, read_file
from sfrules.lint.markdown.reading import read
from sfrules.lint.rule import Rule
from sfrules.lint.suppressions import Switches


@dataclass(frozen=True)
class LintResult:
    """What a run found, with the files that it could not read, and its dice tables."""

    findings: tuple[Finding, ...]
    dice_tables: DiceTables


def lint(
    paths: Iterable[Path],
    rules: Iterable[Rule] = tuple(RULES.values()),
    finder: Finder | None = None,
    texts: Sequence[Source] = (),
    warn: Collection[str] = (),
) -> LintResult:
    """Check all files under the paths with the rules.

    `texts` are files that were given as text, and `warn` rules whose findings are warnings.
    """
    found = (finder or Finder()).find(paths)
    given = {source.path for source in texts}
    files = (file for file in found.files if file.as_posix() not in given)
    findings = set(found.unread)
    looked: dict[Rule, list[Any]] = {rule: [] for rule in rules}
    switches: dict[str, Switches] = {}
    tables: list[DiceTables] = []
    for source in chain(texts, map(read_file, files)):
        if isinstance(source, Problem):
            findings.add(Finding(source, UNREAD))
            continue
        document = read(source)
        for rule in looked:
            looked[rule] += rule.look(document)
        switches[source.path] = Switches.of(document)
        tables.append(dice_tables(document))
    for rule, things in looked.items():
        for problem in rule.judge(things):
            switched = switches.get(problem.path)
            if switched is None or not switched.is_off(rule.id, problem.line):
                severity = "warning" if rule.id in warn else "error"
                findings.add(Finding(problem, rule.id, severity))
    left = (problem for each in tables for problem in each.left)
    dice = DiceTables(sum(each.checked for each in tables), tuple(left))
    return LintResult(tuple(sorted(findings)), dice)
