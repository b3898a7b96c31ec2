"""The figures that a text states for dice: `22 (6d8 + 6)`, `2d6 (7)`, `2d6 + 3, average 10`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from sfrules.lint.dice.rolls import Roll, plain, roll_in

# What may follow dice in brackets.
KINDS_OF_DAMAGE = frozenset(
    "acid bludgeoning cold damage dmg electric electricity fire force frost hit hits holy hp"
    " lightning magic magical mental necrotic physical piercing point points poison psychic"
    " radiant shock slashing sonic thunder".split()
)
# What follows a figure that is the average of its dice.
COUNTED = frozenset("damage dmg hp hit points".split()) | (KINDS_OF_DAMAGE - {"magic", "magical"})
# What comes before a figure that is the average of its dice.
SAID_OF_AVERAGES = frozenset(
    "average averages averaging avg damage deal dealing deals dealt dmg heals health hit hits hp"
    " hps inflict inflicting inflicts points regain regaining regains suffer suffering suffers"
    " take takes taking".split()
)
# What says that a number was rolled.
OF_ROLLS = frozenset(
    "gets got result results roll rolled rolling rolls rerolls total totals totaling"
    " totalling natural".split()
)
# What changes the average of dice.
OF_CHOSEN_DICE = re.compile(
    r"\b(?:keep|keeping|kept|drop|dropping|dropped|highest|lowest|best|worst|explod\w*|"
    r"advantage|disadvantage|reroll\w*|re-roll\w*|open-ended|minimum|maximum|max)\b"
)
# What comes before a number that has nothing to do with the dice.
NO_AVERAGE = frozenset(
    "a ac act age an appearing appendix armor armour at atk att attack attacks base bonus cha"
    " challenge chapter charisma class con constitution cost costs cr day days dc dex dexterity"
    " dice die difficulty each every example fig figure grade hd hour hours init initiative"
    " int intelligence item level levels lv lvl minute minutes ml modifier morale move movement"
    " mv na no nr number on over p page pages penalty per pg pp price range rank rating reach"
    " round rounds save saves score scores section session skill speed st stage step str strength"
    " table target th than thac tier times tn to turn turns under until value volume week weeks"
    " weight wis wisdom with x xp year years".split()
)
NEAR = 40  # characters of the sentence that are read before a figure and after it
_NUMBER = r"\d{1,3}(?:,\d{3}){1,2}|\d{1,6}(?:\.\d{1,2}|½)?"
_BRACKETS = re.compile(r"\(([^()]{1,60})\)")
_FIGURE = re.compile(
    rf"(?<![\w.,/+#$€£%×^~½¼¾-])(?:(?P<low>\d{{1,6}})\s?(?:-|to)\s?)?(?P<number>{_NUMBER})\s{{0,5}}$",
    re.ASCII,
)
_DICE = (
    r"(?<![\w+×*/.½¼¾⅓-])\d{0,3}d\d{1,4}(?!\w)"
    r"(?:(?:\s?[+-]\s?|\splus\s)(?:\d{0,3}d\d{1,4}|\d{1,5})(?!\w)){0,6}"
)
_DICE_FIRST = re.compile(
    rf"(?P<dice>{_DICE})\s?(?:[,;:]\s?|\(\s?|\s)(?P<said>(?:an?\s)?(?:average|averages|averaging|avg\.?|mean)"
    rf"\s?(?:damage|hit points|hp|of|is|=|:|\s){{0,3}})?\s?(?P<number>{_NUMBER})"
    r"(?P<after>\s?(?:hit points|hp|points of damage|damage|dmg)|)(?=\s?[.;,)]|\s|$)",
    re.IGNORECASE | re.ASCII,
)
_WORD = re.compile(r"[a-z]+")
_HIT_DICE = re.compile(r"(?:\d{1,3}\s)?(?:hd|hit dice)\s?[,;:]?\s?", re.IGNORECASE)
_BARE_DIE = re.compile(r"\s*d\d+\s*", re.IGNORECASE)
_TIMES = re.compile(r"\s?(?:[×*/÷^+-]|x\s?\d)")
# An operator, a bonus to an attack, or words that make a number something else.
_NOT_BEFORE = re.compile(
    r"[+±=×*<>≤≥#$€£]\s*$|(?<![\dd])[+-]\d{1,2}(?:/[+-]?\d{1,2})*\s+$|\bto hit\W*$"
    r"|\)\s?/\s?$"  # a list of scores: 8 (d10) / 9 (2d6)
)
_NOT_AFTER = re.compile(r"\s*(?:plus|and|\+)\s(?:your|their|his|her|its|the\s\w+'s)\b")
_CLAUSE = re.compile(r"[.;!?()|]\s")
_LISTED = re.compile(r"\s?[,;/]?\s?(?:and|or|und|a|и|och)?\s?")
OF_LIFE = frozenset("health hp hps".split())


@dataclass(frozen=True)
class DiceFigure:
    """A figure that a text states for dice, between the offsets `start` and `end`.

    `low` is the lower end of a range. `about` is the word before the figure: figures about the same
    thing are made in the same way. `said` is whether the text says that it is for the dice. `bare`
    is a die without its count: `(d8)`.
    """

    start: int
    end: int
    number: Fraction
    roll: Roll
    about: str
    said: bool = False
    low: Fraction | None = None
    dice_first: bool = False
    bare: bool = False


def figures_in(text: str, before: str = "") -> Iterator[DiceFigure]:
    """The figures in a text; `before` is the text before it: a heading, or the line above."""
    text = plain(text)
    before = plain(before[-NEAR:])
    refused = -1
    for brackets in _BRACKETS.finditer(text):
        found = _figure_first(text, before, brackets)
        if isinstance(found, DiceFigure):
            # What follows a number that is no average in a list is none either.
            if refused >= 0 and _LISTED.fullmatch(text[refused : found.start]):
                refused = brackets.end()
            else:
                yield found
        elif found:
            refused = brackets.end()
    for match in _DICE_FIRST.finditer(text):
        if figure := _dice_first(text, before, match):
            yield figure


def _figure_first(text: str, before: str, brackets: re.Match[str]) -> DiceFigure | bool:
    """The figure directly before dice in brackets; whether there is a number that is no average."""
    roll = _roll_of(brackets[1])
    start = max(0, brackets.start() - NEAR)
    found = _FIGURE.search(text[start : brackets.start()])
    if roll is None or found is None or _TIMES.match(text, brackets.end()):
        return False
    lead = f"{before} {text[max(0, start - NEAR) : start + found.start()]}"[-NEAR:].casefold()
    after = text[brackets.end() : brackets.end() + NEAR].casefold()
    words = _WORD.findall(lead)
    if _is_no_average(lead, words, after):
        return True
    low = Fraction(found["low"]) if found["low"] else None
    inside = brackets[1].casefold()
    return DiceFigure(
        start + found.start(),
        brackets.end(),
        _number(found["number"]),
        roll,
        words[-1] if words else "",
        said=_is_said(words, after) or bool(SAID_OF_AVERAGES.intersection(_WORD.findall(inside))),
        low=low,
        bare=bool(_BARE_DIE.fullmatch(inside)),
    )


def _dice_first(text: str, before: str, match: re.Match[str]) -> DiceFigure | None:
    """The figure after its dice, in brackets or called an average."""
    roll = roll_in(match["dice"])
    bracketed = "(" in match[0]
    if roll is None or not (match["said"] or bracketed):
        return None
    lead = f"{before} {text[max(0, match.start() - NEAR) : match.start()]}"[-NEAR:].casefold()
    words = _WORD.findall(lead)
    after = text[match.end() : match.end() + NEAR].casefold()
    closed = after.lstrip().startswith(")")
    if not match["said"] and not (closed and not OF_ROLLS.intersection(words)):
        return None
    if re.search(r"[\d+×*/½¼¾⅓-]\s*$", lead) or OF_CHOSEN_DICE.search(f"{lead} {after}"):
        return None
    said = bool(match["said"] or match["after"]) or _is_said([], after.lstrip(" )"))
    number = _number(match["number"])
    about = words[-1] if words else ""
    return DiceFigure(match.start(), match.end(), number, roll, about, said, dice_first=True)


def _roll_of(inside: str) -> Roll | None:
    """The dice in brackets, if only hit dice stand before them, and a kind of damage after."""
    inside = inside.strip()
    if hit_dice := _HIT_DICE.match(inside):
        inside = inside[hit_dice.end() :]
    dice, _, words = inside.partition(" ")
    while words and words.split()[0].casefold() not in KINDS_OF_DAMAGE:
        first, _, words = words.partition(" ")
        dice = f"{dice} {first}"
    return roll_in(dice) if KINDS_OF_DAMAGE.issuperset(words.casefold().split()) else None


def _is_no_average(lead: str, words: list[str], after: str) -> bool:
    """Whether the words around a number say that it is something else."""
    if _NOT_BEFORE.search(lead) or _NOT_AFTER.match(after) or OF_CHOSEN_DICE.search(lead + after):
        return True
    if not words or words[-1] in OF_LIFE:
        return False
    clause = _WORD.findall(_CLAUSE.split(lead)[-1])[-3:]
    return words[-1] in NO_AVERAGE or not OF_ROLLS.isdisjoint(clause)


def _is_said(words: list[str], after: str) -> bool:
    """Whether the words around a number say that it is for the dice."""
    follows = _WORD.findall(after)[:2]
    return not SAID_OF_AVERAGES.isdisjoint(words[-2:]) or not COUNTED.isdisjoint(follows)


def _number(written: str) -> Fraction:
    half = Fraction(1, 2) if written.endswith("½") else 0
    return Fraction(written.rstrip("½").replace(",", "")) + half
