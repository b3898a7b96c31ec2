"""What the expressions of a page may use: the names of the book, within bounds, and no more."""

from __future__ import annotations

import inspect
from collections import ChainMap
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache, partial, reduce
from itertools import chain
from numbers import Rational
from types import MethodType
from typing import Any

from jinja2 import StrictUndefined, Undefined, filters, nodes
from jinja2.runtime import LoopContext, Macro
from jinja2.tests import TESTS

from sfrules.ground.formats import FILTERS, format_value
from sfrules.ground.problems import Mistake, did_you_mean
from sfrules.press.expression.bounds import CONTAINERS, BoundExceeded, Meter
from sfrules.press.expression.rule_source import signature_of
from sfrules.press.expression.tree import Filter, Markdown, Test
from sfrules.press.expression.walk import (
    FollowOn,
    Invocation,
    Walk,
    blame,
    calculate,
    in_words,
    joined,
)
from sfrules.press.page.marks import without_marks
from sfrules.press.page.short_names import NONE
from sfrules.press.things.book import Book, Record, RowRule
from sfrules.press.things.claims.claim import Claim

# Jinja's filters that pages may use and that ask for their environment.
OF_JINJA = ("first", "last", "map", "max", "min", "reject", "select", "sort", "unique")
# Filters that would cut a text, or count its letters: a number that comes of that is no rule's.
OF_LISTS = frozenset({*OF_JINJA, "join", "length", "list", "reverse", "sum"})
# What they give of a list is as long as it was.
_AS_LONG = frozenset({"list", "map", "reverse", "sort"})

WHOLE = "ask the rule or the row that has what you want of it"


class Unfiltered(Mistake):
    """What a filter does not take: its value, `at` 0, or one of its arguments."""

    def __init__(self, message: str, hint: str, at: int) -> None:
        super().__init__(message, hint)
        self.at = at


class FailedValue(StrictUndefined):
    """In place of the value of a failed expression: to use it is no second mistake."""

    def __init__(self) -> None:
        super().__init__(hint="failed before", exc=FollowOn)  # type: ignore[arg-type] # Jinja only raises it


class PageScope(ChainMap[str, Any]):
    """The names of a page, and below them those of its macros, loops and blocks."""

    def __missing__(self, name: str) -> StrictUndefined:
        return StrictUndefined(name=name)


def bind(target: Any, value: Any, scope: PageScope) -> None:
    """Set the names of a target; to several, a sequence of as many values."""
    if not isinstance(target, nodes.Tuple):
        scope[target.name] = value
        return
    count = len(target.items)
    if isinstance(value, FailedValue):
        value = (value,) * count
    if not (isinstance(value, tuple | list) and len(value) == count):
        raise Mistake(f"{count} names need a sequence of {count} values")
    for part, each in zip(target.items, value, strict=True):
        bind(part, each, scope)


@dataclass(frozen=True, eq=False, repr=False)
class Namespace:
    """The rules or records of one name. It has no attribute: the sandbox alone looks inside."""

    name: str
    members: Mapping[str, object]

    @property
    def rows(self) -> object:
        """Its rows in order, if it is a table of facts: what a loop goes through."""
        rows = [each for each in self.members.values() if isinstance(each, Record)]
        return rows if len(rows) == len(self.members) else self

    def __repr__(self) -> str:
        return f"<namespace {self.name}>"


