"""The points of a rule's domain as a grid, and the answers at them: the one enumerator."""

from __future__ import annotations

import ast
import inspect
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, islice, product, zip_longest
from types import GeneratorType
from typing import Any

from sfrules.facts.domain import Domain, accepts, all_values
from sfrules.facts.exact import exact

MOST = 200_000  # points of a finite domain that are all tried
TRIED = 10_000  # points of any other domain
FEW, LATE = 40, 3  # so few values of a finite parameter count as so many times fewer
NEAR = tuple(chain((0,), *((size, -size) for size in range(1, 200))))
PARTS = tuple(
    Fraction(sign * size, part)
    for size in range(1, 12)
    for part in (2, 3, 4)
    for sign in (1, -1)
    if size % part
)
FAR = tuple(sign * 10**zeros for zeros in range(3, 7) for sign in (1, -1))


class NoAnswer:
    """In place of an answer: the rule refused the point, or failed at it."""

    def __init__(self, error: Exception) -> None:
        self.refused = isinstance(error, ValueError)
        self.said = f"{type(error).__name__}: {error}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NoAnswer) and self.refused == other.refused

    def __hash__(self) -> int:
        return hash(self.refused)


@dataclass(frozen=True)
class Axis:
    """The values of a parameter that are tried; `whole` if they are all that it has."""

    name: str
    values: tuple[Any, ...]
    whole: bool = True

    @cached_property
    def ordered(self) -> bool:
        """Whether the values are numbers, in rising order."""
        numbers = {type(value) for value in self.values} <= {int, Fraction}
        return numbers and self.values == tuple(sorted(self.values))


