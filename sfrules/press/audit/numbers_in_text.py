"""Where the numbers of a text are, in figures and in words, and which are part of a name."""

from __future__ import annotations

import re
import sys
from collections import deque
from collections.abc import Iterable, Iterator

from sfrules.ground.number_words import NTH, TENS, UNITS
from sfrules.press.audit.counting_words import COUNTS, MEASURES, Nouns, WordInText
from sfrules.press.audit.prose import ENTITY, Stretch
from sfrules.press.things.book import Book, Term

_SMALL = UNITS[2:]
# A plural, as in "hundreds of orcs", counts nothing.
_LARGE = "hundred thousand million billion dozen".split()
_ORDINALS = [*NTH[3:], "twentieth", "hundredth", "thousandth"]
_PARTS = ["half", "halves", "quarters?", *(f"{ordinal}s?" for ordinal in _ORDINALS)]
_TIMES = (
    "doubled doubles doubling double tripled triples tripling triple trebled trebles treble "
    "quadrupled quadruples quadruple halved halving halve twice thrice"
).split()
# These count something in some places and nothing in others: counting_words.py decides.
_OPEN = ["one", "first", "second", "single", "once", "pair(?=[ ]of)", "couple(?=[ ]of)"]
_UNICODE = (  # ½, ², Ⅳ, ①: signs that say a number by themselves
    "\u00b2\u00b3\u00b9\u00bc-\u00be\u2070\u2074-\u2079\u2080-\u2089\u2150-\u2189"
    "\u2460-\u249b\u24ea-\u24ff\u2776-\u2793"
)


def _either(words: list[str]) -> str:
    """A pattern for any of the words, by their first letters: most words are refused at once."""
    rests: dict[str, list[str]] = {}
    for word in words:
        rests.setdefault(word[0], []).append(word[1:])
    return "(?:" + "|".join(f"{first}(?:{'|'.join(rest)})" for first, rest in rests.items()) + ")"


# Emphasis may be written with underscores, which to a pattern are letters.
_NOT_BEHIND, _END = r"(?<![^\W_])", r"(?![^\W_])"
_PERCENT = rf"(?:[ ]?%|[ ]per[ ]?cent{_END})"
_DIGITS = (
    rf"(?:\d++(?:,\d{{3}})*+(?:[.:/\u2044]\d++)*+(?:[ ]?[{_UNICODE}])*+|\.\d++|[{_UNICODE}]++)"
)
_MODIFIER = r"(?:[ ]?[+\-−×][ ]?\d++(?![dD]\d))?"
_DICE = rf"(?:\d*+[dD](?:\d++|%|[{_UNICODE}]++){_END}{_MODIFIER})"
# "SF-17" and "v0.1" are names: what follows a letter, or its dot, is no number.
_START = (
    rf"(?=[\d.+\-−±×xdDIVX{_UNICODE}])(?:(?<![\w)\]])[+\-−±×x]|{_NOT_BEHIND}(?<!\w[._])(?<![A-Z]-))"
)
# A letter alone may be a word, a name or a weapon's die; only longer ones are surely numerals.
_ROMAN = rf"(?:(?:X{{1,3}}(?:IX|IV|VI{{0,3}}|I{{1,3}})|X{{2,3}}|IX|IV|VI{{1,3}}|I{{2,3}}){_END})"
_ENDING = rf"(?:{_PERCENT}|(?:st|nd|rd|th|s|x){_END}|×)?"
_FIGURE = rf"(?:{ENTITY}|{_START}(?:{_DICE}|{_DIGITS}{_ENDING}|{_ROMAN}))"
FIGURES = re.compile(rf"{_FIGURE}(?:(?:[ ]?[–-][ ]?|[ ]to[ ]){_FIGURE})*+")

_AFTER_TENS = _either(["one", "first", "second", *_SMALL[:8], *_ORDINALS[:7]])
_MORE = (
    rf"(?:[ -]{_either(_LARGE)}{_END}"
    rf"|(?<=ty)[ -]{_AFTER_TENS}{_END}"
    rf"|(?:(?<=hundred)|(?<=thousand))(?:[ ]and)?[ ]{_either(['one', *_SMALL, *TENS])}{_END}"
    rf"|(?<=half)[ ]an?[ ](?:dozen|hundred|thousand|million){_END}"
    rf"|[ -]and[ -](?:an?[ -])?(?:half|quarter|third){_END}"
    rf"|[ -]{_either(_PARTS)}{_END}(?!-)"
    rf"|[ ]per[ ]?cent{_END}|-?fold{_END})"
)
_ALONE = _either(
    ["zero", *_PARTS[1:], *_TIMES, *_OPEN[1:], "sixes", "sixfold"]
    + [f"{word}(?:s|fold)" for word in _SMALL if word != "six"]
)
_LEADING = _either(["one", "half", *_SMALL, *TENS, *_LARGE])
_WORD = rf"{_NOT_BEHIND}(?:{_LEADING}{_END}(?:{_MORE})*+|{_ALONE}{_END})"
# Looked for in a text in small letters alone: that is several times as fast.
_WORDS = re.compile(rf"(?=[bcdefhmnopqstz]){_WORD}(?:(?:[ ]to[ ]|[ ]or[ ]|-to-|–){_WORD})*+")

