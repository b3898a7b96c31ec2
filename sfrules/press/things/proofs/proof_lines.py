"""Read the lines of a proof: what each works out, and what the prose says of it.

A line is one of `expression = said`, `said = expression`, `name = value`,
`name = expression = said`, `fact: said`, a number or a name that the prose says again, or any of
the first two behind `for name in …:`. One that begins with `~` is free of the order of the prose.

A line is taken apart by its own marks; what is an expression in it is read as a page's is.

The numbers, texts and names in an expression have a use: a rule or a row takes an "argument"; a
"format" tells a filter how to write another number. Whatever is "loose" has no such use.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from numbers import Rational
from typing import Literal, NamedTuple, TypeAlias

from jinja2.exceptions import TemplateSyntaxError

from sfrules.ground.formats import FILTERS
from sfrules.ground.number_words import number_in
from sfrules.press.expression import tree
from sfrules.press.expression.from_page import read_expression

_MARK = re.compile(
    r"\s*(?:(?P<string>\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*')"
    r"|(?P<name>[^\W\d]\w*)|(?P<sign>\d\w*|==|!=|<=|>=|//|\*\*|\S))"
)
_BRACKETS = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}
_OPERATORS = frozenset("+-*/%~<>|") | {"//", "**", "==", "!=", "<=", ">="}
_COMPARES = (tree.Choice, tree.Comparison, tree.Joined, tree.Test)
_PASSES_ON = (tree.Entries, tree.Filter, tree.Sequence)
_FACTORS = frozenset({"*", "**", "//", "%"})
LONGEST = 1_000  # characters of a line
_FORM = "such as: expression = what the prose says"
_CITATION = "such as: the id of the fact, what its number is of: what the prose says"
Kind = Literal["proved", "given", "named", "again", "cited"]
Use = Literal["argument", "format", "loose"]
ExpressionLeaf: TypeAlias = tree.Constant | tree.Variable  # a number, text or name in an expression


class LineToken(NamedTuple):
    """A name, a text or a sign of a line, with its place in the page's file, and its brackets."""

    kind: str
    text: str
    start: int
    end: int
    depth: int


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
    marks: tuple[LineToken, ...]
    of_loop: bool = False

    @property
    def end(self) -> int:
        """The offset behind its last character."""
        return self.start + len(self.text)

    @property
    def name(self) -> str:
        """The name that the part is; nothing if it is anything else."""
        only = self.marks[0] if len(self.marks) == 1 else None
        return only.text if only and only.kind == "name" else ""

    @property
    def is_text(self) -> bool:
        """Whether it is a text in quotes."""
        return len(self.marks) == 1 and self.marks[0].kind == "string"

    @property
    def plain(self) -> str:
        """What it says, without quotes."""
        return self.text[1:-1] if self.is_text else self.text

    @cached_property
    def parsed(self) -> tree.Expression | None:
        """The expression that it is; None if it is none, which is told when it is worked out."""
        try:
            return read_expression(self.text)
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


@dataclass(frozen=True)
class ProofLine:
    """A line of a proof, read.

    A line that is "proved" has an expression and what the prose says of it, and may name the
    value; one that is "cited" names a fact of a source in place of the expression. A "given" has a
    name and a value, a "named" one a name and an expression alone, one that says a number "again"
    has that as its expression. `said_first` is whether what the prose says
    stands before the expression; `within` how far off it may be, as it is written.
    """

    kind: Kind
    start: int
    end: int
    expression: Part
    said: Part | None = None
    name: str = ""
    within: str = ""
    loop: Loop | None = None
    free: bool = False
    said_first: bool = False

    @property
    def parts(self) -> tuple[Part, ...]:
        """What is worked out, if anything: the sequence of its loop, and its expression."""
        if self.kind in {"given", "again", "cited"}:
            return ()
        return (*(self.loop.sequence if self.loop else ()), self.expression)

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


class UnreadableLine(Exception):
    """A line that cannot be read: where, and what is wrong; and the name that it would give."""

    def __init__(
        self, place: LineToken | Part, message: str, hint: str = "", name: str = ""
    ) -> None:
        super().__init__(message)
        self.place, self.message, self.hint, self.name = place, message, hint, name


