"""What of a text is a number."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

#: "signed" is +1 and −2, "range" is 3 to 5; "other" says a number that no line can say.
Kind = Literal["plain", "percent", "dice", "signed", "ordinal", "range", "other"]


@dataclass(frozen=True)
class Number:
    """A number in a text: its offsets there, its words, and what they say."""

    start: int
    end: int
    text: str
    kind: Kind
    #: None for dice, and where no number can be read in the words.
    value: Fraction | None = None
    #: The upper end of a range.
    other_end: Fraction | None = None
    #: Whether it is one of the small words (one, first, once, second, both, single, pair), which
    #: are numbers only where a proof says the same word.
    is_small: bool = False
