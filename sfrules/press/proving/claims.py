"""What a text says of a number: its value, its kind, and the bound that words beside it set.

A bound belongs to a number where it stands directly before or behind it, or its noun: "at least 3",
"below skill 4", "3 hit points or fewer". An article may come between, but no mark of punctuation.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from sfrules.ground.formats import FILLER, GROUPED_FROM, format_value, plain_number
from sfrules.ground.number_words import (
    CARDINALS,
    LONGEST,
    MINUS,
    ORDINALS,
    PERCENT,
    TIMES,
    as_written,
    die_in,
    exact,
    is_number,
    kept_for_sign,
    number_in,
    plainly,
)
from sfrules.press.audit.numbers import ALWAYS, SMALL, Stretch, any_of

#: The bounds that comparisons have, too, and what prose says for each.
_BOUNDS = {
    ">=": "at least, no fewer than, no less than, not less than, a minimum of",
    "<=": "at most, up to, no more than, not more than, a maximum of, up to a maximum of, within",
    ">": "more than, over, above, beyond, in excess of, upward of, upwards of",
    "<": "less than, fewer than, under, below",
    "about": "about, roughly, around, approximately",
    "nearly": "nearly, almost, not quite, just under, just below, a little under, slightly under",
    "just over": "just over, just above, a little over, slightly over, barely over",
}
#: What prose says for the sign of a comparison.
SAYS = {sign: _BOUNDS[sign].partition(",")[0] for sign in (">=", "<=", ">", "<")}
_OWN = "before after until not never".split()  # bounds of their own: "until level 3"
HIGHER = frozenset(
    "higher greater larger bigger longer older taller heavier faster farther further deeper wider "
    "later dearer".split()
)
LOWER = frozenset(
    "lower smaller shorter cheaper lesser younger lighter slower nearer closer earlier "
    "narrower".split()
)
BOUNDS = frozenset((*_BOUNDS, "not")) - {"about"}
DIFFERENCES = "more fewer less".split()  # behind a number, by itself: 12 seats more
_BEHIND = {
    "about": "so",
    ">=": "more higher greater better above over",
    "<=": "less fewer lower below under",
}
_BY_PHRASE = {each: bound for bound, listed in _BOUNDS.items() for each in listed.split(", ")}
_BY_WORD = {word: bound for bound, listed in _BEHIND.items() for word in listed.split()}
_BY_SIGN = {"≥": ">=", "≤": "<=", "≈": "about", "=<": "<="}
GAP = r"(?:[^\S\n]|[*_\[\]]|\n(?!\n))+"  # between two words of a paragraph
_PHRASES = "|".join(
    phrase.replace(" ", GAP) for phrase in sorted((*_BY_PHRASE, *_OWN), key=len, reverse=True)
)
_COUNTS = rf"{any_of([*ALWAYS, *SMALL])}\b"
# What may stand between a bound and its number: an article, the noun that the number is of, and no
# other word.
_NO_NOUN = (
    "a|an|the|this|that|these|those|his|her|its|their|your|my|our|all|any|each|every|some|of|in|on"
    "|at|to|for|from|by|with|and|or|but|than|as|is|are|was|were|be|has|have|had|he|she|it|they|you"
    "|under|over|above|beyond|below|before|after|until|within|only|just|even|about|more|less|fewer|least"
    "|most|up|when|while|if|not|nor|so"
)
# Behind these, an article may belong to a thing that has the number: over a 10-foot gap.
_OWNERS = "his|her|its|their|your|my|our"
_WHERE = frozenset(
    "over above beyond under below before after until within about around not never".split()
)
_NOUN = rf"(?:(?!(?:{_NO_NOUN})\b|{_COUNTS})(?:°?[^\W\d_]+|[°%]){GAP})"
# Between a denial and the bound that it denies, in the same clause.
_BETWEEN = rf"(?:(?!(?:and|but|than|nor|if|when|while|unless|who|which)\b)[^\W_]+{GAP})"
_NEXT = rf"{GAP}(?:an?{GAP})?(?:[\d+{MINUS}-]|{_COUNTS})"  # another number
_BEFORE_NUMBER = re.compile(
    r"(?<![^\W_])(?P<denied>"
    rf"(?:(?:not|cannot|can['\u2019]t){GAP}{_BETWEEN}{{0,2}}?"
    rf"|(?:no|neither|nor|never|nobody|none|nothing)(?:['\u2019]s)?{GAP}{_BETWEEN}{{0,7}}?))?"
    rf"(?:(?P<phrase>{_PHRASES})|(?!(?:other|rather)\b)(?P<than>[^\W\d_]{{2,}}er|worse){GAP}than)"
    rf"{GAP}(?:\(|(?P<article>(?:an?|just|only|even|some|{_OWNERS}){GAP}"
    rf"(?:(?:total|result|roll|score){GAP}of{GAP})?)?{_NOUN}?)[*_]*\Z"
    r"|(?P<sign>[<>]=|=<|[≥≤≈]|(?<=[^\S\n])[<>])\s*[*_]*\Z",
    re.IGNORECASE,
)
_BEHIND_NUMBER = re.compile(
    rf"[*_\]]*(?:(?P<plus>\+)(?!\w)"
    rf"|{GAP}(?:{_NOUN}(?:(?:points|dice|pieces){GAP})?(?!\w+{GAP}than{_NEXT}))?"
    rf"(?P<alone>{'|'.join(DIFFERENCES)})\b"
    rf"|(?:{GAP}{_NOUN}{{0,2}}|°?[^\W\d_]*{GAP})"
    rf"(?:(?P<at>at{GAP}(?:the{GAP})?(?:least|most))\b(?!{_NEXT})"
    rf"|or{GAP}(?P<word>{'|'.join(_BY_WORD)})\b))",
    re.IGNORECASE,
)
_MARKS = re.compile(r"[*_\[\]]")
_REACH = 50  # characters that a bound and the noun of its number may have
_DENIED = {">": "<=", "<": ">="}
# What opens a range, and what stands between its ends.
JOINT = re.compile(r"[\s-]+to[\s-]+|\s*–\s*|(?<=[\d%])-(?=[\d.½¼¾])", re.IGNORECASE)
_RANGES = (
    (re.compile(r"between\s+", re.IGNORECASE), re.compile(r"\s+and\s+", re.IGNORECASE)),
    (re.compile(r"(?:from\s+)?", re.IGNORECASE), JOINT),
)
_ORDINAL = re.compile(r".*\d(?:st|nd|rd|th)", re.IGNORECASE)
_SIGNED = re.compile(rf"[+{MINUS}\u2011-]|plus |minus ", re.IGNORECASE)
_MONEY = re.compile(r"[$€£¥₹]")
_DICE = re.compile(r"\d*d(?:\d+|%)\w*(?:\s?[+\-\u2212–×*/]\s?\d*(?:d\d+)?)*", re.IGNORECASE)
_SIGNS = str.maketrans(dict.fromkeys("\u2212\u2011\uff0d\ufe63", "-") | {"\uff05": "%"})
# How prose bends its words for a number.
_BENT = {
    **dict.fromkeys("doubles doubled doubling".split(), "double"),
    **dict.fromkeys("triples tripled tripling".split(), "triple"),
    **dict.fromkeys("halve halves halved halving".split(), "half"),
    **dict.fromkeys("pair couple both".split(), "two"),
    "quarters": "quarter",
    "single": "one",
    "sixes": "six",
    "dozen": "twelve",
}
_DIGITS = re.compile(
    rf"(?P<head>[$€£¥₹]|{TIMES}\s?)?(?P<sign>[-+{MINUS}]\s?)?(?P<whole>\d[\d,]*)"
    r"(?:\.(?P<places>\d*))?(?P<tail>\s*%|\s+percent|\s+times)?",
    re.ASCII | re.IGNORECASE,
)
_UNBROKEN = 5  # digits: where so many have no comma, the author uses none
HEDGES: dict[str, Callable[[Fraction], bool]] = {
    "about": lambda _off: True,
    "nearly": lambda off: off < 0,
    "just over": lambda off: off > 0,
}
_PLACES = re.compile(r"\d\.(?P<places>\d+)")
_OFF = Fraction(1, 5)  # of a number: whatever is farther off is no longer near it


@dataclass(frozen=True)
class Wording:
    """What a text says: a number or the two ends of a range, or words that are no number."""

    text: str
    low: Fraction | None = None
    high: Fraction | None = None
    kind: str = "plain"
    bound: str = ""

    @property
    def is_number(self) -> bool:
        """Whether it says a number, or dice."""
        return self.low is not None or self.kind == "dice"

    @property
    def key(self) -> tuple[object, ...]:
        """What has to be the same where a line and its prose say the same."""
        words = plain_form(self.text) if self.low is None else ""
        return self.low, self.high, self.kind, words

    def agrees(self, other: Wording) -> bool:
        """Whether both say the same, with the same bound."""
        return self.key == other.key and self.bound == other.bound

    def is_of(self, value: object) -> bool:
        """Whether it is what a rule answers; about a number, it is right to its last place."""
        if isinstance(value, str):
            own = said(value)
            alike = own.key == self.key or die_in(self.text) == value
            return alike if self.is_number else plain_form(value) == plain_form(self.text)
        if self.high is not None:
            numbers = several(value)
            return bool(numbers) and (min(numbers), max(numbers)) == (self.low, self.high)
        if not is_number(value) or self.low is None:
            return False
        if self.bound in HEDGES:
            off = Fraction(value) - self.low
            return abs(off) <= farthest_off(self.text, self.low) and HEDGES[self.bound](off)
        return value == self.low


@kept_for_sign(4096)
def said(text: str) -> Wording:
    """What a text says, the words that bound its number with it."""
    plain = text.strip()
    alone = number(plain)
    if alone.is_number or len(plain) > LONGEST:
        return alone
    length = len(plain)
    begun = (at for at in range(1, length) if not (plain[at - 1].isalnum() or plain[at].isspace()))
    ended = (at for at in range(length - 1, 0, -1) if not plain[at - 1].isspace())
    for start, end in (*((at, length) for at in begun), *((0, at) for at in ended)):
        bound, *whole = bounded(plain, start, end)
        if whole == [0, length] and (own := number(plain[start:end])).is_number:
            return replace(own, bound=bound)
    return alone


@kept_for_sign(4096)
def number(text: str) -> Wording:
    """What a text says by itself; words that are no number say themselves."""
    if len(text) > LONGEST:
        return Wording(text)
    plain = plain_form(text)
    if _DICE.fullmatch(plain) or die_in(text):
        return Wording(text, kind="dice")
    for one, other in _ends(text.strip()):
        shared = "%" if PERCENT.fullmatch(other) and not PERCENT.fullmatch(one) else ""
        low, high = number_in(one + shared), number_in(other)
        if low is not None and high is not None:
            return Wording(text, low, high, _kind(other, plain))
    value = number_in(text)
    value = number_in(plain) if value is None else value
    return Wording(text, value, kind="plain" if value is None else _kind(text.strip(), plain))


def _ends(text: str) -> Iterator[tuple[str, str]]:
    """What may be the two ends of a range: between 11 and 17, from 11 to 17, 11–17."""
    for opening, joint in _RANGES:
        if opened := opening.match(text):
            for found in joint.finditer(text, opened.end()):
                yield text[opened.end() : found.start()], text[found.end() :]


def _kind(text: str, plain: str) -> str:
    if PERCENT.fullmatch(text):
        return "percent"
    if _SIGNED.match(text):
        return "signed"
    if text.casefold().endswith("fold"):
        return "times"
    if _MONEY.search(text):
        return "money"
    return "ordinal" if plain in _PLACE_WORDS or _ORDINAL.fullmatch(plain) else "plain"


_PLACE_WORDS = frozenset(ORDINALS) | {each.replace("-", " ") for each in ORDINALS}


def bounded(text: str, start: int, end: int) -> tuple[str, int, int]:
    """The bound of a number that stands in a text, with the stretch that says both."""
    low, high = max(start - _REACH, 0), min(end + _REACH, len(text))
    before = _BEFORE_NUMBER.search(text, low, start)
    if before and not _is_difference(before, text) and not _is_place(before, text, start, end):
        return *_before(before), end
    if behind := _BEHIND_NUMBER.match(text, end, high):
        return _behind(behind), start, behind.end()
    return "", start, end


def _is_place(found: re.Match[str], text: str, start: int, end: int) -> bool:
    """Whether words for a bound say where something is: over a 10-foot gap, after a run 4."""
    last = (found["phrase"] or "than").split()[-1].casefold()
    if not found["article"] or last not in _WHERE:
        return False
    article, *noun = text[found.start("article") : start].casefold().split()
    return bool(noun) or text.startswith("-", end) or article in _OWNERS.split("|")


def _is_difference(found: re.Match[str], text: str) -> bool:
    """Whether a comparative belongs to a number before it: two more than 7."""
    phrase = (found["phrase"] or "").casefold()
    is_than = found["than"] or re.fullmatch(r"(?:more|less|fewer)\s+than", phrase)
    if found["denied"] or not is_than:
        return False
    words = _MARKS.sub(" ", text[max(found.start() - _REACH, 0) : found.start()]).split()
    return bool(words) and number_in(words[-1].casefold()) is not None


def _before(found: re.Match[str]) -> tuple[str, int]:
    """The bound that stands before a number, and where it begins, with what denies it."""
    if found["sign"]:
        return _BY_SIGN.get(found["sign"], found["sign"]), found.start()
    if than := found["than"]:
        than = than.casefold()
        bound = ">" if than in HIGHER else "<" if than in LOWER else f"{than} than"
    else:
        phrase = " ".join(re.split(GAP, found["phrase"].casefold()))
        bound = _BY_PHRASE.get(phrase, "not" if phrase == "never" else phrase)
    if not found["denied"]:
        return bound, found.start()
    is_all = than or len(found["denied"].split()) == 1
    denied = _DENIED.get(bound, f"not {bound}" if is_all else bound)
    return denied, found.start() if denied != bound else found.end("denied")


def _behind(found: re.Match[str]) -> str:
    if found["at"]:
        return ">=" if found["at"].casefold().endswith("least") else "<="
    if found["alone"]:
        return found["alone"].casefold()
    return _BY_WORD[found["word"].casefold()] if found["word"] else ">="


_IS_SHARE = re.compile(r"\b(?:an?|one)[\s*_]+\Z", re.IGNORECASE)
_OF = re.compile(r"[\s*_]+(?:of|more|less|again|as)\b|[.,;:)]")
_NOT_BEHIND = r"(?<![^\W_])"
_NEAR = 30  # characters, within which the words stand that bound or deny a number
_AROUND = r"(?:[*_]|\^\^)+"
_MARKS_BEFORE, _MARKS_BEHIND = re.compile(rf"{_AROUND}\Z"), re.compile(rf"\A{_AROUND}")
_ALTERS_BEFORE = re.compile(
    rf"(?:{_NOT_BEHIND}(?:negative|neither|nor|cannot(?:\s+be)?|without|unlike"
    r"|nowhere\s+near|(?:anything|nothing|everything|all)\s+but|except(?:\s+for)?|exceed(?:s|ing)?|point"
    r"|(?:short|square|cube|(?:square[ ]|cube[ ])?root|fraction)[ ]of|far[ ]from"
    r"|an?\s+(?:max|min)imum\s+of)[\s*_]+"
    r"|n['\u2019]t(?:\s+be)?[\s*_]+"
    rf"|{_NOT_BEHIND}(?:is|are|was|to|at|of|by|or|a|than|costs?|takes?|gives?)\s+(?P<minus>minus\s+|[-\u2212]\s)"
    r"|[|>(:;,.!?]\s*minus\s+"
    r"|(?:[≤≥≠√№]|(?<!#)#(?=$)|\bno[.]|(?<=[\w,;:] )[<>])[ ]?"
    r"|(?:\s|[^\w\s])[\u2010\u2012\u2014\u2015\u2796])$",
    re.IGNORECASE,
)
_ALTERS_BEHIND = re.compile(
    r"[*_]*(?:\+|[ ]times[ ]as\b|-?ish\b|-plus\b"
    r"|[ ](?:squared|cubed|plus(?![ ]\w)|upwards|tops)\b"
    r"|[ ]and[ ](?:up|above|over|below|under)(?=[.,;:)\n])"
    r"|[ ]and[ ]up(?=[ ](?!(?:to|the|an?|his|her|its)\b)\w)"
    r"|[ ](?:max(?:imum)?|minimum)(?![\w-])|ths\b|!!|(?-i:[BGT])\b|[ ]?(?:mn|mil|mio)\b"
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
_TWO_SIGNS = re.compile(r"(?:--|(?<![^\s(])[-\u2013][-+\u2212\u2011])$")


def said_at(text: str, start: int, end: int) -> tuple[Wording, Stretch]:
    """What a text says at a number in it, with the stretch of all that makes it say so."""
    own, (bound, *whole) = number(text[start:end]), bounded(text, start, end)
    if not bound and (whole := [*with_neighbors(text, start, end)]) != [start, end]:
        # What stands beside it makes it say something else: −96, $96, √96.
        words = text[slice(*whole)]
        all_of_it = number(words)
        own, bound = (all_of_it, "") if all_of_it.is_number else (own, words)
    share = own.kind == "ordinal" and _IS_SHARE.search(text, max(start - 5, 0), start)
    if share and _OF.match(text, end):  # a third of them
        own, whole[0] = number(f"a {text[start:end]}"), min(whole[0], share.start())
    return replace(own, bound=bound), (whole[0], whole[1])


def with_neighbors(text: str, start: int, end: int) -> Stretch:
    """A number with all beside it that makes it say something else; alone, where nothing does."""
    bound, *whole = bounded(text, start, end)
    if bound in BOUNDS and not text[whole[0] : start].casefold().startswith("within"):
        return whole[0], whole[1]
    before = text[max(start - _NEAR, 0) : start]
    plain, behind = _MARKS_BEFORE.sub("", before), text[end : end + _NEAR]
    found = _ALTERS_BEFORE.search(before) or _ALTERS_BEFORE.search(plain)
    if not found and not text[start].isalpha():
        found = _NUMBER_BEFORE.search(plain)
    if not found and text[start:end].isdecimal():
        found = _CHANCE.search(plain)
    is_beside = _is_symbol(plain[-1:]) or _TWO_SIGNS.search(plain + text[start])
    # Of "to minus 8", the sign alone.
    low = start - (len(found[found.lastgroup or 0]) if found else bool(is_beside))
    after = _ALTERS_BEHIND.match(behind)
    high = end + (len(after[0]) if after else _is_symbol(_MARKS_BEHIND.sub("", behind)[:1]))
    return max(low, 0), high


def _is_symbol(char: str) -> bool:
    return char != "" and unicodedata.category(char) in _SYMBOLS and char not in _HARMLESS


@lru_cache(maxsize=4096)
def plain_form(text: str) -> str:
    """A text as it is compared: in small letters, one blank, one minus, no bending."""
    plain = " ".join(text.casefold().split()).translate(_SIGNS).replace(" %", "%")
    if _DICE.fullmatch(plain):
        return plain.replace(" ", "")
    if plain.endswith("fold") and plain.removesuffix("fold"):
        return f"{plain.removesuffix('fold').rstrip('-')} times"
    return _BENT.get(plain, plain)


def farthest_off(text: str, near: Fraction) -> Fraction:
    """How far from a number that a text says near it can be: half of its last place.

    The zeros that a whole number ends in may have been rounded: "about 60" is within 5 of it. Near
    a third is within half of a third. But nothing is near that is off by more than a fifth.
    """
    unit = last_place(text)
    shown = near / unit
    if shown.denominator > 1:  # a third
        unit /= shown.denominator
    elif near and not _PLACES.search(text):
        unit *= 10 ** (len(str(shown)) - len(str(shown).rstrip("0")))
    return min(unit / 2, abs(near) * _OFF) if near else unit / 2


def last_place(text: str) -> Fraction:
    """What one more in the last digit of a number that is shown would add to it."""
    places = _PLACES.search(text)
    unit = Fraction(1, 10 ** len(places["places"]) if places else 1)
    return unit / 100 if PERCENT.fullmatch(text.strip()) else unit


def several(value: object) -> list[Fraction]:
    """The numbers of a sequence of numbers; none for anything else."""
    if not isinstance(value, list | tuple | range):
        return []
    numbers = [exact(each) for each in value]
    return [Fraction(each) for each in numbers] if all(map(is_number, numbers)) else []


def shown(value: object) -> str:
    """An answer as a message says it."""
    if numbers := several(value):
        return f"{format_value(min(numbers))} to {format_value(max(numbers))}"
    with suppress(TypeError):
        return str(value).lower() if isinstance(value, bool) else format_value(value)
    return str(value)


def restated(typed: str, number: Fraction) -> str | None:
    """A number in the manner of one that is typed in digits, or in a word below a hundred.

    None for a number that is typed in any other manner, or cannot be written in this one.
    """
    if found := _DIGITS.fullmatch(as_written(typed)):
        return _in_digits(found, number)
    if plainly(typed) not in CARDINALS or "/" in plain_number(number):
        return None
    counted = number.denominator == 1 and 0 <= number < len(CARDINALS)
    shown = CARDINALS[int(number)] if counted else format_value(number)
    if typed.isupper():
        return shown.upper()
    return shown.capitalize() if typed[:1].isupper() else shown


def _in_digits(found: re.Match[str], number: Fraction) -> str | None:
    """A number in digits, with the sign, the comma, the tail and the places of a typed one.

    As many places as before are kept if those ended in a zero. Where no comma shows how the author
    writes thousands, the book does.
    """
    head, sign, tail, places = (found[name] or "" for name in ("head", "sign", "tail", "places"))
    shown = number * 100 if tail and "times" not in tail.lower() else number
    whole, _, rest = plain_number(abs(shown)).partition(".")
    if "/" in whole:
        return None
    rest = rest.ljust(len(places), "0") if places.endswith("0") else rest
    unbroken = len(found["whole"]) >= _UNBROKEN or int(whole) < GROUPED_FROM
    if "," in found["whole"] or not unbroken:
        whole = f"{int(whole):,}"
    if shown < 0:
        head += ("-" if sign.startswith("-") else MINUS) + sign[1:]
    elif sign.startswith("+"):
        head += sign
    return as_written(f"{head}{whole}{'.' if rest else ''}{rest}{tail}")
