"""What a rule accepts, said in its annotations, and the decorator that holds it to that.

    @rule
    def tier(level: Annotated[int, WholeNumber(1)]) -> str: ...

The body of a rule stays the book's formula: it checks nothing itself.
"""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache, wraps
from typing import Annotated, Literal, ParamSpec, Protocol, TypeAlias, TypeVar, runtime_checkable

from sfrules import authored
from sfrules.rules.exact import Exact, exact

P = ParamSpec("P")
T = TypeVar("T")

LONGEST_SHOWN = 40


class Refused(Exception):
    """A domain does not hold a value."""


class OutOfDomain(ValueError):
    """A rule was asked about a value that it does not define."""

    def __init__(self, parameter: str, value: object, allowed: str) -> None:
        super().__init__(f"{parameter} is {shown(value)}; allowed: {allowed}")
        self.parameter = parameter
        self.value = value
        self.allowed = allowed


@runtime_checkable
class Domain(Protocol):
    """The values that a parameter may have."""

    @property
    def allowed(self) -> str:
        """The values in words, for the end of a message."""

    def take(self, value: object) -> object:
        """Return the value as the rule wants it, or raise Refused."""


@dataclass(frozen=True)
class WholeNumber:
    """Whole numbers between two ends, either of which may be open."""

    minimum: int | None = None
    maximum: int | None = None

    @property
    def allowed(self) -> str:
        """The values in words."""
        return "a whole number" + _between(self.minimum, self.maximum)

    def take(self, value: object) -> int:
        """Accept an int, or a number equal to one; never a bool."""
        number = value if type(value) is int else _exact(value)
        if not isinstance(number, int) or _outside(number, self.minimum, self.maximum):
            raise Refused
        return number


@dataclass(frozen=True)
class ExactNumber:
    """Numbers between two ends, either of which may be open; `above` leaves its own end out."""

    minimum: int | None = None
    maximum: int | None = None
    above: int | None = None

    @property
    def allowed(self) -> str:
        """The values in words."""
        if self.above is not None:
            return f"a number above {self.above}"
        return "a number" + _between(self.minimum, self.maximum)

    def take(self, value: object) -> Exact:
        """Accept any finite number, exactly."""
        number = _exact(value)
        if _outside(number, self.minimum, self.maximum):
            raise Refused
        if self.above is not None and number <= self.above:
            raise Refused
        return number


@dataclass(frozen=True)
class YesOrNo:
    """The domain of a parameter that is annotated as bool, and as nothing else."""

    allowed: str = "true or false"

    def take(self, value: object) -> bool:
        """Accept a bool, and no number or word in its place."""
        if isinstance(value, bool):
            return value
        raise Refused


@dataclass(frozen=True)
class OneOf:
    """A few values, by name."""

    options: tuple[object, ...]

    @property
    def allowed(self) -> str:
        """The values in words."""
        return either(shown(option) for option in self.options)

    def take(self, value: object) -> object:
        """Accept a value equal to one of the options, and return the option."""
        if not isinstance(value, bool):
            for option in self.options:
                if option == value:
                    return option
        raise Refused


@dataclass(frozen=True)
class Listed:
    """The values in a column of an authored table, which may change while a book is served."""

    table: str
    column: str

    @property
    def allowed(self) -> str:
        """The values in words."""
        return self._values().allowed

    def take(self, value: object) -> object:
        """Accept a value that stands in the column."""
        return self._values().take(value)

    def _values(self) -> OneOf:
        rows = authored.rows(self.table)
        return OneOf(tuple(dict.fromkeys(getattr(row, self.column) for row in rows)))


Whole: TypeAlias = Annotated[int, WholeNumber()]
Count: TypeAlias = Annotated[int, WholeNumber(0)]
Level: TypeAlias = Annotated[int, WholeNumber(1)]
HeroLevel: TypeAlias = Annotated[int, WholeNumber(1, 30)]


def rule(function: Callable[P, T]) -> Callable[P, T]:
    """Hold a function to the domains in its annotations; signature and docstring stay its own.

    Arguments that the function does not have, or lacks, are left for Python itself to refuse.
    """

    @wraps(function)
    def checked(*args: P.args, **kwargs: P.kwargs) -> T:
        held = domains(function)
        taken = [_take(name, held, value) for name, value in zip(held, args, strict=False)]
        named = {name: _take(name, held, value) for name, value in kwargs.items()}
        return function(*taken, *args[len(taken) :], **named)  # type: ignore[arg-type]

    return checked


@cache
def domains(function: Callable[..., object]) -> dict[str, Domain]:
    """Return the domain of each parameter of a rule, in order."""
    plain = inspect.unwrap(function)
    hints = typing.get_type_hints(plain, include_extras=True)
    return {name: _domain(name, hints[name]) for name in inspect.signature(plain).parameters}


def shown(value: object) -> str:
    """Return a value as its author would write it, cut short where it is long."""
    try:
        text = _written(value)
    except ValueError:  # Python writes no whole number of more than some thousands of digits
        return "a number too long to show"
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"


def _written(value: object) -> str:
    if isinstance(value, str):
        return '"' + value.replace('"', '\\"') + '"'
    if isinstance(value, Fraction):
        return _as_typed(value)
    return str(value) if isinstance(value, Decimal) else repr(value)


def _as_typed(value: Fraction) -> str:
    """A fraction as somebody would type it: a decimal, unless it never ends."""
    written = str(value)
    decimal = Decimal(value.numerator) / Decimal(value.denominator)
    return str(decimal) if Fraction(decimal) == value else written


def either(words: Iterable[str]) -> str:
    """Join words as a choice: a, b or c."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


def _take(name: str, held: dict[str, Domain], value: object) -> object:
    domain = held.get(name)
    if domain is None:
        return value
    try:
        return domain.take(value)
    except Refused:
        raise OutOfDomain(name, value, domain.allowed) from None


def _domain(name: str, hint: object) -> Domain:
    if hint is bool:
        return YesOrNo()
    if typing.get_origin(hint) is Literal:
        return OneOf(typing.get_args(hint))
    for note in getattr(hint, "__metadata__", ()):
        if isinstance(note, Domain):
            return note
    raise TypeError(f"parameter {name} says no domain")


def _exact(value: object) -> Exact:
    try:
        return exact(value)  # type: ignore[arg-type]
    except ValueError:
        raise Refused from None


def _outside(number: Exact, minimum: int | None, maximum: int | None) -> bool:
    return (minimum is not None and number < minimum) or (maximum is not None and number > maximum)


def _between(minimum: int | None, maximum: int | None) -> str:
    if minimum is None:
        return "" if maximum is None else f" up to {maximum}"
    return f" from {minimum} up" if maximum is None else f" from {minimum} to {maximum}"
