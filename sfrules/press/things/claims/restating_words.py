"""Write another number in the words that an author has chosen: "two" as "three"."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from sfrules.ground.formats import format_value, plain_number
from sfrules.ground.number_words import (
    CARDINALS,
    CHANCE,
    MULTIPLES,
    ORDINALS,
    PERCENT,
    ending,
    number_in,
    plainly,
    share_in,
)

QUARTERS = 4  # the smallest parts beside a whole number that are told in words
SMALLEST_PART = 12  # a twelfth still reads as a word; a seventeenth is better in digits
_SIGNED = re.compile(r"(?P<sign>minus|plus)\s+(?P<rest>.+)", re.IGNORECASE | re.DOTALL)
_PLACES = {word.replace("-", " ") for word in ORDINALS}
_TIMES = {1: "once", 2: "twice", 3: "thrice"}
_FOLD = {2: "double", 3: "triple", 4: "quadruple"}


def in_words(typed: str, number: Fraction) -> str | None:
    """A number in the manner of one that is typed in words, with its capital."""
    if chance := CHANCE.fullmatch(typed):
        shown = _chance(chance, number)
        return None if shown is None else _capital(typed, shown)
    if percent := PERCENT.fullmatch(typed):
        shown = in_words(percent["number"], number * 100)
        return None if shown is None else shown + typed[percent.end("number") :]
    if signed := _SIGNED.fullmatch(typed):
        shown = _manner(plainly(signed["rest"]))(signed["rest"], abs(number))
        sign = "minus " if number < 0 else "plus " if signed["sign"].lower() == "plus" else ""
        shown = None if shown is None else sign + shown
    else:
        shown = _manner(plainly(typed))(typed, number)
    return None if shown is None else _capital(typed, shown)


def _chance(found: re.Match[str], number: Fraction) -> str | None:
    """So many out of so many: out of as many as before, or else in lowest terms."""
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
    """How a text says its number: as a multiple, in an order, as a share, or as a count."""
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
    return _part(number, one, joint) or _decimal(number)


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
        return _decimal(number)
    if not rest:
        return minus + CARDINALS[whole]
    part = _part(rest, "a", " ")
    return f"{minus}{CARDINALS[whole]} and {part}" if whole else f"{minus}{part}"


def _decimal(number: Fraction) -> str | None:
    return None if "/" in plain_number(number) else format_value(number)
