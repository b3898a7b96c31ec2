"""Misprints of a dice table that can be put right: what the row should say is beyond doubt."""

from __future__ import annotations

import re

from sfrules.ground.edits import Edit
from sfrules.ground.source import Source
from sfrules.lint.dice.die import Stretch
from sfrules.lint.dice.draws import Draw, DrawEntry
from sfrules.lint.rule import edit_of

ALIKE = 3  # other rows that are as wide as one should be
_DIGITS = re.compile(r"\d+")


def fixes_of(source: Source, draw: Draw) -> dict[DrawEntry, Edit]:
    """The edit that puts a table right with one number, by the entries that may show its fault.

    There is none if there is any doubt. Either one face stands twice and the next or the one before
    is missing, or one range is one face shorter than all the others, and that face is missing.
    """
    rows = [each.stretches[0] for each in draw.entries if len(each.stretches) == 1]
    is_sure = not (draw.die.open or draw.die.is_doubtful or draw.is_guessed)
    if not is_sure or len(rows) != len(draw.entries) or len(rows) <= ALIKE:
        return {}
    lowest, highest = draw.die.ends
    width, over = divmod(highest + 1 - lowest, len(rows))
    if over:
        return {}
    right = [Stretch(low, low + width - 1) for low in range(lowest, highest + 1, width)]
    wrong = [at for at, row in enumerate(rows) if row != right[at]]
    if len(wrong) != 1:
        return {}
    at = wrong[0]
    edit = _edit(source, draw.entries[at], rows[at], right[at])
    return dict.fromkeys(draw.entries[max(0, at - 1) : at + 2], edit) if edit else {}


def _edit(source: Source, entry: DrawEntry, row: Stretch, right: Stretch) -> Edit | None:
    """The edit of the one number that is wrong, written with as many digits as before."""
    is_single = row.low == row.high and right.low == right.high
    if row.low != right.low and row.high != right.high and not is_single:
        return None
    old, new = (row.low, right.low) if row.low != right.low else (row.high, right.high)
    wrong = [each for each in _DIGITS.findall(entry.cell.text) if int(each) == old]
    if len(wrong) != 1 or new is None:
        return None
    return edit_of(source, entry.cell, wrong[0], f"{new:0{len(wrong[0])}}")
