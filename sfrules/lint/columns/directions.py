"""Columns by level, tier or rank that run against their own direction at one row."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

from sfrules.ground.problems import Problem
from sfrules.lint.columns.keys import counts, rising_key
from sfrules.lint.columns.progressions import LINE, RATIO, Values, off_in, transpositions
from sfrules.lint.document import Document, MarkdownTable
from sfrules.lint.finding import problem_in
from sfrules.lint.quantities import Quantity, present, quantities_in, written_like

ROWS = 5  # a column with fewer has no direction of its own
STEPS = 3  # rises among the other rows of a short column that is otherwise regular
STEPS_ALONE = 6  # rises that show a direction by themselves
LONG = 8  # rows: from this many on, plateaus show it too
STEPS_IF_LONG = 3  # as many as in a short column, but without further evidence
STEPS_IF_UNCLEAR = 5  # if either of two rows may be the wrong one
STEPS_IF_UNCLEAR_AND_LONG = 4  # one less, as a long column has plateaus
MOST = 10**9  # in greater numbers, swapped digits are not looked for

# In a list of things by level, the numbers are in no order.
_THINGS = re.compile(
    r"(?:names?|items?|monsters?|creatures?|spells?|weapons?|armou?rs?|ships?|vehicles?|enem(?:y|ies)"
    r"|foes?|npcs?|examples?|animals?|potions?|traps?|hazards?|encounters?|types?|opponents?)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Columns:
    """A table's columns, compared once for all of them: a table may be very wide."""

    courses: Sequence[Course]
    key: int

    @cached_property
    def _directed(self) -> set[int]:
        return {at for at in self._others if _steps(self.courses[at].values) >= STEPS}

    @cached_property
    def _dipping(self) -> set[int]:
        return {at for at in self._others if self.courses[at].dips}

    @property
    def _others(self) -> Iterator[int]:
        return (at for at in range(len(self.courses)) if at != self.key)

    def keep_theirs(self, but: int) -> bool:
        """Whether all columns but one keep their direction, and one at least has a direction."""
        return self._dipping <= {but} and not self._directed <= {but}


@dataclass(frozen=True)
class Course:
    """A column's numbers with their rows, negated if they fall, so that they rise."""

    rows: Sequence[int]
    values: Values
    falls: bool

    @property
    def dips(self) -> list[int]:
        """The places of numbers that are less than the one before."""
        return [at for at, (one, two) in enumerate(pairwise(self.values), 1) if two < one]


def directions(document: Document) -> Iterator[Problem]:
    """Cells at which a column runs against its own direction."""
    for table in document.tables:
        if len(table.rows) < ROWS or _lists_things(table):
            continue
        key = rising_key(table)
        if key is not None or counts(table):
            columns = Columns([_course(_numbers(table, at)) for at in _all(table)], key or 0)
            for at in _all(table):
                if at != columns.key and (place := _place(columns, at, counted=key is None)):
                    yield from _problems(document, table, columns, at, place)


def _all(table: MarkdownTable) -> range:
    return range(len(table.headings))


def _numbers(table: MarkdownTable, at: int) -> list[Quantity | None]:
    return quantities_in(cell.text for cell in table.column(at)) or []


def _lists_things(table: MarkdownTable) -> bool:
    """Whether a column lists names of things; one that holds numbers does not count."""
    return any(
        _THINGS.fullmatch(heading.text.strip()) and not quantities_in(cell.text for cell in cells)
        for heading, cells in table.columns
    )


def _problems(
    document: Document, table: MarkdownTable, columns: Columns, at: int, place: int
) -> Iterator[Problem]:
    if off_in(table, at):
        return  # another rule reports what breaks a progression
    cells, course = table.column(at), columns.courses[at]
    cell = cells[course.rows[place]]
    before, after = (cells[course.rows[near]].text for near in (place - 1, place + 1))
    way = "falls" if course.falls else "rises"
    yield problem_in(
        document.source,
        cell,
        f"the column {way} with {table.headings[columns.key].text} at every other row: "
        f"{cell.text} stands between {before} and {after}",
        _hint(course, place, present(_numbers(table, at))),
    )


