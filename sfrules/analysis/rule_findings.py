"""What the answers of one rule show: what never matters, reversals, dead branches, gaps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from typing import Any

from sfrules.analysis.code import Spot, code_of
from sfrules.analysis.grid import Axis, Grid, NoAnswer, answer_at, examples
from sfrules.analysis.model import Finding, Model, call, equation
from sfrules.analysis.survey import Survey, taken
from sfrules.analysis.symbolic import never_matters, reaches
from sfrules.ground.formats import written

RARE = Fraction(1, 4)  # of all steps along a parameter: as many may go against the trend
MOVED = 20_000  # points: at more, nobody waits for each number to be changed
LEAST = 3  # values of a parameter that can have a trend


@dataclass(frozen=True)
class Surveyed:
    """A rule of a book with the survey of its answers."""

    model: Model
    survey: Survey

    @property
    def name(self) -> str:
        """The dotted name of the rule."""
        return str(self.survey.subject)

    @property
    def rule(self) -> Callable[..., Any]:
        """The rule."""
        return self.model.rules[self.name]

    def at(self, index: int) -> str:
        """Return the call of the rule at a point."""
        return call(self.name, self.rule, self.survey.grid.point(index))

    def value(self, index: int) -> str:
        """Return an equation that is true at a point."""
        return equation(self.at(index), self.survey.answers[index])

    def finding(
        self, kind: str, of: str, message: str, case: str, spot: Spot | None = None
    ) -> Finding:
        """Return a finding at the rule's place."""
        subject = f"{self.name} {of}".strip()
        span = self.model.place(self.rule, spot)
        return Finding(kind, subject, message, case, self.survey.grid.method, span)


def unused_parameters(rule: Surveyed) -> Iterator[Finding]:
    """Yield a finding for each parameter that changes no answer."""
    grid, told = rule.survey.grid, rule.survey.answers
    if not grid.telling or all(isinstance(answer, NoAnswer) for answer in told):
        return
    for at, axis in enumerate(grid.axes):
        stride, last = grid.stride(at), grid.stride(at) * (len(axis.values) - 1)
        if last and all(told[i] == told[i - stride] for i in _steps(grid, at)):
            sure = None if grid.whole else never_matters(rule.rule, grid, axis.name)
            if sure is not False:
                message = f"{axis.name} changes no answer of {rule.name}"
                case = f"{rule.at(0)} == {rule.at(last)}"
                found = rule.finding("never matters", axis.name, message, case)
                yield replace(found, method="proved by z3") if sure else found


def _steps(grid: Grid, at: int) -> Iterator[int]:
    """Yield the points that have a neighbor before them along an axis."""
    stride = grid.stride(at)
    block = len(grid.axes[at].values) * stride
    for start in range(stride, grid.size, block):
        yield from range(start, start + block - stride)


def reversals(rule: Surveyed) -> Iterator[Finding]:
    """Yield a finding for each parameter of which more gives less, against the rule's trend."""
    grid, told = rule.survey.grid, rule.survey.answers
    if not any(isinstance(a, int | Fraction) and not isinstance(a, bool) for a in told):
        return
    for at, axis in enumerate(grid.axes):
        if axis.ordered and len(axis.values) >= LEAST:
            stride = grid.stride(at)
            steps = [(i, _sign(told[i - stride], told[i])) for i in _steps(grid, at)]
            yield from _against(rule, axis, stride, steps)


def _sign(before: Any, after: Any) -> int:
    numbers = (int, Fraction)
    if not (isinstance(before, numbers) and isinstance(after, numbers)):
        return 0
    return (after > before) - (after < before)


