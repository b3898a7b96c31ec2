"""A number that the author typed, and the rule's answer that it must agree with."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from numbers import Rational


@dataclass(frozen=True)
class Claim:
    """What a page prints, what the rule says, and the reason where they are meant to differ."""

    printed: object
    computed: object
    because: str = ""

    @property
    def agrees(self) -> bool:
        """Whether the printed number is the computed one, exactly."""
        return same(self.printed, self.computed)

    @property
    def holds(self) -> bool:
        """Whether the claim may stand: it agrees, or it says why it does not."""
        return self.agrees != bool(self.because)


WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty"
).split()


def same(printed: object, computed: object) -> bool:
    """Equality of a printed thing and a computed one: numbers as numbers, text as text."""
    if isinstance(printed, bool) or isinstance(computed, bool):
        return printed is computed
    if isinstance(printed, str) and not isinstance(computed, str):
        number = number_in(printed)
        return number is not None and number == computed
    return printed == computed


def number_in(text: str) -> Rational | None:
    """The number that a printed text says: "60%", "+1", "−2", "×1.5", "2/3", "1,024", "three"."""
    plain = text.strip().lower().replace("\N{MINUS SIGN}", "-")
    if plain in WORDS:
        return Fraction(WORDS.index(plain))
    divisor = 100 if plain.endswith("%") else 1
    plain = plain.removesuffix("%").removeprefix("\N{MULTIPLICATION SIGN}").strip()
    try:
        return Fraction(plain.replace(",", "")) / divisor
    except (ValueError, ZeroDivisionError):
        return None


def as_exact(value: object) -> object:
    """A decimal typed in a page as the number it says; all else as it is."""
    return Fraction(str(value)) if isinstance(value, float | Decimal) else value
