"""The lock's files as rows of cells, and which rows of two of them are the same."""

from __future__ import annotations

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from operator import itemgetter
from typing import TypeVar

T = TypeVar("T")
Row = tuple[str, ...]


class NoSheet(Exception):
    """A text that cannot be taken for rows of cells, and why."""


@dataclass(frozen=True)
class Sheet:
    """The headings and rows of a CSV file, and the line that each row begins on, headings first."""

    headings: Row
    rows: tuple[Row, ...]
    lines: tuple[int, ...]


def read_sheet(text: str) -> Sheet:
    """The rows of a CSV text; empty lines are no rows, and a short row is filled up with blanks.

    Raises:
        NoSheet: where Python's reader gives up.
    """
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    rows, lines, line = list[Row](), list[int](), 1
    try:
        for cells in reader:
            if cells:
                rows.append(tuple(cells))
                lines.append(line)
            line = reader.line_num + 1
    except csv.Error as error:
        raise NoSheet(f"line {line}: {error}") from error
    if not rows:
        return Sheet((), (), (1,))
    headings, *below = rows
    filled = (row + ("",) * (len(headings) - len(row)) for row in below)
    return Sheet(headings, tuple(filled), tuple(lines))


def paired(
    before: Sequence[T], after: Sequence[T], look: Callable[[T], object]
) -> list[tuple[T | None, T | None]]:
    """Things that bear one name, in order: those that look alike at either end are each other's.

    What lies between is paired one by one, and the longer list keeps a rest.
    """
    old, new = [look(each) for each in before], [look(each) for each in after]
    short = min(len(old), len(new))
    head = next((at for at in range(short) if old[at] != new[at]), short)
    rest = short - head
    tail = next((at for at in range(rest) if old[-1 - at] != new[-1 - at]), rest)
    ends = len(old) - tail, len(new) - tail
    between = zip_longest(before[head : ends[0]], after[head : ends[1]])
    return [
        *zip(before[:head], after[:head], strict=True),
        *between,
        *zip(before[ends[0] :], after[ends[1] :], strict=True),
    ]


def paired_rows(
    before: Sequence[Row], after: Sequence[Row], named_by: int = 1
) -> list[tuple[int | None, int | None]]:
    """The places of rows that are the same in both, known by their first cells; None for none."""
    here, there = _by_name(before, named_by), _by_name(after, named_by)
    pairs: list[tuple[int | None, int | None]] = []
    for name in {**here, **there}:
        old = [(at, before[at]) for at in here.get(name, [])]
        new = [(at, after[at]) for at in there.get(name, [])]
        alike = paired(old, new, itemgetter(1))
        pairs += [(one[0] if one else None, other[0] if other else None) for one, other in alike]
    return pairs


def _by_name(rows: Iterable[Row], named_by: int) -> dict[Row, list[int]]:
    found: dict[Row, list[int]] = defaultdict(list)
    for at, row in enumerate(rows):
        found[row[:named_by]].append(at)
    return found


def with_counts(names: Iterable[str]) -> list[str]:
    """Names of which no two are the same: the second x is x (2)."""
    counts: Counter[str] = Counter()
    named = []
    for name in names:
        counts[name] += 1
        named.append(name if counts[name] == 1 else f"{name} ({counts[name]})")
    return named
