"""Answers over a grid, worked out in chunks that any executor of concurrent.futures may run."""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple

from sfrules.analysis.code import code_of, edges_of
from sfrules.analysis.grid import Grid, NoAnswer, answers, examples, grid_of
from sfrules.analysis.model import Model
from sfrules.facts.data_package import Tables
from sfrules.facts.domain import NoDomain, domains
from sfrules.facts.row import read_of

CHUNK = 25_000  # points that are handed to a worker at once
KEPT = 100  # counterexamples of a chunk that are looked at for the smallest

Load = Callable[[], Model]
# What is read of the facts is noted at the rows, which threads share.
_reading = threading.Lock()


class Cell(NamedTuple):
    """A cell of a table of facts, by the number of its row."""

    table: str
    row: int
    column: str


class Chunk(NamedTuple):
    """A range of the points of a rule, or of a law by its number."""

    load: Load
    subject: str | int
    grid: Grid
    start: int
    stop: int


@dataclass(frozen=True)
class Survey:
    """A rule's answers at the points of its grid, and the cells that were read."""

    name: str
    grid: Grid
    answers: Sequence[Any]
    #: For each condition of its code 1 if it was false, 2 if true, 3 if both.
    seen: tuple[int, ...] = ()
    cells: frozenset[Cell] = field(default=frozenset(), repr=False)

    def __add__(self, other: Survey) -> Survey:
        """Return this survey with that of the points behind it."""
        seen = tuple(one | more for one, more in zip(self.seen, other.seen, strict=True))
        told = [*self.answers, *other.answers]
        return Survey(self.name, self.grid, told, seen, self.cells | other.cells)


class Verdict(NamedTuple):
    """At how many points a law was asked, and the first where it is broken."""

    asked: int
    broken: tuple[int, ...]


def rule_grid(model: Model, name: str) -> Grid | str:
    """Return the grid of a rule, or why it has none."""
    rule = model.rules[name]
    try:
        held = domains(rule)
    except NoDomain as none:
        return str(none)
    parameters = inspect.signature(rule).parameters.values()
    if any(each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD) for each in parameters):
        return "it takes any number of arguments"
    samples: dict[str, list[Any]] = {each: [] for each in held}
    for parameter, value in (pair for each in examples(rule) for pair in each.items()):
        if value not in samples[parameter]:
            samples[parameter].append(value)
    tried = model.tried.get(name, {})
    grid = grid_of({**held, **tried}, samples, [*dict.fromkeys(edges_of(rule))])
    if isinstance(grid, str):
        return grid
    return Grid(tuple(replace(a, whole=a.whole and a.name not in tried) for a in grid.axes))


def surveys(executor: Executor, load: Load, grids: Mapping[str, Grid]) -> dict[str, Survey]:
    """Return a survey of each rule; the same whatever the executor, and in whatever order."""
    chunks = [chunk for name, grid in grids.items() for chunk in _chunks(load, name, grid)]
    found: dict[str, Survey] = {}
    for future in [executor.submit(survey_chunk, chunk) for chunk in chunks]:
        piece = future.result()
        found[piece.name] = found[piece.name] + piece if piece.name in found else piece
    return found


def verdict(executor: Executor, load: Load, number: int, grid: Grid) -> Verdict:
    """Return at how many points a law was asked, and some where it is broken, the first first."""
    futures = [executor.submit(judge_chunk, chunk) for chunk in _chunks(load, number, grid)]
    pieces = [future.result() for future in futures]
    return Verdict(sum(p.asked for p in pieces), tuple(i for p in pieces for i in p.broken)[:KEPT])


def _chunks(load: Load, subject: str | int, grid: Grid) -> Iterator[Chunk]:
    for start in range(0, grid.size, CHUNK):
        yield Chunk(load, subject, grid, start, min(start + CHUNK, grid.size))


@lru_cache(maxsize=4)
def _model(load: Load) -> Model:
    return load()


def survey_chunk(chunk: Chunk) -> Survey:
    """Work out a rule's answers at the points of a chunk."""
    model, name = _model(chunk.load), str(chunk.subject)
    rule, code = model.rules[name], code_of(model.rules[name])
    seen = [0] * len(code.conditions if code else ())

    def note(number: int, value: Any) -> Any:
        seen[number] |= 2 if value else 1
        return value

    function = by_place(code.noting(note) if code else inspect.unwrap(rule))
    with _reading:
        model.facts.forget_reads()
        told = answers(function, taken(rule, chunk.grid), chunk.start, chunk.stop)
        cells = frozenset(read_cells(model.facts))
    return Survey(name, chunk.grid, told, tuple(seen), cells)


def taken(rule: Callable[..., Any], grid: Grid) -> Grid:
    """Return a grid with its values as the rule's code takes them, which may be hard to send."""
    held = domains(rule)
    axes = (replace(a, values=tuple(map(held[a.name].take, a.values))) for a in grid.axes)
    return Grid(tuple(axes))


def by_place(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that takes all of a point's values by place."""
    parameters = inspect.signature(function).parameters.values()
    named = [each.name for each in parameters if each.kind is each.KEYWORD_ONLY]
    first = len(parameters) - len(named)
    if not named:
        return function
    return lambda *point: function(*point[:first], **dict(zip(named, point[first:], strict=True)))


def read_cells(facts: Tables) -> Iterator[Cell]:
    """Yield the cells that have been read since `forget_reads`."""
    for table in facts.names():
        for number, row in enumerate(facts.rows(table)):
            yield from (Cell(table, number, column) for column in read_of(row))


def judge_chunk(chunk: Chunk) -> Verdict:
    """Ask a law at the points of a chunk. Where a rule refuses a point, the law says nothing."""
    holds = _model(chunk.load).laws[int(chunk.subject)].holds
    told = enumerate(answers(holds, chunk.grid, chunk.start, chunk.stop), chunk.start)
    asked = [(i, each) for i, each in told if not (isinstance(each, NoAnswer) and each.refused)]
    broken = [index for index, each in asked if isinstance(each, NoAnswer) or not each]
    return Verdict(len(asked), tuple(broken[:KEPT]))
