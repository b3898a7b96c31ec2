"""What went wrong while a page ran: where, and in an author's words."""

from __future__ import annotations

import inspect
import re
import traceback
from pathlib import Path

from jinja2.exceptions import TemplateRuntimeError, UndefinedError

from sfrules.ground.formats import without_addresses
from sfrules.ground.ledger import is_own, relative
from sfrules.ground.problems import Mistake, did_you_mean
from sfrules.ground.source import Source, Span
from sfrules.press.page.bounds import BoundExceeded, Exhausted
from sfrules.press.page.lineage import dotted_name
from sfrules.press.page.parse import Site
from sfrules.press.page.sandbox import PageSandbox
from sfrules.press.page.tokens import Tokens, call_at, start_of
from sfrules.press.things.formulas.stated_text import Misread

_PLAIN: dict[type[BaseException], str] = {
    RecursionError: "a macro calls itself without end",
    OverflowError: "the number is too large",
    ZeroDivisionError: "division by zero",
}


def explain(error: BaseException, sandbox: PageSandbox) -> tuple[str, str]:
    """A failure in an author's words, and a hint."""
    if isinstance(error, Mistake):
        return without_addresses(error.message), error.hint
    if isinstance(error, UndefinedError):
        name = str(error).split("'")[1] if "'" in str(error) else ""
        return f'"{name}" is not a name of this book', did_you_mean(name, sandbox.known)
    if plain := _PLAIN.get(type(error)):
        return plain, ""
    if isinstance(error, Exhausted | MemoryError):
        return sandbox.meter.end(error), ""
    said = without_addresses(str(error))
    if isinstance(error, ValueError | BoundExceeded | TypeError | TemplateRuntimeError):
        return said, ""
    return f"{type(error).__name__}: {said}", fault(error, sandbox)


def fault(error: BaseException, sandbox: PageSandbox, page: str = "") -> str:
    """Where in the book's code an error was raised that no page should see.

    An error in the code of the page itself, the file `page`, or a refusal is no fault of a rule.
    """
    frames, root = traceback.extract_tb(error.__traceback__), sandbox.book.root
    frame = next((each for each in reversed(frames) if is_own(each.filename, root)), frames[-1])
    own = page and (
        frame.filename == page or Path(__file__).parents[1] in Path(frame.filename).parents
    )
    if own or (page and isinstance(error, ValueError | TypeError)):
        return ""
    path = relative(Path(frame.filename), sandbox.book.root)
    return f"this is a fault in the rule, at {path}:{frame.lineno}, not in the page"


def span_of(
    site: Site, error: BaseException, source: Source, tokens: Tokens, sandbox: PageSandbox
) -> Span:
    """The shortest known span that holds a failure."""
    offset = getattr(error, "offset", None)
    start = site.start if offset is None else offset
    argument = _argument(site, start, error, sandbox)
    start = start if argument is None else argument
    if isinstance(error, Misread) and argument is not None:
        first, last = error.within  # the text of an argument begins behind its quote
        return Span(source, start + 1 + first, start + 1 + last)
    if source.text.startswith("[[", start - 2):
        mark = re.compile(r"\]\]|\|").search(source.text, start)
        return Span(source, start, mark.start() if mark else start + 1)
    return Span(source, start, max(tokens.end_of_primary(start), start + 1))


def _argument(site: Site, start: int, error: BaseException, sandbox: PageSandbox) -> int | None:
    """Where the offending argument of a call stands, if the error names its parameter."""
    parameter = error.parameter if isinstance(error, Mistake) else ""
    if isinstance(error, ValueError):  # a rule's message begins with it
        parameter = str(error).partition(" ")[0].rstrip(":")
    call = call_at(site.node, start) if parameter else None
    if call is None:
        return None
    called = sandbox.short.in_full(dotted_name(call.node))
    rule = next((rule for rule, name in sandbox.allowed.items() if name == called), None)
    names = inspect.signature(rule).parameters if rule else ()
    given = dict(zip(names, call.args, strict=False))
    given |= {keyword.key: keyword.value for keyword in call.kwargs}
    return start_of(given[parameter]) if parameter in given else None
