"""What Sizes, distances and forms of movement there are."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, TypeAlias

from sfrules.rules.domain import ExactNumber, Listed, NotInDomain
from sfrules.rules.exact import Exact

SMALLEST_SIZE: Exact = Fraction(1, 2)

_NUMBER = ExactNumber()


@dataclass(frozen=True)
class SizeOfCreature:
    """The Sizes that there are: a half, and every whole number from 1 up."""

    allowed: str = "1/2, or a whole number from 1 up"

    def take(self, value: object) -> Exact:
        """Accept a half, or any number equal to a whole one from 1 up."""
        size = _NUMBER.take(value)
        if size == SMALLEST_SIZE or (isinstance(size, int) and size > 0):
            return size
        raise NotInDomain


Size: TypeAlias = Annotated[Exact, SizeOfCreature()]
Yards: TypeAlias = Annotated[Exact, ExactNumber(minimum=0)]
Form: TypeAlias = Annotated[str, Listed("yards-forms", "id")]
