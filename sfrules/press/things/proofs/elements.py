"""The numbers of a proof, in order: what its prose says, and where each stands in the proof."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from sfrules.ground.formats import FILTERS
from sfrules.ground.number_words import number_in, number_of_literal
from sfrules.press.things.proofs.proof_lines import Line, Part, Token, said_in

_OPENS, _CLOSES = frozenset("([{"), frozenset(")]}")
_PUT = frozenset({"(", "[", ",", "="})  # what stands before an argument
_DONE = frozenset({")", "]", ","})  # and behind it
_LOOKS_LIKE_NUMBER = re.compile(r"\d|[½⅓⅔¼¾⅛⅜⅝⅞]")
# How prose bends its words for a number; "doubles" is "double" to whoever looks for it.
_BENT = {
    **dict.fromkeys(("doubles", "doubled", "doubling"), "double"),
    **dict.fromkeys(("triples", "tripled", "tripling"), "triple"),
    **dict.fromkeys(("trebles", "trebled", "trebling"), "treble"),
    **dict.fromkeys(("quadruples", "quadrupled"), "quadruple"),
    **dict.fromkeys(("halve", "halves", "halved", "halving"), "half"),
    **dict.fromkeys(("pair", "couple"), "two"),
    "quarters": "quarter",
    "single": "one",
    "sixes": "six",
}
_FOLD = re.compile(r"(?P<count>.+?)-?fold")
Role = Literal["given", "argument", "said", "again"]


@dataclass(frozen=True, eq=False, slots=True)
class Element:
    """A number of a proof: its place in the file, and what the prose may say for it.

    The prose says it by its value, or else by its text. What is not `needed` may go unsaid.
    `line` is the index of the line that it stands on, `name` the name that it is said again by.
    """

    role: Role
    start: int
    end: int
    text: str
    value: Fraction | None
    line: int
    needed: bool = True
    free: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True)
class Written:
    """A number or text that is written in an expression; whether a rule or a row takes it."""

    token: Token
    start: int
    value: Fraction | None
    taken: bool

    @property
    def end(self) -> int:
        """The offset behind it."""
        return self.token.end


@lru_cache(maxsize=4096)
def plain_form(text: str) -> str:
    """A number in prose as it is compared: in small letters, one blank, one minus, no bending."""
    plain = " ".join(text.casefold().split()).replace("\N{MINUS SIGN}", "-").replace(" %", "%")
    if fold := _FOLD.fullmatch(plain):
        return f"{fold['count']} times"
    return _BENT.get(plain, plain)


@lru_cache(maxsize=4096)
def value_of_text(text: str) -> Fraction | None:
    """The number that a stretch of prose says by itself: "seven", "7th", "60%", "doubles"."""
    number = number_in(text)
    return number_in(plain_form(text)) if number is None else number


def literals(part: Part, *, taken: bool = False) -> Iterator[Written]:
    """The numbers and texts of an expression; with `taken`, those outside of brackets are too."""
    tokens, open_brackets = part.tokens, [taken]
    for at, token in enumerate(tokens):
        if token.text in _OPENS:
            open_brackets.append(_takes(tokens, at, open_brackets[-1]))
        elif token.text in _CLOSES:
            if open_brackets[1:]:
                open_brackets.pop()
        elif token.kind in ("number", "string"):
            yield _literal(tokens, at, open_brackets[-1])


def _takes(tokens: tuple[Token, ...], at: int, outer: bool) -> bool:
    """Whether what is in a bracket is given to a rule, or picks a row."""
    before = tokens[at - 1] if at else None
    if before is None or not (before.kind == "name" or before.text in _CLOSES):
        return outer  # a list or a group: part of what stands around it
    if at > 1 and tokens[at - 2].text == "|":
        return False  # a filter is no rule
    return before.text != "range" or tokens[at].text == "["


def _literal(tokens: tuple[Token, ...], at: int, inside: bool) -> Written:
    token, first = tokens[at], at
    before = tokens[at - 1].text if at else "("
    if token.kind == "string":
        return Written(token, token.start, None, inside)
    value = _number(token.text)
    if before in "+-" and (at == 1 or tokens[at - 2].text in _PUT):
        first = at - 1
        value = -value if before == "-" and value is not None else value
        before = tokens[at - 2].text if at > 1 else "("
    after = tokens[at + 1].text if at + 1 < len(tokens) else ")"
    alone = before in _PUT and after in _DONE
    return Written(token, tokens[first].start, value, inside and alone)


def is_format(part: Part, literal: Written) -> bool:
    """Whether a number only tells a filter how to write another: `|decimal(2)`."""
    tokens = part.tokens
    at = next(at for at, token in enumerate(tokens) if token is literal.token)
    return (
        at > 2  # noqa: PLR2004 a bar, a name and a bracket
        and tokens[at - 1].text == "("
        and tokens[at - 2].text in FILTERS
        and tokens[at - 3].text == "|"
    )


def _number(text: str) -> Fraction | None:
    try:
        return number_of_literal(text)
    except ValueError:
        return None  # a number of thousands of digits, which the expression is refused for


def elements_of(line: Line, at: int, shown: Mapping[str, object]) -> Iterator[Element]:
    """The elements of a line from left to right; `shown` has what the names stand for."""
    if line.loop:
        for part in line.loop.sequence:
            yield from _arguments(line, at, part, taken=True)
    if line.said_first:
        yield from _said(line, at)
    if line.kind == "given":
        yield _element("given", line, at, line.expression)
    elif line.kind == "again":
        yield _again(line, at, shown)
    else:
        yield from _arguments(line, at, line.expression)
    if not line.said_first:
        yield from _said(line, at)


def _element(role: Role, line: Line, at: int, part: Part) -> Element:
    """A part as an element: what is said is known by its text, all else by its number."""
    value = None if role == "said" else number_in(part.plain)
    return Element(role, part.start, part.end, part.plain, value, at, free=line.free)


def _again(line: Line, at: int, shown: Mapping[str, object]) -> Element:
    part, name = line.expression, line.expression.name
    if name in shown:
        known = shown[name]
        value = known if isinstance(known, Fraction) else None
        return Element(
            "again", part.start, part.end, str(known), value, at, free=line.free, name=name
        )
    return _element("again", line, at, part)


def _said(line: Line, at: int) -> Iterator[Element]:
    if line.said is not None and not is_truth(line):
        yield _element("said", line, at, line.said)


def is_truth(line: Line) -> bool:
    """Whether a line says that something is so: no word of the prose is that truth."""
    return line.said is not None and line.said.text in ("true", "false")


def _arguments(line: Line, at: int, part: Part, *, taken: bool = False) -> list[Element]:
    """What the expression is given, each of which the prose may say at this place or not."""
    found: list[Element] = []
    for literal in literals(part, taken=taken):
        text = literal.token.text
        if literal.token.kind == "string":
            text = text[1:-1]
            if not _LOOKS_LIKE_NUMBER.search(text):
                continue
        element = Element(
            "argument",
            literal.start,
            literal.end,
            text,
            literal.value,
            at,
            needed=False,
            free=line.free,
        )
        found.append(element)
    return found


def numbers_known(line: Line) -> Iterator[Fraction]:
    """The numbers that a proof has once it has this line: those that it says, and is given."""
    if line.said is not None and (saying := said_in(line.said.plain)):
        yield saying.number
        if saying.other_end is not None:
            yield saying.other_end
    if line.kind == "given" and (number := number_in(line.expression.plain)) is not None:
        yield number


def unnamed(line: Line, known: Container[Fraction]) -> Iterator[Written]:
    """The numbers of a line that no rule takes and that the proof does not have yet."""
    if line.kind in ("given", "again"):
        return
    parts = [(part, True) for part in line.loop.sequence] if line.loop else []
    for part, taken in [*parts, (line.expression, False)]:
        for literal in literals(part, taken=taken):
            loose = literal.value is not None and not literal.taken
            if loose and literal.value not in known and not is_format(part, literal):
                yield literal


def arguments_known(line: Line) -> Iterator[Fraction]:
    """The numbers that a line gives to rules."""
    parts = [(part, True) for part in line.loop.sequence] if line.loop else []
    for part, taken in [*parts, (line.expression, False)]:
        for literal in literals(part, taken=taken):
            if literal.value is not None and literal.taken:
                yield literal.value