class PageSandbox(Walk):
    """The names of a book, exact arithmetic, and a meter on what a page uses.

    It serves Jinja's filters and tests as the environment that they ask for.
    """

    is_async = False
    undefined = StrictUndefined
    closed = "a filter may do it: value|filter"  # what to do without an attribute
    #: Whether what is asked of a row counts as a reader of it: a proof alone is none.
    reads_facts = True

    def __init__(self, book: Book, meter: Meter) -> None:
        super().__init__(meter)
        self.book = book
        self.short = NONE  # what the page calls rules by without their namespace
        self.environment = self
        self.globals = {"count": self._count, "range": self._range}
        self.spaces = {name: Namespace(name, has) for name, has in book.namespaces.items()}
        self.filters = self._filters()
        self.tests: dict[str, Callable[..., Any]] = {
            **TESTS,  # type: ignore[dict-item] # their type says less than they are
            "filter": self.filters.__contains__,
            "test": TESTS.__contains__,
        }
        self.calls: list[Invocation] = []  # of rules, since the expression began
        self._written: dict[int, object] = {}  # the lists that a page writes itself, by their ids
        self.known: tuple[str, ...] = tuple(book.namespaces)
        own = {self._count: "count", self._range: "range"}
        self.allowed: dict[Any, str] = {**own, **book.rule_names}

    @property
    def names(self) -> dict[str, object]:
        """What an expression may name, beside macros."""
        return {**self.globals, **self.short.members, **self.spaces}

    def _filters(self) -> dict[str, Callable[..., Any]]:
        """The filters that pages may use: none makes a text but by our formats."""
        return {
            **(FILTERS | {name: partial(filters.FILTERS[name], self) for name in OF_JINJA}),
            "abs": abs,
            "default": filters.do_default,
            "length": len,
            "list": list,
            "reverse": filters.do_reverse,
            "capitalize": lambda value: format_value(value).capitalize(),
            "lower": lambda value: format_value(value).lower(),
            "title": lambda value: filters.do_title(format_value(value)),
            "upper": lambda value: format_value(value).upper(),
            "join": self._join,
            "sum": self._sum,
        }

    def written(self, value: Any) -> Any:
        """Remember a list whose length the page itself has chosen: no rule has a part in that."""
        if self.book.no_loose_numbers and value:
            self._written[id(value)] = value
        return value

    def _is_written(self, value: object) -> bool:
        return id(value) in self._written

    def offer(self, macros: Mapping[str, Callable[..., object]]) -> None:
        """Let pages call macros by these names."""
        self.allowed |= {macro: name for name, macro in macros.items()}
        self.known = (*self.book.namespaces, *macros)

    def use(self, value: Any) -> Any:
        """The value, unless it is that of a name that means nothing, or of an earlier mistake."""
        if not isinstance(value, Undefined):
            return value
        if isinstance(value, FailedValue):
            raise FollowOn
        name = value._undefined_name  # noqa: SLF001 Jinja tells it in no other way
        if name is None:
            raise Mistake("there is no value here", "is a sequence empty, or an else missing?")
        raise self._unknown(str(name))

    def _unknown(self, name: str) -> Mistake:
        if full := self.short.shared.get(name):
            return Mistake(f'"{name}" is in {len(full)} of the page\'s namespaces', _say(full))
        message, spaces = f'"{name}" is not a name of this book', self.book.namespaces
        if full := tuple(f"{space}.{name}" for space in spaces if name in spaces[space]):
            return Mistake(message, _say(full))
        return Mistake(message, did_you_mean(name, [*self.known, *self.globals, *self.short.full]))

    def _range(self, *bounds: int) -> range:
        numbers = range(*bounds)
        most = self.meter.bounds.iterations
        if numbers[most:]:
            raise BoundExceeded(f"the range has more than {most} numbers")
        return numbers

    def _count(self, items: Any) -> Any:
        """How many there are: `count(core.neighbors((0, 0)))`."""
        return self.call_filter("length", items, (), {})

    def _sum(self, items: Iterable[Any]) -> Any:
        return reduce(lambda total, item: calculate("+", total, item, self.meter), items, 0)

    def _join(self, items: Iterable[object], between: str = "") -> str:
        texts = [format_value(item) for item in items]
        if sum(map(len, texts)) + len(between) * len(texts) > self.meter.bounds.items:
            raise BoundExceeded(f"the text has more than {self.meter.bounds.items} characters")
        return joined(texts, between)

    def offered(self, kind: str, name: str) -> Callable[..., Any]:
        """The filter or test of a name, if there is one."""
        known = self.filters if kind == "filter" else self.tests
        if name not in known:
            hint = did_you_mean(name, filter(str.isalpha, known))
            raise Mistake(f'there is no {kind} "{name}"', hint)
        return known[name]

    def applied(
        self, part: Filter | Test, value: Any, args: list[Any], named: dict[str, Any]
    ) -> Any:
        """What a filter or a test gives for a value; what it does not take is blamed for it."""
        if isinstance(value, Markdown):  # what counts with the text of a macro takes it bare
            value = Markdown(without_marks(value))
        if isinstance(part, Test):
            return self.call_test(part.name, value, args, named)
        try:
            return self.call_filter(part.name, value, args, named)
        except Unfiltered as error:
            keywords = (each.value for each in part.given.keywords)
            given = [part.operand or part, *part.given.arguments, *keywords]
            blame(error, given[min(error.at, len(given) - 1)])
            raise

    def call_filter(
        self, name: str, value: Any, args: Iterable[Any], named: Mapping[str, Any], **_: Any
    ) -> Any:
        """What a filter makes of a value; Jinja's iterators, which can be read once, as lists."""
        make = self.offered("filter", name)
        if name != "default":
            if isinstance(value, Claim):
                raise Mistake("printed() prints what you type", 'type it as it should stand: "+7"')
            if (
                name in OF_LISTS
                and isinstance(value, str)
                and (name == "length" or _has_digit(value))
            ):
                raise Unfiltered(f"the filter {name} does not take texts apart", WHOLE, 0)
            if name == "length" and self._is_written(value):
                message = "the page writes this list itself, and no rule has a part in its length"
                raise Unfiltered(message, WHOLE, 0)
            for at, each in enumerate((value, *args, *named.values())):
                self._check_filtered(name, each, at)
        made = make(value, *args, **named)
        made = list(made) if isinstance(made, Iterator) else made
        return self.written(made) if name in _AS_LONG and self._is_written(value) else made

    def _check_filtered(self, name: str, value: Any, at: int) -> None:
        """Refuse to filter what is no number, text, truth, or sequence of these."""
        self.use(value)
        if value is None or isinstance(value, str | Rational | Decimal | range | Claim):
            return
        if isinstance(value, CONTAINERS):
            parts: Any = chain(value, value.values()) if isinstance(value, dict) else value
            for part in parts:
                self._check_filtered(name, part, at)
        elif type(value) not in self.book.answers:
            is_rule = callable(value) and not isinstance(value, Macro)
            what = "a rule" if is_rule else f"a {type(value).__name__.lower()}"
            hint = ""
            if rule := self.allowed.get(value) if isinstance(value, Hashable) else "":
                hint = f"call it: {shape(rule, signature_of(value))}"
            message = f"the filter {name} takes numbers, texts and lists, not {what}"
            raise Unfiltered(message, hint, at)

    def call_test(
        self, name: str, value: Any, args: Iterable[Any], named: Mapping[str, Any], *_: Any
    ) -> bool:
        """Whether a value passes a test."""
        return bool(self.offered("test", name)(value, *args, **named))

    def operand(self, value: Any) -> Any:
        """The value, unless it is what printed() gives, which is to be printed and nothing else."""
        if isinstance(value, Claim):
            hint = "give each printed() braces of its own, and use the rule itself elsewhere"
            raise Mistake("printed() prints what you type; no more can be done with it", hint)
        return self.use(value)

    number = operand  # which number a sign takes is for the sign to say

    def operate(self, sign: str, left: Any, right: Any) -> Any:
        """What a sign makes of two values; of lists that the page writes, another such."""
        made = calculate(sign, self.operand(left), self.operand(right), self.meter)
        lists = [each for each in (left, right) if isinstance(each, CONTAINERS)]
        return self.written(made) if lists and all(map(self._is_written, lists)) else made

    def truth(self, value: Any) -> bool:
        """Whether a value counts as true, as in Python."""
        return bool(value)

    def missing(self) -> Any:
        """The value of a choice without an else, which is only told where it is used."""
        return StrictUndefined()

    def attribute(self, obj: Any, attribute: str) -> Any:
        """`obj.attribute`, where the book offers it."""
        self.use(obj)
        if attribute.startswith("_"):
            raise Mistake(f'"{attribute}" is closed to pages')
        if isinstance(obj, Namespace):
            found = self._member(obj.members, attribute, obj.name)
            alone = isinstance(found, Record) and found.stands_for
            return self.attribute(found, alone) if alone else found
        if isinstance(obj, Record):
            if figure := obj.figures.get(attribute):
                return self._figure(obj, figure)
            return self._member(obj.fields, attribute, "the row", obj.figures)
        if isinstance(obj, LoopContext) or type(obj) in self.book.answers:
            if hasattr(obj, attribute):
                return getattr(obj, attribute)
            public = [name for name in dir(obj) if not name.startswith("_")]
            raise Mistake(f'there is no "{attribute}" here', did_you_mean(attribute, public))
        raise Mistake(f'"{attribute}" is closed to pages', self.closed)

    def _figure(self, row: Record, figure: RowRule) -> object:
        """What a rule says of a row, or the rule with the row, if it needs more."""
        space, _, name = figure.rule.partition(".")
        rule: Any = self.book.namespaces[space][name]
        asked = partial(rule, *figure.arguments, row.fields["id"], **figure.keywords)
        return asked if figure.waits else self.call(asked, [], {})

    def _member(
        self, members: Mapping[str, object], name: str, owner: str, more: Iterable[str] = ()
    ) -> object:
        if name not in members:
            raise Mistake(f'{owner} has no "{name}"', did_you_mean(name, [*members, *more]))
        return members[name] if self.reads_facts else members.get(name)

    def item(self, obj: Any, argument: Any) -> Any:
        """`obj[argument]` of a sequence, mapping, record or namespace; never an attribute."""
        self.use(obj)
        if isinstance(obj, Namespace | Record) and isinstance(argument, str):
            return self.attribute(obj, argument)
        if isinstance(obj, str) and _has_digit(obj):
            raise Mistake("a text with a number in it is not cut", WHOLE)
        if not isinstance(obj, tuple | list | Mapping | str | range):
            raise Mistake("only sequences and rows have items")
        if isinstance(argument, slice):
            return self.written(obj[argument]) if self._is_written(obj) else obj[argument]
        try:
            return obj[argument]
        except (LookupError, TypeError) as error:
            raise Mistake(f"there is no item {in_words(argument)}") from error

    def call(self, function: Any, args: list[Any], named: dict[str, Any]) -> Any:
        """The answer of a rule or a macro of the book, or the text of one of the page's own."""
        if isinstance(function, Macro):
            return function(*args, **named)
        if isinstance(function, partial) and function not in self.allowed:  # a rule with a row
            args, named = [*function.args, *args], {**function.keywords, **named}
            function = function.func
        return self.call_rule(function, tuple(args), named)

    getitem = item  # as Jinja's filters ask their environment

    def call_rule(self, obj: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """The answer of a rule, a macro or a method of an answer, within bounds."""
        name = self._name_of(obj)
        self.meter.check_time()
        check_arguments(name, obj, args, kwargs)
        value = self.meter.check_value(obj(*args, **kwargs))
        self.meter.check_time()  # a rule may have caught the alarm
        if obj in self.book.rule_names:
            self.calls.append(Invocation(obj, args, kwargs))
        return value

    def _name_of(self, obj: Any) -> str:
        try:
            if obj in self.allowed:
                return self.allowed[obj]
        except TypeError:  # an unhashable value is no rule
            pass
        methods = (LoopContext, *self.book.answers)
        if isinstance(obj, MethodType) and isinstance(obj.__self__, methods):
            return obj.__name__
        raise Mistake(f"{type(obj).__name__} is not a rule or macro: it can't be called")


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))


