"""The rules of lint, and a run of them: files found, read and checked by every rule."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sfrules.ground.problems import Problem
from sfrules.lint.columns.directions import directions
from sfrules.lint.columns.progressions import progressions
from sfrules.lint.columns.totals import totals
from sfrules.lint.dice.averages import averages
from sfrules.lint.dice.coverage import coverage
from sfrules.lint.document import Document
from sfrules.lint.files import files_in, read_file
from sfrules.lint.finding import Finding, Rule
from sfrules.lint.markdown.reading import read
from sfrules.lint.repeats.conflicts import conflicts
from sfrules.lint.repeats.copies import copies
from sfrules.lint.structure.links import dead_links, ids_given_twice, references_left_over
from sfrules.lint.structure.pipe_tables import pipe_tables_that_do_not_render, rows_of_another_width
from sfrules.lint.suppressions import rule_of_comments, without_suppressed

_OF_BOOKS: tuple[Rule, ...] = (
    Rule(
        "coverage",
        "Dice tables that leave out a face of their die, name one twice, or go out of range.",
        look=coverage,
    ),
    Rule(
        "average",
        "Averages and ranges that do not match the dice beside them.",
        look_at_all=averages,
    ),
    Rule(
        "direction",
        "A column by level runs against its own direction at one row.",
        look=directions,
    ),
    Rule("progression", "A progression has one row off.", look=progressions),
    Rule(
        "conflict",
        "Two tables with the same headings and keys have cells that differ.",
        look_at_all=conflicts,
    ),
    Rule("copy", "The same table is written again.", look_at_all=copies),
    Rule("total", "A sum does not add up, where a row or a column says Total.", look=totals),
    Rule(
        "render",
        "A pipe table that does not render, for want of a good delimiter row or of empty lines.",
        look=pipe_tables_that_do_not_render,
    ),
    Rule(
        "width",
        "A row of a pipe table with more cells than the table has columns, or with fewer.",
        look=rows_of_another_width,
    ),
    Rule(
        "reference",
        "A reference that was never filled in, or whose link definition is missing.",
        look_at_all=references_left_over,
    ),
    Rule("duplicate-id", "An id that two places of a file have.", look=ids_given_twice),
    Rule(
        "dead-link",
        "A link to a heading, an id or a file of the book that is not there.",
        look_at_all=dead_links,
    ),
)
RULES: tuple[Rule, ...] = (*_OF_BOOKS, rule_of_comments(_OF_BOOKS))


MANY = 256  # files: from this many on, several processes are faster than one
_BATCH = 32  # files that a process takes at a time


@dataclass(frozen=True)
class Linted:
    """What a run found, the files that it could not read, how many it read, and its rules."""

    findings: tuple[Finding, ...]
    unread: tuple[Problem, ...]
    files: int
    rules: Sequence[Rule]


def lint(paths: Iterable[Path], rules: Sequence[Rule] = RULES) -> Linted:
    """Check all files under the paths with all rules."""
    files, unread = files_in(paths)
    documents: list[Document] = []
    with _without_garbage_collection():
        for each in _read_all(files):
            if isinstance(each, Document):
                documents.append(each)
            else:
                unread.append(each)
        found = tuple(findings_in(documents, rules))
    return Linted(found, tuple(sorted(unread)), len(documents), rules)


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """All that is read is kept to the end: the collector would scan it again and again in vain."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def findings_in(documents: Sequence[Document], rules: Sequence[Rule] = RULES) -> list[Finding]:
    """What the rules find in files that have been read: by place, each once, unless suppressed."""
    found = (finding for rule in rules for finding in rule.findings(documents))
    return sorted(set(without_suppressed(documents, found)))


def _read_all(files: Sequence[Path]) -> Iterator[Document | Problem]:
    """Read the files in order, many of them with as many processes as there are processors."""
    workers = min(os.cpu_count() or 1, 8)
    if len(files) < MANY or workers == 1:
        return map(read_document, files)
    try:
        with ProcessPoolExecutor(workers, initializer=gc.disable) as pool:
            return iter(list(pool.map(read_document, files, chunksize=_BATCH)))
    except OSError:  # a machine that allows no more processes
        return map(read_document, files)


def read_document(path: Path) -> Document | Problem:
    """Read a file as the rules see it; a problem for one that cannot be read."""
    source = read_file(path)
    return source if isinstance(source, Problem) else read(source)
