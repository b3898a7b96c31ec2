"""What the rules of this game accept: domains as any game has them, and columns of its tables."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from sfrules import authored
from sfrules.facts.domain import (
    Domain,
    ExactNumber,
    NotInDomain,
    OneOf,
    OutOfDomain,
    WholeNumber,
    YesOrNo,
    domains,
    either,
    rule,
)
from sfrules.ground.formats import shown

Whole: TypeAlias = Annotated[int, WholeNumber()]
Count: TypeAlias = Annotated[int, WholeNumber(0)]
Level: TypeAlias = Annotated[int, WholeNumber(1)]
HeroLevel: TypeAlias = Annotated[int, WholeNumber(1, 30)]

# The values in a column of authored tables, which may change while a book is served.
Listed = authored.TABLES.listed
