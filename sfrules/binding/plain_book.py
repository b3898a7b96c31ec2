"""The book of documents that are proved without a site: data files, and modules of their author's.

`sfrules check README.md` binds it from what `pyproject.toml` names. A page reaches the values of
these files, and the functions and constants of these modules, and nothing else.
"""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import wraps
from importlib import import_module
from inspect import isfunction
from math import isfinite
from numbers import Rational
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.etree import ElementTree as ET

from sfrules.binding.records import records_of
from sfrules.facts.data_package import Tables
from sfrules.facts.fact_rows import Facts, described
from sfrules.facts.row import cells_of, identifier
from sfrules.ground.file_door import read_source
from sfrules.ground.ledger import Origin, relative
from sfrules.ground.number_words import exact, number_of_literal, number_written
from sfrules.ground.problems import Problem, ProblemsFound, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.site.load.book_module import fault_of, find_module
from sfrules.press.things.book import Book, Record

DATA, OUTPUT = "data", "output"  # the namespaces of what is one value
_COUNTED = ("tests", "failures", "errors", "skipped")  # of each suite of a report
_DOCTYPE = re.compile(r"<!(?:DOCTYPE|ENTITY)")
Members = dict[str, Any]


def book_of_documents(
    root: Path,
    data: Iterable[str],
    modules: Iterable[str],
    outputs: Mapping[str, str],
    **settings: Any,
) -> Book:
    """The book of the documents of a folder; `outputs` are commands by the names of their outputs.

    Raises:
        ProblemsFound: for a file, a module or a command that cannot be read.
    """
    offered = _Offered(root)
    for path in data:
        offered.add_file(path)
    for name in modules:
        offered.add_module(name)
    for name, command in outputs.items():
        offered.add_output(name, command)
    return Book(
        title=root.name,
        root=root,
        namespaces=offered.spaces,
        origins=offered.origins.get,
        modules=tuple(modules),
        watch=tuple(offered.files),
        plain=True,
        no_loose_numbers=True,
        loose_links=True,
        samples=("*",),  # what the code of a document shows is not read
        **settings,
    )


class _Offered:
    """What documents may name, as it is read from files, modules and commands."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.spaces: dict[str, Members] = {}
        #: Where what is neither a row nor a function comes from, by its dotted name.
        self.origins: dict[str, Origin] = {}
        self.files: list[Path] = []

    def add_file(self, path: str) -> None:
        """Offer the values of a file, by the file's name."""
        file = self.root / path
        name = identifier(Path(path).stem)
        source = read_source(file, path, [self.root])
        self.files.append(file)
        readers = {".json": _json, ".toml": _toml, ".csv": self._rows, ".xml": _test_counts}
        if file.suffix.lower() not in readers:
            hint = f"{', '.join(readers)} can be read"
            raise ProblemsFound([Problem(path, 1, 1, "this is no file of data", hint)])
        self._add(name, readers[file.suffix.lower()](source), Origin(name, path, 1))

    def _rows(self, source: Source) -> object:
        """The rows of a CSV file by their keys, and all as `rows`; without keys, in order."""
        name = identifier(Path(source.path).stem)
        tables = Tables(self.root, package=False)
        tables.add(described(self.root, name, source.path, {}))
        facts = Facts(tables, name)
        rows = records_of(facts, {})
        if not rows:
            return tuple(dict(cells_of(row)) for row in facts.rows)
        return {"rows": tuple(rows.values()), **rows}

    def add_module(self, name: str) -> None:
        """Offer the functions and the constants of a module, by the module's own name.

        They are what its `__all__` lists; without one, its public functions and all values that
        are numbers, texts, or lists or mappings of these.
        """
        find_module(name, self.root)
        try:
            module = import_module(name)
        except Exception as error:
            raise ProblemsFound([fault_of(name, error, self.root, "the module")]) from error
        file = Path(module.__file__ or name)
        self.files.append(file)
        shown = relative(file, self.root)
        space = name.rpartition(".")[2]
        self._add(space, dict(_members(module)), Origin(space, shown, 1))

    def add_output(self, name: str, command: str) -> None:
        """Offer what a command writes, a number, JSON or a text, as `output.name`."""
        made = subprocess.run(  # noqa: S602 the command is the user's own, on the command line
            command, shell=True, cwd=self.root, capture_output=True, text=True, check=False
        )
        shown = f"--output {name}"
        if made.returncode:
            said = (made.stderr.strip().splitlines() or [""])[-1]
            message = f"the command ends with {made.returncode}: {said}"
            raise ProblemsFound([Problem(shown, 1, 1, message, f"it is {command}")])
        text = made.stdout.strip()
        number = number_written(text)
        value: object = text if number is None else number
        if number is None and text[:1] in ("{", "["):
            value = _json(Source(shown, text))
        self._add_member(OUTPUT, name, value, Origin(name, shown, 1))

    def _add(self, name: str, value: object, origin: Origin) -> None:
        """Offer a mapping as a namespace, and any other value of a file as one of the data."""
        if not isinstance(value, Mapping):
            self._add_member(DATA, name, value, origin)
            return
        if name in self.spaces or not name.isidentifier():
            message = (
                f'there is a "{name}" already' if name in self.spaces else f'"{name}" is no name'
            )
            raise ProblemsFound([Problem(origin.path, 1, 1, message, "give it another name")])
        self.spaces[name], self.origins[name] = {}, origin
        for key, each in _named(value).items():
            self._add_member(name, key, each, origin)

    def _add_member(self, space: str, name: str, value: object, origin: Origin) -> None:
        own = Origin(f"{space}.{name}", origin.path, origin.line)
        self.spaces.setdefault(space, {})[name] = _offered(value, own)
        self.origins[own.name] = own


