"""What an author states of the rules: laws, and rules that agree, each with its counterexample."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from doctest import DocTestParser
from itertools import islice
from typing import Any

from sfrules.analysis.grid import answer_at, answer_to, grid_of
from sfrules.analysis.model import (
    Finding,
    Function,
    Law,
    Model,
    call,
    call_of,
    equation,
    written,
)
from sfrules.analysis.survey import Load, verdict
from sfrules.analysis.symbolic import counterexample
from sfrules.facts.domain import NoDomain, accepts, domains
from sfrules.facts.row import Row, value_of
from sfrules.facts.watched import RecordedCall, recording

LAW_POINTS = 10_000_000  # of a law over finite domains, all of which are asked


@dataclass(frozen=True)
class LawReport:
    """How a law was decided, at how many points, and the finding if it is broken."""

    law: Law
    method: str
    asked: int
    finding: Finding | None = None


def judge(executor: Executor, load: Load, model: Model, number: int) -> LawReport:
    """Decide a law: at every point, by z3, or at points that are tried."""
    law = model.laws[number]
    grid = grid_of(law.domains, most=LAW_POINTS)
    if isinstance(grid, str):
        return LawReport(law, grid, 0)
    told = verdict(executor, load, number, grid)
    method, point = grid.method, grid.point(grid.smallest(told.broken)) if told.broken else None
    if not (told.broken or grid.whole) and told.asked:
        found = counterexample(law.holds, grid, law.domains)
        if isinstance(found, dict) and answer_at(law.holds, [found[a.name] for a in grid.axes]):
            found = False  # what z3 takes for broken is not
        method = "proved by z3" if found else method
        point = found if isinstance(found, dict) else None
    finding = _broken(model, law, point, method) if point else None
    return LawReport(law, method, told.asked, finding)


def _broken(model: Model, law: Law, point: Mapping[str, Any], method: str) -> Finding:
    asked: list[RecordedCall] = []
    given = [point[name] for name in law.domains]
    with recording(asked):
        answer_at(law.holds, given)
    calls = {call_of(model, each): answer_to(each) for each in asked}
    case = " and ".join(equation(text, answer) for text, answer in calls.items() if text)
    if law.kind == "clash":
        case = " != ".join(calls)
    at = ", ".join(f"{name} = {written(value)}" for name, value in point.items())
    message = f"it does not hold: {law.text}; with {at}"
    return Finding(law.kind, law.text, message, case or written(given), method, law.span)


def is_about(law: Law, model: Model, names: Collection[str]) -> bool:
    """Whether a law calls one of some rules."""
    called = {*law.holds.__code__.co_names, *(each.__name__ for each in law.pair)}
    return any(model.rules[name].__name__ in called for name in names)


def agreement(one: Function, other: Function, text: str = "", **more: Any) -> Law:
    """Return the law that two rules agree wherever both have an answer."""
    held = {**domains(other), **domains(one)}

    def agree(*point: Any) -> bool:
        given = dict(zip(held, point, strict=True))
        first, second = (rule(*(given[n] for n in domains(rule))) for rule in (one, other))
        return bool(first == second)

    text = text or f"{one.__name__} agrees with {other.__name__}"
    return Law(text, agree, held, kind="clash", pair=(one, other), **more)


def same_terms(rules: Mapping[str, Function], place: Callable[..., Any]) -> Iterator[Law]:
    """Yield the agreement of rules in several modules with one name, parameters and unit."""
    by_term: dict[object, str] = {}
    for name, rule in rules.items():
        try:
            parameters = frozenset(domains(rule))
        except NoDomain:
            continue
        term = name.rpartition(".")[2], parameters, str(inspect.signature(rule).return_annotation)
        first = by_term.setdefault(term, name)
        if first != name:
            text = f"{name} agrees with {first}"
            yield agreement(rules[first], rule, text, span=place(rule, None))


def examples_against_rules(model: Model, names: Iterable[str]) -> Iterator[Finding]:
    """Yield each example of a rule's docstring that the rule answers otherwise."""
    for name in names:
        for example in DocTestParser().get_examples(inspect.getdoc(model.rules[name]) or ""):
            try:
                sides = _expression(example.source), _expression(example.want)
            except SyntaxError:  # it prints, or raises
                continue
            pairs = [sides]
            if all(isinstance(side, ast.Tuple) for side in sides):  # each call with its answer
                pairs = list(zip(*(side.elts for side in sides), strict=False))  # type: ignore[attr-defined]
            for asked, wanted in pairs:
                yield from _otherwise(model, name, ast.unparse(asked), ast.unparse(wanted))


def _expression(text: str) -> ast.expr:
    return ast.parse(text.strip(), mode="eval").body


def _otherwise(model: Model, name: str, asked: str, wanted: str) -> Iterator[Finding]:
    space = dict(inspect.unwrap(model.rules[name]).__globals__)
    try:
        told, said = (eval(side, space) for side in (asked, wanted))  # noqa: S307 — the author's own code
    except Exception:  # noqa: BLE001 — an example that cannot be run is for doctest to report
        return
    if told != said:
        message = f"{asked} is {written(told)}, its example says {written(said)}"
        called = re.sub(
            rf"(?<![\w.])(?={name.rpartition('.')[2]}\()", f"{name.rpartition('.')[0]}.", asked
        )
        case = f"{called} != {written(said)}"
        span = model.place(model.rules[name], None)
        yield Finding("clash", f"{name} {asked}", message, case, "proved", span)


def facts_against_rules(model: Model) -> Iterator[Finding]:
    """Yield each column with a cell that the rule of its name, asked with its row, contradicts."""
    for table in model.facts.names():
        columns = model.facts.schema(table).columns
        for name, rule in model.rules.items():
            column = name.rpartition(".")[2]
            if column in columns and domains(rule) and set(domains(rule)) <= set(columns):
                rows = model.facts.rows(table)
                wrong = (_against_rule(model, table, column, name, row) for row in rows)
                yield from islice(filter(None, wrong), 1)


def _against_rule(model: Model, table: str, column: str, name: str, row: Row) -> Finding | None:
    held, fact = domains(model.rules[name]), value_of(row, column)
    given = {each: value_of(row, each) for each in held}
    if fact is None or not all(accepts(held[each], value) for each, value in given.items()):
        return None
    told, asked = answer_at(model.rules[name], list(given.values())), call(model, name, given)
    if told == fact:
        return None
    message = f"{table} says {written(fact)}, {asked} is {written(told)}"
    span, subject = model.facts.span_of(table, row, column), f"{table} {column} {name}"
    return Finding("clash", subject, message, f"{asked} != {written(fact)}", "proved", span)
