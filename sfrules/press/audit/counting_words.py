"""Whether a number word counts something where it stands: in "one level", but not in "no one".

The rules, each for one word:

- "one" counts before a unit or a term of the book in the singular ("one square", "one extra hit
  point"), after words that measure ("at least one", "by one", "level one"), before words that
  compare ("one more") and in chances ("one in six").
- "first" counts before a unit ("first level"), and "second" before a unit or a term.
- "half-" counts before a unit or a term ("half-speed") and not in other compounds ("half-orc").
- "single" counts before a unit or a term ("a single action"), and not in "the single action".
- "once" counts where it limits: "once a turn", "only once".
- "a pair of" and "a couple of" count, except of what comes in pairs ("a pair of boots").
- "quarter", "double", "third" and "fours" count except in idioms ("close quarters", "third party").

A word joined to another number, as in "one-third" or "one or two", always counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

MEASURES = frozenset(
    "second minute hour day week month year inch foot yard mile meter metre kilometer kilometre "
    "pound ounce gram kilogram degree level point round".split()
)
_QUALIFYING = frozenset(
    "more extra additional full whole further other free single new adjacent empty".split()
)
_COMPARING = frozenset("more less fewer extra additional higher lower".split())
_IDLE_THINGS = frozenset("thing reason word question".split())
_POINTING = frozenset("no the this that which".split())
_MEASURING = frozenset("exactly plus minus equals".split())
_LIMITS = {"at least", "at most", "up to", "more than", "less than", "fewer than"}
_LIMITS |= {"equal to", "down to", "drops to", "rises to", "falls to"}
_NUMBERED = frozenset("level round rank tier grade step scale size".split())
_ROLLED = frozenset("roll rolls rolled on shows natural".split())
_HARBORED = frozenset("close living sleeping servants crew head hind no give gave".split())
_DOUBLED = frozenset(
    "check checks checked back cross agent agents door doors bed beds braces brackets quotes "
    "quotation dashes edged take vision over up click".split()
)
_PAIRED = frozenset("boots shoes gloves eyes hands legs wings trousers scissors".split())
_EACH = frozenset("a an per each every".split())
_ONLY = frozenset("only most just than".split())
_THIRD = frozenset("party parties person".split())

_AFTER = re.compile(r"(?:[ \t]*\n?[ \t]*|-)[*_\[\"“]*([^\W\d_]+)(?:['\u2019]\w+)?[*_\]]*")
_BEFORE = re.compile(r"([^\W\d_]+)[*_\]]*(?:[ \t]*\n?[ \t]*|-)[*_\[\"“(]*$")
_CHANCE = re.compile(r"[ ]in[ ](?:\d|two|three|four|five|six|eight|ten|twelve|twenty|a\b)")
_WINDOW = 80  # characters on each side are enough for the words that matter
_FEW_AFTER, _FEW_BEFORE = 4, 2


@dataclass(frozen=True)
class Nouns:
    """What a book counts: its units, and its terms with the units among them.

    `names` are the proper names and terms with a number word in them, which count nothing.
    """

    units: frozenset[str] = MEASURES
    things: frozenset[str] = MEASURES
    names: re.Pattern[str] | None = None

    def open_with(self, words: list[str], names: frozenset[str]) -> bool:
        """Whether words begin with a name in the singular, after what qualifies it."""
        while words and words[0] in _QUALIFYING:
            words = words[1:]
        return any(_names_one(" ".join(words[:count]), names) for count in (1, 2, 3))


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
    def counts_thing(self) -> bool:
        """Whether what follows is a unit or a term of the book in the singular."""
        return self.nouns.open_with(self.after, self.nouns.things)


def _names_one(phrase: str, names: frozenset[str]) -> bool:
    if not phrase:
        return False
    spellings = {phrase, phrase.lower()}
    plural = phrase.endswith("s") and not phrase.endswith(("ss", "us"))
    return not plural and any(each in names or f"{each}s" in names for each in spellings)


def _is_one(word: WordInText) -> bool:
    before, after = word.before, word.after
    last = before[-1] if before else ""
    if last in _POINTING or (last == "by" and before[0] == "one"):
        return False
    if word.text[word.start] == "O" and after[:1] in (["day"], ["night"]):
        return False  # a story begins: "One day"
    return _is_counted(word, after) or _is_measured(word, before, after)


def _is_counted(word: WordInText, after: list[str]) -> bool:
    """Whether the words after "one" are counted or compared: "one square", "one more"."""
    if word.counts_thing:
        return True
    if after[:1] and after[0] in _COMPARING:
        return not _IDLE_THINGS.intersection(after[1:2])
    return _CHANCE.match(word.text, word.end) is not None


def _is_measured(word: WordInText, before: list[str], after: list[str]) -> bool:
    """Whether the words before "one" measure: "at least one", "level one", "rolls a one"."""
    pair, last = " ".join(before), before[-1] if before else ""
    if pair in _LIMITS or last in _MEASURING or last in _NUMBERED:
        return True
    if last == "by":
        return after[:1] != ["of"]
    if last == "of":
        return before[0] in word.nouns.things and not after
    if last == "only":
        return before[0] not in ("the", "an", "only") or len(before) == 1
    return last == "natural" or (last == "a" and before[0] in _ROLLED)


def _is_once(word: WordInText) -> bool:
    if _ONLY.intersection(word.before[-1:]):
        return True
    each, *after = word.after or [""]
    return each in _EACH and word.nouns.open_with(after, word.nouns.things)


def _is_half(word: WordInText) -> bool:
    is_compound = word.text[word.end : word.end + 1] == "-"
    return not is_compound or word.counts_thing


def _is_pair(word: WordInText) -> bool:
    return not _PAIRED.intersection(word.after)


def _is_quarter(word: WordInText) -> bool:
    return not _HARBORED.intersection(word.before[-1:])


def _is_double(word: WordInText) -> bool:
    return not _DOUBLED.intersection(word.after[:1])


COUNTS: Mapping[str, Callable[[WordInText], bool]] = {
    "one": _is_one,
    "first": lambda word: word.nouns.open_with(word.after, word.nouns.units),
    "second": lambda word: word.before[-1:] != ["one"] and word.counts_thing,
    "single": lambda word: not _POINTING.intersection(word.before[-1:]) and word.counts_thing,
    "once": _is_once,
    "pair": _is_pair,
    "couple": _is_pair,
    "half": _is_half,
    "quarter": _is_quarter,
    "quarters": _is_quarter,
    "double": _is_double,
    "doubled": _is_double,
    "doubles": _is_double,
    "third": lambda word: not _THIRD.intersection(word.after[:1]),
    "fours": lambda word: word.before[-1:] != ["all"],
}
