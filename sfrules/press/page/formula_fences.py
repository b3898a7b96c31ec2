"""A fence whose info string is `formula core.armor_class`, as a call of the macro `formula`.

The tree has the offsets of what it stands for, so that what is wrong in the author's formula is
reported at its place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from jinja2 import nodes

from sfrules.press.page.regions import Region
from sfrules.press.page.tokens import RawToken

MACRO = "formula"
_TOKEN = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True)
class FormulaFence:
    """A fence taken apart.

    `rule` is the name of its rule between double braces, if it has one, and `rule_at` where these
    would begin. `before_body` is the end of the fence's first line.
    """

    rows: tuple[RawToken, ...]
    macro: int
    rule: str
    rule_at: int
    body: str
    before_body: int

    def call(self, rule: nodes.Expr | None) -> nodes.Expr:
        """The call of the macro `formula` that the fence stands for."""
        at = self.macro
        # The text of an argument begins behind its quote: that of a fence, behind its first line.
        words = nodes.Const(self.body, lineno=self.before_body)
        named = [nodes.Keyword("words", words, lineno=self.before_body)]
        macro = nodes.Name(MACRO, "load", lineno=at)
        return nodes.Call(macro, [rule] if rule else [], named, None, None, lineno=at)


def formula_fence(text: str, region: Region) -> FormulaFence:
    """The parts of a region that is the fence of a formula."""
    rule = region.info.removeprefix(MACRO).lstrip()
    rule_at = region.info_at + len(region.info) - len(rule)
    before_body = text.index("\n", rule_at)
    body = text[before_body + 1 : max(text.rfind("\n", 0, region.end), before_body) + 1]
    rows = (
        (region.start, "variable_begin", text[region.start : region.info_at].rstrip()),
        (region.info_at, "name", MACRO),
        *((rule_at + each.start(), "name", each[0]) for each in _TOKEN.finditer(rule)),
        (before_body + 1, "string", body),
        (region.end - 1, "variable_end", text[region.end - 1]),
    )
    between = f"{{{{{rule}}}}}" if rule else ""
    return FormulaFence(rows, region.info_at, between, rule_at - len("{{"), body, before_body)