@dataclass(frozen=True)
class Grid:
    """All combinations of the values of some axes; the last axis varies first."""

    axes: tuple[Axis, ...]

    @cached_property
    def size(self) -> int:
        """The number of points."""
        return math.prod(len(axis.values) for axis in self.axes)

    @property
    def whole(self) -> bool:
        """Whether the points are all that the domain has."""
        return all(axis.whole for axis in self.axes)

    @property
    def telling(self) -> bool:
        """Whether what never shows at the points is worth a word: no values are mere examples."""
        return all(axis.whole or axis.ordered for axis in self.axes)

    @property
    def method(self) -> str:
        """How certain it is what the points show."""
        return f"{'proved at all' if self.whole else 'not proved, tried at'} {self.size:,} points"

    def stride(self, at: int) -> int:
        """Return how far apart two points are that are neighbors along an axis."""
        return math.prod(len(axis.values) for axis in self.axes[at + 1 :])

    def points(self, start: int = 0, stop: int | None = None) -> Iterator[tuple[Any, ...]]:
        """Yield the points of a range, each as the values of its parameters."""
        stop = self.size if stop is None else stop
        if not self.axes:
            return iter([()][start:stop])
        first, *rest = (axis.values for axis in self.axes)
        block = max(1, self.stride(0))
        lines = (product((value,), *rest) for value in first[start // block :])
        skipped = start // block * block
        return islice(chain.from_iterable(lines), start - skipped, stop - skipped)

    def point(self, index: int) -> dict[str, Any]:
        """Return a point by its number, as arguments by name."""
        (values,) = self.points(index, index + 1)
        return dict(zip((axis.name for axis in self.axes), values, strict=True))

    def extent(self, index: int) -> tuple[Any, int]:
        """Return how large the numbers of a point are; of equals, the later point is larger."""
        numbers = (v for v in self.point(index).values() if isinstance(v, int | Fraction))
        return sum(map(abs, numbers)), index


def answer_at(function: Callable[..., Any], /, *args: Any, **point: Any) -> Any:
    """Return the function's answer at a point; NoAnswer where it raised."""
    try:
        answer = function(*args, **point)
        answer = list(answer) if isinstance(answer, GeneratorType) else answer
    except Exception as error:  # noqa: BLE001 — what a rule raises at a point is its answer there
        return NoAnswer(error)
    return exact(answer) if isinstance(answer, float) and math.isfinite(answer) else answer


def answers(
    function: Callable[..., Any], grid: Grid, start: int = 0, stop: int | None = None
) -> list[Any]:
    """Return the function's answer at each point of a range."""
    names = [axis.name for axis in grid.axes]
    points = (dict(zip(names, point, strict=True)) for point in grid.points(start, stop))
    return [answer_at(function, **point) for point in points]


def grid_of(
    domains: Mapping[str, Domain],
    samples: Mapping[str, Sequence[Any]] | None = None,
    edges: Iterable[int] = (),
    most: int = MOST,
) -> Grid | str:
    """Return a grid for the domains of parameters, or why there is none.

    `samples` are values of parameters that no kind of domain gives, `edges` numbers to try first.
    """
    found: list[tuple[str, tuple[Any, ...], bool]] = []
    for name, domain in domains.items():
        whole = all_values(domain)
        known = (v for v in (samples or {}).get(name, ()) if accepts(domain, v))
        values = _ranked(domain, edges) or tuple(known) if whole is None else _sorted(whole)
        if not values:
            return f"no values of {name} are known: {domain.allowed}"
        found.append((name, values, whole is not None))
    counts, is_whole = [len(values) for _, values, _ in found], all(each[2] for each in found)

    def length(at: int) -> float:
        return counts[at] / (LATE if found[at][2] and len(found[at][1]) <= FEW else 1)

    while math.prod(counts) > (most if is_whole else TRIED):
        longest = max(range(len(counts)), key=length)
        counts[longest] -= 1 + counts[longest] // 20
        is_whole = False
    return Grid(tuple(_axis(*each, count) for each, count in zip(found, counts, strict=True)))


def _axis(name: str, values: tuple[Any, ...], is_finite: bool, count: int) -> Axis:
    """Return an axis with so many values: of finite ones evenly spread, of others the first."""
    if not is_finite:
        return Axis(name, _sorted(values[:count]), whole=False)
    last = len(values) - 1
    kept = tuple(values[at * last // max(1, count - 1)] for at in range(count))
    return Axis(name, kept, len(kept) == len(values))


def _sorted(values: tuple[Any, ...]) -> tuple[Any, ...]:
    numbers = all(isinstance(each, int | Fraction) for each in values)
    return tuple(sorted(values)) if numbers else values


def _ranked(domain: Domain, edges: Iterable[int]) -> tuple[Any, ...]:
    """Return numbers of an endless domain, the most telling first: its ends, small ones, edges."""
    ends = [getattr(domain, name, None) for name in ("minimum", "maximum")]
    near = [edge + by for edge in edges for by in (0, -1, 1)]
    usual = chain(NEAR[:7], PARTS[:6], NEAR[7:], PARTS[6:], FAR)
    turns = chain.from_iterable(zip_longest(near, usual))
    found = {v: domain.take(v) for v in chain(ends, turns) if v is not None and accepts(domain, v)}
    return tuple(dict.fromkeys(found.values()))


def calls(text: str, name: str) -> Iterator[ast.Call]:
    """Yield each call of a function by its name in a text."""
    for found in re.finditer(rf"(?<![\w.])(?:\w+\.)?{name}(\((?:[^()]|\([^()]*\))*\))", text):
        try:
            tree = ast.parse(f"called{found[1]}", mode="eval").body
        except SyntaxError:
            continue
        if isinstance(tree, ast.Call):
            yield tree


def examples(function: Callable[..., Any], texts: Iterable[str] = ()) -> list[dict[str, Any]]:
    """Return the arguments of the calls of a rule in its docstring and in other texts."""
    signature = inspect.signature(function)
    found = []
    for text in (inspect.getdoc(function) or "", *texts):
        for each in calls(text, str(getattr(function, "__name__", ""))):
            try:
                given = [ast.literal_eval(value) for value in each.args]
                named = {str(key.arg): ast.literal_eval(key.value) for key in each.keywords}
                bound = signature.bind(*given, **named)
            except (TypeError, ValueError):
                continue
            bound.apply_defaults()
            found.append(dict(bound.arguments))
    return found
