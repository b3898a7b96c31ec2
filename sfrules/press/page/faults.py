"""What is wrong in a page or an expression, in an author's words, and where."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, replace

from jinja2.exceptions import (
    TemplateAssertionError,
    TemplateNotFound,
    TemplateRuntimeError,
    TemplateSyntaxError,
    UndefinedError,
)
from jinja2.lexer import Token

from sfrules.ground.exhausted import Exhausted
from sfrules.ground.faults import cause
from sfrules.ground.formats import without_addresses
from sfrules.ground.problems import Mistake, Problem, did_you_mean
from sfrules.ground.source import Span
from sfrules.press.expression.bounds import BoundExceeded
from sfrules.press.page import filters
from sfrules.press.page.environment import PageEnvironment
from sfrules.press.page.templates import BLOCKS, tokens_of

EXPRESSION = "expression"  # the path of an expression that stands on no page
TAGS = (*BLOCKS, "elif", "else", "include", "import", "from", *(f"end{tag}" for tag in BLOCKS))
_PLAIN: dict[type[BaseException], str] = {
    RecursionError: "a macro calls itself without end",
    OverflowError: "the number is too large",
    ZeroDivisionError: "division by zero",
}
_AS_JINJA_SAYS = (ValueError, BoundExceeded, TypeError, TemplateRuntimeError, TemplateSyntaxError)
# What Jinja says, and what an author reads.
_WORDS = {
    r"unexpected 'end of .*|.*got 'end of .*|.*end of template.*|expected name or number": (
        "the expression breaks off"
    ),
    r"expected token 'end of .*": "this is no part of the expression",
    r"expected token 'name', got .*": "a name is expected here",
}
_AT_END = re.compile(r"end of (?:template|print|statement)|unexpected '.', expected|missing")
_IDENTITY = re.compile(r"\bis\s+(?:not\s+)?\Z")
_UNCLOSED = re.compile(r"this \{% (\w+) %\} is never closed")
_UNKNOWN_TAG = re.compile(r"unknown tag '(\w+)'")
_UNKNOWN = re.compile(r"No (?P<kind>filter|test) named '(?P<name>[^']*)'")
_CLOSED_BY = {"lparen": "rparen", "lbracket": "rbracket", "lbrace": "rbrace"}
_CURLY = "\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb"


@dataclass(frozen=True)
class Fault:
    """What is wrong with an expression, and where in it, or where in the code or the facts."""

    message: str
    hint: str = ""
    start: int = 0
    end: int = 1
    elsewhere: Problem | None = None


def fault_in(text: str, error: BaseException, environment: PageEnvironment, base: int = 0) -> Fault:
    """What an error says of a text, whose places it counts from `base` on."""
    if isinstance(error, TemplateSyntaxError) and not isinstance(error, TemplateAssertionError):
        message, hint, at = _of_grammar(text, str(error.message), error.lineno - base)
        at = max(0, min(at, len(text) - 1))
        return Fault(message, hint, at, at + 1)
    start, end = _place_in(text, _name_of(error))
    if isinstance(error, BoundExceeded | TemplateRuntimeError):
        there = None
    else:
        there = cause(error, environment.book.root)
    return Fault(*explain(error, environment), start, end, there)


def asked_at(problem: Problem, span: Span) -> Problem:
    """A problem in the author's code or facts, with the place on a page that it shows at."""
    if span.source.path in ("", EXPRESSION):
        return problem
    line, column = span.source.position(span.start)
    at = f"asked for at {span.source.path}:{line}:{column}"
    return replace(problem, hint="; ".join(filter(None, (problem.hint, at))))


def explain(error: BaseException, environment: PageEnvironment) -> tuple[str, str]:
    """A failure in an author's words, and a hint."""
    message = without_addresses(str(getattr(error, "message", None) or error))
    if isinstance(error, Mistake):
        return message, error.hint
    if isinstance(error, UndefinedError):
        mistake = environment.unknown(_name_of(error))
        return mistake.message, mistake.hint
    if isinstance(error, TemplateNotFound):
        return f"there is no file {error.name}", "a path begins at the folder of the page"
    if unknown := _UNKNOWN.search(message):
        return _unknown(unknown["kind"], unknown["name"], environment)
    if isinstance(error, Exhausted | MemoryError):
        return environment.work.meter.end(error), ""
    if not isinstance(error, _AS_JINJA_SAYS):
        message = _PLAIN.get(type(error)) or f"{type(error).__name__}: {message}"
    return message, ""


def _unknown(kind: str, name: str, environment: PageEnvironment) -> tuple[str, str]:
    """What to say of a filter or a test that is not there."""
    if name in filters.REFUSED:
        return f"pages have no {kind} {name}", filters.REFUSED[name]
    known = environment.filters if kind == "filter" else environment.tests
    hint = did_you_mean(name, [each for each in known if each.isalpha()])
    if kind == "test" and not hint.startswith("did you mean"):
        hint = "two values are compared by =="
    return f'there is no {kind} "{name}"', hint


def _name_of(error: BaseException) -> str:
    """The name that a failure is about, if it is about one."""
    if isinstance(error, Mistake):
        return error.parameter
    if isinstance(error, UndefinedError) and "is undefined" in str(error):
        return str(error).split("'")[1]
    unknown = _UNKNOWN.search(str(getattr(error, "message", "")))
    return unknown["name"] if unknown else ""


def _place_in(text: str, name: str) -> tuple[int, int]:
    """Where an expression is at fault: at the name that the failure is about, or as a whole."""
    found = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) if name else None
    if found:
        return found.span()
    first, last = len(text) - len(text.lstrip()), len(text.rstrip())
    return first, max(last, first + 1)


def _of_grammar(text: str, message: str, at: int) -> tuple[str, str, int]:
    """A fault of grammar in an author's words, a hint, and where it is in a text."""
    tokens = _read(text)
    opened = _never_closed(tokens)
    if opened is not None and _AT_END.search(message):
        return "this bracket is never closed", "", opened
    if message.startswith("unexpected char"):
        sign = text[at : at + 1]
        if sign in "\"'":
            return "this quote is never closed", "", at
        curly = 'an expression has straight quotes: "…"' if sign in _CURLY else ""
        return f"{sign} is no part of an expression", curly, at
    if unknown := _UNKNOWN_TAG.search(message):
        if unknown[1] in TAGS:
            return f"nothing is open that {{% {unknown[1]} %}} goes with", "", at
        return f"there is no {{% {unknown[1]} %}}", did_you_mean(unknown[1], TAGS), at
    for jinja, plain in _WORDS.items():
        message = plain if re.fullmatch(jinja, message, re.DOTALL) else message
    hint = "two values are compared by ==" if _IDENTITY.search(text[:at]) else ""
    if unclosed := _UNCLOSED.match(message):
        hint = f"close it with {{% end{unclosed[1]} %}}"
    return message[:1].lower() + message[1:], hint, at


def _read(text: str) -> list[Token]:
    """The tokens of an expression, as far as it has any."""
    found: list[Token] = []
    with suppress(TemplateSyntaxError):
        found.extend(tokens_of(text, 0, "variable"))
    return found


def _never_closed(tokens: list[Token]) -> int | None:
    """Where the last bracket stands that is still open at the end."""
    opened: list[Token] = []
    for token in tokens:
        if token.type in _CLOSED_BY:
            opened.append(token)
        elif opened and token.type == _CLOSED_BY[opened[-1].type]:
            opened.pop()
    return opened[-1].lineno if opened else None
