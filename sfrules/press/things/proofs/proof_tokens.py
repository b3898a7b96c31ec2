"""The tokens of a line of a proof, and what is written in it: numbers, texts and names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple

from sfrules.ground.formats import FILTERS
from sfrules.ground.number_words import number_of_literal

_TOKEN = re.compile(
    r"\s*(?:(?P<string>\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*')"
    r"|(?P<number>\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?(?!\w))"
    r"|(?P<name>[^\W\d]\w*)"
    r"|(?P<sign>==|!=|<=|>=|//|\*\*|\S))"
)
BRACKETS = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}
Use = Literal["argument", "format", "loose"]
_OPENS, _CLOSES = frozenset("([{"), frozenset(")]}")
_PUT = frozenset({"(", "[", ",", "="})  # what stands before an argument
_DONE = frozenset({")", "]", ","})  # and behind it
_WORDS = frozenset("and else if in is not or".split())  # of the language, and no names
_PICKS = ["map", "(", "attribute", "="]  # what picks a part of each row, as [0] does of one


class ProofToken(NamedTuple):
    """A name, number, text or sign of a line, with its place in the page's file."""

    kind: str
    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Part:
    """A part of a line: what stands between two of its equals signs, or the sequence of a loop."""

    text: str
    start: int
    tokens: tuple[ProofToken, ...]
    of_loop: bool = False

    @property
    def end(self) -> int:
        """The offset behind its last character."""
        return self.start + len(self.text)

    @property
    def name(self) -> str:
        """The name that the part is; nothing if it is anything else."""
        only = self.tokens[0] if len(self.tokens) == 1 else None
        return only.text if only and only.kind == "name" else ""

    @property
    def is_text(self) -> bool:
        """Whether it is a text in quotes."""
        return len(self.tokens) == 1 and self.tokens[0].kind == "string"

    @property
    def plain(self) -> str:
        """What it says, without quotes."""
        return self.text[1:-1] if self.is_text else self.text

    @cached_property
    def literals(self) -> tuple[Written, ...]:
        """The numbers and texts that are written in it."""
        return tuple(_literals(self.tokens, taken=self.of_loop))

    @cached_property
    def given(self) -> tuple[str, ...]:
        """The names in it that are given to a rule, or pick a row."""
        return tuple(_given_names(self.tokens, taken=self.of_loop))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The longest dotted names in it."""
        return tuple(_dotted(self.tokens))


@dataclass(frozen=True, slots=True)
class Written:
    """A number or text that is written in an expression, with its sign, and what it is there for.

    A rule or a row takes an "argument"; a "format" tells a filter how to write another number.
    Whatever is "loose" has no such use.
    """

    use: Use
    text: str
    start: int
    end: int
    value: Fraction | None = None


def _literals(tokens: Sequence[ProofToken], *, taken: bool) -> Iterator[Written]:
    for at, token, inside in _with_brackets(tokens, taken):
        if token.kind == "string":
            picks = [each.text for each in tokens[max(at - 4, 0) : at]] == _PICKS
            is_argument = (picks or inside) and _is_alone(tokens, at, at)
            use: Use = "argument" if is_argument else "loose"
            yield Written(use, token.text[1:-1], token.start, token.end)
        elif token.kind == "number":
            yield _number(tokens, at, inside)


def _given_names(tokens: Sequence[ProofToken], *, taken: bool) -> Iterator[str]:
    """The names, not those behind a dot, in what is given to a rule or picks a row."""
    for at, token, inside in _with_brackets(tokens, taken):
        if inside and token.kind == "name" and (not at or tokens[at - 1].text != "."):
            yield token.text


def _with_brackets(
    tokens: Sequence[ProofToken], taken: bool
) -> Iterator[tuple[int, ProofToken, bool]]:
    """The tokens that are no brackets, each with whether it is given to a rule or picks a row."""
    open_brackets = [taken]
    for at, token in enumerate(tokens):
        if token.text in _OPENS:
            open_brackets.append(_takes(tokens, at, open_brackets[-1]))
        elif token.text in _CLOSES:
            if open_brackets[1:]:
                open_brackets.pop()
        else:
            yield at, token, open_brackets[-1]


def _takes(tokens: Sequence[ProofToken], at: int, outer: bool) -> bool:
    """Whether what is in a bracket is given to a rule, or picks a row."""
    before = tokens[at - 1] if at else None
    is_owner = before and (before.kind == "name" or before.text in _CLOSES)
    if before is None or not is_owner or before.text in _WORDS:
        return outer  # a list or a group: part of what stands around it
    if at > 1 and tokens[at - 2].text == "|":
        return False  # a filter is no rule
    return before.text != "range" or tokens[at].text == "["


def _is_alone(tokens: Sequence[ProofToken], first: int, last: int) -> bool:
    """Whether tokens are a whole argument or item."""
    before = tokens[first - 1].text if first else "("
    after = tokens[last + 1].text if last + 1 < len(tokens) else ")"
    return before in _PUT and after in _DONE


def _number(tokens: Sequence[ProofToken], at: int, inside: bool) -> Written:
    token, first, value = tokens[at], at, _value(tokens[at].text)
    sign = tokens[at - 1].text if at else ""
    if sign in ("+", "-") and (at == 1 or tokens[at - 2].text in _PUT):
        first = at - 1
        value = -value if sign == "-" and value is not None else value
    use: Use = "argument" if inside and _is_alone(tokens, first, at) else "loose"
    if [each.text for each in tokens[max(first - 3, 0) : first]][::2] == ["|", "("]:
        use = "format" if tokens[first - 2].text in FILTERS else "loose"
    return Written(use, token.text, tokens[first].start, token.end, value)


@lru_cache(maxsize=4096)
def _value(text: str) -> Fraction | None:
    try:
        return number_of_literal(text)
    except ValueError:
        return None  # a number of thousands of digits, which the expression is refused for


def _dotted(tokens: Sequence[ProofToken]) -> Iterator[str]:
    parts: list[str] = []
    joined = False
    for token in tokens:
        if token.kind == "name":
            if parts and not joined:
                yield ".".join(parts)
                parts = []
            parts.append(token.text)
        elif token.text != "." and parts:
            yield ".".join(parts)
            parts = []
        joined = token.text == "."
    if parts:
        yield ".".join(parts)


def tokens_of(text: str, start: int) -> Iterator[ProofToken]:
    """The tokens of a line, up to a comment behind it."""
    for found in _TOKEN.finditer(text):
        kind = str(found.lastgroup)
        word, at = found[kind], found.start(kind)
        if word == "#":
            break
        yield ProofToken(kind, word, start + at, start + found.end())


def outermost(tokens: Sequence[ProofToken]) -> Iterator[tuple[int, ProofToken]]:
    """The tokens outside of all brackets, by their places in the line."""
    depth = 0
    for at, token in enumerate(tokens):
        depth += BRACKETS.get(token.text, 0)
        if depth <= 0:
            yield at, token


def split_at_equals(tokens: Sequence[ProofToken]) -> Iterator[Sequence[ProofToken]]:
    """The parts of a line between the equals signs outside of all brackets."""
    begin = 0
    for at, token in outermost(tokens):
        if token.text == "=":
            yield tokens[begin:at]
            begin = at + 1
    yield tokens[begin:]


def part_of(text: str, start: int, tokens: Sequence[ProofToken], *, of_loop: bool = False) -> Part:
    """A part of a line whose text begins at an offset of the file."""
    if not tokens:
        return Part("", start, ())
    first, last = tokens[0].start, tokens[-1].end
    return Part(text[first - start : last - start], first, tuple(tokens), of_loop)
