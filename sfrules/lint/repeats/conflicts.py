"""Tables of the same thing that contradict each other; found without comparing all pairs."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from sfrules.ground.problems import Problem
from sfrules.lint.document import Document
from sfrules.lint.finding import problem_in
from sfrules.lint.repeats.table_contents import COLUMNS, ROWS, Content, contents

SHARED_KEYS = 0.8  # of all keys of two tables; with fewer, they are different lists
SHARERS = 4  # tables that share a row word for word; if more do, it is a row of a form
COMPARED = 6  # cells at least: fewer may agree by chance
EQUAL = 0.8  # of the cells at least, or the tables are of two similar things
FEW = 3  # cells that may differ; in a large table, up to a tenth
A_TENTH = 0.1  # of the cells
OF_A_COLUMN = 1 / 3  # a column that differs in more rows does so on purpose
EDITIONS = 3  # conflicts between two files that show them to be two editions
COMPARED_FOR_ONE = 12  # cells that, if only one differs, show that two titles mean one thing
FEW_WORDS = 3  # in a cell that just names something; longer ones may use other words
_NUMBER = re.compile(r"\d+(?:[.,/]\d+)*|[¼½¾⅓⅔]")
_WORDS = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True)
class Mismatch:
    """Two cells of the same key and heading, by row and column, that say different things."""

    earlier: tuple[int, int]
    later: tuple[int, int]


@dataclass(frozen=True)
class Twins:
    """Two tables with the same headings and keys, and how their cells compare."""

    earlier: Content
    later: Content
    compared: int
    mismatches: tuple[Mismatch, ...]


def twins(tables: Sequence[Content]) -> Iterator[Twins]:
    """Pairs that share headings, keys and most rows, if neither table has another such twin."""
    pairs = [pair for group in _by_headings(tables) for pair in _likely_pairs(group)]
    often = Counter(id(table) for pair in pairs for table in pair)
    for earlier, later in pairs:
        if often[id(earlier)] == often[id(later)] == 1 and (pair := _compared(earlier, later)):
            yield pair


def _by_headings(tables: Sequence[Content]) -> Iterator[list[Content]]:
    """Groups of tables of one edition with the same headings, each content once."""
    groups: dict[tuple[object, ...], dict[object, Content]] = defaultdict(dict)
    for table in tables:
        if table.has_keys:
            groups[table.placed.document.edition, table.headings].setdefault(table.identity, table)
    return (list(group.values()) for group in groups.values())


def _likely_pairs(group: Sequence[Content]) -> Iterator[tuple[Content, Content]]:
    """Pairs that have at least half of their rows in common, word for word."""
    sharers: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for at, table in enumerate(group):
        for row in table.rows:
            sharers[row].append(at)
    shared = Counter(
        pair
        for those in sharers.values()
        if len(those) <= SHARERS
        for pair in combinations(those, 2)
    )
    for (one, other), rows in sorted(shared.items()):
        if rows * 2 >= min(len(group[one].rows), len(group[other].rows)):
            yield group[one], group[other]


def _compared(earlier: Content, later: Content) -> Twins | None:
    before = {key: at for at, key in enumerate(earlier.keys)}
    rows = [(before[key], at) for at, key in enumerate(later.keys) if key in before]
    union = len(earlier.keys) + len(later.keys) - len(rows)
    if len(rows) < ROWS or len(rows) < SHARED_KEYS * union:
        return None
    cells = [
        ((one, column), (two, column))
        for one, two in rows
        for column in range(1, len(later.headings))
        if earlier.rows[one][column] or later.rows[two][column]
    ]
    differing = (
        Mismatch((one, column), (two, column))
        for (one, column), (two, _) in cells
        if earlier.rows[one][column] != later.rows[two][column]
    )
    return Twins(earlier, later, len(cells), tuple(differing))


def conflicts(documents: Sequence[Document]) -> Iterator[Problem]:
    """Cells that contradict each other in two tables with the same headings and keys."""
    tables = [table for table in contents(documents) if table.has_keys]
    found = [pair for pair in twins(tables) if _is_close(pair) and _is_of_one_thing(pair)]
    files = Counter(_files(pair) for pair in found)
    for pair in found:
        if len(_files(pair)) == 1 or files[_files(pair)] < EDITIONS:
            yield from _problems(pair)


def _files(pair: Twins) -> frozenset[str]:
    return frozenset({pair.earlier.placed.file, pair.later.placed.file})


def _is_close(pair: Twins) -> bool:
    """Whether the tables differ in a few cells only, and in no column as a whole."""
    differing = len(pair.mismatches)
    columns = Counter(column for _, column in (d.later for d in pair.mismatches))
    most = max(columns.values(), default=0)
    return (
        pair.compared >= COMPARED
        and 0 < differing <= max(FEW, A_TENTH * pair.compared)
        and differing <= (1 - EQUAL) * pair.compared
        and most <= OF_A_COLUMN * len(pair.later.rows)
    )


def _is_of_one_thing(pair: Twins) -> bool:
    """Whether both tables are of the same thing, rather than of two similar ones."""
    one, two = pair.earlier.placed, pair.later.placed
    same_title = one.title == two.title
    if one.file == two.file and one.path == two.path:
        return False  # two tables in one section differ on purpose
    if same_title and one.title and _differs_once(pair):
        return True
    if not pair.later.names_things:
        ours, theirs = two.address(one), one.address(two)
        return same_title and bool(one.title) and (ours <= theirs or theirs <= ours)
    if same_title:
        return True
    return not _are_siblings(pair) and _titles_allow_it(pair)


def _differs_once(pair: Twins) -> bool:
    return len(pair.mismatches) == 1 and pair.compared >= COMPARED_FOR_ONE


def _are_siblings(pair: Twins) -> bool:
    one, two = pair.earlier.placed, pair.later.placed
    return one.file == two.file and one.path[:-1] == two.path[:-1] and bool(one.path)


def _titles_allow_it(pair: Twins) -> bool:
    one, two = pair.earlier.placed.title, pair.later.placed.title
    if not one or not two:
        return True
    if one <= two or two <= one:
        return len(pair.later.headings) > COLUMNS
    return not one & two and _differs_once(pair)


def _problems(pair: Twins) -> Iterator[Problem]:
    for mismatch in pair.mismatches:
        ours, theirs = pair.later.cell(*mismatch.later), pair.earlier.cell(*mismatch.earlier)
        if _contradict(ours.text, theirs.text):
            yield _problem(pair, mismatch)


def _problem(pair: Twins, mismatch: Mismatch) -> Problem:
    ours, theirs = pair.later.cell(*mismatch.later), pair.earlier.cell(*mismatch.earlier)
    row, column = mismatch.later
    table = pair.later.placed.table
    return problem_in(
        pair.later.placed.document.source,
        ours,
        f"{table.headings[column].text} of {table.rows[row].cells[0].text} is {ours.text} here, "
        f"and {theirs.text} at {pair.earlier.placed.at(theirs)}, in a table otherwise the same",
        "one of the two is wrong",
    )


def _contradict(one: str, other: str) -> bool:
    """Whether two cells cannot both be right: wording may differ, numbers and names may not."""
    ours, theirs = _NUMBER.findall(one), _NUMBER.findall(other)
    words, others = (_WORDS.findall(text.casefold()) for text in (one, other))
    short = max(len(words), len(others)) <= FEW_WORDS
    if ours != theirs:
        return bool(ours) and bool(theirs) and (short or len(ours) == len(theirs))
    if not short or not words or not others:
        return False
    return not _abbreviates(words, others) and not _abbreviates(others, words)


def _abbreviates(short: Sequence[str], long: Sequence[str]) -> bool:
    """Whether each word begins as one in the other cell does: Slash. and slashing, ft and feet."""
    return all(any(word[0] == other[0] for other in long) for word in short)
