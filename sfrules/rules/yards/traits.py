"""Traits that change prices."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from sfrules import authored
from sfrules.rules.domain import Domain, Listed, NotInDomain


@dataclass(frozen=True)
class Several:
    """A list of values of one domain; what stands in it twice counts once."""

    each: Domain

    @property
    def allowed(self) -> str:
        """The values in words."""
        return f"a list, each item {self.each.allowed}"

    def take(self, value: object) -> tuple[object, ...]:
        """Accept a list, a tuple or a set; a text by itself is none of them."""
        if not isinstance(value, (list, tuple, set, frozenset)):
            raise NotInDomain
        return tuple(dict.fromkeys(self.each.take(item) for item in value))


Traits: TypeAlias = Annotated[Collection[str], Several(Listed("yards-traits", "id"))]


def bearing_on(form: str, traits: Collection[str]) -> list[authored.Row]:
    """Return the rows of those traits that bear on a form of movement."""
    rows = (authored.row("yards-traits", trait) for trait in traits)
    return [row for row in rows if row.form == form]
