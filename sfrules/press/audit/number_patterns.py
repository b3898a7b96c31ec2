"""The words and signs that numbers are written with, as one pattern."""

from __future__ import annotations

import re

from sfrules.ground.number_words import NTH, TENS, UNITS

SMALL = UNITS[2:]
# A plural, as in "hundreds of orcs", counts nothing.
LARGE = "hundred thousand million billion dozen".split()
ORDINALS = [*NTH[3:], "twentieth", "hundredth", "thousandth"]
PARTS = ["half", "halves", "quarters?", *(f"{ordinal}s?" for ordinal in ORDINALS)]
TIMES = (
    "doubled doubles doubling double tripled triples tripling triple trebled trebles treble "
    "quadrupled quadruples quadruple halved halving halve twice thrice"
).split()
# These count something in some places and nothing in others: context.py tells which.
OPEN = ["one", "first", "second", "single", "once", "pair(?=[ ]of)", "couple(?=[ ]of)"]

UNICODE = (  # ½, ², Ⅳ, ①: signs that say a number by themselves
    "\u00b2\u00b3\u00b9\u00bc-\u00be\u2070\u2074-\u2079\u2080-\u2089\u2150-\u2189"
    "\u2460-\u249b\u24ea-\u24ff\u2776-\u2793"
)


def _either(words: list[str]) -> str:
    """A pattern for any of the words, by their first letters: most words are refused at once."""
    rests: dict[str, list[str]] = {}
    for word in words:
        rests.setdefault(word[0], []).append(word[1:])
    return "|".join(f"{first}(?:{'|'.join(rest)})" for first, rest in rests.items()).join(
        ("(?:", ")")
    )


# Emphasis may be written with underscores, which to a pattern are letters.
_NOT_BEHIND, _END = r"(?<![^\W_])", r"(?![^\W_])"
_PERCENT = rf"(?:[ ]?%|[ ]per[ ]?cent{_END})"
_DIGITS = rf"(?:\d++(?:,\d{{3}})*+(?:[.:/\u2044]\d++)*+(?:[ ]?[{UNICODE}])*+|\.\d++|[{UNICODE}]++)"
_MODIFIER = r"(?:[ ]?[+\-−×][ ]?\d++(?![dD]\d))?"
_DICE = rf"(?:\d*+[dD](?:\d++|%|[{UNICODE}]++){_END}{_MODIFIER})"
# "SF-17" and "v0.1" are names: what follows a letter, or its dot, is no number.
_START = (
    rf"(?=[\d.+\-−±×xdDIVX{UNICODE}])(?:(?<![\w)\]])[+\-−±×x]|{_NOT_BEHIND}(?<!\w[._])(?<![A-Z]-))"
)
# A letter alone may be a word, a name or a weapon's die; only longer ones are surely numerals.
_ROMAN = rf"(?:(?:X{{1,3}}(?:IX|IV|VI{{0,3}}|I{{1,3}})|X{{2,3}}|IX|IV|VI{{1,3}}|I{{2,3}}){_END})"
_ENDING = rf"(?:{_PERCENT}|(?:st|nd|rd|th|s|x){_END}|×)?"
# Signs may also be written by their names or numbers in HTML: &frac12;, &sup2;, &#51;.
ENTITY = r"&(?:frac\d{2}|sup[123]|#0*(?:4[89]|5[0-7])|#[xX]0*3\d);"
_FIGURE = rf"(?:{ENTITY}|{_START}(?:{_DICE}|{_DIGITS}{_ENDING}|{_ROMAN}))"
_FIGURES = rf"{_FIGURE}(?:(?:[ ]?[–-][ ]?|[ ]to[ ]){_FIGURE})*+"

_AFTER_TENS = _either(["one", "first", "second", *SMALL[:8], *ORDINALS[:7]])
_MORE = (
    rf"(?:[ -]{_either(LARGE)}{_END}"
    rf"|(?<=ty)[ -]{_AFTER_TENS}{_END}"
    rf"|(?:(?<=hundred)|(?<=thousand))(?:[ ]and)?[ ]{_either(['one', *SMALL, *TENS])}{_END}"
    rf"|(?<=half)[ ]an?[ ](?:dozen|hundred|thousand|million){_END}"
    rf"|[ -]and[ -](?:an?[ -])?(?:half|quarter|third){_END}"
    rf"|[ -]{_either(PARTS)}{_END}(?!-)"
    rf"|[ ]per[ ]?cent{_END}|-?fold{_END})"
)
_ALONE = _either(
    ["zero", *PARTS[1:], *TIMES, *OPEN[1:], "sixes", "sixfold"]
    + [f"{word}(?:s|fold)" for word in SMALL if word != "six"]
)
_LEADING = _either(["one", "half", *SMALL, *TENS, *LARGE])
_WORD = rf"{_NOT_BEHIND}(?:{_LEADING}{_END}(?:{_MORE})*+|{_ALONE}{_END})"
_WORDS = rf"(?=[bcdefhmnopqstz]){_WORD}(?:(?:[ ]to[ ]|[ ]or[ ]|-to-|–){_WORD})*+"

# Words are looked for in small letters alone; that is several times as fast.
FIGURES = re.compile(_FIGURES)
WORDS = re.compile(_WORDS)
