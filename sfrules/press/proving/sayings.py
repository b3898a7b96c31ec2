"""What the prose says, made comparable with the answer of a line: rounded, or a part of a whole.

A line that nothing could falsify says nothing, and vouches for nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from inspect import signature
from itertools import product
from math import prod
from typing import Any

from sfrules.ground.formats import format_value, plain_number
from sfrules.ground.number_words import exact, number_in
from sfrules.ground.problems import Mistake, did_you_mean
from sfrules.press.expression import tree
from sfrules.press.expression.walk import Invocation
from sfrules.press.page.evaluator import Answer, Evaluator
from sfrules.press.page.sandbox import PageScope
from sfrules.press.things.book import Book, Record
from sfrules.press.things.claims.claim import (
    EXACTLY,
    Claim,
    check_comparable,
    is_number,
    rounded_as,
    saying,
)
from sfrules.press.things.proofs.proof_lines import Part, ProofLine

_OF_NUMBERS = "take a part of a number, such as: half of level"
_WAYS = {"up": math.ceil, "down": math.floor}


def claim_of(line: ProofLine, said: Part, value: object, base: object) -> Claim:
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


def _multiple(line: ProofLine, said: Part, base: object) -> Fraction:
    """What the prose says of something: half of it, rounded as the line has it."""
    number = number_in(said.plain)
    if number is None:
        raise Mistake(f"no number can be read in {said.plain}", "such as: half of level")
    if not is_number(base):
        raise Mistake(f"{line.of} is no number", _OF_NUMBERS)
    way = _WAYS.get(line.rounding)
    multiple = number * Fraction(base)
    return Fraction(way(multiple)) if way else multiple


def off_bound(
    line: ProofLine, truths: Mapping[object, bool], base: object
) -> tuple[str, str] | None:
    """Why something is not so just where the prose says, "below 0" or "at least 3"; and a hint.

    `truths` are whether it is so of each item of the line's loop.
    """
    said, name = line.said or line.expression, line.loop.name if line.loop else ""
    bound = saying(said.plain)
    if not is_number(base):
        return f"{line.of} is no number", _OF_NUMBERS
    for item, truth in truths.items():
        answer = f"{line.asked} is {str(truth).lower()}"
        if bound is None or not is_number(item) or bound.form.hedged:
            return f"{answer}, and no {name}", "say where it is so: … = below 0"
        if bound.holds(Fraction(item) / Fraction(base or 1), None) != truth:
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


MOST_CASES = 1_000  # in which a rule is asked whether its answer could be another
_OF_ITSELF = frozenset({"-", "/", "//", "%"})
_ANSWER = "the answer"  # no name of a page, since it has a blank


def why_vacuous(
    engine: Evaluator, line: ProofLine, answer: Answer, meanings: Mapping[str, Part]
) -> tuple[str, str] | None:
    """Why a line that an engine has worked out could not be false, and what would say something.

    `meanings` are what the names stand for.
    """
    expression, shown = line.expression.parsed, line.expression.text
    if expression is None or not line.states:
        return None
    if isinstance(expression, tree.Constant) and is_number(expression.value):
        hint = "say it again on a line of its own, without a second side"
        beside = line.said.text if line.said else shown
        return f"{shown} stands beside {beside}, and nothing is asked", hint
    for part in tree.every_part(expression):
        if _is_of_itself(part, meanings):
            said = shown[part.start : part.end]
            hint = "ask the rule that arrives at it"
            return f"{said} has the same on both sides, whatever that is", hint
    if _never_differs(engine, line, expression, answer):
        hint = "say what the answer is, or what holds of all cases in a loop: for … in …"
        return f"this is so of every case of {_called(expression)}, not of this alone", hint
    return None


def _never_differs(
    engine: Evaluator, line: ProofLine, expression: tree.Expression, answer: Answer
) -> bool:
    """Whether what is said holds in each case of the one rule that is asked.

    That is found out by asking, where the cases are finite: a row of facts stays as it is.
    """
    said = saying(line.said.plain) if line.said and not line.said.is_text else None
    is_bound = said and said.form is not EXACTLY and not said.form.hedged
    if line.loop or not (is_bound or isinstance(answer.value, bool)):
        return False
    calls = [part for part in tree.every_part(expression) if isinstance(part, tree.Call)]
    is_one = len(calls) == len(answer.calls) == 1
    cases = _cases(engine.sandbox.book, answer.calls[0]) if is_one else None
    if cases is None:
        return False

    def rest(part: tree.Expression) -> tree.Expression:
        own = tree.Variable(_ANSWER, _ANSWER)
        return own if part == calls[0] else tree.changed(part, rest)

    def holds(found: object) -> bool:
        scope = PageScope({**engine.names, _ANSWER: found}, engine.given)
        try:
            value = exact(engine.sandbox.value(rest(expression), scope))
        except Exception:  # noqa: BLE001 what cannot be worked out in a case is not so in it
            return False
        if said is None or isinstance(answer.value, bool):
            return bool(value == answer.value)
        return is_number(value) and said.holds(Fraction(value), None)

    return all(map(holds, cases))


def _is_of_itself(part: tree.Expression, meanings: Mapping[str, Part]) -> bool:
    """Whether two equal sides are compared, or taken from each other."""

    def meant(part: tree.Expression) -> tree.Expression:
        known = meanings.get(part.name) if isinstance(part, tree.Variable) else None
        return meant(known.parsed) if known and known.parsed else tree.changed(part, meant)

    is_two_sided = isinstance(part, tree.Comparison) or (
        isinstance(part, tree.Operation) and part.sign in _OF_ITSELF
    )
    return is_two_sided and meant(part.left) == meant(part.right)  # type: ignore[attr-defined] # as above


def _cases(book: Book, call: Invocation) -> Iterator[object] | None:
    """The answers of a rule in all its cases; None where these are endless, too many, or one."""
    given = signature(call.function).bind(*call.arguments, **call.keywords)
    given.apply_defaults()
    values = book.cases(call.function, given.arguments)
    if values is None or not 1 < prod(map(len, values.values())) <= MOST_CASES:
        return None
    return _answers(call.function, values)


def _answers(rule: Any, values: Mapping[str, Any]) -> Iterator[object]:
    for case in product(*values.values()):
        try:
            yield rule(**dict(zip(values, case, strict=True)))
        except (ValueError, LookupError, ArithmeticError):
            continue  # what the rule refuses is no case of it


def _called(expression: tree.Expression) -> str:
    calls = (part for part in tree.every_part(expression) if isinstance(part, tree.Call))
    return next((tree.dotted_name(call.function) for call in calls), "")
