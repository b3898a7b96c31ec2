"""Rules over endless domains, read by running them on symbols along every path, decided by z3.

A comparison of symbols is a fork: the rule is run again for each side that is possible. Code that
does anything else with a symbol than arithmetic and comparison cannot be read, which is no answer.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from typing import Any
from unittest.mock import patch

from sfrules.analysis.code import code_of
from sfrules.analysis.grid import Grid
from sfrules.facts import domain as facts_domain
from sfrules.facts.domain import Domain, ExactNumber, WholeNumber, domains

try:
    import z3
except ImportError:  # the extra `analyze` is not installed: nothing is decided, all is tried
    z3 = None

PATHS = 400  # of one rule: what has more is not read
PATIENCE = 2_000  # milliseconds for each question
LARGEST_POWER = 6
OTHER = "another"  # value of a parameter


class Unread(Exception):
    """Code does something with a symbol that cannot be decided."""


class Outside(Exception):
    """A point is outside of the domain of a rule that is called."""


@dataclass
class Path:
    """One run: the decisions that it follows, then takes, and what they mean of the symbols."""

    solver: Any
    decisions: list[bool]
    at: int = 0
    open: list[list[bool]] = field(default_factory=list)

    def decide(self, condition: Any) -> bool:
        """Return which side of a fork this run takes; note the other if it is possible."""
        if self.at == len(self.decisions):
            chosen = self.possible(condition)
            if chosen and self.possible(z3.Not(condition)):
                self.open.append([*self.decisions, False])
            self.decisions.append(chosen)
        chosen = self.decisions[self.at]
        self.at += 1
        self.solver.add(condition if chosen else z3.Not(condition))
        return chosen

    def possible(self, condition: Any) -> bool:
        """Whether a condition can hold on this path."""
        found = self.solver.check(condition)
        if found == z3.unknown:
            raise Unread
        return bool(found == z3.sat)


def _operation(make: Callable[[Any, Any], Any]) -> Any:
    """Return the method of Symbol for an operator that z3 has as well."""
    return lambda self, other: Symbol(self.path, make(_term(self), _term(other)))


class Symbol:
    """A number, or a truth, that is not known: arithmetic builds on it, a test is a fork."""

    __hash__ = None  # type: ignore[assignment] # a look-up by a symbol cannot be read
    __add__ = __radd__ = _operation(operator.add)
    __mul__ = __rmul__ = _operation(operator.mul)
    __sub__ = _operation(operator.sub)
    __rsub__ = _operation(lambda a, b: b - a)
    __lt__, __le__ = _operation(operator.lt), _operation(operator.le)
    __gt__, __ge__ = _operation(operator.gt), _operation(operator.ge)

    def __init__(self, path: Path, term: Any) -> None:
        self.path, self.term = path, term

    def __bool__(self) -> bool:
        return self.path.decide(self.term if z3.is_bool(self.term) else self.term != 0)

    def __eq__(self, other: object) -> Any:
        known = isinstance(other, Symbol | int | Fraction)
        return Symbol(self.path, _term(self) == _term(other)) if known else False

    def __ne__(self, other: object) -> Any:
        equal = self == other
        return Symbol(self.path, z3.Not(equal.term)) if isinstance(equal, Symbol) else True

    def __truediv__(self, other: object) -> Any:
        return self * (1 / Fraction(_known(other)))

    def __floordiv__(self, other: object) -> Any:
        return (self / other).__floor__()

    def __mod__(self, other: object) -> Any:
        return self - (self // other) * _known(other)

    def __pow__(self, other: object) -> Any:
        power = _known(other)
        if not (isinstance(power, int) and power <= LARGEST_POWER):
            raise Unread
        return Symbol(self.path, math.prod([_term(self)] * (power - 1), start=_term(self)))

    def __neg__(self) -> Any:
        return 0 - self

    def __pos__(self) -> Symbol:
        return self

    def __abs__(self) -> Any:
        return self if self >= 0 else -self

    def __floor__(self) -> Symbol:
        return self if z3.is_int(self.term) else Symbol(self.path, z3.ToInt(_term(self)))

    def __ceil__(self) -> Any:
        return -((-self).__floor__())


def _known(value: object) -> int | Fraction:
    """Return a number that is no symbol and above zero; anything else cannot be read."""
    if isinstance(value, int | Fraction) and value > 0:
        return value
    raise Unread


def _term(value: object) -> Any:
    match value:
        case Symbol(term=term):
            return z3.If(term, z3.IntVal(1), z3.IntVal(0)) if z3.is_bool(term) else term
        case bool() | int():
            return z3.IntVal(int(value))
        case Fraction():
            return z3.Q(value.numerator, value.denominator)
    raise Unread


def _within(value: Symbol, held: Domain) -> Symbol:
    """Hold a symbol against a domain, as `rule` does with a value."""
    if not isinstance(held, WholeNumber | ExactNumber):
        raise Unread
    if isinstance(held, WholeNumber) and not z3.is_int(value.term):
        raise Unread
    ends = ((held.minimum, operator.lt), (held.maximum, operator.gt))
    above = (getattr(held, "above", None), operator.le)
    if any(end is not None and beyond(value, end) for end, beyond in (*ends, above)):
        raise Outside
    return value


def _taking_symbols() -> ExitStack:
    """Let rules and fractions take symbols while the block runs."""
    take, make = facts_domain.take_argument, Fraction.__new__

    def taken(name: str, held: dict[str, Domain], value: object) -> object:
        return _within(value, held[name]) if isinstance(value, Symbol) else take(name, held, value)

    def made(cls: type, number: Any = 0, of: Any = None, **more: Any) -> Any:
        if isinstance(number, Symbol) or isinstance(of, Symbol):
            return number if of is None else number / of
        return make(cls, number, of, **more)

    stack = ExitStack()
    stack.enter_context(patch.object(facts_domain, "take_argument", taken))
    stack.enter_context(patch.object(facts_domain, "answers", lambda _: None))
    stack.enter_context(patch.object(Fraction, "__new__", made))
    return stack


def _runs(
    function: Callable[..., Any], fixed: Mapping[str, Any], free: Mapping[str, Domain]
) -> Iterator[tuple[Path, Any, dict[str, Any]]]:
    """Yield each path of a function with its answer and the symbols."""
    waiting: list[list[bool]] = [[]]
    for _ in range(PATHS):
        if not waiting:
            return
        path = Path(z3.Solver(), waiting.pop())
        path.solver.set("timeout", PATIENCE)
        given = {
            name: Symbol(path, (z3.Int if isinstance(held, WholeNumber) else z3.Real)(name))
            for name, held in free.items()
        }
        try:
            for name, held in free.items():
                _within(given[name], held)
            yield path, function(**fixed, **given), given
        except Outside:
            pass
        except (Unread, GeneratorExit):
            raise
        except Exception as error:
            raise Unread from error
        waiting += path.open
    raise Unread


def counterexample(
    function: Callable[..., Any], grid: Grid, held: Mapping[str, Domain]
) -> dict[str, Any] | bool:
    """Return a point of an endless domain at which a law is broken; True if there is none.

    False is returned where the code cannot be read.
    """
    free = {a.name: held[a.name] for a in grid.axes if not a.whole}
    if z3 is None or not all(isinstance(d, WholeNumber | ExactNumber) for d in free.values()):
        return False
    whole = [a for a in grid.axes if a.whole]
    try:
        with _taking_symbols():
            for values in product(*(axis.values for axis in whole)):
                fixed = dict(zip((axis.name for axis in whole), values, strict=True))
                for path, holds, given in _runs(function, fixed, free):
                    if found := _broken(path, holds, given):
                        return fixed | found
    except Unread:
        return False
    return True


def _broken(path: Path, holds: Any, given: Mapping[str, Symbol]) -> dict[str, Any]:
    """Return the symbols' values at a point of a path where a law does not hold; {} if none is."""
    wrong = z3.Not(holds.term) if isinstance(holds, Symbol) else z3.BoolVal(not holds)
    if not path.possible(wrong):
        return {}
    path.solver.add(wrong)
    path.solver.check()
    model, found = path.solver.model(), {}
    for name, symbol in given.items():
        try:
            number = Fraction(str(model.eval(symbol.term, model_completion=True)))
        except ValueError as irrational:
            raise Unread from irrational
        found[name] = int(number) if number.denominator == 1 else number
    return found


def never_matters(rule: Callable[..., Any], grid: Grid, name: str) -> bool | None:
    """Whether a parameter is proved to change no answer; None if the rule cannot be read."""
    (axis,), held = (a for a in grid.axes if a.name == name), domains(rule)

    def same(**point: Any) -> Any:
        other = point.pop(OTHER)
        return rule(**point) == rule(**point | {name: other})

    twice = Grid((*grid.axes, replace(axis, name=OTHER)))
    found = counterexample(same, twice, {**held, OTHER: held[name]})
    return None if found is False else found is True


def reaches(rule: Callable[..., Any], grid: Grid, number: int, *, value: bool) -> bool | None:
    """Whether any point gives a condition of a rule's code a value; None if that is not known."""
    code = code_of(rule)
    if code is None:
        return None
    reached = []

    def note(at: int, found: Any) -> Any:
        found = bool(found)
        if at == number and found == value:
            reached.append(at)
        return found

    noting = code.noting(note)
    if counterexample(lambda **point: (noting(**point),), grid, domains(rule)) is False:
        return True if reached else None
    return bool(reached)
