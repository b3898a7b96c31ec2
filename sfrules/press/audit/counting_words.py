"""Whether a number word counts something where it stands: in "one level", but not in "no one".

Small numbers are words of plain English first of all: "one", "two", "half", "once", "first",
"second", "single", "a pair of" and "a couple of" count before a unit of the book ("two more
squares", "half a turn", "once per turn", "first-level"), and hardly anywhere else:

- "one" counts where it is calculated or rolled with ("level one", "minus one", "a natural one"),
  and in chances ("one in six"); "two" after what is numbered ("level two").
- "half" counts before a figure ("half of its 22 hit points"), and where it is a chance ("half the
  time").
- "quarter", "double", "third" and "fours" count except in idioms ("give quarter", "third party").
- "quarters" counts where something is divided ("quarters the damage"), not where somebody lives.
- "hundred", "thousand", "million" and "dozen" count unless they are vague ("a few hundred").

A word joined to another number, as in "one-third", always counts; "one or two" does not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

MEASURES = frozenset(
    "second minute hour day week month year inch foot yard mile meter metre kilometer kilometre "
    "pound ounce gram kilogram degree level round km kg cm ft lb".split()
)
_UNEVEN = {"feet": "foot", "dice": "die", "inches": "inch"}
_QUALIFYING = frozenset(
    "more extra additional full whole further other free single new adjacent empty".split()
)
_POINTING = frozenset("no the this that which".split())
_MEASURING = frozenset("exactly plus minus equals".split())
_NUMBERED = frozenset("level round rank tier grade step scale size".split())
_ROLLED = frozenset("roll rolls rolled on shows natural".split())
_HARBORED = frozenset("close living sleeping servants crew head hind no give gave".split())
_DOUBLED = frozenset(
    "check checks checked back cross agent agents door doors bed beds braces brackets quotes "
    "quotation dashes edged take vision over up click".split()
)
_VAGUE = frozenset("few several many".split())
_HOPING = frozenset("to may might will would could can".split())
_EACH = frozenset("a an per each every".split())
_OF_WHAT = frozenset("of a an the your its their his her".split())
_DIVIDED = frozenset(
    "armor bonus chance cost damage distance penalty points price rate result speed value".split()
)
_THIRD = frozenset("party parties person".split())

_AFTER = re.compile(r"(?:[ \t]*\n?[ \t]*|-)[*_\[\"“]*([^\W\d_]+)(?:['\u2019]\w+)?[*_\]]*")
_BEFORE = re.compile(r"([^\W\d_]+)[*_\]]*(?:[ \t]*\n?[ \t]*|-)[*_\[\"“(]*$")
_CHANCE = re.compile(r"[ ]in[ ](?:\d|two|three|four|five|six|eight|ten|twelve|twenty|a\b)")
_OF_FIGURE = re.compile(r"(?:[ ](?:of|the|its|their|his|her|your))*[ ]\d")
_WINDOW = 80  # characters on each side are enough for the words that matter
_FEW_AFTER, _FEW_BEFORE = 4, 2


@dataclass(frozen=True)
class Nouns:
    """What a book counts: its units, and the faces of its dice.

    `names` are the proper names and terms with a number word in them, which count nothing.
    """

    units: frozenset[str] = MEASURES
    names: re.Pattern[str] | None = None
    dice: frozenset[int] = frozenset()

    def open_with_unit(self, words: list[str]) -> bool:
        """Whether words begin with a unit, after what qualifies it."""
        while words and words[0] in _QUALIFYING:
            words = words[1:]
        return any(_is_unit(" ".join(words[:count]), self.units) for count in (1, 2, 3))


@dataclass(frozen=True)
class WordInText:
    """A word in its text, with what stands around it."""

    text: str
    start: int
    end: int
    nouns: Nouns

    @property
    def after(self) -> list[str]:
        """Up to four words that follow with no stop between."""
        words: list[str] = []
        at = self.end
        while len(words) < _FEW_AFTER and (word := _AFTER.match(self.text, at, self.end + _WINDOW)):
            words.append(word[1])
            at = word.end()
        return words

    @property
    def before(self) -> list[str]:
        """Up to two words that lead to it with no stop between, the nearer last."""
        window = self.text[max(0, self.start - _WINDOW) : self.start]
        words: list[str] = []
        while len(words) < _FEW_BEFORE and (word := _BEFORE.search(window)):
            words.insert(0, word[1].lower())
            window = window[: word.start()]
        return words

    @property
    def counts_unit(self) -> bool:
        """Whether what follows is a unit of the book."""
        return self.nouns.open_with_unit(self.after)


def _is_unit(phrase: str, units: frozenset[str]) -> bool:
    spellings = {phrase, phrase.lower()}
    spellings |= {f"{word}s" for word in spellings} | {word.removesuffix("s") for word in spellings}
    spellings.add(_UNEVEN.get(phrase.lower(), phrase))
    return bool(phrase) and not units.isdisjoint(spellings)


def _is_one(word: WordInText) -> bool:
    before, after = word.before, word.after
    last = before[-1] if before else ""
    if last in _POINTING or (last == "by" and before[0] == "one"):
        return False
    if after[:1] in (["day"], ["night"]) and (word.text[word.start] == "O" or last in _HOPING):
        return False  # in a story, or a wish: "One day", "may one day rise"
    return word.counts_unit or _is_measured(before, after) or _is_chance(word)


def _is_measured(before: list[str], after: list[str]) -> bool:
    """Whether the words before "one" calculate or roll: "level one", "by one", "rolls a one"."""
    last = before[-1] if before else ""
    if last in _MEASURING or last in _NUMBERED or last == "natural":
        return True
    if last == "by":
        return after[:1] != ["of"]
    return last == "a" and before[0] in _ROLLED


def _is_chance(word: WordInText) -> bool:
    return _CHANCE.match(word.text, word.end) is not None


def _is_single(word: WordInText) -> bool:
    return not _POINTING.intersection(word.before[-1:]) and word.counts_unit


def _is_once(word: WordInText) -> bool:
    each, *after = word.after or [""]
    return each in _EACH and word.nouns.open_with_unit(after)


def _is_half(word: WordInText) -> bool:
    after = word.after
    while after and after[0] in _OF_WHAT:
        after = after[1:]
    if after[:1] == ["time"] or word.nouns.open_with_unit(after):
        return True
    return _OF_FIGURE.match(word.text, word.end) is not None


def _is_pair(word: WordInText) -> bool:
    return word.nouns.open_with_unit(word.after[1:])


def _is_large(word: WordInText) -> bool:
    return not _VAGUE.intersection(word.before[-1:])


def _is_quarter(word: WordInText) -> bool:
    return not _HARBORED.intersection(word.before[-1:])


def _is_quarters(word: WordInText) -> bool:
    """Whether something is divided by four; most quarters are for living in."""
    after = word.after
    while after and after[0] in _OF_WHAT:
        after = after[1:]
    return bool(_DIVIDED.intersection(after[:1])) or word.nouns.open_with_unit(after)


def _is_double(word: WordInText) -> bool:
    is_compound = word.text[word.end : word.end + 1] == "-"
    return not is_compound and not _DOUBLED.intersection(word.after[:1])


COUNTS: Mapping[str, Callable[[WordInText], bool]] = {
    "one": _is_one,
    "two": lambda word: word.counts_unit or not _NUMBERED.isdisjoint(word.before[-1:]),
    "one or two": lambda word: word.counts_unit,
    "first": lambda word: word.counts_unit,
    "second": lambda word: word.before[-1:] != ["one"] and word.counts_unit,
    "single": _is_single,
    "once": _is_once,
    "pair": _is_pair,
    "couple": _is_pair,
    "half": _is_half,
    "quarter": _is_quarter,
    "quarters": _is_quarters,
    "double": _is_double,
    "doubled": _is_double,
    "doubles": _is_double,
    **dict.fromkeys(("hundred", "thousand", "million", "dozen"), _is_large),
    "third": lambda word: not _THIRD.intersection(word.after[:1]),
    "fours": lambda word: word.before[-1:] != ["all"],
}
