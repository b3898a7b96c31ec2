"""The filters and tests of pages: Jinja's own, with exact ones in place of those that are not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sized
from fractions import Fraction
from functools import reduce
from typing import Any

from jinja2 import filters, pass_environment, tests
from jinja2.filters import make_attrgetter

from sfrules.ground import formats
from sfrules.ground.formats import MOST_PLACES, fixed, format_value
from sfrules.ground.number_words import exact, number_of_literal
from sfrules.ground.problems import Mistake
from sfrules.press.expression.tree import half_up
from sfrules.press.expression.values import whole_if_it_is

_OUR_ESCAPES = "texts are escaped as they are printed"
REFUSED: Mapping[str, str] = {
    "random": "a page prints the same each time: nothing in it is left to chance",
    "filesizeformat": "it rounds to floats, and no page counts bytes",
    "pprint": "it shows how Python writes a value: print what the value has",
    "tojson": "a page is no data: the tables of the book are published as files",
    "xmlattr": "write the attributes behind the words: {.name}",
    "urlize": "write the link",
    "safe": _OUR_ESCAPES,
    "escape": _OUR_ESCAPES,
    "e": _OUR_ESCAPES,
    "forceescape": _OUR_ESCAPES,
    "escaped": _OUR_ESCAPES,
    "sameas": "compare with ==",
}
# Filters that cut a text, or count its letters: a number that comes of that is no rule's.
_CUTTING = frozenset(
    "batch count first join last length list map reverse slice sort truncate unique "
    "wordcount".split()
)
WHOLE = "ask the rule or the row that has what you want of it"
# Filters that write a text with what they are given: numbers are put in as they are printed.
_OF_TEXTS = frozenset(
    "capitalize center indent lower replace striptags title trim truncate upper wordcount "
    "wordwrap".split()
)
_FORMAT = re.compile(
    r"%(?:\((?P<name>\w+)\))?(?:0(?P<width>\d))?(?:\.(?P<places>\d+))?(?P<sort>.)",
    re.DOTALL,
)


def whole_text(value: object) -> None:
    """Refuse to cut a text that has a number in it."""
    if isinstance(value, str) and any(map(str.isdigit, value)):
        raise Mistake("a text with a number in it is not cut", WHOLE)


def number(value: Any) -> Fraction:
    """A number exactly, also one that a text says in digits."""
    return number_of_literal(value.strip()) if isinstance(value, str) else Fraction(exact(value))


def _round(value: Any, precision: int = 0, method: str = "common") -> Any:
    """A number rounded to some decimals, a half upwards; or always up (ceil) or down (floor)."""
    ways: dict[str, Callable[[Fraction], Any]] = {
        "common": half_up,
        "ceil": lambda x: -(-x // 1),
        "floor": lambda x: x // 1,
    }
    if method not in ways:
        raise Mistake("method must be common, ceil or floor")
    if abs(precision) > MOST_PLACES:
        raise Mistake(f"round takes at most {MOST_PLACES} places")
    scale = Fraction(10) ** precision
    return whole_if_it_is(Fraction(ways[method](number(value) * scale)) / scale)


def _number_as(make: Callable[[Fraction], Any]) -> Callable[..., Any]:
    """The filter for a kind of number, of a number or of what a text says."""

    def made(value: Any, default: Any = 0) -> Any:
        try:
            return make(number(value))
        except (TypeError, ValueError):
            return default

    return made


@pass_environment
def _sum(environment: Any, items: Iterable[Any], attribute: Any = None, start: Any = 0) -> Any:
    """All items added up, exactly."""
    if attribute is not None:
        items = map(make_attrgetter(environment, attribute), items)
    return reduce(lambda total, item: environment.call_binop(None, "+", total, item), items, start)


@pass_environment
def _join(environment: Any, items: Iterable[Any], d: str = "", attribute: Any = None) -> str:
    """The items as they are printed, one after the other."""
    if attribute is not None:
        items = map(make_attrgetter(environment, attribute), items)
    return environment.joined([format_value(environment.use(item)) for item in items], d)


@pass_environment
def _attr(environment: Any, value: Any, name: str) -> Any:
    """What stands behind a dot."""
    return environment.getattr(value, name)


def _format(value: str, *args: Any, **kwargs: Any) -> str:
    """A text with values in the places of `%s`, `%d` and `%.2f`; numbers are rounded half up."""
    given = iter(args)

    def put(found: re.Match[str]) -> str:
        if found["sort"] == "%":
            return "%"
        if found["sort"] not in "sdif":
            raise Mistake(f"format knows %s, %d and %.2f, not {found[0]}")
        try:
            item = kwargs[found["name"]] if found["name"] else next(given)
        except (KeyError, StopIteration):
            raise Mistake(f"nothing is given for {found[0]}") from None
        if found["sort"] == "s":
            return format_value(item)
        own, is_whole = number(item), found["sort"] != "f"
        text = str(int(own)) if is_whole else fixed(own, int(found["places"] or 6))
        return text.zfill(int(found["width"] or 0))

    made = _FORMAT.sub(put, format_value(value))
    if any(True for _ in given) and not kwargs:
        raise Mistake("format is given more than its text has places for")
    return made


FILTERS: dict[str, Callable[..., Any]] = {
    **{name: each for name, each in filters.FILTERS.items() if name not in REFUSED},
    **formats.FILTERS,
    "abs": lambda value: abs(number(value)) if isinstance(value, str) else abs(exact(value)),
    "attr": _attr,
    "float": _number_as(whole_if_it_is),
    "format": _format,
    "int": _number_as(int),
    "join": _join,
    "round": _round,
    "string": format_value,
    "sum": _sum,
}
TESTS: dict[str, Callable[..., Any]] = {
    **{n: test for n, test in dict[str, Any](tests.TESTS).items() if n not in REFUSED},
    "float": lambda value: isinstance(value, Fraction),  # a decimal is an exact one
}


def size_of(name: str, value: Any, args: Iterable[Any]) -> int:
    """About how long a text a filter makes, so that one far too long is not made at all."""
    places = 1
    if name == "indent":
        places = value.count("\n") + 1
    elif name == "replace":
        places = value.count(str(next(iter(args), "")))
    elif name in ("join", "wordwrap") and isinstance(value, Sized):
        places = len(value)
    sizes = (len(each) if isinstance(each, str) else each for each in args)
    return places * max((size for size in sizes if isinstance(size, int)), default=0)


def text_of(name: str, value: Any) -> Any:
    """What a filter takes: of a number that a filter of texts gets, how it is printed."""
    if not isinstance(value, str):
        return format_value(value) if name in _OF_TEXTS else value
    counts = name in ("length", "count", "wordcount")
    if counts or (name in _CUTTING and any(map(str.isdigit, value))):
        raise Mistake(f"the filter {name} does not take texts apart", WHOLE)
    return value
