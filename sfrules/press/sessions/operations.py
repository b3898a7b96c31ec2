"""What a session does with values: Python's own operations, each within the page's bounds."""

from __future__ import annotations

import ast
import builtins
import inspect
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from decimal import Decimal
from fractions import Fraction
from functools import partial, reduce
from numbers import Rational
from types import BuiltinMethodType, MappingProxyType, MethodType
from typing import Any

from sfrules.ground.formats import without_addresses
from sfrules.ground.ledger import Origin, origin_of
from sfrules.ground.problems import Mistake, did_you_mean
from sfrules.press.expression.arithmetic import check_power, check_repetition
from sfrules.press.expression.bounds import CONTAINERS, BoundExceeded, Meter, weight
from sfrules.press.page.sandbox import Namespace, PageSandbox
from sfrules.press.page.short_names import short_names
from sfrules.press.sessions import output
from sfrules.press.sessions.scopes import Offered, SessionFunction
from sfrules.press.things.book import Book, Record

MOST_PLACES = 999  # of a decimal's exponent, of a width, of a precision
MOST_MADE = 10_000_000  # items and characters of all values that a page's sessions make
EXCEPTIONS: dict[str, type[Exception]] = {
    name: getattr(builtins, name)
    for name in """ArithmeticError AssertionError AttributeError Exception IndexError KeyError
    LookupError NameError OverflowError RuntimeError TypeError ValueError
    ZeroDivisionError""".split()
}
# Exceptions that no handler of a page's catches: the refusals of the press, and Python's own.
ALARMS = (BoundExceeded, Mistake, RecursionError, MemoryError)
OPERATORS: dict[type[ast.AST], Callable[..., Any]] = {
    getattr(ast, kind): getattr(operator, name)
    for kind, name in re.findall(
        r"(\w+)=(\w+)",
        """Add=add Sub=sub Mult=mul Div=truediv FloorDiv=floordiv Mod=mod Pow=pow LShift=lshift
        RShift=rshift BitOr=or_ BitAnd=and_ BitXor=xor UAdd=pos USub=neg Invert=invert Not=not_
        Eq=eq NotEq=ne Lt=lt LtE=le Gt=gt GtE=ge Is=is_ IsNot=is_not""",
    )
} | {ast.In: lambda item, items: item in items, ast.NotIn: lambda item, items: item not in items}
METHODS: dict[type, list[str]] = {
    # Not format and format_map, which reach attributes, and nothing that makes bytes or tables.
    str: """capitalize casefold center count endswith find index isalnum isalpha isdecimal isdigit
    islower isnumeric isspace istitle isupper join ljust lower lstrip partition removeprefix
    removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith
    strip swapcase title upper zfill""".split(),
    list: "append clear copy count extend index insert pop remove reverse sort".split(),
    tuple: "count index".split(),
    dict: "clear copy get items keys pop setdefault update values".split(),
    set: """add clear copy difference discard intersection isdisjoint issubset issuperset remove
    symmetric_difference union update""".split(),
    range: "count index start step stop".split(),
    int: "bit_count bit_length denominator numerator".split(),
    bool: "denominator numerator".split(),
    float: "as_integer_ratio is_integer".split(),
    Fraction: "as_integer_ratio denominator limit_denominator numerator".split(),
}
METHOD = (BuiltinMethodType, MethodType)
_LONG_NUMBER = re.compile(r"\d{4}")


