"""How far each cell of facts and each constant is felt: which printed answers move with it."""

from __future__ import annotations

import ast
import gc
import inspect
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from types import CodeType
from typing import Any, NamedTuple

from sfrules.analysis.code import RuleCode, code_of
from sfrules.analysis.grid import answer_to
from sfrules.analysis.model import Model, call_of, equation
from sfrules.analysis.survey import Cell, read_cells
from sfrules.facts.row import changed, value_of
from sfrules.facts.watched import RecordedCall
from sfrules.ground.source import Span


class Sway(NamedTuple):
    """A cell or a constant: how many printed answers use it, and those that move, as now."""

    what: str
    span: Span
    used: int
    moved: tuple[str, ...]

    def __str__(self) -> str:
        path, (line, column) = self.span.source.path, self.span.source.position(self.span.start)
        such = f", such as {self.moved[0]}" if self.moved else ""
        count = f"{len(self.moved)} of {self.used} printed answers move{such}"
        return f"{path}:{line}:{column}: {self.what}: {count}"


def sways(model: Model, asked: Sequence[RecordedCall]) -> Iterator[Sway]:
    """Yield what each cell and each constant moves that the rules behind some calls read."""
    calls = {call_of(model, each): each for each in asked}
    calls.pop("", None)
    forget = _forgetting(model)
    before: dict[str, Any] = {}
    users: dict[Cell | CodeType, list[str]] = defaultdict(list)
    for text, each in calls.items():
        forget()
        with _noted_codes() as used:
            before[text] = answer_to(each)
        parts: set[Cell | CodeType] = {*read_cells(model.facts), *used}
        for part in parts:
            users[part].append(text)

    def moved(texts: Sequence[str], change: Callable[[int], Any]) -> tuple[str, ...]:
        found: dict[str, None] = {}
        for by in (1, -1):
            with change(by):
                forget()
                left = (text for text in texts if text not in found)
                found |= dict.fromkeys([t for t in left if answer_to(calls[t]) != before[t]])
        forget()
        return tuple(equation(text, before[text]) for text in found)

    for cell in sorted(each for each in users if isinstance(each, Cell)):
        if change := _cell_change(model, cell):
            row = model.facts.rows(cell.table)[cell.row]
            span = model.facts.span_of(cell.table, row, cell.column)
            yield Sway(cell.column, span, len(users[cell]), moved(users[cell], change))
    for code in filter(None, map(code_of, model.rules.values())):
        texts = users.get(code.function.__code__, [])
        for node in code.constants if texts else ():
            spot = code.spot(node)
            found = moved(texts, partial(_recoded, code, node))
            yield Sway(spot.text, model.place(code.function, spot), len(texts), found)


def _cell_change(model: Model, cell: Cell) -> Callable[[int], Any] | None:
    """Return how to change a fact: a number by so much, a text to another of its column."""
    schema, rows = model.facts.schema(cell.table), model.facts.rows(cell.table)
    row = rows[cell.row]
    now = value_of(row, cell.column)
    if cell.column in (*schema.primary_key, *schema.source_columns) or now is None:
        return None
    if isinstance(now, bool):
        return lambda _: changed(row, cell.column, not now)
    if isinstance(now, int | Fraction):
        return lambda by: changed(row, cell.column, now + by)
    others = [
        v for v in dict.fromkeys(value_of(r, cell.column) for r in rows) if v not in (now, None)
    ]
    return (lambda by: changed(row, cell.column, others[min(by, 0)])) if others else None


@contextmanager
def _recoded(code: RuleCode, node: ast.expr, by: int) -> Iterator[None]:
    """Let a rule run with one of its numbers changed, for whoever calls it."""
    plain, sound = code.function, code.function.__code__
    plain.__code__ = code.changed(node, by).__code__
    try:
        yield
    finally:
        plain.__code__ = sound


@contextmanager
def _noted_codes() -> Iterator[set[CodeType]]:
    """Note the code of each function that is called inside the block."""
    used: set[CodeType] = set()
    sys.setprofile(lambda frame, event, _: used.add(frame.f_code) if event == "call" else None)
    try:
        yield used
    finally:
        sys.setprofile(None)


def _forgetting(model: Model) -> Callable[[], None]:
    """Return what empties all caches in which answers of rules may be kept."""
    homes = {
        ".".join(inspect.unwrap(rule).__module__.split(".")[:2]) for rule in model.rules.values()
    }
    caches = [
        each
        for each in gc.get_objects()
        if type(each).__name__ == "_lru_cache_wrapper"
        and f"{each.__module__}.".startswith(tuple(f"{home}." for home in homes))
    ]

    def forget() -> None:
        model.facts.forget_reads()
        for each in caches:
            each.cache_clear()

    return forget
