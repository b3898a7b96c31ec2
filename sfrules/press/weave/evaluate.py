"""One expression worked out as a page would, without a page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from jinja2.exceptions import TemplateSyntaxError

from sfrules.press.ground.problems import Problem
from sfrules.press.ground.source import Source
from sfrules.press.things.book import Book
from sfrules.press.weave.compiler import Site
from sfrules.press.weave.expand import carry_out
from sfrules.press.weave.macros import Macros
from sfrules.press.weave.meter import Bounds, Meter
from sfrules.press.weave.mistakes import Mistake
from sfrules.press.weave.run import Run
from sfrules.press.weave.sandbox import Call, PageSandbox
from sfrules.press.weave.syntax import compile_text, syntax_problem

OPEN, CLOSE = "{{ ", " }}"


@dataclass(frozen=True)
class Evaluated:
    """An expression's value and the call that it ended with, or the problem with it."""

    value: Any = None
    call: Call | None = None
    problem: Problem | None = None


def evaluate(book: Book, expression: str, bounds: Bounds | None = None) -> Evaluated:
    """The value of one expression, exactly; every mistake in it is a problem, none an exception."""
    source = Source("expression", f"{OPEN}{expression}{CLOSE}")
    sandbox = PageSandbox(book, Meter(bounds or Bounds()))
    macros = Macros(book)
    values: list[Any] = []

    def keep(site: Site, value: Any) -> str:
        if len(values) or site.use != "print":
            raise Mistake("one expression at a time")
        values.append(value)
        return ""

    try:
        program = compile_text(sandbox, source.text)
    except (TemplateSyntaxError, ValueError) as error:
        return Evaluated(problem=syntax_problem(source, error))
    run = Run(sandbox, source, program.compiled.sites, keep)
    carry_out(program, sandbox, run, macros)
    if run.problems:
        return Evaluated(problem=run.problems[0])
    if not values:
        return Evaluated(problem=syntax_problem(source, ValueError("there is no expression")))
    return Evaluated(values[0], sandbox.last_call)
