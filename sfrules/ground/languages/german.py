"""German: 1.234,5 and 2W6, zwölf, dreiundzwanzigste and anderthalb, höchstens and mindestens."""

from __future__ import annotations

import re

from sfrules.ground.languages.notation import Language
from sfrules.ground.number_words import ending

_UNITS = (
    "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn "
    "sechzehn siebzehn achtzehn neunzehn"
).split()
_TENS = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split()
_BELOW_100 = {word: number for number, word in enumerate(_UNITS)} | {"zwo": 2, "eins": 1}
for _ten, _tens in enumerate(_TENS, 2):
    _BELOW_100[_tens] = 10 * _ten
    _BELOW_100 |= {f"{unit}und{_tens}": 10 * _ten + at for at, unit in enumerate(_UNITS[:10]) if at}
_SIZES = (("tausend", 1000), ("hundert", 100))
_LARGE = ((10**12, "Billion"), (10**9, "Milliarde"), (10**6, "Million"))
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
    if word in _BELOW_100:
        return _BELOW_100[word]
    for name, worth in _SIZES:
        before, found, after = word.partition(name)
        if found:
            many = _whole(before) if before else 1
            rest = _whole(after.removeprefix("und")) if after else 0
            if many is None or rest is None or not 0 < many < worth > rest:
                return None
            return many * worth + rest
    return None


def _place(word: str) -> int | None:
    """The number of an ordinal in any of its forms: dritter, siebzehnten, zwanzigste."""
    found = _NTH.fullmatch(word)
    stem = found["stem"] if found else ""
    for uneven, last in _UNEVEN.items():
        before = _whole(stem.removesuffix(uneven)) if stem != uneven else 0
        if stem.endswith(uneven) and before is not None and before % 100 == 0:
            return before + last
    if (number := _whole(stem)) is not None and number % 100 in _TEENS:
        return number
    number = _whole(stem[:-1]) if stem.endswith("s") else None
    return number if number is not None and number % 100 not in _TEENS else None


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


def _cardinal(number: int) -> str:
    """A whole number in words: minus drei, einundzwanzig, tausendzweihundert.

    Raises:
        ValueError: for a quadrillion or more.
    """
    if number < 0:
        return f"minus {_cardinal(-number)}"
    if number >= 10**15:
        raise ValueError("words are for numbers below a quadrillion")
    for worth, name in _LARGE:
        if number >= worth:
            many, rest = divmod(number, worth)
            ending = ("n" if name.endswith("e") else "en") if many > 1 else ""
            said = f"{'eine' if many == 1 else _cardinal(many)} {name}{ending}"
            return f"{said} {_cardinal(rest)}" if rest else said
    word = _joined(number) or "null"
    return f"{word}s" if word.endswith("ein") else word


def _joined(number: int) -> str:
    """A number below a million as the first part of a longer word: ein, einundzwanzig; "" for 0."""
    for name, worth in _SIZES:
        if number >= worth:
            many, rest = divmod(number, worth)
            return f"{_joined(many)}{name}{_joined(rest)}"
    if number < len(_UNITS):
        return _UNITS[number] if number else ""
    tens, unit = divmod(number, 10)
    return f"{_UNITS[unit]}und{_TENS[tens - 2]}" if unit else _TENS[tens - 2]


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
    separators=".,",
    dice="wW",
    number=_number,
    more_words=r"(?:\s+\w+tel[ns]?(?!\w))?",
    cardinal=_cardinal,
    words=_WORDS,
    one=_ARTICLES,
    units=frozenset(f"{each}{end}" for each in _COUNTED.split() for end in ("", "n", "en", "er")),
    names=rf"\d{{1,2}}\.[ ]{_MONTHS}(?:[ ]\d{{4}})?|{_MONTHS}[ ]\d{{4}}",
)
