"""What a typed text says of a number: that it equals one, is near one, or lies in a range."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

from sfrules.ground.number_words import LONGEST, PERCENT, number_in, plainly


@dataclass(frozen=True)
class Form:
    """A way of stating a number: how a value compares with it, and whether it must say how near."""

    test: Callable[[Fraction, Fraction], bool]
    hedged: bool = False


EXACTLY, ABOUT = Form(operator.eq), Form(lambda _value, _number: True, hedged=True)
AT_LEAST, AT_MOST = Form(operator.ge), Form(operator.le)
MORE_THAN, LESS_THAN = Form(operator.gt), Form(operator.lt)
JUST_OVER, JUST_UNDER = Form(operator.gt, hedged=True), Form(operator.lt, hedged=True)


def _forms(phrases: Mapping[Form, str]) -> dict[str, Form]:
    return {phrase: form for form, listed in phrases.items() for phrase in listed.split(", ")}


BEFORE = _forms(
    {
        ABOUT: "about, roughly, around, approximately, some",
        JUST_UNDER: "nearly, almost, not quite, just under, just below, a little under, "
        "a little less than, slightly under, slightly less than",
        JUST_OVER: "just over, just above, a little over, a little more than, slightly over, "
        "slightly more than",
        AT_LEAST: "at least, no fewer than, no less than, not less than, no lower than",
        AT_MOST: "at most, up to, no more than, not more than, no higher than, no greater than",
        MORE_THAN: "more than, over, above",
        LESS_THAN: "less than, fewer than, under, below",
    }
)
BEHIND = _forms(
    {
        AT_LEAST: "or more, or higher, or greater, or better, or above, or over, at least",
        AT_MOST: "or less, or fewer, or lower, or below, or under, at most",
    }
)


@dataclass(frozen=True)
class Saying:
    """What a text says: a form and its number, or the two ends of a range."""

    form: Form
    number: Fraction
    other_end: Fraction | None = None

    def holds(self, value: Fraction, within: Fraction | None) -> bool:
        """Whether it is true of a number; with `within`, only if the number is that near."""
        if self.other_end is not None:
            return self.number <= value <= self.other_end
        test = ABOUT.test if within is not None and self.form is EXACTLY else self.form.test
        near = within is None or abs(value - self.number) <= within
        return near and test(value, self.number)

    def holds_of_all(self, values: list[Fraction]) -> bool:
        """Whether a range goes exactly from the least to the greatest of several numbers."""
        ends = (self.number, self.other_end)
        return bool(values) and (min(values), max(values)) == ends


_PLACES = re.compile(r"\d\.(?P<places>\d+)")
_OFF = Fraction(1, 5)  # of a number: whatever is farther off is no longer near it


def farthest_off(text: str, number: Fraction) -> Fraction:
    """How far from a number that a text says near it can be: half of its last place.

    The zeros that a whole number ends in may have been rounded: "about 60" is within 5 of it. Near
    a third is within half of a third. But nothing is near that is off by more than a fifth.
    """
    share = 100 if PERCENT.fullmatch(text.strip()) else 1
    shown = number * share
    if found := _PLACES.search(text):
        unit = Fraction(1, 10 ** len(found["places"]))
    elif shown.denominator == 1:
        digits = str(shown.numerator)
        unit = Fraction(10 ** (len(digits) - len(digits.rstrip("0")))) if number else Fraction(1)
    else:
        unit = Fraction(1, shown.denominator)
    half = unit / 2 / share
    return min(half, abs(number) * _OFF) if number else half


def any_of(phrases: Iterable[str]) -> str:
    """A pattern for any of some phrases, the longest first."""
    longest_first = sorted(phrases, key=len, reverse=True)
    return "|".join(phrase.replace(" ", r"\s+") for phrase in longest_first)


_HEAD = re.compile(rf"(?P<form>{any_of(BEFORE)})\s+(?P<number>.+)", re.IGNORECASE | re.DOTALL)
_TAIL = re.compile(
    rf"(?P<number>.*\S)(?:\s+(?P<form>{any_of(BEHIND)})|\s*(?P<plus>\+))",
    re.IGNORECASE | re.DOTALL,
)
_BETWEEN = re.compile(r"between\s+", re.IGNORECASE)
_FROM = re.compile(r"(?:from\s+)?", re.IGNORECASE)
_AND = re.compile(r"\s+and\s+", re.IGNORECASE)
_TO = re.compile(r"\s+to\s+|\s*\N{EN DASH}\s*|(?<=[\d%])\s*-\s*(?=[\d½¼¾])", re.IGNORECASE)


def saying(text: str) -> Saying | None:
    """What a text says of a number; None for a text that says nothing about one."""
    plain = text.strip()
    if not plain or len(plain) > LONGEST:
        return None
    if (number := number_in(plain)) is not None:
        return Saying(EXACTLY, number)
    if found := _HEAD.fullmatch(plain):
        form = BEFORE[plainly(found["form"])]
    elif found := _TAIL.fullmatch(plain):
        form = AT_LEAST if found["plus"] else BEHIND[plainly(found["form"])]
    else:
        return _range(plain)
    number = number_in(found["number"])
    return None if number is None else Saying(form, number)


def _range(text: str) -> Saying | None:
    ends = ends_in(text)
    low, high = map(number_in, ends.said) if ends else (None, None)
    return None if low is None or high is None else Saying(EXACTLY, low, high)


@dataclass(frozen=True)
class RangeEnds:
    """A range as it is typed: what opens it, its two numbers, and what joins them."""

    opening: str
    low: str
    joint: str
    high: str

    @property
    def share_percent(self) -> bool:
        """Whether only the second number has a percent sign: 60–70%."""
        return bool(PERCENT.fullmatch(self.high)) and not PERCENT.fullmatch(self.low)

    @property
    def said(self) -> tuple[str, str]:
        """The two numbers, each with its percent sign."""
        return (f"{self.low}%" if self.share_percent else self.low), self.high


def ends_in(text: str) -> RangeEnds | None:
    """The ends of a range: between 11 and 17, from 11 to 17, 11–17."""
    for ends in chain(_halves(text, _BETWEEN, _AND), _halves(text, _FROM, _TO)):
        if all(number_in(end) is not None for end in (ends.low, ends.high)):
            return ends
    return None


def is_from_to(text: str) -> bool:
    """Whether a text is a range that goes from one number to another: not what lies between."""
    ends = ends_in(text)
    return ends is not None and not _BETWEEN.match(ends.opening)


def _halves(text: str, opening: re.Pattern[str], joint: re.Pattern[str]) -> Iterator[RangeEnds]:
    """The text on either side of each joint; the text has at most a few hundred characters."""
    if opened := opening.match(text):
        for found in joint.finditer(text, opened.end()):
            low, high = text[opened.end() : found.start()], text[found.end() :]
            yield RangeEnds(opened.group(), low, found.group(), high)
