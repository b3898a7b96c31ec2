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
from itertools import chain, islice, product
from typing import Any

from sfrules.facts.domain import Domain, InColumn, OneOf, OrNone, WholeNumber, YesOrNo, accepts
from sfrules.facts.exact import exact

MOST = 200_000  # points of a finite domain that are all tried
TRIED = 10_000  # points of any other domain
FEW = 40  # values of one parameter that are never thinned
LONGEST = 100_000  # values of one parameter
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
        kinds = {type(value) for value in self.values}
        return kinds <= {int, Fraction} and list(self.values) == sorted(self.values)


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
        if self.whole:
            return f"proved at all {self.size:,} points"
        return f"not proved, tried at {self.size:,} points"

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
        return dict(
            zip((a.name for a in self.axes), next(self.points(index, index + 1)), strict=True)
        )

    def smallest(self, indices: Iterable[int]) -> int:
        """Return the point with the smallest numbers; of equals, the first."""
        return min(indices, key=lambda index: (_extent(self.point(index).values()), index))

    def largest(self, indices: Iterable[int]) -> int:
        """Return the point with the largest numbers; of equals, the last."""
        return max(indices, key=lambda index: (_extent(self.point(index).values()), index))


def _extent(values: Iterable[Any]) -> Any:
    return sum(abs(v) for v in values if isinstance(v, int | Fraction))


def answers(
    function: Callable[..., Any], grid: Grid, start: int = 0, stop: int | None = None
) -> list[Any]:
    """Return the function's answer at each point of a range; NoAnswer where it raised."""
    found = []
    for point in grid.points(start, stop):
        try:
            answer = function(*point)
        except Exception as error:  # noqa: BLE001 — what a rule raises at a point is its answer there
            answer = NoAnswer(error)
        found.append(
            exact(answer) if isinstance(answer, float) and math.isfinite(answer) else answer
        )
    return found


def grid_of(
    domains: Mapping[str, Domain],
    samples: Mapping[str, Sequence[Any]] | None = None,
    edges: Iterable[int] = (),
    most: int = MOST,
) -> Grid | str:
    """Return a grid for the domains of parameters, or why there is none.

    `samples` are values of parameters that no kind of domain gives, `edges` numbers to try first.
    """
    wholes = {name: whole_values(domain) for name, domain in domains.items()}
    size = math.prod(len(values) for values in wholes.values() if values is not None)
    if None not in wholes.values() and size <= most:
        return Grid(tuple(Axis(name, values or ()) for name, values in wholes.items()))
    many = [n for n, values in wholes.items() if values is None or len(values) > FEW]
    few = math.prod(len(v) for n, v in wholes.items() if v is not None and n not in many)
    each = max(3, int((TRIED / max(few, 1)) ** (1 / max(len(many), 1)) + 1e-9))
    axes = []
    for name, domain in domains.items():
        values = wholes[name]
        if values is not None and (name not in many or len(values) <= each):
            axes.append(Axis(name, values))
            continue
        sample = _spread(values, each) if values else _sample(domain, edges, each)
        sample = sample or tuple(v for v in (samples or {}).get(name, ()) if accepts(domain, v))
        if not sample:
            return f"no values of {name} are known: {domain.allowed}"
        axes.append(Axis(name, sample[:each], whole=False))
    return _thinned(Grid(tuple(axes)))


def _thinned(grid: Grid) -> Grid:
    """Return a grid with fewer values along its longest axes, if it has too many points."""
    while grid.size > TRIED:
        longest = max(grid.axes, key=lambda axis: len(axis.values))
        half = _spread(longest.values, max(2, len(longest.values) // 2))
        short = Axis(longest.name, half, whole=False)
        grid = Grid(tuple(short if axis is longest else axis for axis in grid.axes))
        if len(longest.values) <= 2:  # noqa: PLR2004 — two ends are left of every axis
            break
    return grid


def whole_values(domain: Domain) -> tuple[Any, ...] | None:
    """Return all values of a domain, or None if they are endless or unknown."""
    match domain:
        case YesOrNo():
            return (False, True)
        case OneOf(options=options):
            return _sorted(options)
        case InColumn():
            return tuple(domain.values)
        case WholeNumber(minimum=int() as least, maximum=int() as most) if most - least < LONGEST:
            return tuple(range(least, most + 1))
        case OrNone(domain=inner):
            values = whole_values(inner)
            return None if values is None else (*values, None)
    return None


def _sorted(options: tuple[Any, ...]) -> tuple[Any, ...]:
    numbers = all(isinstance(each, int | Fraction) for each in options)
    return tuple(sorted(options)) if numbers else options


def _spread(values: Sequence[Any], count: int) -> tuple[Any, ...]:
    """Return some of the values, evenly spread, with both ends."""
    last = len(values) - 1
    if count >= len(values):
        return tuple(values)
    return tuple(
        values[index] for index in sorted({at * last // (count - 1) for at in range(count)})
    )


def _sample(domain: Domain, edges: Iterable[int], count: int) -> tuple[Any, ...]:
    """Return numbers of an endless domain: its ends, the edges with their neighbors, small ones."""
    ends = (getattr(domain, name, None) for name in ("minimum", "maximum"))
    first = [end for end in ends if end is not None]
    first += [edge + by for edge in edges for by in (0, -1, 1)][: count // 3]
    candidates = (*first, *NEAR[:7], *PARTS[:6], *NEAR[7:], *PARTS[6:], *FAR)
    found: dict[Any, None] = {}
    for value in candidates:
        if accepts(domain, value):
            found[domain.take(value)] = None
        if len(found) >= count:
            break
    return tuple(sorted(found))


def literal_calls(text: str, name: str) -> Iterator[tuple[list[Any], dict[str, Any]]]:
    """Yield the arguments of each call of a rule in a text that is given plain values."""
    for match in re.finditer(rf"(?<![\w.])(?:\w+\.)?{name}\(", text):
        depth, at = 1, match.end()
        while depth and at < min(len(text), match.end() + 300):
            depth += {"(": 1, ")": -1}.get(text[at], 0)
            at += 1
        try:
            found = ast.parse(text[match.end() - 1 : at].join((name, "")), mode="eval").body
            if isinstance(found, ast.Call):
                yield (
                    [ast.literal_eval(each) for each in found.args],
                    {each.arg or "": ast.literal_eval(each.value) for each in found.keywords},
                )
        except (SyntaxError, ValueError):
            continue


def examples(function: Callable[..., Any], texts: Iterable[str] = ()) -> list[dict[str, Any]]:
    """Return the arguments of the calls of a rule in its docstring and in other texts."""
    signature = inspect.signature(function)
    found = []
    for text in (inspect.getdoc(function) or "", *texts):
        for given, named in literal_calls(text, str(getattr(function, "__name__", ""))):
            try:
                bound = signature.bind(*given, **named)
            except TypeError:
                continue
            bound.apply_defaults()
            found.append(dict(bound.arguments))
    return found
