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
_NAMED_DIE = re.compile(rf"\d*+[dD](?P<faces>\d{{1,4}}+|%){_END}{_MODIFIER}")
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
_OF_YEAR = rf"[ \t]*(?:©|\([cC]\))?[ \t]*{_YEAR}"
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_ORDINAL = rf"(?:{'|'.join(NTH[1:11])}|\d{{1,2}}(?:st|nd|rd|th))"
_TEENS = [
    "twentieth",
    "thirtieth",
    *(f"{ten}-{n}" for ten in ("twenty", "thirty") for n in NTH[1:10]),
]
_ORDINAL_DAY = rf"(?:{'|'.join([*_TEENS, *NTH[1:]])}|\d{{1,2}}(?:st|nd|rd|th))"
_FILE = "md|py|csv|json|html|css|js|yml|yaml|toml|txt|svg|png|jpg|pdf|epub"
# Most of them begin with a word: all places within one are refused at once.
_AT_WORD = "|".join(
    (
        r"(?:(?:https?|ftp|file|mailto|git):|www\.)[^\s<>\"')\]]+",
        r"(?<!-)\d{4}-\d{2}-\d{2}(?![\w-])",
        rf"{_DAY}[ ]{_MONTH}\b(?:,?[ ]{_YEAR})?",
        rf"{_MONTH}[ ](?:{_DAY},?[ ])?{_YEAR}\b",
        rf"(?:on|by)[ ]{_MONTH}[ ]{_DAY}\b(?:,?[ ]\d{{4}})?",
        rf"(?i:{_ORDINAL_DAY})[ ]of[ ]{_MONTH}\b(?:,?[ ]{_YEAR})?",
        r"(?:1[5-9]|20)\d0s\b",
        (
            r"(?i:in|since|until|before|after|of|from|around)[ ](?:1[5-9]|20)\d\d\b"
            r"(?=[ ]*(?:[.,;:!?)\n]|\Z))"
        ),
        rf"(?i:{_ORDINAL_DAY})[ -][cC]entur(?:y|ies)\b",
        rf"[cC]opyright\b{_OF_YEAR}",
        r"[vV]ersions?[ ]\d+(?:\.\w+)*",
        r"(?:Python|HTML|CSS|CC[ ]BY(?:-[A-Z]{2})*)[ ]\d+(?:\.\d+)*\b",
        r"[rR]elease[ ]\d+(?:\.\w+)+",
        r"\d+(?:\.\d+){2,}\b",
        (
            r"(?:[pP]art|[cC]hapter|[aA]ppendix|Book|Volume|[sS]ection|[pP]age)[ ]"
            r"(?:[IVX]+|\d+(?:\.\d+)*)\b"
        ),
        r"[A-Z][a-z]{2,}-\d{1,3}\b",
        rf"(?i:{_ORDINAL})[ -][eE]dition\b",
    )
)
_NAME = re.compile(
    rf"\b(?=\w)(?:{_AT_WORD})|(?:©|\([cC]\)){_OF_YEAR}"
    rf"|(?<![\w./-])(?=\w*[./-])[\w./-]+\.(?:{_FILE})\b"
)

_LATEST: deque[tuple[Book, Nouns]] = deque(maxlen=4)


def nouns_of(book: Book) -> Nouns:
    """What a book counts: with these, "one" and words like it count."""
    # By the book itself: to compare its terms on every page would take longer than many a page.
    for known, nouns in _LATEST:
        if known is book:
            return nouns
    units = MEASURES.union(_names_of_terms(term for term in book.terms if term.unit))
    nouns = Nouns(units, _with_numbers(book.terms, book.proper_names), book.dice)
    _LATEST.appendleft((book, nouns))
    return nouns


def _with_numbers(terms: tuple[Term, ...], own: frozenset[str]) -> re.Pattern[str] | None:
    names = own.union(name for name in _names_of_terms(terms) if " " in name or "-" in name)
    numbered = [name for name in names if _WORDS.search(name.lower()) or FIGURES.search(name)]
    if not numbered:
        return None
    longest_first = sorted(numbered, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")


def _names_of_terms(terms: Iterable[Term]) -> Iterator[str]:
    return (name for term in terms for name in (term.term, *term.aliases))


def numbers_in(text: str, nouns: Nouns, start: int = 0, end: int = sys.maxsize) -> list[Stretch]:
    """The stretches of a text that say a number each, in order."""
    found = [match.span() for match in FIGURES.finditer(text, start, end)]
    found += _in_words(text, nouns, start, end)
    return sorted(found)


def unnamed_numbers_in(text: str, nouns: Nouns) -> list[Stretch]:
    """The numbers of a text that is no page, without those that are part of a name."""
    named = list(names_in(text, nouns))
    return [
        (start, end)
        for start, end in numbers_in(text, nouns)
        if not any(left <= start < right for left, right in named)
    ]


def names_in(text: str, nouns: Nouns) -> Iterator[Stretch]:
    """The book's names with a number in them, dates, versions, addresses and names of files."""
    for pattern in filter(None, (nouns.names, _NAME)):
        yield from (name.span() for name in pattern.finditer(text))


def holds_number(text: str, nouns: Nouns) -> bool:
    """Whether a short text says any number that is no part of a name."""
    if nouns.names and nouns.names.search(text):
        text = nouns.names.sub("", text)
    return FIGURES.search(text) is not None or any(True for _ in _in_words(text, nouns))


def dice_named_by(number: str) -> list[int] | None:
    """The faces of the dice that a number is the notation of, and of nothing else: "2d6 + 3"."""
    rest = _NAMED_DIE.sub("", number)
    if rest == number or FIGURES.search(rest):
        return None
    faces = (die["faces"] for die in _NAMED_DIE.finditer(number))
    return [100 if each == "%" else int(each) for each in faces]


def says_number(text: str, nouns: Nouns) -> bool:
    """Whether a whole printed text is a number; "one" alone can be nothing else."""
    return text.lower() in COUNTS or holds_number(text, nouns)


def _in_words(text: str, nouns: Nouns, start: int = 0, end: int = sys.maxsize) -> Iterable[Stretch]:
    for match in _WORDS.finditer(_lowered(text), start, end):
        counts = COUNTS.get(match.group())
        if counts is None or counts(WordInText(text, *match.span(), nouns)):
            yield match.span()


def _lowered(text: str) -> str:
    """The text in small letters, as long as it was: one letter of Turkish would become two."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else text.replace("\u0130", "I").lower()
