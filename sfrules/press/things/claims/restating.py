"""Write another number in the way that an author wrote one: 52 as 51, "two" as "three"."""

from __future__ import annotations

import re
from fractions import Fraction

from sfrules.ground.formats import GROUPED_FROM, format_value, plain_number
from sfrules.ground.number_words import CARDINALS, MINUS, TIMES, plainly
from sfrules.press.things.claims.claim import Claim, is_number

_DIGITS = re.compile(
    rf"(?P<head>[$€£¥₹]|{TIMES}\s?)?(?P<sign>[-+{MINUS}]\s?)?(?P<whole>\d[\d,]*)"
    r"(?:\.(?P<places>\d*))?(?P<tail>\s*%|\s+percent|\s+times)?",
    re.ASCII | re.IGNORECASE,
)
UNBROKEN = 5  # digits: where so many have no comma, the author uses none


def answer_said(typed: str, claim: Claim) -> str | None:
    """The answer of a claim in the manner of a typed text, its blanks with it; None if none holds.

    An answer that is a text, such as that of a filter, is said as it is.
    """
    core, text = typed.strip(), None
    if isinstance(claim.computed, str):
        return claim.computed if Claim(claim.computed, claim.computed).holds else None
    if is_number(claim.computed):
        text = restated(core, Fraction(claim.computed))
    if text is None or not Claim(text, claim.computed).holds:
        return None
    return typed.replace(core, text)


def restated(typed: str, number: Fraction) -> str | None:
    """A number in the manner of one that is typed in digits, or in a word below a hundred.

    None for a number that is typed in any other manner, or cannot be written in this one.
    """
    if found := _DIGITS.fullmatch(typed):
        return _in_digits(found, number)
    if plainly(typed) not in CARDINALS or "/" in plain_number(number):
        return None
    counted = number.denominator == 1 and 0 <= number < len(CARDINALS)
    shown = CARDINALS[int(number)] if counted else format_value(number)
    if typed.isupper():
        return shown.upper()
    return shown.capitalize() if typed[:1].isupper() else shown


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
    """Digits with the author's comma; where none shows whether there is one, with the book's."""
    unbroken = len(typed) >= UNBROKEN or int(digits) < GROUPED_FROM
    return digits if "," not in typed and unbroken else f"{int(digits):,}"


def _before(found: re.Match[str], number: Fraction) -> str:
    """What stands before the number, and its sign, in the author's characters."""
    typed = found["sign"] or ""
    head, gap = found["head"] or "", typed[1:]
    if number < 0:
        return head + ("-" + gap if typed.startswith("-") else MINUS + gap)
    return head + (typed if typed.startswith("+") else "")
