"""Find what an expression counts, and where two units in it do not go together.

Nothing is worked out: a call counts what its rule's answer does, a field what its column does, and
a number that is typed goes with every unit. What nothing says is unknown, and asks for nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from sfrules.ground.formats import FILTERS
from sfrules.ground.problems import Mistake
from sfrules.press.expression import tree
from sfrules.press.expression.rule_source import signature_of
from sfrules.press.expression.walk import blame
from sfrules.press.page.short_names import NONE, ShortNames
from sfrules.press.things.book import Book, Record, RowRule, once_per_book
from sfrules.press.things.claims.claim import is_number
from sfrules.press.things.units import Unit

ANY = Unit("")  # what a typed number counts: it goes with every unit
Counted: TypeAlias = Unit | None  # None where nothing says what a number counts
# Filters that give a number of what they are given numbers of, or leave some of these out.
_KEEPS = FILTERS.keys() | set(
    "abs default first float int last list max min reject round select sum".split()
)
# What a distribution has that counts what its outcomes do.
_OUTCOMES = frozenset("minimum maximum mean median mode deviation".split())
_MET = {"+": "added", "-": "subtracted", "": "compared"}


class UnitInference:
    """Finds what expressions count, by the names of a book and those that a proof gives."""

    def __init__(self, book: Book, short: ShortNames = NONE) -> None:
        self.book, self.short, self.units = book, short, book.units
        #: What the names that a proof gives count, and what they stand for.
        self.names: dict[str, Counted] = {}
        self.values: Mapping[str, object] = {}
        #: Where what is looked at begins in its page.
        self.start = 0
        #: What a number counts by its use: by its name, or where it begins if it is typed; each
        #: with the start of the line that uses it.
        self.used: dict[str | int, list[tuple[int, Unit]]] = {}
        self._meanings: dict[str, tree.Expression] = {}

    def clear(self) -> None:
        """Forget the names of a proof."""
        for known in (self.names, self.used, self._meanings):
            known.clear()

    def give(self, name: str) -> None:
        """Take a name that is given a typed number, or goes through a loop."""
        self.names[name] = self.units.of(name) or ANY
        self._meanings.pop(name, None)

    def take(self, name: str, unit: Counted, meaning: tree.Expression | None = None) -> None:
        """Take a name that stands for a value; its own word is its unit, if nothing else is."""
        own = self.units.of(name) or self.units.declared.get(name)
        is_open = unit is None or unit is ANY
        self.names[name] = own if is_open and own and name in own.words else unit
        if meaning is not None:
            self._meanings[name] = meaning

    def uses(self, key: str | int, low: int = 0, high: int = sys.maxsize) -> list[Unit]:
        """What a number counts by its use in the lines between two places."""
        return [unit for start, unit in self.used.get(key, ()) if low <= start < high]

    def of(self, part: tree.Expression) -> Counted:
        """What an expression counts.

        Raises:
            Mistake: where two units do not go together; it remembers the part.
        """
        if not self.units:
            return None
        return CASES.get(type(part), UnitInference._other)(self, part)

    def _other(self, part: tree.Expression) -> Counted:
        """Nothing that is known, once all that it is made of has been looked through."""
        for each in tree.parts(part):
            self.of(each)
        return None

    def item_of(self, part: tree.Subscript) -> Counted:
        """What an item of a sequence counts, or a field by its name."""
        self.of(part.key)
        return self.named_of(part) if tree.dotted_name(part) else self.of(part.owner)

    def filtered_of(self, part: tree.Filter) -> Counted:
        """What a filter gives, if it keeps what its numbers count."""
        if part.operand is None or part.name not in _KEEPS:
            return self._other(part)
        return self.of(part.operand)

    def operation_of(self, part: tree.Operation) -> Counted:
        """What a sum, a difference, a product or a quotient counts.

        A rest counts what was shared out, and squares times yards by yards are squares.
        """
        if part.sign in "+-":
            return self._joined(part, part.sign, part.left, part.right)
        one, other = self.of(part.left), self.of(part.right)
        if part.sign == "%":
            return one
        whole = part.left
        if part.sign in ("/", "//") and isinstance(whole, tree.Operation) and whole.sign == "*":
            left, right = self.of(whole.left), self.of(whole.right)
            for kept, taken in ((left, right), (right, left)):
                if not one and kept and taken and other and self.units.fit(taken, other):
                    return kept
        if part.sign != "*" and other is ANY and not isinstance(part.right, tree.Constant):
            return None  # what is shared out by a number that was given may be a share
        if part.sign in ("/", "//") and other and not other.pure:
            self._use(part.left, other)
        return self._product(part.sign, one, other)

    def comparison_of(self, part: tree.Comparison) -> Counted:
        """Nothing, once it is known that the two may be compared."""
        if part.relation in ("in", "not in"):
            return self._other(part)
        self._joined(part, "", part.left, part.right)
        return None

    def choice_of(self, part: tree.Choice) -> Counted:
        """What either end of a choice counts."""
        self.of(part.condition)
        return self.common(part.chosen, part.otherwise)

    # Names

    def named_of(self, part: tree.Expression) -> Counted:
        """What a name counts, or a field of what it stands for."""
        dotted = tree.dotted_name(part)
        if callable(self.book.member(self.short.in_full(dotted))):
            return None  # a rule that is not asked
        first, _, rest = dotted.partition(".")
        if first in self.names:
            row = self.values.get(first)
            if not rest:
                return self.names[first]
            if not isinstance(row, Record):
                kept = self.names[first] if rest in _OUTCOMES else None
                return self.units.of(f"{type(row).__name__}.{rest}") or kept
            dotted = f"{row.origin.name}.{rest}" if row.origin else ""
        if dotted:
            return unit_of_name(self.book, self.short.in_full(dotted))
        return self._field_of_answer(part) if isinstance(part, tree.Attribute) else None

    def _field_of_answer(self, part: tree.Attribute) -> Counted:
        """What a field counts of what a rule answers, or of what else has no name."""
        kept, name = self.of(part.owner), ""
        if isinstance(part.owner, tree.Call):
            rule = self.book.member(self.short.in_full(tree.dotted_name(part.owner.function)))
            name = str(getattr(rule, "__annotations__", {}).get("return", ""))
        own = self.units.of(f"{name}.{part.name}", part.name)
        return own or (kept if part.name in _OUTCOMES else None)

    # Calls

    def called_of(self, call: tree.Call) -> Counted:
        """What the answer of a rule counts, once it is known that it takes what it is given."""
        name = self.short.in_full(tree.dotted_name(call.function))
        given, given_before = call.given, 0
        if figure := _figure(self.book, name):
            name, given_before = figure.rule, len(figure.arguments) + 1
        rule = self.book.member(name)
        arguments = given.arguments
        if not callable(rule) and arguments:  # a macro about a rule: worked(rule, level=3)
            self.of(arguments[0])
            about = self.short.in_full(tree.dotted_name(arguments[0]))
            if callable(told := self.book.member(about)):
                name, rule, arguments = about, told, ()
        if not callable(rule):
            every = [self.of(each) for each in tree.parts(given)]
            if name == "count" and arguments:
                return self._counted_of(arguments[0], every[0])
            return every[1] if name == "printed" and every[1:] else self._answer_of(call, name)
        parameters = [*signature_of(rule).parameters][given_before:]
        by_name = {each.name: each.value for each in given.keywords if each.name in parameters}
        taken = dict(zip(parameters, arguments, strict=False)) | by_name
        for parameter, argument in taken.items():
            self._give(name, parameter, argument)
        return unit_of_answer(self.book, name, filter(None, map(self._typed, taken.values())))

    def _typed(self, part: tree.Expression) -> object:
        """What is typed for a rule, or is the item of a loop."""
        if isinstance(part, tree.Variable):
            value = self.values.get(part.name)
            return value if isinstance(value, str) else None
        return part.value if isinstance(part, tree.Constant) else None

    def _counted_of(self, part: tree.Expression, unit: Counted) -> Counted:
        """What a count counts: what the answer of a rule does by the rule's own name, or less."""
        while isinstance(part, tree.Filter) and part.operand is not None:
            part = part.operand
        if isinstance(part, tree.Variable):
            part = self._meanings.get(part.name, part)
        asked = tree.dotted_name(part.function) if isinstance(part, tree.Call) else ""
        return unit if asked and unit_of_name(self.book, self.short.in_full(asked)) else None

    def _answer_of(self, call: tree.Call, name: str) -> Counted:
        """What a call counts that is of no rule; a distribution is asked about its outcomes."""
        first, _, method = name.partition(".")
        if first not in self.names:
            return self.units.of(name)
        for each in call.given.arguments:
            self._use(each, self.names[first])
        return self.units.of(f"{type(self.values.get(first)).__name__}.{method}")

    def _give(self, rule: str, parameter: str, argument: tree.Expression) -> None:
        """Check what a rule is given for a parameter."""
        has, space = self.of(argument), rule.partition(".")[0]
        takes = self.units.of(f"{rule}.{parameter}", f"{space}.{parameter}", parameter)
        if has is None or has is ANY:
            self._use(argument, takes)
        if has is None or takes is None or has is ANY or self.units.fit(has, takes):
            return
        message = f"this counts {has.name}, and {rule} takes {takes.name} as {parameter}"
        raise self._mistake(argument, message, has, takes)

    def _use(self, part: tree.Expression, unit: Counted) -> None:
        """Learn from its first use what a typed number counts, or what a name stands for."""
        if not unit or unit is ANY:
            return
        for each in self._made_of(part, unit):
            if isinstance(each, tree.Constant):
                self.used.setdefault(self.start + each.start, []).append((self.start, unit))
            elif isinstance(each, tree.Variable) and self.names.get(each.name, unit) in (None, ANY):
                self.used.setdefault(each.name, []).append((self.start, unit))
                if meaning := self._meanings.get(each.name):
                    for own in self._made_of(meaning, unit):
                        if isinstance(own, tree.Variable):
                            self._use(own, unit)

    def _made_of(self, part: tree.Expression, unit: Unit) -> Iterator[tree.Expression]:
        """What has the unit of an expression: the terms of a sum, a factor beside pure ones."""
        parts: Iterable[tree.Expression] = ()
        if isinstance(part, tree.Sequence):
            parts = part.items
        elif isinstance(part, tree.Operation) and part.sign in "+-" and self.units.is_alone(unit):
            parts = (part.left, part.right)
        elif isinstance(part, tree.Operation) and part.sign == "*":
            sides = ((part.left, part.right), (part.right, part.left))
            parts = [one for one, other in sides if (has := self.of(other)) and has.pure]
        elif isinstance(part, tree.Constant | tree.Variable):
            yield part
        for each in parts:
            yield from self._made_of(each, unit)

    # Numbers that meet

    def _joined(
        self, part: tree.Expression, sign: str, left: tree.Expression, right: tree.Expression
    ) -> Counted:
        """What a sum or a difference counts, or whether two numbers may be compared."""
        one, other = self.of(left), self.of(right)
        for side, has, unit in ((left, one, other), (right, other, one)):
            if has in (None, ANY):
                self._use(side, unit)
        if one is None or other is None:
            known = one or other
            return known if known and known is not ANY and self.units.is_alone(known) else None
        if ANY in (one, other):
            return one if other is ANY else other
        units = self.units
        meet = {"+": units.sum, "-": units.difference}.get(sign, units.compare)
        if made := meet(one, other):
            return made if isinstance(made, Unit) else None
        message = f"{one.name} and {other.name} are not {_MET[sign]}"
        raise self._mistake(part, message, one, other)

    def common(self, *parts: tree.Expression) -> Counted:
        """What several numbers count, if it is the same."""
        every = {self.of(part) for part in parts} - {ANY}
        return every.pop() if len(every) == 1 else None if every else ANY

    def _product(self, sign: str, one: Counted, other: Counted) -> Counted:
        """What a product or a quotient counts: a pure factor changes no unit."""
        if one is None or other is None or sign in ("**", "~"):
            return None
        if made := self.units.by_rate(sign, one, other):
            return made
        if one.pure and other.pure:
            return None
        if (
            other is ANY
            or other.pure
            or (sign in "//" and not one.pure and not self.units.fit(one, other))
        ):
            return one  # so much for each of the other
        return other if sign == "*" and (one is ANY or one.pure) else None

    def _mistake(self, part: tree.Expression, message: str, has: Unit, needed: Unit) -> Mistake:
        """A mistake of units at a part, with the rule that converts one into the other."""
        ways = (conversion(self.book, a, b) for a, b in ((has, needed), (needed, has)))
        hint = next(filter(None, (has.hint, needed.hint, *ways)), "")
        blame(error := Mistake(message, hint), part)
        return error


