"""Read the lines of a proof: what each works out, and what the prose says of it.

A line is one of `expression = said`, `said = expression`, `name = value`,
`name = expression = said`, a number or a name that the prose says again, or any of the first two
behind `for name in …:`. One that begins with `~` is free of the order of the prose.

A line is taken apart by its own marks; what is an expression in it is read as a page's is.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple

from jinja2.exceptions import TemplateSyntaxError

from sfrules.ground.number_words import number_in
from sfrules.press.expression.from_page import read_expression
from sfrules.press.expression.tree import (
    Choice,
    Comparison,
    Entries,
    Expression,
    Filter,
    Joined,
    Sequence,
    Test,
    every_part,
    names_in,
)
from sfrules.press.things.claims.saying import Saying, saying
from sfrules.press.things.proofs.literals import TypedLiteral, given_names, literals, multiplies

_MARK = re.compile(
    r"\s*(?:(?P<string>\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*')"
    r"|(?P<name>[^\W\d]\w*)|(?P<sign>\d\w*|==|!=|<=|>=|//|\*\*|\S))"
)
_BRACKETS = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}
_OPERATORS = frozenset("+-*/%~<>|") | {"//", "**", "==", "!=", "<=", ">="}
_COMPARES = (Choice, Comparison, Joined, Test)
_PASSES_ON = (Entries, Filter, Sequence)
LONGEST = 1_000  # characters of a line
Kind = Literal["proved", "given", "named", "again"]


class LineToken(NamedTuple):
    """A name, a text or a sign of a line, with its place in the page's file, and its brackets."""

    kind: str
    text: str
    start: int
    end: int
    depth: int


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
    def tree(self) -> Expression | None:
        """The expression that it is; None if it is none, which is told when it is worked out."""
        try:
            return read_expression(self.text)
        except (TemplateSyntaxError, ValueError):
            return None

    @cached_property
    def literals(self) -> tuple[TypedLiteral, ...]:
        """The numbers and texts that are written in it."""
        found = literals(self.tree, taken=self.of_loop) if self.tree else ()
        return tuple(sorted(found, key=lambda each: each.part.start))

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
        return tuple(names_in(self.tree)) if self.tree else ()


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
    value; a "given" has a name and a value, a "named" one a name and an expression alone, one that
    says a number "again" has that as its expression. `said_first` is whether what the prose says
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
        if self.kind in {"given", "again"}:
            return ()
        return (*(self.loop.sequence if self.loop else ()), self.expression)

    @property
    def names(self) -> Iterator[str]:
        """The dotted names in what is worked out."""
        return (name for part in self.parts for name in part.names)

    @property
    def compares(self) -> bool:
        """Whether it compares, or chooses between values, so that its value may tell little."""
        tree = self.expression.tree
        return tree is not None and any(isinstance(each, _COMPARES) for each in every_part(tree))

    @property
    def may_pass_on(self) -> bool:
        """Whether its value may be a part of it as it was: what it compares, or has in a list."""
        tree = self.expression.tree
        parts = every_part(tree) if tree else ()
        return self.compares or any(isinstance(each, _PASSES_ON) for each in parts)

    @property
    def given(self) -> frozenset[str]:
        """The names that are given to a rule, or pick a row."""
        return frozenset(
            name
            for part in self.parts
            if part.tree
            for name in given_names(part.tree, taken=part.of_loop)
        )

    @property
    def literals(self) -> Iterator[tuple[Part, TypedLiteral]]:
        """The numbers and texts in what is worked out, each with the part that it is in."""
        return ((part, literal) for part in self.parts for literal in part.literals)

    def multiplies(self, said: Collection[int]) -> bool:
        """Whether it multiplies answers about numbers that the prose does not say.

        Of two such answers, some product is any number. `said` are the offsets of what it does say.
        """
        part = self.expression
        given = (each for each in part.literals if each.use == "argument")
        arguments = (each for each in given if each.value is not None)
        unsaid = frozenset(each.part.start for each in arguments if part.place(each)[0] not in said)
        return bool(unsaid) and part.tree is not None and multiplies(part.tree, unsaid)


class UnreadableLine(Exception):
    """A line that cannot be read: what is wrong, and where; and the name that it would give."""

    def __init__(self, message: str, hint: str, start: int, end: int, name: str = "") -> None:
        super().__init__(message)
        self.message, self.hint, self.name = message, hint, name
        self.start, self.end = start, end


