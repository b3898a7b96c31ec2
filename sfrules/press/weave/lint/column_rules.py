"""The rules of lint that look at columns of numbers, and at tables beside each other."""

from __future__ import annotations

from sfrules.press.weave.lint.conflicts import conflicts
from sfrules.press.weave.lint.copies import copies
from sfrules.press.weave.lint.directions import directions
from sfrules.press.weave.lint.finding import Rule
from sfrules.press.weave.lint.progressions import progressions
from sfrules.press.weave.lint.totals import totals

RULES_OF_COLUMNS: tuple[Rule, ...] = (
    Rule("direction", "A column by level runs against its own direction at one row.", directions),
    Rule("progression", "A progression has one row off.", progressions),
    Rule(
        "conflict",
        "Two tables with the same headings and keys have cells that differ.",
        look_at_all=conflicts,
    ),
    Rule("copy", "The same table is written again.", look_at_all=copies),
    Rule("total", "A sum does not add up, where a row or a column says Total.", totals),
)