class SessionOperations:
    """The operations of one page's sessions, what they print, and the rules that they use."""

    def __init__(self, book: Book, sandbox: PageSandbox) -> None:
        self.book = book
        self.meter = sandbox.meter
        self.sandbox = sandbox
        self.used: set[Origin] = set()
        spaces = {name: Namespace(name, members) for name, members in book.namespaces.items()}
        short = short_names(book, None, {*spaces, *EXCEPTIONS}).members
        self.known: dict[str, Any] = {**short, **EXCEPTIONS, **spaces}
        self._printed: list[str] = []
        self._made = 0

    def made(self, value: Any) -> Any:
        """A value that has come into being, counted."""
        if isinstance(value, Decimal):
            if value.is_finite() and abs(value.adjusted()) > MOST_PLACES:
                raise BoundExceeded(f"the decimal has more than {MOST_PLACES} places")
        elif isinstance(value, CONTAINERS):
            self._made += weight(self.bounded(value))
            if self._made > MOST_MADE:
                raise self.meter.exhausted(
                    f"the sessions make more than {MOST_MADE} items and characters"
                )
        else:
            self.meter.check_value(value)
        return value

    def bounded(self, value: Any) -> Any:
        """The value, unless it has too many items or is nested too deep."""
        try:
            self.meter.check_weight(weight(value))
        except RecursionError:
            raise BoundExceeded("the value is nested too deep") from None
        return value

    def take(self) -> str:
        """What was printed since the last time; it ends with a line's end."""
        text = "".join(self._printed)
        self._printed.clear()
        return text if not text or text.endswith("\n") else f"{text}\n"

    def print_values(self, *values: Any, sep: str | None = " ", end: str | None = "\n") -> None:
        """Print values; there is nothing but the page to print to."""
        if not all(isinstance(each, str | None) for each in (sep, end)):
            raise TypeError("sep and end must be texts")
        between, last = " " if sep is None else sep, "\n" if end is None else end
        self._print([self.text(value) for value in values], between, last)

    def _print(self, texts: list[str], between: str, last: str) -> None:
        length = sum(map(len, texts)) + len(between) * max(len(texts) - 1, 0) + len(last)
        self.meter.count_output(length)
        self._printed.append(output.encodable(between.join(texts) + last))

    def written(self, value: Any) -> str:
        """`repr(value)`, which is weighed before."""
        return output.written(self.bounded(value))

    def text(self, value: Any = "") -> str:
        """`str(value)`, which is weighed before."""
        self.bounded(value)
        if type(value) in output.PLAIN:
            return str(value)
        return (
            output.written(value)
            if type(value) in output.WRITERS
            else without_addresses(str(value))
        )

    def show(self, value: Any) -> None:
        """Print a value as an interpreter answers it."""
        self._print([self.written(value)], "", "\n")

    def format(self, value: Any, conversion: int, spec: str | None) -> str:
        """A part of an f-string; only numbers and texts take a format."""
        if conversion in (ord("r"), ord("a")):
            value = self.written(value)
        if conversion == ord("a"):
            value = value.encode("ascii", "backslashreplace").decode("ascii")
        if conversion == ord("s") or not spec:
            value = self.text(value)
        if spec and _LONG_NUMBER.search(spec):
            raise BoundExceeded(f'the format "{spec[:20]}" has more than {MOST_PLACES} places')
        if type(value) not in output.PLAIN or value is None:
            kind = type(value).__name__
            raise TypeError(f"unsupported format string passed to {kind}.__format__")
        return format(value, spec or "")

    def iterate(self, items: Iterable[Any]) -> Iterator[Any]:
        """The items of a loop, counted; those of a set in a fixed order."""
        if isinstance(items, set | frozenset):
            return self.meter.turns(output.in_fixed_order(items))
        turns = self.meter.turns(items)
        return turns if isinstance(items, CONTAINERS) else map(own, turns)

    def unpacked(self, value: Any, count: int, star: int | None) -> list[Any]:
        """The items of a value for as many targets; the one at `star` takes a list of the rest."""
        if not isinstance(value, Iterable):
            raise TypeError(f"cannot unpack non-iterable {type(value).__name__} object")
        ordered = isinstance(value, CONTAINERS) and not isinstance(value, set | frozenset)
        items = list(value if ordered else self.iterate(value))
        wanted, got = count - (star is not None), len(items)
        if got < wanted:
            expected = wanted if star is None else f"at least {wanted}"
            raise ValueError(f"not enough values to unpack (expected {expected}, got {got})")
        if star is not None:
            end = star + got - wanted
            return [*items[:star], items[star:end], *items[end:]]
        if got > wanted:
            raise ValueError(f"too many values to unpack (expected {wanted})")
        return items

    def mapping(self, value: Any) -> Mapping[Any, Any]:
        """What `**` unpacks."""
        if not isinstance(value, Mapping):
            raise TypeError(f"'{type(value).__name__}' object is not a mapping")
        return dict(value)

    def operate(
        self, kind: type[ast.operator], left: Any, right: Any, *, in_place: bool = False
    ) -> Any:
        """An operator, as Python has it, within bounds; in place, a list stays the same list."""
        self.meter.check_time()
        function = OPERATORS[kind]
        _check_operands(function.__name__, left, right, self.meter)
        if in_place and kind is ast.Add and isinstance(left, list):
            right = list(self.iterate(right))
        if in_place:
            function = getattr(operator, f"i{function.__name__.rstrip('_')}")
        return self.made(function(left, right))

    def total(self, items: Any, start: Any = 0) -> Any:
        """`sum(items, start)`; each step within bounds."""
        if isinstance(start, str):
            raise TypeError("sum() can't sum strings [use ''.join(seq) instead]")
        return reduce(partial(self.operate, ast.Add), self.iterate(items), start)

    def attribute(self, owner: Any, name: str) -> Any:
        """`owner.name`: what the book offers, and harmless methods of Python's own values."""
        if (methods := METHODS.get(type(owner))) is not None:
            if name in methods:
                return getattr(owner, name)
            kind = type(owner).__name__
            raise Mistake(f'"{name}" of a {kind} is closed to pages', did_you_mean(name, methods))
        if not isinstance(owner, Namespace | Record) and type(owner) not in self.book.answers:
            raise Mistake(f'"{name}" is closed to pages')
        value = self.sandbox.attribute(owner, name)
        if isinstance(value, Record) and value.origin:
            self.used.add(value.origin)
        return own(value)

    def item(self, owner: Any, key: Any) -> Any:
        """`owner[key]` of a sequence, mapping or row; never an attribute."""
        if isinstance(owner, Namespace | Record) and isinstance(key, str):
            return self.attribute(owner, key)
        if not isinstance(owner, tuple | list | Mapping | str | range):
            raise Mistake("only sequences and rows have items")
        value = owner[key]
        foreign = isinstance(key, slice) or type(owner) not in METHODS
        return self.made(own(value)) if foreign else value

    def writable(self, owner: Any) -> Any:
        """The owner of items that a session may set and delete."""
        if type(owner) not in (list, dict):
            raise Mistake("only the items of lists and dicts can be set")
        return owner

    def store(self, owner: Any, key: Any, value: Any) -> None:
        """`owner[key] = value`."""
        self.writable(owner)[key] = list(self.iterate(value)) if isinstance(key, slice) else value
        self.made(owner)

    def call(self, function: Any, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        """Call a rule, an offered function, a harmless method, or the session's own function."""
        self.meter.check_time()
        if isinstance(function, SessionFunction):
            return function(*args, **kwargs)
        if isinstance(function, Offered):
            return self.made(function.call(*args, **kwargs))
        methods = METHODS.get(type(function.__self__), ()) if isinstance(function, METHOD) else ()
        if methods and function.__name__ in methods:
            return self._method(function, list(args), kwargs)
        if isinstance(function, type) and function in EXCEPTIONS.values():
            return function(*self.bounded(args), **kwargs)
        with suppress(TypeError):  # an unhashable value is no rule
            if name := self.book.rule_names.get(function):
                self.used.add(origin_of(name, function, self.book.root))
        return own(self.made(self.sandbox.call_rule(function, tuple(args), kwargs)))

    def _method(self, method: Any, args: list[Any], kwargs: dict[str, Any]) -> Any:
        owner, name = method.__self__, method.__name__
        if name in ("extend", "join") and len(args) == 1:
            args = [list(self.iterate(args[0]))]
        for value in (owner, *args, *kwargs.values()):
            self.bounded(value)
        _check_length(owner, name, args, self.meter)
        value = self.made(method(*args, **self.with_key(kwargs)))
        self.bounded(owner)
        return value

    def with_key(self, kwargs: dict[str, Any]) -> dict[str, Any]:
        """Arguments by name for a function of Python's: it calls its key through `call`."""
        key = kwargs.get("key")
        return {**kwargs, "key": self.caller(key)} if key else kwargs

    def caller(self, function: Any) -> Callable[..., Any]:
        """A function for Python's own code to call, which goes through `call`."""
        return lambda *args: self.call(function, args, {})

    def catches(self, kinds: Any, error: Exception) -> bool:
        """Whether a handler's kinds of errors have this one among them."""
        several = kinds if isinstance(kinds, tuple) else (kinds,)
        if not all(isinstance(each, type) and issubclass(each, Exception) for each in several):
            words = "catching classes that do not inherit from BaseException is not allowed"
            raise TypeError(words)
        return isinstance(error, several)

    def imported(self, module: str, name: str) -> Any:
        """What an import names, where the page has it already; raises Mistake otherwise."""
        spaces, modules = self.book.namespaces, self.book.modules
        of_book = any(module == each or module.startswith(f"{each}.") for each in modules)
        if f"{module}.{name}" in ("fractions.Fraction", "decimal.Decimal") or (
            of_book and name in spaces
        ):
            return self.known[name]
        for rule, dotted in self.book.rule_names.items() if of_book else ():
            space, _, own_name = dotted.partition(".")
            written_in = inspect.unwrap(rule).__module__
            if own_name == name and (module.endswith(f".{space}") or module == written_in):
                return rule
        hint = f"a session has what its page has: {', '.join(spaces)}"
        raise Mistake(f"a session cannot import {name} from {module}", hint)


def own(value: Any) -> Any:
    """A value of the book's as the page may keep it: its lists and dicts are copies to change."""
    kind = type(value)
    if kind in (list, set, tuple):
        return kind(map(own, value))
    if kind in (dict, MappingProxyType):
        return kind({key: own(each) for key, each in value.items()})
    # Python's own code takes the items of a named tuple and the like out of it, past all checks.
    return deepcopy(value) if isinstance(value, tuple | list | set | Mapping) else value


def _check_operands(name: str, left: Any, right: Any, meter: Meter) -> None:
    """Refuse what would be too large, before it is computed, and text that is formatted by %."""
    match name, left, right:
        case "mul", _, _:
            check_repetition(left, right, meter)
        case "pow", Rational(), Rational() if right.denominator == 1:
            check_power(left, int(right.numerator), meter)
        case "lshift", int(), int() if left.bit_length() + right > meter.bounds.bits:
            raise meter.too_large()
        case "mod", str(), _:
            raise Mistake("% formats no text here", "an f-string does")


def _check_length(owner: Any, name: str, args: Sequence[Any], meter: Meter) -> None:
    """Refuse a text that a method would make too long, before it does."""
    length = 0
    match name, args:
        case "center" | "ljust" | "rjust" | "zfill", [int() as width, *_]:
            length = width
        case "replace", [str() as old, str() as new, *_]:
            length = len(owner) + owner.count(old) * len(new)
        case "join", [list() as parts]:
            length = len(owner) * len(parts) + sum(len(p) for p in parts if isinstance(p, str))
    meter.check_weight(length)
