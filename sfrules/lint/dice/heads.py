"""What a heading, a caption or a sentence says of the die that a table is rolled with."""

from __future__ import annotations

import re
from itertools import product

from sfrules.lint.dice.die import MOST_FACES, Die
from sfrules.lint.dice.rolls import PERCENTILE, Roll, plain, plain_heading, roll_in

LONGEST_HEADING = 1_000  # characters of a heading that may name a die
LONGEST_CAPTION = 300  # of a caption, which may be a whole paragraph
FEW_WORDS = 9  # of a caption that is a name
# Dice read digit by digit: a d66 is two d6, for tens and ones.
_DIGITS = {22, 33, 44, 66, 88, 222, 333, 444, 666, 888}
_AMBIGUOUS = {36, 46, 55, 68, 77, 99, 555, 777, 999}  # digit by digit in some books
_ZERO_IS_TOP = {10, PERCENTILE, 1_000}  # whose highest face is printed as 0, 00 or 000
_DICE = re.compile(
    r"(?<![\w+×*/.,-])\d{0,2}\s?d(?:\d{1,4}|%)(?!\w)"
    r"(?:\s?[+-]\s?(?:\d{0,2}d\d{1,4}|\d{1,3})(?!\w)){0,4}",
    re.IGNORECASE | re.ASCII,
)
_OF_ROLLING = frozenset(
    """a an chance die dice face no nr number of on random range result results roll rolled rolls
    score the total your hod hodu hoď výsledek kostka kostky číslo wurf würfel würfelwurf würfeln
    ergebnis augenzahl zahl бросок броска результат кубик кость число slag slå resultat tärning
    kast terning slag jet dé résultat tirada dado resultado tiro risultato lancio rzut kość wynik
    bacanje rezultat kocka d""".split()
)
_ROLLED = re.compile(
    r"(?:your |the |a |random |adjusted |modified )?(?:die |dice )?(?:rolls?|results?|rolled|dice"
    r"|die"
    r"|hod|hodu|výsledek(?: hodu)?|wurf|würfelwurf|würfel|ergebnis|бросок|результат|кубик|slag"
    r"|resultat|kast|jet|dé|résultat|tirada|dado|resultado|tiro|risultato|rzut|wynik|bacanje"
    r"|rezultat)(?: rolls?| results?| on (?:the )?(?:die|dice))?",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"(?:#|no\.?|nr\.?|n[°º]|№|num(?:ber)?|číslo|nummer|unnamed: \d)?", re.IGNORECASE
)
_OF_MODIFIERS = re.compile(
    r"[+±]|\b(?:modifi\w+|mods?|bonus(?:es)?|adjust\w*|plus|minus|add|adding|penalt\w+|"
    r"subtract\w*|oprav\w*|модификатор\w*|modifikator\w*)\b"
)
_MINUS = re.compile(r"\s?-\s?(?!(?:roll|result))\w")
_WORD = re.compile(r"[^\W\d_]+")
_ROLL_ON_IT = re.compile(
    r"(?:\b(?:re-?)?roll(?:s|ed|ing)?\b|\bthrow\w*|\buse a\b|\bhoď\w*|\bhod\w*|\bhází\w*|würf\w+"
    r"|\bwirf\b|(?i:брос|кин)\w+|\bslå\w*|\bkasta\w*|\blance[rz]?\b|\bjet\b|\btir[aeo]\w*|\brzu\w+"
    r"|\bbaci\w*|\bd(?:ice|ie)\s?:)[^.;|]{0,24}$",
    re.IGNORECASE,
)
_ROLLED_HERE = re.compile(r"\broll(?:s|ed)? (?:a |an |one |the )?$")
_FOR_THIS = re.compile(
    r" (?:to (?:see|find|learn|determine|know)|on (?:this|the following|the table below)|below"
    r"|and (?:consult|see|look|read))\b"
)
_IS_AMOUNT = re.compile(
    r"[)\]]?\s?(?:[x×*]|points?\b|damage|dmg|hp\b|hit\b|rounds?\b|minutes?\b|hours?\b|days?\b"
    r"|weeks?\b"
    r"|months?\b|years?\b|turns?\b|miles?\b|feet|ft|gp\b|sp\b|cp\b|gold|silver|copper|times|more\b"
    r"|of\b|per\b|extra|additional|levels?\b|xp\b|[a-z]+ing\b)"
)


