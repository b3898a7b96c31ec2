"""Read the expressions of pages and proofs: their tokens, and a parser that makes our tree.

Jinja counts lines alone. Every token here carries its character offset where Jinja expects a line
number, so that each part of the tree, and each syntax error, knows its place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple, TypedDict
from unicodedata import normalize

from jinja2 import Environment, lexer, nodes
from jinja2.exceptions import TemplateSyntaxError
from jinja2.lexer import Token, TokenStream
from jinja2.parser import Parser

from sfrules.ground.number_words import number_of_literal
from sfrules.press.expression import tree
from sfrules.press.expression.walk import whole_if_it_is

GRAMMAR = Environment(comment_start_string="{##", comment_end_string="##}")  # noqa: S701 it is read alone
REMEMBERED = 4096  # regions: pages say the same things again and again
_REFUSED = frozenset("autoescape block call extends filter from import include print".split())
DEEPEST = 100  # levels of statements, and of an expression: each takes some of Python's stack
# How firmly the operators bind, from the loosest; `not` stands before what binds more firmly.
OR, AND, NOT, COMPARED, SUM, JOINT, PRODUCT = range(7)
_BONDS = {
    "or": OR,
    "and": AND,
    "+": SUM,
    "-": SUM,
    "~": JOINT,
    **dict.fromkeys(tree.RELATIONS, COMPARED),
    **dict.fromkeys(("*", "/", "//", "%"), PRODUCT),
}


class TooDeep(TemplateSyntaxError):
    """What is nested deeper than a page may be."""

    def __init__(self, lineno: int) -> None:
        super().__init__("the page's expressions or statements are nested too deep", lineno)


class PlacedToken(NamedTuple):
    """A token as Jinja's parser takes it, and as it is written."""

    lineno: int
    type: str
    value: Any
    written: str
    #: How many brackets it is in; a bracket is in itself.
    depth: int = 0

    test, test_any = Token.test, Token.test_any  # type: ignore[misc] # which ask for no more

    @property
    def start(self) -> int:
        """Its offset, which Jinja's parser takes for the number of its line."""
        return self.lineno

    @property
    def end(self) -> int:
        """The offset behind it."""
        return self.lineno + len(self.written)


@lru_cache(maxsize=REMEMBERED)
def read_expression(text: str, tokens: tuple[PlacedToken, ...] | None = None) -> tree.Expression:
    """The tree of an expression whose first character is at offset 0.

    `tokens` are those that `tokens_in` finds in it, where they are known.

    Raises:
        TemplateSyntaxError: whose `lineno` is an offset, for what is no expression.
        ValueError: for what Python itself does not take, such as a number of thousands of digits.
    """
    tokens = tuple(_with_values(text, tokens_in(text) if tokens is None else tokens))
    if not tokens:
        raise TemplateSyntaxError("an expression is missing", len(text))
    parser = PageParser(tokens)
    try:
        part: tree.Expression = parser.parse_tuple()
    except TemplateSyntaxError as error:
        last = parser.stream.current
        if last.type != "eof" or error.lineno != last.lineno:
            raise
        if opened := never_closed(tokens):
            raise TemplateSyntaxError("this bracket is never closed", opened.lineno) from None
        raise TemplateSyntaxError("the expression breaks off", len(text)) from None
    except RecursionError:
        raise TooDeep(parser.stream.current.lineno) from None
    if isinstance(after := parser.stream.current, PlacedToken):
        shown = after.written if after.type == "float" else repr(after.value)
        raise TemplateSyntaxError(f"the expression ends before {shown}", after.lineno)
    return part


# Tokens

# Jinja's own patterns, so that a page has its names and numbers.
_TOKEN = re.compile(
    rf"\s*(?:(?P<float>(?xia:{lexer.float_re.pattern}))|(?P<integer>(?xia:{lexer.integer_re.pattern}))"
    rf"|(?P<name>{lexer.name_re.pattern})|(?P<string>{lexer.string_re.pattern})"  # type: ignore[attr-defined] # which it imports
    rf"|(?P<operator>{lexer.operator_re.pattern})|(?P<other>\S))",
    re.DOTALL,
)
_CLOSED_BY = {"lparen": "rparen", "lbracket": "rbracket", "lbrace": "rbrace"}
_CLOSING = frozenset(_CLOSED_BY.values())


def tokens_in(text: str, start: int = 0) -> Iterator[PlacedToken]:
    """The tokens of a text that begins at an offset, each with what is written for its value.

    What is in no expression is of the type "other".
    """
    depth = 0
    for found in _TOKEN.finditer(text.rstrip()):  # blanks before nothing would be tried one by one
        sort = str(found.lastgroup)
        written, at = found[sort], start + found.start(sort)
        sort = lexer.operators[written] if sort == "operator" else sort
        depth += sort in _CLOSED_BY
        yield PlacedToken(at, sort, written, written, depth)
        depth -= sort in _CLOSING


