"""What a session's code calls in place of Python's own operations: each within bounds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from types import BuiltinMethodType, FunctionType, MethodType
from typing import Any

from sfrules.ground.ledger import Origin, origin_of
from sfrules.ground.problems import Mistake, did_you_mean
from sfrules.press.page.bounds import CONTAINERS, BoundExceeded, Exhausted, weight
from sfrules.press.page.sandbox import Namespace, PageSandbox
from sfrules.press.sessions.imports import imported
from sfrules.press.sessions.methods import LISTED, METHODS, check_size
from sfrules.press.sessions.paper import MOST_PLACES, Paper
from sfrules.press.sessions.session_operators import IN_PLACE, OPERATORS, check_operands
from sfrules.press.sessions.writing import in_fixed_order, own
from sfrules.press.things.book import Book, Record

MOST_MADE = 10_000_000  # items and characters of all values that a page's sessions make
OFFERED = "_offered_"  # where a page that has set a name anew cannot reach what it stood for
EVERYWHERE = (("fractions", "Fraction"), ("decimal", "Decimal"))
EXCEPTIONS: dict[str, type[Exception]] = {
    error.__name__: error
    for error in (
        ArithmeticError,
        AssertionError,
        AttributeError,
        Exception,
        IndexError,
        KeyError,
        LookupError,
        NameError,
        OverflowError,
        RuntimeError,
        TypeError,
        ValueError,
        ZeroDivisionError,
    )
}
_INNER_NAME = re.compile(r"Functions\.\S+\(\)")
# What no handler of a page's catches: the refusals and alarms of the press, and Python's own.
ALARMS = (
    BoundExceeded,
    Mistake,
    RecursionError,
    MemoryError,
    KeyboardInterrupt,
    SystemExit,
    GeneratorExit,
)


class Offered:
    """A function of Python's that sessions may call, under its own name."""

    __slots__ = ("function", "name")

    def __init__(self, name: str, function: Callable[..., object]) -> None:
        self.name = name
        self.function = function

    def __repr__(self) -> str:
        return f"<built-in function {self.name}>"

    def __call__(self, *args: Any, **kwargs: Any) -> object:
        try:
            return self.function(*args, **kwargs)
        except TypeError as error:
            raise TypeError(_INNER_NAME.sub(f"{self.name}()", str(error))) from None


class Written:
    """What stands for a list or dict while a session sets or deletes an item of it."""

    __slots__ = ("_guards", "_thing")

    def __init__(self, thing: Any, guards: Guards) -> None:
        self._thing = thing
        self._guards = guards

    def __setitem__(self, key: Any, value: Any) -> None:
        self._thing[key] = list(self._guards.iterate(value)) if isinstance(key, slice) else value
        self._guards.made(self._thing)

    def __delitem__(self, key: Any) -> None:
        del self._thing[key]


