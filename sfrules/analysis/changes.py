"""What another revision of a book answered: at how many points its rules differ from these."""

from __future__ import annotations

import io
import os
import pickle
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sfrules.analysis.grid import Grid, NoAnswer
from sfrules.analysis.model import Model, call
from sfrules.analysis.survey import Survey, rule_grid, surveys
from sfrules.ground.formats import written
from sfrules.ground.git import commit_of, git, top_of
from sfrules.ground.problems import Mistake

# What the other process runs, with the revision's own code and nothing of this one.
ANSWERING = """
import importlib, inspect, itertools, pickle, sys
modules, grids = pickle.load(sys.stdin.buffer)
rules, lost = {}, None
for name in sorted(modules):
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if not f"{name}.".startswith(f"{missing.name}."):
            raise
        lost = missing  # the revision has not got it yet
        continue
    for made in (getattr(module, "BOOK", None), getattr(module, "book", None)):
        bound = made.bound() if hasattr(made, "bound") else made
        rules.update({name: rule for rule, name in getattr(bound, "rule_names", {}).items()})
if lost and not rules:
    raise lost
def answer(rule, point, named):
    try:
        placed = (value for name, value in point.items() if name not in named)
        told = rule(*placed, **{name: point[name] for name in named})
        return told if type(told) in (int, bool, str, type(None)) else repr(told)
    except Exception as error:
        return "no answer: " + type(error).__name__
def answers(rule, axes):
    kinds = {name: each.kind for name, each in inspect.signature(rule).parameters.items()}
    named = [name for name in axes if kinds.get(name) is inspect.Parameter.KEYWORD_ONLY]
    points = (dict(zip(axes, point)) for point in itertools.product(*axes.values()))
    return [answer(rule, point, named) for point in points]  # by place: names may have changed
known = {name: answers(rules[name], axes) for name, axes in grids.items() if name in rules}
sys.stdout.buffer.write(pickle.dumps(known))
"""


def report(model: Model, modules: Sequence[str], root: Path, revision: str) -> str:
    """Return for each rule at how many points its answers differ from those of a revision.

    Raises:
        Mistake: if git has no such revision, or the book of that revision cannot be loaded.
    """
    asked = {name: rule_grid(model, name) for name in model.rules}
    grids = {name: grid for name, grid in asked.items() if isinstance(grid, Grid)}
    with ThreadPoolExecutor(1) as here, TemporaryDirectory() as folder:
        now = surveys(here, lambda: model, grids)
        before = _answers(_extract(root, revision, Path(folder)), modules, grids)
    lines = [line for name in grids for line in _lines(model, now[name], before)]
    return "".join(f"{line}\n" for line in lines) or "no answer of a rule has changed\n"


def _extract(root: Path, revision: str, folder: Path) -> Path:
    """Write the files of a revision to a folder; returns where the book's root is in it."""
    top = top_of(root)
    archive = git(top, "archive", "--format=tar", commit_of(top, revision))
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(folder, filter="data")
    return folder / root.resolve().relative_to(top)


def _answers(
    inside: Path, modules: Sequence[str], grids: Mapping[str, Grid]
) -> dict[str, list[Any]]:
    """Return what the rules of another revision answer at the points of grids."""
    axes = {name: {a.name: a.values for a in grid.axes} for name, grid in grids.items()}
    path = os.pathsep.join([str(inside), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    done = subprocess.run(  # noqa: S603 — Python itself, with the book of the author's own revision
        [sys.executable, "-c", ANSWERING],
        cwd=inside,
        env={**os.environ, "PYTHONPATH": path},
        input=pickle.dumps((tuple(modules), axes)),
        capture_output=True,
        check=False,
    )
    if done.returncode:
        why = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        raise Mistake("the book of that revision cannot be loaded", why)
    found: dict[str, list[Any]] = pickle.loads(done.stdout)  # noqa: S301 — written by that process
    return found


def _told(answer: object) -> object:
    """Return an answer in the form in which the other process sends it."""
    if isinstance(answer, NoAnswer):
        return f"no answer: {answer.said.partition(':')[0]}"
    return answer if isinstance(answer, int | str | None) else repr(answer)


def _lines(model: Model, survey: Survey, before: Mapping[str, list[Any]]) -> Iterator[str]:
    name, grid = str(survey.subject), survey.grid
    if name not in before:
        yield f"{name}: a new rule"
        return
    pairs = zip(before[name], map(_told, survey.answers), strict=True)
    differ = {index: pair for index, pair in enumerate(pairs) if pair[0] != pair[1]}
    if not differ:
        return
    sure = "" if grid.whole else " that were tried"
    yield f"{name}: differs at {len(differ):,} of {grid.size:,} points{sure}"
    least, most = (pick(differ, key=grid.extent) for pick in (min, max))
    for word, index in (("smallest", least), ("largest", most))[: 1 + (least != most)]:
        old, new = (each if isinstance(each, str) else written(each) for each in differ[index])
        asked = call(name, model.rules[name], grid.point(index))
        yield f"  {word} case: {asked} was {old}, is {new}"
