"""English, whose notation the press reads: its words for numbers, and what they count."""

from __future__ import annotations

from fractions import Fraction

from sfrules.ground.languages.notation import Language, Magnitude

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
ENGLISH = Language(
    "English",
    CARDINALS[:-1],
    [
        Magnitude(worth, f"one {name}", f"{{}} {name}", f" {name} ", (", ", " and "))
        for name, worth in (_LARGE | _ONLY_READ).items()
    ],
    {
        **dict.fromkeys("no none nil nought naught".split(), 0),
        **dict.fromkeys(("a hundred", "hundred"), 100),
        **{f"{count}dozen": number for count, number in _DOZENS.items()},
        "threescore": 60,
        "fourscore": 80,
    },
    article="a",
    joint="and ",
)


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


def ending(number: int) -> str:
    """The ending that makes a number in digits an ordinal: st, nd, rd or th."""
    if number % 100 in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
