"""Work an expression out: one walk over its tree, with a case for each kind of part.

Every operation is exact, and bounded before it is carried out. What names, rows, calls and filters
are is for a walk of its own kind to say; a failure remembers the innermost part that it came up in.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence, Sized
from fractions import Fraction
from itertools import pairwise
from numbers import Rational
from typing import Any, NamedTuple

from sfrules.ground.formats import format_value
from sfrules.ground.number_words import exact
from sfrules.ground.problems import Mistake
from sfrules.press.expression import tree
from sfrules.press.expression.bounds import BoundExceeded, Meter, weight
from sfrules.press.expression.rule_source import answer

_ENDS, _BEGINS = re.compile(r"\d+[.,/]?\Z"), re.compile(r"[.,/]?\d+")
_INSIDE = re.compile(r"[.,/_\N{NO-BREAK SPACE}\u200b-\u200d]?")  # what may stand within a number
OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
}
MAY_BE_UNKNOWN = frozenset({"default", "defined", "undefined"})
TEXT = ""  # in a scope, the name of the text that the filter of a {% set %} is for
Scope = Mapping[str, Any]


class Invocation(NamedTuple):
    """A rule that was asked, with what it was given, and its answer."""

    function: Callable[..., object]
    arguments: tuple[Any, ...]
    keywords: dict[str, Any]
    answer: Any = None


class FollowOn(Exception):
    """A mistake that follows from an earlier one, which is reported already."""


class Walk:
    """Works out expressions: as it is here, those of a rule's own code.

    A rule has exact values, other rules, and the rows of tables; a page has names of its own.
    """

    def __init__(self, meter: Meter) -> None:
        self.meter = meter  # what bounds all that is worked out
        #: Gives a value to go on with in place of that of a call which is a mistake, or raises it.
        self.mistaken: Callable[[Mistake, tree.Call], Any] = _raise

    def use(self, value: Any) -> Any:
        """The value, if it may be used at all: what a rule hands on may be of any kind."""
        return value

    def operand(self, value: Any) -> Any:
        """The value, if it may be compared with another."""
        return simplest(value)

    def number(self, value: Any) -> Any:
        """The value, if it may be calculated with."""
        number = simplest(value)
        if isinstance(number, bool | str):
            raise Inexact(f"{value!r} is no exact number")
        return number

    def operate(self, sign: str, left: Any, right: Any) -> Any:
        """What a sign makes of two values."""
        return calculate(sign, self.number(left), self.number(right), self.meter)

    def truth(self, value: Any) -> bool:
        """Whether a value counts as true; for a rule, it has to be yes or no."""
        if not isinstance(value, bool):
            raise Inexact(f"{value!r} is neither yes nor no")
        return value

    def answer(self, part: tree.RuleCall, given: list[Any]) -> Any:
        """The answer of a rule that a formula names."""
        return simplest(answer(part.rule, dict(zip(part.parameters, given, strict=True))))

    def found(self, part: tree.Lookup, keys: list[Any]) -> Any:
        """The value that a formula finds in a table of facts: a field of a row, or the row."""
        row = part.find(part.table_id, *keys)
        return simplest(getattr(row, part.field) if part.field else row)

    def _of_pages(self, *_: Any) -> Any:
        """For what only pages write: no rule's code is read as such."""
        raise TypeError("only a page may write this")

    missing = attribute = item = call = applied = written = _of_pages

    # The walk

    def value(self, part: tree.Expression, scope: Scope) -> Any:
        """The value of an expression; a failure remembers the innermost part it came from."""
        try:
            return CASES[type(part)](self, part, scope)
        except Exception as error:
            if isinstance(part, _BLAMED):
                blame(error, part)
            raise

    def usable(self, part: tree.Expression, scope: Scope) -> Any:
        """A value that there is: not that of a choice without an else, nor of a failure."""
        return self.use(self.value(part, scope))

    def number_of(self, part: tree.Expression, scope: Scope) -> Any:
        """A value that is calculated with."""
        return self.number(self.value(part, scope))

    def _given(self, given: tree.Given, scope: Scope) -> tuple[list[Any], dict[str, Any]]:
        """What a call, a filter or a test is given, by place and by name."""
        args = [self.value(each, scope) for each in given.arguments]
        named = {each.name: self.value(each.value, scope) for each in given.keywords}
        if given.spread is not None:
            args.extend(self.value(given.spread, scope))
        if given.spread_by_name is not None:
            named = dict(**named, **self.value(given.spread_by_name, scope))
        return args, named

    def call_of(self, part: tree.Call, scope: Scope) -> Any:
        """The answer of what is called, or what goes on in place of a mistake."""
        function = self.value(part.function, scope)
        args, named = self._given(part.given, scope)
        for each in (function, *args, *named.values()):
            self.use(each)
        try:
            return self.call(function, args, named)
        except Mistake as error:
            return self.mistaken(error, part)

    def _operand(self, part: tree.Filter | tree.Test, scope: Scope) -> Any:
        """What is filtered or tested; a name may be unknown, where the page asks whether it is."""
        if part.operand is None:
            return scope[TEXT]
        if part.name in MAY_BE_UNKNOWN and isinstance(part.operand, tree.Variable):
            return scope[part.operand.name]
        return self.value(part.operand, scope)

    def applied_to(self, part: tree.Filter | tree.Test, scope: Scope) -> Any:
        """What a filter makes of a value, or whether the value passes a test."""
        value = self._operand(part, scope)
        return self.applied(part, value, *self._given(part.given, scope))

    def sequence_of(self, part: tree.Sequence, scope: Scope) -> Any:
        """A list or a tuple."""
        items = [self.value(each, scope) for each in part.items]
        made = self.meter.check_value(items if part.is_list else tuple(items))
        return self.written(made)

    def entries_of(self, part: tree.Entries, scope: Scope) -> Any:
        """A mapping."""
        keys, values = ([self.value(each, scope) for each in of] for of in (part.keys, part.values))
        return self.written(self.meter.check_value(dict(zip(keys, values, strict=True))))

    def comparison_of(self, part: tree.Comparison, scope: Scope) -> Any:
        """Whether two values compare as is said."""
        left, right = self.value(part.left, scope), self.value(part.right, scope)
        test = tree.RELATIONS[part.relation].test
        return test(self.operand(left), self.operand(right))

    def joined_of(self, part: tree.Joined, scope: Scope) -> Any:
        """The value that decides, as in Python."""
        *most, last = part.operands
        for operand in most:
            value = self.usable(operand, scope)
            if self.truth(value) is (part.word == "or"):
                return value
        return self.value(last, scope)

    def choice_of(self, part: tree.Choice, scope: Scope) -> Any:
        """The end of a choice that its condition leads to."""
        holds = self.truth(self.usable(part.condition, scope))
        return self.value(part.chosen if holds else part.otherwise, scope)

    def bounded_of(self, part: tree.Bounded, scope: Scope) -> Any:
        """A number, kept within bounds."""
        number: Fraction = self.number_of(part.operand, scope)
        if part.at_least is not None:
            number = max(number, self.number_of(part.at_least, scope))
        if part.at_most is not None:
            number = min(number, self.number_of(part.at_most, scope))
        return number


