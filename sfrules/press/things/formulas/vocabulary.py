"""The book's words for the identifiers in its rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Words:
    """What a book calls the things that its rules name.

    `names` maps an identifier to words: a parameter, a rule, a mapping, a table's id. `owner.name`
    goes before `name`, where the owner is the parameter's rule, the field's table, or the lookup's
    function. Where a name is not there, its underscores and hyphens become spaces.
    `conditions` maps a parameter and a value to words that follow a noun: "in a hurry".
    `lookups` are the names of the functions that find a row in a table: the first argument is
    the table's id, the others are the keys.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    conditions: Mapping[tuple[str, str], str] = field(default_factory=dict)
    lookups: frozenset[str] = frozenset()

    def say(self, name: str, of: str = "") -> str:
        """The words for an identifier, or its own with spaces."""
        given = self.names.get(f"{of}.{name}", self.names.get(name))
        if given is not None:
            return given
        plain = name.strip("_").replace("_", " ").replace("-", " ")
        return plain.lower() if plain.isupper() else plain

    def phrases(self, name: str) -> tuple[tuple[str, str], ...]:
        """The words for each value of a parameter that the book has words for."""
        return tuple(
            (value, phrase) for (of, value), phrase in self.conditions.items() if of == name
        )
