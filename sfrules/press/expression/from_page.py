"""Read the expressions of pages: Jinja's lexer and parser, and from their tree to ours.

Jinja counts lines alone. Every token here carries its character offset where Jinja expects a line
number, so that each part of the tree, and each syntax error, knows its place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypedDict
from unicodedata import normalize

from jinja2 import Environment, nodes
from jinja2.exceptions import TemplateSyntaxError
from jinja2.lexer import Token, TokenStream
from jinja2.parser import Parser

from sfrules.ground.number_words import number_of_literal
from sfrules.press.expression.arithmetic import whole_if_it_is
from sfrules.press.expression.tree import (
    Attribute,
    Call,
    Choice,
    Comparison,
    Constant,
    Entries,
    Expression,
    Filter,
    Given,
    Joined,
    Keyword,
    Markdown,
    Missing,
    Negation,
    Negative,
    Operation,
    Sequence,
    Slice,
    Subscript,
    Test,
    Variable,
)

RawToken = tuple[int, str, str]
Rows = tuple[RawToken, ...]
GRAMMAR = Environment(comment_start_string="{##", comment_end_string="##}")  # noqa: S701 it is read alone
REMEMBERED = 4096  # regions: pages say the same things again and again
DEEPEST = 100  # levels of statements, and of an expression: each takes some of Python's stack
_AT = re.compile(r"at (\d+)$")
_OPENS, _CLOSES = frozenset("([{"), frozenset(")]}")
_WORDS = frozenset("and else if in is not or".split())  # of the language, which are no names
_SIGNS = {"sub": nodes.Neg, "add": nodes.Pos}
_RELATIONS = {
    "eq": "==",
    "ne": "!=",
    "gt": ">",
    "gteq": ">=",
    "lt": "<",
    "lteq": "<=",
    "in": "in",
    "notin": "not in",
}


class TooDeep(TemplateSyntaxError):
    """What is nested deeper than a page may be."""

    def __init__(self, lineno: int) -> None:
        super().__init__("the page's expressions or statements are nested too deep", lineno)


class DecimalLiteral(float):
    """A decimal in a page, with the digits that the author wrote."""

    text: str


@lru_cache(maxsize=REMEMBERED)
def read_expression(text: str) -> Expression:
    """The tree of an expression whose first character is at offset 0.

    Raises:
        TemplateSyntaxError: whose `lineno` is an offset, for what is no expression.
        ValueError: for what Python itself does not take, such as a number of thousands of digits.
    """
    rows, tokens = lex(text, "variable")
    if not rows:
        raise TemplateSyntaxError("an expression is missing", len(text))
    places, parser = Tokens(rows), PageParser(tokens)
    try:
        node = parser.parse_tuple()
    except TemplateSyntaxError:
        if parser.stream.current.type != "eof":
            raise
        if places.unclosed:
            raise TemplateSyntaxError("this bracket is never closed", places.unclosed[-1]) from None
        raise TemplateSyntaxError("the expression breaks off", len(text)) from None
    except RecursionError:
        raise TooDeep(parser.stream.current.lineno) from None
    if (after := parser.stream.current).type != "eof":
        raise TemplateSyntaxError(f"the expression ends before {after.value!r}", after.lineno)
    return tree_of(node, places)


# Tokens


@lru_cache(maxsize=REMEMBERED)
def lex(text: str, kind: str) -> tuple[Rows, tuple[Token, ...]]:
    """The tokens of a "variable" or "block", without its marks: as written, and for the parser.

    Raises:
        TemplateSyntaxError: whose `lineno` is an offset.
        ValueError: as above.
    """
    rows: list[RawToken] = []
    for offset, sort, written in _with_offsets(text.replace("\r", " "), kind):
        if sort == "name" and (wrong := misspelt(written)):
            raise TemplateSyntaxError(wrong, offset)
        if sort.endswith("_end"):  # the marks that close a macro, where none is open
            raise TemplateSyntaxError(f"unexpected '{written}'", offset)
        if sort != "whitespace":
            rows.append((offset, sort, written))
    literals = {offset: written for offset, sort, written in rows if sort == "float"}
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


def _with_offsets(text: str, kind: str) -> Iterator[RawToken]:
    at = 0
    try:
        for _line, sort, written in GRAMMAR.lexer.tokeniter(text, None, state=kind):
            start = text.index(written, at)
            at = start + len(written)
            yield start, sort, written
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


def _as_written(token: Token, literals: dict[int, str]) -> Token:
    if token.type == "float":
        literal = DecimalLiteral(token.value)
        literal.text = literals[token.lineno]
        return Token(token.lineno, token.type, literal)  # type: ignore[arg-type] # as Jinja's own
    return token


class PageParser(Parser):
    """Jinja's parser, which also takes the tree of an expression that has been read before."""

    def __init__(self, tokens: Iterable[Token]) -> None:
        super().__init__(GRAMMAR, "")
        self.stream = TokenStream(iter(tokens), None, None)

    def parse_tuple(self, *args: Any, **kwargs: Any) -> Any:
        if self.stream.current.type == "tree":
            return next(self.stream).value
        return super().parse_tuple(*args, **kwargs)

    def is_tuple_end(self, extra_end_rules: tuple[str, ...] | None = None) -> bool:
        """An expression may end behind a comma; here nothing that would close it follows."""
        return self.stream.current.type == "eof" or super().is_tuple_end(extra_end_rules)

    def parse_pow(self) -> nodes.Expr:
        return self.parse_unary()

    def parse_unary(self, with_filter: bool = True) -> nodes.Expr:
        """As in Python, a power binds before the sign in front of it, and from the right."""
        first = self.stream.current
        node: nodes.Expr
        if first.type in _SIGNS:
            next(self.stream)
            node = _SIGNS[first.type](self.parse_unary(with_filter=False), lineno=first.lineno)
        else:
            node = self.parse_postfix(self.parse_primary())
        if with_filter:
            node = self.parse_filter_expr(node)
        if self.stream.skip_if("pow"):
            node = nodes.Pow(node, self.parse_unary(), lineno=first.lineno)
        return node


