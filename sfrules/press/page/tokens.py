"""The tokens of a page's macros, each with its place in the author's file.

Jinja counts lines alone. Every token here carries its character offset where Jinja expects a line
number, so each node of the syntax tree, and each syntax error, knows its line *and* column.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import Any, TypeVar
from unicodedata import normalize

from jinja2 import Environment, nodes
from jinja2.exceptions import TemplateSyntaxError
from jinja2.lexer import Token

RawToken = tuple[int, str, str]
Rows = tuple[RawToken, ...]
AnyNode = TypeVar("AnyNode", bound=nodes.Node)
GRAMMAR = Environment(comment_start_string="{##", comment_end_string="##}")  # noqa: S701 it is read alone
REMEMBERED = 4096  # regions: pages say the same things again and again
_AT = re.compile(r"at (\d+)$")
_OPENERS = {"(": ")", "[": "]", "{": "}"}
_DELIMITERS = frozenset({"variable_begin", "variable_end", "block_begin", "block_end"})


class DecimalLiteral(float):
    """A decimal in a page, with the digits that the author wrote."""

    text: str


@lru_cache(maxsize=REMEMBERED)
def lex(region: str) -> tuple[Rows, tuple[Token, ...]]:
    """The tokens of a region as they are written, and as Jinja's parser reads them, from 0 on.

    Raises:
        TemplateSyntaxError: whose `lineno` is an offset.
        ValueError: for what Python itself does not take, such as a number of thousands of digits.
    """
    rows: list[RawToken] = []
    for offset, kind, text in _with_offsets(region.replace("\r", " ")):
        if kind == "raw_begin":
            message = "pages have no {% raw %}: text in code stays as it is written"
            raise TemplateSyntaxError(message, offset)
        if kind == "name" and (wrong := misspelt(text)):
            raise TemplateSyntaxError(wrong, offset)
        if kind != "whitespace":
            rows.append((offset, kind, text))
    literals = {offset: text for offset, kind, text in rows if kind == "float"}
    wrapped = GRAMMAR.lexer.wrap(iter(rows), None, None)
    return tuple(rows), tuple(_as_written(token, literals) for token in wrapped)


def misspelt(name: str) -> str:
    """What is wrong with how a name is written; "" if nothing is.

    Two ways to write one name would hide which of them is the book's.
    """
    folded = normalize("NFKC", name)
    if folded == name:
        return ""
    return f'the name "{name}" is not written as Python reads it: "{folded}"'


def _with_offsets(region: str) -> Iterator[RawToken]:
    at = 0
    try:
        for _line, kind, text in GRAMMAR.lexer.tokeniter(region, None):
            start = region.index(text, at)
            at = start + len(text)
            yield start, kind, text
    except TemplateSyntaxError as error:
        message = error.message or ""
        place = _AT.search(message)
        offset = int(place[1]) if place else _next_visible(region, at, message)
        raise TemplateSyntaxError(_AT.sub("here", message), offset) from None


def _next_visible(text: str, at: int, message: str) -> int:
    """Where the lexer stood: at the character it did not expect, or at the next visible one."""
    quoted = re.search(r"unexpected '(.)'", message)
    if quoted and (found := text.find(quoted[1], at)) >= 0:
        return found
    rest = text[at:]
    return at + len(rest) - len(rest.lstrip())


def _as_written(token: Token, literals: dict[int, str]) -> Token:
    if token.type == "float":
        literal = DecimalLiteral(token.value)
        literal.text = literals[token.lineno]
        return Token(token.lineno, token.type, literal)  # type: ignore[arg-type] # as Jinja's own
    return token


@dataclass(frozen=True)
class Tokens:
    """The tokens of all macros of a page in order, to find where an expression ends."""

    rows: Rows

    @cached_property
    def _offsets(self) -> list[int]:
        return [row[0] for row in self.rows]

    @cached_property
    def _edges(self) -> list[int]:
        """Which of the tokens are delimiters."""
        return [at for at, row in enumerate(self.rows) if row[1] in _DELIMITERS]

    def index(self, offset: int) -> int:
        """The index of the token that an offset is in."""
        return bisect_right(self._offsets, offset) - 1

    def end(self, index: int) -> int:
        """The offset at which a token ends."""
        offset, _, text = self.rows[index]
        return offset + len(text)

    def expression_around(self, offset: int) -> tuple[int, int]:
        """The start and end of what stands between the delimiters around an offset."""
        edge = bisect_right(self._edges, self.index(offset))
        first = self._edges[edge - 1] + 1 if edge else 0
        last = self._edges[edge] - 1 if edge < len(self._edges) else len(self.rows) - 1
        return self.rows[first][0], self.end(last)

    def with_delimiters(self, offset: int) -> tuple[int, int]:
        """The start and end of the same, with the delimiters."""
        edge = bisect_right(self._edges, self.index(offset))
        return self.rows[self._edges[edge - 1]][0], self.end(self._edges[edge])

    def end_of_primary(self, offset: int) -> int:
        """The end of the name, literal, call or chain of attributes that begins at an offset."""
        at = self.index(offset)
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
        return self.end(min(at, len(self.rows) - 1))

    def end_of_argument(self, offset: int) -> int:
        """The end of the argument that begins at an offset: before a comma or the call's end."""
        return self._end_before(offset, lambda _, text: text in (",", *_OPENERS.values()))

    def end_of_expression(self, offset: int) -> int:
        """The end of the expression that begins at an offset of a statement."""
        ends = (",", "if")
        return self._end_before(offset, lambda kind, text: kind.endswith("_end") or text in ends)

    def _end_before(self, offset: int, ends: Callable[[str, str], bool]) -> int:
        at = self.index(offset)
        while at + 1 < len(self.rows):
            if self.rows[at][2] in _OPENERS:
                at = self._closing(at)
            if at + 1 == len(self.rows) or ends(*self.rows[at + 1][1:]):
                break
            at += 1
        return self.end(at)

    def _closing(self, at: int) -> int:
        depth = 0
        for index in range(at, len(self.rows)):
            text = self.rows[index][2]
            depth += (text in _OPENERS) - (text in _OPENERS.values())
            if depth == 0:
                return index
        return len(self.rows) - 1


_FIRST: dict[type[nodes.Node], Callable[[Any], nodes.Node | None]] = {
    **dict.fromkeys(
        (nodes.Call, nodes.Getattr, nodes.Getitem, nodes.Filter, nodes.Test), attrgetter("node")
    ),
    **dict.fromkeys(nodes.BinExpr.__subclasses__(), attrgetter("left")),
    nodes.Compare: attrgetter("expr"),
    nodes.CondExpr: attrgetter("expr1"),
    nodes.Concat: lambda node: node.nodes[0],
}


def start_of(node: nodes.Node) -> int:
    """The offset at which an expression begins: that of its leftmost part."""
    while find := _FIRST.get(type(node)):
        first = find(node)
        if first is None:  # for the filter of a {% set %} with a text
            break
        node = first
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


def all_of(kind: type[AnyNode], tree: nodes.Node) -> Iterator[AnyNode]:
    """The nodes of a kind in a tree, the topmost among them."""
    if isinstance(tree, kind):
        yield tree
    yield from tree.find_all(kind)


def call_at(tree: nodes.Node, start: int) -> nodes.Call | None:
    """The outermost call in an expression that begins at an offset."""
    return next((call for call in all_of(nodes.Call, tree) if start_of(call) == start), None)
