"""The tokens of what a page prints, read at once: Jinja's lexer tries each of its rules in turn.

Only an expression without brackets, braces and signs for trimming is read here, by Jinja's own
rules for each token. All else, and all that is faulty, is left to Jinja.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from jinja2.lexer import float_re, integer_re, operator_re, string_re

from sfrules.press.page.regions import Region

RawToken = tuple[int, str, str]
_TOKEN = re.compile(
    r"(?P<whitespace>\s+)"
    rf"|(?P<float>(?ix:{float_re.pattern}))"
    rf"|(?P<integer>(?ix:{integer_re.pattern}))"
    r"|(?P<name>\w+)"
    rf"|(?P<string>(?s:{string_re.pattern}))"
    rf"|(?P<operator>{operator_re.pattern})"
)
_STEP = {"(": 1, ")": -1}
_OPENS = frozenset("[]{}")


@dataclass(frozen=True)
class Splice:
    """A stretch of a text, and the tokens that it is read as."""

    start: int
    end: int
    rows: tuple[RawToken, ...]


def prints_in(text: str, regions: Iterable[Region]) -> Iterator[Splice]:
    """The stretches between double braces that can be read here."""
    for region in regions:
        if text.startswith("{{", region.start) and (rows := _rows(text, region)):
            yield Splice(region.start, region.end, tuple(rows))


def _rows(text: str, region: Region) -> list[RawToken]:
    """The tokens of a region with its braces; none where Jinja is to judge."""
    inside, closing = region.start + 2, region.end - 2
    if text[inside] in "-+" or text[closing - 1] in "-+":
        return []
    rows: list[RawToken] = [(region.start, "variable_begin", "{{")]
    at, depth = inside, 0
    for found in _TOKEN.finditer(text, inside, closing):
        kind, token, start = str(found.lastgroup), found.group(), at
        if found.start() != at or token in _OPENS:
            return []
        at += len(token)
        if kind == "operator":
            depth += _STEP.get(token, 0)
            if depth < 0:
                return []
        if kind != "whitespace":
            rows.append((start, kind, token))
    if at != closing or depth:
        return []
    return [*rows, (closing, "variable_end", "}}")]


def blanked(text: str, splices: Iterable[Splice]) -> str:
    """The text with each splice as plain text of the same length."""
    parts, at = [], 0
    for splice in splices:
        parts += [text[at : splice.start], "x" * (splice.end - splice.start)]
        at = splice.end
    return "".join([*parts, text[at:]])
