"""The one place where exact numbers become text."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from numbers import Rational
from reprlib import Repr
from typing import Self
from unicodedata import category

from sfrules.ground.number_words import MINUS, TIMES, as_written, cardinal

AnyNumber = Rational | Decimal | Fraction | int
BLANK = "\N{EM DASH}"
MOST_PLACES = 1_000
# What no text may contain: control characters, halves of characters, and what is no character, of
# which the press makes its marks.
_LAST = "".join(chr(end - 2) + chr(end - 1) for end in range(0x10000, 0x110001, 0x10000))
_UNFIT = re.compile(f"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef{_LAST}]")
_as_json = json.JSONEncoder(ensure_ascii=False).encode
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+(?=>|…|$)")
GROUPED_FROM = 10_000  # four digits read well without a comma, and years have none
LONGEST_SHOWN = 40  # characters of a value in a message
_SHORT = Repr()  # it does not go through the whole of a long list
_SHORT.maxother = _SHORT.maxlong = 10_000
_digits = lru_cache(maxsize=GROUPED_FROM)(str)  # one text for all cells that say it


def format_value(value: object) -> str:
    """A value as a page prints it: U+2212 for minus, digits grouped from 10,000, yes and no.

    Raises:
        TypeError: for anything but a number, a text, a yes or no, or a sequence of these.
    """
    if type(value) is int:  # as nearly all are; in the cases below, but slower
        return _digits(value) if 0 <= value < GROUPED_FROM else _typographic(str(value))
    if value is True or value is False:
        return "yes" if value else "no"
    if isinstance(value, Rational | Decimal):
        return _typographic(plain_number(value))
    if isinstance(value, str):
        return value
    if isinstance(value, tuple | list | range):
        return ", ".join(map(format_value, value))
    raise TypeError(f"a {type(value).__name__} cannot be printed as it is")


def unfit(text: str) -> tuple[int, str] | None:
    """The first character that no text may contain: where it is, and in words which."""
    if text.replace("\n", "").isprintable():  # as nearly all are, which is much faster
        return None
    if not (found := _UNFIT.search(text)):
        return None
    kinds = {"Cc": "a control character", "Cs": "half of a character"}
    kind = kinds.get(category(found[0]), "a noncharacter")
    return found.start(), f"no text may contain U+{ord(found[0]):04X}, {kind}"


def fit(text: str) -> str:
    """The text, which may stand on a page.

    Raises:
        ValueError: for one with a character that no text may contain.
    """
    if wrong := unfit(text):
        raise ValueError(wrong[1])
    return text


def without_addresses(text: str) -> str:
    """A text without the addresses that Python gives things, which differ in every run."""
    return _ADDRESS.sub("", text)


def shown(value: object) -> str:
    """A value in a message, as its author would write it, cut short if it is long."""
    try:
        text = _in_python(value)
    except ValueError:  # Python converts no integer of more than 4,300 digits
        return "a number too long to show"
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"


def _in_python(value: object) -> str:
    if isinstance(value, str):
        return '"' + value.replace('"', '\\"') + '"'
    if isinstance(value, Fraction):
        return plain_number(value)
    return str(value) if isinstance(value, Decimal) else without_addresses(_SHORT.repr(value))


def _typographic(digits: str) -> str:
    sign, digits = (MINUS, digits[1:]) if digits.startswith("-") else ("", digits)
    whole, point, rest = digits.partition(".")
    if whole.isdigit() and int(whole) >= GROUPED_FROM:
        whole = f"{int(whole):,}"
    return sign + as_written(whole + point + rest)


def plain_number(value: AnyNumber) -> str:
    """A number in ASCII, exactly: an integer, a terminating decimal, or p/q."""
    if type(value) is int:
        return str(value)
    if isinstance(value, Decimal):
        return format(value.normalize(), "f")
    fraction = Fraction(value)
    places = decimal_places(fraction)
    return fixed(fraction, places) if places else str(fraction)


def decimal_places(number: Fraction | int) -> int | None:
    """How many decimal places write a number exactly; None where no count of them does."""
    rest, twos, fives = number.denominator, 0, 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    return max(twos, fives) if rest == 1 else None


def fixed(value: AnyNumber, places: object) -> str:
    """A number rounded half up (away from zero) to a fixed count of decimal places."""
    if not (isinstance(places, int) and 0 <= places <= MOST_PLACES):
        allowed = f"a whole number from 0 to {MOST_PLACES}"
        raise ValueError(f"places is {shown(places)}; allowed: {allowed}")
    fraction = Fraction(value)
    scaled = abs(fraction) * 10**places
    digits = str(int(scaled + Fraction(1, 2))).rjust(places + 1, "0")
    sign = "-" if fraction < 0 and int(digits) else ""
    if not places:
        return sign + digits
    return f"{sign}{digits[:-places]}.{digits[-places:]}"


def _number(value: object) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, Rational | Decimal):
        raise TypeError(f"{value!r} is not a number")
    return Fraction(value)


def signed(value: object) -> str:
    """A modifier with its sign: +1, −1, +0."""
    number = _number(value)
    return ("+" if number >= 0 else "") + format_value(number)


def percent(value: object, places: int = 1) -> str:
    """A chance as a percentage, with as many decimals as it needs, at most `places`."""
    digits = fixed(_number(value) * 100, places)
    if "." in digits:
        digits = digits.rstrip("0").rstrip(".")
    return _typographic(digits) + "%"


def times(value: object) -> str:
    """A multiplier: ×1.5."""
    return TIMES + format_value(_number(value))


def words(value: object) -> str:
    """A whole number in words: three, twenty-one."""
    number = _number(value)
    if number.denominator != 1:
        raise ValueError(f"words need a whole number, not {format_value(number)}")
    return cardinal(int(number))


def decimal(value: object, places: int = 2) -> str:
    """A number rounded half up to a fixed count of decimal places, for repeating fractions."""
    return _typographic(fixed(_number(value), places))


FILTERS: dict[str, Callable[..., str]] = {
    "signed": signed,
    "percent": percent,
    "times": times,
    "words": words,
    "decimal": decimal,
}


def styled(value: object, style: str) -> str:
    """A table cell in the style of its column; texts and blanks stay as they are."""
    if value is None:
        return BLANK
    if not style or isinstance(value, str | bool):
        return format_value(value)
    name, _, places = style.partition(":")
    return FILTERS[name](value, *([int(places)] if places else []))


# Around what n() has made of a value. Neither is a character that a text may contain.
_OPEN, _CLOSE = "\ufdd7", "\ufdd8"
_COMPUTED = re.compile(f"{_OPEN}([^{_CLOSE}]*){_CLOSE}")
#: It stands in a text for what is not typed there: no letter, no blank, and nothing to any pattern.
FILLER = "\N{OBJECT REPLACEMENT CHARACTER}"


def n(value: object, style: str = "") -> str:
    """A value that a book's code puts into a caption, a heading or a note.

    It counts as computed; any other number there is typed, and needs a proof.
    """
    text = styled(value, style)
    return f"{_OPEN}{text}{_CLOSE}" if text else ""


class Text(str):
    """A text of a thing; `typed` is the same with what n() has put into it blank."""

    __slots__ = ("typed",)
    typed: str

    def __new__(cls, marked: str) -> Self:
        """Read the marks of n() in a text."""
        text = super().__new__(cls, _COMPUTED.sub(r"\1", marked))
        text.typed = _COMPUTED.sub(lambda found: FILLER * len(found[1]), marked)
        return text


def as_read(text: str) -> str:
    """A text as it is read, without the marks of n()."""
    return Text(text) if _OPEN in text else text


def typed_in(text: str) -> str:
    """A text with what n() has put into it blank."""
    text = as_read(text)
    return text.typed if isinstance(text, Text) else text


def answer(value: object) -> str:
    """A value as `sfrules calc` answers it: ASCII numbers, bare strings, sequences as JSON."""
    if isinstance(value, Rational | Decimal) and not isinstance(value, bool):
        return plain_number(value)
    return value if isinstance(value, str) else json_of(value)


def json_of(value: object) -> str:
    """A value as JSON, digit by digit; a fraction that does not end becomes the string p/q.

    Raises:
        TypeError: for a value that JSON cannot express.
    """
    if type(value) is int:
        return str(value)
    if value is None or isinstance(value, bool | str):
        return _as_json(value)
    if isinstance(value, Rational | Decimal):
        digits = plain_number(value)
        return f'"{digits}"' if "/" in digits else digits
    if isinstance(value, Mapping):
        pairs = (f"{json_of(answer(key))}: {json_of(each)}" for key, each in value.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, Iterable):
        return "[" + ", ".join(map(json_of, value)) + "]"
    raise TypeError(f"a {type(value).__name__} cannot be told as a value")
