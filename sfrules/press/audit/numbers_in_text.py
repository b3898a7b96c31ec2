"""Where the numbers of a text are, in figures and in words, and which are part of a name.

What stands beside a number may change what it says: a rule that says 96 says neither −96 nor √96,
96 million, "not 96" or "at most 96". So a number that is proved or computed stands alone, or all of
it is said by its proof or its macro.
"""

from __future__ import annotations

import inspect
import re
import sys
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from html import unescape
from itertools import accumulate

from sfrules.ground.number_words import GROUPS, MANY_TIMES, NTH, TENS, UNITS
from sfrules.press.audit.counting_words import (
    COUNTS,
    MEASURES,
    NO_NOUNS,
    Nouns,
    WordInText,
    singular,
)
from sfrules.press.audit.prose import ENTITY, FILLER, Stretch, apart
from sfrules.press.things.book import Book, Record, Term, once_per_book
from sfrules.press.things.claims.claim import ABOUT, BEFORE, BEHIND, any_of

_SMALL = UNITS[2:]
# A plural, as in "hundreds of orcs", counts nothing.
_LARGE = "hundred thousand myriad lakh crore million billion trillion quadrillion dozen".split()
_ORDINALS = [*NTH[3:], *(f"{ten[:-1]}ieth" for ten in TENS), *(f"{each}th" for each in _LARGE)]
_PARTS = ["half", "halves", "quarters?", *(f"{ordinal}s?" for ordinal in _ORDINALS)]
_TIMES = ("doubled doubles doubling double tripling halved halving halve twice thrice").split() + [
    f"{times}(?:s|d)?" for times in MANY_TIMES
]
# As they are often misspelt: fourty, ninteen, eigthy, twelth, thousend.
_STEMS = (
    "twen[nie] twnen? thri[rt]? thir[dt] thre+ fou?rt? foru fivet? fif[ft]h? fith sixt"
    " sev[ae]nn?[td]? sevn eigh[ht]t? eigt aight eigth ninn? nint nine[ety] tweni twene"
)
_MISSPELT = [f"{stem}(?:ty|dy|teen|teeen|tene?|tieth|teenth)" for stem in _STEMS.split()]
_MISSPELT += (
    "eigthy thirtheen twenyt twenti hundered hunderd hundread thousend thosand tousand milion"
    " millon billon tweleve twelf twelth twelveth nineth eigth elevn"
).split()
# Or with a blank that slipped in, as no two other words make: thirt y, hund red.
_MISSPELT += [
    f"{word[:at]}[ ]{word[at:]}"
    for word in (*UNITS[13:], *TENS, "hundred", "thousand", "million")
    for at in range(1, len(word))
    if word[:at] not in UNITS
]
_PENCE = "tuppence tuppenny thruppence thruppenny halfpenny ha['\u2019]p(?:enny|ence)".split()
_NOTHING = "zero nil nought naught".split()
_GROUPS = [f"{group}(?=[ ]of)" for group in ("pair", "couple", *GROUPS)]
_GROUPS += [f"{group}(?=[ ]of[ ][a-z]+s\\b)" for group in ("score", "gross")]
# These count something in some places and nothing in others: counting_words.py decides.
_OPEN = ["first", "second", "single", "once", "both", *_GROUPS]
# ½, ², Ⅳ, ①, 七 and all other signs that Unicode gives a number, but for the digits; ⚅, 🔟 and 💯.
_LAST_NUMERIC = 0x20000
_UNICODE = "\u2680-\u2685\U0001f51f\U0001f4af" + "".join(
    char for char in map(chr, range(_LAST_NUMERIC)) if char.isnumeric() and not char.isdecimal()
)


def _either(words: list[str]) -> str:
    """A pattern for any of the words, by their first letters: most words are refused at once."""
    rests: dict[str, list[str]] = {}
    for word in words:
        rests.setdefault(word[0], []).append(word[1:])
    return "(?:" + "|".join(f"{first}(?:{'|'.join(rest)})" for first, rest in rests.items()) + ")"


