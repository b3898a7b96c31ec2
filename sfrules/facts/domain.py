"""Domains: the values that a rule accepts, given in its annotations and checked by a decorator.

    @rule
    def tier(level: Annotated[int, WholeNumber(1)]) -> str: ...

A domain may also be written in plain Python: `range(1, 31)`, `Literal["low", "high"]`, a list of
values, or a type such as int, str, bool and Fraction; `list[range(1, 7)]` is one of many values.
So the body of a rule checks nothing itself, and reads as the book's formula.
"""

from __future__ import annotations

import inspect
import re
import types
import typing
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache, partial, wraps
from itertools import chain, product
from pathlib import Path
from time import monotonic
from typing import Any, ClassVar, Literal, ParamSpec, Protocol, TypeVar, runtime_checkable

from sfrules.facts.exact import Exact, exact
from sfrules.facts.odd_cells import OddCell, odd_cell
from sfrules.facts.row import Row, value_of
from sfrules.facts.uses import note, noting_uses
from sfrules.ground.faults import Elsewhere, LimitReached, line_in, problem_in
from sfrules.ground.formats import shown
from sfrules.ground.problems import Mistake, Problem, enumerated

P = ParamSpec("P")
T = TypeVar("T")

# Of an endless domain, the values that tables and calculators offer.
MANY = 1_100  # whole numbers on each side of zero
SOME = 300  # halves and thirds, likewise
FAR = tuple(digit * 10**zeros for zeros in range(3, 5) for digit in (1, 2, 5))

DOMAINS = 'as in level: range(1, 31), kind: Literal["low", "high"], or count: int'


class NotInDomain(Exception):
    """A value is not in a domain."""


class OutOfDomain(ValueError):
    """A rule was called with a value that is not in its parameter's domain."""

    def __init__(self, parameter: str, value: object, allowed: str) -> None:
        super().__init__(f"{parameter} is {shown(value)}; allowed: {allowed}")


class RuleFault(Elsewhere):
    """What is wrong with a rule, told where its code begins."""

    def __init__(self, rule: Callable[..., object], message: str, hint: str) -> None:
        super().__init__(message)
        self.rule, self.hint = rule, hint

    def problem(self, root: Path) -> Problem:
        """Return the problem, where the rule's code begins."""
        code = inspect.unwrap(self.rule).__code__
        return problem_in(code.co_filename, code.co_firstlineno, root, str(self), self.hint)


@runtime_checkable
class Domain(Protocol):
    """The values that a parameter may have."""

    @property
    def allowed(self) -> str:
        """The values in words, for the end of a message."""

    def take(self, value: object) -> object:
        """Return the value in the form that the rule takes, or raise NotInDomain."""


@dataclass(frozen=True)
class ExactNumber:
    """Numbers between two ends, either of which may be open; `above` excludes the number itself."""

    minimum: int | None = None
    maximum: int | None = None
    above: int | None = None
    kind: ClassVar[str] = "a number"

    @property
    def allowed(self) -> str:
        """The values in words."""
        if self.above is not None:
            return f"{self.kind} above {self.above}"
        if self.minimum is None:
            return self.kind if self.maximum is None else f"{self.kind} up to {self.maximum}"
        end = "up" if self.maximum is None else f"to {self.maximum}"
        return f"{self.kind} from {self.minimum} {end}"

    def take(self, value: object) -> Exact:
        """Accept any finite number, exactly."""
        try:
            number = value if type(value) is int else exact(value)  # type: ignore[arg-type]
        except ValueError:
            raise NotInDomain from None
        if (
            (self.minimum is not None and number < self.minimum)
            or (self.maximum is not None and number > self.maximum)
            or (self.above is not None and number <= self.above)
        ):
            raise NotInDomain
        return number


class WholeNumber(ExactNumber):
    """Whole numbers between two ends, either of which may be open."""

    kind = "a whole number"

    def take(self, value: object) -> int:
        """Accept an int, or a number equal to one; never a bool."""
        number = super().take(value)
        if not isinstance(number, int):
            raise NotInDomain
        return number


class AnyFraction(ExactNumber):
    """Numbers as fractions, so that a rule's `/` is exact."""

    def take(self, value: object) -> Fraction:
        """Accept any finite number, exactly."""
        return Fraction(super().take(value))


class DecimalNumber(AnyFraction):
    """Numbers of a table of facts, whose cells have no other notation."""

    kind = "a number such as 4 or 2.5"


@dataclass(frozen=True)
class YesOrNo:
    """The domain of a parameter that is annotated as bool."""

    allowed: str = "true or false"

    def take(self, value: object) -> bool:
        """Accept a bool, and no number or word in its place."""
        if isinstance(value, bool):
            return value
        raise NotInDomain


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
        raise NotInDomain


