"""What tables of facts show: levels without a row or with two, and rows that are no use."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Any, NamedTuple, TypeAlias

from sfrules.analysis.grid import Axis, NoAnswer
from sfrules.analysis.model import Finding, Merit, Model, call
from sfrules.analysis.survey import Survey
from sfrules.facts.domain import Domain, InColumn, OneOf, OrNone, domains, either
from sfrules.facts.row import Row, identifier, value_of
from sfrules.facts.schema import Schema
from sfrules.ground.formats import written
from sfrules.ground.source import Span

_DICE = re.compile(r"(\d*)d(\d+)")
BY_ROWS = "proved by its rows"
#: The answers for an option of each rule that takes it; None where it was not tried.
_Told: TypeAlias = tuple[tuple[Any, ...] | None, ...]


def _cell(model: Model, table: str, row: Row, column: str) -> str:
    """Return a cell as an expression: by its names if pages may name the row, or else its value."""
    key = model.facts.schema(table).key
    if table in model.named and key:
        return f"{model.named[table]}.{identifier(str(value_of(row, key)))}.{column}"
    return written(value_of(row, column))


def level_findings(model: Model) -> Iterator[Finding]:
    """Yield the gaps and overlaps of tables whose rows hold from one level to another."""
    for table in model.facts.names():
        schema = model.facts.schema(table)
        for column in schema.columns:
            to = "to" + column.removeprefix("from")
            if column.startswith("from") and to in schema.columns:
                yield from _levels(model, table, column, to)


def _levels(model: Model, table: str, first: str, last: str) -> Iterator[Finding]:
    rows = [r for r in model.facts.rows(table) if isinstance(value_of(r, first), int | Fraction)]
    key = [c for c in model.facts.schema(table).primary_key if c not in (first, last)]
    group = key if len({tuple(value_of(r, c) for c in key) for r in rows}) < len(rows) else []

    def groups(row: Row) -> tuple[str, ...]:
        return tuple(str(value_of(row, column)) for column in group)

    rows.sort(key=lambda row: (groups(row), value_of(row, first)))
    for _, held in groupby(rows, key=groups):
        for one, other in pairwise(held):
            until, start = value_of(one, last), value_of(other, first)
            ends = _cell(model, table, one, last), _cell(model, table, other, first)
            span = model.facts.span_of(table, other, first)
            subject = f"{table} {first} {written(start)}"
            if until is None or start <= until:
                message = f"two rows of {table} hold {written(start)}"
                case = f"{ends[1]} <= {ends[0]}" if until is not None else f"{ends[0]} == none"
                yield Finding("overlap", subject, message, case, BY_ROWS, span)
            elif start > until + 1:
                message = f"no row of {table} holds {written(until + 1)}"
                case = f"{ends[0]} + 1 < {ends[1]}"
                yield Finding("gap", subject, message, case, BY_ROWS, span)


def dominated_rows(model: Model) -> Iterator[Finding]:
    """Yield each row that is never better than another of its table, and worse in something."""
    for merit in model.merits:
        rows = model.facts.rows(merit.table)
        key = model.facts.schema(merit.table).key
        for row in rows:
            better = next((other for other in rows if _dominates(merit, other, row)), None)
            if better is not None:
                names = value_of(row, key), value_of(better, key)
                case = " and ".join(_terms(model, merit, row, better))
                message = f"{names[0]} is never better than {names[1]}"
                span = model.facts.span_of(merit.table, row, key)
                subject = f"{merit.table} {names[0]}"
                yield Finding("dominated", subject, message, case, BY_ROWS, span)


def _dominates(merit: Merit, one: Row, other: Row) -> bool:
    gains = [_number(value_of(one, c)) - _number(value_of(other, c)) for c in merit.more]
    gains += [_number(value_of(other, c)) - _number(value_of(one, c)) for c in merit.less]
    return min(gains) >= 0 and max(gains) > 0


def _terms(model: Model, merit: Merit, row: Row, better: Row) -> Iterator[str]:
    for columns, relation in ((merit.more, "<="), (merit.less, ">=")):
        for column in columns:
            if isinstance(value_of(row, column), str):
                sides = (written(_number(value_of(each, column))) for each in (row, better))
            else:
                sides = (_cell(model, merit.table, each, column) for each in (row, better))
            yield f" {relation} ".join(sides)


def _number(cell: Any) -> int | Fraction:
    """Return what a cell counts as: dice as their average, an empty cell as nothing."""
    if isinstance(cell, str) and (dice := _DICE.fullmatch(cell)):
        return Fraction(int(dice[1] or 1) * (int(dice[2]) + 1), 2)
    return cell if isinstance(cell, int | Fraction) else 0


class _Use(NamedTuple):
    """A parameter of a surveyed rule that takes one of some options."""

    survey: Survey
    at: int

    @property
    def axis(self) -> Axis:
        """The options that were tried."""
        return self.survey.grid.axes[self.at]

    def answers(self, option: object) -> tuple[Any, ...] | None:
        """Return all answers for an option: () if it is none of the rule's, None if not tried."""
        values, stride = self.axis.values, self.survey.grid.stride(self.at)
        if option not in values:
            return () if self.axis.whole else None
        lines = range(values.index(option) * stride, self.survey.grid.size, len(values) * stride)
        return tuple(a for line in lines for a in self.survey.answers[line : line + stride])