# Emphasis may be written with underscores, which to a pattern are letters.
_NOT_BEHIND, _END = r"(?<![^\W_])", r"(?![^\W_])"
_BLANK = r"(?:[^\S\n]|&(?:nbsp|thinsp|#160|#8239);)?"
_PERCENT = rf"(?:{_BLANK}(?:[%‰‱\uff05]|&percnt;|&#37;)|[ ](?:per[ ]?(?:cent|mille)|pct){_END})"
_DIGITS = (
    rf"(?:\d++(?:,\d{{3}}|[\u00a0\u2007\u2009\u202f]\d{{3}}(?!\d))*+(?:[.:/\u2044]\d++)*+"
    rf"(?:[ ]?[{_UNICODE}])*+|\.\d++|[{_UNICODE}]++)"
)
# What stands behind a figure and makes another number of it.
_ENDING = (
    rf"(?:{_PERCENT}|(?:st|nd|rd|th|s|x|k|K|M|bn|[eE][+\-−]?\d++|-?fold){_END}"
    rf"|[ ](?:hundred|thousand|[mbtr]{{1,2}}illion|quadrillion|dozen|score){_END}"
    r"|×|[°\u2032\u2033]|\^\d++|![ ](?=[a-z])|[^\S\n]?[€£¥₹])?"
)
_KEPT = rf"(?:[kd][hl]?\d++)?+!?{_END}"  # 4d6kh3: the highest three are kept
_MODIFIER = r"(?:[ ]?[+\-−–×*/][ ]?\d++(?![dD]\d))*+"
_DICE = rf"(?:\d*+[dD](?:\d++|%|[{_UNICODE}]++){_KEPT}{_MODIFIER})"
_NAMED_DIE = re.compile(rf"(?P<count>\d*+)[dD](?P<faces>\d{{1,4}}+|%)(?P<more>{_KEPT}{_MODIFIER})")
_MINUS = r"\-–\u2212\u2011\uff0d\ufe63\u207b"
_SIGN = rf"(?<![\w)\]])(?:[+\uff0b±×x{_MINUS}]|&minus;|&#8722;)[$€£¥₹]?|(?<!\w)[$€£¥₹]"
# "H2O" and "v0.1b" are names; what ends one is a number: DC77, Level-77.
_START = rf"(?:{_SIGN}|{_NOT_BEHIND}(?<!\d[._]))"
# Most places of a text are refused by this alone. It lets every sign through that is not ASCII, as
# a set of all those that Unicode gives a number is looked through one by one, at every place; but
# not the one that stands for what is blanked.
_OPENS = r"(?=[0-9.+xdDIVX&$\-\x80-\ufffb\ufffd-\U0010ffff])"
_LABELED = rf"(?<=[^\W\d_])\d++(?:\.\d++)*+{_END}(?!\.\w)"
# A letter alone may be a word, a name or a weapon's die; only longer ones are surely numerals.
_ROMAN = (
    r"(?:(?:X{1,3}(?:IX|IV|VI{0,3}|I{1,3})|X{2,3}|IX|IV|VI{1,3}|I{2,3})(?:st|nd|rd|th)?"
    rf"{_END})"
)
_FIGURE = rf"(?:{_OPENS}(?:{_START}(?:{_DICE}|{_DIGITS}{_ENDING}|{_ROMAN})|{_LABELED}|{ENTITY}))"


# The three longest patterns are compiled when they are first used: a question uses none of them.
@cache
def figures() -> re.Pattern[str]:
    """A number in figures, or several that are joined: "3 to 5"."""
    return re.compile(rf"{_FIGURE}(?:(?:[ ]?[–-][ ]?|[ ]to[ ]){_FIGURE})*+")


@cache
def _one_figure() -> re.Pattern[str]:
    return re.compile(_FIGURE, re.IGNORECASE)