def never_opened(tokens: Iterable[PlacedToken]) -> PlacedToken | None:
    """The first bracket that closes none."""
    return next((each for each in tokens if each.type in _CLOSING and not each.depth), None)


def never_closed(tokens: Sequence[PlacedToken]) -> PlacedToken | None:
    """The last bracket that is still open at the end."""
    depth = tokens[-1].depth - (tokens[-1].type in _CLOSING)
    opening = (each for each in reversed(tokens) if each.type in _CLOSED_BY)
    return next((each for each in opening if each.depth == depth), None)


@lru_cache(maxsize=REMEMBERED)
def lex(text: str) -> tuple[PlacedToken, ...]:
    """The tokens of a statement, without its marks, as Jinja's parser takes them.

    Raises:
        TemplateSyntaxError: whose `lineno` is an offset.
        ValueError: as above.
    """
    return tuple(_with_values(text, tokens_in(text)))


def _with_values(text: str, tokens: Iterable[PlacedToken]) -> Iterator[PlacedToken]:
    """The tokens of a text with their values; the first that is in no expression is an error."""
    opened: list[str] = []
    for token in tokens:
        if token.type in _CLOSED_BY:
            opened.append(_CLOSED_BY[token.type])
        elif token.type in _CLOSING:
            wanted = opened.pop() if opened else ""
            if token.type != wanted:
                shown = "}}" if text.startswith("}}", token.lineno) else token.written
                expected = f", expected {lexer.reverse_operators[wanted]!r}" if wanted else ""
                raise TemplateSyntaxError(f"unexpected {shown!r}{expected}", token.lineno)
        value = _VALUES.get(token.type)
        yield token._replace(value=value(token)) if value else token


def _name(token: PlacedToken) -> str:
    wrong = misspelt(token.written)
    if wrong or not token.written.isidentifier():
        raise TemplateSyntaxError(wrong or "Invalid character in identifier", token.lineno)
    return token.written


def _string(token: PlacedToken) -> str:
    """What a text in quotes says, with its escapes as Python has them."""
    written = token.written.replace("\r", " ")[1:-1]
    try:
        return written.encode("ascii", "backslashreplace").decode("unicode-escape")
    except UnicodeError as error:
        raise TemplateSyntaxError(str(error).rpartition(": ")[2], token.lineno) from error


def _other(token: PlacedToken) -> str:
    if token.written in "'\"":
        raise TemplateSyntaxError("this quote is never closed", token.lineno)
    raise TemplateSyntaxError(f"{token.written} is no part of an expression", token.lineno)


_VALUES: Mapping[str, Callable[[PlacedToken], Any]] = {
    "name": _name,
    "string": _string,
    "integer": lambda token: int(token.written.replace("_", ""), 0),
    # A decimal is the fraction that its digits say.
    "float": lambda token: whole_if_it_is(number_of_literal(token.written)),
    "other": _other,
}


def misspelt(name: str) -> str:
    """What is wrong with how a name is written; "" if nothing is.

    Two ways to write one name would hide which of them is the book's.
    """
    folded = normalize("NFKC", name)
    if folded == name:
        return ""
    return f'the name "{name}" is not written as Python reads it: "{folded}"'


class _Stream(TokenStream):
    """Tokens, one after the other; `end` is where the last one that was taken ends."""

    end = 0

    def __next__(self) -> Token:
        token = super().__next__()
        self.end = getattr(token, "end", token.lineno)
        return token


# The tree


class Place(TypedDict):
    """Where a part of a tree begins and ends."""

    start: int
    end: int


