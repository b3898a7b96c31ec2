"""Write another number in the way that an author wrote one: 52 as 51, "two" as "three"."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from sfrules.ground.formats import GROUPED_FROM, format_value, plain_number
from sfrules.ground.number_words import (
    AGAIN,
    AS_MUCH,
    CARDINALS,
    CHANCE,
    MINUS,
    MULTIPLES,
    ORDINALS,
    PERCENT,
    TIMES,
    VULGAR,
    ending,
    is_composed,
    number_in,
    plainly,
    share_in,
)
from sfrules.press.things.claims.claim import Claim, ends_in, is_number, several

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
CURRENCIES = tuple("$€£¥₹")
UNBROKEN = 5  # digits: where so many have no comma, the author uses none
QUARTERS = 4  # the smallest parts beside a whole number that are written in words
SMALLEST_PART = 12  # a twelfth still reads as a word; a seventeenth is better in digits
_SIGNED = re.compile(r"(?P<sign>minus|plus)\s+(?P<rest>.+)", re.IGNORECASE | re.DOTALL)
_PLACES = {word.replace("-", " ") for word in ORDINALS}
_TIMES: Mapping[Fraction | int, str] = {2: "twice", 3: "thrice"}
_FOLD: Mapping[Fraction | int, str] = {2: "double", 3: "triple", 4: "quadruple"}


def answer_said(typed: str, claim: Claim) -> str | None:
    """The answer of a claim in the manner of a typed text, its blanks with it; None if none holds.

    An answer that is a text, such as that of a filter, is said as it is.
    """
    core, text = typed.strip(), None
    numbers = several(claim.computed)
    if isinstance(claim.computed, str):
        return claim.computed if Claim(claim.computed, claim.computed).holds else None
    if claim.said and claim.said.other_end is not None:
        text = restated_range(core, min(numbers), max(numbers)) if numbers else None
    elif is_number(claim.computed):
        text = restated(core, Fraction(claim.computed))
    if text is None or not Claim(text, claim.computed).holds:
        return None
    return typed.replace(core, text)


def restated(typed: str, number: Fraction) -> str | None:
    """A number in the manner of a typed one; None where it cannot be written in that manner."""
    if is_composed(typed):
        return None
    if typed[:1] in CURRENCIES:
        shown = restated(typed[1:], number)
        return shown and typed[:1] + shown
    for pattern, restate in MANNERS:
        if found := pattern.fullmatch(typed):
            return restate(found, number)
    return _in_words(typed, number)


def restated_range(typed: str, low: Fraction, high: Fraction) -> str | None:
    """A range with other ends, each in the manner of the typed one."""
    ends = ends_in(typed)
    if ends is None or low == high:
        return None
    first = restated(ends.low, low * 100 if ends.share_percent else low)
    last = restated(ends.high, high)
    return None if first is None or last is None else ends.opening + first + ends.joint + last


def _as_much(found: re.Match[str], number: Fraction) -> str | None:
    shown = None if plainly(found[0]) in AGAIN else restated(found["number"], number)
    return shown and shown + found["tail"]


def _in_digits(found: re.Match[str], number: Fraction) -> str | None:
    """A number's digits; with at least as many places as before, if those ended in a zero."""
    tail, places = found["tail"] or "", found["places"] or ""
    shown = number * 100 if tail and "times" not in tail.lower() else number
    whole, _, rest = plain_number(abs(shown)).partition(".")
    if "/" in whole:
        return None
    if places.endswith("0"):
        rest = rest.ljust(len(places), "0")
    decimals = f".{rest}" if rest else ""
    return f"{_before(found, shown)}{_grouped(whole, found['whole'])}{decimals}{tail}"


def _grouped(digits: str, typed: str) -> str:
    """Digits with the author's separator; where none shows whether there is one, the book's."""
    mark = next((mark for mark in ",_" if mark in typed), "")
    if not mark and len(typed) < UNBROKEN and int(digits) >= GROUPED_FROM:
        mark = ","
    return f"{int(digits):{mark}}"


def _before(found: re.Match[str], number: Fraction) -> str:
    """The multiplication sign and the sign of the number, in the author's characters."""
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
        digits = plain_number(abs(number))
        return None if "/" in digits else _before(found, number) + digits
    gap = found["gap"] if whole and rest else ""
    shown = f"{whole or ''}{gap}{_SIGN_OF_PART.get(rest, '')}"
    return _before(found, number) + (shown or "0")


