"""What of a text is a number: figures and dice, and the number words of one list.

ALWAYS are words that say a number wherever they stand, SMALL are words of plain English that say
one only where a proof says the same word, IDIOMS are neither. The authors' guide prints the lists.
No noun decides: a number word counts in any company, unless a hyphen or a name takes it in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from html import unescape
from typing import Literal, NamedTuple
from unicodedata import normalize

from sfrules.ground.formats import FILLER
from sfrules.ground.number_words import GROUPS, MANY_TIMES, NTH, TENS, UNITS
from sfrules.press.things.book import Rulebook, once_per_book

Stretch = tuple[int, int]  # the offsets of its first character, and of that behind its last
#: What vouches for a number before any proof is read: a rule or a row had a part in what was
#: printed; none had, so that its tag types it; the author says that it is no rule; code; nothing.
#: Structure only counts, and its numbers are none.
Origin = Literal["computed", "printed", "flavor", "code", "typed", "structure"]

SMALL = "one first once second both single pair couple brace score gross".split()
_CARDINALS = [*UNITS[2:], *TENS]
_LARGE = "hundred thousand lakh crore million billion trillion quadrillion dozen".split()
_ORDINALS = [*NTH[3:], *(f"{ten[:-1]}ieth" for ten in TENS), *(f"{each}th" for each in _LARGE)]
_PARTS = ["half", "halves", "quarter", "quarters", *_ORDINALS, *(f"{each}s" for each in _ORDINALS)]
_TIMES = "twice thrice double doubled doubles doubling halve halved halving tripling".split()
_TIMES += [f"{times}{end}" for times in MANY_TIMES for end in ("", "s", "d")]
_GROUPS = [each for each in GROUPS if each not in SMALL]
_NOTHING = "zero nil nought naught".split()
_COINS = "tuppence tuppenny thruppence thruppenny halfpenny tenner tenners fiver fivers".split()
_COINS += [f"{word}{coin}" for word in _CARDINALS for coin in ("pence", "penny")]
_SEVERAL = [f"{word}{'es' if word == 'six' else 's'}" for word in UNITS[2:10]]
_FOLDS = [f"{word}fold" for word in (*_CARDINALS, *_LARGE)]
ALWAYS = [*_NOTHING, *_CARDINALS, *_LARGE, *_PARTS, *_TIMES, *_GROUPS, *_COINS, *_SEVERAL, *_FOLDS]
ALWAYS += ["tens", "threescore", "fourscore"]
IDIOMS = (
    "one another|one by one|two by two|two and two|two minds|two of a kind|all fours|"
    "better half|half asleep|half empty|half a mind|half the fun|third party|third parties|"
    "think twice|thinks twice|double-edged|strikes twice|twice in a row"
).split("|")


class Number(NamedTuple):
    """A number in a text, or a figure, a sign or a word that is part of one."""

    start: int
    end: int
    text: str
    #: Whether it is one of the small words (one, first, once, second, both, single, pair), which
    #: are numbers only where a proof says the same word.
    is_small: bool = False
    origin: Origin = "typed"
    #: Which of a page's printed values it stands in, as the marks around these count them.
    printed: int = -1
    #: Where it is typed in the page's file; None where no place was found.
    place: Stretch | None = None


def any_of(words: Iterable[str]) -> str:
    """A pattern for any of the words, by their first letters: most words are refused at once."""
    rests: dict[str, list[str]] = {}
    for word in sorted(words, key=len, reverse=True):
        rests.setdefault(word[0], []).append(word[1:])
    of_letters = (
        f"{re.escape(a)}(?:{'|'.join(map(re.escape, rest))})" for a, rest in rests.items()
    )
    return f"(?:{'|'.join(of_letters)})"


# ½, ², ① and all other signs that Unicode gives a number, but for the digits.
SIGNS = "".join(c for c in map(chr, range(0x20000)) if c.isnumeric() and not c.isdecimal())
_BEGINS, _ENDS = r"(?<![^\W_])", r"(?![^\W_])"
_PERCENT = rf"(?:[^\S\n]?[%‰‱\uff05]|[ ](?:per[ ]?(?:cent(?:age[ ]points?)?|mille)|pct){_ENDS})"
_DIGITS = (
    rf"(?:\d++(?:,\d{{3}}|[\u00a0\u2007\u2009\u202f]\d{{3}}(?!\d))*+(?:[.:/\u2044]\d++(?:,\d{{3}})*+)*+"
    rf"(?:[ ]?[{SIGNS}]|[ ][1-9]/\d++(?![/,.]\d))*+|\.\d++|[{SIGNS}]++)"
)
# What stands behind a figure and makes another number of it.
_ENDING = (
    rf"(?:{_PERCENT}|(?:st|nd|rd|th|s|x|k|K|M|bn|[eE][+\-−]?\d++|-?fold){_ENDS}"
    rf"|[ ](?:hundred|thousand|[mbtr]{{1,2}}illion|dozen|score){_ENDS}"
    r"|×|[°\u2032\u2033]|\^\d++|![ ](?=[a-z])|[^\S\n]?[€£¥₹])?"
)
_KEPT = rf"(?:[kd][hl]?\d++)?+!?{_ENDS}"  # 4d6kh3: the highest three are kept
_DIE = rf"(?:\d*+[dD](?:\d++|%|[{SIGNS}]++){_KEPT})"
_DICE = rf"(?:{_DIE}(?:[ ]?[+\-−–×*/][ ]?(?:{_DIE}|\d++(?![dD]\d)))*+)"
_MINUS = r"\-–\u2212\u2011\uff0d\ufe63\u207b"
_SIGN = rf"(?<![\w)\]])[+\uff0b±×x{_MINUS}][$€£¥₹]?|(?<!\w)[$€£¥₹]"
# "H2O" and "v0.1b" are names; what ends one is a number: DC77, Level-77.
_LABELED = rf"(?<=[^\W\d_])\d++(?:\.\d++)*+{_ENDS}(?!\.\w)"
_FIGURE = (
    r"(?:(?=[0-9.+xdD$\-\x80-\ufffb\ufffd-\U0010ffff])"
    rf"(?:(?:{_SIGN}|{_BEGINS}(?<!\d[._]))(?:{_DICE}|{_DIGITS}{_ENDING})|{_LABELED}))"
)
_AFTER_TENS = any_of([*UNITS[1:10], *NTH[1:10]])
_AFTER_IN = any_of([*_CARDINALS, *_LARGE])
_MORE = (
    rf"(?:[ -]{any_of([*_LARGE, 'score'])}{_ENDS}"
    rf"|(?<=ty)[ \-\u2010\u2011–]{_AFTER_TENS}{_ENDS}"
    rf"|(?:(?<=hundred)|(?<=thousand))(?:[ ]and)?[ ]{any_of(['one', *_CARDINALS])}{_ENDS}"
    rf"|(?<=half)[ ]an?[ ](?:dozen|hundred|thousand|million){_ENDS}"
    rf"|[ -]and[ -](?:an?[ -])?(?:half|quarter|third){_ENDS}"
    rf"|[ -]{any_of(_PARTS)}{_ENDS}(?!-)"
    rf"|[ ]per[ ]?cent(?:age[ ]points?)?{_ENDS}|-?fold{_ENDS}|-in-{_AFTER_IN}{_ENDS})"
)
_LEADING = any_of(["one", "half", *_CARDINALS, *_LARGE])
_WORD = rf"{_BEGINS}(?:{_LEADING}{_ENDS}{_MORE}*+|{any_of([*ALWAYS, *SMALL])}{_ENDS})"
_HYPHEN, _LETTER = r"[\-\u2010\u2011]", r"[^\W\d_]"
# A hyphen joins a word to a name, two-handed, but for a chance, two-in-six, and a sixth-level hero.
_ALONE = rf"(?:(?<=th|rd|st|nd)(?={_HYPHEN}levels?{_ENDS})|(?!{_HYPHEN}{_LETTER}))"


# Compiled when they are first used: many questions use none of them.
@cache
def _figures(decimal: str = ".") -> re.Pattern[str]:
    """Numbers in figures; in a book with a decimal comma, a comma may stand where a point may."""
    figure = _FIGURE if decimal == "." else _FIGURE.replace("[.:/", "[,.:/")
    return re.compile(rf"{figure}(?:(?:[ ]?[–-][ ]?|[ ]to[ ]){figure})*+")


@cache
def _words() -> re.Pattern[str]:
    """A number in words, for a text in small letters alone: that is several times as fast."""
    several = rf"{_WORD}(?:(?:[ ]to[ ]|-to-|–){_WORD})*+"
    return re.compile(rf"(?=[bcdefhlmnopqstz])(?<!{_LETTER}{_HYPHEN}){several}{_ALONE}")


_OF_NUMBERS = {part for word in (*ALWAYS, *SMALL, "per", "cent") for part in word.split("-")}
_OF_NUMBERS.add("d%")  # a number of two digits, rolled
_FIRST = "".join(sorted({part[0] for part in _OF_NUMBERS}))
# Most characters begin no token, and most words have another letter in front.
_TOKEN = re.compile(
    rf"(?=[0-9&{_FIRST}\x80-\ufffb\ufffd-\U0010ffff])(?:(?<!\d)\d/\d(?!\d)|\d+|&#?\w{{1,8}};"
    rf"|(?<![a-z])(?<![^\W\d_{SIGNS}]){any_of(_OF_NUMBERS)}(?![^\W\d_{SIGNS}])"
    rf"|(?=[\x80-\U0010ffff])[{SIGNS}])"
)


def atoms_of(text: str) -> Iterator[Number]:
    """The figures and number words of a text; a sign may be written by its name in HTML.

    Extensions make ½ of 1/2, so that is one, too.
    """
    for found in _TOKEN.finditer(lowered(text)):
        said = unescape(found[0]) if found[0][0] == "&" else found[0]
        if not said.isascii() and "\u2044" in (parts := normalize("NFKC", said)):
            said = parts.replace("\u2044", "/")
        if said in _OF_NUMBERS or said[0].isnumeric():
            yield Number(*found.span(), said)


_MONTH = (
    "(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|"
    "Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)"
)
_YEAR = r"(?:1[0-9]|20)\d\d(?:[ ]?[-–][ ]?(?:1[0-9]|20)\d\d)?(?!\w)"
_DAY = r"(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?"
_END = r"(?=[ ]*(?:[.,](?!\w)|[;:!?)\]\n|\"”—–]|\Z))"  # of a clause
# What a date, a page or a version stands before: never something that it would count.
_STANDS = (
    rf"(?:{_END}|(?=[ ](?:and|as|at|are|but|by|for|from|in|is|it|on|or|the|to|was|we|with)\b))"
)
_TELLS = r"(?=[ ](?:covers|explains|lists|says|shows|tells)\b)"
_BOUND = rf"(?:{_STANDS}|{_TELLS}|(?=[ ]of\b|[ ][A-Z]))"
_NTH = rf"(?:{'|'.join([*NTH[1:11], *_ORDINALS])}|\d{{1,2}}(?:st|nd|rd|th))"
_PLACE = "(?:[pP]arts?|[cC]hapters?|[aA]ppendix|[bB]ook|[vV]olume|[sS]ections?|[pP]ages?)[ ]"
_TIME = r"(?:[ ,]+(?:at[ ])?\d\d:\d\d(?::\d\d)?)?"
_LICENSE = (
    r"(?:Apache(?:[ ]License)?(?:,?[ ]Version)?|[AL]?GPL|FDL|MPL|EPL|OGL"
    r"|Creative[ ]Commons[ ]Attribution(?:-[A-Z]\w+)*)"
)
# All but the last two begin a word, which most characters do not: those are passed at once.
_NAME = re.compile(
    r"(?<!\w)(?:(?:(?:https?|ftp|file|mailto|git):|www\.)[^\s<>\"')\]]+"
    r"|\w[\w.+-]{0,63}+@[\w-]+\.\w+"
    rf"|(?<!-){_YEAR[:-6]}{_HYPHEN}(?:0\d|1[0-2]){_HYPHEN}(?:[0-2]\d|3[01])(?![\w-]){_TIME}"
    rf"|{_YEAR[:-6]}[ ]?/[ ]?(?:0\d|1[0-2])[ ]?/[ ]?(?:[0-2]\d|3[01])(?![\w/])"
    rf"|{_DAY}[ ]{_MONTH},?[ ]{_YEAR}{_TIME}|{_MONTH}[ ]{_DAY},?[ ]{_YEAR}{_TIME}"
    rf"|(?:{_MONTH}[ ]{_YEAR}|{_DAY}[ ]{_MONTH}\b|(?:on|by)[ ]{_MONTH}[ ]{_DAY}(?!,?[ ]{_YEAR}))"
    rf"{_STANDS}|(?:Spring|Summer|Autumn|Fall|Winter)[ ](?:19|20)\d\d{_END}"
    r"|[0-3]?\d(?:\.[0-3]?\d\.|/[0-3]?\d/)(?:19|20)\d\d(?![\w/])"
    rf"|(?i:{_NTH})[ ]of[ ]{_MONTH}\b(?:,?[ ]{_YEAR})?"
    r"|(?:1[5-9]|20)\d0s\b"
    rf"|(?i:{_NTH})[ -][cC]entur(?:y|ies)\b|(?i:{_NTH})[ -](?:[eE]d(?:ition\b|\.)|printing\b)"
    rf"|{_YEAR}[ ][eE]dition\b"
    rf"|(?:[iI]n|[sS]ince|[pP]ublished)[ ]{_YEAR}(?:[-–]\d\d\b)?"
    rf"(?:{_END}|(?=[ ]edition\b|[ ]by[ ][A-Z]))"
    rf"|(?i:versions?|releases?|revisions?)[ ]\d+(?:\.\w+)*{_BOUND}"
    rf"|v(?:\.?[ ])?\d+(?:\.\w+)+\b{_BOUND}|v\d{_STANDS}"
    r"|(?<!\d[ ])pp?\.[ ]\d+(?:[-–]\d+)?|(?:RFC[ ]|§[ ]?)\d+(?:\.\d+)*\b|CC0(?:[ ]\d\.\d)?\b"
    rf"|(?:Python|MkDocs|HTML|CSS|CC[ -]BY(?:-[A-Z]{{2}})*|{_LICENSE})[ -]?v?\d+(?:\.\w+)*\b"
    r"|(?:SRD|System[ ]Reference[ ]Document)[ ]\d+(?:\.\d+)+\b"
    r"|ISBN(?:-1[03])?:?[ ]?[\d-]{9,16}[\dX]\b"
    rf"|{_PLACE}\d+{_TELLS}|(?=[pcabvsPCABVS])(?:(?<=[(\[])|(?<=\b[oO]n[ ])|(?<=\b[iI]n[ ])"
    rf"|(?<=\b[oO]f[ ])|(?<=\b[sS]ee[ ])|(?<=\bto[ ])"
    rf"|(?<=\b[fF]rom[ ])|(?<=\band[ ])|(?<=\d,[ ])){_PLACE}(?:[A-Z]\.)?\d+(?:[.–-]\d+)*\b{_BOUND}"
    r"|(?<![./-])(?=\w*[./-])[\w./-]+\.(?:md|py|csv|json|html|css|js|ya?ml|toml|txt|svg|png|jpg|pdf)\b"
    r"|(?<![&#])#[0-9a-fA-F]{6}(?:[0-9a-fA-F]{2})?(?!\w)"
    rf"|(?i:(?:{'|'.join(IDIOMS)}|3rd part(?:y|ies))\b))"
    rf"|(?:©|\([cC]\)|\b[cC]opyright\b)(?:[ \t]*(?:©|\([cC]\)))?[ \t]*"
    rf"{_YEAR}(?:[-–]\d\d\b)?(?:(?:,|[ ]to|,?[ ]and)[ ]{_YEAR})*+{_BOUND}"
    r"|(?<![\d.])\d++(?:\.\d++)++(?=[ ]or[ ](?:later|newer|higher)\b)"
)

_EDITION = re.compile(r"(?<![\w.])\d(?:\.\d)?[eE]\b")  # of a game: 5e. In French, an ordinal


@dataclass(frozen=True, eq=False)
class Naming:
    """What a book names with numbers: its terms, proper names and ids of sources, and its dice."""

    names: re.Pattern[str] | None = None
    dice: frozenset[int] = frozenset()
    #: How the die is written that the book names once for all of its checks.
    check_die: tuple[str, ...] = ()
    decimal: str = "."
    #: Whether number words are read: those of English are.
    words: bool = True


@once_per_book
def naming_of(book: Rulebook) -> Naming:
    """What a book names with numbers."""
    terms = {name for term in book.terms for name in (term.term, *term.aliases)}
    names = {*book.checks.proper_names, *(each for each in terms if " " in each or "-" in each)}
    numbered = [each for each in names if _words().search(each.lower()) or _figures().search(each)]
    pattern = re.compile(rf"(?<!\w){any_of(sorted(numbered))}(?!\w)") if numbered else None
    die = book.checks.check_die
    dice = (f"d{die}", f"1d{die}") if die else ()
    return Naming(pattern, book.dice, dice, book.checks.decimal, book.checks.is_english)


@lru_cache(maxsize=4_096)  # cells of tables say the same
def numbers_in(text: str, naming: Naming) -> tuple[Number, ...]:
    """The numbers of a text in order, without those that are part of a name."""
    figures = (each.span() for each in _figures(naming.decimal).finditer(text))
    in_words = _words().finditer(lowered(text)) if naming.words else ()
    found = sorted({*figures, *(each.span() for each in in_words)})
    named = sorted(_names_in(text, naming, found), reverse=True)
    numbers, last = [], 0
    for low, end in found:
        while named and named[-1][0] <= low:
            last = max(last, named.pop()[1])
        # A range may begin with a year, say.
        rest = _figures(naming.decimal).search(text, last, end) if low < last < end else None
        if (start := rest.start() if rest else low) >= last:
            last, words = end, text[start:end]
            if words.lower() not in naming.check_die:
                numbers.append(Number(start, end, words, words.lower() in SMALL))
    return tuple(numbers)


def sure_numbers_in(text: str, naming: Naming) -> list[Number]:
    """The numbers of a text, but for the small words: what needs no proof that says it first."""
    return [each for each in numbers_in(text, naming) if not each.is_small]


def blanked(text: str, stretches: Iterable[Stretch]) -> str:
    """A text with some of its stretches blank, as long, and in as many lines."""
    parts, at = [], 0
    for start, end in sorted(stretches):
        if end > max(start, at):
            lines = text[max(start, at) : end].split("\n")
            parts += [text[at:start], "\n".join(FILLER * len(line) for line in lines)]
            at = end
    return "".join([*parts, text[at:]])


def lowered(text: str) -> str:
    """A text in small letters, as long as it is."""
    small = text.lower()
    return small if len(small) == len(text) else text.replace("\u0130", "I").lower()


def _names_in(text: str, naming: Naming, numbers: Iterable[Stretch]) -> Iterator[Stretch]:
    """The names in those blocks of a text that have numbers."""
    end = -1
    for start, _ in numbers:
        if start >= end:
            low, found = text.rfind("\n\n", 0, start) + 1, text.find("\n\n", start)
            end = found if found >= 0 else len(text)
            editions = _EDITION if naming.words else None
            for pattern in filter(None, (naming.names, _NAME, editions)):
                yield from (name.span() for name in pattern.finditer(text, low, end))


_NAMED_DIE = re.compile(rf"[dD](\d{{1,4}}+|%){_KEPT}")


def dice_named_by(number: str) -> list[int]:
    """The faces of the dice that a number is the notation of, and of nothing else: "2d6 + 3"."""
    return [int(faces.replace("%", "100")) for faces in _NAMED_DIE.findall(number)]