@lru_cache(maxsize=1024)
def counts_of(function: Callable[..., object]) -> range:
    """How many arguments a function takes by position alone; none, if it needs some by name."""
    parameters = signature_of(function).parameters.values()
    if any(p.kind is not p.POSITIONAL_OR_KEYWORD for p in parameters):
        return range(0)
    return range(sum(p.default is p.empty for p in parameters), len(parameters) + 1)


def check_arguments(
    name: str, function: Callable[..., object], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> None:
    """Refuse a call that does not fit a function's parameters, in terms of its signature."""
    if not kwargs and len(args) in counts_of(function):
        return
    signature = signature_of(function)
    parameters = signature.parameters
    open_ended = any(p.kind is p.VAR_KEYWORD for p in parameters.values())
    for name_given in () if open_ended else kwargs:
        if name_given not in parameters:
            hint = did_you_mean(name_given, [key for key in parameters if key not in kwargs])
            message = f"{shape(name, signature)} has no parameter {name_given}"
            raise Mistake(message, hint, name_given)
    try:
        signature.bind(*args, **kwargs)
    except TypeError as error:
        wrong = next((key for key in kwargs if f"'{key}'" in str(error)), "")
        raise Mistake(f"{shape(name, signature)}: {error}", parameter=wrong) from error


def shape(name: str, signature: inspect.Signature) -> str:
    """A signature as authors read it: names and defaults, without Python's annotations."""
    return f"{name}({', '.join(map(_parameter, signature.parameters.values()))})"


def _parameter(parameter: inspect.Parameter) -> str:
    if parameter.default is not inspect.Parameter.empty:
        default = parameter.default
        shown = f'"{default}"' if isinstance(default, str) else str(default).lower()
        return f"{parameter.name}={shown}"
    return str(parameter.replace(annotation=parameter.empty))


def _say(names: tuple[str, ...]) -> str:
    *most, last = names
    return f"say {', '.join(most)} or {last}" if most else f"say {last}"
