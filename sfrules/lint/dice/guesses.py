"""The die of a table that names none: its rows say it, where they run from end to end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

from sfrules.lint.dice.die import Die, Stretch
from sfrules.lint.dice.heads import die_in, says_number, says_roll

ROWS = 3  # a smaller table says nothing
JOINED = 0.6  # of the rows at least begin where the one above ends
ALMOST_JOINED = 0.8  # of the rows of a table that is only numbered
RANGES = 4  # that divide 1 to 100, under any heading
FAMILIAR = 2  # whole tables of a file that show which die it rolls
USUAL = 0.8  # share of its whole tables that have this die
TENTH = 10  # of a d10, or a d100 if there are greater faces
_SIZES = (4, 6, 8, 10, 12, 20, 30, 100, 1000)
# From the lowest to the highest sum of two dice and more, as they are rolled on tables.
_SUMS = {
    (2, 8): "2d4",
    (2, 12): "2d6",
    (2, 16): "2d8",
    (2, 20): "2d10",
    (2, 24): "2d12",
    (2, 40): "2d20",
    (3, 12): "3d4",
    (3, 18): "3d6",
    (3, 24): "3d8",
    (3, 30): "3d10",
    (4, 24): "4d6",
    (5, 30): "5d6",
}
# Where an end is left out: no die has these, so they are what is left of the one that has.
_TOPS_LOST = {5: 6, 7: 8, 9: 10, 11: 12, 19: 20, 29: 30, 99: 100}
_OF_FIVE = (1, 5)  # degrees of success may be five, and are results too
_SUMS_LOST = {(2, 11): "2d6", (3, 17): "3d6"}
_BOTTOMS_LOST = {6: 6, 10: 10, 100: 100}
_RANGED = {20: 15, 100: 80}  # of ranges, the last may be wider: up to this, it is lost
_LOWEST_LOST = 20  # the first range of a d100 that may be left out

Rows = Sequence[Stretch]


def rows_fit(die: Die, rows: Rows) -> bool:
    """Whether rows begin and end where a die does."""
    return _ends(rows) == die.ends or (die.zero_is_top and _ends(rows) == (0, die.faces[-1] - 1))


def rows_lie_within(die: Die, rows: Rows) -> bool:
    """Whether a die has all the numbers of some rows."""
    low, high = _ends(rows)
    return die.faces[0] <= low and high <= die.faces[-1]


def guess(heading: str, rows: Rows, habits: Mapping[str, Counter[str]], hint: str) -> Die | None:
    """The die of rows under a heading that names none; None if they leave any doubt.

    `habits` has the dice of the whole tables of the file, by heading; `hint` is the text around.
    """
    if len(rows) < ROWS or any(row.open for row in rows):
        return None
    rolled, numbered = says_roll(heading), says_number(heading)
    if whole := whole_die(rows):
        if rolled or (numbered and _may_be_rolled(rows, hint)) or _divides_a_hundred(rows):
            return whole
    elif rolled and _joined(rows) >= JOINED:
        of_results = "result" in heading.casefold() and _ends(rows) == _OF_FIVE
        lost = None if of_results else _with_an_end_lost(rows)
        return lost or _familiar(heading, rows, habits)
    elif numbered:
        return _familiar(heading, rows, habits)
    return None


def habit(heading: str, rows: Rows) -> Die | None:
    """The die of a table without a hole under a heading that names none."""
    weak = says_roll(heading) or says_number(heading)
    is_whole = weak and len(rows) >= ROWS and not any(row.open for row in rows)
    return whole_die(rows) if is_whole and _joined(rows) == 1 else None


def whole_die(rows: Rows) -> Die | None:
    """The die whose lowest and highest face some rows have, if nearly all rows are joined."""
    low, high = _ends(rows)
    if low == 11 and high == 66 and all(_is_of_sixes(row) for row in rows):  # noqa: PLR2004
        return die_in("d66")
    if _joined(rows) < JOINED:
        return None
    if low == 1 and high in _SIZES:
        return die_in(f"d{high}")
    if low == 0 and high in (9, 99):
        return die_in(f"d{high + 1}")
    return die_in(_SUMS[low, high]) if (low, high) in _SUMS else None


def _ends(rows: Rows) -> tuple[int, int]:
    ends = [end for row in _topped(rows) for end in row.ends] or [0]
    return min(ends), max(ends)


def _topped(rows: Rows) -> list[Stretch]:
    """The rows, where the last face may be written as 0 or 00."""
    if not rows or rows[-1].high != 0 or len(rows) == 1:
        return list(rows)
    top = 100 if max(end for row in rows for end in row.ends) > TENTH else TENTH
    low = rows[-1].low or top
    return [*rows[:-1], Stretch(low, top)]


def _is_of_sixes(row: Stretch) -> bool:
    return all(set(str(end)) <= set("123456") for end in row.ends)


def _joined(rows: Rows) -> float:
    """The share of rows that begin right after the one above ends."""
    pairs = [(one.high, two.low) for one, two in pairwise(_topped(rows))]
    joints = sum(one is not None and two == one + 1 for one, two in pairs)
    return joints / len(pairs) if pairs else 0.0


def joins(rows: Rows) -> bool:
    """Whether each row begins right after the one above ends."""
    return _joined(rows) == 1


def _are_ranges(rows: Rows) -> bool:
    return any(row.low != row.high for row in rows)


def _may_be_rolled(rows: Rows, hint: str) -> bool:
    """Whether rows that are only numbered may be for a die: by ranges, or by words around them."""
    return _are_ranges(rows) or _joined(rows) >= ALMOST_JOINED or "roll" in hint.casefold()


def _divides_a_hundred(rows: Rows) -> bool:
    wide = sum(row.low != row.high for row in rows)
    return _ends(rows) == (1, 100) and wide >= RANGES and 2 * wide > len(rows)


def _with_an_end_lost(rows: Rows) -> Die | None:
    """The die of rolled rows that do not reach one of its ends."""
    low, high = _ends(rows)
    if (low, high) in _SUMS_LOST:
        return die_in(_SUMS_LOST[low, high])
    if low == 1:
        sides = _TOPS_LOST.get(high, 0)
        if not sides and _are_ranges(rows):
            sides = next((size for size, least in _RANGED.items() if least <= high < size), 0)
        return die_in(f"d{sides}") if sides else None
    first_lost = low == 2 or (_are_ranges(rows) and high == 100 and low <= _LOWEST_LOST)  # noqa: PLR2004
    first_lost = first_lost or _is_a_row_short(low, rows)
    return die_in(f"d{_BOTTOMS_LOST[high]}") if first_lost and high in _BOTTOMS_LOST else None


def _is_a_row_short(low: int, rows: Rows) -> bool:
    """Whether rows that are all of one width lack one of that width below."""
    widths = {(row.high or 0) - (row.low or 0) + 1 for row in rows}
    return widths == {low - 1}


def _familiar(heading: str, rows: Rows, habits: Mapping[str, Counter[str]]) -> Die | None:
    """The die that other tables of the file have under the heading, if only an end is lost."""
    counts = habits.get(heading.casefold())
    if not counts or _joined(rows) < JOINED:
        return None
    name, count = counts.most_common(1)[0]
    if count < FAMILIAR or count < USUAL * counts.total():
        return None
    die = die_in(name)
    within = die is not None and rows_lie_within(die, rows)
    return die if within and (_joined(rows) == 1) else None
