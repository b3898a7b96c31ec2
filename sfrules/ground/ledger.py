"""The ledger: each number that a book prints or checks, its place, and the rules it comes from."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Container
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

PACKAGES = "site-packages"  # the folder that packages are installed in


@dataclass(frozen=True, order=True)
class Origin:
    """Where a number comes from: a rule or an authored row, and its file and line."""

    name: str
    path: str
    line: int


@dataclass(frozen=True, order=True)
class Statement:
    """What a book says on a page: where, what was asked for it, and what came of it."""

    page: str
    #: Where the expression begins in the page's file.
    line: int
    column: int
    #: Such as value, claim, proof, table, figure, formula or worked.
    kind: str
    expression: str
    printed: str
    #: The id of the heading above it.
    anchor: str = ""
    origins: tuple[Origin, ...] = ()
    because: str = ""
    #: Of a proved number, what was answered, as it is printed.
    answer: str = field(default="", compare=False)
    #: What is asked, in the book's words, if they add something.
    in_words: str = field(default="", compare=False)
    #: The rules that were asked, each with what it was given and its answer.
    calls: tuple[Any, ...] = field(default=(), compare=False, repr=False)
    #: The stretch of the page's file that asks.
    place: tuple[int, int] = field(default=(0, 0), compare=False)

    def is_of(self, names: Container[str]) -> bool:
        """Whether one of some rules has a part in it; what a row says, its sentence says."""
        return any(origin.name in names for origin in self.origins)


def origin_of(name: str, rule: Callable[..., object], root: Path) -> Origin:
    """The file and line where a rule is written, or what is built on demand is offered.

    The path is relative to `root` if it is below it.
    """
    if isinstance(offered := getattr(rule, "origin", None), Origin):
        return offered
    code = inspect.unwrap(rule).__code__  # no key of a cache: that of another file may equal it
    return Origin(name, relative(Path(code.co_filename), root), code.co_firstlineno)


@cache
def relative(path: Path, root: Path) -> str:
    """A path relative to the project's folder; of an installed package, the part in the package."""
    try:
        return path.relative_to(root).as_posix()
    except ValueError:
        parts = path.parts
        packages = parts.index(PACKAGES) + 1 if PACKAGES in parts else 0
        return Path(*parts[packages:]).as_posix()
