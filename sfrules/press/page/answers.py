"""One expression at a time: its value, and what was asked for it, or what is wrong and where.

Proofs, sessions, errata and the command line ask here.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from jinja2.exceptions import TemplateAssertionError, TemplateSyntaxError
from jinja2.runtime import Context

from sfrules.ground.problems import Problem
from sfrules.press.expression.walk import FollowOn
from sfrules.press.page.environment import Asked, PageEnvironment, Work, environment_of
from sfrules.press.page.faults import TOO_DEEP, elsewhere, explain, place_in, syntax_fault
from sfrules.press.things.book import Book


@dataclass(frozen=True)
class Fault:
    """What is wrong with an expression, and where in it, or where in the code or the facts."""

    message: str
    hint: str = ""
    start: int = 0
    end: int = 1
    elsewhere: Problem | None = None


@dataclass(frozen=True)
class Answered:
    """The value of an expression and what was asked for it, or its fault.

    One that fails for an earlier mistake is not `known`, and has no fault of its own. `error` is
    what its evaluation raised.
    """

    value: Any = None
    #: The rules that were asked, in order, each with its answer.
    calls: tuple[Asked, ...] = ()
    #: The dotted names that stand in the expression, such as core.hit_points.
    names: frozenset[str] = frozenset()
    fault: Fault | None = None
    known: bool = True
    error: Exception | None = None

    @property
    def is_sound(self) -> bool:
        """Whether it has a value."""
        return self.known and self.fault is None


def answer(book: Book, text: str, names: Mapping[str, object], work: Work) -> Answered:
    """The value of an expression of one line, which may use `names` beside those of the book.

    `work` is the proof or the page that it belongs to, with its bounds and short names.

    Raises:
        Exhausted: when all that is asked together has used up what it may.
    """
    environment = environment_of(book)
    work.calls, work.sites = [], []
    work.meter.turn()
    read: frozenset[str] = frozenset()
    with environment.at(work):
        try:
            run, read = environment.expression(text)
        except (TemplateSyntaxError, ValueError, SyntaxError, RecursionError, MemoryError) as error:
            return Answered(fault=_not_read(text, error, environment))
        known = ChainMap(dict(names), dict(work.short.members), environment.names)
        context = Context(environment, known, None, {})  # type: ignore[arg-type] # it only looks names up
        try:
            for _ in run(context):
                pass
            value = environment.use(context.vars["result"])
            work.meter.check_value(value)
        except FollowOn:
            return Answered(names=read, known=False)
        except Exception as error:  # noqa: BLE001 a rule may fail in any way: each is a problem
            start, end = place_in(text, error)
            there = elsewhere(error, environment)
            fault = Fault(*explain(error, environment), start, end, there)
            return Answered(names=read, fault=fault, error=error)
    return Answered(value, tuple(work.calls), read)


def _not_read(text: str, error: BaseException, environment: PageEnvironment) -> Fault:
    """The fault of what is no expression."""
    if isinstance(error, RecursionError | MemoryError):
        return Fault(TOO_DEEP)
    if isinstance(error, TemplateAssertionError):
        return Fault(*explain(error, environment), *place_in(text, error))
    message, hint, at = syntax_fault(text, error)
    start = min(at, max(len(text) - 1, 0))
    return Fault(message, hint, start, start + 1)
