"""A run of lint: files found, read and checked by every rule, one file in memory at a time."""

from __future__ import annotations

import gc
import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from sfrules.ground.problems import Problem
from sfrules.ground.source import Source
from sfrules.lint.catalog import RULES
from sfrules.lint.dice.coverage import NO_TABLES, DiceTables, dice_tables
from sfrules.lint.document import Document
from sfrules.lint.files import Finder, edition_of, read_file
from sfrules.lint.finding import Finding, Rule
from sfrules.lint.markdown.reading import read
from sfrules.lint.suppressions import Switches

MANY = 256  # files: from this many on, several processes are faster than one
_BATCH = 32  # files that a process takes at a time
_PROCESSES = 8  # at most; more wait for the one that judges
_SELDOM = 20_000  # new objects between two looks of the collector at the youngest


@dataclass(frozen=True)
class Examined:
    """What is kept of a file: what was found in it alone, and what judging all files needs.

    `gathered` has what each rule took out of the file, by the rule's id.
    """

    path: str
    findings: tuple[Finding, ...] = ()
    gathered: Mapping[str, Any] = field(default_factory=dict)
    switches: Switches | None = None
    dice_tables: DiceTables = NO_TABLES


@dataclass(frozen=True)
class Linted:
    """What a run found, the files that it could not read, how many it read, and its rules."""

    findings: tuple[Finding, ...]
    unread: tuple[Problem, ...]
    files: int
    rules: Sequence[Rule]
    dangling: tuple[Problem, ...] = ()
    dice_tables: DiceTables = NO_TABLES


def lint(
    paths: Iterable[Path],
    rules: Sequence[Rule] | None = None,
    finder: Finder | None = None,
    editions: Sequence[str] = (),
    texts: Sequence[Source] = (),
) -> Linted:
    """Check all files under the paths with the rules; `texts` are files that were given as text."""
    rules = [rule for rule in RULES if rule.by_default] if rules is None else rules
    found = (finder or Finder()).find(paths)
    look = partial(examine, ids=tuple(rule.id for rule in rules), editions=tuple(editions))
    given = {source.path for source in texts}
    files = [file for file in found.files if file.as_posix() not in given]
    examined: list[Examined] = []
    unread = list(found.problems)
    with _seldom_collecting():
        for each in chain(map(look, texts), _examine_all(files, look)):
            if isinstance(each, Examined):
                examined.append(each)
            else:
                unread.append(each)
        findings = tuple(_judged(examined, rules))
    tables = DiceTables.of(each.dice_tables for each in examined)
    dangling = tuple(found.dangling)
    return Linted(findings, tuple(sorted(unread)), len(examined), rules, dangling, tables)


def examine(what: Path | Source, ids: Sequence[str], editions: Sequence[str]) -> Examined | Problem:
    """Read a file and look through it; a problem for a file that cannot be read.

    The rules are passed by their ids, which go from process to process.
    """
    rules = [rule for rule in RULES if rule.id in ids]
    source = read_file(what) if isinstance(what, Path) else what
    if isinstance(source, Problem):
        return source
    document = read(source)
    return _examined(replace(document, edition=edition_of(source.path, editions)), rules)


def _examined(document: Document, rules: Sequence[Rule]) -> Examined:
    taken = ((rule.id, rule.gather(document)) for rule in rules if rule.gather)
    return Examined(
        document.source.path,
        tuple(finding for rule in rules for finding in rule.look_at(document)),
        {id: gathered for id, gathered in taken if gathered is not None},
        Switches.of(document),
        dice_tables(document),
    )


def findings_in(documents: Sequence[Document], rules: Sequence[Rule] = RULES) -> list[Finding]:
    """What the rules find in files that have been read: by place, each once, unless suppressed."""
    return _judged([_examined(document, rules) for document in documents], rules)


def _judged(examined: Sequence[Examined], rules: Sequence[Rule]) -> list[Finding]:
    found = [finding for each in examined for finding in each.findings]
    gathered: dict[str, list[Any]] = defaultdict(list)
    for each in examined:
        for id, taken in each.gathered.items():
            gathered[id].append(taken)
    for rule in rules:
        found += rule.judge_all(gathered[rule.id])
    switched = {each.path: each.switches for each in examined if each.switches}
    return sorted({each for each in found if not _is_off(each, switched.get(each.problem.path))})


def _is_off(finding: Finding, switches: Switches | None) -> bool:
    return switches is not None and switches.is_off(finding.rule, finding.problem.line)


@contextmanager
def _seldom_collecting() -> Iterator[None]:
    """What is kept of the files is kept to the end: the collector would scan it in vain."""
    before = gc.get_threshold()
    _collect_seldom()
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _collect_seldom() -> None:
    gc.freeze()
    gc.set_threshold(_SELDOM, 50, 1_000)


def _examine_all(
    files: Sequence[Path], look: Callable[[Path], Examined | Problem]
) -> Iterator[Examined | Problem]:
    """Examine files in order, many of them with as many processes as there are processors."""
    workers = min(os.cpu_count() or 1, _PROCESSES)
    if len(files) < MANY or workers == 1:
        yield from map(look, files)
        return
    try:
        pool = ProcessPoolExecutor(workers, initializer=_collect_seldom)
    except OSError:  # a machine that allows no more processes
        yield from map(look, files)
        return
    with pool:
        yield from pool.map(look, files, chunksize=_BATCH)
