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
from sfrules.analysis.model import Law, Model
from sfrules.facts.data_package import Tables
from sfrules.facts.domain import NoDomain, WholeNumber, domains
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


@dataclass(frozen=True)
class Chunk:
    """A range of the points of one rule or law. It names what it is about, so it travels well."""

    load: Load
    subject: str | int
    grid: Grid
    start: int
    stop: int


@dataclass(frozen=True)
class Survey:
    """A rule's answers at the points of its grid.

    `seen` has for each condition of its code 1 if it was false, 2 if true, 3 if both; `cells` are
    those that were read.
    """

    name: str
    grid: Grid
    answers: Sequence[Any]
    seen: tuple[int, ...] = ()
    cells: frozenset[Cell] = field(default=frozenset(), repr=False)


class Verdict(NamedTuple):
    """What a law is at some points: how many it was asked at, and the first where it is broken."""

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
    samples: dict[str, list[Any]] = {}
    for example in examples(rule):
        for parameter, value in example.items():
            if value not in samples.setdefault(parameter, []):
                samples[parameter].append(value)
    tried = model.tried.get(name, {})
    grid = grid_of({**held, **tried}, samples, dict.fromkeys(edges_of(rule)))
    if isinstance(grid, str):
        return grid
    return Grid(tuple(replace(a, whole=a.whole and a.name not in tried) for a in grid.axes))


def surveys(executor: Executor, load: Load, grids: Mapping[str, Grid]) -> dict[str, Survey]:
    """Return a survey of each rule; the same whatever the executor, and in whatever order."""
    chunks = [chunk for name, grid in grids.items() for chunk in _chunks(load, name, grid)]
    found: dict[str, list[Survey]] = {name: [] for name in grids}
    for future in [executor.submit(survey_chunk, chunk) for chunk in chunks]:
        piece = future.result()
        found[piece.name].append(piece)
    return {name: _joined(pieces) for name, pieces in found.items()}


def _joined(pieces: Sequence[Survey]) -> Survey:
    first = pieces[0]
    seen = [0] * len(first.seen)
    for piece in pieces:
        seen = [one | other for one, other in zip(seen, piece.seen, strict=True)]
    told = [answer for piece in pieces for answer in piece.answers]
    cells = frozenset().union(*(piece.cells for piece in pieces))
    return Survey(first.name, first.grid, told, tuple(seen), cells)


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
    model = _model(chunk.load)
    rule = model.rules[str(chunk.subject)]
    code = code_of(rule)
    seen = [0] * len(code.conditions if code else ())

    def note(number: int, value: Any) -> Any:
        seen[number] |= 2 if value else 1
        return value

    function = code.noting(note) if code else inspect.unwrap(rule)
    with _reading:
        model.facts.forget_reads()
        told = answers(by_place(function), taken(rule, chunk.grid), chunk.start, chunk.stop)
        cells = frozenset(read_cells(model.facts))
    return Survey(str(chunk.subject), chunk.grid, told, tuple(seen), cells)


def taken(rule: Callable[..., Any], grid: Grid) -> Grid:
    """Return a grid with its values in the form that the rule's code takes.

    Only the worker that calls the rule has it: what a domain makes of a value may not be sent.
    """
    held = domains(rule)
    axes = (
        a
        if isinstance(held[a.name], WholeNumber)
        else replace(a, values=tuple(map(held[a.name].take, a.values)))
        for a in grid.axes
    )
    return Grid(tuple(axes))


def by_place(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that takes a point by place, and whose answers can be sent."""
    parameters = inspect.signature(function).parameters.values()
    named = [each.name for each in parameters if each.kind is each.KEYWORD_ONLY]
    if not named and not inspect.isgeneratorfunction(function):
        return function

    def told(*point: Any) -> Any:
        first = len(point) - len(named)
        answer = function(*point[:first], **dict(zip(named, point[first:], strict=True)))
        return list(answer) if inspect.isgenerator(answer) else answer

    return told


def read_cells(facts: Tables) -> Iterator[Cell]:
    """Yield the cells that have been read since `forget_reads`."""
    for table in facts.names():
        for number, row in enumerate(facts.rows(table)):
            for column in read_of(row):
                yield Cell(table, number, column)


def judge_chunk(chunk: Chunk) -> Verdict:
    """Ask a law at the points of a chunk. Where a rule refuses a point, the law says nothing."""
    law: Law = _model(chunk.load).laws[int(chunk.subject)]
    asked, broken = 0, []
    for index, holds in enumerate(
        answers(law.holds, chunk.grid, chunk.start, chunk.stop), chunk.start
    ):
        if isinstance(holds, NoAnswer):
            if holds.refused:
                continue
            broken.append(index)
        elif not holds:
            broken.append(index)
        asked += 1
    return Verdict(asked, tuple(broken[:KEPT]))
