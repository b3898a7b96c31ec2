"""A number that the author typed, and the rule's answer that it must agree with."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sfrules.press.ground.numbers import number_written


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
    if isinstance(printed, list | tuple) and isinstance(computed, list | tuple):
        pairs = zip(printed, computed, strict=False)
        return len(printed) == len(computed) and all(same(*pair) for pair in pairs)
    return printed == computed


def number_in(text: str) -> Fraction | None:
    """The number that a printed text says: "60%", "+1", "−2", "×1.5", "2/3", "1,024", "three"."""
    plain = text.strip().lower().replace("\N{MINUS SIGN}", "-")
    if plain in ("no", "none"):
        return Fraction(0)
    if plain in WORDS:
        return Fraction(WORDS.index(plain))
    number = number_written(plain.removesuffix("%").removeprefix("\N{MULTIPLICATION SIGN}"))
    if number is None:
        return None
    return number / 100 if plain.endswith("%") else number
