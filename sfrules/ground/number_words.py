"""The exact number that a text states: a literal, digits as a book writes them, or words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from numbers import Rational
from typing import Any, TypeGuard, TypeVar
from unicodedata import numeric

T = TypeVar("T")

UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
).split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
NTH = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
    "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
).split()


def _joined(tens: str, units: list[str]) -> list[str]:
    return [f"{tens}-{unit}" for unit in units[1:10]]


CARDINALS = (*UNITS, *(word for tens in TENS for word in (tens, *_joined(tens, UNITS))))
CARDINALS += ("one hundred",)
ORDINALS = (*NTH, *(word for tens in TENS for word in (f"{tens[:-1]}ieth", *_joined(tens, NTH))))
ORDINALS += ("hundredth",)
_LARGE = {"trillion": 10**12, "billion": 10**9, "million": 10**6, "thousand": 1000, "hundred": 100}
_ONLY_READ = {"gross": 144, "score": 20}
_DOZENS = {"": 12, "a ": 12, "one ": 12, "half a ": 6, "two ": 24, "three ": 36, "four ": 48}
_WHOLE = {
    **{word.replace("-", " "): number for number, word in enumerate(CARDINALS)},
    **dict.fromkeys("no none nil nought naught".split(), 0),
    **dict.fromkeys(("a hundred", "hundred"), 100),
    **{f"{count}dozen": number for count, number in _DOZENS.items()},
    "threescore": 60,
    "fourscore": 80,
}


def _numbered(words: str, first: int) -> dict[str, int]:
    """Number words from the first on; between two bars stand those of the same number."""
    several = enumerate(words.split("|"), first)
    return {word: number for number, same in several for word in same.split()}


MULTIPLES = _numbered(
    "once|twice double|thrice triple treble|quadruple|quintuple|sextuple|septuple|octuple", 1
)
MANY_TIMES = [times for times in MULTIPLES if times.endswith("ple") or times == "treble"]
GROUPS = _numbered(
    "pair couple duo brace twosome|trio triad threesome triplet|quartet foursome"
    "|quintet|sextet|septet|octet",
    2,
)
AGAIN = {
    f"half {how}": Fraction(3, 2)
    for much in ("much", "many")
    for how in (f"again as {much}", f"as {much} again")
}
PLACES = {word.replace("-", " "): number for number, word in enumerate(ORDINALS)}
PART = {word: number for word, number in PLACES.items() if number > 2}  # noqa: PLR2004 a half is no second
PART |= {"half": 2, "quarter": 4}
PARTS = {**{f"{word}s": number for word, number in PART.items()}, "halves": 2}

LONGEST = 200  # characters: a longer text is not one number in a sentence
MOST_DIGITS = 1_000  # of a literal with an exponent, which could state a number of any size
MINUS, TIMES = "\N{MINUS SIGN}", "\N{MULTIPLICATION SIGN}"
_LITERAL = re.compile(r"[+-]?\d[\d_]*(?:\.[\d_]*)?(?:e(?P<exponent>[+-]?\d+))?", re.IGNORECASE)
PERCENT = re.compile(r"(?P<number>.*\S)\s*(?:%|\bpercent|\bper cent)", re.IGNORECASE | re.DOTALL)

VULGAR = {sign: Fraction(numeric(sign)).limit_denominator(8) for sign in "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"}


# "one in six", "one player in three", "3 out of 4"; "twice as much", "five times faster".
CHANCE = re.compile(
    r"(?P<part>\S+(?:\s\S+)?)(?P<joint>[\s-]in[\s-]|\sout\sof\s)(?P<whole>.+)", re.IGNORECASE
)
AS_MUCH = re.compile(
    r"(?P<number>.*\S)(?P<tail>\s+as\s+[a-z]+(?:\s+again)?|(?<=times)\s+[a-z]+er)",
    re.IGNORECASE | re.DOTALL,
)
_HYPHEN = re.compile(r"(?<=[a-z])-(?=[a-z])")
_MIXED = re.compile(r"(?P<whole>\d+) (?P<part>\d+/\d+)", re.ASCII)
_HALVED = re.compile(rf"(?P<whole>\d*) ?(?P<part>[{''.join(VULGAR)}])", re.ASCII)
_PLACE = re.compile(r"(?P<number>\d{1,3}(?:,\d{3})+|\d+)(?P<end>st|nd|rd|th)", re.ASCII)
_RATIO = re.compile(r"(?P<many>\d+):(?P<few>[1-9]\d*)", re.ASCII)  # 5:1
_ODDS = re.compile(r"(?P<lost>\S+) to (?P<won>\S+) against")  # 5 to 1 against
_TIME = re.compile(r"(\d+) ?h(?:ours?)? (\d+) ?min(?:utes?)?|(\d+):(\d\d) ?h(?:ours?)?", re.ASCII)
_POWER = re.compile(
    r"(?P<base>\d{1,3})(?:\^(?P<plain>\d{1,2})|(?P<raised>[⁰¹²³⁴-⁹]{1,2}))", re.ASCII
)
_RAISED = {ord(sign): str(digit) for digit, sign in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}
_CURRENCY = re.compile(r"(?<![\w.])[$€£¥₹]|\s?[$€£¥₹]\Z")
_SHORT = re.compile(r"(?<=\d)(k|K|M|bn)(?!\w)")  # but 5m is five meters
_SHORTENED = {"k": " thousand", "K": " thousand", "M": " million", "bn": " billion"}
_SIDED = re.compile(r"(?P<faces>.+)-sided (?:die|dice)", re.IGNORECASE)
_SIGN = re.compile(r"(?:(?P<minus>minus |-)|plus |\+)(?P<rest>[^-+].*)")
_DIGITS = re.compile(r"[+-]?(?:\d{1,3}(?:[, ]\d{3})+|\d+)(?:\.\d+)?(?:/\d+)?", re.ASCII)


_EXCHANGED = str.maketrans(",.", ".,")


class Decimals:
    """The decimal sign of the book that was made or whose page was expanded last."""

    sign = "."


def use_decimal(sign: str) -> None:
    """Read and print numbers with a decimal point, or with a comma, between groups a point."""
    if Decimals.sign != sign:
        Decimals.sign = sign
        for clear in _CLEARS:
            clear()


_CLEARS: list[Callable[[], None]] = []


def kept_for_sign(most: int) -> Callable[[Callable[[str], T]], Callable[[str], T]]:
    """Keep what a function makes of a text, as long as the decimal sign is the same."""

    def keep(function: Callable[[str], T]) -> Callable[[str], T]:
        kept = lru_cache(maxsize=most)(function)
        _CLEARS.append(kept.cache_clear)
        return kept

    return keep


def as_written(digits: str) -> str:
    """Digits with the book's decimal sign for the point, and the other way round."""
    return digits if Decimals.sign == "." else digits.translate(_EXCHANGED)


