"""One expression worked out as a page would, without a page."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from jinja2 import nodes
from jinja2.exceptions import TemplateSyntaxError

from sfrules.ground.problems import Mistake, Problem
from sfrules.ground.source import Source
from sfrules.press.page.bounds import Bounds, Meter
from sfrules.press.page.expand import carry_out
from sfrules.press.page.macros import Macros
from sfrules.press.page.parse import Site
from sfrules.press.page.run import Run
from sfrules.press.page.sandbox import Call, PageSandbox
from sfrules.press.page.syntax import compile_text, syntax_problem
from sfrules.press.things.book import Book

OPEN, CLOSE = "{{ ", " }}"


@dataclass(frozen=True)
class Evaluated:
    """An expression's value, what is told of it, and the call that it is; or the problem."""

    value: Any = None
    told: str = ""
    call: Call | None = None
    problem: Problem | None = None


def evaluate(book: Book, expression: str, tell: Callable[[Any], str] = lambda _: "") -> Evaluated:
    """The value of one expression, exactly; every mistake in it is a problem, none an exception.

    `tell` makes a text of the value within the bounds of the expression, which it may pass as well.
    """
    line = re.sub(r"\s", " ", expression)
    source, meter = Source("expression", f"{OPEN}{line}{CLOSE}"), Meter(Bounds())
    sandbox, kept = PageSandbox(book, meter), list[tuple[Any, str, bool]]()

    def keep(site: Site, value: Any) -> str:
        kept.append((value, tell(value), isinstance(site.node, nodes.Call)))
        return ""

    try:
        program = compile_text(sandbox, source.text)
    except (TemplateSyntaxError, ValueError) as error:
        return Evaluated(problem=syntax_problem(source, error))
    run = Run(sandbox, source, program.compiled.sites, keep)
    rest = carry_out(program, sandbox, run, Macros(book, meter))
    if len(kept) > 1 or rest:
        return Evaluated(problem=syntax_problem(source, Mistake("one expression at a time")))
    if run.problems:
        return Evaluated(problem=run.problems[0])
    if not kept:
        return Evaluated(problem=syntax_problem(source, Mistake("there is no expression")))
    value, told, is_call = kept[0]
    return Evaluated(value, told, sandbox.last_call if is_call else None)