@dataclass(frozen=True)
class InColumn:
    """The values in a column of some tables of facts; they may change while a book is served."""

    table: str
    column: str
    #: The values, each once, in the order of the rows.
    listed: Callable[[], Mapping[object, object]]

    @property
    def allowed(self) -> str:
        """The values in words."""
        return OneOf(self.options).allowed

    @property
    def options(self) -> tuple[object, ...]:
        """The values, each once, in the order of the rows."""
        return tuple(self.listed())

    def take(self, value: object) -> object:
        """Accept a value of the column, or a row of the table in its place."""
        if isinstance(value, Row):
            value = value_of(value, self.column)
        elif isinstance(fields := getattr(value, "fields", None), Mapping):  # a row on a page
            value = fields.get(self.column)
        try:
            if not isinstance(value, bool):
                return self.listed()[value]
        except (KeyError, TypeError):  # TypeError: nothing that cannot be a key is in a cell
            pass
        raise NotInDomain


@dataclass(frozen=True)
class Text:
    """Texts, or those that match a pattern as a whole."""

    pattern: re.Pattern[str] | None = None

    @property
    def allowed(self) -> str:
        """The values in words."""
        return f"a text that matches {self.pattern.pattern}" if self.pattern else "a text"

    def take(self, value: object) -> str:
        """Accept a text that matches, and no number in its place."""
        if isinstance(value, str) and (self.pattern is None or self.pattern.fullmatch(value)):
            return value
        raise NotInDomain


@dataclass(frozen=True)
class ListOf:
    """Lists, each value of which is in a domain."""

    domain: Domain

    @property
    def allowed(self) -> str:
        """The values in words."""
        return f"a list, each {self.domain.allowed}"

    def take(self, value: object) -> tuple[object, ...]:
        """Accept a list or a tuple, as a tuple, which no rule can change."""
        if not isinstance(value, list | tuple):
            raise NotInDomain
        return tuple(self.domain.take(each) for each in value)


@dataclass(frozen=True)
class OrNone:
    """The values of a domain, and None."""

    domain: Domain

    @property
    def allowed(self) -> str:
        """The values in words."""
        return f"{self.domain.allowed}, or None"

    def take(self, value: object) -> object:
        """Accept what the domain does, and None."""
        return None if value is None else self.domain.take(value)


def rule(function: Callable[P, T], answer: Callable[[Any], Any] | None = None) -> Callable[P, T]:
    """Return the function with its arguments and its answer checked by its annotations.

    `answer` converts the result before it is checked. Missing arguments, and too many, are left to
    Python to refuse.
    """

    @wraps(function)
    def checked(*args: P.args, **kwargs: P.kwargs) -> T:
        if note(checked):
            with noting_uses(None):
                return checked(*args, **kwargs)
        held = domains(function)
        taken = [take_argument(name, held, value) for name, value in zip(held, args, strict=False)]
        given = (*taken, *args[len(taken) :])
        named = {name: take_argument(name, held, value) for name, value in kwargs.items()}
        call, began = partial(written_call, function, given, named), monotonic()
        LimitReached.stop(function)
        try:
            found: Any = function(*given, **named)  # type: ignore[arg-type]
        except LimitReached as late:
            late.name_rule(function, call(), monotonic() - began)
            raise
        except TypeError as error:
            if cell := odd_cell(error, lambda: function(*given, **named)):  # type: ignore[arg-type]
                raise OddCell(*cell, call(), line_in(function, error)) from error
            raise
        except RecursionError:
            said = f"{function.__name__} calls itself without end"
            hint = f"{call()} does; which of its cases should answer without asking the rule again?"
            raise RuleFault(function, said, hint) from None
        except SystemExit as left:  # which would end a check that has found nothing yet
            said = f"sys.exit({left.code!r}) is called"
            raise RuntimeError(said).with_traceback(left.__traceback__) from None
        try:
            found = answer(found) if answer else found
        except ValueError:
            hint = f"{call()} is {shown(found)}: divide by Fraction(a, b)"
            said = f"{function.__name__} answers a float, which is not exact"
            raise RuleFault(function, said, hint) from None
        allowed = answers(function)
        if allowed and not accepts(allowed, found):
            name = function.__name__
            said = f"{name} is annotated to answer {allowed.allowed}, and answers something else"
            hint = f"{call()} is {shown(found)}: change what it answers, or the annotation"
            raise RuleFault(function, said, hint)
        return found

    # A formula is worked through with what the rule takes in the place of what it is given.
    checked.__dict__["taken"] = lambda name, value: take_argument(name, domains(function), value)
    return checked


def rules_of(module: types.ModuleType) -> dict[str, Callable[..., object]]:
    """Return the rules of a module by their names: its own, and those that a package imports.

    What a module imports from elsewhere is not its to offer.
    """
    named = {name: made for name, made in sorted(vars(module).items()) if name[0] != "_"}
    return {
        name: made
        for name, made in named.items()
        if inspect.isfunction(made)
        and hasattr(made, "taken")
        and made.__module__.startswith(module.__name__)
    }