class LineReader:
    """Reads the lines of one proof in order; `taken` are the names that the book has given."""

    def __init__(self, taken: Collection[str]) -> None:
        self.bound: set[str] = set()
        self._taken = taken

    def read(self, text: str, start: int) -> ProofLine | None:
        """The line of a text that begins at an offset of the file; None for a blank or a comment.

        Raises:
            UnreadableLine: for anything else.
        """
        text = text.rstrip()
        stripped = text.lstrip()
        if not stripped or stripped.startswith("#"):
            return None
        if len(stripped) > LONGEST:
            place = LineToken("", "", start, start + 1, 0)
            raise UnreadableLine(place, f"the line has more than {LONGEST} characters")
        marks = list(_marks_of(text, start))
        whole, free = _part_of(text, start, marks), marks[0].text == "~"
        loop, marks = _loop(text, start, marks[free:])
        if loop:
            self._check_own(loop.name, whole)
            if not any(mark.text == loop.name and mark.kind == "name" for mark in marks):
                raise UnreadableLine(whole, f"nothing in this line depends on {loop.name}")
        fact, said = _cited(marks)
        parts = [_part_of(text, start, each) for each in (*_split(fact, "="), *said)]
        if not all(part.marks for part in parts):
            raise UnreadableLine(whole, "something is missing beside this =", _FORM)
        line = (self._citation if said else self._line)(whole, parts, loop, free)
        if line.name:
            self.bound.add(line.name)
        return line

    def _check_own(self, name: str, place: Part) -> None:
        if name in self._taken:
            message = f'"{name}" is a name of this book'
            raise UnreadableLine(place, message, "take another name", place.name)

    def _line(self, whole: Part, parts: list[Part], loop: Loop | None, free: bool) -> ProofLine:
        head, *rest = parts
        if not rest:
            return self._again(head, loop, free)
        if len(rest) > 2:  # noqa: PLR2004 a name, an expression and what is said of it
            raise UnreadableLine(whole, "a line has at most two equals signs of its own", _FORM)
        naming, start, end = self._is_new(head), whole.start, whole.end
        if loop and (naming or rest[1:]):
            raise UnreadableLine(head, "a line of a loop names nothing", _FORM)
        if naming and not rest[1:]:
            kind: Kind = "given" if _is_value(rest[0]) else "named"
            return ProofLine(kind, start, end, rest[0], name=head.name, free=free)
        if rest[1:] and not naming:
            if head.name and number_in(head.name) is not None:
                message = f"{head.text} is a number word, and so no name"
                raise UnreadableLine(head, message, "take another name")
            raise UnreadableLine(head, f"{head.text} is no name", _FORM)
        left, right = rest if naming else parts
        said_first = self._is_said_first(left, right)
        said, expression = (left, right) if said_first else (right, left)
        said, within = _tolerance(said)
        name = head.name if naming else ""
        return ProofLine(
            "proved", start, end, expression, said, name, within, loop, free, said_first=said_first
        )

    def _citation(self, whole: Part, parts: list[Part], loop: Loop | None, free: bool) -> ProofLine:
        """A line that names a fact of a source and its number, which it may give a name."""
        *head, fact, said = parts
        if loop or head[1:] or (head and not self._is_new(head[0])):
            raise UnreadableLine(whole, "this citation cannot be read", _CITATION)
        name = head[0].name if head else ""
        return ProofLine("cited", whole.start, whole.end, fact, said, name, free=free)

    def _again(self, part: Part, loop: Loop | None, free: bool) -> ProofLine:
        if loop is None and (part.name in self.bound or number_in(part.text) is not None):
            return ProofLine("again", part.start, part.end, part, free=free)
        raise UnreadableLine(part, "this line does not tell what the prose says", _FORM)

    def _is_new(self, part: Part) -> bool:
        """Whether a part is a name that the line gives; a number word is what the prose says."""
        name = part.name
        if not name or name in self.bound or number_in(name) is not None:
            return False
        self._check_own(name, part)
        return True

    def _is_said_first(self, left: Part, right: Part) -> bool:
        worked_out = self._is_worked_out(left), self._is_worked_out(right)
        if worked_out[0] == worked_out[1]:
            return _calculates(right) and not _calculates(left)
        return worked_out[1]

    def _is_worked_out(self, part: Part) -> bool:
        """Whether a part asks the book for something, or one of the proof's own names."""
        if part.is_text:
            return False
        if any(mark.text in "([" for mark in part.marks):
            return True
        names = (mark.text for mark in part.marks if mark.kind == "name")
        return any(name in self.bound or name in self._taken for name in names)


