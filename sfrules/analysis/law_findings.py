"""What an author states of the rules: laws, and rules that agree, each with its counterexample."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from doctest import DocTestParser
from fractions import Fraction
from typing import Any

from sfrules.analysis.grid import Axis, Grid, answers, grid_of
from sfrules.analysis.model import Finding, Function, Law, Model, call, written
from sfrules.analysis.survey import Load, verdict
from sfrules.analysis.symbolic import counterexample
from sfrules.facts.domain import Domain, NoDomain, accepts, domains
from sfrules.facts.row import value_of

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
    if told.broken:
        point = grid.point(grid.smallest(told.broken))
        return _broken(model, law, point, grid.method, told.asked)
    if grid.whole or not told.asked:
        return LawReport(law, grid.method, told.asked)
    found = counterexample(law.holds, grid, law.domains)
    if isinstance(found, dict):
        point = {axis.name: found[axis.name] for axis in grid.axes}
        if answers(law.holds, _one(point)) == [False]:
            return _broken(model, law, point, "proved by z3", told.asked)
    return LawReport(law, "proved by z3" if found is True else grid.method, told.asked)


def _one(point: Mapping[str, Any]) -> Grid:
    return Grid(tuple(Axis(name, (value,)) for name, value in point.items()))


def _broken(model: Model, law: Law, point: Mapping[str, Any], method: str, asked: int) -> LawReport:
    at = ", ".join(f"{name} = {written(value)}" for name, value in point.items())
    message = f"it does not hold: {law.text}; with {at}"
    finding = Finding(law.kind, law.text, message, _case(model, law, point), method, law.span)
    return LawReport(law, method, asked, finding)


def _case(model: Model, law: Law, point: Mapping[str, Any]) -> str:
    """Return an expression that is true because the law is broken at a point."""
    if law.pair:
        names = {inspect.unwrap(rule): name for name, rule in model.rules.items()}
        named = [(names.get(inspect.unwrap(each)), domains(each)) for each in law.pair]
        points = [(name, {key: point[key] for key in held}) for name, held in named]
        return " != ".join(call(model, name, given) for name, given in points if name)
    return f"not ({_filled(model, law.holds, point)})"


def _filled(model: Model, function: Function, point: Mapping[str, Any]) -> str:
    """Return the code of a law with the values of a point, and the rules by their dotted names."""
    body = _body(function)
    if body is None:
        return ", ".join(f"{name} = {written(value)}" for name, value in point.items())
    names = {id(inspect.unwrap(rule)): name for name, rule in model.rules.items()}
    return ast.unparse(_Filler(function, names, point).visit(body))


def _body(function: Function) -> ast.expr | None:
    """Return the expression that a law returns, if its code is a single one."""
    code = function.__code__
    try:
        tree = ast.parse("".join(inspect.findsource(function)[0]))
    except (OSError, SyntaxError):
        return None
    names = code.co_varnames[: code.co_argcount]
    for node in ast.walk(tree):
        match node:
            case ast.Lambda(args=args, body=body) if node.lineno == code.co_firstlineno:
                if tuple(each.arg for each in args.args) == names:
                    return body
            case ast.FunctionDef(body=[*_, ast.Return(value=ast.expr() as value)]) if (
                node.name == code.co_name and node.lineno >= code.co_firstlineno
            ):
                return value
    return None


class _Filler(ast.NodeTransformer):
    """Puts values in place of names."""

    def __init__(
        self, function: Function, names: Mapping[int, str], point: Mapping[str, Any]
    ) -> None:
        self.space = {**function.__globals__, **inspect.getclosurevars(function).nonlocals}
        self.names, self.point = names, point

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in self.point:
            return _literal(self.point[node.id])
        value = self.space.get(node.id)
        if callable(value) and (name := self.names.get(id(inspect.unwrap(value)))):
            return ast.Name(name, ast.Load())
        if isinstance(value, int | Fraction | str):
            return _literal(value)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        is_fraction = isinstance(node.func, ast.Name) and self.space.get(node.func.id) is Fraction
        self.generic_visit(node)
        if is_fraction and node.args[1:]:
            return ast.BinOp(node.args[0], ast.Div(), node.args[1])
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        owner = self.space.get(node.value.id) if isinstance(node.value, ast.Name) else None
        value = getattr(owner, node.attr, None)
        if callable(value) and (name := self.names.get(id(inspect.unwrap(value)))):
            return ast.Name(name, ast.Load())
        return self.generic_visit(node)


def _literal(value: object) -> ast.expr:
    return ast.Name(
        f"({written(value)})" if isinstance(value, Fraction) else written(value), ast.Load()
    )


def is_about(law: Law, model: Model, names: Collection[str]) -> bool:
    """Whether a law names one of some rules, in its code or as one of a pair."""
    code = law.holds.__code__
    cells = [cell.cell_contents for cell in law.holds.__closure__ or ()]
    said = {*code.co_names, *(getattr(each, "__name__", "") for each in (*law.pair, *cells))}
    return any(name in names and name.rpartition(".")[2] in said for name in model.rules)


def agreement(one: Function, other: Function, text: str = "", **more: Any) -> Law:
    """Return the law that two rules agree wherever both have an answer."""
    held = {**domains(other), **domains(one)}
    takes = tuple(tuple(domains(each)) for each in (one, other))
    names = tuple(held)

    def agree(*point: Any) -> bool:
        given = dict(zip(names, point, strict=True))
        first, second = (
            rule(*(given[name] for name in taken))
            for rule, taken in zip((one, other), takes, strict=True)
        )
        return bool(first == second)

    text = text or f"{one.__name__} agrees with {other.__name__}"
    return Law(text, agree, held, kind="clash", pair=(one, other), **more)


def same_terms(rules: Mapping[str, Function], place: Callable[..., Any]) -> Iterator[Law]:
    """Yield the agreement of rules in several modules that answer for one term.

    They have the same name, which is that of the term, and the same parameters and unit.
    """
    by_term: dict[object, list[str]] = {}
    for name, rule in rules.items():
        try:
            parameters = frozenset(domains(rule))
        except NoDomain:
            continue
        term = name.rpartition(".")[2], parameters, str(inspect.signature(rule).return_annotation)
        by_term.setdefault(term, []).append(name)
    for first, *others in by_term.values():
        for other in others:
            text = f"{other} agrees with {first}"
            yield agreement(rules[first], rules[other], text, span=place(rules[other], None))


def examples_against_rules(model: Model, names: Iterable[str]) -> Iterator[Finding]:
    """Yield each example of a rule's docstring that the rule answers otherwise."""
    for name in names:
        plain = inspect.unwrap(model.rules[name])
        for example in DocTestParser().get_examples(plain.__doc__ or ""):
            try:
                asked, wanted = (
                    tuple(each.elts) if isinstance(each, ast.Tuple) else (each,)
                    for each in (_expression(example.source), _expression(example.want))
                )
            except SyntaxError:  # it prints, or raises
                continue
            if len(asked) == len(wanted):
                pairs = zip(asked, wanted, strict=True)
                yield from filter(None, (_otherwise(model, name, *pair) for pair in pairs))


