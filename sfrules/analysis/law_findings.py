"""What must hold of the rules, as the author states it or the book implies it: laws, each judged.

A book implies that its rules answer as their examples and its facts say, and that two rules of one
term agree. Where such a law is broken, it is a clash.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from doctest import DocTestParser
from functools import partial
from itertools import islice
from typing import Any

from sfrules.analysis.grid import NoAnswer, answer_at, grid_of
from sfrules.analysis.model import Finding, Function, Law, Model, call, call_of, equation
from sfrules.analysis.survey import Load, Survey, surveys
from sfrules.analysis.symbolic import counterexample
from sfrules.facts.data_package import Tables
from sfrules.facts.domain import NoDomain, accepts, domains
from sfrules.facts.row import value_of
from sfrules.facts.watched import RecordedCall, recording, unwatched
from sfrules.ground.formats import written
from sfrules.ground.source import Span

LAW_POINTS = 10_000_000  # of a law over finite domains, all of which are asked
LOOKED_AT = 100  # counterexamples among which the smallest is


@dataclass(frozen=True)
class LawReport:
    """How a law was decided, at how many points, and the finding if it is broken."""

    law: Law
    method: str
    asked: int
    finding: Finding | None = None


def judge(executor: Executor, load: Load, model: Model, numbers: Iterable[int]) -> list[LawReport]:
    """Decide some laws: at every point, by z3, or at points that are tried."""
    asked = {at: grid_of(model.laws[at].domains, most=LAW_POINTS) for at in numbers}
    known = {at: grid for at, grid in asked.items() if not isinstance(grid, str)}
    done = surveys(executor, load, known)
    return [
        LawReport(model.laws[at], grid, 0) if isinstance(grid, str) else _judged(model, done[at])
        for at, grid in asked.items()
    ]


def _judged(model: Model, survey: Survey) -> LawReport:
    """Return how a law was decided; where a rule refuses a point, the law says nothing about it."""
    law, grid, told = model.laws[int(survey.subject)], survey.grid, survey.answers
    refused = sum(isinstance(each, NoAnswer) and each.refused for each in told)
    wrong = (i for i, each in enumerate(told) if not each or isinstance(each, NoAnswer))
    broken = [*islice((i for i in wrong if not getattr(told[i], "refused", False)), LOOKED_AT)]
    method, point = grid.method, grid.point(min(broken, key=grid.extent)) if broken else None
    if not (broken or grid.whole) and refused < grid.size:
        found = counterexample(law.holds, grid, law.domains)
        if isinstance(found, dict) and answer_at(law.holds, **found):
            found = False  # what z3 takes for broken is not
        method = "proved by z3" if found else method
        point = found if isinstance(found, dict) else None
    finding = None if point is None else _broken(model, law, point, method)
    return LawReport(law, method, grid.size - refused, finding)


def _broken(model: Model, law: Law, point: Mapping[str, Any], method: str) -> Finding:
    asked: list[RecordedCall] = []
    with recording(asked):
        answer_at(law.holds, **point)
    calls = {text: answer_at(unwatched, each) for each in asked if (text := call_of(model, each))}
    case = law.case or " and ".join(equation(*each) for each in calls.items())
    if law.kind == "clash" and not law.case:
        case = " != ".join(calls)
    at = ", ".join(f"{name} = {written(value)}" for name, value in point.items())
    message = f"it does not hold: {law.text}" + f"; with {at}" * bool(at)
    return Finding(law.kind, law.subject or law.text, message, case, method, law.span)


def is_about(law: Law, model: Model, names: Collection[str]) -> bool:
    """Whether a law calls one of some rules."""
    return not {model.rules[name] for name in names}.isdisjoint(law.about)


def agreement(one: Function, other: Function, text: str = "", **more: Any) -> Law:
    """Return the law that two rules agree wherever both have an answer."""
    held = {**domains(other), **domains(one)}

    def agree(**point: Any) -> bool:
        first, second = (rule(**{n: point[n] for n in domains(rule)}) for rule in (one, other))
        return bool(first == second)

    text = text or f"{one.__name__} agrees with {other.__name__}"
    return Law(text, agree, held, kind="clash", about=(one, other), **more)


def implied(
    rules: Mapping[str, Function], facts: Tables, place: Callable[..., Any]
) -> Iterator[Law]:
    """Yield the laws that nobody states: of rules of one term, of examples, and of facts."""
    yield from _same_terms(rules, place)
    for name, rule in rules.items():
        yield from _examples(name, rule, place(rule, None))
        for table in facts.names():
            columns = facts.schema(table).columns
            if {name.rpartition(".")[2], *_parameters(rule)} <= set(columns) and _parameters(rule):
                yield from _facts(name, rule, facts, table)


def _parameters(rule: Function) -> frozenset[str]:
    try:
        return frozenset(domains(rule))
    except NoDomain:
        return frozenset()


def _same_terms(rules: Mapping[str, Function], place: Callable[..., Any]) -> Iterator[Law]:
    """Yield the agreement of rules in several modules with one name, parameters and unit."""
    by_term: dict[object, str] = {}
    for name, rule in rules.items():
        unit = str(inspect.signature(rule).return_annotation)
        first = by_term.setdefault((name.rpartition(".")[2], _parameters(rule), unit), name)
        if first != name and _parameters(rule):
            text = f"{name} agrees with {first}"
            yield agreement(rules[first], rule, text, span=place(rule, None))


def _examples(name: str, rule: Function, span: Span) -> Iterator[Law]:
    """Yield that a rule answers as the examples of its docstring say."""
    namespace, _, own = name.rpartition(".")
    for example in DocTestParser().get_examples(inspect.getdoc(rule) or ""):
        try:
            sides = [ast.parse(e.strip(), mode="eval").body for e in (example.source, example.want)]
        except SyntaxError:  # it prints, or raises
            continue
        pairs = [sides]
        if all(isinstance(side, ast.Tuple) for side in sides):  # each call with its answer
            pairs = [*map(list, zip(*(side.elts for side in sides), strict=False))]  # type: ignore[attr-defined]
        for asked, wanted in (map(ast.unparse, pair) for pair in pairs):
            space = dict(inspect.unwrap(rule).__globals__)
            with suppress(Exception):  # an example that cannot be run is for doctest to report
                said = eval(wanted, space)  # noqa: S307 — the author's own code
                called = re.sub(rf"(?<![\w.])(?={own}\()", f"{namespace}.", asked)
                text, case = (
                    f"{asked} is {wanted}, as its example says",
                    f"{called} != {written(said)}",
                )
                holds, subject = partial(_answers, asked, said, space), f"{name} {asked}"
                yield Law(text, holds, {}, span, "clash", (rule,), subject, case)


def _answers(asked: str, said: object, space: dict[str, Any]) -> bool:
    try:
        return bool(eval(asked, space) == said)  # noqa: S307 — the author's own code
    except Exception:  # noqa: BLE001 — as above
        return True


def _facts(name: str, rule: Function, facts: Tables, table: str) -> Iterator[Law]:
    """Yield that a rule answers as the column of its name says, asked with the rest of the row."""
    held, column = domains(rule), name.rpartition(".")[2]
    for row in facts.rows(table):
        fact, given = value_of(row, column), {each: value_of(row, each) for each in held}
        if fact is not None and all(accepts(held[each], value) for each, value in given.items()):
            asked = call(name, rule, given)
            text, case = (
                f"{asked} is {written(fact)}, as {table} says",
                f"{asked} != {written(fact)}",
            )
            holds, span = partial(_says, rule, given, fact), facts.span_of(table, row, column)
            yield Law(text, holds, {}, span, "clash", (rule,), f"{table} {asked}", case)


def _says(rule: Function, given: Mapping[str, Any], fact: object) -> bool:
    return bool(answer_at(rule, **given) == fact)
