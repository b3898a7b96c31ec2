"""What went wrong while a page ran: where, and in an author's words."""

from __future__ import annotations

import inspect
import re
from dataclasses import replace

from jinja2.exceptions import TemplateRuntimeError, UndefinedError

from sfrules.ground.faults import cause
from sfrules.ground.formats import without_addresses
from sfrules.ground.problems import Mistake, Problem, did_you_mean
from sfrules.ground.source import Source, Span
from sfrules.press.page.bounds import BoundExceeded, Exhausted
from sfrules.press.page.lineage import dotted_name
from sfrules.press.page.parse import EXPRESSION, Site
from sfrules.press.page.sandbox import PageSandbox
from sfrules.press.page.tokens import Tokens, call_at, start_of

_PLAIN: dict[type[BaseException], str] = {
    RecursionError: "a macro calls itself without end",
    OverflowError: "the number is too large",
    ZeroDivisionError: "division by zero",
}


def elsewhere(error: BaseException, sandbox: PageSandbox) -> Problem | None:
    """The problem in the author's code or facts that a page shows; None for one of the page."""
    if isinstance(error, BoundExceeded | TemplateRuntimeError):
        return None
    return cause(error, sandbox.book.root)


def asked_at(problem: Problem, span: Span) -> Problem:
    """A problem in the author's code or facts, with the place on a page that it shows at."""
    if span.source.path in ("", EXPRESSION):
        return problem
    line, column = span.source.position(span.start)
    at = f"asked for at {span.source.path}:{line}:{column}"
    return replace(problem, hint="; ".join(filter(None, (problem.hint, at))))


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
    return f"{type(error).__name__}: {said}", ""


def span_of(
    site: Site, error: BaseException, source: Source, tokens: Tokens, sandbox: PageSandbox
) -> Span:
    """The shortest known span that holds a failure."""
    offset = getattr(error, "offset", None)
    start = site.start if offset is None else offset
    argument = _argument(site, start, error, sandbox)
    start = start if argument is None else argument
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
