"""Whether a number word counts something where it stands: in "one level", but not in "no one".

Most number words count wherever they stand. Those in COUNTS are words of plain English as well, and
what they stand with decides:

- "two" counts but in idioms ("in two minds"), and where it only points ("of the two").
- "one", "single", "both", "half" and "a pair of" count before a noun of the book: a unit, a term, a
  row or a column, a parameter of a rule, or a word that every game has (damage, turn, die).
- "first" and "second" count before a unit; "once" and "twice" in a rate ("once per crossing"), and
  "twice" nearly everywhere else.
- "zero" is the end of a scale in "below zero", and a number in "zero seats" and "is zero".

A word joined to another number, as in "one-third", always counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import takewhile

MEASURES = frozenset(
    "second minute hour day week month year inch foot yard mile meter metre kilometer kilometre "
    "pound ounce gram kilogram degree level round km kg cm ft lb".split()
)
# What every game counts, whatever else is in its book.
OF_GAMES = frozenset(
    "action advantage ally attack bonus check coin column cost creature damage defense die "
    "disadvantage distance enemy fare fee foe hit hour level move movement penalty penny point "
    "price range reroll roll round row save score speed step success toll turn".split()
)
_UNEVEN = {"feet": "foot", "dice": "die", "pence": "penny", "men": "man", "women": "woman"}
_QUALIFYING = frozenset(
    "more extra additional full whole further other free single new adjacent empty".split()
)
_OF_WHAT = frozenset("of a an the your its their his her my our these those such".split())
# Where a group of words ends that belongs to one noun.
_ENDS = frozenset(
    "about across after all and are as at away be because before behind below but by can cannot "
    "could did do does every for from had has have if in into is it like may might must never no "
    "nor not on or out over shall should since so still than that them then there they this "
    "through to too towards under until up us was we were when where which while who will with "
    "within without would you".split()
)
# What no noun of a book is, even if a rule has a parameter or a row of that name.
NO_NOUNS = (_ENDS | _OF_WHAT) | frozenset(
    "a b figure first half hidden kind last mode n name number one other part s second side single "
    "third two value way".split()
)
_MODALS = frozenset("can cannot could may might must shall should will would".split())
_POINTING = frozenset("no the this that which".split())
_POINTING_AT_MANY = frozenset("the these those any".split())
_MEASURING = frozenset("exactly plus minus equals".split())
# What a number behind it is the name of, as in "level 7".
NUMBERED = frozenset("level round rank tier grade step scale size".split())
_ROLLED = frozenset("roll rolls rolled on shows natural".split())
_HARBORED = frozenset("close living sleeping servants crew head hind no give gave".split())
_DOUBLED = frozenset(
    "check checks checked back cross agent agents door doors bed beds braces brackets quotes "
    "quotation dashes edged take vision over up click".split()
)
_SEEING = frozenset("see sees saw seeing bent bends".split())
_VAGUE = frozenset("few several many".split())
_HOPING = frozenset("to may might will would could can".split())
_EACH = frozenset("a an per each every".split())
_DIVIDED = frozenset(
    "armor bonus chance cost damage distance penalty points price rate result speed value".split()
)
_THIRD = frozenset("party parties person".split())
_MANNERS = frozenset(
    "kinds minds names reasons sorts things voices ways words worlds wrongs".split()
)
_OF_HALVES = frozenset("again are as has have is of".split())
_OF_BOTH = frozenset("ends hands sides ways".split())
_DONE_TWICE = frozenset(
    "check checks checked look looks looked never roll rolls rolled rolling strike strikes struck "
    "think thinks thought".split()
)
_AFTER_TWICE = frozenset("before that over".split())
_PARTS_OF_TIME = frozenset("better first second other latter later worse lower upper last".split())
_ENDS_OF_SCALES = frozenset(
    "above absolute at below beyond from hits near past reaches reach to under until".split()
)
_TO_NAUGHT = frozenset("to for".split())

_SEPARATED = r"(?:[^\S\n]*\n?[^\S\n]*|[-\u2011])[*_\[\"“]*"
_WORD = r"([dD]\d+|[^\W\d_]+)(?:['\u2019]\w+)?[*_\]]*"
_AFTER = re.compile(_SEPARATED + _WORD)
_RUN = re.compile(rf"(?:{_AFTER.pattern}){{0,6}}")  # words that follow with no stop between
_BEFORE = re.compile(r"([^\W\d_]+)[*_\]]*(?:[ \t]*\n?[ \t]*|-)[*_\[\"“(]*$")
_CHANCE = re.compile(r"[ ]in[ ](?:\d|two|three|four|five|six|eight|ten|twelve|twenty|a\b)")
_ONCE_IN = re.compile(r"[ ]in[ ](?:\d|(?:an?|any|each|every)[ ](?!while\b|lifetime\b))")
_OF_FIGURE = re.compile(r"(?:[ ](?:of|the|its|their|his|her|your))*[ ]\d")
_STOP = re.compile(r"[*_]*(?:[.,;:!?)]|\s*\n\s*\n|\s*\Z|[ ](?:if|when|while|and|or|to|on)\b)")
_DIE = re.compile(r"[dD]\d+")
# Characters are enough for the words that matter.
_AHEAD, _BEHIND = 80, 40
_FEW_BEFORE = 2


@lru_cache(maxsize=4096)
def singular(phrase: str) -> str:
    """A phrase in small letters with its last word in the singular, or what is taken for it."""
    before, _, last = phrase.lower().rpartition(" ")
    if last in _UNEVEN:
        last = _UNEVEN[last]
    elif last.endswith("ies") and len(last) > 4:  # noqa: PLR2004
        last = f"{last[:-3]}y"
    elif last.endswith(("sses", "shes", "ches", "xes", "oes", "nuses")):
        last = last[:-2]
    elif last.endswith("s") and not last.endswith(("ss", "us")):
        last = last[:-1]
    return f"{before} {last}".lstrip()


@dataclass(frozen=True, eq=False)  # as a key, a book's nouns are what they are
class Nouns:
    """What a book counts, and the numbers that it has in names."""

    #: What the game measures in, in the singular.
    units: frozenset[str] = MEASURES
    #: The proper names and terms with a number in them, which count nothing.
    names: re.Pattern[str] | None = None
    dice: frozenset[int] = frozenset()
    #: All else that the book has, in the singular.
    things: frozenset[str] = frozenset()
    #: Proper names such as those of facts, SF-17.
    ids: frozenset[str] = frozenset()
    #: The die that the book names once for all of its checks.
    check_die: int = 0

    @cached_property
    def own_units(self) -> frozenset[str]:
        """The units that come in order: a round is one only if the book says so."""
        return self.units - {"round"} if "round" not in self.things else self.units

    @cached_property
    def openers(self) -> frozenset[str]:
        """The first words of nouns of several words."""
        return frozenset(each.split()[0] for each in self.units | self.things if " " in each)

    @cached_property
    def last_words(self) -> frozenset[str]:
        """The last words of all nouns: "class" of armor class."""
        return frozenset(each.rpartition(" ")[2] for each in self.units | self.things | OF_GAMES)

    def is_thing(self, word: str) -> bool:
        """Whether a phrase in the singular is a noun of the book, or of every game."""
        return word in self.units or word in self.things or word in OF_GAMES


@dataclass(frozen=True)
class WordInText:
    """A word in its text, with what stands around it."""

    text: str
    start: int
    end: int
    nouns: Nouns

    @cached_property
    def after(self) -> list[str]:
        """Up to six words that follow with no stop between."""
        run = _RUN.match(self.text, self.end, self.end + _AHEAD)
        return _AFTER.findall(run[0]) if run else []

    @cached_property
    def before(self) -> list[str]:
        """Up to two words that lead to it with no stop between, the nearer last."""
        window = self.text[max(0, self.start - _BEHIND) : self.start]
        words: list[str] = []
        while len(words) < _FEW_BEFORE and (word := _BEFORE.search(window)):
            words.insert(0, word[1].lower())
            window = window[: word.start()]
        return words

    @property
    def last(self) -> str:
        """The word before it, if nothing stands between."""
        return self.before[-1] if self.before else ""

    @property
    def next(self) -> str:
        """The word behind it in small letters, if nothing stands between."""
        return self.after[0].lower() if self.after else ""

    @property
    def is_compound(self) -> bool:
        """Whether a hyphen joins it to the word behind it."""
        return self.text[self.end : self.end + 1] in ("-", "\u2011")

    @property
    def ends_clause(self) -> bool:
        """Whether nothing follows that it could belong to."""
        return _STOP.match(self.text, self.end) is not None

    def counts_unit(self, skipped: int = 0, *, in_order: bool = False) -> bool:
        """Whether a unit follows, behind some words: one that comes in order, as "first square"."""
        units = self.nouns.own_units if in_order else self.nouns.units
        words = self.after[skipped:]
        while words and words[0] in _QUALIFYING:
            words = words[1:]
        return any(singular(" ".join(words[:count])) in units for count in (1, 2, 3) if words)

    def noun(self, *, strangers: int, skip: frozenset[str] = _OF_WHAT) -> tuple[str, int]:
        """The noun of the book that it belongs to, as it is written, and how many words on.

        At most so many other words may stand between, which qualify the noun: "both hardy heroes".
        """
        words, at = ([self.after[0]] if self.is_compound and self.after else self.after), 0
        while at < len(words):
            word = words[at].lower()
            for count in (3, 2, 1) if word in self.nouns.openers else (1,):
                phrase = " ".join(words[at : at + count]).lower() if count > 1 else word
                if count <= len(words) - at and self.nouns.is_thing(singular(phrase)):
                    return phrase, at + count
            if self.is_compound and self.nouns.is_thing(word.removesuffix("er")):
                return word, at + 1  # a two-seater
            if _DIE.fullmatch(word):
                return word, at + 1
            if word not in skip and word not in _QUALIFYING:
                strangers -= 1
                if word in _ENDS or strangers < 0:
                    break
            at += 1
        return "", 0


def _is_plural(noun: str) -> bool:
    return noun != "" and singular(noun) != noun


def _is_one(word: WordInText) -> bool:
    if word.last in _POINTING or word.before in (["one", "by"], ["all", "one"]):
        return False
    if word.next in ("day", "night") and (word.text[word.start] == "O" or word.last in _HOPING):
        return False  # in a story, or a wish: "One day", "may one day rise"
    noun = "" if word.next == "of" else word.noun(strangers=1, skip=frozenset())[0]
    return word.counts_unit() or (noun != "" and not _is_plural(noun)) or _is_measured(word)


def _is_measured(word: WordInText) -> bool:
    """Whether what stands around "one" calculates, rolls or gives a chance."""
    if word.last in _MEASURING or word.last in NUMBERED or word.last == "natural":
        return True
    if word.last in ("add", "subtract"):
        return word.next in ("to", "from")
    if word.last == "by":
        return word.next != "of"
    is_rolled = word.last == "a" and word.before[0] in _ROLLED
    return is_rolled or _CHANCE.match(word.text, word.end) is not None


def _is_two(word: WordInText) -> bool:
    noun, _ = word.noun(strangers=2)
    if word.is_compound:
        return noun != ""
    if noun:
        return True
    points = word.last in _POINTING_AT_MANY and (word.ends_clause or word.next in _ENDS | {"of"})
    pairs = word.next in ("by", "and") and word.after[1:2] == ["two"]
    paired = word.last in ("by", "and") and word.before[0].lower() == "two"
    return not (points or pairs or paired or word.next in _MANNERS or word.next in _MODALS)


def _is_both(word: WordInText) -> bool:
    """Whether it stands for the two of something; in "both speed and reach" it only joins."""
    noun, at = word.noun(strangers=1)
    return _is_plural(noun) and noun not in _OF_BOTH and word.after[at : at + 1] != ["and"]


def _is_single(word: WordInText) -> bool:
    if word.last in _POINTING or word.last == "every" or word.before == ["not", "a"]:
        return False
    noun, _ = word.noun(strangers=1, skip=frozenset())
    largest = word.next.endswith("est") and word.next != noun
    return word.counts_unit() or (noun != "" and not largest)


def _is_once(word: WordInText) -> bool:
    if word.before == ["at", "most"] or _ONCE_IN.match(word.text, word.end):
        return True
    rate = word.next in _EACH and (word.counts_unit(1) or _is_rate(word))
    return rate or word.next == "per"


def _is_rate(word: WordInText) -> bool:
    """Whether nothing follows its noun: "once each fight", but not "once each hero has acted"."""
    noun, at = word.noun(strangers=0, skip=_EACH)
    return noun != "" and len(word.after) == at and word.next in ("each", "every")


def _is_twice(word: WordInText) -> bool:
    if word.next in _EACH or word.next in ("as", "the"):
        return True
    in_a_row = word.after[:3] == ["in", "a", "row"]
    return not (in_a_row or word.last in _DONE_TWICE or word.next in _AFTER_TWICE)


def _is_half(word: WordInText) -> bool:
    after = [each.lower() for each in word.after]
    if word.last in _PARTS_OF_TIME or after[:2] == ["a", "mind"]:
        return False
    if _OF_FIGURE.match(word.text, word.end) or word.next in _OF_HALVES:
        return True
    if word.ends_clause and not word.is_compound:
        return True
    measured = after[1:] if after[:1] == ["the"] else after
    strangers = 2 if word.next in _OF_WHAT else 0
    return measured[:1] == ["time"] or word.noun(strangers=strangers)[0] != ""


def _is_before_noun(word: WordInText) -> bool:
    return word.noun(strangers=1)[0] != ""


def _is_quarters(word: WordInText) -> bool:
    """Whether something is divided by four; most quarters are for living in."""
    first = sum(1 for _ in takewhile(_OF_WHAT.__contains__, word.after))
    return bool(_DIVIDED.intersection(word.after[first : first + 1])) or word.counts_unit(first)


def _is_double(word: WordInText) -> bool:
    return not (word.is_compound or word.next in _DOUBLED or word.last in _SEEING)


def _is_zero(word: WordInText) -> bool:
    """Whether it counts: below zero, it is only where a scale ends, and a zero-sum is a word."""
    if word.is_compound:
        return word.noun(strangers=0)[0] != ""
    return word.last not in _ENDS_OF_SCALES or word.noun(strangers=1)[0] != ""


COUNTS: Mapping[str, Callable[[WordInText], bool]] = {
    "one": _is_one,
    "two": _is_two,
    "first": lambda word: word.counts_unit(in_order=True),
    "second": lambda word: word.last != "one" and word.counts_unit(in_order=True),
    "single": _is_single,
    "once": _is_once,
    "twice": _is_twice,
    "both": _is_both,
    **dict.fromkeys(("one or two", "pair", "couple", "brace"), _is_before_noun),
    "half": _is_half,
    "quarter": lambda word: word.last not in _HARBORED,
    "quarters": _is_quarters,
    **dict.fromkeys(("double", "doubled", "doubles"), _is_double),
    **dict.fromkeys(
        ("hundred", "thousand", "million", "dozen"), lambda word: word.last not in _VAGUE
    ),
    **dict.fromkeys(("score", "gross"), lambda word: word.last == "a"),
    "zero": _is_zero,
    "naught": lambda word: word.last not in _TO_NAUGHT,
    "third": lambda word: word.next not in _THIRD,
    "fours": lambda word: word.last != "all",
}
