"""Work an expression out: one walk over its tree, with a case for each kind of part.

Every operation is exact, and within the bounds of a meter. What names, rows, calls and filters are
is for whoever asks to say; a failure remembers the innermost part that it came up in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from sfrules.ground.problems import Mistake
from sfrules.press.expression.arithmetic import Inexact, calculate, simplest
from sfrules.press.expression.bounds import BoundExceeded, Meter
from sfrules.press.expression.rule_source import answer
from sfrules.press.expression.tree import (
    RELATIONS,
    Attribute,
    Bounded,
    Call,
    Choice,
    Comparison,
    ConditionNote,
    Constant,
    Entries,
    Expression,
    Extreme,
    Filter,
    Given,
    Joined,
    Lookup,
    MappedValue,
    Missing,
    Negation,
    Negative,
    Operation,
    Rounded,
    RuleCall,
    Sequence,
    Size,
    Slice,
    Subscript,
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


class Names:
    """What an expression may use, and how: as it is here, that of a rule's own code.

    A rule has exact values, other rules, and the rows of tables; a page has names of its own.
    """

    def __init__(self, meter: Meter) -> None:
        self.meter = meter  # what bounds all that is worked out

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

    def answer(self, part: RuleCall, given: list[Any]) -> Any:
        """The answer of a rule that a formula names."""
        return simplest(answer(part.rule, dict(zip(part.parameters, given, strict=True))))

    def found(self, part: Lookup, keys: list[Any]) -> Any:
        """The value that a formula finds in a table of facts: a field of a row, or the row."""
        row = part.find(part.table_id, *keys)
        return simplest(getattr(row, part.field) if part.field else row)

    def _of_pages(self, *_: Any) -> Any:
        """For what only pages write: no rule's code is read as such."""
        raise TypeError("only a page may write this")

    missing = attribute = item = call = filtered = tested = written = _of_pages


class Walk:
    """Works out expressions with what some names stand for.

    `mistaken` may give a value to go on with in place of one whose call is a mistake.
    """

    def __init__(
        self, names: Names, mistaken: Callable[[Mistake, Call], Any] | None = None
    ) -> None:
        self.names = names
        self._mistaken = mistaken

    def value(self, part: Expression, scope: Scope) -> Any:
        """The value of an expression; a failure remembers the innermost part it came from."""
        try:
            return CASES[type(part)](self, part, scope)
        except Exception as error:
            if isinstance(part, _BLAMED):
                blame(error, part)
            raise

    def known(self, part: Expression, scope: Scope) -> Any:
        """A value that there is: not that of a choice without an else, nor of a failure."""
        return self.names.use(self.value(part, scope))

    def number(self, part: Expression, scope: Scope) -> Any:
        """A value that is calculated with."""
        return self.names.number(self.value(part, scope))

    def _given(self, given: Given, scope: Scope) -> tuple[list[Any], dict[str, Any]]:
        """What a call, a filter or a test is given, by place and by name."""
        args = [self.value(each, scope) for each in given.arguments]
        named = {each.name: self.value(each.value, scope) for each in given.keywords}
        if given.spread is not None:
            args.extend(self.value(given.spread, scope))
        if given.spread_by_name is not None:
            named = dict(**named, **self.value(given.spread_by_name, scope))
        return args, named

    def call(self, part: Call, scope: Scope) -> Any:
        """The answer of what is called, or what goes on in place of a mistake."""
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

    def filter(self, part: Filter, scope: Scope) -> Any:
        """What a filter makes of a value."""
        value = self._operand(part, scope)
        return self.names.filtered(part, value, *self._given(part.given, scope))

    def test(self, part: Test, scope: Scope) -> Any:
        """Whether a value passes a test."""
        value = self._operand(part, scope)
        return self.names.tested(part, value, *self._given(part.given, scope))

    def sequence(self, part: Sequence, scope: Scope) -> Any:
        """A list or a tuple."""
        items = [self.value(each, scope) for each in part.items]
        made = self.names.meter.check_value(items if part.is_list else tuple(items))
        return self.names.written(made)

    def entries(self, part: Entries, scope: Scope) -> Any:
        """A mapping."""
        keys, values = ([self.value(each, scope) for each in of] for of in (part.keys, part.values))
        return self.names.written(
            self.names.meter.check_value(dict(zip(keys, values, strict=True)))
        )

    def comparison(self, part: Comparison, scope: Scope) -> Any:
        """Whether two values compare as is said."""
        left, right = self.value(part.left, scope), self.value(part.right, scope)
        test = RELATIONS[part.relation].test
        return test(self.names.operand(left), self.names.operand(right))

    def joined(self, part: Joined, scope: Scope) -> Any:
        """The value that decides, as in Python."""
        *most, last = part.operands
        for operand in most:
            value = self.known(operand, scope)
            if self.names.truth(value) is (part.word == "or"):
                return value
        return self.value(last, scope)

    def choice(self, part: Choice, scope: Scope) -> Any:
        """The end of a choice that its condition leads to."""
        holds = self.names.truth(self.known(part.condition, scope))
        return self.value(part.chosen if holds else part.otherwise, scope)

    def bounded(self, part: Bounded, scope: Scope) -> Any:
        """A number, kept within bounds."""
        number: Fraction = self.number(part.operand, scope)
        if part.at_least is not None:
            number = max(number, self.number(part.at_least, scope))
        if part.at_most is not None:
            number = min(number, self.number(part.at_most, scope))
        return number


