"""A number that the author typed, and the rule's answer that it must agree with."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from numbers import Rational
from typing import TypeGuard

from sfrules.ground.formats import format_value, plain_number
from sfrules.ground.number_words import PERCENT, exact, number_in
from sfrules.ground.problems import Mistake
from sfrules.press.things.claims.saying import EXACTLY, Saying, farthest_off, saying
from sfrules.press.things.thing import Desk, Kind, text_of


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
    return isinstance(value, Rational) and not isinstance(value, bool)


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
        return printed == computed
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
    return plain_number(Fraction(int(number * 10_000), 10_000)) if "/" in exactly else exactly


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
