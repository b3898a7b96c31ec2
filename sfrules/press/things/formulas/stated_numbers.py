"""The numbers in an author's formula: sums, products, powers, names, and the higher of several."""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from sfrules.ground.number_words import MINUS, TIMES, UNITS, VULGAR
from sfrules.press.expression.tree import (
    Choice,
    Constant,
    Expression,
    Extreme,
    Negative,
    Operation,
    Rounded,
    Rounding,
    Sign,
    Size,
    Variable,
    half_up,
    opposite,
)
from sfrules.press.things.formulas.formula_names import FormulaNames, OtherRule
from sfrules.press.things.formulas.stated_text import FormulaText, plain
from sfrules.press.things.formulas.wording import DIVIDED

_NUMBER = re.compile(
    r"\d+/[1-9]\d*(?![\d.^\u00b2\u00b3])|"
    rf"\d{{1,3}}(?:,\d{{3}})+(?!\d)|\d+(?:\.\d+)?[{''.join(VULGAR)}]?|[{''.join(VULGAR)}]"
)
_SIGNS: Mapping[str, Sign] = {
    "+": "+",
    "plus": "+",
    MINUS: "-",
    "-": "-",
    "minus": "-",
    TIMES: "*",
    "*": "*",
    "times": "*",
    DIVIDED: "/",
    "/": "/",
    "divided by": "/",
}
_SUMS = tuple(words for words, sign in _SIGNS.items() if sign in "+-")
_PRODUCTS = tuple(words for words, sign in _SIGNS.items() if sign in "*/")
_FACTORS: Mapping[str, int | Fraction] = {
    "half of": Fraction(1, 2),
    "half": Fraction(1, 2),
    "a third of": Fraction(1, 3),
    "a quarter of": Fraction(1, 4),
    "twice": 2,
    "double": 2,
    "three times": 3,
}
_EXTREMES: Mapping[str, bool] = {
    "the higher of": True,
    "the highest of": True,
    "the greater of": True,
    "the lower of": False,
    "the lowest of": False,
    "the lesser of": False,
}
_POWERS = {"\u00b2": 2, "\u00b3": 3, "squared": 2, "cubed": 3}
_ARTICLES = ("the", "your", "its", "their", "a", "an")
_ONLY = re.compile(r"\((?=[^()]*\bonly\s*\))", re.IGNORECASE)
ROUNDINGS: Mapping[str, Rounding] = {
    "rounded down": math.floor,
    "rounded up": math.ceil,
    "rounded to the nearest whole number, a half upwards": half_up,
    "rounded toward zero": math.trunc,
    "rounded towards zero": math.trunc,
}
BOUNDS: Mapping[str, bool] = {
    "at least": True,
    "no less than": True,
    "minimum": True,
    "at most": False,
    "no more than": False,
    "maximum": False,
}
NOTHING = Constant(0)
_ENDS = (*ROUNDINGS, *BOUNDS, "but", "otherwise", "else")


