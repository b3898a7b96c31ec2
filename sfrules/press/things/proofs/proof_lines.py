"""Read the lines of a proof: what each works out, and what the prose says of it.

A line is one of `expression = said`, `said = expression`, `name = value`,
`name = expression = said`, a number or a name that the prose says again, or any of the first two
behind `for name in …:`. One that begins with `~` is free of the order of the prose.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from sfrules.ground.number_words import number_in
from sfrules.press.things.claims.saying import Saying, saying
from sfrules.press.things.proofs.proof_tokens import (
    BRACKETS,
    Part,
    ProofToken,
    Written,
    outermost,
    part_of,
    split_at_equals,
    tokens_of,
)

_OPERATORS = frozenset("+-*/%~<>|") | {"//", "**", "==", "!=", "<=", ">="}
_COMPARISONS = frozenset("== != < > <= >= in is and or if".split())
_PASSING_ON = frozenset("| [ {".split())
LONGEST = 1_000  # characters of a line
Kind = Literal["proved", "given", "named", "again"]


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
        """What is worked out: the sequence of its loop, and its expression."""
        return (*(self.loop.sequence if self.loop else ()), self.expression)

    @property
    def names(self) -> Iterator[str]:
        """The dotted names in what is worked out."""
        return (name for part in self.parts for name in part.names)

    @property
    def compares(self) -> bool:
        """Whether it compares, or chooses between values, so that its value may tell little."""
        return any(token.text in _COMPARISONS for token in self.expression.tokens)

    @property
    def may_pass_on(self) -> bool:
        """Whether its value may be a part of it as it was: what it compares, or has in a list."""
        return self.compares or any(t.text in _PASSING_ON for t in self.expression.tokens)

    @property
    def given(self) -> frozenset[str]:
        """The names that are given to a rule, or pick a row."""
        return frozenset(name for part in self.parts for name in part.given)

    @property
    def literals(self) -> Iterator[Written]:
        """The numbers and texts in what is worked out."""
        return (literal for part in self.parts for literal in part.literals)


class Unread(Exception):
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
            Unread: for anything else.
        """
        text = text.rstrip()
        stripped = text.lstrip()
        if not stripped or stripped.startswith("#"):
            return None
        if len(stripped) > LONGEST:
            raise Unread(f"the line has more than {LONGEST} characters", "", start, start + 1)
        tokens = list(tokens_of(text, start))
        _check_brackets(tokens)
        first, last = tokens[0].start, tokens[-1].end
        free = tokens[0].text == "~"
        loop, tokens = _loop(text, start, tokens[free:])
        if loop:
            self._check_loop(loop, tokens, first, last)
        parts = [part_of(text, start, each) for each in split_at_equals(tokens)]
        if not all(part.tokens for part in parts):
            raise Unread("something is missing beside this =", _FORM, first, last)
        line = self._line(parts, loop, free, first, last)
        if line.name:
            self.bound.add(line.name)
        return line

    def _check_loop(self, loop: Loop, body: Sequence[ProofToken], start: int, end: int) -> None:
        if loop.name in self._taken:
            message = f'"{loop.name}" is a name of this book'
            raise Unread(message, "take another name", start, end)
        if not any(token.text == loop.name and token.kind == "name" for token in body):
            raise Unread(f"nothing in this line depends on {loop.name}", "", start, end)

    def _line(
        self, parts: Sequence[Part], loop: Loop | None, free: bool, start: int, end: int
    ) -> ProofLine:
        head, *rest = parts
        if not rest:
            return self._again(head, loop, free)
        if len(rest) > 2:  # noqa: PLR2004 a name, an expression and what is said of it
            raise Unread("a line has at most two equals signs of its own", _FORM, start, end)
        naming = self._is_new(head)
        if loop and (naming or rest[1:]):
            raise Unread("a line of a loop names nothing", _FORM, head.start, head.end)
        if naming and not rest[1:]:
            kind: Kind = "given" if _is_value(rest[0]) else "named"
            return ProofLine(kind, start, end, rest[0], name=head.name, free=free)
        if rest[1:] and not naming:
            is_word = head.name and number_in(head.name) is not None
            message = f"{head.text} is {'a number word, and so no name' if is_word else 'no name'}"
            hint = "take another name" if is_word else _FORM
            raise Unread(message, hint, head.start, head.end)
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
        raise Unread(message, _FORM, part.start, part.end)

    def _is_new(self, part: Part) -> bool:
        """Whether a part is a name that the line gives; a number word is what the prose says."""
        name = part.name
        if not name or name in self.bound or number_in(name) is not None:
            return False
        if name in self._taken:
            message = f'"{name}" is a name of this book'
            raise Unread(message, "take another name", part.start, part.end, name)
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
        if any(token.text in "([" for token in part.tokens):
            return True
        names = (token.text for token in part.tokens if token.kind == "name")
        return any(name in self.bound or name in self._taken for name in names)


_FORM = "such as: expression = what the prose says"


def _check_brackets(tokens: Sequence[ProofToken]) -> None:
    """Refuse a line in which a bracket is opened and not closed, or the other way round."""
    opened: list[ProofToken] = []
    for token in tokens:
        step = BRACKETS.get(token.text, 0)
        if step > 0:
            opened.append(token)
        elif step < 0 and not (opened and opened.pop()):
            raise Unread("this bracket was never opened", "", token.start, token.end)
    if opened:
        raise Unread("this bracket is never closed", "", opened[-1].start, opened[-1].end)


def _loop(text: str, start: int, tokens: list[ProofToken]) -> tuple[Loop | None, list[ProofToken]]:
    """The loop that a line begins with, and the rest of the line."""
    if [token.text for token in tokens[:1]] != ["for"]:
        return None, tokens
    first, last = tokens[0].start, tokens[-1].end
    hint = "such as: for level in 1 to 10: expression = what the prose says"
    colon = next((at for at, token in outermost(tokens) if token.text == ":"), None)
    if colon is None or len(tokens) < 5 or tokens[2].text != "in" or tokens[1].kind != "name":  # noqa: PLR2004 for x in …
        raise Unread("this loop cannot be read", hint, first, last)
    inside, rest = tokens[3:colon], tokens[colon + 1 :]
    ends = next((at for at, token in outermost(inside) if token.text == "to"), None)
    split = [inside] if ends is None else [inside[:ends], inside[ends + 1 :]]
    if not all(split) or not rest:
        raise Unread("this loop cannot be read", hint, first, last)
    sequence = tuple(part_of(text, start, each, of_loop=True) for each in split)
    return Loop(tokens[1].text, sequence, text[first - start : tokens[colon].start - start]), rest


def _is_value(part: Part) -> bool:
    """Whether a part is what an example chooses: a number as prose may say it, or a text."""
    return part.is_text or number_in(part.text) is not None


def _calculates(part: Part) -> bool:
    """Whether a part joins numbers by signs, and is none that prose says in the same way."""
    if part.is_text or number_in(part.text) is not None:
        return False
    return any(token.text in _OPERATORS for token in part.tokens)


def _tolerance(said: Part) -> tuple[Part, str]:
    """What the prose says, and how far off it may be: `about half within 0.05`."""
    at = next((at for at, token in enumerate(said.tokens) if token.text == "within"), 0)
    if not at:
        return said, ""
    kept, last = said.tokens[:at], said.tokens[at - 1]
    within = said.text[said.tokens[at].end - said.start :].strip()
    return Part(said.text[: last.end - said.start], said.start, kept), within