# Each receives only parts of the type that it is listed for.
CASES: Mapping[type[Expression], Callable[[Walk, Any, Scope], Any]] = {
    Constant: lambda _walk, part, _scope: part.value,
    Variable: lambda walk, part, scope: walk.names.use(scope[part.name]),
    Missing: lambda walk, _part, _scope: walk.names.missing(),
    Attribute: lambda walk, part, scope: walk.names.attribute(
        walk.value(part.owner, scope), part.name
    ),
    Subscript: lambda walk, part, scope: walk.names.item(
        walk.value(part.owner, scope), walk.value(part.key, scope)
    ),
    Slice: lambda walk, part, scope: slice(
        *(each and walk.value(each, scope) for each in (part.first, part.last, part.step))
    ),
    Call: Walk.call,
    Filter: Walk.filter,
    Test: Walk.test,
    Sequence: Walk.sequence,
    Entries: Walk.entries,
    Comparison: Walk.comparison,
    Operation: lambda walk, part, scope: walk.names.operate(
        part.sign, walk.value(part.left, scope), walk.value(part.right, scope)
    ),
    Joined: Walk.joined,
    Negation: lambda walk, part, scope: not walk.names.truth(walk.known(part.operand, scope)),
    Choice: Walk.choice,
    Negative: lambda walk, part, scope: walk.names.operate("-", 0, walk.value(part.operand, scope)),
    Rounded: lambda walk, part, scope: part.rounding(walk.number(part.operand, scope)),
    Size: lambda walk, part, scope: abs(walk.number(part.operand, scope)),
    Extreme: lambda walk, part, scope: (max if part.highest else min)(
        walk.number(each, scope) for each in part.operands
    ),
    Bounded: Walk.bounded,
    RuleCall: lambda walk, part, scope: walk.names.answer(
        part, [walk.value(each, scope) for each in part.arguments]
    ),
    Lookup: lambda walk, part, scope: walk.names.found(
        part, [walk.value(each, scope) for each in part.keys]
    ),
    MappedValue: lambda walk, part, scope: dict(part.entries)[walk.value(part.key, scope)],
    ConditionNote: lambda walk, part, scope: walk.value(part.expression, scope),
}
_BLAMED = (Filter, Attribute, Variable, Call, Subscript, Operation, Negative, Comparison)


def blame(error: Exception, part: Expression) -> None:
    """Let a failure remember the part that it came up in, the innermost first."""
    placeless = isinstance(error, FollowOn | BoundExceeded)
    if not placeless and getattr(error, "part", None) is None:
        error.part = part  # type: ignore[attr-defined]


def blamed_part(error: BaseException) -> Expression | None:
    """The part that a failure came up in, if it is known."""
    part = getattr(error, "part", None)
    return part if isinstance(part, Expression) else None