def ending(number: int) -> str:
    """The ending that makes a number in digits an ordinal: st, nd, rd or th."""
    if number % 100 in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def cardinal(number: int) -> str:
    """A whole number in words: minus three, one thousand, two hundred and five.

    Raises:
        ValueError: for a quadrillion or more.
    """
    if number < 0:
        return f"minus {cardinal(-number)}"
    if number >= 10**15:
        raise ValueError("words are for numbers below a quadrillion")
    if number < len(CARDINALS):
        return CARDINALS[number]
    name, worth = next(each for each in _LARGE.items() if number >= each[1])
    many, rest = divmod(number, worth)
    joint = ", " if rest >= 100 else " and "  # noqa: PLR2004 a thousand and five
    return f"{cardinal(many)} {name}{joint + cardinal(rest) if rest else ''}"


def number_written(text: str) -> Fraction | None:
    """The number in digits as a book writes them: 12, 1,024, 2.5, 2/3; None for anything else."""
    text = as_written(text)
    if not _DIGITS.fullmatch(text):
        return None
    try:
        return Fraction(text.replace(",", "").replace(" ", ""))
    except ZeroDivisionError:
        return None


def whole_number(words: str) -> Fraction | None:
    """The number that words say, or figures: 2.5 million; None for anything else."""
    if words in _WHOLE:
        return Fraction(_WHOLE[words])
    if (number := number_written(words)) is not None:
        return number
    said = f"{words} ".replace(", ", " ")
    for name, worth in (_LARGE | _ONLY_READ).items():
        before, found, after = said.partition(f" {name} ")
        if not found:
            continue
        many = Fraction(1) if before == "a" else whole_number(before)
        rest = after.strip().removeprefix("and ")
        more = whole_number(rest) if rest else Fraction(0)
        return many * worth + more if many and more is not None and many < worth > more else None
    return None


def exact(value: Any) -> Any:
    """A float or Decimal as the number that its digits state; anything else unchanged."""
    return Fraction(str(value)) if isinstance(value, float | Decimal) else value


def is_number(value: object) -> TypeGuard[Rational]:
    """Whether a value is a number; true and false are not."""
    return type(value) is int or (isinstance(value, Rational) and not isinstance(value, bool))


def number_of_literal(text: str) -> Fraction:
    """The number that a decimal literal states, digit by digit.

    Raises:
        ValueError: for a text that is not a literal, or has too large an exponent.
    """
    match = _LITERAL.fullmatch(text)
    if match is None:
        raise ValueError(f"{text} is not a number")
    if abs(int(match["exponent"] or 0)) > MOST_DIGITS:
        raise ValueError(f"{text} has more than {MOST_DIGITS} digits")
    return Fraction(text.replace("_", ""))


def plainly(text: str) -> str:
    """A text in lower case, with one space between words and an ASCII minus."""
    return " ".join(text.lower().replace(MINUS, "-").split())


