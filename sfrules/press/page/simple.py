"""The tree of a simple expression, read straight from its tokens.

Names, their members, numbers, texts and calls of these are read here, in the shape that Jinja's
parser gives them; it goes down a dozen levels for each. All else, and all faults, are Jinja's.
"""

from __future__ import annotations

from collections.abc import Sequence

from jinja2 import nodes

from sfrules.press.page.lexing import RawToken

_CONSTANTS = {
    "true": True,
    "True": True,
    "false": False,
    "False": False,
    "none": None,
    "None": None,
}
_OPERATORS = frozenset({"not", "and", "or", "is", "in", "if", "else"})
_NEEDS_CARE = frozenset("\\\n\r")
DEEPEST = 20


class _NotSimple(Exception):
    """The expression is for Jinja to read."""


def simple_expression(rows: Sequence[RawToken]) -> nodes.Expr | None:
    """The tree of what stands between two braces, given with them; None for Jinja to read it."""
    reader = _Reader(rows)
    try:
        node = reader.operand(0)
    except _NotSimple:
        return None
    return node if reader.at == len(rows) - 1 else None


class _Reader:
    def __init__(self, rows: Sequence[RawToken]) -> None:
        self.rows = rows
        self.at = 1

    def operand(self, depth: int) -> nodes.Expr:
        offset, kind, text = self.rows[self.at]
        self.at += 1
        if kind == "name":
            return self._tail(self._name(offset, text), depth)
        if kind == "integer":
            return nodes.Const(int(text.replace("_", ""), 0), lineno=offset)
        if kind == "string" and self.rows[self.at][1] != "string" and _NEEDS_CARE.isdisjoint(text):
            return nodes.Const(text[1:-1], lineno=offset)
        raise _NotSimple

    def _name(self, offset: int, text: str) -> nodes.Expr:
        if text in _OPERATORS or not text.isidentifier():
            raise _NotSimple
        if text in _CONSTANTS:
            return nodes.Const(_CONSTANTS[text], lineno=offset)
        return nodes.Name(text, "load", lineno=offset)

    def _tail(self, node: nodes.Expr, depth: int) -> nodes.Expr:
        """The members and calls that follow a name."""
        while True:
            offset, _, text = self.rows[self.at]
            if text == ".":
                _, kind, member = self.rows[self.at + 1]
                if kind != "name" or not member.isidentifier():
                    raise _NotSimple
                node = nodes.Getattr(node, member, "load", lineno=offset)
                self.at += 2
            elif text == "(" and depth < DEEPEST:
                self.at += 1
                args, kwargs = self._arguments(depth)
                node = nodes.Call(node, args, kwargs, None, None, lineno=offset)
            else:
                return node

    def _arguments(self, depth: int) -> tuple[list[nodes.Expr], list[nodes.Keyword]]:
        args: list[nodes.Expr] = []
        kwargs: list[nodes.Keyword] = []
        while self.rows[self.at][2] != ")":
            if args or kwargs:
                self._expect(",")
            name = self._keyword()
            value = self.operand(depth + 1)
            if name:
                kwargs.append(nodes.Keyword(name, value, lineno=value.lineno))
            elif kwargs:
                raise _NotSimple
            else:
                args.append(value)
        self.at += 1
        return args, kwargs

    def _keyword(self) -> str:
        """The name of an argument that is given by name."""
        text = self.rows[self.at][2]
        if self.rows[self.at + 1][2] != "=":
            return ""
        if not text.isidentifier():
            raise _NotSimple
        self.at += 2
        return text

    def _expect(self, text: str) -> None:
        if self.rows[self.at][2] != text:
            raise _NotSimple
        self.at += 1
