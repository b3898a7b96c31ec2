"""A language of pages: how its texts write numbers, as the press reads and prints them.

The press reads one notation, that of English. Another language is a file that says how its own
writing goes over into that notation, character for character: "zwölf Boote" becomes "00012 Boote",
"höchstens 1.234,5" becomes "at most   1,234.5". All places of a text stay what they are, so that
whatever reads a page reads it in any language, and the problems it finds stand at their words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from sfrules.ground.number_words import cardinal


@dataclass(frozen=True, eq=False)
class Language:
    """A language, as a file of its own says it.

    The defaults are what English needs: nothing of it is written in another way.
    """

    name: str
    #: What stands between groups of three digits, and before decimals.
    separators: str = ",."
    #: The letters that stand for a die: 2W6.
    dice: str = ""
    #: What a number word says, in digits and with no word of this language: "12", "3rd", "1/2";
    #: nothing for another word. Some words may go on: "zwei Drittel".
    number: Callable[[str], str] = lambda _: ""
    more_words: str = ""
    #: A whole number in words.
    cardinal: Callable[[int], str] = cardinal
    #: Patterns of other words, each with the words of English that stand for it.
    words: Mapping[str, str] = field(default_factory=dict)
    #: What may say one, and need not: an article.
    one: tuple[str, ...] = ()
    #: What its games count in order, each in every form.
    units: frozenset[str] = frozenset()
    #: A pattern for what has a number in it and counts nothing, such as a date.
    names: str = ""

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
