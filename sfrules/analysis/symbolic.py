"""Rules over endless domains, read by running them on symbols along every path, decided by z3.

A comparison of symbols is a fork: the rule is run again for each side that is possible. Code that
does anything else with a symbol than arithmetic and comparison cannot be read, which is no answer.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from types import CellType, FunctionType, ModuleType
from typing import Any

from sfrules.analysis.code import code_of
from sfrules.analysis.grid import Axis, Grid
from sfrules.facts.domain import Domain, ExactNumber, WholeNumber, domains

try:
    import z3
except ImportError:  # the extra `analyze` is not installed: nothing is decided, all is tried
    z3 = None

PATHS = 400  # of one rule: what has more is not read
PATIENCE = 2_000  # milliseconds for each question
LARGEST_POWER = 6


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
        if self.at < len(self.decisions):
            chosen = self.decisions[self.at]
        else:
            chosen = self.possible(condition)
            if chosen and self.possible(z3.Not(condition)):
                self.open.append([*self.decisions, False])
            self.decisions.append(chosen)
        self.at += 1
        self.solver.add(condition if chosen else z3.Not(condition))
        return chosen

    def possible(self, condition: Any) -> bool:
        """Whether a condition can hold on this path."""
        found = self.solver.check(condition)
        if found == z3.unknown:
            raise Unread
        return bool(found == z3.sat)


class Symbol:
    """A number, or a truth, that is not known: arithmetic builds on it, a test is a fork."""

    __hash__ = None  # type: ignore[assignment] # a look-up by a symbol cannot be read

    def __init__(self, path: Path, term: Any) -> None:
        self.path, self.term = path, term

    def __bool__(self) -> bool:
        term = self.term
        return self.path.decide(term if z3.is_bool(term) else term != 0)

    def _with(self, other: object, make: Callable[[Any, Any], Any]) -> Symbol:
        return Symbol(self.path, make(_term(self), _term(other)))

    def __add__(self, other: object) -> Symbol:
        return self._with(other, lambda a, b: a + b)

    def __sub__(self, other: object) -> Symbol:
        return self._with(other, lambda a, b: a - b)

    def __rsub__(self, other: object) -> Symbol:
        return self._with(other, lambda a, b: b - a)

    def __mul__(self, other: object) -> Symbol:
        return self._with(other, lambda a, b: a * b)

    __radd__, __rmul__ = __add__, __mul__

    def __truediv__(self, other: object) -> Symbol:
        return self * (1 / Fraction(_known(other)))

    def __floordiv__(self, other: object) -> Symbol:
        return (self / other).__floor__()

    def __mod__(self, other: object) -> Symbol:
        return self - (self // other) * _known(other)

    def __pow__(self, other: object) -> Symbol:
        power = _known(other)
        if not (isinstance(power, int) and 0 < power <= LARGEST_POWER):
            raise Unread
        return Symbol(self.path, math.prod([_term(self)] * (power - 1), start=_term(self)))

    def __neg__(self) -> Symbol:
        return Symbol(self.path, -_term(self))

    def __pos__(self) -> Symbol:
        return self

    def __abs__(self) -> Symbol:
        return self if self >= 0 else -self

    def __floor__(self) -> Symbol:
        return self if z3.is_int(self.term) else Symbol(self.path, z3.ToInt(_term(self)))

    def __ceil__(self) -> Symbol:
        return -((-self).__floor__())

    def __lt__(self, other: object) -> Symbol:
        return self._with(other, lambda a, b: a < b)

    def __le__(self, other: object) -> Symbol:
        return self._with(other, lambda a, b: a <= b)

    def __gt__(self, other: object) -> Symbol:
        return self._with(other, lambda a, b: a > b)

    def __ge__(self, other: object) -> Symbol:
        return self._with(other, lambda a, b: a >= b)

    def __eq__(self, other: object) -> Any:
        if isinstance(other, Symbol | int | Fraction):
            return self._with(other, lambda a, b: a == b)
        return False

    def __ne__(self, other: object) -> Any:
        equal = self == other
        return Symbol(self.path, z3.Not(equal.term)) if isinstance(equal, Symbol) else not equal


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


def _fraction(number: Any = 0, of: Any = None) -> Any:
    if isinstance(number, Symbol) or isinstance(of, Symbol):
        return number if of is None else number / of
    return Fraction(number) if of is None else Fraction(number, of)


class _Rule:
    """A rule that takes symbols: it holds them against its domains, and runs its bare code."""

    def __init__(self, rule: Callable[..., Any]) -> None:
        self.rule = rule

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        bound = inspect.signature(self.rule).bind(*args, **kwargs)
        bound.apply_defaults()
        if not any(isinstance(value, Symbol) for value in bound.arguments.values()):
            return self.rule(*args, **kwargs)
        held = domains(self.rule)
        for name, value in bound.arguments.items():
            if isinstance(value, Symbol):
                bound.arguments[name] = _within(value, held[name])
            else:
                bound.arguments[name] = held[name].take(value)
        return _bare(inspect.unwrap(self.rule))(*bound.args, **bound.kwargs)


def _within(value: Symbol, domain: Domain) -> Symbol:
    if not isinstance(domain, WholeNumber | ExactNumber):
        raise Unread
    above = getattr(domain, "above", None)
    whole = isinstance(domain, ExactNumber) or z3.is_int(value.term)
    if not whole:
        raise Unread
    least, most = domain.minimum, domain.maximum
    if (
        (least is not None and value < least)
        or (most is not None and value > most)
        or (above is not None and value <= above)
    ):
        raise Outside
    return value


class _Module:
    """A module whose rules take symbols."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        return _for_symbols(getattr(self._module, name))


