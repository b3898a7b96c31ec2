"""The exact number that a text states: a literal, digits as a book writes them, or words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
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
_ONES, _FIRSTS = ["", *UNITS[1:10]], ["", *NTH[1:10]]
CARDINALS = (*UNITS, *(f"{ten}-{one}".rstrip("-") for ten in TENS for one in _ONES), "one hundred")
ORDINALS = (
    *NTH,
    *(f"{ten}-{nth}" if nth else f"{ten[:-1]}ieth" for ten in TENS for nth in _FIRSTS),
    "hundredth",
)
_LARGE = {"trillion": 10**12, "billion": 10**9, "million": 10**6, "thousand": 1000, "hundred": 100}
_WORTH = _LARGE | {"gross": 144, "score": 20}
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
_AGAIN = dict.fromkeys(("half again", "half as much again", "half as many again"), Fraction(3, 2))
PLACES = {word.replace("-", " "): number for number, word in enumerate(ORDINALS)}
PLACES |= {f"{word}th": number for word, number in _LARGE.items()}
_PART = {word: number for word, number in PLACES.items() if number > 2}  # noqa: PLR2004 a half is no second
_PART |= {"half": 2, "quarter": 4}
_PARTS = {f"{word}s": number for word, number in _PART.items()} | {"halves": 2}

LONGEST = 200  # characters: a longer text is not one number in a sentence
MOST_DIGITS = 1_000  # of a literal with an exponent, which could state a number of any size
MINUS, TIMES = "\N{MINUS SIGN}", "\N{MULTIPLICATION SIGN}"
PERCENT = re.compile(
    r"(?P<number>.*\S)\s*(?:%|\bper ?cent(?:age points?)?)", re.IGNORECASE | re.DOTALL
)

VULGAR = {sign: Fraction(numeric(sign)).limit_denominator(8) for sign in "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"}


_HYPHEN = re.compile(r"(?<=[a-z])-(?=[a-z])")  # 401-600 is no number
_AS_MUCH = re.compile(r"(?: as [a-z]+|(?<=times) [a-z]+er)\Z")  # twice as much, two times faster
_RAISED, _POWER = (
    str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789"),
    re.compile(r"(?<=\d)[⁰¹²³⁴-⁹]{1,2}(?!\d)"),
)
_SPELT = {ord(sign): f" {number} " for sign, number in VULGAR.items()}
_MANY = {"once": "one", "twice": "two"}  # once in six is one in six
_CURRENCY = re.compile(r"(?<![\w.])[$€£¥₹]|\s?[$€£¥₹]\Z")
_SHORT = re.compile(r"(?<=\d)(k|K|M|bn)(?!\w)")  # but 5m is five meters
_SHORTENED = {"k": " thousand", "K": " thousand", "M": " million", "bn": " billion"}
_SIDED = re.compile(r"(?P<faces>.+)-sided (?:die|dice)", re.IGNORECASE)
_SIGN = re.compile(r"(?:(?P<minus>minus |- ?)|plus |\+ ?)?(?P<rest>[^-+ ].*)")
_DIGITS = re.compile(r"[+-]?(?:\d{1,3}(?:[, ]\d{3})+|\d+)(?:\.\d+|/\d+)?", re.ASCII)


_EXCHANGED = str.maketrans(",.", ".,")


class Decimals:
    """The decimal sign of the book that was made or whose page was expanded last."""

    sign = "."


def use_decimal(sign: str) -> None:
    """Read and print numbers with a decimal point, or with a comma, between groups a point."""
    Decimals.sign = sign


def kept_for_sign(most: int) -> Callable[[Callable[[str], T]], Callable[[str], T]]:
    """Keep what a function makes of a text, for each decimal sign by itself."""

    def keep(function: Callable[[str], T]) -> Callable[[str], T]:
        kept = lru_cache(maxsize=most)(lambda text, _sign: function(text))
        return lambda text: kept(text, Decimals.sign)

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
    for name, worth in _WORTH.items():
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
    """The number that a decimal literal of Jinja states, digit by digit.

    Raises:
        ValueError: for too large an exponent.
    """
    if abs(int(text.lower().partition("e")[2] or 0)) > MOST_DIGITS:
        raise ValueError(f"{text} has more than {MOST_DIGITS} digits")
    return Fraction(text.replace("_", ""))


def plainly(text: str) -> str:
    """A text in lower case, with one space between words and an ASCII minus."""
    return " ".join(text.lower().replace(MINUS, "-").split())


def _mixed(whole: Fraction, part: Fraction) -> Fraction | None:
    return whole + part if 0 < part < 1 else None


def _chance(part: Fraction, whole: Fraction) -> Fraction | None:
    return part / whole if part <= whole and whole else None


# What is said in two numbers, and what it states. The first form that fits counts.
_FORMS: Mapping[str, Callable[[Fraction, Fraction], Fraction | None]] = {
    r"(\d+):([1-9]\d*)": lambda many, few: many / few,
    r"(\S+) to (\S+) against": lambda lost, won: won / (lost + won) if lost and won else None,
    r"(\d+) ?h(?:ours?)? (\d+) ?min(?:utes?)?": lambda hours, minutes: 60 * hours + minutes,
    r"(\d+):(\d\d) ?h(?:ours?)?": lambda hours, minutes: 60 * hours + minutes,
    r"(\d{1,3})\^(\d{1,2})": lambda base, power: base ** int(power),
    r"(\d+) (\d+/\d+)": _mixed,
    r"(\S+?(?: \S+)?)(?:[ -]in[ -]| out of )(.+)": _chance,  # twenty-five in a hundred
    r"(\S+)(?: [a-z]+){1,2} (?:in|out of) (.+)": _chance,  # one player in three
    r"(\S+) of (\S+)": _chance,  # 13 of 18
}
_COMPILED = [(re.compile(form, re.ASCII), states) for form, states in _FORMS.items()]


@kept_for_sign(16_384)
def number_in(text: str) -> Fraction | None:
    """The number that a whole text states: "60%", "+1", "−2", "×1.5", "2/3", "1,024", "a third".

    Hours with minutes are so many minutes: "1 h 30 min" and "1:30 h" are 90. Odds are the chance
    that they give: "5 to 1 against" is one in six.
    """
    if len(text) > LONGEST:
        return None
    plain = _SHORT.sub(lambda found: _SHORTENED[found[0]], text)
    plain = _POWER.sub(lambda found: f"^{found[0].translate(_RAISED)}", plain)
    plain = plainly(_CURRENCY.sub("", plain, count=1).translate(_SPELT))
    percent = PERCENT.fullmatch(plain)
    plain = (percent["number"] if percent else plain).removeprefix(TIMES).lstrip()
    found = _SIGN.fullmatch(plain)
    number = _unsigned(_HYPHEN.sub(" ", found["rest"])) if found else None
    if number is None or found is None:
        return None
    number = -number if found["minus"] else number
    return number / 100 if percent else number


def _unsigned(plain: str) -> Fraction | None:
    if (number := number_written(plain)) is not None:
        return number
    plain = _AS_MUCH.sub("", plain)
    number = number_written(plain[:-2])
    if number and plain.endswith(ending(int(number))) and number.denominator == 1:
        return number  # 3rd
    if many := MULTIPLES.get(plain) or _AGAIN.get(plain):
        return Fraction(many)
    plain = plain.removesuffix(" times")
    for form, states in _COMPILED:
        if found := form.fullmatch(plain):
            one, other = (whole_number(_MANY.get(each, each)) for each in found.groups())
            number = None if one is None or other is None else states(one, other)
            if number is not None:
                return number
    return _in_words(plain)


def die_in(text: str) -> str | None:
    """The die that a text names by its faces: a ten-sided die is a d10."""
    found = _SIDED.fullmatch(text.strip())
    faces = number_in(found["faces"].split(" ")[-1]) if found else None
    return f"d{faces}" if faces else None


def _in_words(plain: str) -> Fraction | None:
    """A whole number, an ordinal, a share, or a whole number and a share."""
    for number in (whole_number(plain), PLACES.get(plain), _share_in(plain)):
        if number is not None:
            return Fraction(number)
    before, _, after = plain.rpartition(" and ")
    whole, share = whole_number(before), _share_in(after)
    return _mixed(whole, share) if whole is not None and share is not None else None


def _share_in(plain: str) -> Fraction | None:
    """A fraction in words: half, a third, two thirds, one twenty fifth."""
    if plain in ("half", "quarter"):
        return Fraction(1, _PART[plain])
    words = plain.split(" ", 6)  # no number has more than a few
    for at in range(1, len(words)):
        count, unit = " ".join(words[:at]), " ".join(words[at:])
        number = 1 if count in ("a", "an", "one", "1") else whole_number(count)
        parts = _PART if number == 1 else _PARTS
        if number is not None and unit in parts:
            return Fraction(number) / parts[unit]
    return None
