"""What a page's expressions run in: the book's names, within bounds, and no more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from numbers import Rational
from types import MethodType
from typing import Any, NamedTuple

from jinja2 import StrictUndefined, Undefined
from jinja2.lexer import TokenStream
from jinja2.runtime import Context, LoopContext, Macro
from jinja2.sandbox import SandboxedEnvironment

from sfrules.ground.formats import FILTERS, format_value
from sfrules.ground.number_words import number_of_literal
from sfrules.ground.problems import Mistake, did_you_mean
from sfrules.press.page.arithmetic import calculate, whole_if_it_is
from sfrules.press.page.bounds import BoundExceeded, Meter
from sfrules.press.page.mistakes import FailedValue, FollowOn, refuse_claim
from sfrules.press.page.short_names import NONE
from sfrules.press.page.signatures import check_arguments
from sfrules.press.page.stream import stream
from sfrules.press.page.tokens import Tokens
from sfrules.press.things.book import Book, Record
from sfrules.press.things.claims.claim import Claim

OFFERED_FILTERS = (
    "abs capitalize default first last length list lower map max min reject reverse select sort "
    "sum title unique upper"
).split()
SIGNS = frozenset({"+", "-", "*", "/", "//", "%", "**"})


class Call(NamedTuple):
    """A rule or macro with the arguments that it was called with."""

    function: Callable[..., object]
    arguments: tuple[Any, ...]
    keywords: dict[str, Any]


class Namespace:
    """The rules or records of one name. It has no attribute: the sandbox alone looks inside."""

    __slots__ = ("members", "name")

    def __init__(self, name: str, members: Mapping[str, object]) -> None:
        self.name = name
        self.members = members

    def __repr__(self) -> str:
        return f"<namespace {self.name}>"


class PageSandbox(SandboxedEnvironment):
    """Jinja with a book's names only, exact arithmetic, and a meter on what a page uses."""

    intercepted_binops = SIGNS

    def __init__(self, book: Book, meter: Meter) -> None:
        super().__init__(
            comment_start_string="{##",
            comment_end_string="##}",
            undefined=StrictUndefined,
            keep_trailing_newline=True,
            optimized=False,
        )
        self.book = book
        self.meter = meter
        self.short = NONE  # what the page calls rules by without their namespace
        self.tokens: Tokens | None = None
        self.run: Any = None  # the expansion that compiled code reports to
        self.globals = {"range": self._range}
        self.filters = {name: self.filters[name] for name in OFFERED_FILTERS}
        self.filters |= {name: _of_value(format) for name, format in FILTERS.items()}
        self.filters |= {"join": self._join, "sum": self._sum}
        self.last_call: Call | None = None
        self.cases: set[tuple[str, Rational]] = set()
        self.known: tuple[str, ...] = tuple(book.namespaces)
        self.allowed: dict[Any, str] = {self._range: "range", **book.rule_names}

    def offer(self, macros: Mapping[str, Callable[..., object]]) -> None:
        """Let pages call macros by these names."""
        self.allowed |= {macro: name for name, macro in macros.items()}
        self.known = (*self.book.namespaces, *macros)

    def use(self, value: object) -> None:
        """Refuse a name that means nothing, at the place where it stands.

        Raises:
            FollowOn: where the name is unknown because of an earlier mistake.
            Mistake: otherwise.
        """
        if not isinstance(value, Undefined):
            return
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

    def _tokenize(self, *_args: Any, **_kwargs: Any) -> TokenStream:
        if self.tokens is None:
            raise RuntimeError("a page is tokenized before it is parsed")
        return stream(self, self.tokens)

    def _range(self, *bounds: int) -> range:
        numbers = range(*bounds)
        most = self.meter.bounds.iterations
        if numbers[most:]:
            raise BoundExceeded(f"the range has more than {most} numbers")
        return numbers

    def _sum(self, items: Iterable[Any]) -> Any:
        total: Any = 0
        for item in items:
            total = calculate("+", total, item, self.meter)
        return total

    def _join(self, items: Iterable[object], between: str = "") -> str:
        texts = [format_value(item) for item in items]
        if sum(map(len, texts)) + len(between) * len(texts) > self.meter.bounds.items:
            raise BoundExceeded(f"the text has more than {self.meter.bounds.items} characters")
        return between.join(texts)

    def exact(self, literal: str) -> Any:
        """A decimal written in the page, as the number that it says."""
        return self.meter.check_value(whole_if_it_is(number_of_literal(literal)))

    def call_binop(self, _context: Context, operator: str, left: Any, right: Any) -> Any:
        """An operator, exactly and within bounds."""
        for operand in (left, right):
            self.use(operand)
            refuse_claim(operand)
        return calculate(operator, left, right, self.meter)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """`obj.attribute`, where the book offers it."""
        if isinstance(obj, Undefined):
            self.use(obj)
        if attribute.startswith("_"):
            raise Mistake(f'"{attribute}" is closed to pages')
        if isinstance(obj, Namespace):
            return self._member(obj.members, attribute, obj.name)
        if isinstance(obj, Record):
            return self._member(obj.fields, attribute, "the row")
        if isinstance(obj, LoopContext) or type(obj) in self.book.answers:
            if hasattr(obj, attribute):
                return getattr(obj, attribute)
            public = [name for name in dir(obj) if not name.startswith("_")]
            raise Mistake(f'there is no "{attribute}" here', did_you_mean(attribute, public))
        raise Mistake(f'"{attribute}" is closed to pages', "a filter may do it: value|filter")

    def _member(self, members: Mapping[str, object], name: str, owner: str) -> object:
        if name not in members:
            raise Mistake(f'{owner} has no "{name}"', did_you_mean(name, members))
        return members[name]

    def getitem(self, obj: Any, argument: Any) -> Any:
        """`obj[argument]` of a sequence, mapping, record or namespace; never an attribute."""
        self.use(obj)
        if isinstance(obj, Namespace | Record) and isinstance(argument, str):
            return self.getattr(obj, argument)
        if not isinstance(obj, tuple | list | Mapping | str | range):
            raise Mistake("only sequences and rows have items")
        try:
            return obj[argument]
        except (LookupError, TypeError) as error:
            raise Mistake(f"there is no item {argument!r}") from error

    def call(self, context: Context, obj: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Call a rule, a macro, or a method of an answer; nothing else is callable."""
        self.use(obj)
        # Jinja hands its variables along in loops, for functions that ask for a context.
        own = {key: kwargs.pop(key) for key in ("_loop_vars", "_block_vars") if key in kwargs}
        for argument in (*args, *kwargs.values()):
            self.use(argument)
        if isinstance(obj, Macro):
            self.meter.check_time()
            return context.call(obj, *args, **kwargs, **own)
        return self.call_rule(obj, args, kwargs)

    def call_rule(self, obj: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """The answer of a rule, a macro or a method of an answer, within bounds.

        Raises:
            Mistake: for anything else, and for arguments that do not fit.
        """
        name = self._name_of(obj)
        self.meter.check_time()
        check_arguments(name, obj, args, kwargs)
        value = self.meter.check_value(obj(*args, **kwargs))
        self.last_call = Call(obj, args, kwargs)
        space = name.partition(".")[0]
        for argument in (*args, *kwargs.values()):
            if type(argument) is int or isinstance(argument, Rational):
                self.cases.add((space, argument))  # type: ignore[arg-type] # an int is one
        return value

    def _name_of(self, obj: Any) -> str:
        try:
            if obj in self.allowed:
                return self.allowed[obj]
        except TypeError:  # an unhashable value is no rule
            pass
        if isinstance(obj, MethodType) and isinstance(
            obj.__self__, (LoopContext, *self.book.answers)
        ):
            return obj.__name__
        raise Mistake(f"{type(obj).__name__} is not a rule or macro: it can't be called")


def _say(names: tuple[str, ...]) -> str:
    *most, last = names
    return f"say {', '.join(most)} or {last}" if most else f"say {last}"


def _of_value(format: Callable[..., str]) -> Callable[..., str]:
    """A format for pages: what printed() prints is written as it should stand, and takes none."""

    def formatted(value: Any, *args: Any, **kwargs: Any) -> str:
        if isinstance(value, Claim):
            raise Mistake("printed() prints what you type", 'type it as it should stand: "+7"')
        return format(value, *args, **kwargs)

    return formatted