@lru_cache(maxsize=1024)  # bounded, since a book that is loaded again has new functions
def domains(function: Callable[..., object]) -> dict[str, Domain]:
    """Return the domain of each parameter of a rule, in order; raise Mistake if one has none."""
    plain = inspect.unwrap(function)
    hints = inspect.get_annotations(plain, eval_str=True)
    found: dict[str, Domain] = {}
    for name in inspect.signature(plain).parameters:
        domain = as_domain(hints.get(name))
        if domain is None:
            is_empty = isinstance(hints.get(name), range)
            said = f"has no values: nothing is in {hints[name]}" if is_empty else "says no domain"
            raise Mistake(f"parameter {name} {said}", DOMAINS)
        found[name] = domain
    return found


@lru_cache(maxsize=1024)
def answers(function: Callable[..., object]) -> Domain | None:
    """Return the domain of a rule's answer, if its return annotation is one."""
    hints = inspect.get_annotations(inspect.unwrap(function), eval_str=True)
    return as_domain(hints.get("return"))


def accepts(domain: Domain, value: object) -> bool:
    """Whether a domain holds a value."""
    try:
        domain.take(value)
    except NotInDomain:
        return False
    return True


def values_of(rule: Callable[..., object], parameter: str) -> Sequence[object] | None:
    """Return the values of a parameter, the simplest first; of an endless domain, a sample.

    None if none of the sample is in the domain.
    """
    domain = domains(rule)[parameter]
    if isinstance(domain, OneOf | InColumn):
        return domain.options
    return _sample(domain) if isinstance(domain, Hashable) else None


@lru_cache(maxsize=1024)
def _sample(domain: Domain) -> Sequence[object] | None:
    return tuple(_accepted(domain)) or None


def _accepted(domain: Domain) -> Iterator[object]:
    """Yield the values of a domain among false and true, many numbers, and its own ends."""
    ends = (getattr(domain, name, None) for name in ("minimum", "maximum"))
    large = (end for end in ends if end is not None and abs(end) >= MANY)
    for value in chain((False, True), _numbers(), large):
        with suppress(NotInDomain, TypeError, ValueError):
            yield domain.take(value)


def _numbers() -> Iterator[int | Fraction]:
    """Yield whole numbers by size, then halves and thirds, and a few large numbers."""
    yield 0
    for size in range(1, MANY):
        yield from (size, -size)
    for size, part in product(range(1, SOME), (2, 3)):
        if size % part:
            yield from (Fraction(size, part), Fraction(-size, part))
    for size in FAR:
        yield from (size, -size)


def written_call(
    function: Callable[..., object], args: Iterable[object], kwargs: Mapping[str, object]
) -> str:
    """Return a call as its author would write it: `fare(30, boat="barge")`."""
    given = [*map(shown, args), *(f"{name}={shown(each)}" for name, each in kwargs.items())]
    return f"{function.__name__}({', '.join(given)})"


def either(words: Iterable[str]) -> str:
    """Join words as a choice: a, b or c."""
    return enumerated(words, "or")


def take_argument(name: str, held: dict[str, Domain], value: object) -> object:
    domain = held.get(name)
    if domain is None:
        return value
    try:
        return domain.take(value)
    except NotInDomain:
        raise OutOfDomain(name, value, domain.allowed) from None


# The domains of annotations that are only a type.
_OF_TYPES: Mapping[object, Domain] = {
    bool: YesOrNo(),
    int: WholeNumber(),
    float: ExactNumber(),
    Fraction: AnyFraction(),
    Decimal: ExactNumber(),
    str: Text(),
}


def as_domain(hint: object) -> Domain | None:
    """Return the domain of an annotation, or of its `Annotated` metadata; None if there is none."""
    if isinstance(hint, type):
        return _OF_TYPES.get(hint)
    if isinstance(hint, Domain):
        return hint
    if isinstance(hint, range) and hint.step == 1 and hint:
        return WholeNumber(hint[0], hint[-1])
    if isinstance(hint, range | list | tuple | set | frozenset | dict) and hint:
        return OneOf(tuple(hint))
    return _of_form(typing.get_origin(hint), typing.get_args(hint))


def _of_form(origin: object, parts: tuple[object, ...]) -> Domain | None:
    """Return the domain of `list[int]`, `int | None`, `Literal["low"]` or `Annotated[int, …]`."""
    if origin is Literal:
        return OneOf(parts)
    inner = [as_domain(part) for part in parts if part is not types.NoneType]
    if origin is typing.Annotated:
        return next(filter(None, inner[1:]), inner[0])
    if len(inner) != 1 or inner[0] is None or origin not in (list, types.UnionType, typing.Union):
        return None
    return ListOf(inner[0]) if origin is list else OrNone(inner[0])
