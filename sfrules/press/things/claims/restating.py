"""Write another number the way that an author has written one: 52 as 51, "+1" as "+2"."""

from __future__ import annotations

import re
from fractions import Fraction

from sfrules.ground.formats import GROUPED_FROM, plain_number
from sfrules.ground.number_words import AGAIN, AS_MUCH, MINUS, TIMES, VULGAR, ending, plainly
from sfrules.press.things.claims.restating_words import in_words
from sfrules.press.things.claims.saying import ends_in

_SIGNS = rf"(?P<head>{TIMES}\s?)?(?P<sign>[-+{MINUS}]\s?)?"
_DIGITS = re.compile(
    rf"{_SIGNS}(?P<whole>\d[\d,_]*)(?:\.(?P<places>\d*))?"
    r"(?P<tail>\s*%|\s+percent|\s+per\s+cent|\s+times)?",
    re.ASCII | re.IGNORECASE,
)
_PARTED = re.compile(rf"{_SIGNS}(?:(?P<whole>\d+)\s)?\d+/\d+", re.ASCII)
_HALVED = re.compile(rf"{_SIGNS}\d*(?P<gap>\s?)[{''.join(VULGAR)}]", re.ASCII)
_PLACE = re.compile(r"(?P<whole>\d[\d,]*)(?:st|nd|rd|th)", re.IGNORECASE | re.ASCII)
_SIGN_OF_PART = {part: sign for sign, part in VULGAR.items()}
UNBROKEN = 5  # so many digits without a comma show that the author sets none


def restated(typed: str, number: Fraction) -> str | None:
    """A number in the manner of a typed one; None where that manner has no way to write it."""
    if found := AS_MUCH.fullmatch(typed):
        shown = None if plainly(typed) in AGAIN else restated(found["number"], number)
        return None if shown is None else shown + found["tail"]
    if found := _DIGITS.fullmatch(typed):
        return _in_digits(found, number)
    if found := _PARTED.fullmatch(typed):
        return _with_part(found, number)
    if found := _HALVED.fullmatch(typed):
        return _with_sign_of_part(found, number)
    if found := _PLACE.fullmatch(typed):
        return _as_place(found, number)
    return in_words(typed, number)


def restated_range(typed: str, low: Fraction, high: Fraction) -> str | None:
    """Other ends of a range, each in the manner of the one that is typed."""
    ends = ends_in(typed)
    if ends is None or low == high:
        return None
    first = restated(ends.low, low * 100 if ends.share_percent else low)
    last = restated(ends.high, high)
    return None if first is None or last is None else ends.opening + first + ends.joint + last


def _in_digits(found: re.Match[str], number: Fraction) -> str | None:
    tail = found["tail"] or ""
    shown = number * 100 if tail and "times" not in tail.lower() else number
    digits = _decimal(abs(shown), found["places"] or "")
    if digits is None:
        return None
    whole, point, places = digits.partition(".")
    return f"{_before(found, shown)}{grouped(whole, found['whole'])}{point}{places}{tail}"


def _decimal(number: Fraction, places: str) -> str | None:
    """A number's digits; as many places as before, if they ended in a nought and will do."""
    digits = plain_number(number)
    if "/" in digits:
        return None
    whole, _, rest = digits.partition(".")
    if places.endswith("0"):
        rest = rest.ljust(len(places), "0")
    return f"{whole}.{rest}" if rest else whole


def grouped(digits: str, typed: str) -> str:
    """Digits with commas where the author sets them; where that does not show, as the book does."""
    mark = next((mark for mark in ",_" if mark in typed), "")
    if not mark and len(typed) < UNBROKEN and int(digits) >= GROUPED_FROM:
        mark = ","
    return f"{int(digits):{mark}}"


def _before(found: re.Match[str], number: Fraction) -> str:
    """The sign of multiplication and that of the number, in the author's characters."""
    typed = found["sign"] or ""
    head, gap = found["head"] or "", typed[1:]
    if number < 0:
        return head + ("-" + gap if typed.startswith("-") else MINUS + gap)
    return head + (typed if typed.startswith("+") else "")


def _with_part(found: re.Match[str], number: Fraction) -> str:
    whole, rest = divmod(abs(number), 1)
    if found["whole"] and whole and rest:
        return f"{_before(found, number)}{whole} {rest}"
    return f"{_before(found, number)}{abs(number)}"


def _with_sign_of_part(found: re.Match[str], number: Fraction) -> str | None:
    whole, rest = divmod(abs(number), 1)
    if rest and rest not in _SIGN_OF_PART:
        digits = _decimal(abs(number), "")
        return None if digits is None else _before(found, number) + digits
    gap = found["gap"] if whole and rest else ""
    shown = f"{whole or ''}{gap}{_SIGN_OF_PART.get(rest, '')}"
    return _before(found, number) + (shown or "0")


def _as_place(found: re.Match[str], number: Fraction) -> str | None:
    if number.denominator != 1 or number < 1:
        return None
    return grouped(str(number), found["whole"]) + ending(int(number))
