"""What is analyzed of a book, what its author states about it, and what was found."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from sfrules.analysis.code import Spot
from sfrules.facts.data_package import Tables
from sfrules.facts.domain import Domain, Refused, domains
from sfrules.facts.watched import RecordedCall
from sfrules.ground.formats import written
from sfrules.ground.source import Span

Function = Callable[..., Any]

#: The classes of findings, each with what an author reads about it.
KINDS: Mapping[str, str] = {
    "never matters": "a parameter that changes no answer",
    "reversal": "more of something gives less, against the rule's own trend",
    "dead branch": "a condition that no point makes true, or none makes false",
    "unreachable row": "a row of facts that no rule can pick",
    "gap": "points without an answer, or levels that no row holds",
    "overlap": "levels that two rows hold",
    "dominated": "an option that is never better than another",
    "equal": "options that no rule can tell apart, all of them together",
    "untried threshold": "a threshold of a rule that no example tries on both sides",
    "clash": "two rules, or a rule and a fact, that disagree",
    "broken law": "a law of the book that does not hold",
    "idle number": "a constant or a cell whose change changes no answer",
}


@dataclass(frozen=True)
class Law:
    """What an author states of the rules: `holds` returns whether it is so at a point."""

    text: str
    holds: Function
    domains: Mapping[str, Domain]
    span: Span
    #: That of the finding if it does not hold: a broken law, or a clash of two rules.
    kind: str = "broken law"
    #: The rules that it calls.
    about: tuple[Function, ...] = ()
    #: What the finding is about; if nothing is said, the text.
    subject: str = ""
    #: What is true if it is broken; if nothing is said, what the functions answer.
    case: str = ""


@dataclass(frozen=True)
class Merit:
    """What makes a row of a table the better option: columns where more, and where less, is."""

    table: str
    more: tuple[str, ...]
    less: tuple[str, ...]
    span: Span


@dataclass(frozen=True)
class Model:
    """What is analyzed of a book: its rules by their dotted names, its facts, its statements."""

    rules: Mapping[str, Function]
    facts: Tables
    #: Returns the span of a rule's `def`, or of a part of its code.
    place: Callable[[Function, Spot | None], Span]
    laws: tuple[Law, ...] = ()
    merits: tuple[Merit, ...] = ()
    accepted: tuple[Acceptance, ...] = ()
    #: The values to try of rules that take long, by the rule's dotted name and the parameter.
    tried: Mapping[str, Mapping[str, Domain]] = field(default_factory=dict)
    #: The tables whose rows expressions may name, each with its namespace.
    named: Mapping[str, str] = field(default_factory=dict)
    #: Returns texts with worked examples, in which calls of rules are looked for.
    texts: Callable[[], tuple[str, ...]] = tuple

    @cached_property
    def names(self) -> Mapping[Function, str]:
        """The dotted names of the rules, by their functions beneath the decorators."""
        return {inspect.unwrap(rule): name for name, rule in self.rules.items()}


@dataclass(frozen=True)
class Finding:
    """Something found about a rule, a table or a statement."""

    kind: str
    subject: str
    message: str
    #: An expression that is true where the finding shows: `sfrules calc` runs it.
    case: str
    #: How far the finding is certain.
    method: str
    span: Span


@dataclass(frozen=True)
class Acceptance:
    """A finding that the book accepts, with the reason."""

    kind: str
    subject: str
    reason: str
    span: Span


def call(name: str, rule: Function, point: Mapping[str, object]) -> str:
    """Return the call of a rule at a point, as `sfrules calc` runs it."""
    parameters = inspect.signature(rule).parameters
    given = (
        f"{each}={written(value)}"
        if each in parameters and parameters[each].kind is inspect.Parameter.KEYWORD_ONLY
        else written(value)
        for each, value in point.items()
    )
    return f"{name}({', '.join(given)})"


def call_of(model: Model, asked: RecordedCall) -> str:
    """Return a call of a rule as `sfrules calc` runs it; "" if it is none of the book's."""
    rule, args, kwargs = asked
    if inspect.unwrap(rule) not in model.names:
        return ""
    try:
        bound, held = inspect.signature(rule).bind(*args, **kwargs), domains(rule)
        bound.apply_defaults()
        taken = {name: held[name].take(value) for name, value in bound.arguments.items()}
    except (TypeError, Refused):  # a call that the rule refuses
        return ""
    return call(model.names[inspect.unwrap(rule)], rule, taken)


def equation(asked: str, answer: object) -> str:
    """Return that a call has an answer; or that it has its own, where none can be written."""
    plain = isinstance(answer, int | Fraction | str | bool | None)
    return f"{asked} == {written(answer) if plain else asked}"
