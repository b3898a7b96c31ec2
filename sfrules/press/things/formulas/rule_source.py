"""The Python text of a rule, what the names in it stand for, and what the book calls them."""

from __future__ import annotations

import ast
import builtins
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import CodeType, FunctionType

LONGEST_SHOWN = 72


class Unreadable(ValueError):
    """Code that cannot be put into a formula without guessing."""

    def __init__(self, reason: str, file: str = "", line: int = 0, text: str = "") -> None:
        where = f"{file}:{line}: " if file else ""
        super().__init__(where + reason + (f": {text}" if text else ""))
        self.reason = reason
        self.file = file
        self.line = line
        self.text = text


@dataclass(frozen=True)
class Words:
    """What a book calls the things that its rules name.

    `names` maps an identifier to words: a parameter, a rule, a mapping, a table's id. `owner.name`
    takes precedence over `name`; the owner is the parameter's rule, the field's table, or the
    lookup's function. A name that is missing is shown with spaces for underscores and hyphens.
    `conditions` maps a parameter and a value to words that follow a noun: "in a hurry".
    `lookups` are the names of the functions that find a row in a table: the first argument is
    the table's id, the others are the keys.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    conditions: Mapping[tuple[str, str], str] = field(default_factory=dict)
    lookups: frozenset[str] = frozenset()

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
    """A function as it is written; `above` counts the lines of its file before its text."""

    function: FunctionType
    definition: ast.FunctionDef
    text: str
    file: str
    above: int

    @property
    def name(self) -> str:
        """The identifier of the rule."""
        return self.definition.name

    @property
    def line(self) -> int:
        """The line of the file that has the rule's name."""
        return self.definition.lineno + self.above

    @property
    def statements(self) -> list[ast.stmt]:
        """The body without the docstring."""
        docstring = ast.get_docstring(self.definition, clean=False) is not None
        return self.definition.body[1:] if docstring else self.definition.body

    def refusal(self, node: ast.AST, reason: str) -> Unreadable:
        """The error for a piece of the rule that cannot be read."""
        text = " ".join((ast.get_source_segment(self.text, node) or "").split())
        text = text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"
        line = getattr(node, "lineno", self.definition.lineno) + self.above
        return Unreadable(reason, self.file, line, text)

    def meaning(self, name: str) -> object:
        """What a name from around the rule stands for.

        Raises:
            LookupError: for an unknown name, and for a local variable that is not yet assigned.
        """
        code = self.function.__code__
        if name in code.co_varnames + code.co_cellvars:
            raise LookupError(name)
        cells = dict(zip(code.co_freevars, self.function.__closure__ or (), strict=True))
        if name in cells:
            return _content(cells[name], name)
        for names in (self.function.__globals__, vars(builtins)):
            if name in names:
                return names[name]
        raise LookupError(name)


def find_source(function: Callable[..., object]) -> RuleSource:
    """The source of a function, beneath its decorators.

    Raises:
        Unreadable: for anything that is not a function written with `def` in a file.
    """
    plain = inspect.unwrap(function)
    if not isinstance(plain, FunctionType):
        raise Unreadable(f"{_name(function)} is not a function written in Python")
    file, line = plain.__code__.co_filename, plain.__code__.co_firstlineno
    try:
        as_loaded = _is_as_loaded(plain)
        lines, first = inspect.getsourcelines(plain)
    except OSError:
        raise Unreadable(f"the source of {_name(plain)} is not there", file, line) from None
    if not as_loaded:
        raise Unreadable(f"{_name(plain)} has changed in its file since it was loaded", file, line)
    text, above = "".join(lines), first - 1
    if text[:1].isspace():  # dedenting would shift columns and break texts of several lines
        text, above = "if True:\n" + text, above - 1
    definition = _definition(text, plain.__code__.co_name)
    if definition is None:
        raise Unreadable(f"{_name(plain)} is not written with def", file, line)
    return RuleSource(plain, definition, text, file, above)


def _definition(text: str, name: str) -> ast.FunctionDef | None:
    try:
        tree = ast.parse(text)
    except SyntaxError:  # a lambda in the middle of an expression
        return None
    found = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return next((node for node in found if node.name == name), None)


def _is_as_loaded(function: FunctionType) -> bool:
    """Whether the file still holds the code that runs: it may change under a running server."""
    lines, _ = inspect.findsource(function)
    loaded = function.__code__
    return any(_gist(code) == _gist(loaded) for code in _codes("".join(lines), loaded.co_filename))


@lru_cache(maxsize=64)
def _codes(text: str, file: str) -> tuple[CodeType, ...]:
    """Every piece of code in a file."""
    try:
        codes = [compile(text, file, "exec", dont_inherit=True)]
    except SyntaxError:
        return ()
    for code in codes:
        codes.extend(each for each in code.co_consts if isinstance(each, CodeType))
    return tuple(codes)


def _gist(code: CodeType) -> tuple[object, ...]:
    fixed = [(type(one), one) for one in code.co_consts if not isinstance(one, CodeType)]
    return code.co_name, code.co_firstlineno, code.co_code, code.co_names, code.co_varnames, fixed


def _content(cell: object, name: str) -> object:
    try:
        return cell.cell_contents  # type: ignore[attr-defined]
    except ValueError:
        raise LookupError(name) from None


def _name(function: object) -> str:
    return getattr(function, "__name__", None) or repr(function)
