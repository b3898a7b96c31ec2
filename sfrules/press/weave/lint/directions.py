"""Columns by level, tier or rank that run against their own direction at one row."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from sfrules.press.ground.problems import Problem
from sfrules.press.weave.lint.document import Document, Table
from sfrules.press.weave.lint.finding import problem_in
from sfrules.press.weave.lint.keys import counts, rising_key
from sfrules.press.weave.lint.laws import LINE, RATIO, Values
from sfrules.press.weave.lint.numerals import Number, numbers_in, present, written_like
from sfrules.press.weave.lint.progressions import off_in
from sfrules.press.weave.lint.slips import transpositions

ROWS = 5
STEPS = 3  # that the other rows rise by, in a short column that is regular all the same
STEPS_ALONE = 6  # that show a direction by themselves
LONG = 8  # rows from which on plateaus show it too
STEPS_IF_LONG = 3
STEPS_IF_UNCLEAR = 5  # where either of two rows may be the wrong one
STEPS_IF_UNCLEAR_AND_LONG = 4
MOST = 10**9  # beyond it, swapped digits are not looked for

# A list of things by level owes them no order in their numbers.
_THINGS = re.compile(
    r"(?:names?|items?|monsters?|creatures?|spells?|weapons?|armou?rs?|ships?|vehicles?|enem(?:y|ies)"
    r"|foes?|npcs?|examples?|animals?|potions?|traps?|hazards?|encounters?|types?|opponents?)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Course:
    """A column's numbers with their rows, turned so that they rise."""

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
            for at in range(len(table.headings)):
                if at != (key or 0):
                    yield from _problems(document, table, key, at)


def _lists_things(table: Table) -> bool:
    """Whether a column has the names of things; one of saves or of slots has numbers."""
    return any(
        _THINGS.fullmatch(heading.text.strip()) and not numbers_in(cell.text for cell in cells)
        for heading, cells in table.columns
    )


def _problems(document: Document, table: Table, key: int | None, at: int) -> Iterator[Problem]:
    cells = table.column(at)
    numbers = numbers_in(cell.text for cell in cells) or []
    course = _course(numbers)
    place = _place(course, table, at) if key is not None else _slipped_place(course, table, at)
    if place is None or off_in(table, at):
        return  # what breaks a progression is told as that
    cell = cells[course.rows[place]]
    before, after = (cells[course.rows[near]].text for near in (place - 1, place + 1))
    way = "falls" if course.falls else "rises"
    yield problem_in(
        document.source,
        cell,
        f"the column {way} with {table.headings[key or 0].text} at every other row: "
        f"{cell.text} stands between {before} and {after}",
        _hint(course, place, present(numbers)),
    )


def _course(numbers: Sequence[Number | None]) -> Course:
    rows = [row for row, number in enumerate(numbers) if number]
    values = [number.value for number in present(numbers)]
    up = sum(one < two for one, two in pairwise(values))
    down = sum(one > two for one, two in pairwise(values))
    falls = down > up
    return Course(rows, [-value for value in values] if falls else values, falls)


def _place(course: Course, table: Table, at: int) -> int | None:
    """The one place that runs against the rest, where that is sure."""
    places = _inner_places(course)
    if not places:
        return None
    clear = places if len(places) == 1 else [p for p in places if _is_regular(course, p)]
    if len(clear) == 1:
        return clear[0] if _is_sure(course, clear[0], table, at) else None
    long = len(course.values) >= LONG
    needed = STEPS_IF_UNCLEAR_AND_LONG if long else STEPS_IF_UNCLEAR
    return places[-1] if _steps(_rest(course, places[-1])) >= needed else None


def _slipped_place(course: Course, table: Table, at: int) -> int | None:
    """The one place where two digits are swapped, though nothing says which way the rows go."""
    slipped = [place for place in _inner_places(course) if _is_slipped(course, place)]
    if len(slipped) != 1 or _steps(_rest(course, slipped[0])) < STEPS:
        return None
    return slipped[0] if _others_keep_theirs(table, at) else None


def _inner_places(course: Course) -> list[int]:
    """The places that could be put right; none where one is at an end: tables often end apart."""
    places = _mending(course)
    ends = {0, len(course.values) - 1}
    return places if len(course.values) >= ROWS and ends.isdisjoint(places) else []


def _is_slipped(course: Course, place: int) -> bool:
    """Whether the number has its place between its neighbours, with two of its digits swapped."""
    value = course.values[place]
    before, after = course.values[place - 1], course.values[place + 1]
    whole = value.denominator == 1 and abs(value) < MOST
    return whole and any(before <= meant <= after for meant in transpositions(int(value)))


def _mending(course: Course) -> list[int]:
    """The places where a number could be put right and leave no dip."""
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


def _is_sure(course: Course, place: int, table: Table, at: int) -> bool:
    steps = _steps(_rest(course, place))
    if steps >= STEPS_ALONE or (len(course.values) >= LONG and steps >= STEPS_IF_LONG):
        return True
    if steps < STEPS:
        return False
    if _is_regular(course, place) or _is_slipped(course, place):
        return True
    return _others_keep_theirs(table, at)


def _is_regular(course: Course, place: int) -> bool:
    """Whether one number at the place would make the whole a progression."""
    values = [-value if course.falls else value for value in course.values]
    beyond = values[:2] if place > 1 else values[-2:]
    growth = beyond[1] / beyond[0] if beyond[0] else Fraction(0)
    mends = (
        (LINE, (values[place - 1] + values[place + 1]) / 2),
        (RATIO, values[place - 1] * growth),
    )
    return any(law.holds([*values[:place], mend, *values[place + 1 :]]) for law, mend in mends)


def _others_keep_theirs(table: Table, at: int) -> bool:
    """Whether all other columns of numbers keep their direction, and one has a direction."""
    key = rising_key(table) or 0
    others = [
        _course(numbers_in(cell.text for cell in table.column(other)) or [])
        for other in range(len(table.headings))
        if other not in {at, key}
    ]
    numeric = [other for other in others if other.values]
    return any(_steps(o.values) >= STEPS for o in numeric) and not any(o.dips for o in numeric)


def _hint(course: Course, place: int, numbers: Sequence[Number]) -> str:
    """Which numbers would fit, and which other number may be the wrong one."""
    ends = sorted(
        -value if course.falls else value
        for value in (course.values[place - 1], course.values[place + 1])
    )
    low, high = (written_like(end, numbers) for end in ends)
    fits = f"{low} would fit" if low == high else f"a number from {low} to {high} would fit"
    unclear = len(_mending(course)) > 1 and not _is_regular(course, place)
    return f"{fits}, if the row above is right" if unclear else fits
