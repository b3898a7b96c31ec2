"""Evaluate one expression as a page would, without a page."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from jinja2 import nodes
from jinja2.exceptions import TemplateSyntaxError

from sfrules.ground.problems import Problem
from sfrules.ground.source import Source
from sfrules.press.page.bounds import Bounds, Meter
from sfrules.press.page.expand import names_of
from sfrules.press.page.interpret import Interpreter
from sfrules.press.page.macros import Macros
from sfrules.press.page.parse import Site, parse, read_snippet
from sfrules.press.page.regions import Region
from sfrules.press.page.sandbox import Call, PageSandbox
from sfrules.press.page.syntax import syntax_problem
from sfrules.press.things.book import Book

OPEN, CLOSE = "{{ ", " }}"


@dataclass(frozen=True)
class Evaluated:
    """An expression's value, its text, and the call if it is one; or the problem."""

    value: Any = None
    told: str = ""
    call: Call | None = None
    problem: Problem | None = None


def evaluate(book: Book, expression: str, tell: Callable[[Any], str] = lambda _: "") -> Evaluated:
    """The value of one expression, exactly; every mistake is a problem, never an exception.

    `tell` makes a text of the value; the bounds of the expression hold for it, too.
    """
    line = re.sub(r"\s", " ", expression)
    source, meter = Source("expression", f"{OPEN}{line}{CLOSE}"), Meter(Bounds())
    sandbox, kept = PageSandbox(book, meter), list[tuple[Any, str, bool]]()

    def keep(site: Site, value: Any) -> str:
        kept.append((value, tell(value), isinstance(site.node, nodes.Call)))
        return ""

    try:
        snippet = read_snippet(source.text, Region("jinja", 0, len(source.text)))
        program = parse(source.text, 0, [snippet])
    except (TemplateSyntaxError, ValueError) as error:
        return Evaluated(problem=syntax_problem(source, error))
    interpreter = Interpreter(sandbox, source, program, keep)
    interpreter.run(names_of(sandbox, Macros(book, meter)))
    if interpreter.problems:
        return Evaluated(problem=interpreter.problems[0])
    ((value, told, is_call),) = kept
    return Evaluated(value, told, sandbox.last_call if is_call else None)