def _course(numbers: Sequence[Quantity | None]) -> Course:
    rows = [row for row, number in enumerate(numbers) if number]
    values = [number.value for number in present(numbers)]
    up = sum(one < two for one, two in pairwise(values))
    down = sum(one > two for one, two in pairwise(values))
    falls = down > up
    return Course(rows, [-value for value in values] if falls else values, falls)


def _place(columns: Columns, at: int, *, counted: bool) -> int | None:
    """The one place that runs against the rest, if that is certain; never the first or last."""
    course = columns.courses[at]
    places = _inner_places(course)
    if counted or not places:
        return _slipped_place(columns, at, places)
    clear = places if len(places) == 1 else [p for p in places if _is_regular(course, p)]
    if len(clear) == 1:
        return clear[0] if _is_certain(columns, at, clear[0]) else None
    long = len(course.values) >= LONG
    needed = STEPS_IF_UNCLEAR_AND_LONG if long else STEPS_IF_UNCLEAR
    return places[-1] if _steps(_rest(course, places[-1])) >= needed else None


def _slipped_place(columns: Columns, at: int, places: Sequence[int]) -> int | None:
    """The one place with two digits swapped, in a table whose rows are only counted."""
    course = columns.courses[at]
    slipped = [place for place in places if _is_slipped(course, place)]
    if len(slipped) != 1 or _steps(_rest(course, slipped[0])) < STEPS:
        return None
    return slipped[0] if columns.keep_theirs(at) else None


def _inner_places(course: Course) -> list[int]:
    """The places that could be wrong; none if one is an end: ends of tables are often special."""
    places = _possible_places(course)
    ends = {0, len(course.values) - 1}
    return places if len(course.values) >= ROWS and ends.isdisjoint(places) else []


def _is_slipped(course: Course, place: int) -> bool:
    """Whether the number would fit between its neighbors with two of its digits swapped."""
    value = course.values[place]
    before, after = course.values[place - 1], course.values[place + 1]
    whole = value.denominator == 1 and abs(value) < MOST
    return whole and any(before <= meant <= after for meant in transpositions(int(value)))


def _possible_places(course: Course) -> list[int]:
    """The places where another number would leave no dip."""
    if len(course.dips) != 1:
        return []
    dip, last = course.dips[0], len(course.values) - 1
    return [
        place
        for place in (dip - 1, dip)
        if place in {0, last} or course.values[place - 1] <= course.values[place + 1]
    ]


def _rest(course: Course, place: int) -> Values:
    return [*course.values[:place], *course.values[place + 1 :]]


def _steps(values: Values) -> int:
    return sum(one < two for one, two in pairwise(values))


def _is_certain(columns: Columns, at: int, place: int) -> bool:
    course = columns.courses[at]
    steps = _steps(_rest(course, place))
    if steps >= STEPS_ALONE or (len(course.values) >= LONG and steps >= STEPS_IF_LONG):
        return True
    if steps < STEPS:
        return False
    if _is_regular(course, place) or _is_slipped(course, place):
        return True
    return columns.keep_theirs(at)


def _is_regular(course: Course, place: int) -> bool:
    """Whether another number at the place would make the column a progression."""
    values = [-value if course.falls else value for value in course.values]
    beyond = values[:2] if place > 1 else values[-2:]
    growth = beyond[1] / beyond[0] if beyond[0] else Fraction(0)
    fixes = (
        (LINE, (values[place - 1] + values[place + 1]) / 2),
        (RATIO, values[place - 1] * growth),
    )
    return any(law.holds([*values[:place], fix, *values[place + 1 :]]) for law, fix in fixes)


def _hint(course: Course, place: int, numbers: Sequence[Quantity]) -> str:
    """Which numbers would fit, and whether the one above may be the wrong one."""
    ends = sorted(
        -value if course.falls else value
        for value in (course.values[place - 1], course.values[place + 1])
    )
    low, high = (written_like(end, numbers) for end in ends)
    fits = f"{low} would fit" if low == high else f"a number from {low} to {high} would fit"
    unclear = len(_possible_places(course)) > 1 and not _is_regular(course, place)
    return f"{fits}, if the row above is right" if unclear else fits
