"""The Python text of a rule, what the names in it stand for, and what the book calls them."""

from __future__ import annotations

import ast
import builtins
import inspect
from collections import ChainMap, OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any, Protocol, TypeAlias

LONGEST_SHOWN = 72
Contents: TypeAlias = tuple[Sequence[CodeType], Mapping[tuple[str, int], ast.FunctionDef]]
_LATEST: dict[str, tuple[str, Contents]] = {}  # of each file of rules, its text as it was read last


class Unreadable(ValueError):
    """Code that cannot be put into a formula without guessing."""

    def __init__(self, reason: str, file: str = "", line: int = 0, text: str = "") -> None:
        where = f"{file}:{line}: " if file else ""
        super().__init__(where + reason + (f": {text}" if text else ""))
        self.reason = reason
        self.file = file
        self.line = line
        self.text = text


@lru_cache(maxsize=1024)
def signature_of(function: Callable[..., object]) -> inspect.Signature:
    """A rule's signature, which takes Python longer to find than many a rule to answer."""
    return inspect.signature(function)


def answer(rule: Callable[..., object], arguments: Mapping[str, object]) -> object:
    """A rule's own answer, whatever the kinds of its parameters."""
    bound = inspect.BoundArguments(signature_of(rule), OrderedDict(arguments))
    return rule(*bound.args, **bound.kwargs)


class Findable(Protocol):
    """A table of facts, which finds a row by its key."""

    name: str

    @property
    def by_name(self) -> Mapping[str, Any]:
        """The keys of its rows by the names that they have behind a dot."""

    @property
    def stands_for(self) -> str:
        """The column whose cell stands for its row, if the table has an id and a value alone."""

    def look_up(self, table: str, key: Any, /) -> object:
        """The row of a key, or its value; the name of the table is the table's own."""


@dataclass(frozen=True, eq=False)
class Words:
    """What a book calls the things that its rules name.

    `names` maps an identifier to words: a parameter, a rule, a mapping, a table's id. `owner.name`
    takes precedence over `name`; the owner is the parameter's rule, the field's table, or the
    lookup's function. A name that is missing is shown with spaces for underscores and hyphens.
    `conditions` maps a parameter and a value to words that follow a noun: "in a hurry".
    `lookups` are the names of the functions that find a row in a table: the first argument is
    the table's id, the others are the keys. `tables` are tables of facts that are asked for a row
    as a mapping is: `terrain[over].leagues`.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    conditions: Mapping[tuple[str, str], str] = field(default_factory=dict)
    lookups: frozenset[str] = frozenset()
    tables: tuple[Findable, ...] = ()

    def say(self, name: str, of: str = "") -> str:
        """The words for an identifier, or the identifier itself with spaces."""
        given = self.names.get(f"{of}.{name}", self.names.get(name))
        if given is not None:
            return given
        plain = name.strip("_").replace("_", " ").replace("-", " ")
        return plain.lower() if plain.isupper() else plain

    def phrases(self, name: str) -> tuple[tuple[str, str], ...]:
        """The values of a parameter that the book has words for, each with its words."""
        return tuple(
            (value, phrase) for (of, value), phrase in self.conditions.items() if of == name
        )


@dataclass(frozen=True)
class RuleSource:
    """A function as it is written: its definition in the text of its file."""

    function: FunctionType
    definition: ast.FunctionDef
    text: str = field(compare=False)
    file: str = field(compare=False)

    @property
    def name(self) -> str:
        """The identifier of the rule."""
        return self.definition.name

    @property
    def line(self) -> int:
        """The line of the file that has the rule's name."""
        return self.definition.lineno

    @property
    def statements(self) -> list[ast.stmt]:
        """The body without the docstring."""
        docstring = ast.get_docstring(self.definition, clean=False) is not None
        return self.definition.body[1:] if docstring else self.definition.body

    def refusal(self, node: ast.AST, reason: str) -> Unreadable:
        """The error for a piece of the rule that cannot be read."""
        text = " ".join((ast.get_source_segment(self.text, node) or "").split())
        text = text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"
        return Unreadable(reason, self.file, getattr(node, "lineno", self.line), text)

    def meaning(self, name: str) -> object:
        """What a name from around the rule stands for.

        Raises:
            LookupError: for an unknown name, and for a local variable that is not yet assigned.
        """
        code = self.function.__code__
        if name in code.co_varnames + code.co_cellvars:
            raise LookupError(name)
        cells = dict(zip(code.co_freevars, self.function.__closure__ or (), strict=True))
        if name not in cells:
            return ChainMap(self.function.__globals__, vars(builtins))[name]
        try:
            return cells[name].cell_contents
        except ValueError:
            raise LookupError(name) from None


def find_source(function: Callable[..., object]) -> RuleSource:
    """The source of a function, beneath its decorators.

    Raises:
        Unreadable: for anything that is not a function written with `def` in a file.
    """
    plain = inspect.unwrap(function)
    name = getattr(plain, "__name__", None) or repr(plain)
    if not isinstance(plain, FunctionType):
        raise Unreadable(f"{name} is not a function written in Python")
    code = plain.__code__
    file, line = code.co_filename, code.co_firstlineno
    try:
        text = "".join(inspect.findsource(plain)[0])
    except OSError:
        raise Unreadable(f"the source of {name} is not there", file, line) from None
    if _LATEST.get(file, ("",))[0] != text:
        _LATEST[file] = text, _contents(text, file)
    codes, definitions = _LATEST[file][1]
    if code not in codes:  # the file may change under a running server
        raise Unreadable(f"{name} has changed in its file since it was loaded", file, line)
    if (code.co_name, line) not in definitions:
        raise Unreadable(f"{name} is not written with def", file, line)
    return RuleSource(plain, definitions[code.co_name, line], text, file)


def _contents(text: str, file: str) -> Contents:
    """Every piece of code in a file, and each definition by its name and first line."""
    try:
        tree = ast.parse(text)
        codes = [compile(text, file, "exec", dont_inherit=True)]
    except SyntaxError:
        return (), {}
    for code in codes:
        codes.extend(each for each in code.co_consts if isinstance(each, CodeType))
    definitions = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            definitions[node.name, first] = node
    return codes, definitions
