"""Reads datapackage.json; each part knows its path in the file, which messages begin with."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any, NamedTuple, NoReturn

from sfrules.facts.sheet import FactsFile
from sfrules.ground.formats import unfit
from sfrules.ground.problems import Problem, ProblemsFound, did_you_mean

LONGEST = 40  # characters of a value that a message shows
_KINDS = {str: "a text", bool: "true or false", list: "a list"}


class DescriptionPart(NamedTuple):
    """A value of the description, and the way to it: `resources[dice].schema.fields[faces]`."""

    value: Any
    sheet: FactsFile
    way: str = ""

    def refuse(self, message: str, hint: str = "") -> NoReturn:
        """Raise ProblemsFound for this part."""
        raise ProblemsFound([self.problem(message, hint)])

    def problem(self, message: str, hint: str = "") -> Problem:
        """Return a problem with this part."""
        said = f"{self.way}: {message}" if self.way else message
        return Problem(self.sheet.path, 1, 1, said, hint)

    def get(self, key: str) -> DescriptionPart | None:
        """Return the part at a key; None if it is missing or null."""
        part = self.at(key)
        return None if part.value is None else part

    def at(self, key: str, kind: type = object, otherwise: Any = None) -> DescriptionPart:
        """Return the part at a key; one that is missing or null has `otherwise` for its value."""
        if not isinstance(self.value, dict):
            self.refuse(f"{self} stands where an object belongs")
        found, way = self.value.get(key), f"{self.way}.{key}" if self.way else key
        part = DescriptionPart(otherwise if found is None else found, self.sheet, way)
        if part.value is not None and not isinstance(part.value, kind):
            part.refuse(f"{key} is {part}; allowed: {_KINDS[kind]}")
        return part

    def only(self, known: Collection[str], what: str) -> DescriptionPart:
        """Return this part; refuse it if it has keys that are not read."""
        for key in self.value if isinstance(self.value, dict) else ():
            if key not in known:
                message = f"{what} has {key}, which is not read"
                self.at(key).refuse(message, did_you_mean(key, known))
        return self

    def each(self, key: str) -> list[DescriptionPart]:
        """Return the parts of a list, each by its name or its number; [] if it is missing."""
        part = self.at(key, list, [])
        names = (
            e.get("name", at) if isinstance(e, dict) else at for at, e in enumerate(part.value)
        )
        pairs = zip(part.value, names, strict=True)
        return [DescriptionPart(each, self.sheet, f"{part.way}[{name}]") for each, name in pairs]

    def text(self, key: str, otherwise: str | None = None) -> str:
        """Return a text. Without a default, it may be neither missing nor empty."""
        part = self.at(key, str, otherwise)
        if part.value is None:
            self.refuse(f"a table or column without a {key}")
        if not part.value and otherwise is None:
            part.refuse(f"{key} is {part}; allowed: a text")
        if wrong := unfit(part.value):
            part.refuse(f"{key} is {part}; {wrong[1]}")
        return str(part.value)

    def names(self, key: str) -> tuple[str, ...]:
        """Return one name or a list of them as a tuple; () if it is missing."""
        if isinstance(self.at(key).value, str):
            return (self.text(key),)
        names = self.each(key)
        for name in names:
            if not isinstance(name.value, str):
                name.refuse(f"{key} has {name}; allowed: the name of a column")
        return tuple(name.value for name in names)

    def __str__(self) -> str:
        """Show the part as JSON, cut short if it is long."""
        if isinstance(self.value, dict | list):
            return "an object" if isinstance(self.value, dict) else "a list"
        said = json.dumps(self.value)
        return said if len(said) <= LONGEST else f"{said[:LONGEST]}…"


def read_description(sheet: FactsFile) -> DescriptionPart:
    """Read a whole JSON file.

    Raises:
        ProblemsFound: if it is not JSON, or an object has a key twice.
    """

    def unrepeated(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict[str, Any]()
        for key, value in pairs:
            if key in made:
                message = f'an object has "{key}" twice: {json.dumps(made[key])[:LONGEST]}'
                raise ProblemsFound([sheet.problem(1, 1, message)])
            made[key] = value
        return made

    try:
        return DescriptionPart(json.loads(sheet.text, object_pairs_hook=unrepeated), sheet)
    except json.JSONDecodeError as error:
        problem = sheet.problem(error.lineno, error.colno, f"not JSON: {error.msg}")
    except (RecursionError, ValueError) as error:  # ValueError: for thousands of digits
        problem = sheet.problem(1, 1, f"not JSON that can be read: {error}")
    raise ProblemsFound([problem]) from None