def _raise(error: Mistake, _call: tree.Call) -> Any:
    raise error


# Each receives only parts of the type that it is listed for.
CASES: Mapping[type[tree.Expression], Callable[[Walk, Any, Scope], Any]] = {
    tree.Constant: lambda _walk, part, _scope: part.value,
    tree.Variable: lambda walk, part, scope: walk.use(scope[part.name]),
    tree.Missing: lambda walk, _part, _scope: walk.missing(),
    tree.Attribute: lambda walk, part, scope: walk.attribute(
        walk.value(part.owner, scope), part.name
    ),
    tree.Subscript: lambda walk, part, scope: walk.item(
        walk.value(part.owner, scope), walk.value(part.key, scope)
    ),
    tree.Slice: lambda walk, part, scope: slice(
        *(each and walk.value(each, scope) for each in (part.first, part.last, part.step))
    ),
    tree.Call: Walk.call_of,
    tree.Filter: Walk.applied_to,
    tree.Test: Walk.applied_to,
    tree.Sequence: Walk.sequence_of,
    tree.Entries: Walk.entries_of,
    tree.Comparison: Walk.comparison_of,
    tree.Operation: lambda walk, part, scope: walk.operate(
        part.sign, walk.value(part.left, scope), walk.value(part.right, scope)
    ),
    tree.Joined: Walk.joined_of,
    tree.Negation: lambda walk, part, scope: not walk.truth(walk.usable(part.operand, scope)),
    tree.Choice: Walk.choice_of,
    tree.Negative: lambda walk, part, scope: walk.operate("-", 0, walk.value(part.operand, scope)),
    tree.Rounded: lambda walk, part, scope: part.rounding(walk.number_of(part.operand, scope)),
    tree.Size: lambda walk, part, scope: abs(walk.number_of(part.operand, scope)),
    tree.Extreme: lambda walk, part, scope: (max if part.highest else min)(
        walk.number_of(each, scope) for each in part.operands
    ),
    tree.Bounded: Walk.bounded_of,
    tree.RuleCall: lambda walk, part, scope: walk.answer(
        part, [walk.value(each, scope) for each in part.arguments]
    ),
    tree.Lookup: lambda walk, part, scope: walk.found(
        part, [walk.value(each, scope) for each in part.keys]
    ),
    tree.MappedValue: lambda walk, part, scope: dict(part.entries)[walk.value(part.key, scope)],
    tree.ConditionNote: lambda walk, part, scope: walk.value(part.expression, scope),
}
_BLAMED = (
    tree.Filter,
    tree.Attribute,
    tree.Variable,
    tree.Call,
    tree.Subscript,
    tree.Operation,
    tree.Negative,
    tree.Comparison,
)