def _against(
    rule: Surveyed, axis: Axis, stride: int, steps: list[tuple[int, int]]
) -> Iterator[Finding]:
    ups, downs = (sum(sign == way for _, sign in steps) for way in (1, -1))
    trend = 1 if ups >= downs else -1
    if not 0 < min(ups, downs) <= RARE * (ups + downs):
        return
    block = len(axis.values) * stride
    lines = {(i // block, i % stride) for i, sign in steps if sign == trend}
    against = [i for i, sign in steps if sign == -trend and (i // block, i % stride) in lines]
    if against:
        index = min(against, key=rule.survey.grid.extent)
        less, words = ("<", ("less", "more")) if trend > 0 else (">", ("more", "less"))
        was, now = (written(rule.survey.answers[at]) for at in (index - stride, index))
        message = f"more {axis.name} gives {words[0]}: {was}, then {now}; elsewhere {words[1]}"
        case = f"{rule.at(index)} {less} {rule.at(index - stride)}"
        yield rule.finding("reversal", axis.name, message, case)


def dead_branches(rule: Surveyed) -> Iterator[Finding]:
    """Yield a finding for each condition that is never true, or never false."""
    code = code_of(rule.rule)
    grid = rule.survey.grid
    if code is None or not grid.telling:
        return
    for number, (node, seen) in enumerate(zip(code.conditions, rule.survey.seen, strict=True)):
        if seen not in (1, 2):
            continue
        spot, always = code.spot(node), seen == 2  # noqa: PLR2004 — as Survey says
        sure = None if grid.whole else reaches(rule.rule, grid, number, value=not always)
        if sure is not True:
            message = f"{spot.text} is {'true' if always else 'false'} at every point"
            found = rule.finding("dead branch", spot.text, message, rule.value(grid.size - 1), spot)
            yield replace(found, method="proved by z3") if sure is False else found


def failures(rule: Surveyed) -> Iterator[Finding]:
    """Yield a finding if the rule fails at a point of its own domain."""
    told = rule.survey.answers
    failed = [i for i, a in enumerate(told) if isinstance(a, NoAnswer) and not a.refused]
    if failed:
        index = min(failed, key=rule.survey.grid.extent)
        message = f"no answer at {len(failed):,} points of its domain: {told[index].said}"
        yield rule.finding("gap", "", message, rule.at(index))


def idle_numbers(rule: Surveyed) -> Iterator[Finding]:
    """Yield a finding for each constant of the rule whose change, up or down, changes no answer."""
    code, survey = code_of(rule.rule), rule.survey
    if code is None or not survey.grid.telling or not LEAST <= len(survey.answers) <= MOVED:
        return
    for node in code.constants:
        if not any(_moves(rule, code.changed(node, by)) for by in (1, -1)):
            spot = code.spot(node)
            message = f"{spot.text} may be one more or less: no answer changes"
            of = f"{spot.text} in line {spot.at[0] - code.tree.lineno + 1}"
            yield rule.finding("idle number", of, message, rule.value(survey.grid.size - 1), spot)


def _moves(rule: Surveyed, changed: Callable[..., Any]) -> bool:
    """Whether a changed rule gives another answer anywhere; asked in leaps first, then at all."""
    grid = taken(rule.rule, rule.survey.grid)
    names = [axis.name for axis in grid.axes]
    return any(
        answer_at(changed, **dict(zip(names, point, strict=True))) != rule.survey.answers[index]
        for leap in (max(1, grid.size // 64), 1)
        for index, point in islice(enumerate(grid.points()), 0, None, leap)
    )


def untried_thresholds(rule: Surveyed) -> Iterator[Finding]:
    """Yield a finding for each number of a condition that no argument of an example is next to."""
    code = code_of(rule.rule)
    compared = [(n, t) for n in code.conditions for t in code.thresholds(n)] if code else []
    if code is None or not compared:
        return
    tried = {
        value
        for example in examples(rule.rule, rule.model.texts())
        for value in example.values()
        if type(value) in (int, Fraction)
    }
    for node, threshold in compared:
        if not {threshold - 1, threshold, threshold + 1} & tried:
            spot = code.spot(node)
            message = f"no example tries {spot.text} at {threshold}"
            yield rule.finding("untried threshold", spot.text, message, rule.value(0), spot)
