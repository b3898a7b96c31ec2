"""Write another number in the way that an author wrote one: 52 as 51, "two" as "three"."""

from __future__ import annotations

import re
from collections.abc import Callable
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
    number_in,
    plainly,
    share_in,
)
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
UNBROKEN = 5  # digits: where so many have no comma, the author uses none
QUARTERS = 4  # the smallest parts beside a whole number that are written in words
SMALLEST_PART = 12  # a twelfth still reads as a word; a seventeenth is better in digits
_SIGNED = re.compile(r"(?P<sign>minus|plus)\s+(?P<rest>.+)", re.IGNORECASE | re.DOTALL)
_PLACES = {word.replace("-", " ") for word in ORDINALS}
_TIMES = {1: "once", 2: "twice", 3: "thrice"}
_FOLD = {2: "double", 3: "triple", 4: "quadruple"}


def restated(typed: str, number: Fraction) -> str | None:
    """A number in the manner of a typed one; None where it cannot be written in that manner."""
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
    return _in_words(typed, number)


def restated_range(typed: str, low: Fraction, high: Fraction) -> str | None:
    """A range with other ends, each in the manner of the typed one."""
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
    return f"{_before(found, shown)}{_grouped(whole, found['whole'])}{point}{places}{tail}"


def _decimal(number: Fraction, places: str) -> str | None:
    """A number's digits; with at least as many places as before, if those ended in a zero."""
    digits = plain_number(number)
    if "/" in digits:
        return None
    whole, _, rest = digits.partition(".")
    if places.endswith("0"):
        rest = rest.ljust(len(places), "0")
    return f"{whole}.{rest}" if rest else whole


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
        digits = _decimal(abs(number), "")
        return None if digits is None else _before(found, number) + digits
    gap = found["gap"] if whole and rest else ""
    shown = f"{whole or ''}{gap}{_SIGN_OF_PART.get(rest, '')}"
    return _before(found, number) + (shown or "0")


def _as_place(found: re.Match[str], number: Fraction) -> str | None:
    if number.denominator != 1 or number < 1:
        return None
    return _grouped(str(number), found["whole"]) + ending(int(number))


def _in_words(typed: str, number: Fraction) -> str | None:
    """A number in the manner of one typed in words, with its capital letter."""
    if chance := CHANCE.fullmatch(typed):
        shown = _chance(chance, number)
        return None if shown is None else _capital(typed, shown)
    if percent := PERCENT.fullmatch(typed):
        shown = _in_words(percent["number"], number * 100)
        return None if shown is None else shown + typed[percent.end("number") :]
    if signed := _SIGNED.fullmatch(typed):
        shown = _manner(plainly(signed["rest"]))(signed["rest"], abs(number))
        sign = "minus " if number < 0 else "plus " if signed["sign"].lower() == "plus" else ""
        shown = None if shown is None else sign + shown
    else:
        shown = _manner(plainly(typed))(typed, number)
    return None if shown is None else _capital(typed, shown)


def _chance(found: re.Match[str], number: Fraction) -> str | None:
    """One in six, 3 out of 4: out of as many as before, or else in lowest terms."""
    if not 0 <= number <= 1:
        return None
    before = number_in(found["whole"]) or 1
    whole = int(before if (number * before).denominator == 1 else number.denominator)
    part, digits = int(number * whole), found["whole"].isdigit()
    if digits or whole >= len(CARDINALS):
        return f"{part}{found['joint']}{whole}" if digits else None
    return f"{CARDINALS[part]}{found['joint']}{CARDINALS[whole]}"


def _capital(typed: str, shown: str) -> str:
    if typed.isupper() and len(typed) > 1:
        return shown.upper()
    return shown[:1].upper() + shown[1:] if typed[:1].isupper() else shown


def _manner(plain: str) -> Callable[[str, Fraction], str | None]:
    """How a text states its number: as a multiple, an ordinal, a fraction or a count."""
    if plain in MULTIPLES:
        return _multiple
    if plain.endswith(" times"):
        return _times
    if plain.replace("-", " ") in _PLACES:
        return _place
    return _share if share_in(plain.replace("-", " ")) is not None else _count


def _multiple(typed: str, number: Fraction) -> str | None:
    if typed.lower() in _FOLD.values() or typed.lower() == "treble":
        return _FOLD.get(int(number)) if number.denominator == 1 else None
    if number in (2, 3):
        return _TIMES[int(number)]
    return _times(typed, number) if number > 1 else None


def _times(_typed: str, number: Fraction) -> str | None:
    count = _count("", number)
    return None if count is None else f"{count} times"


def _place(_typed: str, number: Fraction) -> str | None:
    if number.denominator != 1 or number < 1:
        return None
    place = int(number)
    return ORDINALS[place] if place < len(ORDINALS) else format_value(place) + ending(place)


def _share(typed: str, number: Fraction) -> str | None:
    if not 0 < number < 1:
        return None
    plain = plainly(typed)
    one = "one" if plain.startswith("one") else "a"
    if number == Fraction(1, 2) and plain in ("half", "quarter"):
        return "half"
    joint = "-" if "-" in plain else " "
    return _part(number, one, joint) or _decimal_in_words(number)


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


def _count(_typed: str, number: Fraction) -> str | None:
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