def _expression(text: str) -> ast.expr:
    return ast.parse(text.strip(), mode="eval").body


def _otherwise(model: Model, name: str, asked: ast.expr, wanted: ast.expr) -> Finding | None:
    rule = model.rules[name]
    space = inspect.unwrap(rule).__globals__
    sides = ast.unparse(asked), ast.unparse(wanted)
    try:
        one, other = (eval(side, dict(space)) for side in sides)  # noqa: S307 — the author's own code
    except Exception:  # noqa: BLE001 — an example that cannot be run is for doctest to report
        return None
    if one == other:
        return None
    message = f"{sides[0]} is {written(one)}, its example says {written(other)}"
    names = {id(inspect.unwrap(each)): known for known, each in model.rules.items()}
    called = ast.unparse(_Filler(inspect.unwrap(rule), names, {}).visit(asked))
    case = f"{called} != {ast.unparse(_literal(other))}"
    return Finding("clash", f"{name} {sides[0]}", message, case, "proved", model.place(rule, None))


def facts_against_rules(model: Model) -> Iterator[Finding]:
    """Yield each cell that differs from the rule of its column's name.

    The rule's parameters are columns of the same table, too.
    """
    by_name: dict[str, list[str]] = {}
    for name in model.rules:
        by_name.setdefault(name.rpartition(".")[2], []).append(name)
    for table in model.facts.names():
        columns = model.facts.schema(table).columns
        for column in columns:
            for name in by_name.get(column, ()):
                held = domains(model.rules[name])
                if held and set(held) <= set(columns):
                    yield from _against_rule(model, table, column, name, held)


def _against_rule(
    model: Model, table: str, column: str, name: str, held: Mapping[str, Domain]
) -> Iterator[Finding]:
    rows = model.facts.rows(table)
    for row in rows:
        given = {each: value_of(row, each) for each in held}
        fact = value_of(row, column)
        if fact is None or not all(accepts(held[each], value) for each, value in given.items()):
            continue
        (told,) = answers(model.rules[name], _one(given))
        if told != fact:
            case = f"{call(model, name, given)} != {written(fact)}"
            message = f"{table} says {written(fact)}, {call(model, name, given)} is {written(told)}"
            span = model.facts.span_of(table, row, column)
            subject = f"{table} {column} {name}"
            method = f"proved at all {len(rows):,} rows"
            yield Finding("clash", subject, message, case, method, span)
            return
