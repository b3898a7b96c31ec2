"""German: 1.234,5 and 2W6, zwölf, dreiundzwanzigste and anderthalb, höchstens and mindestens."""

from __future__ import annotations

import re

from sfrules.ground.languages.english import ending
from sfrules.ground.languages.notation import Language, Magnitude

_UNITS = (
    "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn "
    "sechzehn siebzehn achtzehn neunzehn"
).split()
_TENS = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split()
_TO_99 = [f"{unit}und" * (unit != "null") + ten for ten in _TENS for unit in _UNITS[:10]]
_SPACED = (" ", " ")
# The beginnings of ordinals that are none of cardinals.
_UNEVEN = {"ers": 1, "drit": 3, "sieb": 7, "ach": 8}
_TEENS = range(1, 20)  # of a hundred: their ordinals end in -te, all others in -ste
_ENDED = "(?:e[rnsm]?)?"
_NTH = re.compile(r"(?P<stem>\w+)te[rnsm]?")
_SHARE = re.compile(r"(?P<count>\w+) (?P<nth>\w+te)l[ns]?")
_TIMES = re.compile(rf"(?:ver)?(?P<many>\w+?)(?:mal|fach(?:{_ENDED}|t{_ENDED}|en))")
_HALVES = re.compile(rf"(?:(?P<whole>\w+?)ein)?halb{_ENDED}|halbier(?:en|t{_ENDED})|hälfte")
_DOUBLED = re.compile(rf"(?:ver)?doppel(?:n|t{_ENDED})")
_MIXED = {"anderthalb": "3/2", "dreiviertel": "3/4"}
_ARTICLES = ("ein", "eine", "einen", "einem", "einer", "eines")


def _whole(word: str) -> int | None:
    """The number of a cardinal: zwölf, dreihundertfünf, zweitausendachtzehn; None for none."""
    number = GERMAN.whole(word)
    return None if number is None else int(number)


def _place(word: str) -> int | None:
    """The number of an ordinal in any of its forms: dritter, siebzehnten, zwanzigste."""
    found = _NTH.fullmatch(word)
    stem = found["stem"] if found else ""
    for uneven, last in _UNEVEN.items():
        before = _whole(stem.removesuffix(uneven)) if stem != uneven else 0
        if stem.endswith(uneven) and before is not None and before % 100 == 0:
            return before + last
    for end, in_teens in (("", True), ("s", False)):
        number = _whole(stem.removesuffix(end)) if stem.endswith(end) else None
        if number is not None and (number % 100 in _TEENS) == in_teens:
            return number
    return None


def _number(said: str) -> str:
    """What a word says in digits; nothing for another word, and for an elf."""
    word = said.lower()
    if said == "Elf" or word in _ARTICLES:
        return ""
    if (number := _whole(word)) is not None:
        return str(number)
    if (number := _place(word)) is not None:
        return {1: "first", 2: "second"}.get(number) or f"{number}{ending(number)}"
    if found := _SHARE.fullmatch(word):
        count, parts = found["count"], _place(found["nth"])
        many = 1 if count in _ARTICLES else _whole(count)
        return f"{many}/{parts}" if many and parts else _number(count)
    if found := _HALVES.fullmatch(word):
        whole = _whole(found["whole"] or "null")
        return "" if whole is None else f"{2 * whole + 1}/2"
    found = _TIMES.fullmatch(word)
    many = _whole(found["many"]) if found else None
    return _MIXED.get(word) or (
        "2" if _DOUBLED.fullmatch(word) else "" if many in (None, 1) else str(many)
    )


_MONTHS = "(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)"
_IS_NUMBER = rf"(?=\d|(?:{'|'.join([*_UNITS, *_TENS, 'hundert', 'tausend'])})\b)"
# Those of several words first; what stands for nothing is no number though English has such a word.
_WORDS = {
    r"(?:nicht|nie|kein\w*)\s+mehr\s+als": "no more than",
    r"(?:nicht|nie|kein\w*)\s+weniger\s+als": "no less than",
    r"mehr\s+als": "over",
    r"weniger\s+als": "less than",
    r"(?:höher|größer)\s+als": "above",
    r"(?:kleiner|niedriger)\s+als": "below",
    r"(?:oder|und)\s+(?:mehr|darüber)": "or more",
    r"(?:oder|und)\s+(?:weniger|darunter)": "or less",
    r"(?:oder|und)\s+höher": "or higher",
    r"oder\s+niedriger": "or lower",
    r"oder\s+besser": "or better",
    r"bis\s+zu": "up to",
    r"ein\w*\s+halbe[sn]\s+dutzend": "6",
    r"zwei\s+dutzend": "24",
    r"(?:ein\w*\s+)?dutzend": "12",
    r"eine[rn]?(?=\s+(?:million|milliarde)\b)": "1",
    r"achte[nt]?\s+(?:dar)?auf|(?:außer|in|gib)\s+acht": "",
    rf"bis {_IS_NUMBER}": "to 0",
    "höchstens|maximal": "at most",
    "mindestens|wenigstens": "at least",
    "ungefähr|circa": "about",
    "etwa|rund": "some",
    "fast|knapp|beinahe": "nigh",
    "über": "over",
    "unter": "under",
    "zwischen": "between",
    "nicht|weder|ohne|außer": "not",
    "niemals": "never",
    r"kein(?:e[rnsm]?)?": "no",
    "und": "and",
    "oder": "or",
    "pro": "per",
    "prozent": "percent",
    "million(?:en)?": "million",
    "milliarden?": "billion",
    "half|first|nil|single|double": "",
}
_COUNTED = "runde zug stufe kampf angriff wurf feld schritt abenteuer minute stunde tag woche"

GERMAN = Language(
    "German",
    ["null", "eins", *_UNITS[2:], *_TO_99],
    [
        Magnitude(10**12, "eine Billion", "{} Billionen", joints=_SPACED),
        Magnitude(10**9, "eine Milliarde", "{} Milliarden", joints=_SPACED),
        Magnitude(10**6, "eine Million", "{} Millionen", joints=_SPACED),
        Magnitude(1000, "eintausend", "{}tausend", "tausend"),
        Magnitude(100, "einhundert", "{}hundert", "hundert"),
    ],
    {"ein": 1, "zwo": 2},
    article="",
    joint="und",
    cut="s",
    separators=".,",
    dice="wW",
    number=_number,
    more_words=r"(?:\s+\w+tel[ns]?(?!\w))?",
    words=_WORDS,
    one=_ARTICLES,
    units=frozenset(f"{each}{end}" for each in _COUNTED.split() for end in ("", "n", "en", "er")),
    names=rf"\d{{1,2}}\.[ ]{_MONTHS}(?:[ ]\d{{4}})?|{_MONTHS}[ ]\d{{4}}",
)
