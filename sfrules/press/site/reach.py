"""What a page reaches of its book: the code and the facts whose change makes it another page.

A rule stands for the modules that its code can come to, by their imports; a row or a term for
itself. What any page may depend on, such as the names that the book offers, is the frame.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, partial
from hashlib import blake2b
from inspect import unwrap
from itertools import accumulate, chain
from pathlib import Path
from secrets import token_hex
from types import FunctionType, ModuleType
from typing import Any

from sfrules.press.things.book import Book, Record, Term

EVERYTHING = "everything"
TERMS = "all terms"  # and all subjects
SUPPLIED = "supplied"
_Note = Callable[[str], None]


class _Noted(dict[str, Any]):
    """A mapping that notes what is asked for by its name; to list the names is no question."""

    def __init__(self, members: Mapping[str, Any], note: _Note) -> None:
        super().__init__(members)
        self._note = note

    def __getitem__(self, name: str) -> Any:
        value = super().__getitem__(name)
        self._note(key_of(value))
        return value

    def get(self, name: str, default: Any = None) -> Any:
        return self[name] if name in self else default  # noqa: SIM401 it would call itself

    def values(self) -> Any:
        for value in super().values():
            self._note(key_of(value))
        return super().values()


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
    known = plain and all(isinstance(each, str | int | Fraction) for each in given)
    return f"module {function.__module__}" if known else EVERYTHING


def _plain(value: object) -> tuple[Any, tuple[object, ...]]:
    """The function that something calls at last, and the arguments that it has already."""
    given: tuple[object, ...] = ()
    function: Any = value
    while isinstance(function, partial):
        given += (*function.args, *function.keywords.values())
        function = function.func
    return unwrap(function) if callable(function) else function, given


class Reach:
    """A book that notes what is asked of it, and digests of what it has."""

    def __init__(self, book: Book) -> None:
        self.whole = book
        self._touched: set[str] = set()
        self._loaded = token_hex()
        note = self._touched.add
        noted = replace(
            book,
            namespaces={name: _Noted(has, note) for name, has in book.namespaces.items()},
            tables=_Noted(book.tables, note),
            figures=_Noted(book.figures, note),
            charts=_Noted(book.charts, note),
            domain=self._domain,
        )
        vars(noted)["rule_names"] = book.rule_names
        vars(noted)["terms_by_name"] = _Noted(book.terms_by_name, note)
        self.book = noted
        self._digests: dict[str, str] = {}
        self._sums: dict[frozenset[str], str] = {}

    def touch(self, value: object) -> None:
        """Note a member that a page comes to by another way than its name."""
        self._touched.add(key_of(value))

    def taken(self) -> frozenset[str]:
        """What has been asked for since this was asked last."""
        keys = frozenset(self._touched)
        self._touched.clear()
        return keys

    def units(self, keys: Iterable[str]) -> frozenset[str]:
        """What stands behind these: files of code and of facts, rows and terms.

        Ask when the work is done: only then it is known which facts the code has read.
        """
        found, modules = {"frame"}, set[str]()
        for key in keys:
            kind, _, name = key.partition(" ")
            if kind == "module":
                modules |= self.modules.behind(name)
            else:
                found.add(key)
        return frozenset(found | self._files_of(modules))

    def digest(self, units: Iterable[str]) -> str:
        """A digest of some units: another one, once any of them is another."""
        asked = frozenset(units)
        if asked not in self._sums:
            parts = ((unit, self._digest(unit)) for unit in sorted(asked))
            self._sums[asked] = _digest(*chain.from_iterable(parts))
        return self._sums[asked]

    def _domain(self, rule: Callable[..., object], parameter: str) -> Any:
        self.touch(self.whole.domain)
        return self.whole.domain(rule, parameter)

    def _files_of(self, modules: Collection[str]) -> set[str]:
        """The code of some modules, and the facts that it has read."""
        read = self.whole.read or (lambda _: self._facts)
        files = set(chain.from_iterable(map(read, modules)))
        return {f"code {name}" for name in modules} | {f"facts {file}" for file in files}

    def _digest(self, unit: str) -> str:
        if unit not in self._digests:
            self._digests[unit] = _digest(*self._texts(unit))
        return self._digests[unit]

    def _texts(self, unit: str) -> Iterator[str]:
        kind, _, name = unit.partition(" ")
        match kind:
            case "code":
                yield self.modules.text(name)
            case "facts":
                yield _text(Path(name))
            case "row":
                yield self._rows.get(name, "")
            case "term":
                yield from (repr(term) for term in self.whole.terms if term.id == name)
            case "frame":
                yield from map(repr, _frame(self.whole))
            case "supplied":  # it may read any file: nothing is kept when the book is loaded again
                yield self._loaded
            case _:
                yield repr((self.whole.terms, self.whole.subjects))
                if unit == EVERYTHING:
                    yield from map(self.modules.text, sorted(self.modules.own))
                    yield from map(_text, self._facts)
                yield from self._texts("frame")

    @cached_property
    def modules(self) -> Modules:
        """The modules of the book."""
        return Modules(self.whole.modules)

    @cached_property
    def _rows(self) -> dict[str, str]:
        members = (each for has in self.whole.namespaces.values() for each in has.values())
        rows = (each for each in members if isinstance(each, Record) and each.origin)
        return {row.origin.name: f"{row.origin} {dict(row.fields)!r}" for row in rows if row.origin}

    @cached_property
    def _facts(self) -> list[Path]:
        """The files that are watched and that hold no code."""
        found = (each for path in self.whole.watch for each in _files(path))
        return sorted(each for each in found if each.suffix != ".py")


def _frame(book: Book) -> Iterator[object]:
    """What any page may depend on, whatever it names."""
    yield book.title, sorted(book.dice), sorted(book.proper_names), book.open, book.sources
    yield book.no_loose_numbers, book.no_raw_html, book.loose_links, book.largest
    yield book.trusted_sessions
    yield sorted(book.baseline.items())
    yield [(name, list(ids.items())) for name, ids in book.families.items()]
    yield sorted(book.supplies.names)
    yield [(space, list(members)) for space, members in book.namespaces.items()]
    for things in (book.tables, book.figures, book.charts):
        yield [(id, repr(_plain(build)[1])) for id, build in things.items()]
    yield [(term.term, term.aliases, term.unit) for term in book.terms]
    yield sorted(book.words.names.items()), sorted(book.words.conditions.items())
    yield sorted(book.words.lookups)
    yield [each.__qualname__ for each in book.answers], [each.name for each in book.kinds]


class Modules:
    """The modules of a book by their names: their texts, and which of them stand on which."""

    def __init__(self, prefixes: tuple[str, ...]) -> None:
        above = frozenset(prefixes)
        own = [each for each in sys.modules if not above.isdisjoint(_packages_of(each))]
        self.own = frozenset(each for each in own if getattr(sys.modules[each], "__file__", None))
        self._texts: dict[str, str] = {}
        self._directly: dict[str, frozenset[str]] = {}
        self._behind: dict[str, frozenset[str]] = {}

    def text(self, name: str) -> str:
        """The text of a module; another's module is known by its name alone."""
        if name not in self._texts:
            file = getattr(sys.modules.get(name), "__file__", None)
            self._texts[name] = _text(Path(file)) if file and name in self.own else ""
        return self._texts[name]

    def behind(self, name: str) -> frozenset[str]:
        """A module and all that its code can come to."""
        if name not in self._behind:
            found, waiting = {name}, [name]
            while waiting:
                more = self._direct(waiting.pop()) - found
                found |= more
                waiting += more
            self._behind[name] = frozenset(found)
        return self._behind[name]

    def _direct(self, name: str) -> frozenset[str]:
        """The modules whose names or members a module imports; of a package, those it takes."""
        if name not in self._directly:
            found = self._imports(ast.parse(self.text(name))) if name in self.own else ()
            self._directly[name] = self.own.intersection(found)
        return self._directly[name]

    def _imports(self, tree: ast.AST) -> Iterator[str]:
        """The modules that code imports from, by what it does with the names."""
        nodes = list(ast.walk(tree))
        taken: defaultdict[str, list[str]] = defaultdict(list)
        for node in nodes:
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                taken[node.value.id].append(node.attr)
        named = Counter(node.id for node in nodes if isinstance(node, ast.Name))
        for node in nodes:
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    known, package = alias.asname or alias.name, f"{node.module}.{alias.name}"
                    if package not in self.own:
                        yield self._home(node.module, alias.name)
                    elif named[known] > len(taken[known]):  # it is passed on as a whole
                        yield package
                    else:
                        yield from (self._home(package, each) for each in taken[known])

    def _home(self, module: str, name: str) -> str:
        """The module that a member of another is written in, where that can be told."""
        if f"{module}.{name}" in self.own:
            return f"{module}.{name}"
        value = getattr(sys.modules.get(module), name, None)
        if isinstance(value, ModuleType):
            return value.__name__
        # An object has the module of its class, which says nothing of where it was made.
        home = getattr(value, "__module__", None) if hasattr(value, "__qualname__") else None
        return home if isinstance(home, str) and home in self.own else module


def _packages_of(name: str) -> Iterator[str]:
    """A module and the packages around it: a, a.b and a.b.c."""
    return accumulate(name.split("."), "{}.{}".format)


def _files(path: Path) -> Iterator[Path]:
    if path.is_dir():
        yield from (each for each in path.rglob("*") if each.is_file())
    elif path.is_file():
        yield path


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _digest(*texts: str) -> str:
    made = blake2b(digest_size=16)
    for text in texts:
        data = text.encode("utf-8", "surrogatepass")
        made.update(len(data).to_bytes(8, "big") + data)
    return made.hexdigest()
