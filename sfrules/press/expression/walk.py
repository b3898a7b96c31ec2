"""Work an expression out: one walk over its tree, with a case for each kind of part.

Every operation is exact, and within the bounds of a meter. What names, rows, calls and filters are
is for whoever asks to say; a failure remembers the innermost part that it came up in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from sfrules.ground.problems import Mistake
from sfrules.press.expression.arithmetic import calculate
from sfrules.press.expression.bounds import BoundExceeded, Meter
from sfrules.press.expression.tree import (
    RELATIONS,
    Bounded,
    Call,
    Choice,
    Comparison,
    Constant,
    Entries,
    Expression,
    Extreme,
    Field,
    Filter,
    Given,
    Item,
    Joined,
    Lookup,
    MappedValue,
    Missing,
    Negation,
    Negative,
    Noted,
    Operation,
    Rounded,
    RuleCall,
    Sequence,
    Signed,
    Size,
    Slice,
    Test,
    Variable,
)

MAY_BE_UNKNOWN = frozenset({"default", "defined", "undefined"})
TEXT = ""  # in a scope, the name of the text that the filter of a {% set %} is for
Scope = Mapping[str, Any]


class Invocation(NamedTuple):
    """A rule or macro with the arguments that it was called with."""

    function: Callable[..., object]
    arguments: tuple[Any, ...]
    keywords: dict[str, Any]


class FollowOn(Exception):
    """A mistake that follows from an earlier one, which is reported already."""


class Names(Protocol):
    """What an expression may use, and how: that of a page, or that of a rule's own code."""

    @property
    def meter(self) -> Meter:
        """What bounds all that is worked out."""

    def use(self, value: Any, /) -> Any:
        """The value, if it may be used at all."""

    def operand(self, value: Any, /) -> Any:
        """The value, if it may be compared with another."""

    def number(self, value: Any, /) -> Any:
        """The value, if it may be calculated with."""

    def truth(self, value: Any, /) -> bool:
        """Whether a value counts as true."""

    def missing(self) -> Any:
        """The value of a choice without an else."""

    def attribute(self, owner: Any, name: str, /) -> Any:
        """What stands behind a dot."""

    def item(self, owner: Any, key: Any, /) -> Any:
        """What stands in square brackets."""

    def call(self, function: Any, args: list[Any], named: dict[str, Any], /) -> Any:
        """The answer of what is called."""

    def filtered(self, part: Filter, value: Any, args: list[Any], named: dict[str, Any], /) -> Any:
        """What a filter makes of a value."""

    def tested(self, part: Test, value: Any, args: list[Any], named: dict[str, Any], /) -> Any:
        """Whether a value passes a test."""

    def answer(self, part: RuleCall, given: list[Any], /) -> Any:
        """The answer of a rule that a formula names."""

    def found(self, part: Lookup, keys: list[Any], /) -> Any:
        """The value that a formula finds in a table of facts."""


