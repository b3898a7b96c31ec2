"""Jinja's tokens with the place of each in the author's file.

Jinja counts lines alone. Every token here carries its character offset where Jinja expects a line
number, so each node of the syntax tree, and each syntax error, knows its line *and* column.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from jinja2 import Environment, nodes
from jinja2.exceptions import TemplateSyntaxError

from sfrules.press.page.formula_fences import formula_calls
from sfrules.press.page.lexing import RawToken, Splice, blanked, prints_in
from sfrules.press.page.lines import alone_on_their_lines
from sfrules.press.page.regions import BRACE, Region, term_parts
from sfrules.press.page.simple import simple_expression

_AT = re.compile(r"at (\d+)$")
_OPENERS = {"(": ")", "[": "]", "{": "}"}
RESERVED = (BRACE, "\ufdd2", "\ufdd3")  # what a page's text may not contain
_DELIMITERS = frozenset({"variable_begin", "variable_end", "block_begin", "block_end"})
_SILENT = frozenset({"whitespace", "comment", "comment_begin", "comment_end"})


@dataclass(frozen=True)
class Tokens:
    """All tokens of a page as (offset, type, text), and the offsets alone for searching.

    `simple` has the trees of simple expressions by the offsets of their opening braces.
    """

    rows: tuple[RawToken, ...]
    offsets: tuple[int, ...]
    simple: Mapping[int, nodes.Expr] = field(default_factory=dict)

    def expression_around(self, offset: int) -> tuple[int, int]:
        """The start and end of what stands between the delimiters around an offset."""
        first, last = self._around(offset)
        end = self.rows[last]
        return self.rows[first][0], end[0] + len(end[2])

    def with_delimiters(self, offset: int) -> tuple[int, int]:
        """The start and end of the same with its delimiters, without blanks that they take in."""
        first, last = self._around(offset)
        start, end = self.rows[first - 1][0], self.rows[last + 1]
        return start, end[0] + len(end[2].rstrip())

    def _around(self, offset: int) -> tuple[int, int]:
        at = bisect_right(self.offsets, offset) - 1
        edge = bisect_right(self._edges, at)
        first = self._edges[edge - 1] + 1 if edge else 0
        last = self._edges[edge] - 1 if edge < len(self._edges) else len(self.rows) - 1
        return first, last

    @cached_property
    def _edges(self) -> list[int]:
        """Which of the tokens are delimiters."""
        return [at for at, row in enumerate(self.rows) if row[1] in _DELIMITERS]

    def end_of_primary(self, offset: int) -> int:
        """The end of the name, literal, call or chain of attributes that begins at an offset."""
        at = bisect_right(self.offsets, offset) - 1
        if self.rows[at][2] in _OPENERS:
            at = self._closing(at)
        while at + 1 < len(self.rows):
            text = self.rows[at + 1][2]
            if text in ("(", "["):
                at = self._closing(at + 1)
            elif text == ".":
                at += 2
            else:
                break
        at = min(at, len(self.rows) - 1)
        return self.rows[at][0] + len(self.rows[at][2])

    def end_of_argument(self, offset: int) -> int:
        """The end of the argument that begins at an offset: before a comma or the call's end."""
        at = bisect_right(self.offsets, offset) - 1
        while at + 1 < len(self.rows):
            if self.rows[at][2] in _OPENERS:
                at = self._closing(at)
            if self.rows[at + 1][2] in (",", *_OPENERS.values()):
                break
            at += 1
        return self.rows[at][0] + len(self.rows[at][2])

    def end_of_expression(self, offset: int) -> int:
        """The end of the expression that begins at an offset of a statement."""
        at = bisect_right(self.offsets, offset) - 1
        while at + 1 < len(self.rows):
            if self.rows[at][2] in _OPENERS:
                at = self._closing(at)
            _, kind, text = self.rows[at + 1]
            if kind.endswith("_end") or text == "," or (kind == "name" and text == "if"):
                break
            at += 1
        return self.rows[at][0] + len(self.rows[at][2])

    def _closing(self, at: int) -> int:
        depth = 0
        for index in range(at, len(self.rows)):
            text = self.rows[index][2]
            depth += (text in _OPENERS) - (text in _OPENERS.values())
            if depth == 0:
                return index
        return len(self.rows) - 1


