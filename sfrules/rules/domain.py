"""What the rules of this game accept: domains as any game has them, and columns of its tables."""

from __future__ import annotations

from functools import partial
from typing import Annotated, TypeAlias

from sfrules import authored
from sfrules.authored import Row
from sfrules.facts.domain import (
    Domain,
    ExactNumber,
    InColumn,
    OneOf,
    OutOfDomain,
    Refused,
    WholeNumber,
    YesOrNo,
    domains,
    either,
    rule,
    shown,
)

__all__ = [
    "Count",
    "Domain",
    "ExactNumber",
    "HeroLevel",
    "Level",
    "Listed",
    "OneOf",
    "OutOfDomain",
    "Refused",
    "Whole",
    "WholeNumber",
    "YesOrNo",
    "domains",
    "either",
    "rule",
    "shown",
]

Whole: TypeAlias = Annotated[int, WholeNumber()]
Count: TypeAlias = Annotated[int, WholeNumber(0)]
Level: TypeAlias = Annotated[int, WholeNumber(1)]
HeroLevel: TypeAlias = Annotated[int, WholeNumber(1, 30)]


def Listed(table: str, column: str, *others: str) -> InColumn:  # noqa: N802 — it stands where a domain does
    """The values in a column of authored tables, which may change while a book is served."""
    return InColumn(table, column, partial(_rows_of, (table, *others)))


def _rows_of(tables: tuple[str, ...]) -> list[Row]:
    return [row for table in tables for row in authored.rows(table)]
