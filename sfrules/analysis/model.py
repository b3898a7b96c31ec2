"""What is analyzed of a book, what its author states about it, and what was found."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sfrules.analysis.code import Spot
from sfrules.facts.data_package import Tables
from sfrules.facts.domain import Domain
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
    "equal": "options that no rule can tell apart",
    "untried threshold": "a threshold of a rule that no example tries on both sides",
    "clash": "two rules, or a rule and a fact, that disagree",
    "broken law": "a law of the book that does not hold",
    "idle number": "a constant or a cell whose change changes no answer",
}


@dataclass(frozen=True)
class Law:
    """What an author states of the rules: `holds` returns whether it is so at a point.

    `kind` is that of the finding if it does not hold: a broken law, or a clash of two rules.
    """

    text: str
    holds: Function
    domains: Mapping[str, Domain]
    span: Span
    kind: str = "broken law"
    #: The two functions of which a clash is stated.
    pair: tuple[Function, ...] = ()


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


@dataclass(frozen=True)
class Finding:
    """Something found about a rule, a table or a statement.

    `case` is an expression that is true where the finding shows: `sfrules calc` runs it. `method`
    says how far the finding, or its absence elsewhere, is certain.
    """

    kind: str
    subject: str
    message: str
    case: str
    method: str
    span: Span


@dataclass(frozen=True)
class Acceptance:
    """Findings that the book accepts, with the reason: one, or all about a rule or a table."""

    kind: str
    subject: str
    reason: str
    span: Span

    def holds(self, finding: Finding) -> bool:
        """Whether a finding is accepted: it is about the subject, or about a part of it."""
        return finding.kind == self.kind and f"{finding.subject} ".startswith(f"{self.subject} ")


def written(value: object) -> str:
    """Return a value as an expression of `sfrules calc` writes it."""
    match value:
        case None | bool():
            return str(value).lower()
        case str():
            return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
        case Fraction() if value.denominator != 1:
            return f"{value.numerator}/{value.denominator}"
        case Fraction():
            return str(value.numerator)
        case tuple() | list():
            inner = ", ".join(map(written, value))
            return f"({inner},)" if len(value) == 1 else f"({inner})"
    return repr(value)


def call(model: Model, name: str, point: Mapping[str, object]) -> str:
    """Return the call of a rule at a point, as `sfrules calc` runs it."""
    parameters = inspect.signature(model.rules[name]).parameters
    given = (
        f"{each}={written(value)}"
        if each in parameters and parameters[each].kind is inspect.Parameter.KEYWORD_ONLY
        else written(value)
        for each, value in point.items()
    )
    return f"{name}({', '.join(given)})"