def _as_place(found: re.Match[str], number: Fraction) -> str | None:
    whole = number.denominator == 1 and number >= 1
    return _grouped(str(number), found["whole"]) + ending(int(number)) if whole else None


def _chance(found: re.Match[str], number: Fraction) -> str | None:
    """One in six, 3 out of 4: out of as many as before, or else in lowest terms."""
    if not 0 <= number <= 1 or number_in(found["part"]) is None:
        return None
    before = number_in(found["whole"]) or 1
    whole = int(before if (number * before).denominator == 1 else number.denominator)
    part = int(number * whole)
    if found["whole"].isdigit():
        return f"{part}{found['joint']}{whole}"
    if whole >= len(CARDINALS):
        return None
    return _capital(found[0], f"{CARDINALS[part]}{found['joint']}{CARDINALS[whole]}")


def _percent(found: re.Match[str], number: Fraction) -> str | None:
    shown = _in_words(found["number"], number * 100)
    return shown and shown + found[0][found.end("number") :]


def _in_words(typed: str, number: Fraction) -> str | None:
    """A number in the manner of one typed in words, with its sign and its capital letter."""
    sign, rest = "", typed
    if signed := _SIGNED.fullmatch(typed):
        sign = "minus " if number < 0 else "plus " if signed["sign"].lower() == "plus" else ""
        rest, number = signed["rest"], abs(number)
    shown = _unsigned(plainly(rest), number)
    return shown and _capital(typed, sign + shown)


def _capital(typed: str, shown: str) -> str:
    if typed.isupper():
        return shown.upper()
    return shown[:1].upper() + shown[1:] if typed[:1].isupper() else shown


def _unsigned(typed: str, number: Fraction) -> str | None:
    """A number as a multiple, an ordinal, a fraction or a count, whichever was typed."""
    if typed in MULTIPLES:
        return _multiple(typed, number)
    if typed.endswith(" times"):
        return _times(number)
    spaced = typed.replace("-", " ")
    if spaced in _PLACES:
        return _place(number)
    return _count(number) if share_in(spaced) is None else _share(typed, number)


def _multiple(typed: str, number: Fraction) -> str | None:
    if typed == "treble" or typed in _FOLD.values():
        return _FOLD.get(number)
    return _TIMES.get(number) or (_times(number) if number > 1 else None)


def _times(number: Fraction) -> str | None:
    count = _count(number)
    return count and f"{count} times"


def _place(number: Fraction) -> str | None:
    if number.denominator != 1 or number < 1:
        return None
    place = int(number)
    return ORDINALS[place] if place < len(ORDINALS) else format_value(place) + ending(place)


def _share(typed: str, number: Fraction) -> str | None:
    if not 0 < number < 1:
        return None
    one = "one" if typed.startswith("one") else "a"
    if number == Fraction(1, 2) and typed in ("half", "quarter"):
        return "half"
    return _part(number, one, "-" if "-" in typed else " ") or _decimal_in_words(number)


def _part(number: Fraction, one: str, joint: str) -> str | None:
    """A fraction in words: a third, two thirds, seven eighths."""
    count, parts = number.numerator, number.denominator
    if parts > SMALLEST_PART:
        return None
    name = {2: "half", 4: "quarter"}.get(parts, ORDINALS[parts])
    if count == 1:
        article = "an" if one == "a" and name in {"eighth", "eleventh"} else one
        return f"{article}{joint if one == 'one' else ' '}{name}"
    return f"{CARDINALS[count]}{joint}{name}s"


def _count(number: Fraction) -> str | None:
    """A count in words up to a hundred, with halves, thirds or quarters; beyond, in digits."""
    whole, rest = divmod(abs(number), 1)
    minus = "minus " if number < 0 else ""
    if whole >= len(CARDINALS) or (rest and rest.denominator > QUARTERS):
        return _decimal_in_words(number)
    if not rest:
        return minus + CARDINALS[whole]
    part = _part(rest, "a", " ")
    return f"{minus}{CARDINALS[whole]} and {part}" if whole else f"{minus}{part}"


def _decimal_in_words(number: Fraction) -> str | None:
    return None if "/" in plain_number(number) else format_value(number)


# How a typed number is recognized, and how another is written in its manner; words come last.
MANNERS: Sequence[tuple[re.Pattern[str], Callable[[re.Match[str], Fraction], str | None]]] = (
    (AS_MUCH, _as_much),
    (_DIGITS, _in_digits),
    (_PARTED, _with_part),
    (_HALVED, _with_sign_of_part),
    (_PLACE, _as_place),
    (CHANCE, _chance),
    (PERCENT, _percent),
)
