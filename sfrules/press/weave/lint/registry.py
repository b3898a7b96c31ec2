"""All rules of lint, in the order in which they are listed."""

from __future__ import annotations

from sfrules.press.weave.lint.column_rules import RULES_OF_COLUMNS
from sfrules.press.weave.lint.comments import rule_of_comments
from sfrules.press.weave.lint.dice_rules import RULES_OF_DICE
from sfrules.press.weave.lint.finding import Rule
from sfrules.press.weave.lint.structure_rules import RULES_OF_STRUCTURE

_OF_BOOKS: tuple[Rule, ...] = (*RULES_OF_DICE, *RULES_OF_COLUMNS, *RULES_OF_STRUCTURE)
RULES: tuple[Rule, ...] = (*_OF_BOOKS, rule_of_comments(_OF_BOOKS))
