"""The numbers of a proof, in order: what its prose says, and where each stands in the proof."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from sfrules.ground.number_words import CARDINALS, GROUPS, MANY_TIMES, number_in
from sfrules.press.things.proofs.proof_lines import Part, ProofLine, said_in

_LOOKS_LIKE_NUMBER = re.compile(r"\d|[½⅓⅔¼¾⅛⅜⅝⅞]")
# How prose bends its words for a number; "doubles" is "double" to whoever looks for it.
_BENT = {
    **dict.fromkeys(("doubles", "doubled", "doubling"), "double"),
    "tripling": "triple",
    **{f"{times}{end}": times for times in MANY_TIMES for end in "sd"},
    **dict.fromkeys(("halve", "halves", "halved", "halving"), "half"),
    **{group: CARDINALS[count] for group, count in GROUPS.items()},
    "both": "two",
    "quarters": "quarter",
    "single": "one",
    "sixes": "six",
}
_SIGNS = str.maketrans(dict.fromkeys("\u2212\u2011\uff0d\ufe63", "-") | {"\uff05": "%"})
_DICE = re.compile(r"\d*d\d")
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


@lru_cache(maxsize=4096)
def plain_form(text: str) -> str:
    """A number in prose as it is compared: in small letters, one blank, one minus, no bending."""
    plain = " ".join(text.casefold().split()).translate(_SIGNS).replace(" %", "%")
    if _DICE.match(plain):
        return plain.replace(" ", "")
    if fold := _FOLD.fullmatch(plain):
        return f"{fold['count']} times"
    return _BENT.get(plain, plain)


@lru_cache(maxsize=4096)
def value_of_text(text: str) -> Fraction | None:
    """The number that a stretch of prose says by itself: "seven", "7th", "60%", "doubles"."""
    number = number_in(text)
    return number_in(plain_form(text)) if number is None else number


def may_be_number(text: str) -> bool:
    """Whether a text that goes into an expression could be what prose says as a number."""
    return _LOOKS_LIKE_NUMBER.search(text) is not None


def elements_of(line: ProofLine, at: int, shown: Mapping[str, object]) -> Iterator[Element]:
    """The elements of a line from left to right; `shown` has what the names stand for."""
    if line.said_first:
        yield from _said(line, at)
    if line.loop:
        for part in line.loop.sequence:
            yield from _arguments(line, at, part)
    if line.kind == "given":
        yield _element("given", line, at, line.expression)
    elif line.kind == "again":
        yield _again(line, at, shown)
    else:
        yield from _arguments(line, at, line.expression)
    if not line.said_first:
        yield from _said(line, at)


def _element(role: Role, line: ProofLine, at: int, part: Part) -> Element:
    """A part as an element: what is said is known by its text, all else by its number."""
    value = None if role == "said" else number_in(part.plain)
    return Element(role, part.start, part.end, part.plain, value, at, free=line.free)


def _again(line: ProofLine, at: int, shown: Mapping[str, object]) -> Element:
    part, name = line.expression, line.expression.name
    if name in shown:
        known = shown[name]
        value = known if isinstance(known, Fraction) else None
        return Element(
            "again", part.start, part.end, str(known), value, at, free=line.free, name=name
        )
    return _element("again", line, at, part)


def _said(line: ProofLine, at: int) -> Iterator[Element]:
    if line.said is not None and not is_truth(line):
        yield _element("said", line, at, line.said)


def is_truth(line: ProofLine) -> bool:
    """Whether a line says that something is so: no word of the prose is that truth."""
    return line.said is not None and line.said.text in ("true", "false")


def _arguments(line: ProofLine, at: int, part: Part) -> Iterator[Element]:
    """What the expression is given, each of which the prose may say at this place or not."""
    for each in part.literals:
        text = part.written(each)
        if each.value is not None or may_be_number(text):
            place = (*part.place(each), text, each.value)
            yield Element("argument", *place, at, needed=False, free=line.free)


def numbers_known(line: ProofLine) -> Iterator[Fraction]:
    """The numbers that a proof has once it has this line: those that it says, and is given."""
    if line.said is not None and (saying := said_in(line.said.plain)):
        yield saying.number
        if saying.other_end is not None:
            yield saying.other_end
    if line.kind == "given" and (number := number_in(line.expression.plain)) is not None:
        yield number
