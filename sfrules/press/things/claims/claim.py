"""A number that the author typed: what it says, and the rule's answer that it must agree with."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from numbers import Rational
from typing import TypeGuard

from sfrules.ground.formats import format_value, plain_number
from sfrules.ground.number_words import LONGEST, PERCENT, die_in, exact, number_in, plainly
from sfrules.ground.problems import Mistake
from sfrules.press.things.thing import Desk, Kind, text_of


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
        AT_LEAST: "at least, no fewer than, no less than, not less than, no lower than, "
        "a minimum of",
        AT_MOST: "at most, up to, no more than, not more than, no higher than, no greater than, "
        "up to a maximum of, a maximum of",
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
# "cannot have more than 3", which says as much as "at most 3".
_NOT = {MORE_THAN: AT_MOST, LESS_THAN: AT_LEAST}
_DENIED = re.compile(
    r"(?:cannot|can['\u2019]t|never|not)\s+(?:(?!more|less|fewer|over|under|above|below)\w+\s+){1,2}"
    r"(?P<rest>(?:more|less|fewer|over|under|above|below)\b.+)",
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
    if found := _DENIED.fullmatch(plain):
        denied = saying(found["rest"])
        return Saying(_NOT[denied.form], denied.number) if denied and denied.form in _NOT else None
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
    """A range as it is typed: what opens it, and its two numbers."""

    opening: str
    low: str
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


def _halves(text: str, opening: re.Pattern[str], joint: re.Pattern[str]) -> Iterator[RangeEnds]:
    """The text on either side of each joint; the text has at most a few hundred characters."""
    if opened := opening.match(text):
        for found in joint.finditer(text, opened.end()):
            low, high = text[opened.end() : found.start()], text[found.end() :]
            yield RangeEnds(opened.group(), low, high)


@dataclass(frozen=True)
class Claim:
    """What a page prints, what the rule answers, and the reason if they differ on purpose.

    `within` is how far off the computed number may be, as the author typed it.
    """

    printed: object
    computed: object
    because: str = ""
    within: object = None

    @property
    def agrees(self) -> bool:
        """Whether what is printed is true of what is computed, exactly."""
        return same(self.printed, self.computed, self.within)

    @property
    def holds(self) -> bool:
        """Whether the claim may stand: it agrees, or it says why it does not."""
        return self.agrees != bool(self.because)

    @property
    def said(self) -> Saying | None:
        """What the printed text says of a number; None where it says nothing about one."""
        return said(self.printed)

    @property
    def of_numbers(self) -> bool:
        """Whether the rule answers with a number, or with several."""
        return is_number(self.computed) or several(self.computed) is not None


class Disagreement(Mistake):
    """A typed number that is not the computed one, or a reason given where both are the same.

    `subject` is what the number is of, where that is not the claim's own expression.
    """

    def __init__(self, claim: Claim, subject: str = "", parameter: str = "") -> None:
        super().__init__("the page and the rule disagree", parameter=parameter)
        self.claim = claim
        self.subject = subject


def is_number(value: object) -> TypeGuard[Rational]:
    """Whether a value is a number; true and false are not."""
    return type(value) is int or (isinstance(value, Rational) and not isinstance(value, bool))


def several(value: object) -> list[Fraction] | None:
    """The numbers of a sequence of numbers; None for anything else."""
    if not isinstance(value, list | tuple | range) or not all(map(is_number, map(exact, value))):
        return None
    return [Fraction(exact(each)) for each in value]


def said(printed: object) -> Saying | None:
    """What a typed value says of a number; the value is a text or itself a number."""
    if isinstance(printed, str):
        return saying(printed)
    return Saying(EXACTLY, Fraction(printed)) if is_number(printed) else None


def same(printed: object, computed: object, within: object = None) -> bool:
    """Whether a typed value is true of a computed one: numbers as numbers, text as text."""
    if isinstance(printed, bool) or isinstance(computed, bool):
        return printed is computed
    if isinstance(printed, str) and isinstance(computed, str):
        return printed == computed or die_in(printed) == computed
    if isinstance(printed, str) or within is not None:
        return _holds(said(printed), computed, within)
    if isinstance(printed, list | tuple) and isinstance(computed, list | tuple | range):
        return len(printed) == len(computed) and all(map(same, printed, computed))
    return printed == computed


def _holds(claimed: Saying | None, computed: object, within: object) -> bool:
    if claimed is None:
        return False
    if (numbers := several(computed)) is not None:
        return claimed.holds_of_all(numbers)
    near = None if within is None else _tolerance(within, claimed.number)
    return is_number(computed) and claimed.holds(Fraction(computed), near)


def _tolerance(within: object, number: Fraction) -> Fraction:
    """How far off a number may be; a percentage is a share of the typed number."""
    share = Fraction((number_in(within) or 0) if isinstance(within, str) else exact(within))
    return abs(share * number) if _is_percentage(within) else share


def _is_percentage(value: object) -> bool:
    return isinstance(value, str) and PERCENT.fullmatch(value.strip()) is not None


def check_comparable(claim: Claim) -> None:
    """Refuse a claim that says too little, or too much, to be compared with a number."""
    claimed = claim.said
    if claim.within is not None:
        _check_tolerance(claim, claimed)
    elif claimed and claimed.form.hedged and claim.of_numbers:
        message = f'"{claim.printed}" says too little to be checked: how far off may it be?'
        raise Mistake(message, "add within=, such as within=0.05", "printed")


def _check_tolerance(claim: Claim, claimed: Saying | None) -> None:
    within = exact(claim.within)
    number = number_in(within) if isinstance(within, str) else within
    if not is_number(number) or number < 0:
        raise Mistake("within is a number from 0 on", 'such as 2, 0.05 or "5%"', "within")
    if claimed is None or claimed.other_end is not None:
        raise Mistake("within= goes with one number", "leave within= out", "within")
    if claimed.form == EXACTLY:
        message = f"{claim.printed} is exact: within= goes with about, nearly or just over"
        hint = f"say that it is about {claim.printed}, or leave within= out"
        raise Mistake(message, hint, "printed")
    if _is_percentage(within) and _is_percentage(claim.printed):
        message = f"{within} may be points, or a share of {claim.printed}"
        raise Mistake(message, "write it as a number: 0.05 is five points", "within")
    most = farthest_off(str(claim.printed), claimed.number)
    if claimed.form.hedged and _tolerance(claim.within, claimed.number) > most:
        shown = within if isinstance(within, str) else plain_number(number)
        message = f"{shown} is too far off for {claim.printed}"
        hint = f"within= is at most {_rounded_down(most)}; or say a nearer number"
        raise Mistake(message, hint, "within")


def _rounded_down(number: Fraction) -> str:
    """A number in digits, and no larger than it is."""
    exactly = plain_number(number)
    return plain_number(number - number % Fraction(1, 10_000)) if "/" in exactly else exactly


def printed(
    _desk: Desk, printed: object, computed: object, because: str = "", within: object = None
) -> Claim:
    """A number that the author typed; the page stands only if it holds of the computed one."""
    for value in (printed, computed):
        format_value(value)
    claim = Claim(exact(printed), exact(computed), text_of(because, "because").strip(), within)
    check_comparable(claim)
    if not claim.holds:
        raise Disagreement(claim)
    return claim


CLAIM = Kind(
    name="claim",
    makes=Claim,
    html=lambda claim, _page: format_value(claim.printed),
    macros=(printed,),
    stands="text",
    text=lambda claim: format_value(claim.printed),
    kept=True,
    because=lambda claim: claim.because,
)