# Each receives only parts of the type that it is listed for.
CASES: Mapping[type[tree.Expression], Callable[[UnitInference, Any], Counted]] = {
    tree.Constant: lambda _, part: None if isinstance(part.value, bool) else ANY,
    tree.Variable: UnitInference.named_of,
    tree.Attribute: UnitInference.named_of,
    tree.Subscript: UnitInference.item_of,
    tree.Call: UnitInference.called_of,
    tree.Filter: UnitInference.filtered_of,
    tree.Operation: UnitInference.operation_of,
    tree.Comparison: UnitInference.comparison_of,
    tree.Negative: lambda units, part: units.of(part.operand),
    tree.Choice: UnitInference.choice_of,
    tree.Sequence: lambda units, part: units.common(*part.items),
}


def _figure(book: Book, name: str) -> RowRule | None:
    """The rule that a dotted name has of a row."""
    row, _, figure = name.rpartition(".")
    record = book.member(row)
    return record.figures.get(figure) if isinstance(record, Record) else None


def unit_of_answer(book: Book, rule: str, given: Iterable[object]) -> Counted:
    """What a rule's answer counts, which may go by what the rule is given: a system, a figure."""
    values, space = [*map(str, given)], rule.partition(".")[0]
    asked_with = (f"{of}({value})" for of in (rule, space) for value in values)
    return unit_of_name(book, rule) or book.units.of(*asked_with, *values)