def blame(error: Exception, part: tree.Expression) -> None:
    """Let a failure remember the part that it came up in, the innermost first."""
    placeless = isinstance(error, FollowOn | BoundExceeded)
    if not placeless and getattr(error, "part", None) is None:
        error.part = part  # type: ignore[attr-defined]


def blamed_part(error: BaseException) -> tree.Expression | None:
    """The part that a failure came up in, if it is known."""
    part = getattr(error, "part", None)
    return part if isinstance(part, tree.Expression) else None


class Inexact(ArithmeticError):
    """A value that is not an exact number, a word, or a yes or no."""


def simplest(value: object) -> tree.Value:
    """An exact number, a word, or a yes or no; a fraction that is whole as a whole number.

    Raises:
        Inexact: for anything else.
    """
    found = whole_if_it_is(value)
    if isinstance(found, int | str | Fraction):
        return found
    raise Inexact(f"{value!r} is no exact number")


def calculate(sign: str, left: Any, right: Any, meter: Meter) -> Any:
    """`left sign right`, exactly: 7 / 2 is the fraction 7/2, never a float.

    Raises:
        BoundExceeded: for a result larger than the page's bounds.
        TypeError, ValueError: for operands that the sign does not join.
    """
    left, right = exact(left), exact(right)
    meter.check_time()
    if sign == "~":
        return meter.check_value(joined([format_value(left), format_value(right)]))
    if sign == "/":
        return whole_if_it_is(_rational(left) / _rational(right))
    if sign == "**":
        base, exponent = _rational(left), whole_if_it_is(_rational(right))
        if isinstance(exponent, Fraction):
            raise ValueError("a power needs a whole exponent, to be exact")
        check_power(base, exponent, meter)
        return meter.check_value(whole_if_it_is(base**exponent))
    if sign == "%" and isinstance(left, str):
        raise TypeError("% does not format text here; use a filter")
    if sign == "*":
        check_repetition(left, right, meter)
    return meter.check_value(whole_if_it_is(OPERATORS[sign](left, right)))


def joined(texts: Sequence[str], between: str = "") -> str:
    """Texts put together; two numbers that would read as another one are refused."""
    for left, right in pairwise(texts):
        ends, begins = _ENDS.search(left), _BEGINS.match(right)
        if ends and begins and _INSIDE.fullmatch(between):
            message = f"{ends[0]} and {begins[0]} would read as one number"
            raise Mistake(message, "put a word or a blank between them")
    return between.join(texts)


def in_words(value: object) -> str:
    """A value in a message: as Python writes it, if a page may print it, else by its type.

    Of anything else, Python would write the address in memory.
    """
    try:
        format_value(value)
    except TypeError:
        return "None" if value is None else f"a {type(value).__name__}"
    return repr(value)


def whole_if_it_is(value: Any) -> Any:
    """A fraction that is a whole number, as an integer; anything else as it is."""
    if isinstance(value, Fraction) and value.denominator == 1:
        return value.numerator
    return value


def _rational(value: Any) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, Rational):
        raise TypeError(f"{in_words(value)} is not a number")
    return Fraction(value)


def check_power(base: Rational, exponent: int, meter: Meter) -> None:
    """Refuse a power that is far too large, before it is computed and then checked itself."""
    size = max(int(base.numerator).bit_length(), int(base.denominator).bit_length())
    if size * abs(exponent) > 4 * meter.bounds.bits:
        raise meter.too_large()


def check_repetition(left: Any, right: Any, meter: Meter) -> None:
    """Refuse to repeat a sequence beyond the bounds of the page, before it is done."""
    for items, count in ((left, right), (right, left)):
        if isinstance(items, Sized) and isinstance(count, int):
            meter.check_weight(max(weight(items), 1) * max(count, 0))
