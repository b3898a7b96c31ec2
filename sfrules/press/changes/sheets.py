"""The lock's files as rows of cells, and which rows of two of them are the same."""

from __future__ import annotations

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from operator import itemgetter
from typing import Generic, TypeVar

T = TypeVar("T")
H = TypeVar("H", bound=Hashable)
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


@dataclass(frozen=True)
class PairedEntries(Generic[T]):
    """What two editions both have, as it was and is, and what one of them alone has."""

    both: list[tuple[T, T]]
    gone: list[T]
    new: list[T]


def paired(
    before: Iterable[T],
    after: Iterable[T],
    name: Callable[[T], object],
    look: Callable[[T], object],
) -> PairedEntries[T]:
    """Things of one name in order: those that look alike at either end are each other's.

    What lies between is paired one by one, and the longer list keeps a rest.
    """
    sides: dict[object, tuple[list[T], list[T]]] = defaultdict(lambda: ([], []))
    for side, things in enumerate((before, after)):
        for thing in things:
            sides[name(thing)][side].append(thing)
    found = PairedEntries[T]([], [], [])
    for old, new in sides.values():
        alike = [look(one) == look(other) for one, other in zip(old, new, strict=False)]
        head = next((at for at, same in enumerate(alike) if not same), len(alike))
        ends = zip(reversed(old[head:]), reversed(new[head:]), strict=False)
        tail = list(takewhile(lambda pair: look(pair[0]) == look(pair[1]), ends))
        rests = old[: len(old) - len(tail)], new[: len(new) - len(tail)]
        shorter = min(map(len, rests))
        found.both.extend([*zip(*rests, strict=False), *tail])
        found.gone.extend(rests[0][shorter:])
        found.new.extend(rests[1][shorter:])
    return found


def paired_rows(
    before: Sequence[Row], after: Sequence[Row], named_by: int = 1
) -> PairedEntries[int]:
    """The indexes of rows that are the same in both, known by their first cells."""
    rows = paired(enumerate(before), enumerate(after), lambda at: at[1][:named_by], itemgetter(1))
    both = [(one[0], other[0]) for one, other in rows.both]
    return PairedEntries(both, [at for at, _ in rows.gone], [at for at, _ in rows.new])


def with_counts(names: Iterable[str]) -> list[str]:
    """Names of which no two are the same: the second x is x (2)."""
    return [f"{name} ({at + 1})" if at else name for name, at in numbered(names)]


def numbered(things: Iterable[H]) -> Iterator[tuple[H, int]]:
    """Number equal things: (thing, 0), (thing, 1), …."""
    counts: Counter[H] = Counter()
    for thing in things:
        yield thing, counts[thing]
        counts[thing] += 1
