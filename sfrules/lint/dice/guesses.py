"""The die of a table that names none: its rows say it, where they run from end to end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sfrules.lint.dice.die import Die, Stretch
from sfrules.lint.dice.heads import die_in, says_number, says_roll

ROWS = 3  # a smaller table says nothing
JOINED = 0.6  # of the rows at least begin where the one above ends
ALMOST_JOINED = 0.8  # of the rows of a table that is only numbered
RANGES = 4  # that divide 1 to 100, under any heading
TENTH = 10  # of a d10, or a d100 if there are greater faces
SIX = {*"123456"}
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
Rows = Sequence[Stretch]


def rows_fit(die: Die, rows: Rows) -> bool:
    """Whether rows begin and end where a die does."""
    return _ends(rows) == die.ends or (die.zero_is_top and _ends(rows) == (0, die.faces[-1] - 1))


def rows_lie_within(die: Die, rows: Rows) -> bool:
    """Whether a die has all the numbers of some rows."""
    low, high = _ends(rows)
    return die.faces[0] <= low and high <= die.faces[-1]


def guess(heading: str, rows: Rows, hint: str) -> Die | None:
    """The die of rows under a heading that names none; None if they leave any doubt.

    `hint` is the text around.
    """
    if len(rows) < ROWS or any(row.open for row in rows):
        return None
    is_numbered = says_number(heading) and _may_be_rolled(rows, hint)
    is_rolled = says_roll(heading) or is_numbered or _divides_a_hundred(rows)
    return whole_die(rows) if is_rolled else None


def whole_die(rows: Rows) -> Die | None:
    """The die whose lowest and highest face some rows have, if nearly all rows are joined."""
    low, high = _ends(rows)
    if (low, high) == (11, 66) and {*"".join(str(end) for row in rows for end in row.ends)} <= SIX:
        return die_in("d66")
    if joined(rows) < JOINED:
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


def joined(rows: Rows) -> float:
    """The share of rows that begin right after the one above ends."""
    pairs = [(one.high, two.low) for one, two in pairwise(_topped(rows))]
    joints = sum(one is not None and two == one + 1 for one, two in pairs)
    return joints / len(pairs) if pairs else 0.0


def _may_be_rolled(rows: Rows, hint: str) -> bool:
    """Whether rows that are only numbered may be for a die: by ranges, or by words around them."""
    wide = any(row.low != row.high for row in rows)
    return wide or joined(rows) >= ALMOST_JOINED or "roll" in hint.casefold()


def _divides_a_hundred(rows: Rows) -> bool:
    wide = sum(row.low != row.high for row in rows)
    return _ends(rows) == (1, 100) and wide >= RANGES and 2 * wide > len(rows)
