"""A plot as its author describes it: which numbers of a table it shows, and their names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from numbers import Rational
from typing import Any, Literal

from sfrules.press.things.figures import check_id
from sfrules.press.things.tables import Column, Table

Mark = Literal["line", "step", "bars", "heat"]
"""Straight from value to value; level until the next; from zero up; a grid."""

Number = Rational | Decimal
At = Number | str
"""A place along the axis across: a number, or one of several names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """What a side of the plot measures: its title, its unit, and the format of its ticks."""

    title: str
    unit: str = ""
    style: str = ""

    @property
    def text(self) -> str:
        """The title with its unit, as the plot prints it."""
        return f"{self.title} ({self.unit})" if self.unit else self.title


@dataclass(frozen=True, slots=True)
class Series:
    """A column to draw, by its heading; a spanner's heading draws each column below it."""

    heading: str
    #: What the plot calls the column, if not by its heading.
    name: str = ""


@dataclass(frozen=True, slots=True)
class Boundary:
    """A line through the whole plot at a place across, such as where a group of rows begins."""

    at: Number
    name: str


@dataclass(frozen=True, slots=True)
class Trace:
    """A series as it is plotted: the exact values of its column's cells, without the blank ones."""

    name: str
    column: Column
    points: tuple[tuple[At, Number], ...]

    @property
    def values(self) -> tuple[Number, ...]:
        """The values without their places."""
        return tuple(value for _, value in self.points)


@dataclass(frozen=True, kw_only=True)
class Chart:
    """A plot of some columns of a table.

    Raises:
        ValueError: for an id of another form, a column or cell that the table does not have, a cell
            that is no number, or a number that the plot has no place for.
    """

    id: str
    #: For those who do not see the plot.
    title: str
    caption: str
    #: Every number of the plot is in one of its cells.
    table: Table
    mark: Mark
    across: Axis
    up: Axis
    #: The columns that are drawn; those of a heat map go across, and the stub up.
    series: tuple[Series, ...]
    #: The heading of the column that goes along the axis across, instead of the stub.
    along: str = ""
    boundaries: tuple[Boundary, ...] = ()
    #: Lines that vouch for the numbers that are typed in its words.
    proof: str = ""

    def __post_init__(self) -> None:
        check_id(self.id)
        for fault in self._faults():
            raise ValueError(f"chart {self.id}: {fault}")

    @cached_property
    def traces(self) -> tuple[Trace, ...]:
        """Every series with its numbers."""
        return tuple(trace for one in self.series for trace in self._traced(one))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The places along the axis across, where they are names and not numbers."""
        return tuple(each for each in self.places if isinstance(each, str))

    @cached_property
    def places(self) -> tuple[At, ...]:
        """The place of each row along the axis across."""
        return self._cells(self.column_along)

    @cached_property
    def column_along(self) -> Column:
        """The column that goes along the axis across."""
        return self.table.select(columns=[self.along]).leaves[0] if self.along else self.table.stub

    def _traced(self, one: Series) -> Iterator[Trace]:
        for column in self.table.select(columns=[one.heading]).leaves:
            pairs = zip(self.places, self._cells(column), strict=True)
            points = tuple((place, cell) for place, cell in pairs if cell is not None)
            yield Trace(one.name or column.heading, column, points)

    def _cells(self, column: Column) -> tuple[Any, ...]:
        """The values below a column."""
        columns = (self.table.stub, *self.table.leaves)
        at = next(index for index, one in enumerate(columns) if one is column)
        return tuple(row[at] for row in self.table.cells)

    def _faults(self) -> Iterator[str]:
        """What is wrong; each check relies on those before it."""
        names = [trace.name for trace in self.traces]
        if len(set(names)) < len(names):
            yield f"two series share a name: {', '.join(names)}"
        yield from (f"{trace.name} is blank" for trace in self.traces if not trace.points)
        if not names:
            yield "there is no series"
        if self.names and len(self.names) < len(self.places):
            yield "the places along the axis are names and numbers"
        for trace in self.traces:
            cells: tuple[tuple[At, object], ...] = trace.points  # a rule may answer anything
            for at, value in cells:
                if not isinstance(value, Number) or isinstance(value, bool):
                    yield f"{trace.name} at {at} is {value!r}, no number"
        yield from (fault for wrong, fault in self._misfits() if wrong)

    def _misfits(self) -> Iterator[tuple[bool, str]]:
        """What the mark and the places could have against each other."""
        mark, named, several = self.mark, bool(self.names), len(self.traces) > 1
        runs = named and mark in ("line", "step")
        yield runs, f"a {mark} runs along numbers, not {self.places[0]!r}"
        yield mark == "bars" and several, "bars are of one series; draw several as lines"
        divided = bool(self.boundaries)
        yield mark == "heat" and divided, "a heat map has no boundaries"
        yield named and divided, "a boundary stands at a number, and these places have names"
