"""What went wrong while a page ran: where, and in an author's words."""

from __future__ import annotations

import inspect
from dataclasses import replace

from jinja2.exceptions import TemplateRuntimeError, UndefinedError

from sfrules.ground.faults import cause
from sfrules.ground.formats import without_addresses
from sfrules.ground.problems import Mistake, Problem, did_you_mean
from sfrules.ground.source import Source, Span
from sfrules.press.expression.bounds import BoundExceeded, Exhausted
from sfrules.press.expression.tree import Call, Expression, blamed, dotted_name, every_part
from sfrules.press.expression.walk import blamed_part
from sfrules.press.page.parse import Site
from sfrules.press.page.sandbox import PageSandbox, Unfiltered

EXPRESSION = "expression"  # the path of an expression that stands on no page

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


def span_of(site: Site, error: BaseException, source: Source, sandbox: PageSandbox) -> Span:
    """The shortest known span that holds a failure."""
    start, end = blamed_in(site.tree, error, sandbox)
    return Span(source, site.base + start, site.base + max(end, start + 1))


def blamed_in(tree: Expression, error: BaseException, sandbox: PageSandbox) -> tuple[int, int]:
    """The stretch of an expression that a failure is shown at."""
    part = blamed_part(error)
    if argument := _argument(tree, part, error, sandbox):
        return blamed(tree, argument, whole=True)
    return blamed(tree, part or tree, whole=part is None or isinstance(error, Unfiltered))


def _argument(
    tree: Expression, part: Expression | None, error: BaseException, sandbox: PageSandbox
) -> Expression | None:
    """The offending argument of a call, if the error names its parameter."""
    parameter = error.parameter if isinstance(error, Mistake) else ""
    if isinstance(error, ValueError):  # a rule's message begins with it
        parameter = str(error).partition(" ")[0].rstrip(":")
    start = part.start if part else tree.start
    calls = (each for each in every_part(tree) if isinstance(each, Call) and each.start == start)
    call = next(calls, None) if parameter else None
    if call is None:
        return None
    called = sandbox.short.in_full(dotted_name(call.function))
    rule = next((rule for rule, name in sandbox.allowed.items() if name == called), None)
    names = inspect.signature(rule).parameters if rule else ()
    given = dict(zip(names, call.given.arguments, strict=False))
    given |= {keyword.name: keyword.value for keyword in call.given.keywords}
    return given.get(parameter)
