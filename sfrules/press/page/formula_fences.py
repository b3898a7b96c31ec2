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

_FENCE = re.compile(
    r"(?P<run>`{3,}|~{3,})[ \t]*(?P<macro>formula)[ \t]*(?P<rule>[^\n]*?)[ \t\r]*\n"
    r"(?P<body>.*\n|)(?P<end>[^\n]*)",
    re.DOTALL,
)
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
        macro = nodes.Name("formula", "load", lineno=at)
        return nodes.Call(macro, [rule] if rule else [], named, None, None, lineno=at)


def formula_fence(text: str, region: Region) -> FormulaFence:
    """The parts of a region that is the fence of a formula."""
    fence = _FENCE.fullmatch(text, region.start, region.end)
    if fence is None:
        raise ValueError(f"not the fence of a formula: {text[region.start : region.end]}")
    rule, rule_at = fence["rule"], fence.start("rule") - len("{{")
    rows = (
        (region.start, "variable_begin", fence["run"]),
        (fence.start("macro"), "name", fence["macro"]),
        *((fence.start("rule") + each.start(), "name", each[0]) for each in _TOKEN.finditer(rule)),
        (fence.start("body"), "string", fence["body"]),
        (region.end - 1, "variable_end", text[region.end - 1]),
    )
    return FormulaFence(
        rows,
        fence.start("macro"),
        f"{{{{{rule}}}}}" if rule else "",
        rule_at,
        fence["body"],
        fence.start("body") - 1,
    )