def _for_symbols(value: Any) -> Any:
    if value is Fraction:
        return _fraction
    if isinstance(value, ModuleType) and value is not math:
        return _Module(value)
    if inspect.isfunction(value):
        if inspect.unwrap(value) is not value:
            return _Rule(value)
        return lambda *args, **kwargs: _bare(value)(*args, **kwargs)  # noqa: PLW0108 — a rule may call itself
    return value


def _bare(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function with the rules that it names, and those in closures, taking symbols."""
    if not isinstance(function, FunctionType):
        raise Unread
    names = function.__code__.co_names
    space = {k: _for_symbols(v) if k in names else v for k, v in function.__globals__.items()}
    cells = (cell.cell_contents for cell in function.__closure__ or ())
    closure = tuple(CellType(_for_symbols(each)) for each in cells)
    made = FunctionType(function.__code__, space, function.__name__, function.__defaults__, closure)
    made.__kwdefaults__ = function.__kwdefaults__
    return made


def _runs(
    function: Callable[..., Any], fixed: Mapping[str, Any], free: Mapping[str, Domain]
) -> Iterator[tuple[Path, Any, dict[str, Any]]]:
    """Yield each path of a function with its answer and the symbols."""
    waiting: list[list[bool]] = [[]]
    for _ in range(PATHS):
        if not waiting:
            return
        solver = z3.Solver()
        solver.set("timeout", PATIENCE)
        path = Path(solver, waiting.pop())
        given = {}
        for name, domain in free.items():
            real = isinstance(domain, ExactNumber)
            given[name] = Symbol(path, z3.Real(name) if real else z3.Int(name))
        try:
            for name, domain in free.items():
                _within(given[name], domain)
            answer = function(*(given.get(name, fixed.get(name)) for name in (*fixed, *free)))
            yield path, answer, given
        except Outside:
            pass
        except Unread:
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
    if z3 is None:
        return False
    free = {a.name: held[a.name] for a in grid.axes if not a.whole}
    whole = [a for a in grid.axes if a.whole]
    if not all(isinstance(d, WholeNumber | ExactNumber) for d in free.values()):
        return False
    bare = _bare(function)
    order = [axis.name for axis in grid.axes]
    try:
        for values in product(*(axis.values for axis in whole)):
            fixed = {axis.name: value for axis, value in zip(whole, values, strict=True)}

            def asked(*point: Any, fixed: Mapping[str, Any] = fixed) -> Any:
                named = dict(zip((*fixed, *free), point, strict=True))
                return bare(*(named[name] for name in order))

            for path, holds, given in _runs(asked, fixed, free):
                broken = z3.Not(holds.term) if isinstance(holds, Symbol) else z3.BoolVal(not holds)
                if path.possible(broken):
                    path.solver.add(broken)
                    path.solver.check()
                    return fixed | {
                        n: _value(path.solver.model(), s.term) for n, s in given.items()
                    }
    except Unread:
        return False
    return True


def _value(model: Any, term: Any) -> int | Fraction:
    found = model.eval(term, model_completion=True)
    if z3.is_int(term):
        return int(found.as_long())
    number = Fraction(found.numerator_as_long(), found.denominator_as_long())
    return int(number) if number.denominator == 1 else number


def never_matters(rule: Callable[..., Any], grid: Grid, name: str) -> bool | None:
    """Whether a parameter is proved to change no answer; None if the rule cannot be read."""
    held = domains(rule)
    other = "__other__"
    names = [axis.name for axis in grid.axes]
    plain = _Rule(rule)

    def same(*point: Any) -> Any:
        given = dict(zip((*names, other), point, strict=True))
        one = plain(*(given[each] for each in names))
        return one == plain(*(given[other if each == name else each] for each in names))

    axis = next(axis for axis in grid.axes if axis.name == name)
    twice = Grid((*grid.axes, Axis(other, axis.values, axis.whole)))
    found = counterexample(same, twice, {**held, other: held[name]})
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

    noting = _bare(code.noting(note))

    def runs(*point: Any) -> bool:
        noting(*point)
        return True

    if counterexample(runs, grid, domains(rule)) is False:
        return True if reached else None
    return bool(reached)
