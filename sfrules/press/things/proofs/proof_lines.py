"""A line of a proof, read: what it works out, and what the prose says of it.

A line is one of `expression = said`, `said = expression`, `name = value`,
`name = expression = said`, `fact: said`, an expression that is so, or a number or a name that the
prose says again. Behind `for name in …:` stands one of the first two, an expression that is always
so, or the columns of a table that the prose types row by row. What is an expression in it is read
as a page's is.

The numbers, texts and names in an expression have a use: a rule or a row takes an "argument"; a
"format" tells a filter how to write another number; one is "counted" that multiplies, or is part of
an argument, and the prose has to say it. Whatever is "loose" has no such use.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from numbers import Rational
from typing import Literal, TypeAlias, TypeGuard

from jinja2.exceptions import TemplateSyntaxError

from sfrules.ground.formats import FILTERS
from sfrules.press.expression import tree
from sfrules.press.expression.from_page import PlacedToken, read_expression

_COMPARES = (tree.Choice, tree.Comparison, tree.Joined, tree.Test)
_PASSES_ON = (tree.Entries, tree.Filter, tree.Sequence)
_FACTORS = frozenset({"*", "**", "//", "%"})
Kind = Literal["proved", "holds", "given", "named", "again", "cited", "rows"]
Use = Literal["argument", "counted", "format", "loose"]
Rounding = Literal["", "nearest", "up", "down"]
ExpressionLeaf: TypeAlias = tree.Constant | tree.Variable  # a number, text or name in an expression


@dataclass(frozen=True, slots=True)
class TypedLiteral:
    """A number or text that is written in an expression, with its sign, and its place there."""

    use: Use
    part: tree.Constant
    value: Fraction | None = None


@dataclass(frozen=True)
class Part:
    """A part of a line: what stands between two of its equals signs, or the sequence of a loop."""

    text: str
    start: int
    marks: tuple[PlacedToken, ...]
    of_loop: bool = False
    #: Whether the prose may say it rounded.
    is_near: bool = False

    @property
    def end(self) -> int:
        """The offset behind its last character."""
        return self.start + len(self.text)

    def between(self, marks: Sequence[PlacedToken]) -> Part:
        """What some of its marks, which follow each other, say by themselves."""
        if not marks:
            return Part("", self.start, ())
        low, high = marks[0].start, marks[-1].end
        return Part(self.text[low - self.start : high - self.start], low, tuple(marks))

    def first(self, count: int) -> Part:
        """What its first marks say."""
        return self.between(self.marks[:count])

    @property
    def name(self) -> str:
        """The name that the part is; nothing if it is anything else."""
        only = self.marks[0] if len(self.marks) == 1 else None
        return only.written if only and only.type == "name" else ""

    @property
    def is_text(self) -> bool:
        """Whether it is a text in quotes."""
        return len(self.marks) == 1 and self.marks[0].type == "string"

    @property
    def plain(self) -> str:
        """What it says, without quotes."""
        return self.text[1:-1] if self.is_text else self.text

    @property
    def tokens(self) -> tuple[PlacedToken, ...]:
        """Its marks as its expression is read from them: their places begin with its own."""
        return tuple(mark._replace(lineno=mark.start - self.start) for mark in self.marks)

    @cached_property
    def parsed(self) -> tree.Expression | None:
        """The expression that it is; None if it is none, which is told when it is worked out."""
        try:
            return read_expression(self.text, self.tokens)
        except (TemplateSyntaxError, ValueError):
            return None

    @property
    def every_part(self) -> Iterator[tree.Expression]:
        """All parts of that expression."""
        return tree.every_part(self.parsed) if self.parsed else iter(())

    @cached_property
    def literals(self) -> tuple[TypedLiteral, ...]:
        """The numbers and texts that are written in it."""
        found = [
            TypedLiteral(use, leaf, None if isinstance(leaf.value, str) else Fraction(leaf.value))
            for leaf, use in self.leaves
            if isinstance(leaf, tree.Constant)
            if isinstance(leaf.value, str | Rational) and not isinstance(leaf.value, bool)
        ]
        return tuple(sorted(found, key=lambda each: each.part.start))

    @property
    def leaves(self) -> Iterator[tuple[ExpressionLeaf, Use]]:
        """The numbers, texts and names in it, each with its use."""
        return _leaves(self.parsed, taken=self.of_loop) if self.parsed else iter(())

    def place(self, each: TypedLiteral) -> tuple[int, int]:
        """Where a number or text stands in the page's file."""
        return self.start + each.part.start, self.start + each.part.end

    def written(self, each: TypedLiteral) -> str:
        """A number as it is written, without its sign; a text without its quotes."""
        text = self.text[each.part.start : each.part.end]
        return text[1:-1] if each.value is None else text.lstrip("+- ")

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The longest dotted names in it."""
        return tuple(tree.names_in(self.parsed)) if self.parsed else ()


@dataclass(frozen=True)
class Loop:
    """`for name in …`: a sequence, or the two ends of a range of whole numbers."""

    name: str
    sequence: tuple[Part, ...]
    text: str
    #: The numbers that it goes through, where it lists them as prose does: 1st, 2nd and 3rd.
    listed: tuple[Part, ...] = ()


@dataclass(frozen=True)
class ProofLine:
    """A line of a proof, read.

    A line that is "proved" has an expression and what the prose says of it, and may name the
    value; one that "holds" is an expression that is true; one that is "cited" names a fact of a
    source in place of the expression. A "given" has a name and a value, a "named" one a name and an
    expression alone, one that says a number "again" has that as its expression. "Rows" have an
    expression for each column. `said_first` is whether what the prose says stands before the
    expression; `within` how far off it may be, as it is written.
    """

    kind: Kind
    start: int
    expression: Part
    said: Part | None = None
    name: str = ""
    within: str = ""
    loop: Loop | None = None
    said_first: bool = False
    #: How the answer is rounded before it is compared: to the typed places, or to a whole number.
    rounding: Rounding = ""
    #: The name that what the prose says is a multiple of.
    of: str = ""
    #: The numbers of a list, each of which is compared with one of the answer's.
    listed: tuple[Part, ...] = ()
    #: Of a table that is typed row by row, what is asked for each cell of a row.
    columns: tuple[Part, ...] = ()

    @property
    def parts(self) -> tuple[Part, ...]:
        """What is worked out, if anything: the sequence of its loop, and its expression."""
        if self.kind in {"given", "again", "cited"}:
            return ()
        return (*(self.loop.sequence if self.loop else ()), *(self.columns or (self.expression,)))

    @property
    def words(self) -> str:
        """What it works out as it is written, with one blank between words."""
        return f"{self.loop.text}: {self.asked}" if self.loop else self.asked

    @property
    def asked(self) -> str:
        """The same without its loop."""
        words = " ".join(self.expression.text.split())
        if self.kind == "holds":
            words = words.replace(" == ", " is ").replace(" != ", " is not ")
        is_whole = self.rounding in {"up", "down"} and not self.of
        return f"{words}, rounded {self.rounding}" if is_whole else words

    @property
    def states(self) -> bool:
        """Whether it says something of what it works out, and does not only name it."""
        return self.said is not None or self.kind in {"holds", "rows"}

    @property
    def names(self) -> Iterator[str]:
        """The dotted names in what is worked out."""
        return (name for part in self.parts for name in part.names)

    @property
    def compares(self) -> bool:
        """Whether it compares, or chooses between values, so that its value may tell little."""
        return any(isinstance(each, _COMPARES) for each in self.expression.every_part)

    @property
    def may_pass_on(self) -> bool:
        """Whether its value may be a part of it as it was: what it compares, or has in a list."""
        every = self.expression.every_part
        return self.compares or any(isinstance(each, _PASSES_ON) for each in every)

    @property
    def given(self) -> frozenset[str]:
        """The names that are given to a rule, or pick a row."""
        leaves = (leaf for part in self.parts for leaf, use in part.leaves if use == "argument")
        return frozenset(leaf.name for leaf in leaves if isinstance(leaf, tree.Variable))

    @property
    def literals(self) -> Iterator[tuple[Part, TypedLiteral]]:
        """The numbers and texts in what is worked out, each with the part that it is in."""
        return ((part, literal) for part in self.parts for literal in part.literals)

    def multiplies(self, said: Collection[int]) -> bool:
        """Whether it multiplies answers about numbers that the prose does not say.

        Of two such answers, some product is any number. `said` are the offsets of what it does say.
        """
        part = self.expression
        unsaid = frozenset(
            each.part.start
            for each in part.literals
            if each.use == "argument" and each.value is not None
            if part.place(each)[0] not in said
        )
        return bool(unsaid) and part.parsed is not None and _multiplies(part.parsed, unsaid)


def _leaves(
    expression: tree.Expression, *, taken: bool, alone: bool = True
) -> Iterator[tuple[ExpressionLeaf, Use]]:
    """The numbers, texts and names in an expression, each with its use, in order.

    `taken` is whether a rule takes what stands here, or a row is picked by it; `alone` is whether
    the expression is a whole argument.
    """
    match expression:
        case tree.Constant():
            yield expression, "argument" if taken and alone else "loose"
        case tree.Variable():
            yield expression, "argument" if taken else "loose"
        case tree.Call(function=function, given=given):
            yield from _leaves(function, taken=taken, alone=False)
            of_range = isinstance(function, tree.Variable) and function.name == "range"
            yield from _leaves(given, taken=not of_range)
        case tree.Subscript(owner=owner, key=key):
            yield from _leaves(owner, taken=taken, alone=False)
            yield from _leaves(key, taken=True, alone=not isinstance(key, tree.Slice))
        case tree.Filter(operand=operand, given=given):
            if operand is not None:
                yield from _leaves(operand, taken=taken, alone=False)
            yield from _of_filter(expression, given)
        case tree.Operation(sign=sign, left=left, right=right):
            yield from _of_operation(left, right, taken=taken, counts=taken or sign == "*")
        case _:
            alone = isinstance(expression, tree.Sequence | tree.Given | tree.Keyword)
            for part in tree.parts(expression):
                yield from _leaves(part, taken=taken, alone=alone)


def _of_operation(
    left: tree.Expression, right: tree.Expression, *, taken: bool, counts: bool
) -> Iterator[tuple[ExpressionLeaf, Use]]:
    for part, other in ((left, right), (right, left)):
        if counts and _is_count(part) and not _is_count(other):
            yield part, "counted"
        else:
            yield from _leaves(part, taken=taken, alone=False)


def _is_count(part: tree.Expression) -> TypeGuard[tree.Constant]:
    """Whether a part is a number that is written, and says how many of another."""
    return isinstance(part, tree.Constant) and isinstance(part.value, Rational)


def _of_filter(expression: tree.Filter, given: tree.Given) -> Iterator[tuple[ExpressionLeaf, Use]]:
    """What a filter is given: no rule takes it, but map(attribute="level") picks a part of rows."""
    for at, part in enumerate(tree.parts(given)):
        value = part.value if isinstance(part, tree.Keyword) else part
        if not isinstance(value, tree.Constant):
            yield from _leaves(value, taken=False)
        elif isinstance(value.value, str):
            is_attribute = isinstance(part, tree.Keyword) and part.name == "attribute"
            yield value, "argument" if is_attribute and expression.name == "map" else "loose"
        else:
            yield value, "format" if at == 0 and expression.name in FILTERS else "loose"


def _multiplies(expression: tree.Expression, unsaid: frozenset[int]) -> bool:
    """Whether a product outside of all calls has a number at one of some places on each side."""
    if isinstance(expression, tree.Call | tree.Subscript):
        return False
    if isinstance(expression, tree.Operation) and expression.sign in _FACTORS:
        sides = (expression.left, expression.right)
        if all(any(each.start in unsaid for each in tree.every_part(side)) for side in sides):
            return True
    return any(_multiplies(part, unsaid) for part in tree.parts(expression))
