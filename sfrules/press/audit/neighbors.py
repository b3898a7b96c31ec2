"""What stands beside a number and changes what it says: a sign, a bound, a denial, another number.

A rule that says 96 says neither −96 nor √96, 96 million, "not 96" or "at most 96". So a number that
is proved or computed stands alone, or all of it is said by its proof or its macro.
"""

from __future__ import annotations

import re
import unicodedata
from html import unescape

from sfrules.press.audit.prose import Stretch
from sfrules.press.audit.visible import FILLER
from sfrules.press.things.claims.saying import ABOUT, BEFORE, BEHIND, any_of

_NEAR = 30  # characters, within which the words stand that bound or deny a number
_MARKS = "*_"
_BOUNDS = any_of(phrase for phrase, form in BEFORE.items() if form is not ABOUT)
_BEFORE = re.compile(
    rf"(?:\b(?:{_BOUNDS}|not|never|neither|nor|cannot(?:\s+be)?|without|unlike|beyond|nowhere\s+near"
    r"|(?:anything|nothing|everything|all)\s+but|except(?:\s+for)?|exceed(?:s|ing)?|point"
    r"|an?\s+(?:max|min)imum\s+of)[\s*_]+"
    r"|n['\u2019]t(?:\s+be)?[\s*_]+"
    r"|\b(?:is|are|was|to|at|of|by|or|a|than|costs?|takes?|gives?)\s+(?:minus\s+|negative\s+|[-\u2212]\s)"
    r"|(?:[≤≥≠√№]|(?<!#)#(?=$)|\bno[.]|(?<=[\w,;:] )[<>]|&[lg]t;)[ ]?"
    r"|(?:\s|[^\w\s])[\u2010\u2012\u2014\u2015\u2796])$",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    rf"[*_]*(?:\+|[ ]times[ ]as\b|[ ](?:(?!more\b)[a-z]+[ ]){{0,2}}(?:{any_of(BEHIND)})\b"
    r"|[ ](?:squared|cubed|plus(?![ ]\w)|upwards)\b"
    r"|[ ]and[ ](?:up|above|over|below|under)(?=[.,;:)\n])"
    r"|[ ](?:max|min)(?:imum)?(?![\w-])|ths\b|!!|(?-i:[BGT])\b|[ ]?(?:mn|mil|mio)\b"
    r"|[ ](?:lakh|crore|gross|(?:quint|sext|z)illion)\b)",
    re.IGNORECASE,
)
_SYMBOLS = frozenset({"Sm", "Sc", "Sk", "So", "Lm"})
_HARMLESS = frozenset(
    "<>|`=~≈≃\u223c\u02bc\u00a9" + FILLER
)  # marks, ends of tags, and what says "about"
# Two numbers with no word between read as one: 3 3, 3·3, 3 × 3, 3'3.
_NUMBER_BEFORE = re.compile(r"\d(?:[^\S\n]*[\u00b7\u22c5\u00d7\u00f7]?[^\S\n]*|['\u2019\\])$")
_CHANCE = re.compile(r"\d\s+(?:in|out\s+of)\s+$")


def with_neighbors(text: str, start: int, end: int) -> Stretch:
    """A number with all beside it that makes it say something else; alone, where nothing does."""
    before = unescape(text[max(start - _NEAR, 0) : start])
    plain, behind = before.rstrip(_MARKS), text[end : end + _NEAR]
    found = _BEFORE.search(before) or _BEFORE.search(plain)
    if not found and not text[start].isalpha():
        found = _NUMBER_BEFORE.search(plain)
    if not found and text[start:end].isdecimal():
        found = _CHANCE.search(plain)
    low = start - len(found[0]) if found else start - _is_symbol(plain[-1:])
    after = _BEHIND.match(behind)
    high = end + (len(after[0]) if after else _is_symbol(unescape(behind).lstrip(_MARKS)[:1]))
    return max(low, 0), high


def is_changed(text: str, start: int, end: int) -> bool:
    """Whether what stands beside a number of a text makes it say something else."""
    return with_neighbors(text, start, end) != (start, end)


def _is_symbol(char: str) -> bool:
    return char != "" and unicodedata.category(char) in _SYMBOLS and char not in _HARMLESS
