"""Read a formula as an author states it: "AC = 10 + armor + class bonus (light armor only)".

The reading gives the expression that the reading of the rule's code gives, so that the two can be
held against each other. What readers of the page could take in two ways is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from sfrules.press.expression.tree import (
    Bounded,
    Choice,
    Comparison,
    Constant,
    Definition,
    Expression,
    Extreme,
    Joined,
    Operation,
    Rounded,
    Variable,
    every_part,
    is_condition,
    opposite,
)
from sfrules.press.things.formulas.formula_names import FormulaNames, inlined
from sfrules.press.things.formulas.stated_numbers import BOUNDS, NOTHING, ROUNDINGS, Numbers
from sfrules.press.things.formulas.stated_text import WORD, Misread, plain
from sfrules.press.things.formulas.wording import Fragments

_WHERE = re.compile(
    r"(?:(?<=[,;])\s*|\n[ \t>]*)(?P<where>where)\s+(?P<name>[^=\n]+?)\s*(?P<joint>=|\bis\b)",
    re.IGNORECASE,
)
_RELATIONS: Mapping[str, str] = {
    "is at least": ">=",
    "is no less than": ">=",
    "is at most": "<=",
    "is no more than": "<=",
    "is above": ">",
    "is more than": ">",
    "is below": "<",
    "is less than": "<",
    "is not": "!=",
    "is": "==",
}


@dataclass(frozen=True)
class Stated:
    """A formula as an author states it: its lines as they are drawn, and what it says."""

    lines: tuple[Fragments, ...]
    expression: Expression


def read_stated(text: str, names: FormulaNames) -> Stated:
    """What an author's formula says of a rule.

    Raises:
        Misread: at the first place that cannot be read.
    """
    wheres = list(_WHERE.finditer(text))
    ends = [*(where.start() for where in wheres), len(text)]
    # No parameter's identifier has a blank in front.
    own = {plain(where["name"]): Variable(where["name"], f" {where['name']}") for where in wheres}
    first = _Grammar(text, 0, ends[0], names=names, own=own)
    expression = first.whole()
    lines, definitions = [first.line(first.start)], []
    for where, end in zip(wheres, ends[1:], strict=True):
        grammar = _Grammar(text, where.end(), end, names=names, own=own)
        grammar.mark("name", *where.span("name"))
        if where["joint"] == "=":
            grammar.mark("sign", *where.span("joint"))
        definitions.append(Definition(own[plain(where["name"])], grammar.alone()))
        lines.append(grammar.line(where.start("where")))
    for where, definition in zip(wheres, definitions, strict=True):
        if _goes_in_a_circle(definition, definitions):
            raise Misread("this is defined by itself", "", where.span("name"))
        meanings = [each.expression for each in definitions if each is not definition]
        used = (part for each in (expression, *meanings) for part in every_part(each))
        if definition.quantity not in used:
            raise Misread("the formula does not use this", "leave it out", where.span("name"))
    return Stated(tuple(lines), inlined(expression, definitions))


def _goes_in_a_circle(definition: Definition, every: Iterable[Definition]) -> bool:
    meanings = {each.quantity: each.expression for each in every}
    waiting, seen = [definition.expression], set[Expression]()
    while waiting:
        new = {part for part in every_part(waiting.pop()) if part in meanings} - seen
        seen |= new
        waiting.extend(meanings[part] for part in new)
    return definition.quantity in seen


@dataclass
class _Grammar(Numbers):
    """The grammar of formulas, from what binds loosest to what binds tightest."""

    def whole(self) -> Expression:
        """The name of the rule, and what it is."""
        start = self.at
        if not self.one_of(self.names.own, "name"):
            hint = f"write {self.names.title} = …"
            raise self.wrong("a formula begins with the name of its rule", hint, start)
        if not (self.take("=", kind="sign") or self.take("when", "if", "is")):
            raise self.wrong('"=" is missing here, or "when" before a condition')
        return self.alone()

    def alone(self) -> Expression:
        """An expression up to the end of the stretch."""
        found = self.loose()
        self.take(".", ",", ";")
        if self.at < self.end:
            raise self.wrong("this cannot be read as a part of the formula")
        return found

    def loose(self) -> Expression:
        """A number or a condition, with its rounding, its bounds, and the case that it is for."""
        return self._held(self._case())

    def _case(self) -> Expression:
        """A value, and when it counts; what is said behind the last of several goes for all."""
        start, plain_value = self.at, self.condition()
        place = self.place()
        value = self._held(plain_value)
        if self.take(", only when", ", only if"):
            return Choice(self.condition(), value, NOTHING)
        if self.take("only when", "only if", "only"):
            if isinstance(value, Operation) and value.sign in "+-" and self.has_signs(start):
                hint = "put what counts behind its condition: armor (only when …)"
                raise self.wrong("does this go for all that stands before it?", hint, start)
            return Choice(self.condition(), value, NOTHING)
        if not (self.take(", if", "when", "if") or self._sees_phrase()):
            self.back(place)
            return plain_value
        condition, at = self.condition(), self.at
        self.take(";", ",")
        if not self.take("otherwise", "else"):
            hint = 'say "; otherwise …" behind it, or "only when"'
            raise self.wrong("what is it otherwise?", hint, at)
        return Choice(condition, value, self._case())

    def _sees_phrase(self) -> bool:
        return self.sees(*self.names.conditions)

    def _held(self, value: Expression) -> Expression:
        """A value with what is said behind it: ", rounded down, but at least 1"."""
        while True:
            place = self.place()
            opened = self.take("(")
            if not opened:
                self.take(",", ";")
            self.take("but", "and")
            if words := self.take(*ROUNDINGS):
                value = Rounded(ROUNDINGS[words], value)
            elif words := self.take(*BOUNDS):
                value = _within(value, self.sum(), lowest=BOUNDS[words])
            else:
                self.back(place)
                return value
            if opened:
                self.close()

    # Conditions

    def condition(self) -> Expression:
        """Comparisons joined by and, or by or; a number, where nothing is compared."""
        first = self._comparison()
        word = self.take("and", "or") if is_condition(first) else ""
        if not word:
            return first
        each = [first, self._yes_or_no()]
        while self.take(word):
            each.append(self._yes_or_no())
        if self.sees("and", "or"):
            hint = "put what goes together in parentheses"
            raise self.wrong('which goes first, the "and" or the "or"?', hint)
        return Joined("and" if word == "and" else "or", tuple(each))

    def _yes_or_no(self) -> Expression:
        start, found = self.at, self._comparison()
        if not is_condition(found):
            raise self.wrong("a condition is needed here", start=start)
        return found

    def _comparison(self) -> Expression:
        if self.take("not"):
            return opposite(self._yes_or_no())
        if phrase := self.one_of(self.names.conditions):
            return self.names.conditions[plain(phrase)]
        left = self.sum()
        relation = self.take(*_RELATIONS)
        if not relation:
            return left
        return Comparison(_RELATIONS[relation], left, self._compared_with(left))

    def _compared_with(self, left: Expression) -> Expression:
        """A number, or a word that a parameter may be."""
        place = self.place()
        try:
            return self.sum()
        except Misread:
            self.back(place)
            if isinstance(left, Variable) and (word := self.match(WORD)):
                return Constant(word)
            raise


def _within(value: Expression, bound: Expression, *, lowest: bool) -> Expression:
    """A value held to a bound; a second bound joins the first where they are in order."""
    if not isinstance(bound, Constant):
        return Extreme(lowest, (value, bound))
    if lowest:
        return Bounded(value, at_least=bound)
    match value:
        case Bounded(at_least=Constant() as least, at_most=None):
            if Fraction(least.value) <= Fraction(bound.value):
                return replace(value, at_most=bound)
    return Bounded(value, at_most=bound)
