"""Quantities as cells of a rulebook write them: 1,024, +3, 60%, 3rd, ×1.5, ½, 12 gp.

Unlike the numbers in prose, they have a unit, and are never words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from sfrules.ground.number_words import VULGAR

KEPT = 50_000  # cells whose reading is cached: rulebooks repeat the same few numbers
LONGEST = 40  # characters of a cell that may be a number; a longer one is text
BLANKS = frozenset(
    {"", "-", "--", "---", "\N{EN DASH}", "\N{EM DASH}", "\N{MINUS SIGN}", "n/a", "na"}
)
PRIMES = "\N{PRIME}\N{DOUBLE PRIME}"

_NUMBER = re.compile(
    rf"""
    (?P<before>[$£€¥×]|x(?=[\d.])|[A-Za-z]+\.?\ )?\ ?
    (?P<sign>[+\-−–])?\ ?
    (?P<digits>
        (?:(?P<whole>\d+)[\ -])?(?P<over>\d+)/(?P<under>\d+)
      | (?P<units>\d*)\ ?(?P<vulgar>[{"".join(VULGAR)}])
      | \d{{1,3}}(?:[,\ ]\d{{3}})+(?:\.\d+)?
      | \d*\.?\d+
    )
    (?P<after>
        \ ?[%×x]
      | (?:st|nd|rd|th)\b(?:[\ -][A-Za-z]+)?
      | \ ?[/A-Za-z°'"{PRIMES}][A-Za-z.]*(?:\ [A-Za-z.]+)?
    )?
    """,
    re.VERBOSE | re.ASCII,
)
_THOUSAND_OR_DECIMAL = re.compile(r"[1-9]\d{0,2}\.\d{3}")
_SPACES = re.compile(r"\s+")


@dataclass(frozen=True)
class Quantity:
    """A number with its unit, and how it is written."""

    value: Fraction
    unit: str = ""
    signed: bool = False
    digits: str = ""

    @property
    def decimals(self) -> int:
        """How many digits stand after the point."""
        return len(self.digits.partition(".")[2])


Quantities = Sequence[Quantity | None]


def is_blank(text: str) -> bool:
    """Whether a cell says nothing: it is empty, or a dash."""
    return text.strip().casefold() in BLANKS


@lru_cache(maxsize=KEPT)
def quantity_in(text: str) -> Quantity | None:
    """The quantity that a whole cell states; None for text, dice and ranges.

    1.024 may be a thousand or a little more than one, and 007 is a code: neither is read.

    >>> quantity_in("1,024 gp").value, quantity_in("1d6")
    (Fraction(1024, 1), None)
    """
    if len(text) > LONGEST:
        return None
    match = _NUMBER.fullmatch(_SPACES.sub(" ", text.strip()))
    if match is None or _is_doubtful(match["digits"]):
        return None
    value = _value(match)
    if value is None:
        return None
    minus = (match["sign"] or "+") != "+"
    unit = _unit(match["before"] or "", match["after"] or "")
    return Quantity(-value if minus else value, unit, match["sign"] == "+", match["digits"])


def _is_doubtful(digits: str) -> bool:
    leading_zero = len(digits) > 1 and digits[0] == "0" and digits[1].isdigit()
    return leading_zero or _THOUSAND_OR_DECIMAL.fullmatch(digits) is not None


def _value(match: re.Match[str]) -> Fraction | None:
    if match["vulgar"]:
        return int(match["units"] or 0) + VULGAR[match["vulgar"]]
    if match["over"]:
        under = int(match["under"])
        return int(match["whole"] or 0) + Fraction(int(match["over"]), under) if under else None
    return Fraction(match["digits"].replace(",", "").replace(" ", ""))


def _unit(before: str, after: str) -> str:
    before, after = before.strip().casefold(), after.strip().casefold()
    after = re.sub(r"^(?:st|nd|rd|th)\b", "th", after)
    times = "×" if "×" in before + after or before == "x" or after == "x" else ""
    return times or f"{before} {after}".strip().rstrip(".")


def quantities_in(texts: Iterable[str]) -> list[Quantity | None] | None:
    """The quantities of a column, with None for a blank cell.

    Returns no list for a column that is not all numbers, or has several kinds of them: gold and
    silver, bonuses and scores, 1.9 and 1.10.
    """
    numbers: list[Quantity | None] = []
    for text in texts:
        number = None if is_blank(text) else quantity_in(text)
        if number is None and not is_blank(text):
            return None
        numbers.append(number)
    return numbers if _are_of_one_kind(present(numbers)) else None


def present(numbers: Iterable[Quantity | None]) -> list[Quantity]:
    """The quantities without the blanks."""
    return [number for number in numbers if number is not None]


def _are_of_one_kind(numbers: Sequence[Quantity]) -> bool:
    units = {number.unit for number in numbers if number.value or number.unit}
    signs = {number.signed for number in numbers if number.value > 0}
    decimals = {number.decimals for number in numbers}
    longest = max(decimals, default=0)
    padded = any(n.decimals == longest and n.digits.endswith("0") for n in numbers)
    return len(units) <= 1 and len(signs) <= 1 and not (len(decimals) > 1 and padded)


def written_like(value: Fraction, others: Sequence[Quantity]) -> str:
    """A number as a column writes its own: with its signs, its commas, its decimals."""
    sign = "\N{MINUS SIGN}" if value < 0 else "+" if any(n.signed for n in others) else ""
    commas = "," if any("," in n.digits for n in others) else ""
    return sign + _exactly(abs(value), commas)


def in_figures(value: Fraction) -> str:
    """A number for a message: with commas, and no more digits than matter."""
    return format(float(value), ",.6g") if value.denominator > 1 else format(value.numerator, ",")


def _exactly(value: Fraction, commas: str) -> str:
    if value.denominator == 1:
        return format(value.numerator, commas)
    for places in range(1, 7):
        if (value * 10**places).denominator == 1:
            whole, rest = divmod(value.numerator * 10**places // value.denominator, 10**places)
            return f"{format(whole, commas)}.{rest:0{places}}"
    return f"{value.numerator}/{value.denominator}"
