"""A fence whose info string is `formula core.armor_class`, as a call of the macro `formula`.

The tokens have the offsets of what they stand for, so that what is wrong in the author's formula is
told at its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from sfrules.press.page.lexing import RawToken, Splice
from sfrules.press.page.regions import Region, unmask

_FENCE = re.compile(
    r"[^`~]*(?P<run>`{3,}|~{3,})[ \t]*(?P<macro>formula)(?P<info>[^\n]*)\n(?P<body>.*\n|)[^\n]*",
    re.DOTALL,
)
_NAME = re.compile(r"\w+|[^\w\s]")


def formula_calls(text: str, regions: Iterable[Region]) -> Iterator[Splice]:
    """Each fence as the tokens of `{{ formula(core.armor_class, words="…") }}`."""
    for region in regions:
        fence = _FENCE.fullmatch(text, region.start, region.end)
        if region.kind == "formula" and fence:  # one with a fault of grammar has been blanked
            yield _call(fence)


def _call(fence: re.Match[str]) -> Splice:
    start, before, body = fence.start("run"), fence.start("body") - 1, unmask(fence["body"])
    rule = list(_NAME.finditer(fence.string, *fence.span("info")))
    rows: list[RawToken] = [
        (start, "variable_begin", "{{"),
        (fence.start("macro"), "name", "formula"),
        (fence.end("macro"), "operator", "("),
        *((each.start(), _kind(each[0]), each[0]) for each in rule),
        *([(before, "operator", ",")] if rule else []),
        (before, "name", "words"),
        (before, "operator", "="),
        (before, "string", _quoted(body)),
        (max(before, fence.end("body") - 1), "operator", ")"),
        (fence.end() - 1, "variable_end", "}"),
    ]
    return Splice(start, fence.end(), tuple(rows))


def _kind(token: str) -> str:
    return "name" if token.isidentifier() else "operator"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