@lru_cache(maxsize=4096)
def said_in(text: str) -> Saying | None:
    """What a text says of a number, remembered: a page says the same numbers over and over."""
    return saying(text)


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
            raise UnreadableLine(
                f"the line has more than {LONGEST} characters", "", start, start + 1
            )
        marks = list(_marks_of(text, start))
        first, last = marks[0].start, marks[-1].end
        free = marks[0].text == "~"
        loop, marks = _loop(text, start, marks[free:])
        if loop:
            self._check_loop(loop, marks, first, last)
        parts = [_part_of(text, start, each) for each in _split(marks, "=")]
        if not all(part.marks for part in parts):
            raise UnreadableLine("something is missing beside this =", _FORM, first, last)
        line = self._line(parts, loop, free, first, last)
        if line.name:
            self.bound.add(line.name)
        return line

    def _check_loop(self, loop: Loop, body: list[LineToken], start: int, end: int) -> None:
        if loop.name in self._taken:
            message = f'"{loop.name}" is a name of this book'
            raise UnreadableLine(message, "take another name", start, end)
        if not any(mark.text == loop.name and mark.kind == "name" for mark in body):
            raise UnreadableLine(f"nothing in this line depends on {loop.name}", "", start, end)

    def _line(
        self, parts: list[Part], loop: Loop | None, free: bool, start: int, end: int
    ) -> ProofLine:
        head, *rest = parts
        if not rest:
            return self._again(head, loop, free)
        if len(rest) > 2:  # noqa: PLR2004 a name, an expression and what is said of it
            raise UnreadableLine(
                "a line has at most two equals signs of its own", _FORM, start, end
            )
        naming = self._is_new(head)
        if loop and (naming or rest[1:]):
            raise UnreadableLine("a line of a loop names nothing", _FORM, head.start, head.end)
        if naming and not rest[1:]:
            kind: Kind = "given" if _is_value(rest[0]) else "named"
            return ProofLine(kind, start, end, rest[0], name=head.name, free=free)
        if rest[1:] and not naming:
            is_word = head.name and number_in(head.name) is not None
            message = f"{head.text} is {'a number word, and so no name' if is_word else 'no name'}"
            hint = "take another name" if is_word else _FORM
            raise UnreadableLine(message, hint, head.start, head.end)
        left, right = rest if naming else parts
        said_first = self._is_said_first(left, right)
        said, expression = (left, right) if said_first else (right, left)
        said, within = _tolerance(said)
        name = head.name if naming else ""
        return ProofLine(
            "proved", start, end, expression, said, name, within, loop, free, said_first=said_first
        )

    def _again(self, part: Part, loop: Loop | None, free: bool) -> ProofLine:
        if loop is None and (part.name in self.bound or number_in(part.text) is not None):
            return ProofLine("again", part.start, part.end, part, free=free)
        message = "this line does not tell what the prose says"
        raise UnreadableLine(message, _FORM, part.start, part.end)

    def _is_new(self, part: Part) -> bool:
        """Whether a part is a name that the line gives; a number word is what the prose says."""
        name = part.name
        if not name or name in self.bound or number_in(name) is not None:
            return False
        if name in self._taken:
            message = f'"{name}" is a name of this book'
            raise UnreadableLine(message, "take another name", part.start, part.end, name)
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


_FORM = "such as: expression = what the prose says"


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
            raise UnreadableLine("this bracket was never opened", "", mark.start, mark.end)
        yield mark
    if opened:
        raise UnreadableLine("this bracket is never closed", "", opened[-1].start, opened[-1].end)


def _split(marks: list[LineToken], sign: str) -> Iterator[list[LineToken]]:
    """The marks between the signs of a kind that stand outside of all brackets."""
    begin = 0
    for at, mark in enumerate(marks):
        if mark.text == sign and not mark.depth:
            yield marks[begin:at]
            begin = at + 1
    yield marks[begin:]


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
    first, last = marks[0].start, marks[-1].end
    hint = "such as: for level in 1 to 10: expression = what the prose says"
    head = next(_split(marks, ":"))
    inside, rest = [*head[3:]], marks[len(head) + 1 :]
    ends = [*_split(inside, "to")][:2]
    is_loop = len(head) > 3 and head[2].text == "in" and head[1].kind == "name"  # noqa: PLR2004 for x in …
    if not (is_loop and all(ends) and rest):
        raise UnreadableLine("this loop cannot be read", hint, first, last)
    sequence = tuple(_part_of(text, start, each, of_loop=True) for each in ends)
    colon = marks[len(head)].start
    return Loop(marks[1].text, sequence, text[first - start : colon - start]), rest


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