class Walk:
    """Works out expressions with what some names stand for.

    `mistaken` may give a value to go on with in place of one whose call is a mistake.
    """

    def __init__(
        self, names: Names, mistaken: Callable[[Mistake, Call], Any] | None = None
    ) -> None:
        self.names = names
        self._mistaken = mistaken
        self._cases: dict[type[Expression], Callable[[Any, Scope], Any]] = {
            Constant: lambda part, _: part.value,
            Variable: lambda part, scope: names.use(scope[part.name]),
            Missing: lambda _part, _scope: names.missing(),
            Field: lambda part, scope: names.attribute(self.value(part.owner, scope), part.name),
            Item: lambda part, scope: names.item(
                self.value(part.owner, scope), self.value(part.key, scope)
            ),
            Slice: lambda part, scope: slice(
                *(each and self.value(each, scope) for each in (part.first, part.last, part.step))
            ),
            Call: self._call,
            Filter: self._filter,
            Test: self._test,
            Sequence: self._sequence,
            Entries: self._entries,
            Comparison: self._comparison,
            Operation: lambda part, scope: self._calculated(
                part.sign, self.value(part.left, scope), self.value(part.right, scope)
            ),
            Joined: self._joined,
            Negation: lambda part, scope: not names.truth(self._known(part.operand, scope)),
            Choice: self._choice,
            Negative: lambda part, scope: self._calculated("-", 0, self.value(part.operand, scope)),
            Signed: lambda part, scope: self._calculated("+", 0, self.value(part.operand, scope)),
            Rounded: lambda part, scope: part.rounding(self._number(part.operand, scope)),
            Size: lambda part, scope: abs(self._number(part.operand, scope)),
            Extreme: lambda part, scope: (max if part.highest else min)(
                self._number(each, scope) for each in part.operands
            ),
            Bounded: self._bounded,
            RuleCall: lambda part, scope: names.answer(
                part, [self.value(each, scope) for each in part.arguments]
            ),
            Lookup: lambda part, scope: names.found(
                part, [self.value(each, scope) for each in part.keys]
            ),
            MappedValue: lambda part, scope: dict(part.entries)[self.value(part.key, scope)],
            Noted: lambda part, scope: self.value(part.expression, scope),
        }

    def value(self, part: Expression, scope: Scope) -> Any:
        """The value of an expression; a failure remembers the innermost part it came from."""
        try:
            return self._cases[type(part)](part, scope)
        except Exception as error:
            if isinstance(part, _BLAMED):
                blame(error, part)
            raise

    def _known(self, part: Expression, scope: Scope) -> Any:
        """A value that there is: not that of a choice without an else, nor of a failure."""
        return self.names.use(self.value(part, scope))

    def _number(self, part: Expression, scope: Scope) -> Any:
        return self.names.number(self.value(part, scope))

    def _calculated(self, sign: str, left: Any, right: Any) -> Any:
        names = self.names
        return calculate(sign, names.number(left), names.number(right), names.meter)

    def _given(self, given: Given, scope: Scope) -> tuple[list[Any], dict[str, Any]]:
        """What a call, a filter or a test is given, by place and by name."""
        args = [self.value(each, scope) for each in given.arguments]
        named = {each.name: self.value(each.value, scope) for each in given.keywords}
        if given.spread is not None:
            args.extend(self.value(given.spread, scope))
        if given.spread_by_name is not None:
            named = dict(**named, **self.value(given.spread_by_name, scope))
        return args, named

    def _call(self, part: Call, scope: Scope) -> Any:
        function = self.value(part.function, scope)
        args, named = self._given(part.given, scope)
        for each in (function, *args, *named.values()):
            self.names.use(each)
        try:
            return self.names.call(function, args, named)
        except Mistake as error:
            if self._mistaken is None:
                raise
            return self._mistaken(error, part)

    def _operand(self, part: Filter | Test, scope: Scope) -> Any:
        """What is filtered or tested; a name may be unknown, where the page asks whether it is."""
        if part.operand is None:
            return scope[TEXT]
        if part.name in MAY_BE_UNKNOWN and isinstance(part.operand, Variable):
            return scope[part.operand.name]
        return self.value(part.operand, scope)

    def _filter(self, part: Filter, scope: Scope) -> Any:
        value = self._operand(part, scope)
        return self.names.filtered(part, value, *self._given(part.given, scope))

    def _test(self, part: Test, scope: Scope) -> Any:
        value = self._operand(part, scope)
        return self.names.tested(part, value, *self._given(part.given, scope))

    def _sequence(self, part: Sequence, scope: Scope) -> Any:
        items = [self.value(each, scope) for each in part.items]
        return self.names.meter.check_value(items if part.is_list else tuple(items))

    def _entries(self, part: Entries, scope: Scope) -> Any:
        keys, values = ([self.value(each, scope) for each in of] for of in (part.keys, part.values))
        return self.names.meter.check_value(dict(zip(keys, values, strict=True)))

    def _comparison(self, part: Comparison, scope: Scope) -> Any:
        left, right = self.value(part.left, scope), self.value(part.right, scope)
        test = RELATIONS[part.relation].test
        return test(self.names.operand(left), self.names.operand(right))

    def _joined(self, part: Joined, scope: Scope) -> Any:
        *most, last = part.operands
        for operand in most:
            value = self._known(operand, scope)
            if self.names.truth(value) is (part.word == "or"):
                return value
        return self.value(last, scope)

    def _choice(self, part: Choice, scope: Scope) -> Any:
        holds = self.names.truth(self._known(part.condition, scope))
        return self.value(part.chosen if holds else part.otherwise, scope)

    def _bounded(self, part: Bounded, scope: Scope) -> Any:
        number: Fraction = self._number(part.operand, scope)
        if part.at_least is not None:
            number = max(number, self._number(part.at_least, scope))
        if part.at_most is not None:
            number = min(number, self._number(part.at_most, scope))
        return number


_BLAMED = (Filter, Field, Variable, Call, Item, Operation, Negative, Signed, Comparison)


def blame(error: Exception, part: Expression) -> None:
    """Let a failure remember the part that it came up in, the innermost first."""
    placeless = isinstance(error, FollowOn | BoundExceeded)
    if not placeless and getattr(error, "part", None) is None:
        error.part = part  # type: ignore[attr-defined]


def blamed_part(error: BaseException) -> Expression | None:
    """The part that a failure came up in, if it is known."""
    part = getattr(error, "part", None)
    return part if isinstance(part, Expression) else None