# Behind what is numbered, any letters that are a numeral are one: Level XL, chapter vii.
_NUMERAL = re.compile(r"[ \u00a0*_]([IVXLCDM]+|[ivxlc]{2,})(?!\w)")
# Anywhere, they are one where no word looks like it: LXXVII, xvii; but MIX and DIV may be words.
_LONG_NUMERAL = re.compile(
    r"(?<![^\W_])(?:(?=[MDCLXVI]{3})(?!(?:MIX|DIX|[CDL]IV)\b)(?=\w*?[IVX]\w*?[IVX])"
    r"M{0,3}(?:C[MD]|D?C{0,3})(?:X[CL]|L?X{0,3})(?:I[XV]|V?I{0,4})"
    r"|(?=[ivxlc]{3})(?=\w*?[xv])c{0,2}(?:x[cl]|l?x{0,3})(?:i[xv]|v?i{0,3}))(?:th)?(?![^\W_])"
)
_IS_NUMERAL = re.compile(r"(?=.)M{0,3}(?:C[MD]|D?C{0,3})(?:X[CL]|L?X{0,3})(?:I[XV]|V?I{0,3})")
_NUMBERED = re.compile(
    r"\b(?:(?P<level>(?:[Ll]evel|[Rr]ank|[Tt]ier|[Gg]rade)s?)"
    r"|(?:(?i:step|stage|size|phase|type|chapter|act|scene)s?))[ \u00a0][*_]{0,3}\Z"
)

_AFTER_TENS = _either(["one", "first", "second", *_SMALL[:8], *_ORDINALS[:7]])
_MORE = (
    rf"(?:[ -]{_either([*_LARGE, 'score'])}{_END}"
    rf"|(?<=ty)[ \-\u2011–]{_AFTER_TENS}{_END}"
    rf"|(?:(?<=hundred)|(?<=thousand))(?:[ ]and)?[ ]{_either(['one', *_SMALL, *TENS])}{_END}"
    rf"|(?<=half)[ ]an?[ ](?:dozen|hundred|thousand|million){_END}"
    rf"|[ -]and[ -](?:an?[ -])?(?:half|quarter|third){_END}"
    rf"|[ -]{_either(_PARTS)}{_END}(?!-)"
    rf"|[ ]per[ ]?cent{_END}|-?fold{_END})"
)
_ALONE = _either(
    [
        *_NOTHING,
        *_PARTS[1:],
        *_TIMES,
        *_OPEN,
        *_PENCE,
        "sixes",
        "threescore",
        "fourscore",
        "tenners?",
        "fivers?",
    ]
    + [f"{word}s" for word in _SMALL if word != "six"]
    + [f"{word}(?:fold|pence|penny)" for word in (*_SMALL, *TENS)]
    + [f"{word}fold" for word in _LARGE]
    + _MISSPELT
)
_LEADING = _either(["one", "half", *_SMALL, *TENS, *_LARGE])
# Two of them may be written as one word: seventyseven, threehundred.
_JOINED = rf"(?:(?<=ty){_AFTER_TENS}|{_either([*_LARGE, 'times'])})?"
_WORD = rf"{_NOT_BEHIND}(?:{_LEADING}{_JOINED}{_END}(?:{_MORE})*+|{_ALONE}{_END})"


@cache
def _words() -> re.Pattern[str]:
    """A number in words, for a text in small letters alone: that is several times as fast."""
    return re.compile(rf"(?=[bcdefghlmnopqstz]){_WORD}(?:(?:[ ]to[ ]|[ ]or[ ]|-to-|–){_WORD})*+")


