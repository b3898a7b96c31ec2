"""Misprints of a dice table that can be put right: what the row should say is beyond doubt."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from sfrules.ground.edits import Edit
from sfrules.ground.source import Source
from sfrules.lint.dice.die import Stretch
from sfrules.lint.dice.draws import Draw, DrawEntry
from sfrules.lint.rule import edit_of

ALIKE = 3  # other rows that are as wide as one should be
_DIGITS = re.compile(r"\d+")


def fix_of(source: Source, draw: Draw, entry: DrawEntry) -> Edit | None:
    """The edit that puts a table right with one number; None if there is any doubt.

    Either one face stands twice and the next or the one before is missing, or one range is
    one face shorter than all the others, and that face is missing.
    """
    rows = [each.stretches[0] for each in draw.entries if len(each.stretches) == 1]
    is_sure = not (draw.die.open or draw.die.is_doubtful or draw.is_guessed)
    if not is_sure or len(rows) != len(draw.entries) or any(row.open for row in rows):
        return None
    at = draw.entries.index(entry)
    for near in (at, at - 1, at + 1):
        if 0 <= near < len(rows) and (right := _right_row(draw.die.faces, rows, near)):
            return _written(source, draw.entries[near], rows[near], right)
    return None


def _right_row(faces: Sequence[int], rows: list[Stretch], at: int) -> Stretch | None:
    """What a row should say, if that alone makes the table whole, and each row as wide as it."""
    before = rows[at - 1].high if at else faces[0] - 1
    after = rows[at + 1].low if at + 1 < len(rows) else faces[-1] + 1
    right = Stretch((before or 0) + 1, (after or 0) - 1)
    fixed = [*rows[:at], right, *rows[at + 1 :]]
    is_whole = (fixed[0].low, fixed[-1].high) == (faces[0], faces[-1]) and all(
        one.high is not None and two.low == one.high + 1 for one, two in pairwise(fixed)
    )
    widths = Counter(map(_width, fixed))
    is_alike = len(widths) == 1 and widths.total() > ALIKE
    one_end = (rows[at].low == right.low) != (rows[at].high == right.high)
    is_certain = one_end or (_width(right) == _width(rows[at]) == 0 and right != rows[at])
    return right if is_whole and is_alike and is_certain else None


def _width(row: Stretch) -> int:
    return (row.high or 0) - (row.low or 0)


def _written(source: Source, entry: DrawEntry, row: Stretch, right: Stretch) -> Edit | None:
    """The edit of the one number that is wrong, written with as many digits as before."""
    old, new = (row.low, right.low) if row.low != right.low else (row.high, right.high)
    wrong = [each for each in _DIGITS.findall(entry.cell.text) if int(each) == old]
    if len(wrong) != 1 or new is None:
        return None
    return edit_of(source, entry.cell, wrong[0], f"{new:0{len(wrong[0])}}")