class PageParser(Parser):
    """Jinja's parser of statements, with trees of ours in place of its expressions.

    The tree of a printed expression has been read before, and is a token here.
    """

    stream: _Stream

    def __init__(self, tokens: Iterable[Any]) -> None:
        super().__init__(GRAMMAR, "")
        self.stream = _Stream(iter(tokens), None, None)
        self._depth = 0
        self._first = self._start = 0  # of an expression, and of a value
        self._names_only = False  # while a statement says what it sets

    # What Jinja's statements ask for

    def parse_statement(self) -> Any:
        """A statement, of those that reach for no file and no code."""
        tag = self.stream.current
        if tag.value in _REFUSED:
            raise TemplateSyntaxError(f"pages have no {{% {tag.value} %}}", tag.lineno)
        if len(self._tag_stack) > DEEPEST:
            raise TooDeep(tag.lineno)
        return super().parse_statement()

    def parse_assign_target(self, *args: Any, **kwargs: Any) -> Any:
        """What a statement sets: a name, or several."""
        self._names_only = True
        target = super().parse_assign_target(*args, **kwargs)
        self._names_only = False
        dotted = target if isinstance(target, nodes.NSRef) else target.find(nodes.NSRef)
        if dotted:
            raise TemplateSyntaxError("a name to be set has no dot", dotted.lineno)
        return target

    def parse_tuple(self, simplified: bool = False, *args: Any, **kwargs: Any) -> Any:
        """An expression, or several between commas."""
        if self.stream.current.type == "tree":
            return next(self.stream).value
        start = self.stream.current.lineno
        found = super().parse_tuple(simplified or self._names_only, *args, **kwargs)
        if self._names_only or not isinstance(found, nodes.Tuple):
            return found
        return self._bounded(_tree_of(found, self._from(start)))

    def is_tuple_end(self, extra_end_rules: tuple[str, ...] | None = None) -> bool:
        """An expression may end behind a comma; here nothing that would close it follows."""
        return self.stream.current.type == "eof" or super().is_tuple_end(extra_end_rules)

    def parse_expression(self, with_condexpr: bool = True) -> Any:
        """An expression without commas of its own."""
        start = self.stream.current.lineno
        self._first = self._first if self._depth else start
        part = self._joined(OR)
        while with_condexpr and self.stream.skip_if("name:if"):
            condition, otherwise = self._joined(OR), tree.Missing()
            if self.stream.skip_if("name:else"):
                otherwise = self.parse_expression()
            part = tree.Choice(condition, part, otherwise, **self._from(start))
        return self._bounded(part)

    def parse_filter(self, node: Any, start_inline: bool = False) -> Any:
        """A value put through the filters that follow, or the text of a block."""
        start = self._start
        while start_inline or self.stream.skip_if("pipe"):
            token, start_inline = self.stream.expect("name"), False
            name, given, start = token.value, tree.Given(), start if node else token.lineno
            while self.stream.skip_if("dot"):
                name += "." + self.stream.expect("name").value
            if self.stream.current.type == "lparen":
                given = _given(*self.parse_call_args())
            node = tree.Filter(name, node, given, at=token.lineno, **self._from(start))
            self._start = start
        return node

    def _bounded(self, part: tree.Expression) -> tree.Expression:
        """A whole expression, unless it is too deep for the walks over it."""
        if self._depth or self.stream.end - self._first < DEEPEST:  # each level takes a character
            return part
        level, depth = [part], 0
        while level:
            level, depth = [*chain.from_iterable(map(tree.parts, level))], depth + 1
            if depth > DEEPEST:
                raise TooDeep(self._first)
        return part

    # Expressions

    def _from(self, start: int) -> Place:
        """The place from an offset to the end of what has been read."""
        return {"start": start, "end": self.stream.end}

    def _operator(self) -> str:
        """The operator that follows; nothing for anything else."""
        token = self.stream.current
        word = token.value if token.type == "name" else lexer.reverse_operators.get(token.type, "")
        if word == "not":
            return "not in" if self.stream.look().test("name:in") else ""
        return word if word in _BONDS else ""

    def _joined(self, least: int) -> Any:
        """Values joined by operators that bind at least so firmly."""
        start = self.stream.current.lineno
        if least <= NOT and self.stream.skip_if("name:not"):
            part: Any = tree.Negation(self._joined(NOT), **self._from(start))
        else:
            part = self.parse_unary()
        while (operator := self._operator()) and _BONDS[operator] >= least:
            bond = _BONDS[operator]
            if bond == COMPARED:
                part = self._compared(part, start)
                continue
            next(self.stream)
            sign: Any = operator
            sides = (part, self._joined(bond + 1))
            place = self._from(start)
            is_logical = bond in (OR, AND)
            part = (
                tree.Joined(sign, sides, **place)
                if is_logical
                else tree.Operation(sign, *sides, **place)
            )
        return part

    def _compared(self, left: tree.Expression, start: int) -> tree.Expression:
        """One comparison, or a chain of them: a <= b <= c is a <= b and b <= c."""
        links: list[tree.Expression] = []
        while (relation := self._operator()) in tree.RELATIONS:
            self.stream.skip(len(relation.split()))
            begun, right = self.stream.current.lineno, self._joined(COMPARED + 1)
            links.append(tree.Comparison(relation, left, right, **self._from(start)))
            start, left = begun, right
        if len(links) == 1:
            return links[0]
        return tree.Joined("and", tuple(links), start=links[0].start, end=links[-1].end)

    def parse_unary(self, with_filter: bool = True) -> Any:
        """As in Python, a power binds before the sign in front of it, and from the right."""
        self._depth += 1
        if self._depth > DEEPEST:
            raise TooDeep(self._first)
        part: Any
        start, sign = self.stream.current.lineno, self.stream.current.type
        if sign in ("sub", "add"):
            next(self.stream)
            part = self._signed(self.parse_unary(with_filter=False), sign == "sub", start)
        else:
            part = self.parse_postfix(self.parse_primary())
        self._start = start
        part = self.parse_filter_expr(part) if with_filter else part
        if self.stream.skip_if("pow"):
            part = tree.Operation("**", part, self.parse_unary(), **self._from(start))
        self._depth -= 1
        return part

    def _signed(self, operand: tree.Expression, minus: bool, start: int) -> tree.Expression:
        """A number with a sign in front of it: a literal has it as its own."""
        place = self._from(start)
        value = operand.value if isinstance(operand, tree.Constant) else None
        if isinstance(value, int | Fraction) and not isinstance(value, bool):
            return tree.Constant(-value if minus else value, **place)
        if minus:
            return tree.Negative(operand, **place)
        return tree.Operation("+", tree.Constant(0), operand, **place)

    def parse_primary(self, *args: Any, **kwargs: Any) -> Any:
        """A name, a literal, or what stands in brackets."""
        start = self.stream.current.lineno
        found = super().parse_primary(*args, **kwargs)
        return found if self._names_only else self._tree(found, start)

    def parse_subscript(self, node: Any) -> Any:
        """What stands behind a dot, or in square brackets."""
        start = self._start
        return self._tree(super().parse_subscript(node), start)

    def parse_call(self, node: Any) -> Any:
        """A call."""
        start = self._start
        return self._tree(super().parse_call(node), start)

    def parse_test(self, node: Any) -> Any:
        """Whether a value passes a test, or does not."""
        start = self._start
        return self._tree(super().parse_test(node), start)

    def parse_subscribed(self) -> Any:
        """What stands in square brackets: a key, or a slice."""
        start = self.stream.current.lineno
        return self._tree(super().parse_subscribed(), start)

    def _tree(self, node: Any, start: int) -> Any:
        """Our tree of what Jinja's parser has made of trees of ours, from an offset to here."""
        self._start = start
        return _tree_of(node, self._from(start))