_MONTH = (
    "(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|"
    "Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)"
)
_YEAR = r"\d{4}(?:[ ]?[-–][ ]?\d{4})?"
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_ORDINAL = rf"(?:{'|'.join(NTH[1:11])}|\d{{1,2}}(?:st|nd|rd|th))"
_FILE = "md|py|csv|json|html|css|js|yml|yaml|toml|txt|svg|png|jpg|pdf|epub"
_NAME = re.compile(
    "|".join(
        (
            r"(?:\b(?:https?|ftp|file|mailto|git):|\bwww\.)[^\s<>\"')\]]+",
            r"(?<![\w-])\d{4}-\d{2}-\d{2}(?![\w-])",
            rf"\b{_DAY}[ ]{_MONTH}\b(?:,?[ ]{_YEAR})?",
            rf"\b{_MONTH}[ ](?:{_DAY},?[ ])?{_YEAR}\b",
            rf"\b(?:on|by)[ ]{_MONTH}[ ]{_DAY}\b(?:,?[ ]\d{{4}})?",
            rf"(?:©|\([cC]\)|\b[cC]opyright\b)[ \t]*(?:©|\([cC]\))?[ \t]*{_YEAR}",
            r"\b[vV]ersions?[ ]\d+(?:\.\w+)*",
            r"\b[rR]elease[ ]\d+(?:\.\w+)+",
            r"\b\d+(?:\.\d+){2,}\b",
            r"\b(?:Part|Chapter|Appendix|Book|Volume)[ ](?:[IVX]+|\d+)\b",
            rf"\b(?i:{_ORDINAL})[ -][eE]dition\b",
            rf"(?<![\w./-])[\w./-]+\.(?:{_FILE})\b",
        )
    )
)
_WINDOW = 32  # characters on each side; an address or a file's name may be longer
_LONGEST = 200
_BLANK = re.compile(r"\s")

_LATEST: deque[tuple[Book, Nouns]] = deque(maxlen=4)


def nouns_of(book: Book) -> Nouns:
    """What a book counts: with these, "one" and words like it count."""
    # By the book itself: to compare its terms on every page would take longer than many a page.
    for known, nouns in _LATEST:
        if known is book:
            return nouns
    units = MEASURES | book.units
    things = units.union(_names_of_terms(book.terms))
    nouns = Nouns(units, things, _with_numbers(book.terms, book.proper_names))
    _LATEST.appendleft((book, nouns))
    return nouns


def _with_numbers(terms: tuple[Term, ...], own: frozenset[str]) -> re.Pattern[str] | None:
    names = own.union(name for name in _names_of_terms(terms) if " " in name or "-" in name)
    numbered = [name for name in names if _WORDS.search(name.lower()) or FIGURES.search(name)]
    if not numbered:
        return None
    longest_first = sorted(numbered, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")


def _names_of_terms(terms: tuple[Term, ...]) -> Iterator[str]:
    return (name for term in terms for name in (term.term, *term.aliases))


def numbers_in(text: str, nouns: Nouns, start: int = 0, end: int = sys.maxsize) -> list[Stretch]:
    """The stretches of a text that say a number each, in order."""
    found = [match.span() for match in FIGURES.finditer(text, start, end)]
    found += _in_words(text, nouns, start, end)
    return sorted(found)


def unnamed_numbers_in(text: str, nouns: Nouns) -> list[Stretch]:
    """The numbers of a text that is no page, without those that are part of a name."""
    named = [name.span() for name in nouns.names.finditer(text)] if nouns.names else []
    return [
        (start, end)
        for start, end in numbers_in(text, nouns)
        if not is_part_of_name(text, start, end)
        and not any(left <= start < right for left, right in named)
    ]


def holds_number(text: str, nouns: Nouns) -> bool:
    """Whether a short text says any number that is no part of a name."""
    if nouns.names and nouns.names.search(text):
        text = nouns.names.sub("", text)
    return FIGURES.search(text) is not None or any(True for _ in _in_words(text, nouns))


def says_number(text: str, nouns: Nouns) -> bool:
    """Whether a whole printed text is a number; "one" alone can be nothing else."""
    return text.lower() in _OPEN or holds_number(text, nouns)


def _in_words(text: str, nouns: Nouns, start: int = 0, end: int = sys.maxsize) -> Iterable[Stretch]:
    for match in _WORDS.finditer(_lowered(text), start, end):
        counts = COUNTS.get(match.group())
        if counts is None or counts(WordInText(text, *match.span(), nouns)):
            yield match.span()


def _lowered(text: str) -> str:
    """The text in small letters, as long as it was: one letter of Turkish would become two."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else text.replace("\u0130", "I").lower()


def is_part_of_name(text: str, start: int, end: int) -> bool:
    """Whether a number stands in a date, a version, an address or a file's name.

    It is asked of single numbers: to look for names in all of a page takes longer than the rest.
    """
    left, right = _run_around(text, start, end)
    if "." not in text[left:right]:
        left, right = start, end
    left, right = min(left, max(0, start - _WINDOW)), max(right, end + _WINDOW)
    names = _NAME.finditer(text, left, right)
    return any(name.start() <= start < name.end() for name in names)


def _run_around(text: str, start: int, end: int) -> tuple[int, int]:
    """The run of characters with no blank that a number stands in."""
    window = text[max(0, start - _LONGEST) : start]
    blank = _BLANK.search(text, end, end + _LONGEST)
    left = start - len(window) + max(window.rfind(" "), window.rfind("\n")) + 1
    return left, blank.start() if blank else min(len(text), end + _LONGEST)