class Guards:
    """The operations of one page's sessions, what they print, and the rules that they use."""

    def __init__(self, book: Book, sandbox: PageSandbox, namespace: dict[str, Any]) -> None:
        self.book = book
        self.meter = sandbox.meter
        self.paper = Paper(sandbox.meter)
        self.used: set[Origin] = set()
        self._sandbox = sandbox
        self._namespace = namespace
        self._made = 0

    @property
    def names(self) -> dict[str, object]:
        """The guards by the names that compiled code calls them by; no page can say these."""
        return {
            "_alarm_": ALARMS,
            "_bounded_": self.paper.bounded,
            "_call_": self.call,
            "_format_": self.paper.format,
            "_getattr_": self.attribute,
            "_getitem_": self.item,
            "_getiter_": self.iterate,
            "_import_": self.imported,
            "_inplacevar_": self.in_place,
            "_operate_": self.operate,
            "_show_": self.show,
            "_sized_": self.made,
            "_turn_": self.turn,
            "_write_": self.writable,
            "__builtins__": {},
        }

    def made(self, value: Any) -> Any:
        """A value that has come into being, counted."""
        if isinstance(value, Decimal):
            if value.is_finite() and abs(value.adjusted()) > MOST_PLACES:
                raise BoundExceeded(f"the decimal has more than {MOST_PLACES} places")
        elif isinstance(value, CONTAINERS):
            self._made += weight(self.paper.bounded(value))
            if self._made > MOST_MADE:
                raise Exhausted(f"the sessions make more than {MOST_MADE} items and characters")
        else:
            self.meter.check_value(value)
        return value

    def iterate(self, items: Iterable[Any]) -> Iterator[Any]:
        """The items of a loop, counted; those of a set in a fixed order."""
        if isinstance(items, set | frozenset):
            return self.meter.turns(in_fixed_order(items))
        turns = self.meter.turns(items)
        return turns if isinstance(items, CONTAINERS) else map(own, turns)

    def turn(self) -> bool:
        """Count a turn of a loop that has a test alone."""
        self.meter.turn()
        return True

    def operate(self, sign: str, left: Any, right: Any) -> Any:
        """`left sign right`, as Python has it, within bounds."""
        self.meter.check_time()
        check_operands(sign, left, right, self.meter)
        return self.made(OPERATORS[sign](left, right))

    def in_place(self, sign: str, left: Any, right: Any) -> Any:
        """`left sign= right`: a list stays the same list."""
        sign = sign.removesuffix("=")
        self.meter.check_time()
        check_operands(sign, left, right, self.meter)
        if sign == "+" and isinstance(left, list):
            right = list(self.iterate(right))
        return self.made(IN_PLACE.get(sign, OPERATORS[sign])(left, right))

    def attribute(self, owner: Any, name: str) -> Any:
        """`owner.name`: what the book offers, and harmless methods of Python's own values."""
        if (methods := METHODS.get(type(owner))) is not None:
            if name in methods:
                return getattr(owner, name)
            kind = type(owner).__name__
            raise Mistake(f'"{name}" of a {kind} is closed to pages', did_you_mean(name, methods))
        if not isinstance(owner, Namespace | Record) and type(owner) not in self.book.answers:
            raise Mistake(f'"{name}" is closed to pages')
        value = self._sandbox.getattr(owner, name)
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
        return self.made(own(value)) if self._is_foreign(owner, key) else value

    def _is_foreign(self, owner: Any, key: Any) -> bool:
        return isinstance(key, slice) or type(owner) not in METHODS

    def writable(self, thing: Any) -> Written:
        """A list or dict, to have an item set or deleted."""
        if type(thing) not in (list, dict):
            raise Mistake("only the items of lists and dicts can be set")
        return Written(thing, self)

    def call(self, function: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Call a rule, an offered function, a harmless method, or the session's own function."""
        self.meter.check_time()
        if isinstance(function, Offered):
            return self.made(function(*args, **kwargs))
        if isinstance(function, FunctionType) and function.__globals__ is self._namespace:
            self.meter.turn()
            return function(*args, **kwargs)
        if isinstance(function, BuiltinMethodType | MethodType) and self._is_own(function):
            return self._method(function, args, kwargs)
        if isinstance(function, type) and function in EXCEPTIONS.values():
            return function(*self.paper.bounded(args), **kwargs)
        value = own(self.made(self._sandbox.call_rule(function, args, kwargs)))
        if name := self.book.rule_names.get(function):
            self.used.add(origin_of(name, function, self.book.root))
        return value

    def _is_own(self, method: Any) -> bool:
        return method.__name__ in METHODS.get(type(method.__self__), ())

    def _method(self, method: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        owner, name = method.__self__, method.__name__
        if name in LISTED and len(args) == 1:
            args = (list(self.iterate(args[0])),)
        for value in (owner, *args, *kwargs.values()):
            self.paper.bounded(value)
        check_size(owner, name, args, self.meter)
        if key := kwargs.get("key"):
            kwargs["key"] = self.caller(key)
        value = self.made(method(*args, **kwargs))
        self.paper.bounded(owner)
        return value

    def caller(self, function: Any) -> Callable[..., Any]:
        """A function for Python's own code to call, which calls it through the guard."""
        return lambda *args: self.call(function, *args)

    def show(self, value: Any) -> None:
        """Print the value of an expression that stands alone."""
        if value is not None:
            self._namespace["_"] = value
            self.paper.print(f"{self.paper.written(value)}\n")

    def imported(self, module: str, name: str) -> Any:
        """What an import names, where the page has it already."""
        if (module, name) in EVERYWHERE:
            return self._namespace[OFFERED][name]
        return imported(self.book, module, name)
