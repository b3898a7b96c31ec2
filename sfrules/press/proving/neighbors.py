"""What stands beside a number: what makes it say something else.

A rule that says 96 says neither −96 nor √96, 96 million, "not 96" or "at most 96". So a number that
is proved or computed stands alone, or all of it is said by its proof or its macro.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from sfrules.ground.formats import FILLER
from sfrules.ground.ledger import Statement
from sfrules.ground.problems import Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.audit.article import Article
from sfrules.press.audit.numbers import Stretch
from sfrules.press.proving.claims import BOUNDS, bounded

_NOT_BEHIND = r"(?<![^\W_])"


_NEAR = 30  # characters, within which the words stand that bound or deny a number
_MARKS = r"(?:[*_]|\^\^)+"
_MARKS_BEFORE, _MARKS_BEHIND = re.compile(rf"{_MARKS}\Z"), re.compile(rf"\A{_MARKS}")
_BEFORE = re.compile(
    rf"(?:{_NOT_BEHIND}(?:not|never|negative|neither|nor|cannot(?:\s+be)?|without|unlike|beyond"
    r"|nowhere\s+near|(?:anything|nothing|everything|all)\s+but|except(?:\s+for)?|exceed(?:s|ing)?|point"
    r"|(?:upwards|short|square|cube|(?:square[ ]|cube[ ])?root|fraction)[ ]of|far[ ]from"
    r"|an?\s+(?:max|min)imum\s+of)[\s*_]+"
    r"|n['\u2019]t(?:\s+be)?[\s*_]+"
    rf"|{_NOT_BEHIND}(?:is|are|was|to|at|of|by|or|a|than|costs?|takes?|gives?)\s+(?:minus\s+|[-\u2212]\s)"
    r"|[|>(:;,.!?]\s*minus\s+"
    r"|(?:[≤≥≠√№]|(?<!#)#(?=$)|\bno[.]|(?<=[\w,;:] )[<>])[ ]?"
    r"|(?:\s|[^\w\s])[\u2010\u2012\u2014\u2015\u2796])$",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"[*_]*(?:\+|[ ]times[ ]as\b"
    r"|[ ](?:squared|cubed|plus(?![ ]\w)|upwards|tops)\b"
    r"|[ ]and[ ](?:up|above|over|below|under)(?=[.,;:)\n])"
    r"|[ ]and[ ]up(?=[ ](?!(?:to|the|an?|his|her|its)\b)\w)"
    r"|[ ](?:max|min)(?:imum)?(?![\w-])|ths\b|!!|(?-i:[BGT])\b|[ ]?(?:mn|mil|mio)\b"
    r"|[ ](?:lakh|crore|gross|(?:quint|sext|z)illion)\b)",
    re.IGNORECASE,
)
_SYMBOLS = frozenset({"Sm", "Sc", "Sk", "So", "Lm"})
_HARMLESS = frozenset(
    "<>|`=~≈≃\u223c\u02bc\u00a9" + FILLER
)  # marks, ends of tags, and what says "about"
# Two numbers with no word between read as one: 3 3, 3·3, 3 × 3, 3'3. A tag or a macro that stands
# between is as many blanks as it has characters.
_NUMBER_BEFORE = re.compile(
    r"\d+(?:[.,]\d+)*(?:[^\S\n]{0,2}|[^\S\n]?[\u00b7\u22c5\u00d7\u00f7][^\S\n]?|['\u2019\\])$"
)
_CHANCE = re.compile(r"\d\s+(?:in|out\s+of)\s+$")


def with_neighbors(text: str, start: int, end: int) -> Stretch:
    """A number with all beside it that makes it say something else; alone, where nothing does."""
    bound, *whole = bounded(text, start, end)
    if bound in BOUNDS:
        return whole[0], whole[1]
    before = text[max(start - _NEAR, 0) : start]
    plain, behind = _MARKS_BEFORE.sub("", before), text[end : end + _NEAR]
    found = _BEFORE.search(before) or _BEFORE.search(plain)
    if not found and not text[start].isalpha():
        found = _NUMBER_BEFORE.search(plain)
    if not found and text[start:end].isdecimal():
        found = _CHANCE.search(plain)
    low = start - len(found[0]) if found else start - _is_symbol(plain[-1:])
    after = _BEHIND.match(behind)
    high = end + (len(after[0]) if after else _is_symbol(_MARKS_BEHIND.sub("", behind)[:1]))
    return max(low, 0), high


def _is_symbol(char: str) -> bool:
    return char != "" and unicodedata.category(char) in _SYMBOLS and char not in _HARMLESS


_SIGNS = "-+\u00b1\u00d7\u2010-\u2013\u2212\uff0d"
# What joins a computed number to what stands beside it, so that a reader takes both for one.
_JOINED = re.compile(
    rf"(?=[{_SIGNS}\dmp$€£¥{FILLER}])"  # with which it begins, and few words do
    rf"(?:(?:\d[.,/:]?|(?<![\d)%{FILLER}])(?<![\d)%{FILLER}]\s)[{_SIGNS}]\s?|[$€£¥]\s?"
    rf"|\b(?:minus|plus)\s){FILLER}+"
    rf"|\d\^(?=\d)|{FILLER}++(?:[./:d]{FILLER}|[,.]?\d|\s?[%‰]|[kKM]\b|e\d|(?:st|nd|rd|th|s|x)\b|-?fold\b"
    rf"|\s(?:percent|per cent|thousand|million|billion|trillion|dozen)\b))"
)


def touching(source: Source, shown: Article, asked: Sequence[Statement]) -> Iterator[Problem]:
    """A problem for each computed number that reads as one with what stands beside it."""
    hint = "print both as one: with a filter (percent, signed, times), or a word between them"
    numbers = [each for each in shown.stains if each.origin == "computed"]
    numbers = [n for n in numbers if any(map(str.isdigit, shown.text[n.start : n.end]))]
    joined, ends = [e.span() for e in _JOINED.finditer(shown.typed)] if numbers else [], -1
    for stain in numbers:
        low, high = with_neighbors(shown.typed, stain.start, stain.end)
        low = low - 1 if stain.start == ends else low
        ends = stain.end
        for start, end in joined:
            if start < stain.end and stain.start < end:
                low, high = min(low, start), max(high, end)
        if (low, high) != (stain.start, stain.end):
            words = " ".join(shown.text[low:high].split())
            message = f"a computed number and what stands beside it read as one: {words}"
            yield problem_at(Span(source, *asked[stain.printed].place), message, hint)
