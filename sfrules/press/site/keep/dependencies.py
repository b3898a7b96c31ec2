"""What a page reaches of its book: the code and the facts whose change makes it another page.

A rule stands for the definitions that its code can come to, and for all files of facts; a row or
a term for itself. What any page may depend on, such as the names that the book
offers, is the frame.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cache, cached_property, partial
from hashlib import blake2b
from inspect import unwrap
from itertools import chain
from math import inf
from pathlib import Path
from secrets import token_hex
from types import FunctionType
from typing import Any

from sfrules.press.expression.rule_source import signature_of
from sfrules.press.site.keep.definitions import Definitions, text_of
from sfrules.press.things.book import Book, Record, Term
from sfrules.press.things.kinds import kinds_of
from sfrules.press.things.thing import Kind

EVERYTHING = "everything"
OWN_MACRO = "macro"
WHOLE = "*"  # of a mapping: all of it was asked for
# Code that reads files by itself, such as those of frames: nobody knows which.
_READS_FILES = re.compile(r"\bpandas\b|\bopen\(|\bread_(?:text|bytes|csv)\b")


class RecordingMapping(dict[Any, Any]):
    """A mapping that notes what is asked of it, with the answer; for all of it, with WHOLE."""

    def __init__(self, members: Mapping[Any, Any], note: Callable[[object, Any], None]) -> None:
        super().__init__(members)
        self._note = note

    def __contains__(self, key: object) -> bool:
        return self.get(key) is not None

    def __getitem__(self, key: Any) -> Any:
        self.get(key)
        return super().__getitem__(key)

    def get(self, key: Any, default: Any = None) -> Any:
        self._note(key, answer := super().get(key))
        return default if answer is None else answer

    def items(self) -> Any:
        found = dict(super().items())
        self._note(WHOLE, found)
        return found.items()


@dataclass(frozen=True, eq=False)
class _RecordingBook(Book):
    """A book that notes which terms are asked for."""

    noted: Callable[[Mapping[str, Any]], dict[str, Any]] = dict

    @cached_property
    def terms_by_name(self) -> dict[str, Term]:
        """Every term by its name."""
        return self.noted(super().terms_by_name)


def key_of(value: object) -> str:
    """What stands for a member of the book in the list of what a page reaches.

    A function that holds values of its own may have them from any module.
    """
    if isinstance(value, Record):
        return f"row {value.origin.name}" if value.origin else EVERYTHING
    if isinstance(value, Term):
        return f"term {value.id}"
    function, given = _plain(value)
    plain = isinstance(function, FunctionType) and not function.__closure__
    if not plain or not all(isinstance(each, str | int | Fraction) for each in given):
        return EVERYTHING
    return f"code {function.__module__} {function.__qualname__} {function.__code__.co_firstlineno}"


def _plain(value: object) -> tuple[Any, tuple[object, ...]]:
    """The function that something calls at last, and the arguments that it has already."""
    given: tuple[object, ...] = ()
    function: Any = value
    while isinstance(function, partial):
        given += (*function.args, *function.keywords.values())
        function = function.func
    return unwrap(function) if callable(function) else function, given


@dataclass(frozen=True)
class Basis:
    """What some work stands on, and a digest of all of it as it was."""

    units: frozenset[str] = frozenset()
    digest: str = ""


NOTHING = Basis()


class Dependencies:
    """A book that notes what is asked of it, and digests of what it has."""

    def __init__(self, book: Book) -> None:
        self.whole = book
        self._asked: set[str] = set()
        self._loaded = token_hex()
        given = {each.name: getattr(book, each.name) for each in fields(Book)}
        noted = ("tables", "figures", "charts", "cited")
        given |= {name: self._noted(given[name]) for name in noted}
        given["namespaces"] = {name: self._noted(has) for name, has in book.namespaces.items()}
        given["domain"] = self._domain
        self.book: Book = _RecordingBook(**given, noted=self._noted)
        self._unknown = cache(self._unknown_of)
        self._digest_of = cache(lambda unit: digest(*self._texts(unit)))
        self._digest_of_all = cache(
            lambda units: digest(*(text for u in sorted(units) for text in (u, self._digest_of(u))))
        )

    def touch(self, value: object) -> None:
        """Note a member that a page comes to by another way than its name."""
        self._asked.add(key_of(value))

    def _noted(self, members: Mapping[str, Any]) -> RecordingMapping:
        """A mapping of the book that notes its members; to list their names is no question."""

        def note(name: object, value: object) -> None:
            if name != WHOLE and value is not None:
                self.touch(value)

        return RecordingMapping(members, note)

    def taken(self) -> frozenset[str]:
        """What has been asked for since this was asked last."""
        keys = frozenset(self._asked)
        self._asked.clear()
        return keys

    def basis(self, keys: Iterable[str], more: Basis = NOTHING) -> Basis:
        """What stands behind these: files of code and of facts, rows and terms."""
        units, named = {"frame", *more.units}, set[str]()
        for key in keys:
            kind, _, name = key.partition(" ")
            named.add(self.code.named(*name.split(" "))) if kind == "code" else units.add(key)
        parts = self.code.behind(named)
        units |= {f"code {name}" for name in parts}
        # Where a rule stands, and what its author says of it, is printed with its answer.
        units |= {f"text {name}" for name in self.code.behind(named, self._rules)}
        if parts:  # nobody knows which facts some code reads
            units |= {f"facts {file}" for file in self._facts}
        return Basis(found := frozenset(units), self._digest_of_all(found))

    def holds(self, basis: Basis) -> bool:
        """Whether what some work stands on is as it was."""
        return self._digest_of_all(basis.units) == basis.digest

    def _domain(self, rule: Callable[..., object], parameter: str) -> Any:
        self.touch(self.whole.domain)
        return self.whole.domain(rule, parameter)

    def _texts(self, unit: str) -> Iterator[str]:
        kind, _, name = unit.partition(" ")
        match kind:
            case "code":
                yield from self._code(name)
            case "text":
                yield from self.code.printed(name)
            case "facts":
                yield from self._file(Path(name))
            case "row":
                yield self._rows.get(name, "")
            case "term":
                yield from self._terms.get(name, ())
            case "frame":
                yield from map(repr, _frame(self.whole))
            case "kind":
                yield repr(self.kinds[name].whole(self.whole)) if name in self.kinds else ""
            case "macro":  # it may read any file: nothing is kept when the book is loaded again
                yield self._loaded
            case _:
                yield repr((self.whole.terms, self.whole.subjects))
                yield from chain.from_iterable(map(self._module, sorted(self.code.own)))
                yield from chain.from_iterable(map(self._file, self._facts))

    def _file(self, path: Path) -> Iterator[str]:
        """The text of a file of facts."""
        yield text_of(path)
        yield from self._unless_settled(path)

    def _module(self, module: str) -> Iterator[str]:
        """The text of a module."""
        yield self.code.text(module)
        yield from self._unknown(module)

    def _code(self, name: str) -> Iterator[str]:
        """The code of a definition, and what it stands on."""
        yield from self.code.meaning(name)
        yield from self._unknown(name.partition(":")[0])

    def _unknown_of(self, module: str) -> tuple[str, ...]:
        """Nothing is kept with a module that may read any file, or is not as it was loaded."""
        if _READS_FILES.search(self.code.text(module)):
            return (self._loaded,)
        return tuple(self._unless_settled(self.code.file(module)))

    def _unless_settled(self, path: Path | None) -> Iterator[str]:
        """What stands beside a text that was read after the file may have been saved again.

        What was loaded is an older text then, whose pages must not pass for those of the new one.
        """
        if path and self.whole.loaded and _written(path) > self.whole.loaded:
            yield self._loaded

    @cached_property
    def code(self) -> Definitions:
        """The definitions of the book's code."""
        return Definitions(self.whole.modules)

    @cached_property
    def _rules(self) -> frozenset[str]:
        """The definitions that pages name."""
        members = (each for has in self.whole.namespaces.values() for each in has.values())
        keys = (key_of(each).split(" ") for each in members if not isinstance(each, Record))
        return frozenset(self.code.named(*key[1:]) for key in keys if key[0] == "code")

    @cached_property
    def kinds(self) -> dict[str, Kind[Any]]:
        """The kinds of things that the book's pages can print, by their names."""
        return {kind.name: kind for kind in kinds_of(self.whole).values()}

    @cached_property
    def _rows(self) -> dict[str, str]:
        members = (each for has in self.whole.namespaces.values() for each in has.values())
        found = {}
        for row in (*members, *self.whole.cited.values()):
            if isinstance(row, Record) and row.origin:
                cells = {name: row.fields.get(name) for name in row.fields}
                found[row.origin.name] = f"{row.origin} {cells!r} {row.figures!r}"
        return found

    @cached_property
    def _terms(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for term in self.whole.terms:
            found.setdefault(term.id, []).append(repr(term))
        return found

    @cached_property
    def _facts(self) -> list[Path]:
        """The files that are watched and that hold no code."""
        every = (each for path in self.whole.watch for each in (path, *path.rglob("*")))
        return sorted(each for each in every if each.is_file() and each.suffix != ".py")


def _frame(book: Book) -> Iterator[object]:
    """What any page may depend on, whatever it names."""
    yield book.title, sorted(book.dice), sorted(book.proper_names), book.open, book.sources
    yield book.no_loose_numbers, book.largest
    yield book.check_die, book.samples
    yield sorted(book.macros)
    for space, members in book.namespaces.items():
        yield space, [(name, _identifiers(each)) for name, each in members.items()]
    yield [(name, list(described.columns)) for name, described in book.facts().items()]
    yield list(book.cited)
    for things in (book.tables, book.figures, book.charts):
        yield [(id, repr(_plain(build)[1])) for id, build in things.items()]
    yield [(term.term, term.aliases, term.unit) for term in book.terms]
    yield sorted(book.words.names.items()), sorted(book.words.conditions.items())
    yield sorted(book.words.lookups)
    yield [each.__qualname__ for each in book.answers], [each.name for each in book.kinds]


def _identifiers(member: object) -> list[str]:
    """What a rule calls its parameters, and a row its fields: the prose is read by such words."""
    if isinstance(member, Record):
        return [*member.fields, *member.figures]
    with suppress(TypeError, ValueError):  # what is not written in Python may have no signature
        return list(signature_of(member).parameters) if callable(member) else []
    return []


def _written(path: Path) -> float:
    """When a file was saved, or put in its place, in seconds since 1970."""
    try:
        found = path.stat()
    except OSError:
        return inf  # it was there when it was loaded
    return max(found.st_mtime, found.st_ctime)


def digest(*texts: str) -> str:
    """A digest of these texts; it changes when any of them changes."""
    made = blake2b(digest_size=16)
    for text in texts:
        data = text.encode("utf-8", "surrogatepass")
        made.update(len(data).to_bytes(8, "big") + data)
    return made.hexdigest()