def _tree_of(node: Any, place: Place) -> Any:
    make = _TREES.get(type(node))
    return make(node, place) if make else node


def _given(args: list[Any], kwargs: list[Any], spread: Any, spread_by_name: Any) -> tree.Given:
    """What a call, a filter or a test is given."""
    keywords = {each.key: tree.Keyword(each.key, each.value) for each in kwargs}
    if twice := next((each for each in kwargs if keywords[each.key].value is not each.value), None):
        raise TemplateSyntaxError(f"{twice.key} is given twice", twice.lineno)
    return tree.Given(tuple(args), tuple(keywords.values()), spread, spread_by_name)


def _given_to(node: nodes.Call | nodes.Test) -> tree.Given:
    return _given(node.args, node.kwargs, node.dyn_args, node.dyn_kwargs)


# Each receives only nodes of the type that it is listed for, whose parts are trees of ours.
_TREES: Mapping[type[nodes.Node], Callable[[Any, Place], tree.Expression]] = {
    nodes.Name: lambda node, place: tree.Variable(node.name, node.name, **place),
    nodes.Const: lambda node, place: tree.Constant(
        tree.Markdown(node.value) if isinstance(node.value, str) else node.value, **place
    ),
    nodes.Getattr: lambda node, place: tree.Attribute(node.node, node.attr, **place),
    nodes.Getitem: lambda node, place: tree.Subscript(
        node.node, _tree_of(node.arg, place), **place
    ),
    nodes.Slice: lambda node, place: tree.Slice(node.start, node.stop, node.step, **place),
    nodes.Call: lambda node, place: tree.Call(node.node, _given_to(node), **place),
    nodes.Test: lambda node, place: tree.Test(node.name, node.node, _given_to(node), **place),
    nodes.Not: lambda node, place: tree.Negation(_tree_of(node.node, place), **place),
    nodes.List: lambda node, place: tree.Sequence(tuple(node.items), is_list=True, **place),
    nodes.Tuple: lambda node, place: tree.Sequence(tuple(node.items), is_list=False, **place),
    nodes.Dict: lambda node, place: tree.Entries(
        tuple(pair.key for pair in node.items), tuple(pair.value for pair in node.items), **place
    ),
}
