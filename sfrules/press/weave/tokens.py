"""Jinja's tokens with the place of each in the author's file.

Jinja counts lines alone. Every token here carries its character offset where Jinja expects a line
number, so each node of the syntax tree, and each syntax error, knows its line *and* column.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from jinja2 import Environment, nodes
from jinja2.exceptions import TemplateSyntaxError
from jinja2.lexer import Token, TokenStream

from sfrules.press.weave.regions import BRACE, Region, term_parts, unmask

RawToken = tuple[int, str, str]
_AT = re.compile(r"at (\d+)$")
_OPENERS = {"(": ")", "[": "]", "{": "}"}
_CLOSED_BY = {"block_begin": "block_end", "comment_begin": "comment_end"}
RESERVED = (BRACE, "\ufdd2", "\ufdd3")  # what a page's text may not contain
_SILENT = frozenset({"whitespace", "comment", "comment_begin", "comment_end"})


@dataclass(frozen=True)
class Tokens:
    """All tokens of a page as (offset, type, text), and the offsets alone for searching."""

    rows: tuple[RawToken, ...]
    offsets: tuple[int, ...]

    def expression_around(self, offset: int) -> tuple[int, int]:
        """The start and end of what stands between the delimiters around an offset."""
        at = bisect_right(self.offsets, offset) - 1
        first, last = at, at
        while first > 0 and not self.rows[first - 1][1].endswith("_begin"):
            first -= 1
        while last + 1 < len(self.rows) and not self.rows[last + 1][1].endswith("_end"):
            last += 1
        end = self.rows[last]
        return self.rows[first][0], end[0] + len(end[2])

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

    def _closing(self, at: int) -> int:
        depth = 0
        for index in range(at, len(self.rows)):
            text = self.rows[index][2]
            depth += (text in _OPENERS) - (text in _OPENERS.values())
            if depth == 0:
                return index
        return len(self.rows) - 1


def tokenize(environment: Environment, text: str, terms: list[Region]) -> Tokens:
    """The tokens of a masked page, with each [[term]] as a call of the macro `term`.

    Raises:
        TemplateSyntaxError: whose `lineno` is an offset.
    """
    rows = tuple(_with_terms(_with_offsets(environment, text), text, terms))
    for offset, kind, _ in rows:
        if kind == "raw_begin":
            message = "pages have no {% raw %}: text in code stays as it is written"
            raise TemplateSyntaxError(message, offset)
    heard = tuple(row for row in alone_on_their_lines(rows) if row[1] not in _SILENT)
    return Tokens(heard, tuple(row[0] for row in heard))


def stream(environment: Environment, tokens: Tokens) -> TokenStream:
    """The tokens as Jinja's parser reads them, with the hidden braces of code back in place."""
    literals = {offset: text for offset, kind, text in tokens.rows if kind == "float"}
    wrapped = environment.lexer.wrap(iter(tokens.rows), None, None)
    return TokenStream((_as_written(token, literals) for token in wrapped), None, None)


class DecimalLiteral(float):
    """A decimal in a page, with the digits that the author wrote."""

    text: str


def _as_written(token: Token, literals: Mapping[int, str]) -> Token:
    if token.type == "data":
        return token._replace(value=unmask(token.value))
    if token.type == "string" and any(mark in token.value for mark in RESERVED):
        raise TemplateSyntaxError("this text has a noncharacter in it", token.lineno)
    if token.type == "float":
        literal = DecimalLiteral(token.value)
        literal.text = literals[token.lineno]
        return Token(token.lineno, token.type, literal)  # type: ignore[arg-type] # as Jinja's own
    return token


def alone_on_their_lines(rows: Sequence[RawToken]) -> Iterator[RawToken]:
    """The tokens without the lines on which statements and comments stand alone.

    A blank line in their place would end the list, table or paragraph that they stand in.
    """
    kept = list(rows)
    for opens, closes in _statement_runs(kept):
        before, after = kept[opens - 1] if opens else None, kept[closes] if kept[closes:] else None
        if not (_ends_a_line(before) and _begins_a_line(after)):
            continue
        if before and before[1] == "data":
            kept[opens - 1] = (before[0], "data", before[2].rstrip(" \t"))
        if after and after[1] == "data":
            line, newline, rest = after[2].partition("\n")
            kept[closes] = (after[0] + len(line + newline), "data", rest)
    return (row for row in kept if row[1] != "data" or row[2])


def _statement_runs(rows: Sequence[RawToken]) -> Iterator[tuple[int, int]]:
    """Where statements and comments that touch each other begin, and where they end."""
    at = 0
    while at < len(rows):
        if rows[at][1] not in _CLOSED_BY:
            at += 1
            continue
        start = at
        while at < len(rows) and rows[at][1] in _CLOSED_BY:
            closing = _CLOSED_BY[rows[at][1]]
            at += 1 + next((n for n, r in enumerate(rows[at:]) if r[1] == closing), len(rows))
        yield start, min(at, len(rows))


def _ends_a_line(row: RawToken | None) -> bool:
    if row is None:
        return True
    _, newline, tail = row[2].rpartition("\n")
    return row[1] == "data" and bool(newline or row[0] == 0) and not tail.strip()


def _begins_a_line(row: RawToken | None) -> bool:
    if row is None:
        return True
    head, newline, _ = row[2].partition("\n")
    return row[1] == "data" and bool(newline) and not head.strip()


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


def _with_terms(rows: Iterator[RawToken], text: str, terms: list[Region]) -> Iterator[RawToken]:
    waiting = list(reversed(terms))
    for start, kind, value in rows:
        if kind != "data":
            yield start, kind, value
            continue
        at, end = start, start + len(value)
        while waiting and waiting[-1].start < end:
            term = waiting.pop()
            if term.start > at:
                yield at, "data", text[at : term.start]
            yield from _term_call(text, term)
            at = term.end
        if at < end:
            yield at, "data", text[at:end]


def _term_call(text: str, term: Region) -> Iterator[RawToken]:
    name, shown = term_parts(text[term.start : term.end])
    at = term.start
    yield at, "variable_begin", "{{"
    for kind, value in (
        ("name", "term"),
        ("operator", "("),
        ("string", _quoted(name)),
        ("operator", ","),
        ("string", _quoted(shown)),
        ("operator", ")"),
    ):
        yield at + 2, kind, value
    yield term.end - 2, "variable_end", "}}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def start_of(node: nodes.Node) -> int:
    """The offset at which an expression begins: that of its leftmost part."""
    for name in ("node", "expr", "left", "expr1"):
        child = getattr(node, name, None)
        if isinstance(child, nodes.Node) and not isinstance(
            node, nodes.Not | nodes.Neg | nodes.Pos
        ):
            return start_of(child)
    if isinstance(node, nodes.Concat):
        return start_of(node.nodes[0])
    return node.lineno
