"""What went wrong while a page was expanded, in an author's words."""

from __future__ import annotations

import traceback
from pathlib import Path

from jinja2.exceptions import UndefinedError

from sfrules.ground.ledger import relative
from sfrules.ground.problems import Mistake, did_you_mean
from sfrules.press.page.bounds import BoundExceeded
from sfrules.press.page.sandbox import PageSandbox

_PLAIN: dict[type[Exception], str] = {
    RecursionError: "a macro calls itself without end",
    OverflowError: "the number is too large",
    ZeroDivisionError: "division by zero",
}


def explain(error: Exception, sandbox: PageSandbox) -> tuple[str, str]:
    """A failure in an author's words, and a hint."""
    if isinstance(error, Mistake):
        return error.message, error.hint
    if isinstance(error, UndefinedError):
        name = str(error).split("'")[1] if "'" in str(error) else ""
        return f'"{name}" is not a name of this book', did_you_mean(name, sandbox.known)
    if plain := _PLAIN.get(type(error)):
        return plain, ""
    if isinstance(error, ValueError | BoundExceeded | TypeError):
        return str(error), ""
    return f"{type(error).__name__}: {error}", fault(error, sandbox)


def fault(error: Exception, sandbox: PageSandbox, page: str = "") -> str:
    """Where in the book's code an error came up that no page should see.

    An error of the page's own code, in the file `page`, or a refusal is no fault of a rule.
    """
    frame = traceback.extract_tb(error.__traceback__)[-1]
    own = page and (
        frame.filename == page or Path(__file__).parents[1] in Path(frame.filename).parents
    )
    if own or (page and isinstance(error, ValueError | TypeError)):
        return ""
    path = relative(Path(frame.filename), sandbox.book.root)
    return f"this is a fault in the rule, at {path}:{frame.lineno}, not in the page"
