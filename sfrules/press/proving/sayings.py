"""What the prose says, made comparable with the answer of a line: rounded, or a part of a whole."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sfrules.ground.formats import format_value, plain_number
from sfrules.ground.number_words import exact, number_in
from sfrules.ground.problems import Mistake, did_you_mean
from sfrules.press.things.book import Record
from sfrules.press.things.claims.claim import (
    Claim,
    check_comparable,
    is_number,
    rounded_as,
    saying,
)
from sfrules.press.things.proofs.proof_lines import Part, ProofLine

_WAYS = {"up": math.ceil, "down": math.floor}


def claim_of(line: ProofLine, said: Part, value: object, base: Fraction) -> Claim:
    """What the prose says and what the line answers; `base` is what it may be a multiple of.

    Raises:
        Mistake: for what cannot be compared.
        TypeError: for an answer that is no number, text, truth or sequence of these.
    """
    printed: object = said.plain
    if type(value) is int and said.text.isdecimal() and not line.within:
        printed = int(said.text)  # as below, and most numbers are
    if isinstance(value, bool) and not said.is_text:
        printed = {"true": True, "false": False}.get(said.text, printed)
    format_value(value)
    if line.of:
        printed = _multiple(line, said, base)
    claim = Claim(printed, _rounded(line, said, value), within=line.within or None)
    check_comparable(claim)
    return claim


def _rounded(line: ProofLine, said: Part, value: Any) -> object:
    """The answer as the line has it rounded, number by number."""
    if line.rounding in _WAYS:
        return made_whole(line, value)
    if isinstance(value, list | tuple | range):
        return [_rounded(line, said, exact(each)) for each in value]
    if not is_number(value) or not line.rounding:
        return value
    near = rounded_as(said.plain, Fraction(value))
    if near is None:
        message = f"{said.plain} is no share and no decimal, so its rule says how it is rounded"
        raise Mistake(message, "ask the rule, or say how: … = 8, rounded up")
    return near


def made_whole(line: ProofLine, value: Any) -> Any:
    """The answer as a line has it that rounds it up or down, and any other as it is."""
    way = None if line.of else _WAYS.get(line.rounding)
    if way and isinstance(value, list | tuple | range):
        return [made_whole(line, exact(each)) for each in value]
    return way(value) if way and is_number(value) else value


def _multiple(line: ProofLine, said: Part, base: Fraction) -> Fraction:
    """What the prose says of something: half of it, rounded as the line has it."""
    number = number_in(said.plain)
    if number is None:
        raise Mistake(f"no number can be read in {said.plain}", "such as: half of level")
    way = _WAYS.get(line.rounding)
    return Fraction(way(number * base)) if way else number * base


def off_bound(
    line: ProofLine, truths: Mapping[object, bool], base: Fraction
) -> tuple[str, str] | None:
    """Why something is not so just where the prose says, "below 0" or "at least 3"; and a hint.

    `truths` are whether it is so of each item of the line's loop.
    """
    said, name = line.said or line.expression, line.loop.name if line.loop else ""
    bound = saying(said.plain)
    for item, truth in truths.items():
        answer = f"{line.asked} is {str(truth).lower()}"
        if bound is None or not is_number(item) or bound.form.hedged:
            return f"{answer}, and no {name}", "say where it is so: … = below 0"
        if bound.holds(Fraction(item) / (base or 1), None) != truth:
            return f"the proof says {said.plain}, {answer} for {name} = {plain_number(item)}", ""
    if truths and len({*truths.values()}) == 1:
        hint = "let the loop go beyond it, so that both sides are tried"
        return f"each {name} is on one side of {said.plain}", hint
    return None


def uncited(facts: Mapping[tuple[str, str], Record], id: str, subject: str) -> tuple[str, str]:
    """Why a fact cannot be cited, and what can be."""
    known = [
        f"{id} {about}: {row.fields['number']}" for (f, about), row in facts.items() if f == id
    ]
    if known:
        message = f'{id} has no number of "{subject}"' if subject else f"{id} has several numbers"
        return message, f"cite {', or '.join(known)}"
    ids = {fact for fact, _ in facts}
    hint = did_you_mean(id, ids) if ids else "a table cited.csv of the book has the facts to cite"
    return f"there is no fact {id} to cite", hint