@dataclass
class Numbers(FormulaText, ABC):
    """Reads what stands for a number, from what binds loosest to what binds tightest."""

    names: FormulaNames = field(kw_only=True)
    own: Mapping[str, Variable] = field(kw_only=True)

    @abstractmethod
    def loose(self) -> Expression:
        """Anything that can stand in parentheses."""

    @abstractmethod
    def condition(self) -> Expression:
        """A condition."""

    def sum(self) -> Expression:
        """Products with + and − between them."""
        return self._row(self._product, _SUMS)

    def _product(self) -> Expression:
        """Numbers with × and ÷ between them; "(rounded down)" is for these alone."""
        value = self._row(self._signed, _PRODUCTS)
        place = self.place()
        if self.take("(") and (words := self.take(*ROUNDINGS)):
            self.close()
            return Rounded(ROUNDINGS[words], value)
        self.back(place)
        return value

    def _row(self, part: Callable[[], Expression], signs: tuple[str, ...]) -> Expression:
        left = part()
        while sign := self.take(*signs, kind="sign"):
            left = Operation(_SIGNS[sign], left, part())
        return left

    def _signed(self) -> Expression:
        if self.take(MINUS, "-", kind="minus"):
            operand = self._signed()
            return _turned(operand)
        if words := self.take(*_FACTORS):
            return _multiplied(_FACTORS[words], self._signed())
        return self._power()

    def _power(self) -> Expression:
        base = self._conditional()
        if words := self.take(*_POWERS):
            return Operation("**", base, Constant(_POWERS[words]))
        if self.take("^(", kind="power"):
            exponent = self.loose()
            if not self.take(")", kind="end of power"):
                raise self.wrong('")" is missing here')
            return Operation("**", base, exponent)
        if self.take("^", kind="power"):
            exponent = self._primary()
            end = len(self.text[: self.at].rstrip(" \t\n>"))
            self.mark("end of power", end, end)
            return Operation("**", base, exponent)
        return base

    def _conditional(self) -> Expression:
        """A part of the formula that counts in some case only: "class bonus (light armor only)"."""
        value = self._primary()
        if self.take("without its sign"):
            return Size(value)
        if self.take("(only when", "(only if", "(only"):
            condition = self.condition()
        elif self.take("(except when", "(except if", "(except"):
            condition = opposite(self.condition())
        elif self.match(_ONLY):
            short = self.one_of(self.names.short_conditions)
            condition = self.names.short_conditions[plain(short)] if short else self.condition()
            self.take("only")
        else:
            return value
        self.close()
        return Choice(condition, value, NOTHING)

    def _primary(self) -> Expression:
        """A number, a name, something in parentheses, or one of several numbers."""
        if words := self.one_of([*self.own, *self.names.meanings], "term"):
            return self._named(plain(words))
        if number := self.match(_NUMBER):
            return self._number(number)
        if word := self.take(*UNITS):
            return Constant(UNITS.index(word))
        if self.take("("):
            inside = self.loose()
            self.close()
            return inside
        return self._of_several()

    def _of_several(self) -> Expression:
        """One of several numbers, or what is between two; or a name behind an article."""
        if words := self.take(*_EXTREMES):
            return Extreme(_EXTREMES[words], self._several())
        if self.take("the difference between"):
            left, right = self._two()
            return Size(Operation("-", left, right))
        if self.take("the remainder of"):
            return self._remainder()
        if self.one_of(_ARTICLES):
            return self._primary()
        raise self.unknown(self.names.meanings, self.names.few)

    def _number(self, written: str) -> Expression:
        vulgar = VULGAR.get(written[-1], Fraction(0))
        digits = written.rstrip("".join(VULGAR)).replace(",", "")
        number = Fraction(digits or 0) + vulgar
        if not self.take("%"):
            return _constant(number)
        number /= 100
        return _multiplied(number, self._signed()) if self.take("of") else _constant(number)

    def _remainder(self) -> Expression:
        start, found = self.at, self._product()
        if not isinstance(found, Operation) or found.sign != "/":
            raise self.wrong("the remainder of what division?", "say it as 7 ÷ 3", start)
        return replace(found, sign="%")

    def _two(self) -> tuple[Expression, Expression]:
        start, several = self.at, self._several()
        if len(several) != len(("left", "right")):
            raise self.wrong("a difference is between two", start=start)
        return several[0], several[1]

    def _several(self) -> tuple[Expression, ...]:
        """Numbers with commas and "and" between them; it is plain where the last one ends."""
        each = [self.sum()]
        while not self.sees("and"):
            place = self.place()
            if not self.take(",") or self.sees(*_ENDS):
                self.back(place)
                raise self.wrong('"and" is missing here')
            each.append(self.sum())
        self.take(",")
        self.take("and")
        start = self.at
        each.append(self.sum())
        if self.has_signs(start):
            hint = 'put parentheses around "the higher of a and b", or around what follows "and"'
            raise self.wrong("does the rest belong to the last of these?", hint, start)
        return tuple(each)

    # Names

    def _named(self, name: str) -> Expression:
        if name in self.own:
            return self.own[name]
        meanings = self.names.meanings[name]
        if len(meanings) > 1:
            hint = "give one of them words of its own in the glossary"
            raise self.wrong(f'several things are called "{name}"', hint)
        meaning = meanings[0]
        if isinstance(meaning, Expression):
            return meaning
        start, given = self.at, self._given(meaning)
        call = meaning.called(given, self.names.parameters)
        if isinstance(call, str):
            words = self.names.say(call, meaning.rule)
            raise self.wrong(f"{name} goes by {words}", f"say {name} (with … as {words})", start)
        return call

    def _given(self, other: OtherRule) -> dict[str, Expression]:
        """What a rule is called with, if that is said: "speed (with 0 as bonus)"."""
        given: dict[str, Expression] = {}
        if not self.take("(with"):
            return given
        parameters = {plain(self.names.say(name, other.rule)): name for name in other.parameters}
        while True:
            value = self.sum()
            self.take("as")
            words = self.one_of(parameters)
            if not words:
                raise self.unknown(parameters, parameters)
            given[parameters[plain(words)]] = value
            if not self.take(",", "and"):
                self.close()
                return given


def _constant(number: Fraction) -> Constant:
    return Constant(number.numerator if number.denominator == 1 else number)


def _turned(operand: Expression) -> Expression:
    if isinstance(operand, Constant) and isinstance(operand.value, int | Fraction):
        return Constant(-operand.value)
    return Negative(operand)


def _multiplied(factor: int | Fraction, operand: Expression) -> Expression:
    """A share as a division, which is how rules say it."""
    share = Fraction(factor)
    if share.numerator == 1 and share.denominator > 1:
        return Operation("/", operand, Constant(share.denominator))
    return Operation("*", _constant(share), operand)