@once_per_book
def unit_of_name(book: Book, name: str) -> Counted:
    """What a rule's answer counts, or a field of a row, by its dotted name; or a plain name."""
    space, _, rest = name.partition(".")
    member, _, column = rest.partition(".")
    if callable(book.member(f"{space}.{member}")):
        return book.units.of(name, member)
    if isinstance(row := book.member(f"{space}.{member}"), Record):
        if figure := row.figures.get(column):
            return unit_of_answer(book, figure.rule, figure.arguments)
        declared = book.units.of(name, f"{space}.{member}", f"{space}.{column}", column)
        return declared or _unit_of_row(book, row, column)
    return book.units.of(name.rpartition(".")[2])


def _unit_of_row(book: Book, row: Record, column: str) -> Counted:
    """What a number of a row counts by the row's own column `unit`: "meters per action"."""
    unit = row.fields.get("unit")
    if not isinstance(unit, str) or not is_number(row.fields.get(column)):
        return None
    word = unit.partition(" per ")[0]
    units = (each for each in book.units.declared.values() if not each.per)
    found = [each for each in units if word in each.words]
    return found[0] if len(found) == 1 else None


def quantities(book: Book) -> Iterator[str]:
    """Every name that a quantity of a book may have."""
    for answer in book.answers:
        yield from (f"{answer.__name__}.{each}" for each in dir(answer))
        yield from (f"{answer.__name__}.{each}" for each in answer.__annotations__)
    for space, members in book.namespaces.items():
        yield space  # in space("core"), what its rules answer that are asked with "core"
        for name, member in members.items():
            yield f"{space}.{name}"
            if callable(member):
                yield name
                inner: Iterable[str] = signature_of(member).parameters
            else:
                inner = member.fields if isinstance(member, Record) else ()
            for each in inner:
                yield from (each, f"{space}.{each}", f"{space}.{name}.{each}")


@once_per_book
def conversion(book: Book, has: Unit, needed: Unit) -> str:
    """The rule that makes one unit of another, if there is one."""
    for rule, name in book.rule_names.items():
        space, units = name.partition(".")[0], book.units
        taken = (units.of(f"{name}.{p}", f"{space}.{p}", p) for p in signature_of(rule).parameters)
        if unit_of_name(book, name) is needed and has in taken:
            return f"{name} makes {needed.name} of {has.name}"
    return ""
