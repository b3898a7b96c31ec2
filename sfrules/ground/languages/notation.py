"""A language of pages: how its texts write numbers, as the press reads and prints them.

The press reads one notation, that of English. Another language is a file that says how its own
writing goes over into that notation, character for character: "zwölf Boote" becomes "00012 Boote",
"höchstens 1.234,5" becomes "at most   1,234.5". All places of a text stay what they are, so that
whatever reads a page reads it in any language, and the problems it finds stand at their words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import NamedTuple

_WRITTEN = re.compile(r"[+-]?(?:\d{1,3}(?:[, ]\d{3})+|\d+)(?:\.\d+)?(?:/\d+)?", re.ASCII)


def number_written(text: str) -> Fraction | None:
    """The number in digits as a book writes them: 12, 1,024, 2.5, 2/3; None for anything else."""
    if not _WRITTEN.fullmatch(text):
        return None
    try:
        return Fraction(text.replace(",", "").replace(" ", ""))
    except ZeroDivisionError:
        return None


class Magnitude(NamedTuple):
    """A hundred, a thousand and the like: its words, and the name that it is read by, if any.

    `joints` stand behind it before a rest of a hundred or more, and before a smaller one.
    """

    worth: int
    one: str
    several: str
    name: str = ""
    joints: tuple[str, str] = ("", "")


@dataclass(frozen=True, eq=False)
class Language:
    """A language, as a file of its own says it.

    The defaults are what English needs: nothing of it is written in another way.
    """

    name: str
    #: The words from zero to ninety-nine, and the sizes from there on, the largest first.
    small: Sequence[str]
    sizes: Sequence[Magnitude]
    #: Further words for whole numbers, which are only read.
    also: Mapping[str, int]
    #: What a count of one may be before a size, and what may stand behind it: a, and.
    article: str
    joint: str
    #: What one ends with only where the whole number ends.
    cut: str = ""
    #: What stands between groups of three digits, and before decimals.
    separators: str = ",."
    #: The letters that stand for a die: 2W6.
    dice: str = ""
    #: What a number word says, in digits and with no word of this language: "12", "3rd", "1/2";
    #: nothing for another word. Some words may go on: "zwei Drittel".
    number: Callable[[str], str] = lambda _: ""
    more_words: str = ""
    #: Patterns of other words, each with the words of English that stand for it.
    words: Mapping[str, str] = field(default_factory=dict)
    #: What may say one, and need not: an article.
    one: tuple[str, ...] = ()
    #: What its games count in order, each in every form.
    units: frozenset[str] = frozenset()
    #: A pattern for what has a number in it and counts nothing, such as a date.
    names: str = ""

    def cardinal(self, number: int) -> str:
        """A whole number in words: minus three, one thousand, two hundred and five.

        Raises:
            ValueError: for a quadrillion or more.
        """
        if number < 0:
            return f"minus {self.cardinal(-number)}"
        if number >= 10**15:
            raise ValueError("words are for numbers below a quadrillion")
        if number < len(self.small):
            return self.small[number]
        size = next(each for each in self.sizes if number >= each.worth)
        many, rest = divmod(number, size.worth)
        count = self.cardinal(many)
        if count.endswith(self.small[1]):
            count = count.removesuffix(self.cut)
        said = size.one if many == 1 else size.several.format(count)
        joint = size.joints[rest < len(self.small)]
        return f"{said}{joint}{self.cardinal(rest)}" if rest else said

    @cached_property
    def _known(self) -> Mapping[str, int]:
        words = (word.replace("-", " ") for word in self.small)
        return {**{word: number for number, word in enumerate(words)}, **self.also}

    def whole(self, words: str) -> Fraction | None:
        """The number that words say, or figures: 2.5 million; None for anything else."""
        if words in self._known:
            return Fraction(self._known[words])
        if (number := number_written(words)) is not None:
            return number
        said = f"{words} ".replace(", ", " ")
        if size := next((each for each in self.sizes if each.name and each.name in said), None):
            before, _, after = said.partition(size.name)
            many = Fraction(1) if before == self.article else self.whole(before)
            rest = after.strip().removeprefix(self.joint)
            more = self.whole(rest) if rest else Fraction(0)
            if many and more is not None and many < size.worth > more:
                return many * size.worth + more
        return None

    def read(self, text: str) -> str:
        """A text in the notation that the press reads, as long as it was."""
        return _read(self, text) if self.words else text

    def said(self, text: str) -> str:
        """The same of a text that says a number and nothing else: an article is one there."""
        word = text.strip()
        return (
            text.replace(word, "1".rjust(len(word), "0")) if word in self.one else self.read(text)
        )

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        phrases = "|".join(f"(?P<w{at}>{words})" for at, words in enumerate(self.words))
        return re.compile(
            rf"(?P<figure>\d+(?:[{re.escape(self.separators)}]\d+)+)|(?<!\w)\d*(?P<die>[{self.dice}])(?=\d|%)"
            rf"|(?<!\w)(?:{phrases})(?:(?<=\s)|(?!\w))|(?P<word>[^\W\d_]{{3,}}{self.more_words})",
            re.IGNORECASE,
        )

    def _as_read(self, found: re.Match[str]) -> str:
        said = found[0]
        if found["figure"]:
            return said.translate(str.maketrans(self.separators, ",."))
        if found["die"]:
            return f"{said[:-1]}d"
        if not found["word"]:
            return _as_long([*self.words.values()][int(str(found.lastgroup)[1:])], said)
        number = self.number(" ".join(said.split()))
        if not number:
            return said
        return number.rjust(len(said), "0") if number[0].isdecimal() else number.ljust(len(said))


@lru_cache(maxsize=256)
def _read(language: Language, text: str) -> str:
    return language._pattern.sub(language._as_read, text)  # noqa: SLF001 its own, kept beside it


def _as_long(english: str, said: str) -> str:
    """English words as long as what they stand for; a line that ends between words still ends.

    What stands behind a number ends where it ends in the text, so that the two are one there, too.
    """
    if "\n" in said:
        english = english.replace(" ", "\n", 1) if " " in english else f"{english}\n"
    if english.isdecimal():
        return english.rjust(len(said), "0")
    if english.startswith(("or ", "or\n")):
        return english.rjust(len(said))
    return english.ljust(len(said))[: len(said)]