def equal_options(model: Model, surveys: Mapping[str, Survey]) -> Iterator[Finding]:
    """Yield a finding for each group of options that all rules which take them answer alike."""
    uses: dict[tuple[object, ...], list[_Use]] = defaultdict(list)
    for name, survey in surveys.items():
        for at, domain in enumerate(domains(model.rules[name]).values()):
            if of := _options_of(domain):
                uses[of].append(_Use(survey, at))
    for of, used in uses.items():
        groups: list[dict[object, _Told]] = []
        for option in dict.fromkeys(v for use in used for v in use.axis.values if v is not None):
            told = tuple(use.answers(option) for use in used)
            if all(isinstance(answer, NoAnswer) for each in told for answer in each or ()):
                continue
            like = [g for g in groups if all(_is_alike(told, other) for other in g.values())]
            groups += [{}] * (not like)
            [*like, groups[-1]][0][option] = told
        yield from (_alike(model, of, used, group) for group in groups if len(group) > 1)


def _options_of(domain: Domain) -> tuple[object, ...]:
    match domain:
        case InColumn(table=table, column=column):
            return (table, column)
        case OneOf(options=options) if all(isinstance(each, str) for each in options):
            return ("", *options)
        case OrNone(domain=inner):
            return _options_of(inner)
    return ()


def _is_alike(one: _Told, other: _Told) -> bool:
    """Whether two options have the same answers, as far as both were tried."""
    both = [pair for pair in zip(one, other, strict=True) if None not in pair]
    return any(answers for answers, _ in both) and all(a == b for a, b in both)


def _alike(
    model: Model, of: tuple[Any, ...], used: Sequence[_Use], group: Mapping[object, _Told]
) -> Finding:
    uses = [use for use in used if all(map(use.answers, [*group][:2]))]
    use, options = uses[0], [*group]
    name, point = str(use.survey.subject), use.survey.grid.point(0)
    calls = (call(name, model.rules[name], point | {use.axis.name: o}) for o in options[:2])
    sure = len(uses) == len(used) and all(use.survey.grid.whole for use in uses)
    points = f"{sum(each.survey.grid.size for each in uses):,} points of {len(uses)} rules"
    method = f"{'proved' if sure else 'not proved, tried'} at {points}"
    subject = f"{of[0] or f'{name} {use.axis.name}'} {' = '.join(map(str, options))}"
    message = f"no rule can tell {either(map(written, options)).replace(' or ', ' and ')} apart"
    is_table = of[0] in model.facts.names()
    span = _row_span(model, of, options[1]) if is_table else model.place(model.rules[name], None)
    return Finding("equal", subject, message, " == ".join(calls), method, span)


def _row_span(model: Model, of: tuple[Any, ...], option: object) -> Span:
    table, column = of
    rows = model.facts.rows(table)
    row = next((each for each in rows if value_of(each, column) == option), rows[0])
    return model.facts.span_of(table, row, column)


def _beside_key(schema: Schema) -> frozenset[str]:
    facts = set(schema.columns).difference(schema.source_columns)
    return frozenset(facts - set(schema.primary_key) or facts)


def unreachable_rows(model: Model, surveys: Mapping[str, Survey]) -> Iterator[Finding]:
    """Yield each row that no rule picks, in the tables of which rules pick most."""
    readers: dict[str, list[Survey]] = defaultdict(list)
    picked: dict[str, set[int]] = defaultdict(set)
    for survey in surveys.values():
        for table in {cell.table for cell in survey.cells}:
            readers[table].append(survey)
        for cell in survey.cells:
            if cell.column in _beside_key(model.facts.schema(cell.table)):
                picked[cell.table].add(cell.row)
    for table, numbers in picked.items():
        rows, grids = model.facts.rows(table), [each.grid for each in readers[table]]
        if 2 * len(numbers) <= len(rows) or not all(grid.telling for grid in grids):
            continue  # a list of single figures, of which rules name a few
        sure = len(surveys) == len(model.rules) and all(grid.whole for grid in grids)
        points = f"{sum(grid.size for grid in grids):,} points"
        method = f"{'proved' if sure else 'not proved, tried'} at {points}"
        for row in (row for number, row in enumerate(rows) if number not in numbers):
            yield _unreachable(model, table, row, rows[min(numbers)], method)


def _unreachable(model: Model, table: str, row: Row, picked: Row, method: str) -> Finding:
    column = next(iter(model.facts.schema(table).primary_key or model.facts.schema(table).columns))
    said, span = value_of(row, column), model.facts.span_of(table, row, column)
    case = f"{_cell(model, table, row, column)} != {_cell(model, table, picked, column)}"
    message = f"no rule picks the row {said} of {table}"
    return Finding("unreachable row", f"{table} {said}", message, case, method, span)
