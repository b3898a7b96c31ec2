"""Reads datapackage.json as parts that know their place, so that a mistake is reported there."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NoReturn

from sfrules.facts.sheet import FactsFile
from sfrules.ground.formats import unfit
from sfrules.ground.problems import Problem, ProblemsFound, did_you_mean, problem_at
from sfrules.ground.source import Span

Trail = tuple[str | int, ...]  # the keys and list positions that lead from the top to a part
LONGEST = 40  # characters of a value that a message shows
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s"{}\[\],:]+|[{}\[\],]')


class Digits(str):
    """A number as its digits in the file, so that `1e300` is never computed."""

    __slots__ = ()


@dataclass(frozen=True)
class DescriptionPart:
    """A value of the description, and the keys that lead to it."""

    value: Any
    sheet: FactsFile
    trail: Trail = ()

    def refuse(self, message: str, hint: str = "") -> NoReturn:
        """Raise ProblemsFound for this part."""
        raise ProblemsFound([self.problem(message, hint)])

    def problem(self, message: str, hint: str = "") -> Problem:
        """Return a problem with this part, at its place; if it is missing, at what lacks it."""
        spans, trail = _spans(self.sheet), self.trail
        while trail not in spans:
            trail = trail[:-1]
        return problem_at(spans[trail], message, hint)

    def _below(self, value: Any, key: str | int) -> DescriptionPart:
        return DescriptionPart(value, self.sheet, (*self.trail, key))

    def get(self, key: str) -> DescriptionPart | None:
        """Return the part at a key; None if it is missing or null."""
        part = self.at(key)
        return None if part.value is None else part

    def at(self, key: str, otherwise: Any = None) -> DescriptionPart:
        """Return the part at a key, or `otherwise` in its place if it is missing or null."""
        found = self.keys().get(key)
        return self._below(otherwise if found is None else found, key)

    def keys(self) -> dict[str, Any]:
        """Return the members of this part, which has to be an object."""
        if not isinstance(self.value, dict):
            self.refuse(f"{self} stands where an object belongs")
        return self.value

    def only(self, known: Collection[str], what: str) -> DescriptionPart:
        """Return this part; refuse it if it has keys that are not read."""
        for key in self.keys():
            if key not in known:
                message = f"{what} has {key}, which is not read"
                self.at(key).refuse(message, did_you_mean(key, known))
        return self

    def each(self, key: str) -> list[DescriptionPart]:
        """Return the parts of a list; [] if it is missing."""
        part = self.at(key, [])
        if not isinstance(part.value, list):
            part.refuse(f"{key} is {part}; allowed: a list")
        return [part._below(value, at) for at, value in enumerate(part.value)]  # noqa: SLF001

    def text(self, key: str, otherwise: str | None = None) -> str:
        """Return a text. Without a default, it may be neither missing nor empty."""
        part = self.get(key)
        if part is None and otherwise is not None:
            return otherwise
        if part is None:
            self.refuse(f"a table or column without a {key}")
        if type(part.value) is not str or (not part.value and otherwise is None):
            part.refuse(f"{key} is {part}; allowed: a text")
        if wrong := unfit(part.value):
            part.refuse(f"{key} is {part}; {wrong[1]}")
        return str(part.value)

    def truth(self, key: str) -> bool:
        """Return true or false; false if it is missing."""
        part = self.at(key, otherwise=False)
        if not isinstance(part.value, bool):
            part.refuse(f"{key} is {part}; allowed: true or false")
        return bool(part.value)

    def names(self, key: str) -> tuple[str, ...]:
        """Return one name or a list of them as a tuple; () if it is missing."""
        part = self.at(key, [])
        if type(part.value) is str:
            return (part.value,)
        names = self.each(key)
        for name in names:
            if type(name.value) is not str:
                name.refuse(f"{key} has {name}; allowed: the name of a column")
        return tuple(name.value for name in names)

    def __str__(self) -> str:
        """Show the part as it stands in the file, cut short if it is long."""
        if isinstance(self.value, dict | list):
            return "an object" if isinstance(self.value, dict) else "a list"
        said = self.value if isinstance(self.value, Digits) else json.dumps(self.value)
        return said if len(said) <= LONGEST else f"{said[:LONGEST]}…"


def read_description(sheet: FactsFile) -> DescriptionPart:
    """Read a whole JSON file.

    Raises:
        ProblemsFound: if it is not JSON, or an object has a key twice.
    """

    def unrepeated(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) < len(pairs):
            _spans(sheet)  # which refuses a key that stands twice, at its place
        return made

    try:
        whole = json.loads(
            sheet.text,
            parse_int=Digits,
            parse_float=Digits,
            parse_constant=Digits,
            object_pairs_hook=unrepeated,
        )
    except json.JSONDecodeError as error:
        problem = sheet.problem(error.lineno, error.colno, f"not JSON: {error.msg}")
    except RecursionError:
        problem = sheet.problem(1, 1, "the description is nested too deep")
    else:
        return DescriptionPart(whole, sheet)
    raise ProblemsFound([problem]) from None


@lru_cache(maxsize=1)  # one description has several problems
def _spans(sheet: FactsFile) -> dict[Trail, Span]:
    """The span of each value by its trail; raises ProblemsFound for a key that comes again."""
    found: dict[Trail, Span] = {}
    for trail, span in _places(sheet):
        if (key := tuple(trail)) in found:
            problem = problem_at(span, f'"{trail[-1]}" stands here a second time')
            raise ProblemsFound([problem])
        found[key] = span
    return found


_key = lru_cache(maxsize=256)(json.loads)  # the same few, again and again


def _places(sheet: FactsFile) -> Iterator[tuple[list[str | int], Span]]:
    """Yield the span of each value with its trail.

    The trail is one list that the generator goes on changing: copy it to keep it. Python's JSON
    reader keeps no places, so this reads the text again, for problems only.
    """
    trail: list[Any] = []
    for token in _TOKEN.finditer(sheet.text):
        said = token[0]
        if said in ("}", "]"):
            trail.pop()
        elif said == ",":
            trail[-1] = trail[-1] + 1 if isinstance(trail[-1], int) else None
        elif trail and trail[-1] is None:
            trail[-1] = _key(said)
        elif said != ":":
            yield trail, Span(sheet, *token.span())
            if said in ("{", "["):
                trail.append(0 if said == "[" else None)
