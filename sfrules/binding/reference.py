"""The reference of what books are made with: signatures and docstrings, as the code has them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

import sfrules

LONGEST = 70  # characters of a signature on one line


def define_env(env: Any) -> None:
    """Offer `{{ reference() }}` to the authors' pages."""

    @env.macro  # type: ignore[untyped-decorator] # whoever calls this says what it is
    def reference() -> str:
        """All that can be imported from sfrules, the book first, each with its public methods."""
        names = sorted(sfrules.__all__, key=lambda name: (name != "Book", name))
        return "\n\n".join(part for name in names for part in _of_class(getattr(sfrules, name)))


def _of_class(described: type) -> Iterator[str]:
    """A class, and what its callers ask of it, in the order in which the code has it."""
    name = described.__name__
    yield _entry(2, name, described)
    if name == "Book":
        for base in reversed(described.__mro__):
            for method, function in vars(base).items():
                if inspect.isfunction(function) and not method.startswith("_"):
                    yield _entry(3, f"book.{method}", function)


def _entry(level: int, name: str, described: Any) -> str:
    anchor = re.sub(r"\W+", "-", name.lower())
    heading = f"{'#' * level} `{name}` {{#{anchor}}}"
    return (
        f"{heading}\n\n```python\n{_signature(name, described)}\n```\n\n{inspect.getdoc(described)}"
    )


def _signature(name: str, described: Any) -> str:
    """How it is called: a parameter a line where they are many."""
    parameters = [
        _typed(str(each.replace(annotation=each.empty)), each.annotation)
        for key, each in inspect.signature(described).parameters.items()
        if key != "self"
    ]
    line = f"{name}({', '.join(parameters)})"
    lines = [f"{name}(", *(f"    {each}," for each in parameters), ")"]
    return line if len(line) <= LONGEST else "\n".join(lines)


def _typed(parameter: str, annotation: object) -> str:
    """A parameter with its type between its name and its default; no address of a function."""
    name, default, value = re.sub(r"<function .* at 0x\w+>", "…", parameter).partition("=")
    return f"{name}: {annotation}{' = ' if default else ''}{value}"
