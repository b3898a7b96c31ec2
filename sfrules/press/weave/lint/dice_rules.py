"""The rules about dice."""

from __future__ import annotations

from sfrules.press.weave.lint import averages, coverage
from sfrules.press.weave.lint.finding import Rule

RULES_OF_DICE: tuple[Rule, ...] = (
    Rule(
        "coverage",
        "Dice tables that leave out a face of their die, name one twice, or go out of range.",
        look=coverage.look,
    ),
    Rule(
        "average",
        "Averages and ranges that do not match the dice beside them.",
        look_at_all=averages.look_at_all,
    ),
)
