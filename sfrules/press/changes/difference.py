"""What differs between two editions of a book: in its tables, and in the numbers of its text."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

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
    """A table that both editions print: `size` counts the cells that both have.

    `reordered` says that rows or columns stand in another order.
    """

    id: str
    size: int = 0
    cells: tuple[CellChange, ...] = ()
    rows_added: tuple[str, ...] = ()
    rows_removed: tuple[str, ...] = ()
    columns_added: tuple[str, ...] = ()
    columns_removed: tuple[str, ...] = ()
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
    """A line of the lock's values: where something is printed, by which expression, and how.

    `index` counts those that are alike in everything but what they print, from 0.
    """

    page: str
    anchor: str
    kind: str
    expression: str
    printed: str
    index: int = 0

    @property
    def place(self) -> Place:
        """The page and the heading."""
        return self.page, self.anchor

    @property
    def name(self) -> tuple[str, str, str, str]:
        """What identifies it, whatever it prints; numbers that are alike share it."""
        return self.page, self.anchor, self.kind, self.expression


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
    """All that differs. `reworded` counts what prints the same from other words or elsewhere."""

    tables: tuple[TableChange, ...] = ()
    tables_added: tuple[TableSize, ...] = ()
    tables_removed: tuple[TableSize, ...] = ()
    numbers: tuple[NumberChange, ...] = ()
    numbers_added: tuple[NumberChange, ...] = ()
    numbers_removed: tuple[NumberChange, ...] = ()
    reworded: int = 0

    def __bool__(self) -> bool:
        """Whether anything differs that a reader can see."""
        return self != Difference(reworded=self.reworded)

    @property
    def cells(self) -> int:
        """How many cells of tables have changed."""
        return sum(len(table.cells) for table in self.tables)

    @property
    def length(self) -> int:
        """How many lines a list of everything has."""
        return self.cells + sum(len(changes) for _, changes in self.by_place())

    def by_place(self) -> list[tuple[Place, list[NumberChange]]]:
        """Every change of a number, page by page, by headings: first those where one changed."""
        places: dict[Place, list[NumberChange]] = defaultdict(list)
        for change in (*self.numbers, *self.numbers_added, *self.numbers_removed):
            places[change.number.place].append(change)
        return sorted(places.items(), key=lambda found: found[0][0])


@dataclass(frozen=True)
class Changes:
    """The difference between two editions, by their names; `after` is "" for now."""

    before: str
    after: str
    difference: Difference