def _offered(value: Any, origin: Origin) -> Any:
    """A value as pages may have it: numbers as they are printed, mappings as rows."""
    if isinstance(value, Record) or callable(value):
        return value
    if isinstance(value, Mapping):
        return Record({k: _offered(v, origin) for k, v in _named(value).items()}, origin)
    if isinstance(value, list | tuple):
        return tuple(_offered(each, origin) for each in value)
    number = exact(value)
    return int(number) if isinstance(number, Fraction) and number.denominator == 1 else number


def _named(values: Mapping[Any, Any]) -> dict[str, Any]:
    """Values by their keys; a key that is no name has one as well: 3.11 is column_3_11."""
    found = {str(key): value for key, value in values.items()}
    others = {identifier(key): found[key] for key in found if not key.isidentifier()}
    return {**others, **found}


def _members(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """The functions and constants of a module."""
    listed = getattr(module, "__all__", None)
    for name, value in vars(module).items():
        if name.startswith("_") or (listed is not None and name not in listed):
            continue
        if isfunction(value) and (listed is not None or value.__module__ == module.__name__):
            yield name, _exact_answers(value)
        elif _is_plain(value):
            yield name, value


def _is_plain(value: object) -> bool:
    if isinstance(value, list | tuple):
        return all(map(_is_plain, value))
    if isinstance(value, Mapping):
        return all(isinstance(key, str) and _is_plain(each) for key, each in value.items())
    return isinstance(value, str | Rational) or (
        isinstance(value, float | Decimal) and isfinite(value)
    )


def _exact_answers(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function whose answers are what a page may have."""
    origin = Origin(function.__name__, "", 1)

    @wraps(function)
    def answer(*args: Any, **kwargs: Any) -> Any:
        return _offered(function(*args, **kwargs), origin)

    return answer


def _json(source: Source) -> object:
    """The value of a JSON file, each number exactly as it is written."""

    def refuse(name: str) -> object:
        raise ValueError(f"{name} is no number")

    try:
        return json.loads(source.text, parse_float=number_of_literal, parse_constant=refuse)
    except json.JSONDecodeError as error:
        problem = problem_at(Span(source, error.pos, error.pos + 1), f"JSON: {error.msg}")
    except (ValueError, RecursionError) as error:
        problem = Problem(source.path, 1, 1, f"JSON: {error}")
    raise ProblemsFound([problem])


def _toml(source: Source) -> dict[str, Any]:
    """The values of a TOML file."""
    try:
        return tomllib.loads(source.text, parse_float=number_of_literal)
    except tomllib.TOMLDecodeError as error:
        raise ProblemsFound([Problem(source.path, 1, 1, f"TOML: {error}")]) from None


def _test_counts(source: Source) -> dict[str, int]:
    """How many tests a report as JUnit's XML has, and how many passed, failed or were skipped."""
    if found := _DOCTYPE.search(source.text):
        message = "a report of tests defines no entities"
        raise ProblemsFound([problem_at(Span(source, *found.span()), message)])
    try:
        suites = list(ET.fromstring(source.text).iter("testsuite"))  # noqa: S314 it has no entities
        own = [suite for suite in suites if suite.find("testsuite") is None]
        counts = {kind: sum(int(each.get(kind) or 0) for each in own) for kind in _COUNTED}
    except ET.ParseError as error:
        line, column = error.position
        raise ProblemsFound([Problem(source.path, line, column + 1, f"XML: {error}")]) from None
    except ValueError as error:
        raise ProblemsFound([Problem(source.path, 1, 1, f"XML: {error}")]) from None
    tests, *others = counts.values()
    return {**counts, "passed": tests - sum(others)}
