"""Compile what can be compiled of a page: a fault of grammar is told, and taken out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from jinja2 import Template
from jinja2.exceptions import TemplateSyntaxError

from sfrules.ground.problems import Problem, did_you_mean, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.page.generator import python_of
from sfrules.press.page.parse import Compiled, parse
from sfrules.press.page.regions import CLOSING, Region, Regions, masked
from sfrules.press.page.sandbox import PageSandbox
from sfrules.press.page.tokens import Tokens, tokenize

TAGS = "for if elif else set with macro endfor endif endset endwith endmacro".split()
MOST_FAULTS = 50  # a page with more is compiled no further: each fault costs a compilation
_OPEN_TAG = re.compile(r"innermost block that needs to be closed is '(\w+)'")
_UNKNOWN_TAG = re.compile(r"unknown tag '(\w+)'")
_CONTINUES = re.compile(r"end\w+|el\w+")
_STORES = re.compile(r"\{%[-+]?\s*\w+\s+(?P<targets>[\w\s,]+)")
_QUOTE = re.compile(r"unexpected char ['\"\\]*['\"]")
_PLAIN = {
    "end of template": "the end of the page",
    "unexpected 'end of print statement'": "the expression breaks off",
    "got 'end of print statement'": "but the macro ends here",
    "end of print statement": "the closing }}",
    "end of statement block": "the closing %}",
}


@dataclass(frozen=True)
class Program:
    """A text compiled: its tokens, its tree with the sites, and the code to run."""

    tokens: Tokens
    compiled: Compiled
    template: Template


@dataclass(frozen=True)
class Sound:
    """What of a page is sound: its program, the faults, and the names that these would have set."""

    program: Program | None
    problems: tuple[Problem, ...] = ()
    failed: frozenset[str] = frozenset()


def compile_text(sandbox: PageSandbox, text: str, found: Sequence[Region] = ()) -> Program:
    """Compile a masked text.

    Raises:
        TemplateSyntaxError: whose `lineno` is an offset.
        ValueError: for what Python itself does not take, such as a number of thousands of digits.
    """
    tokens = sandbox.tokens = tokenize(sandbox, text, found)
    try:
        compiled = parse(sandbox, text)
        code = python_of(sandbox, compiled)
    except (RecursionError, MemoryError, SyntaxError):  # Python's own bounds on nesting
        raise ValueError("the page's expressions or statements are nested too deep") from None
    return Program(tokens, compiled, Template.from_code(sandbox, code, sandbox.globals))


def compile_page(sandbox: PageSandbox, source: Source, start: int, found: Regions) -> Sound:
    """Compile a page without the macros that are no expressions, each of which is a problem."""
    # The front matter gives way to blanks of the same length: offsets stay the file's.
    text = " " * start + masked(source.text, found)[start:]
    problems = unclosed(source, found)
    failed: set[str] = set()
    for _ in range(MOST_FAULTS):
        try:
            program = compile_text(sandbox, text, found.found)
        except (TemplateSyntaxError, ValueError) as error:
            problem, at = _fault(source, error, start)
            read = (region for region in found.found if region.kind in ("jinja", "formula"))
            region = next((region for region in read if region.start <= at < region.end), None)
            if region is None or not text[region.start : region.end].strip():
                return Sound(None, (*problems, problem), frozenset(failed))
            if not (failed and _CONTINUES.match(_tag(text, region))):
                problems.append(problem)
            failed |= _stored(text, region) | {""}
            text = _without(text, region)
        else:
            return Sound(program, tuple(problems), frozenset(failed))
    return Sound(None, tuple(problems), frozenset(failed))


def _without(text: str, region: Region) -> str:
    """The text with a region blank, at the same length and with the same lines."""
    blank = re.sub(r"[^\n]", " ", text[region.start : region.end])
    return text[: region.start] + blank + text[region.end :]


def _tag(text: str, region: Region) -> str:
    return text[region.start : region.end].lstrip("{%-+ \n")


def _stored(text: str, region: Region) -> set[str]:
    """The names that a statement would have set, were it one; names of the book stay the book's."""
    match = _STORES.match(text, region.start, region.end)
    return set(re.findall(r"\w+", match["targets"])) if match else set()


def unclosed(source: Source, found: Regions) -> list[Problem]:
    """A problem for each macro or code fence that is opened and never closed."""
    return [_unclosed(Span(source, region.start, region.end)) for region in found.unclosed]


def _unclosed(span: Span) -> Problem:
    if closing := CLOSING.get(span.text):
        return problem_at(span, f"this {span.text} is never closed", f"close it with {closing}")
    hint = "close it with a line of the same marks alone"
    return problem_at(span, "this code fence is never closed", hint)


def syntax_problem(source: Source, error: Exception) -> Problem:
    """A fault of grammar, at its place."""
    return _fault(source, error, 0)[0]


def _fault(source: Source, error: Exception, start: int) -> tuple[Problem, int]:
    """A fault of grammar as a problem, and the offset of the macro to blame."""
    at = min(getattr(error, "lineno", None) or start, max(len(source.text) - 1, 0))
    message = getattr(error, "message", None) or str(error)
    if open_tag := _OPEN_TAG.search(message):
        return _unclosed_tag(source, open_tag[1], start)
    if unknown := _UNKNOWN_TAG.search(message):
        span = Span(source, at, at + len(unknown[1]))
        if unknown[1] in TAGS:
            return problem_at(span, f"nothing is open that {{% {unknown[1]} %}} goes with"), at
        hint = did_you_mean(unknown[1], TAGS)
        return problem_at(span, f"there is no {{% {unknown[1]} %}}", hint), at
    return problem_at(Span(source, at, at + 1), _plain(message)), at


def _unclosed_tag(source: Source, tag: str, start: int) -> tuple[Problem, int]:
    """The innermost statement of a kind that the page opens and never closes."""
    opened: list[int] = []
    for found in re.finditer(rf"\{{%[-+]?\s*(end)?({tag})\b", source.text[start:]):
        if found[1] and opened:
            opened.pop()
        elif not found[1]:
            opened.append(start + found.start(2))
    at = opened[-1] if opened else start
    span, hint = Span(source, at, at + len(tag)), f"close it with {{% end{tag} %}}"
    return problem_at(span, f"this {{% {tag} %}} is never closed", hint), at


def _plain(message: str) -> str:
    """Jinja's words for a fault of grammar, without its talk of templates."""
    if _QUOTE.match(message):
        return "this quote is never closed"
    for jinja, plain in _PLAIN.items():
        message = message.replace(jinja, plain)
    return message[:1].lower() + message[1:]
