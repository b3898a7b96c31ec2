"""Pairs of tables that say almost the same, found without comparing each with each."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from sfrules.lint.comparing.contents import ROWS, Content

SHARED_KEYS = 0.8  # of the keys of both: two lists with fewer in common are two lists
SHARERS = 4  # tables with a row word for word the same, beyond which the row is a form's


@dataclass(frozen=True)
class Difference:
    """Two cells of one key and one heading that say different things."""

    earlier: tuple[int, int]
    later: tuple[int, int]


@dataclass(frozen=True)
class Twins:
    """Two tables with the same headings and keys, and how their cells compare."""

    earlier: Content
    later: Content
    compared: int
    differences: tuple[Difference, ...]


def twins(tables: Sequence[Content]) -> Iterator[Twins]:
    """Pairs that share headings, keys and most rows, of tables that have just one such other."""
    pairs = [pair for group in _by_headings(tables) for pair in _likely_pairs(group)]
    often = Counter(id(table) for pair in pairs for table in pair)
    for earlier, later in pairs:
        if often[id(earlier)] == often[id(later)] == 1 and (pair := _compared(earlier, later)):
            yield pair


def _by_headings(tables: Sequence[Content]) -> Iterator[list[Content]]:
    """Tables of the same headings, each content once."""
    groups: dict[tuple[str, ...], dict[object, Content]] = defaultdict(dict)
    for table in tables:
        if table.has_keys:
            groups[table.headings].setdefault(table.identity, table)
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
        Difference((one, column), (two, column))
        for (one, column), (two, _) in cells
        if earlier.rows[one][column] != later.rows[two][column]
    )
    return Twins(earlier, later, len(cells), tuple(differing))