_MONTH = (
    "(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|"
    "Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)"
)
_YEAR = r"(?:1[0-9]|20)\d\d(?:[ ]?[-–][ ]?(?:1[0-9]|20)\d\d)?(?!\w)"
_DAY = r"(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?"
# What a date, a page or a version stands before: never something that it would count.
_STOP = r"[ ]*(?:[.,](?!\w)|[;:!?)\]\n|*\"”—–]|\Z)"
_STANDS = rf"(?={_STOP}|[ ](?:and|as|at|by|for|from|in|is|it|on|or|the|to|was|we|with)\b)"
_BOUND = rf"(?:{_STANDS}|(?=[ ](?:covers|explains|lists|of|says|shows|tells)\b|[ ][A-Z]))"
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
        rf"(?<!-){_YEAR[:-6]}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])(?![\w-])",
        rf"{_DAY}[ ]{_MONTH}\b(?:,?[ ]{_YEAR}|{_STANDS})",
        rf"{_MONTH}[ ]{_DAY},?[ ]{_YEAR}\b",
        rf"{_MONTH}[ ]{_YEAR}{_STANDS}",
        rf"(?:on|by)[ ]{_MONTH}[ ]{_DAY}\b(?:,?[ ]{_YEAR}\b|{_STANDS})",
        rf"(?i:{_ORDINAL_DAY})[ ]of[ ]{_MONTH}\b(?:,?[ ]{_YEAR})?",
        r"(?:1[5-9]|20)\d0s\b",
        rf"(?i:{_ORDINAL_DAY})[ -][cC]entur(?:y|ies)\b",
        rf"[cC]opyright\b[ \t]*(?:©|\([cC]\))?[ \t]*{_YEAR}{_BOUND}",
        rf"(?i:versions?|releases?)[ ]\d+(?:\.\w+)*{_BOUND}",
        rf"v\d+(?:\.\d+)+\b{_BOUND}",
        r"(?:Python|HTML|CSS|CC[ ]BY(?:-[A-Z]{2})*)[ ]\d+(?:\.\d+)*\b",
        r"(?<![\d.])\d++(?:\.\d++)++(?=[ ]or[ ](?:later|newer|higher)\b)",
        r"ISBN(?:-1[03])?:?[ ]?[\d-]{9,16}[\dX]\b",
        rf"(?i:{_ORDINAL})[ -][eE]dition\b",
        r"(?i:third|3rd)[ ]part(?:y|ies)\b",
    )
)
_PART = "(?:[pP]arts?|[cC]hapters?|[aA]ppendix|[bB]ook|[vV]olume|[sS]ections?|[pP]ages?)[ ]"
_PLACE = rf"{_PART}(?:[IVXivx]+|\d+(?:\.\d+)*)\b"
_CITED = (
    r"(?:(?<=[(\[])|(?<=\b[oO]n[ ])|(?<=\b[iI]n[ ])|(?<=\b[oO]f[ ])|(?<=\b[sS]ee[ ])|(?<=\bto[ ])"
    r"|(?<=\b[fF]rom[ ])|(?<=\band[ ]))"
)
_NAME = re.compile(
    rf"\b(?=\w)(?:{_AT_WORD}|(?={_PART})(?:{_CITED}{_PLACE}{_BOUND}"
    rf"|(?m:^|(?<=:[ ])){_PLACE}(?=[:.]?[ ]*(?:\n|\Z))))|(?:©|\([cC]\))[ \t]*{_YEAR}{_BOUND}"
    rf"|(?<![\w./-])(?=\w*[./-])[\w./-]+\.(?:{_FILE})\b"
    r"|(?<![\w&#])#[0-9a-fA-F]{6}(?:[0-9a-fA-F]{2})?(?!\w)"
)
# A rank, a ship, a king: Silver III, where no sentence goes on to what the numeral would count.
_NAMED_NUMERAL = re.compile(
    rf"(?<![^\W_])(?P<noun>[A-Z][a-z]+)[ ]{_ROMAN}"
    r"(?=[ ][A-Z][a-z]|['\u2019]s\b|[ \t*_]*(?:[|\"\u201d\])<]|\n|\Z))"
)
_DATING = (
    "(?:appeared|born|built|came|century|died|edition|first|founded|issued|made|opened|out|printed"
    "|published|released|reprinted|song|was|were|written|years?)"
)
_SAME_SENTENCE = r"\b[^.!?\n]{0,80}?\b"
_DATED = re.compile(
    rf"\b{_DATING}{_SAME_SENTENCE}(?:in|since|until|by|after|before|of|from)[ ](?P<year>{_YEAR})"
    rf"{_STANDS}|\b(?:[iI]n|[sS]ince)[ ](?P<opens>{_YEAR}),?{_SAME_SENTENCE}{_DATING}\b"
)
_ID = re.compile(r"(?<![\w-])[A-Za-z]{1,6}-?\d+(?![\w-])")


@once_per_book
def nouns_of(book: Book) -> Nouns:
    """What a book counts: with these, "one" and words like it count."""
    of_units = _names_of_terms(term for term in book.terms if term.unit)
    units = MEASURES.union(map(singular, of_units))
    things = frozenset(map(singular, [*_names_of_terms(book.terms), *_identifiers(book)]))
    ids = frozenset(name for name in book.proper_names if _ID.fullmatch(name))
    names = _with_numbers(book.terms, book.proper_names - ids)
    return _nouns(units, names, book.dice, things - NO_NOUNS, ids, book.check_die)


