"""The names that a session sets, and the functions that it defines and calls."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from inspect import Parameter, Signature, getcallargs
from typing import Any

_BINDS = re.compile(r"\s*+(?:def\s+(\w+)|(\w[\w, ]*+)=(?!=)|for\s+(\w[\w, ]*?) in\b)")


class UnknownName(NameError):
    """A name that neither the page nor the book has."""

    name: str


@dataclass(frozen=True, slots=True)
class Scope:
    """The names of a page, or of a call or a comprehension, which stands in an outer scope.

    `own` are the names that belong to a call or comprehension, whether they are set yet or not.
    `around` is what Python puts before the names of functions that are defined in a call.
    """

    names: dict[str, Any] = field(default_factory=dict)
    outer: Scope | None = None
    own: Collection[str] = ()
    around: str = ""

    def _home(self, name: str) -> Scope:
        scope = self
        while scope.outer is not None and name not in scope.own:
            scope = scope.outer
        return scope

    def look_up(self, name: str) -> Any:
        """The value of a name, or Python's own error."""
        home = self._home(name)
        if name in home.names:
            return home.names[name]
        if home.outer is None:
            raise UnknownName(f"name '{name}' is not defined", name=name)
        unset = "where it is not associated with a value"
        if home is self:
            raise UnboundLocalError(f"cannot access local variable '{name}' {unset}")
        raise NameError(f"cannot access free variable '{name}' {unset} in enclosing scope")

    def set(self, name: str, value: Any) -> None:
        """Set a name where it belongs: here, or further out from a comprehension."""
        self._home(name).names[name] = value

    def delete(self, name: str) -> None:
        """Delete a name that is set."""
        self.look_up(name)
        del self._home(name).names[name]


def names_set(*nodes: ast.AST) -> Iterator[str]:
    """The names that code sets in its own scope, not in those of its functions."""
    for node in nodes:
        match node:
            case ast.Lambda():
                continue
            case ast.FunctionDef():
                yield node.name
                continue
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                inner = ast.walk(node)
                yield from (each.target.id for each in inner if isinstance(each, ast.NamedExpr))
                continue
            case ast.Name(ctx=ast.Store() | ast.Del()):
                yield node.id
            case ast.alias():
                yield node.asname or node.name
            case ast.ExceptHandler(name=str(name)):
                yield name
        yield from names_set(*ast.iter_child_nodes(node))


def names_meant(source: str) -> set[str]:
    """The names that code which is not Python was meant to set, as far as its first words say."""
    match = _BINDS.match(source)
    return set(re.findall(r"\w+", " ".join(filter(None, match.groups())))) if match else set()


class SessionFunction:
    """A function that a session defines. It holds a step of ours, and no code of Python's."""

    def __init__(
        self, name: str, parameters: list[Parameter], body: Callable[[dict[str, Any]], Any]
    ) -> None:
        self.__name__ = name
        self.__signature__ = Signature(parameters)
        self._body = body

    def __repr__(self) -> str:
        return f"<function {self.__name__}>"

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Call the function; arguments that do not fit are refused in Python's own words."""
        return self._body(getcallargs(self, *args, **kwargs))


@dataclass(frozen=True, slots=True, repr=False)
class Offered:
    """A function of Python's that sessions may call, under its own name."""

    name: str
    function: Callable[..., object]

    def __repr__(self) -> str:
        return f"<built-in function {self.name}>"

    def call(self, *args: Any, **kwargs: Any) -> object:
        """Call the function; the words of an error name it as Python does."""
        try:
            return self.function(*args, **kwargs)
        except TypeError as error:
            inner = self.function.__qualname__
            raise TypeError(str(error).replace(f"{inner}()", f"{self.name}()")) from None


# Python's words for a value of the wrong kind name its class.
SessionFunction.__name__ = "function"