def _marks_of(text: str, start: int) -> Iterator[LineToken]:
    """The marks of a line, up to a comment behind it.

    Raises:
        UnreadableLine: where a bracket is opened and not closed, or the other way round.
    """
    opened: list[LineToken] = []
    for found in _MARK.finditer(text):
        kind = str(found.lastgroup)
        word, at, step = found[kind], found.start(kind), _BRACKETS.get(found[kind], 0)
        if word == "#":
            break
        mark = LineToken(kind, word, start + at, start + found.end(), len(opened) + max(step, 0))
        if step > 0:
            opened.append(mark)
        elif step < 0 and not (opened and opened.pop()):
            raise UnreadableLine(mark, "this bracket was never opened")
        yield mark
    if opened:
        raise UnreadableLine(opened[-1], "this bracket is never closed")


def _split(marks: list[LineToken], sign: str) -> Iterator[list[LineToken]]:
    """The marks between the signs of a kind that stand outside of all brackets."""
    begin = 0
    for at, mark in enumerate(marks):
        if mark.text == sign and not mark.depth:
            yield marks[begin:at]
            begin = at + 1
    yield marks[begin:]


def _cited(marks: list[LineToken]) -> tuple[list[LineToken], list[list[LineToken]]]:
    """The marks before the colon of a citation, and those behind it; 5:1 is no citation."""
    for at, mark in enumerate(marks):
        fact = [*_split(marks[:at], "=")][-1]
        if mark.text == ":" and not mark.depth and fact and fact[0].kind == "name":
            return marks[:at], [marks[at + 1 :]]
    return marks, []


def _part_of(text: str, start: int, marks: list[LineToken], *, of_loop: bool = False) -> Part:
    """A part of a line whose text begins at an offset of the file."""
    if not marks:
        return Part("", start, ())
    first, last = marks[0].start, marks[-1].end
    return Part(text[first - start : last - start], first, tuple(marks), of_loop)


def _loop(text: str, start: int, marks: list[LineToken]) -> tuple[Loop | None, list[LineToken]]:
    """The loop that a line begins with, and the rest of the line."""
    if [mark.text for mark in marks[:1]] != ["for"]:
        return None, marks
    hint = "such as: for level in 1 to 10: expression = what the prose says"
    head = next(_split(marks, ":"))
    inside, rest = [*head[3:]], marks[len(head) + 1 :]
    ends = [*_split(inside, "to")][:2]
    is_loop = len(head) > 3 and head[2].text == "in" and head[1].kind == "name"  # noqa: PLR2004 for x in …
    if not (is_loop and all(ends) and rest):
        raise UnreadableLine(_part_of(text, start, marks), "this loop cannot be read", hint)
    sequence = tuple(_part_of(text, start, each, of_loop=True) for each in ends)
    words = text[marks[0].start - start : marks[len(head)].start - start]
    return Loop(marks[1].text, sequence, words), rest


def _is_value(part: Part) -> bool:
    """Whether a part is what an example chooses: a number as prose may say it, or a text."""
    return part.is_text or number_in(part.text) is not None


def _calculates(part: Part) -> bool:
    """Whether a part joins numbers by signs, and is none that prose says in the same way."""
    if part.is_text or number_in(part.text) is not None:
        return False
    return any(mark.text in _OPERATORS for mark in part.marks)


def _tolerance(said: Part) -> tuple[Part, str]:
    """What the prose says, and how far off it may be: `about half within 0.05`."""
    at = next((at for at, mark in enumerate(said.marks) if mark.text == "within"), 0)
    if not at:
        return said, ""
    kept, last = said.marks[:at], said.marks[at - 1]
    within = said.text[said.marks[at].end - said.start :].strip()
    return Part(said.text[: last.end - said.start], said.start, kept), within


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
        case _:
            alone = isinstance(expression, tree.Sequence | tree.Given | tree.Keyword)
            for part in tree.parts(expression):
                yield from _leaves(part, taken=taken, alone=alone)


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
