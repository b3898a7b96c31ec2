"""The rules of lint, and a run of them over files, with one file in memory at a time."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from sfrules.ground.findings import Finding
from sfrules.ground.problems import Problem
from sfrules.ground.source import Source
from sfrules.lint.dice.averages import averages_of, wrong_averages
from sfrules.lint.dice.coverage import DiceTables, coverage, dice_tables
from sfrules.lint.dice.misspelt import misspelt_numbers
from sfrules.lint.files import UNREAD, Finder, read_file
from sfrules.lint.markdown.reading import read
from sfrules.lint.rule import Rule
from sfrules.lint.structure.links import dead_links, page_of
from sfrules.lint.structure.pipe_tables import pipe_tables_that_do_not_render, rows_of_another_width
from sfrules.lint.suppressions import Switches, rule_of_comments

_OF_BOOKS: tuple[Rule, ...] = (
    Rule(
        "coverage",
        "Dice tables that leave out a face of their die, name one twice, or go out of range.",
        coverage,
    ),
    Rule(
        "average",
        "Averages and ranges that do not match the dice beside them.",
        averages_of,
        wrong_averages,
    ),
    Rule(
        "misspelt",
        "Dice with a letter for a digit, and ordinals with the ending of another number.",
        misspelt_numbers,
    ),
    Rule(
        "render",
        "A pipe table that does not render, for want of a good delimiter row or of empty lines.",
        pipe_tables_that_do_not_render,
    ),
    Rule(
        "width",
        "A row of a pipe table with more cells than the table has columns, or with fewer.",
        rows_of_another_width,
    ),
    Rule(
        "dead-link",
        "A link to a heading, an id or a file of the book that is not there.",
        lambda document: [page_of(document)],
        dead_links,
    ),
)
RULES = {rule.id: rule for rule in (*_OF_BOOKS, rule_of_comments(_OF_BOOKS))}


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
