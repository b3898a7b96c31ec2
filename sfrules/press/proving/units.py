"""The word beside a number, compared with the unit of the rule or the column that its line asks.

The unit stands behind the number, as in "13 squares", or before it, as in "level 7". A number
without one asks for nothing, and neither does a line whose rule or column declares none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from inspect import signature

from sfrules.press.page.environment import environment_of
from sfrules.press.page.names import ShortNames, unit_of_answer, unit_of_name
from sfrules.press.proving.neighbors import MEASURES, singular
from sfrules.press.things.book import Book, Unit, Units

_GAP = r"(?:[^\S\n]|[*_\[\]-]|\n(?!\n))*"  # within a paragraph
_REACH = 60  # characters behind a number, within which its unit stands
_BETWEEN = "more|fewer|less|full|whole|extra|other|further|straight|such"
# Behind these, a word for a unit is one for something else: a damage roll is no damage.
_ALONE = (
    r"(?!(?:[^\W_]|-)|[ ]"
    r"(?:dice|die|rolls?|bonus|modifiers?|factors?|difference|points?)\b)"
)
_AFTER_ARTICLE = re.compile(r"\b(?:an?|the|each|every|per) \Z")
# Behind an article, a word is a label only of a number that ends its clause: "in a round 5, wait".
_ENDS = re.compile(r"[.,;:)]")
_BESIDE = r"(?:\]\]|[*_])*(?:[ ]+(?:of|is|was|at))?[ ]+[*_\[]*"
_SIGNS = "+-\u2212"
_SIGNED = "+ #"  # the word of a unit whose numbers have a sign before them, as a bonus has
# What the units of any book are not, unless it declares them.
_MEASURES = {"foot", "feet", "inches", *(f"{each}s" for each in MEASURES - {"foot", "inch"})}
Stretch = tuple[int, int]


@dataclass(frozen=True)
class UnitChecker:
    """Finds the numbers of a text that stand beside another unit than their lines count."""

    book: Book
    text: str
    short: ShortNames

    def of(self, expression: str, named: Mapping[str, Unit]) -> Unit | None:
        """What an expression counts that is one call, one cell, or one name of its proof."""
        asked = next(iter(environment_of(self.book).asked_in(expression)), None)
        if asked is None or not asked.is_all or not self.book.units:
            return None
        first, dot, _ = asked.name.partition(".")
        if first in named:
            return None if dot else named[first]
        name = self.short.in_full(asked.name)
        texts = (each for each in asked.arguments if isinstance(each, str))
        return (
            unit_of_answer(self.book, name, texts)
            if asked.is_call
            else unit_of_name(self.book, name)
        )

    def uses(self, expression: str) -> Iterator[tuple[str, Unit]]:
        """The names that a rule is given, each with the unit of its parameter."""
        every = environment_of(self.book).asked_in(expression) if self.book.units else ()
        for asked in every:
            name = self.short.in_full(asked.name)
            rule, space = self.book.member(name), name.partition(".")[0]
            for parameter, given in (
                asked.given([*signature(rule).parameters])
                if asked.is_call and callable(rule)
                else ()
            ):
                unit = self.book.units.of(f"{name}.{parameter}", f"{space}.{parameter}", parameter)
                if unit and isinstance(given, list):
                    yield str(given[0]), unit

    def other(self, unit: Unit, place: Stretch) -> str:
        """Another unit that stands beside a number, by its name; "" where none does."""
        units = [meant for word in self._said_at(*place) for meant in self._meant(word)]
        if not unit.words or any(self.book.units.fit(each, unit) for each in units):
            return ""
        return units[0].name if units else ""

    def _meant(self, word: str) -> Iterable[Unit]:
        """The units that a word stands for; none where it is a sign that the book does not use."""
        return self.book.units.by_word.get(word) or ([_measure(word)] if word in _MEASURES else [])

    def _said_at(self, start: int, end: int) -> Iterator[str]:
        """The words for units that stand at a number."""
        text, (behind, before) = self.text, _patterns(self.book.units)
        if text.endswith("%", start, end):
            yield "%"
            return
        found = behind.match(text, end, end + _REACH)
        if found and (text[start] not in _SIGNS or found["unit"] == "to hit"):
            yield _word(found["unit"])
        elif text[start] == "+" and not found:
            yield "+"
        line = text.rfind("\n", 0, start) + 1
        found = before.search(text, line, start)
        if found and (
            _ENDS.match(text, end) or not _AFTER_ARTICLE.search(text, line, found.start())
        ):
            yield _word(found["unit"])


@lru_cache(maxsize=64)
def _measure(word: str) -> Unit:
    """The unit that a word stands for which no book has to declare."""
    one = singular(word)
    return Unit(word) if one == word else _measure(one)


def _word(text: str) -> str:
    return " ".join(text.casefold().split())


@lru_cache(maxsize=8)
def _patterns(units: Units) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """The words for units behind a number, and before one."""
    words = {word for unit in units.declared.values() for word in unit.words} | _MEASURES
    labels = {word for word in words if word.endswith(" #")} - {_SIGNED}
    unit = _either(words - labels - {_SIGNED})
    label = _either(word.removesuffix(" #") for word in labels)
    behind = rf"(?:{_GAP}(?:{_BETWEEN})\b)?{_GAP}(?P<unit>{unit}){_ALONE}"
    return re.compile(behind), re.compile(rf"(?<!\w)(?P<unit>{label}){_BESIDE}\Z")


def _either(words: Iterable[str]) -> str:
    """A pattern of any of some words, as they are or at the beginning of a sentence."""
    forms = {form for word in words for form in (word, word[:1].upper() + word[1:])}
    longest = sorted(forms, key=lambda word: (-len(word), word))
    return "|".join(r"\s+".join(map(re.escape, word.split())) for word in longest) or r"(?!)"