def says_modifiers(text: str) -> bool:
    """Whether a text says that something is added to a roll."""
    return bool(_OF_MODIFIERS.search(plain(text).casefold()))


def says_roll(heading: str) -> bool:
    """Whether a heading says that its column is rolled, without a die."""
    return _ROLLED.fullmatch(heading.strip(" *:.")) is not None


def says_number(heading: str) -> bool:
    """Whether a heading says no more than that its rows are numbered, or nothing."""
    return _NUMBERED.fullmatch(heading.strip(" *:-–—")) is not None


def die_in(heading: str) -> Die | None:
    """The die that a heading names as the one to roll; None if that is not certain."""
    heading = plain_heading(heading)
    found = _DICE.findall(heading)
    if len(heading) > LONGEST_HEADING or len(found) != 1:
        return None
    before, _, after = heading.partition(found[0])
    rest = f"{before} {after}".strip()
    die = _die(found[0].strip())
    if die and (says_modifiers(rest) or _MINUS.match(after)):
        return die.modified()
    if re.search(r"[\d/×=<>]", rest) or not _OF_ROLLING.issuperset(_WORD.findall(rest)):
        return None
    return die


def die_beside(heading: str) -> Die | None:
    """The die that a heading names among other words: `d20 Rumor`, `Encounter (1d8)`."""
    heading = plain_heading(heading)
    found = set(_DICE.findall(heading))
    if len(heading) > LONGEST_CAPTION or len(found) != 1:
        return None
    written = found.pop()
    before, _, after = heading.partition(written)
    is_apart = not before.strip(" *:([") or not after.strip(" *:)].")
    return _die(written.strip()) if is_apart and not _IS_AMOUNT.match(after.strip()) else None


def die_called_for(caption: str) -> Die | None:
    """The die that a caption, or the sentence above a table, tells to roll."""
    caption = plain_heading(caption)[-LONGEST_CAPTION:]
    found = list(_DICE.finditer(caption))
    if not found or len({each[0].strip() for each in found}) != 1:
        return None
    for each in found:
        before, after = caption[: each.start()], caption[each.end() :]
        if _IS_AMOUNT.match(after.strip()):
            continue
        is_name = len(caption.split()) <= FEW_WORDS and (
            not before.strip(" *:([|") or not after.strip(" *:)].|")
        )
        if is_name or _ROLL_ON_IT.search(before):
            return _die(each[0].strip())
    return None


def die_of_table(text: str) -> Die | None:
    """The die that the line above a table says is rolled on it, or a section has in brackets."""
    text = plain_heading(text)[-LONGEST_CAPTION:].strip(" *:.")
    found = list(_DICE.finditer(text))
    if len(found) != 1:
        return None
    before, after = text[: found[0].start()], text[found[0].end() :]
    is_named = before.endswith("(") and after == ")"
    is_rolled = _ROLLED_HERE.search(before) and (not after or _FOR_THIS.match(after))
    return _die(found[0][0].strip()) if is_named or is_rolled else None


def _die(written: str) -> Die | None:
    roll = roll_in(re.sub(r"\s+d", "d", written))
    if roll is None or not 1 <= roll.highest - roll.lowest < MOST_FACES:
        return None
    single = roll.dice[0]
    if len(roll.dice) > 1 or single.count != 1 or roll.added:
        return Die(str(roll), tuple(range(roll.lowest, roll.highest + 1)))
    return _ambiguous(single.sides) if single.sides in _AMBIGUOUS else _single(roll)


def _ambiguous(sides: int) -> Die:
    """A die that may be read digit by digit: its rows say it, from 1 to its number."""
    return Die(f"d{sides}", tuple(range(1, sides + 1)), is_doubtful=True)


def _single(roll: Roll) -> Die:
    sides = roll.dice[0].sides
    if sides in _DIGITS:
        each = range(1, sides % 10 + 1)
        faces = product(each, repeat=len(str(sides)))
        return Die(f"d{sides}", tuple(int("".join(map(str, face))) for face in faces))
    return Die(f"d{sides}", tuple(range(1, sides + 1)), zero_is_top=sides in _ZERO_IS_TOP)