def tokenize(environment: Environment, text: str, found: Sequence[Region] = ()) -> Tokens:
    """The tokens of a masked page, with each [[term]] as a call of the macro `term`.

    Raises:
        TemplateSyntaxError: whose `lineno` is an offset.
    """
    prints = list(prints_in(text, (region for region in found if region.kind == "jinja")))
    terms = [_term_call(text, region) for region in found if region.kind == "term"]
    formulas = formula_calls(text, found)
    splices = sorted([*prints, *terms, *formulas], key=lambda splice: splice.start)
    raw = _with_offsets(environment, blanked(text, prints))
    rows = tuple(_spliced(raw, text, splices))
    for offset, kind, _ in rows:
        if kind == "raw_begin":
            message = "pages have no {% raw %}: text in code stays as it is written"
            raise TemplateSyntaxError(message, offset)
    heard = tuple(row for row in alone_on_their_lines(rows) if row[1] not in _SILENT)
    read = ((splice.start, simple_expression(splice.rows)) for splice in prints)
    simple = {start: node for start, node in read if node is not None}
    return Tokens(heard, tuple(row[0] for row in heard), simple)


def _with_offsets(environment: Environment, text: str) -> Iterator[RawToken]:
    at = 0
    try:
        for _line, kind, value in environment.lexer.tokeniter(text, None):
            start = text.index(value, at)
            at = start + len(value)
            yield start, kind, value
    except TemplateSyntaxError as error:
        message = error.message or ""
        place = _AT.search(message)
        offset = int(place[1]) if place else _next_visible(text, at, message)
        raise TemplateSyntaxError(_AT.sub("here", message), offset) from None


def _next_visible(text: str, at: int, message: str) -> int:
    """Where the lexer stood: at the character it did not expect, or at the next visible one."""
    quoted = re.search(r"unexpected '(.)'", message)
    if quoted and (found := text.find(quoted[1], at)) >= 0:
        return found
    rest = text[at:]
    return at + len(rest) - len(rest.lstrip())


def _spliced(rows: Iterator[RawToken], text: str, splices: Sequence[Splice]) -> Iterator[RawToken]:
    waiting = list(reversed(splices))
    for start, kind, value in rows:
        if kind != "data":
            yield start, kind, value
            continue
        at, end = start, start + len(value)
        while waiting and waiting[-1].start < end:
            splice = waiting.pop()
            if splice.start > at:
                yield at, "data", text[at : splice.start]
            yield from splice.rows
            at = splice.end
        if at < end:
            yield at, "data", text[at:end]


def _term_call(text: str, term: Region) -> Splice:
    name, shown = term_parts(text[term.start : term.end])
    inside = (
        ("name", "term"),
        ("operator", "("),
        ("string", _quoted(name)),
        ("operator", ","),
        ("string", _quoted(shown)),
        ("operator", ")"),
    )
    return Splice(
        term.start,
        term.end,
        (
            (term.start, "variable_begin", "{{"),
            *((term.start + 2, kind, value) for kind, value in inside),
            (term.end - 2, "variable_end", "}}"),
        ),
    )


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


_FIRST: dict[type[nodes.Node], str] = {
    **dict.fromkeys((nodes.Call, nodes.Getattr, nodes.Getitem, nodes.Filter, nodes.Test), "node"),
    **dict.fromkeys(
        (nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod, nodes.Pow), "left"
    ),
    **dict.fromkeys((nodes.And, nodes.Or), "left"),
    nodes.Compare: "expr",
    nodes.CondExpr: "expr1",
}


def start_of(node: nodes.Node) -> int:
    """The offset at which an expression begins: that of its leftmost part."""
    while True:
        if type(node) in _FIRST:
            node = getattr(node, _FIRST[type(node)])
        elif isinstance(node, nodes.Concat):
            node = node.nodes[0]
        else:
            return node.lineno


def parts_of(node: nodes.Node) -> list[nodes.Node]:
    """The nodes right below one: Jinja asks for each of its fields, which is slow for so many."""
    kind = type(node)
    if kind is nodes.Const or kind is nodes.Name or kind is nodes.TemplateData:
        return []
    if isinstance(node, nodes.Getattr):
        return [node.node]
    if isinstance(node, nodes.Call) and node.dyn_args is None and node.dyn_kwargs is None:
        return [node.node, *node.args, *node.kwargs]
    return list(node.iter_child_nodes())
