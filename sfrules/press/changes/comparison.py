"""Two locks compared: the files of `tables/printed/` of two editions, and what differs in them.

A number has no name. It is known by its page, its heading, its kind and its expression, and by its
turn among those that are alike. A number that finds no partner in this way is looked for in wider
and wider circles: the same expression with another result typed in it, a heading with another id,
the same words on another page, other words for the same number. If both then print the same, only
words have changed, and that is counted and not listed. The rest has been added or removed.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from operator import attrgetter, itemgetter
from typing import Generic, TypeVar

from sfrules.ground.problems import Mistake

VALUES = "values.csv"
COLUMNS = ("page", "anchor", "kind", "expression", "printed")
# What the author typed, and changes with the rule: the first argument of a claim, and result=.
_TYPED = re.compile(
    r"""(?:^printed\(\s*(?:printed\s*=\s*)?|\bresult\s*=\s*)
    (?:"[^"]*"|'[^']*'|\[[^\]]*\]|\([^)]*\)|[^,)]*)""",
    re.VERBOSE,
)


Place = tuple[str, str]  # a page's file, and the id of the heading on it


@dataclass(frozen=True)
class CellChange:
    """A cell that both editions print, by its row and column, and what it was and is."""

    row: str
    column: str
    before: str
    after: str


@dataclass(frozen=True)
class TableChange:
    """What differs in a table that both editions print."""

    id: str
    #: How many cells both have.
    size: int = 0
    cells: tuple[CellChange, ...] = ()
    rows_added: tuple[str, ...] = ()
    rows_removed: tuple[str, ...] = ()
    columns_added: tuple[str, ...] = ()
    columns_removed: tuple[str, ...] = ()
    #: Whether rows or columns stand in another order.
    reordered: bool = False

    def __bool__(self) -> bool:
        """Whether anything differs."""
        return self != TableChange(self.id, self.size)


@dataclass(frozen=True)
class TableSize:
    """A table that one of the editions alone prints."""

    id: str
    rows: int
    columns: int


@dataclass(frozen=True)
class LockedNumber:
    """A line of the lock's values: where something is printed, by which expression, and how."""

    #: Which line of the lock it is: some are alike in everything else.
    at: int
    page: str
    anchor: str
    kind: str
    expression: str
    printed: str

    @property
    def place(self) -> Place:
        """The page and the heading."""
        return self.page, self.anchor

    @property
    def name(self) -> tuple[str, str, str, str]:
        """What identifies it, whatever it prints; numbers that are alike share it."""
        return self.page, self.anchor, self.kind, self.expression

    @property
    def rule(self) -> str:
        """The expression without what its author typed of its result."""
        return _TYPED.sub("…", self.expression)


@dataclass(frozen=True)
class NumberChange:
    """A number as it was and as it is; None if one of the editions does not print it."""

    before: LockedNumber | None
    after: LockedNumber | None

    @property
    def number(self) -> LockedNumber:
        """The number as it is, or, where it is gone, as it was."""
        found = self.after or self.before
        assert found is not None  # noqa: S101 one of the two is there, or nothing has changed
        return found


@dataclass(frozen=True)
class Difference:
    """All that differs between two editions: in their tables, and in the numbers of their text."""

    tables: tuple[TableChange, ...] = ()
    tables_added: tuple[TableSize, ...] = ()
    tables_removed: tuple[TableSize, ...] = ()
    numbers: tuple[NumberChange, ...] = ()
    numbers_added: tuple[NumberChange, ...] = ()
    numbers_removed: tuple[NumberChange, ...] = ()
    #: How many print the same from other words, or elsewhere.
    reworded: int = 0

    def __bool__(self) -> bool:
        """Whether anything differs that a reader can see."""
        return self != Difference(reworded=self.reworded)

    @property
    def cells(self) -> int:
        """How many cells of tables have changed."""
        return sum(len(table.cells) for table in self.tables)

    @property
    def every_number(self) -> tuple[NumberChange, ...]:
        """Every change of a number: first those that both editions print."""
        return (*self.numbers, *self.numbers_added, *self.numbers_removed)

    def by_place(self) -> list[tuple[Place, list[NumberChange]]]:
        """Every change of a number, page by page, by headings."""
        places: dict[Place, list[NumberChange]] = defaultdict(list)
        for change in self.every_number:
            places[change.number.place].append(change)
        return sorted(places.items(), key=lambda found: found[0][0])