# A book that is loaded again mostly counts what it did, and what is known of its texts still holds.
_nouns = lru_cache(maxsize=100)(Nouns)


def _identifiers(book: Book) -> Iterator[str]:
    """The words that pages and rules name things by, each whole and by its last word."""
    found = {name for schema in book.facts().values() for name in schema.columns}
    for space, members in book.namespaces.items():
        found.add(space)
        for name, member in members.items():
            if isinstance(member, Record):
                found.update(member.fields)
                yield name.replace("_", " ")
            else:
                found.add(name)
                found.update(inspect.signature(member).parameters if callable(member) else ())
    for name in found:
        words = name.lower().split("_")
        yield " ".join(words)
        yield words[-1]


def _with_numbers(terms: tuple[Term, ...], own: frozenset[str]) -> re.Pattern[str] | None:
    names = own.union(name for name in _names_of_terms(terms) if " " in name or "-" in name)
    numbered = [name for name in names if _words().search(name.lower()) or figures().search(name)]
    if not numbered:
        return None
    longest_first = map(re.escape, sorted(numbered, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{'|'.join(longest_first)})(?!\w)")


def _names_of_terms(terms: Iterable[Term]) -> Iterator[str]:
    return (name for term in terms for name in (term.term, *term.aliases))


def numbers_in(text: str, nouns: Nouns, start: int = 0, end: int = sys.maxsize) -> list[Stretch]:
    """The stretches of a text that say a number each, in order."""
    found = [match.span() for match in figures().finditer(text, start, end)]
    found += (each.span(1) for each in _NUMERAL.finditer(text, start, end) if _numbers(each))
    found += (each.span() for each in _LONG_NUMERAL.finditer(text, start, end))
    found += _words_in(text, nouns, start, end)
    return list(apart(sorted(found)))


def _numbers(numeral: re.Match[str]) -> bool:
    """Whether letters are a numeral, and stand behind what is numbered; "level I" may be prose."""
    letters = numeral[1]
    at = numeral.start(1)
    behind = _NUMBERED.search(numeral.string[max(at - 14, 0) : at])
    if not behind or not _IS_NUMERAL.fullmatch(letters.upper()):
        return False
    capital = behind[0][0].isupper() and behind["level"] is not None
    return len(letters) > 1 or letters in "VX" or capital


def atoms_of(number: str) -> list[str]:
    """The single numbers of a stretch that says one or several: "3 to 5" is 3 and 5."""
    return _one_figure().findall(number) or [number]


@lru_cache(maxsize=16_384)  # cells of tables say the same, and are asked for by each reader
def unnamed_numbers_in(text: str, nouns: Nouns) -> tuple[Stretch, ...]:
    """The numbers of a text that is no page, without those that are part of a name."""
    numbers = numbers_in(text, nouns)
    named = sorted(names_in(text, nouns)) if numbers else []
    starts = [start for start, _ in named]
    furthest = [0, *accumulate((end for _, end in named), max)]  # end of those before each
    return tuple(e for e in numbers if e[0] >= furthest[bisect_right(starts, e[0])])


def names_in(text: str, nouns: Nouns) -> Iterator[Stretch]:
    """The book's names with a number in them, dates, versions, addresses and names of files."""
    for pattern in filter(None, (nouns.names, _NAME)):
        yield from (name.span() for name in pattern.finditer(text))
    for dated in _DATED.finditer(text):
        yield dated.span("year" if dated["year"] else "opens")
    for named in _NAMED_NUMERAL.finditer(text):
        noun = singular(named["noun"].lower())
        if noun not in nouns.last_words and not _NUMBERED.search(f"{named['noun']} "):
            yield named.span()
    if nouns.ids:
        yield from (id.span() for id in _ID.finditer(text) if id[0] in nouns.ids)


def holds_number(text: str, nouns: Nouns) -> bool:
    """Whether a short text says any number that is no part of a name."""
    return bool(unnamed_numbers_in(text, nouns))


def dice_named_by(number: str) -> list[int] | None:
    """The faces of the dice that a number is the notation of, and of nothing else: "2d6 + 3"."""
    rest = _NAMED_DIE.sub("", number)
    if rest == number or figures().search(rest):
        return None
    faces = (die["faces"] for die in _NAMED_DIE.finditer(number))
    return [100 if each == "%" else int(each) for each in faces]


def is_check_die(number: str, nouns: Nouns) -> bool:
    """Whether a number is the die of all checks, which the book has named once: "a d20"."""
    die = _NAMED_DIE.fullmatch(number)
    if die is None or die["more"] or not nouns.check_die:
        return False
    return die["count"] in ("", "1") and die["faces"] == str(nouns.check_die)


def says_number(text: str, nouns: Nouns) -> bool:
    """Whether a whole printed text is a number; "one" alone can be nothing else."""
    return text.lower() in COUNTS or holds_number(text, nouns)


def _words_in(text: str, nouns: Nouns, start: int, end: int) -> Iterator[Stretch]:
    """The number words of a text that count something where they stand."""
    lowered = text.lower()
    if len(lowered) != len(text):  # one letter of Turkish becomes two
        lowered = text.replace("\u0130", "I").lower()
    for match in _words().finditer(lowered, start, end):
        counts = COUNTS.get(match.group())
        if counts is None or counts(WordInText(text, *match.span(), nouns)):
            yield match.span()


_NEAR = 30  # characters, within which the words stand that bound or deny a number
_MARKS = r"(?:[*_]|\^\^)+"
_MARKS_BEFORE, _MARKS_BEHIND = re.compile(rf"{_MARKS}\Z"), re.compile(rf"\A{_MARKS}")
_BOUNDS = any_of(phrase for phrase, form in BEFORE.items() if form is not ABOUT)
_BEFORE = re.compile(
    rf"(?:{_NOT_BEHIND}(?:{_BOUNDS}|not|never|negative|neither|nor|cannot(?:\s+be)?|without|unlike|beyond"
    r"|nowhere\s+near|(?:anything|nothing|everything|all)\s+but|except(?:\s+for)?|exceed(?:s|ing)?|point"
    r"|(?:upwards|short|square|cube|(?:square[ ]|cube[ ])?root|fraction)[ ]of|far[ ]from"
    r"|an?\s+(?:max|min)imum\s+of)[\s*_]+"
    r"|n['\u2019]t(?:\s+be)?[\s*_]+"
    rf"|{_NOT_BEHIND}(?:is|are|was|to|at|of|by|or|a|than|costs?|takes?|gives?)\s+(?:minus\s+|[-\u2212]\s)"
    r"|[|>(:;,.!?]\s*minus\s+"
    r"|(?:[≤≥≠√№]|(?<!#)#(?=$)|\bno[.]|(?<=[\w,;:] )[<>]|&[lg]t;)[ ]?"
    r"|(?:\s|[^\w\s])[\u2010\u2012\u2014\u2015\u2796])$",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    rf"[*_]*(?:\+|[ ]times[ ]as\b|[ ](?:(?!more\b)[a-z]+[ ]){{0,2}}(?:{any_of(BEHIND)})\b"
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
# Two numbers with no word between read as one: 3 3, 3·3, 3 × 3, 3'3.
_NUMBER_BEFORE = re.compile(r"\d(?:[^\S\n]*[\u00b7\u22c5\u00d7\u00f7]?[^\S\n]*|['\u2019\\])$")
_CHANCE = re.compile(r"\d\s+(?:in|out\s+of)\s+$")


def with_neighbors(text: str, start: int, end: int) -> Stretch:
    """A number with all beside it that makes it say something else; alone, where nothing does."""
    before = unescape(text[max(start - _NEAR, 0) : start])
    plain, behind = _MARKS_BEFORE.sub("", before), text[end : end + _NEAR]
    found = _BEFORE.search(before) or _BEFORE.search(plain)
    if not found and not text[start].isalpha():
        found = _NUMBER_BEFORE.search(plain)
    if not found and text[start:end].isdecimal():
        found = _CHANCE.search(plain)
    low = start - len(found[0]) if found else start - _is_symbol(plain[-1:])
    after = _BEHIND.match(behind)
    high = end + (
        len(after[0]) if after else _is_symbol(_MARKS_BEHIND.sub("", unescape(behind))[:1])
    )
    return max(low, 0), high


def _is_symbol(char: str) -> bool:
    return char != "" and unicodedata.category(char) in _SYMBOLS and char not in _HARMLESS