# The tree


class Place(TypedDict):
    """Where a part of a tree begins and ends."""

    start: int
    end: int


class Tokens:
    """Where the tokens of an expression begin and end, and which brackets belong together."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self._at = {row[0]: at for at, row in enumerate(rows)}
        self._closing: dict[int, int] = {}
        opened: list[int] = []
        for at, (_, _, text) in enumerate(rows):
            if text in _OPENS:
                opened.append(at)
            elif text in _CLOSES and opened:
                self._closing[opened.pop()] = at
        self.unclosed = [rows[at][0] for at in opened]

    def end(self, offset: int, behind: int = 0) -> int:
        """Where the token at an offset ends, or one behind it; of a bracket, what closes it."""
        at = min(self._at[offset] + behind, len(self.rows) - 1)
        start, _, text = self.rows[self._closing.get(at, at)]
        return start + len(text)

    def text(self, offset: int, behind: int = 0) -> str:
        """The token at an offset, or one behind it; "" where there is none."""
        at = self._at[offset] + behind
        return self.rows[at][2] if at < len(self.rows) else ""

    def grouped(self, part: Expression) -> tuple[int, int]:
        """The place of a part with the brackets around it that only group."""
        start, end = part.start, part.end
        at = self._at.get(start, 0) - 1
        while at in self._closing and self._only_groups(at):
            closing = self._closing[at]
            before, _, text = self.rows[closing - 1]
            if before + len(text) != end:
                break  # the part is only the first of what the bracket groups
            start, end = self.rows[at][0], self.rows[closing][0] + 1
            at -= 1
        return start, end

    def _only_groups(self, at: int) -> bool:
        """Whether a bracket opens no call and no list."""
        _, kind, before = self.rows[at - 1] if at else (0, "", "")
        is_call = before in _CLOSES or (kind == "name" and before not in _WORDS)
        return self.rows[at][2] == "(" and not is_call

    def around(self, *parts: Expression) -> Place:
        """The place of what is made of parts: from the first of them to the last."""
        return {"start": self.grouped(parts[0])[0], "end": self.grouped(parts[-1])[1]}


def tree_of(node: nodes.Node, places: Tokens) -> Expression:
    """Our tree of an expression that Jinja's parser has read."""
    return _Reading(places, node.lineno).read(node)


