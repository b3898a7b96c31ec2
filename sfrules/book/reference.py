"""The macro that prints the authors' reference: signatures and docstrings of the public names."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

import sfrules

LONGEST = 70  # characters of a signature on one line
_FIELD = re.compile(r"((?:^    #: .*\n)+)    (\w+):", re.MULTILINE)


def reference() -> str:
    """Describe all that can be imported from sfrules, beginning with Book and its methods."""
    names = sorted(sfrules.__all__, key=lambda name: (name != "Book", name))
    return "\n\n".join(part for name in names for part in _of_class(getattr(sfrules, name)))


def _of_class(described: type) -> Iterator[str]:
    """Yield an entry for a class, and one for each public method of a book or a page's view."""
    name = described.__name__
    yield _entry(2, name, described)
    if name in ("Book", "View"):
        for base in reversed(described.__mro__):
            for method, function in vars(base).items():
                if inspect.isfunction(function) and not method.startswith("_"):
                    yield _entry(3, f"{name.lower()}.{method}", function)


def _entry(level: int, name: str, described: Any) -> str:
    anchor = re.sub(r"\W+", "-", name.lower())
    heading = f"{'#' * level} `{name}` {{#{anchor}}}"
    signature, fields = _signature(name, described), "\n".join(_fields(described))
    return f"{heading}\n\n```python\n{signature}\n```\n\n{inspect.getdoc(described)}\n\n{fields}"


def _fields(described: Any) -> Iterator[str]:
    """Yield each field of a class that has a comment above it, with that comment."""
    for comment, name in _FIELD.findall(inspect.getsource(described)):
        yield f"- `{name}`: {' '.join(comment.replace('#:', '').split())}"


def _signature(name: str, described: Any) -> str:
    """Return the signature, with a line for each parameter if it is long."""
    parameters = [
        _typed(str(each.replace(annotation=each.empty)), each.annotation)
        for each in inspect.signature(described).parameters.values()
        if each.annotation is not each.empty  # as self, and the parameters of no protocol
    ]
    line = f"{name}({', '.join(parameters)})"
    lines = [f"{name}(", *(f"    {each}," for each in parameters), ")"]
    return line if len(line) <= LONGEST else "\n".join(lines)


def _typed(parameter: str, annotation: object) -> str:
    """Return a parameter with its type between its name and its default, and no address in it."""
    name, default, value = re.sub(r"<function .* at 0x\w+>", "…", parameter).partition("=")
    return f"{name}: {annotation}{' = ' if default else ''}{value}"
