"""Answers over a grid, worked out in chunks that any executor of concurrent.futures may run."""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from itertools import chain
from operator import or_
from typing import Any, NamedTuple, TypeVar

from sfrules.analysis.code import beneath, code_of, edges_of
from sfrules.analysis.grid import Grid, NoAnswer, answers, examples, grid_of
from sfrules.analysis.model import Model
from sfrules.facts.domain import NoDomain, WrongAnswer, accepts, domains, shown
from sfrules.facts.domain import answers as domain_of_answers
from sfrules.facts.row import Cell
from sfrules.facts.watched import answering, from_memory

CHUNK = 25_000  # points that are handed to a worker at once

Load = Callable[[], Model]
Subject = TypeVar("Subject", str, int)
# What is read of the facts is noted at the rows, which threads share.
_reading = threading.Lock()


class Chunk(NamedTuple):
    """A range of the points of a rule, or of a law by its number."""

    load: Load
    subject: str | int
    grid: Grid
    start: int
    stop: int


@dataclass(frozen=True)
class Survey:
    """The answers of a rule, or of a law by its number, at points of a grid."""

    subject: str | int
    grid: Grid
    answers: Sequence[Any]
    #: For each condition of a rule's code 1 if it was false, 2 if true, 3 if both.
    seen: tuple[int, ...] = ()
    #: The cells that a rule has read.
    cells: frozenset[Cell] = frozenset()


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


def surveys(executor: Executor, load: Load, grids: Mapping[Subject, Grid]) -> dict[Subject, Survey]:
    """Return a survey of each rule or law; the same whatever the executor, in whatever order."""
    waiting = {
        subject: [executor.submit(survey_chunk, chunk) for chunk in _chunks(load, subject, grid)]
        for subject, grid in grids.items()
    }
    return {
        subject: _joined([future.result() for future in futures])
        for subject, futures in waiting.items()
    }


def _chunks(load: Load, subject: str | int, grid: Grid) -> Iterator[Chunk]:
    for start in range(0, grid.size, CHUNK):
        yield Chunk(load, subject, grid, start, min(start + CHUNK, grid.size))


def _joined(pieces: Sequence[Survey]) -> Survey:
    told = list(chain.from_iterable(piece.answers for piece in pieces))
    seen = tuple(reduce(or_, each) for each in zip(*(p.seen for p in pieces), strict=True))
    cells = frozenset[Cell]().union(*(piece.cells for piece in pieces))
    return Survey(pieces[0].subject, pieces[0].grid, told, seen, cells)


@lru_cache(maxsize=4)
def _model(load: Load) -> Model:
    return load()


def survey_chunk(chunk: Chunk) -> Survey:
    """Work out the answers of a rule or a law at the points of a chunk."""
    model, subject, range_ = _model(chunk.load), chunk.subject, (chunk.start, chunk.stop)
    if isinstance(subject, int):
        with answering(from_memory()):
            told = answers(model.laws[subject].holds, chunk.grid, *range_)
        return Survey(subject, chunk.grid, told)
    rule, code = model.rules[subject], code_of(model.rules[subject])
    seen = [0] * len(code.conditions if code else ())

    def note(number: int, value: Any) -> Any:
        seen[number] |= 2 if value else 1
        return value

    function = code.noting(note) if code else beneath(rule)
    with _reading, answering(from_memory()):
        model.facts.forget_reads()
        told = [*map(_as_annotated(rule), answers(function, taken(rule, chunk.grid), *range_))]
        cells = frozenset(model.facts.cells_read())
    return Survey(subject, chunk.grid, told, tuple(seen), cells)


def _as_annotated(rule: Callable[..., Any]) -> Callable[[Any], Any]:
    """Return what takes an answer of a rule as its check does: one that it may not give is none."""
    held = domain_of_answers(rule)

    def annotated(answer: Any) -> Any:
        if held is None or isinstance(answer, NoAnswer) or accepts(held, answer):
            return answer
        return NoAnswer(WrongAnswer(rule, rule.__name__, shown(answer), held.allowed))

    return annotated


def taken(rule: Callable[..., Any], grid: Grid) -> Grid:
    """Return a grid with its values as the rule's code takes them, which may be hard to send."""
    held = domains(rule)
    axes = (replace(a, values=tuple(map(held[a.name].take, a.values))) for a in grid.axes)
    return Grid(tuple(axes))