def difference(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> Difference:
    """All that differs between two locks; raises NoSheet for a file that belongs to none."""
    old, new = _sheets(before), _sheets(after)
    numbers = [read_numbers(sheets.pop(VALUES, Sheet((), (), ()))) for sheets in (old, new)]
    both = sorted(old.keys() & new.keys())
    compared = (compare_tables(_id(name), old[name], new[name]) for name in both)
    return replace(
        compare_numbers(*numbers),
        tables=tuple(table for table in compared if table),
        tables_added=_without(old, new),
        tables_removed=_without(new, old),
    )


def _without(known: Mapping[str, Sheet], sheets: Mapping[str, Sheet]) -> tuple[TableSize, ...]:
    """The sizes of the tables that the other edition does not print."""
    names = sorted(sheets.keys() - known.keys())
    return tuple(TableSize(_id(n), len(sheets[n].rows), len(sheets[n].headings)) for n in names)


def _sheets(files: Mapping[str, bytes]) -> dict[str, Sheet]:
    sheets = {}
    for name, content in files.items():
        try:
            sheets[name] = read_sheet(content.decode("utf-8", "replace"))
        except NoSheet as error:
            raise NoSheet(f"{name} cannot be read: {error}") from error
    return sheets


def _id(name: str) -> str:
    return name.removesuffix(".csv")


def compare_tables(id: str, before: Sheet, after: Sheet) -> TableChange:
    """What differs between two printings of a table: rows by their stub, columns by heading."""
    pairs = paired_rows(before.rows, after.rows)
    kept = sorted((new, old) for old, new in pairs.both)
    was, now = with_counts(before.headings[1:]), with_counts(after.headings[1:])
    places = [(name, was.index(name) + 1, now.index(name) + 1) for name in now if name in was]
    stubs = with_counts(row[0] for row in after.rows)
    gone = with_counts(row[0] for row in before.rows)
    return TableChange(
        id=id,
        size=len(kept) * len(places),
        cells=tuple(
            CellChange(stubs[new], heading, before.rows[old][left], after.rows[new][right])
            for new, old in kept
            for heading, left, right in places
            if before.rows[old][left] != after.rows[new][right]
        ),
        rows_added=tuple(stubs[at] for at in sorted(pairs.new)),
        rows_removed=tuple(gone[at] for at in sorted(pairs.gone)),
        columns_added=_new_columns(after, was, before),
        columns_removed=_new_columns(before, now, after),
        reordered=not (
            _rising([old for _, old in kept]) and _rising([left for _, left, _ in places])
        ),
    )


def _new_columns(sheet: Sheet, known: list[str], other: Sheet) -> tuple[str, ...]:
    """The columns that the other printing lacks; the stub counts as one if it has a new name."""
    stub = [each for each in sheet.headings[:1] if each not in other.headings[:1]]
    return (*stub, *(each for each in with_counts(sheet.headings[1:]) if each not in known))


def _rising(places: list[int]) -> bool:
    return all(one < other for one, other in pairwise(places))


BY: tuple[Callable[[LockedNumber], Hashable], ...] = (
    lambda n: n.name,
    lambda n: (n.page, n.anchor, n.kind, n.rule),
    lambda n: (n.page, n.kind, n.rule),
    lambda n: (n.kind, n.rule, n.printed),
    lambda n: (n.page, n.anchor, n.kind, n.printed),
)


def read_numbers(sheet: Sheet) -> list[LockedNumber]:
    """The lines of `values.csv`; raises NoSheet where it has other columns."""
    if sheet.headings and sheet.headings != COLUMNS:
        has, wanted = ", ".join(sheet.headings), ", ".join(COLUMNS)
        raise NoSheet(f"values.csv has the columns {has}; a lock's are {wanted}")
    rows = (row[: len(COLUMNS)] for row in sheet.rows)
    return [LockedNumber(at, *row) for at, row in enumerate(rows)]


def compare_numbers(before: Sequence[LockedNumber], after: Sequence[LockedNumber]) -> Difference:
    """Pair the numbers of two editions, and return what differs, in the order of their pages."""
    old, new, met = list(before), list(after), list[tuple[LockedNumber, LockedNumber]]()
    for known in BY:
        pairs = paired(old, new, known, attrgetter("printed"))
        met += pairs.both
        old, new = (sorted(rest, key=attrgetter("at")) for rest in (pairs.gone, pairs.new))
    met.sort(key=lambda pair: pair[1].at)
    return Difference(
        numbers=tuple(NumberChange(*pair) for pair in met if pair[0].printed != pair[1].printed),
        numbers_added=tuple(NumberChange(None, other) for other in new),
        numbers_removed=tuple(NumberChange(one, None) for one in old),
        reworded=sum(one.printed == other.printed and one.name != other.name for one, other in met),
    )


T = TypeVar("T")
Row = tuple[str, ...]


class NoSheet(Mistake):
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
        looks = [[look(each) for each in side] for side in (old, new)]
        head = first_difference(*looks)
        tail = first_difference(*(side[head:][::-1] for side in looks))
        rests = old[: len(old) - tail], new[: len(new) - tail]
        shorter = min(map(len, rests))
        found.both.extend(zip(*rests, strict=False))
        found.both.extend(zip(old[len(rests[0]) :], new[len(rests[1]) :], strict=True))
        found.gone.extend(rests[0][shorter:])
        found.new.extend(rests[1][shorter:])
    return found


def first_difference(one: Sequence[object], other: Sequence[object]) -> int:
    """The index of the first of these that differ; where one ends, that is its end."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def paired_rows(
    before: Sequence[Row], after: Sequence[Row], named_by: int = 1
) -> PairedEntries[int]:
    """The indexes of rows that are the same in both, known by their first cells."""
    rows = paired(enumerate(before), enumerate(after), lambda at: at[1][:named_by], itemgetter(1))
    both = [(one[0], other[0]) for one, other in rows.both]
    return PairedEntries(both, [at for at, _ in rows.gone], [at for at, _ in rows.new])


def with_counts(names: Iterable[str]) -> list[str]:
    """Names of which no two are the same: the second x is x (2)."""
    counts: Counter[str] = Counter()
    told = []
    for name in names:
        counts[name] += 1
        told.append(f"{name} ({counts[name]})" if counts[name] > 1 else name)
    return told
