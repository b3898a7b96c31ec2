"""How far each cell of facts and each constant is felt: which printed answers move with it.

The calls of rules behind the printed answers are worked out once, each with what it reads itself,
and with the calls that ask for it. A change is followed from the calls that read it to those that
ask for them, as long as answers differ.
"""

from __future__ import annotations

import ast
import gc
import heapq
import inspect
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, NamedTuple

from sfrules.analysis.code import RuleCode, code_of
from sfrules.analysis.grid import NoAnswer, answer_at
from sfrules.analysis.model import Function, Model, call_of, equation
from sfrules.facts.row import Cell, changed, value_of
from sfrules.facts.watched import RecordedCall, answer_of_rule, answering, call_key
from sfrules.ground.source import Span

Change = Callable[[int], AbstractContextManager[None]]


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


class _Calls:
    """Each call of a rule, with its answer, what it reads itself, and the calls that ask for it."""

    def __init__(self, model: Model) -> None:
        self.answers: dict[object, Any] = {}
        self.asked: dict[object, RecordedCall] = {}
        self.askers: defaultdict[object, set[object]] = defaultdict(set)
        self.readers: defaultdict[Cell | Function, set[object]] = defaultdict(set)
        self.forget = _forgetting(model)
        self._open: list[object] = []

    def __call__(self, asked: RecordedCall) -> Any:
        """Answer a call, and note what it asks and reads."""
        key = call_key(asked)
        if self._open:
            self.askers[key].add(self._open[-1])
        if key not in self.answers:
            self._open.append(key)
            self.forget()  # what another call has left in a cache would be read by that call alone
            self.answers[key], self.asked[key] = answer_at(answer_of_rule, asked), asked
            self.forget()
            self._open.pop()
            self.readers[inspect.unwrap(asked[0])].add(key)
        return _given(self.answers[key])

    def read(self, cell: Cell) -> None:
        """Note that the call which is being worked out reads a cell."""
        if self._open:
            self.readers[cell].add(self._open[-1])

    @cached_property
    def order(self) -> dict[object, int]:
        """The number of each call: those that it asks come before it."""
        return {key: at for at, key in enumerate(self.answers)}

    def users(self, parts: Iterable[object]) -> set[object]:
        """Return some calls, and all that ask for them."""
        found, waiting = set[object](), [*parts]
        while waiting:
            if (key := waiting.pop()) not in found:
                found.add(key)
                waiting += self.askers[key]
        return found

    def moved(self, read: Iterable[object]) -> set[object]:
        """Return the calls that answer otherwise now; some read what has changed."""
        order, keys = self.order, [*self.order]
        waiting, now, at = sorted(order[key] for key in read), dict[object, Any](), -1

        def answer(asked: RecordedCall) -> Any:
            key = call_key(asked)
            if key not in now and order.get(key, len(keys)) >= at:
                now[key] = answer_at(answer_of_rule, asked)
            return _given(now[key] if key in now else self.answers[key])

        moved = set[object]()
        self.forget()
        with answering(answer):
            while waiting:
                at, before = heapq.heappop(waiting), at
                if at != before:
                    answer_at(answer, self.asked[keys[at]])
                    if now[keys[at]] != self.answers[keys[at]]:
                        moved.add(keys[at])
                        for asker in self.askers[keys[at]]:
                            heapq.heappush(waiting, order[asker])
        self.forget()
        return moved


def _given(answer: Any) -> Any:
    """Return an answer to the rule that asks for it; where there is none, raise why."""
    if isinstance(answer, NoAnswer):
        raise (ValueError if answer.refused else RuntimeError)(answer.said)
    return answer


def sways(model: Model, asked: Sequence[RecordedCall]) -> Iterator[Sway]:
    """Yield what each cell and each constant moves that the rules behind some calls read."""
    calls = _Calls(model)
    with model.facts.noting_reads(calls.read), answering(calls):
        for each in asked:
            answer_at(calls, each)
    printed = {call_key(each): text for each in asked if (text := call_of(model, each))}
    texts = dict(zip(printed.values(), printed, strict=True))

    def sway(what: str, span: Span, part: Cell | Function, change: Change) -> Sway:
        moved: dict[object, None] = {}
        for by in (1, -1):
            with change(by):
                moved |= dict.fromkeys(calls.moved(calls.readers[part]))
        used = texts.items() & {
            (printed.get(key, ""), key) for key in calls.users(calls.readers[part])
        }
        shown = (equation(text, calls.answers[key]) for text, key in texts.items() if key in moved)
        return Sway(what, span, len(used), tuple(shown))

    for cell in sorted(each for each in calls.readers if isinstance(each, Cell)):
        if change := _cell_change(model, cell):
            row = model.facts.rows(cell.table)[cell.row]
            yield sway(cell.column, model.facts.span_of(cell.table, row, cell.column), cell, change)
    for code in filter(None, map(code_of, model.rules.values())):
        for node in code.constants if code.function in calls.readers else ():
            spot = code.spot(node)
            span = model.place(code.function, spot)
            yield sway(spot.text, span, code.function, partial(_recoded, code, node))


def _cell_change(model: Model, cell: Cell) -> Change | None:
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
        model.facts.forget_made()
        for each in caches:
            each.cache_clear()

    return forget