class _Reading:
    """Turns Jinja's tree of an expression into ours."""

    def __init__(self, places: Tokens, start: int) -> None:
        self._places = places
        self._start = start
        self._depth = 0

    def read(self, node: Any) -> Expression:
        """A part of the tree."""
        reading = _READINGS.get(type(node))
        if reading is None:
            raise TemplateSyntaxError(f"pages have no {type(node).__name__.lower()}", node.lineno)
        self._depth += 1
        if self._depth > DEEPEST:
            raise TooDeep(self._start)
        part = reading(self, node)
        self._depth -= 1
        return part

    def _given(self, node: Any) -> Given:
        """What a call, a filter or a test is given."""
        keys = [keyword.key for keyword in node.kwargs]
        for keyword in node.kwargs:
            if keys.count(keyword.key) > 1:
                raise TemplateSyntaxError(f"{keyword.key} is given twice", keyword.lineno)
        return Given(
            tuple(map(self.read, node.args)),
            tuple(Keyword(each.key, self.read(each.value)) for each in node.kwargs),
            node.dyn_args and self.read(node.dyn_args),
            node.dyn_kwargs and self.read(node.dyn_kwargs),
        )

    def constant(self, node: nodes.Const) -> Expression:
        """A literal; a decimal as the fraction that its digits say."""
        value = node.value
        if isinstance(value, DecimalLiteral):
            value = whole_if_it_is(number_of_literal(value.text))
        elif isinstance(value, str):
            value = Markdown(value)
        return Constant(value, start=node.lineno, end=self._places.end(node.lineno))

    def name(self, node: nodes.Name) -> Expression:
        """A name."""
        end = self._places.end(node.lineno)
        return Variable(node.name, node.name, start=node.lineno, end=end)

    def field(self, node: nodes.Getattr) -> Expression:
        """What stands behind a dot."""
        owner = self.read(node.node)
        start, _ = self._places.grouped(owner)
        return Attribute(owner, node.attr, start=start, end=self._places.end(node.lineno, 1))

    def item(self, node: nodes.Getitem) -> Expression:
        """What stands in square brackets; or a number behind a dot."""
        owner = self.read(node.node)
        key: Any = node.arg
        behind = int(self._places.text(node.lineno) == ".")
        if isinstance(key, nodes.Slice):
            bounds = (key.start, key.stop, key.step)
            found: Expression = Slice(
                *(None if each is None else self.read(each) for each in bounds)
            )
        else:
            found = Constant(key.value) if behind else self.read(key)
        start, _ = self._places.grouped(owner)
        return Subscript(owner, found, start=start, end=self._places.end(node.lineno, behind))

    def call(self, node: nodes.Call) -> Expression:
        """A call."""
        function = self.read(node.node)
        start, _ = self._places.grouped(function)
        return Call(function, self._given(node), start=start, end=self._places.end(node.lineno))

    def filter(self, node: nodes.Filter) -> Expression:
        """A filter, which is blamed for what it refuses itself."""
        operand = None if node.node is None else self.read(node.node)
        start = node.lineno if operand is None else self._places.grouped(operand)[0]
        has_more = self._places.text(node.lineno, 1) == "("
        end = self._places.end(node.lineno, int(has_more))
        given = self._given(node)
        return Filter(node.name, operand, given, start=start, end=end, at=node.lineno)

    def test(self, node: nodes.Test) -> Expression:
        """A test."""
        operand, given = self.read(node.node), self._given(node)
        behind = 1 + (self._places.text(node.lineno, 1) == "not")
        if self._places.text(node.lineno, behind + 1) == "(":
            behind += 1
        end = self._places.end(node.lineno, behind)
        if given.arguments:
            end = max(end, self._places.grouped(given.arguments[-1])[1])
        start, _ = self._places.grouped(operand)
        return Test(node.name, operand, given, start=start, end=end)

    def sequence(self, node: nodes.Tuple | nodes.List) -> Expression:
        """A list, or several values between commas."""
        items, is_list = tuple(map(self.read, node.items)), isinstance(node, nodes.List)
        if is_list or not items:
            end = self._places.end(node.lineno)
            return Sequence(items, is_list, start=node.lineno, end=end)
        return Sequence(items, is_list, **self._places.around(*items))

    def entries(self, node: nodes.Dict) -> Expression:
        """A mapping."""
        keys = tuple(self.read(pair.key) for pair in node.items)
        values = tuple(self.read(pair.value) for pair in node.items)
        return Entries(keys, values, start=node.lineno, end=self._places.end(node.lineno))

    def comparison(self, node: nodes.Compare) -> Expression:
        """One comparison, or a chain of them: a <= b <= c is a <= b and b <= c."""
        left, links = self.read(node.expr), []
        for operand in node.ops:
            right = self.read(operand.expr)
            place = self._places.around(left, right)
            links.append(Comparison(_RELATIONS[operand.op], left, right, **place))
            left = right
        if len(links) == 1:
            return links[0]
        return Joined("and", tuple(links), start=links[0].start, end=links[-1].end)

    def operation(self, node: nodes.BinExpr) -> Expression:
        """Two values joined by a sign."""
        left, right = self.read(node.left), self.read(node.right)
        sign: Any = node.operator
        return Operation(sign, left, right, **self._places.around(left, right))

    def concatenation(self, node: nodes.Concat) -> Expression:
        """Texts joined by ~."""
        joined, *rest = map(self.read, node.nodes)
        for each in rest:
            joined = Operation("~", joined, each, **self._places.around(joined, each))
        return joined

    def joined(self, node: nodes.And | nodes.Or) -> Expression:
        """Conditions joined by and, or by or."""
        operands = (self.read(node.left), self.read(node.right))
        word: Any = "and" if isinstance(node, nodes.And) else "or"
        return Joined(word, operands, **self._places.around(*operands))

    def negation(self, node: nodes.Not) -> Expression:
        """A condition that must not hold."""
        operand = self.read(node.node)
        start = min(node.lineno, operand.start)
        return Negation(operand, start=start, end=self._places.grouped(operand)[1])

    def choice(self, node: nodes.CondExpr) -> Expression:
        """A choice."""
        condition, chosen = self.read(node.test), self.read(node.expr1)
        otherwise = Missing() if node.expr2 is None else self.read(node.expr2)
        last = condition if node.expr2 is None else otherwise
        return Choice(condition, chosen, otherwise, **self._places.around(chosen, last))

    def signed(self, node: nodes.Neg | nodes.Pos) -> Expression:
        """A number with a sign in front of it: a literal has it as its own."""
        operand, minus = self.read(node.node), isinstance(node, nodes.Neg)
        place = Place(start=node.lineno, end=self._places.grouped(operand)[1])
        value = operand.value if isinstance(operand, Constant) else None
        if isinstance(value, int | Fraction) and not isinstance(value, bool):
            return Constant(-value if minus else value, **place)
        return (
            Negative(operand, **place) if minus else Operation("+", Constant(0), operand, **place)
        )


# Each receives only nodes of the type that it is listed for.
_READINGS: Mapping[type[nodes.Node], Callable[[_Reading, Any], Expression]] = {
    nodes.Const: _Reading.constant,
    nodes.Name: _Reading.name,
    nodes.Getattr: _Reading.field,
    nodes.Getitem: _Reading.item,
    nodes.Call: _Reading.call,
    nodes.Filter: _Reading.filter,
    nodes.Test: _Reading.test,
    **dict.fromkeys((nodes.Tuple, nodes.List), _Reading.sequence),
    nodes.Dict: _Reading.entries,
    nodes.Compare: _Reading.comparison,
    **dict.fromkeys(nodes.BinExpr.__subclasses__(), _Reading.operation),
    **dict.fromkeys((nodes.And, nodes.Or), _Reading.joined),
    nodes.Not: _Reading.negation,
    nodes.CondExpr: _Reading.choice,
    nodes.Concat: _Reading.concatenation,
    **dict.fromkeys((nodes.Neg, nodes.Pos), _Reading.signed),
}