@kept_for_sign(16_384)
def number_in(text: str) -> Fraction | None:
    """The number that a whole text states: "60%", "+1", "−2", "×1.5", "2/3", "1,024", "a third".

    Hours with minutes are so many minutes: "1 h 30 min" and "1:30 h" are 90. Odds are the chance
    that they give: "5 to 1 against" is one in six.
    """
    if len(text) > LONGEST:
        return None
    plain = plainly(
        _CURRENCY.sub("", _SHORT.sub(lambda found: _SHORTENED[found[0]], text), count=1)
    )
    percent = PERCENT.fullmatch(plain)
    number = _signed((percent["number"] if percent else plain).removeprefix(TIMES).lstrip())
    return number / 100 if number is not None and percent else number


def _signed(plain: str) -> Fraction | None:
    number = number_written(plain)
    if number is None and (sign := _SIGN.fullmatch(plain)):
        number = _unsigned(sign["rest"].lstrip())
        return -number if number is not None and sign["minus"] else number
    return _unsigned(plain) if number is None else number


def _unsigned(plain: str) -> Fraction | None:
    if (number := number_written(plain)) is not None:
        return number
    if (number := _of_two_numbers(plain)) is not None:
        return number
    if found := _MIXED.fullmatch(plain):
        return _with_part(found["whole"], number_written(found["part"]))
    if found := _HALVED.fullmatch(plain):
        return _with_part(found["whole"] or "0", VULGAR[found["part"]])
    if found := _PLACE.fullmatch(plain):
        number = number_written(found["number"])
        return number if number and ending(int(number)) == found["end"] else None
    return _in_words(_unjoined(plain.removesuffix(" times")))


def _unjoined(plain: str) -> str:
    """Words without the hyphens between them; 401-600 is no number."""
    return _HYPHEN.sub(" ", plain)


def _multiple_or_chance(plain: str) -> Fraction | None:
    """Twice; half as much again; one in six, with at least one on the right."""
    if plain in MULTIPLES or plain in AGAIN:
        return Fraction(MULTIPLES.get(plain) or AGAIN[plain])
    if found := AS_MUCH.fullmatch(plain):
        return None if plain.endswith("again") else _unsigned(found["number"])
    found = CHANCE.fullmatch(plain)
    if found is None:
        return None
    part, whole = (whole_number(_unjoined(found[name])) for name in ("part", "whole"))
    if part is None and " " in found["part"]:  # one player in three
        part = whole_number(found["part"].partition(" ")[0])
    return part / whole if part is not None and whole and part <= whole else None


def _of_two_numbers(plain: str) -> Fraction | None:
    """A ratio, 5:1; odds, 5 to 1 against; a time, 1 h 30 min; a power; a multiple or a chance."""
    if found := _RATIO.fullmatch(plain):
        return Fraction(int(found["many"]), int(found["few"]))
    if found := _ODDS.fullmatch(plain):
        lost, won = (whole_number(found[name]) for name in ("lost", "won"))
        return won / (lost + won) if lost and won else None
    if found := _TIME.fullmatch(plain):
        hours, minutes = filter(None, found.groups())
        return Fraction(60 * int(hours) + int(minutes))
    if found := _POWER.fullmatch(plain):
        power = found["plain"] or found["raised"].translate(_RAISED)
        return Fraction(int(found["base"])) ** int(power)
    return _multiple_or_chance(plain)


def _with_part(whole: str, part: Fraction | None) -> Fraction | None:
    """A whole number and a fraction below one: 2 1/2."""
    return int(whole) + part if part is not None and 0 < part < 1 else None


def die_in(text: str) -> str | None:
    """The die that a text names by its faces: a ten-sided die is a d10."""
    found = _SIDED.fullmatch(text.strip())
    faces = number_in(found["faces"].split(" ")[-1]) if found else None
    return f"d{faces}" if faces else None


def _in_words(plain: str) -> Fraction | None:
    whole = whole_number(plain)
    if whole is not None:
        return whole
    if plain in PLACES:
        return Fraction(PLACES[plain])
    if (share := share_in(plain)) is not None:
        return share
    before, joint, after = plain.partition(" and ")
    whole, share = whole_number(before), share_in(after) if joint else None
    if whole is None or share is None or not 0 < share < 1:
        return None
    return whole + share


def share_in(plain: str) -> Fraction | None:
    """A fraction in words: half, a third, two thirds, one twenty fifth."""
    if plain in ("half", "quarter"):
        return Fraction(1, PART[plain])
    for count, unit in _cut(plain):
        number = 1 if count in ("a", "an", "one", "1") else whole_number(count)
        parts: Mapping[str, int] = PART if number == 1 else PARTS
        if number is not None and unit in parts:
            return Fraction(number) / parts[unit]
    return None


def _cut(plain: str) -> Iterator[tuple[str, str]]:
    """A text split in two at each of its first spaces: no number has more than a few words."""
    words = plain.split(" ", 6)
    return ((" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words)))
