"""What is wrong in a page or an expression, in an author's words, and where."""

from __future__ import annotations

import inspect
import re
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from jinja2.exceptions import (
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
from sfrules.press.page.templates import tokens_of

TOO_DEEP = "the page's expressions or statements are nested too deep"
EXPRESSION = "expression"  # the path of an expression that stands on no page
TAGS = (
    "for if elif else set with macro call filter include import from "
    "endfor endif endset endwith endmacro endcall endfilter"
).split()
_PLAIN: dict[type[BaseException], str] = {
    RecursionError: "a macro calls itself without end",
    OverflowError: "the number is too large",
    ZeroDivisionError: "division by zero",
}
_WORDS = {
    "end of template": "the end of the page",
    "unexpected 'end of print statement'": "the expression breaks off",
    "got 'end of print statement'": "but the macro ends here",
    "end of print statement": "the closing }}",
    "end of statement block": "the closing %}",
}
_UNKNOWN_TAG = re.compile(r"unknown tag '(\w+)'")
_UNKNOWN = re.compile(r"No (?P<kind>filter|test) named '(?P<name>[^']*)'")
_IDENTITY = re.compile(r"\bis\s+(?:not\s+)?$")
_BREAKS_OFF = re.compile(r"end of template|expected name or number|an expression is missing")
QUOTES = "\"'"
_CLOSED_BY = {"lparen": "rparen", "lbracket": "rbracket", "lbrace": "rbrace"}
_CURLY = "\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb"


def elsewhere(error: BaseException, environment: PageEnvironment) -> Problem | None:
    """The problem in the author's code or facts that a page shows; None for one of the page."""
    if isinstance(error, BoundExceeded | TemplateRuntimeError):
        return None
    return cause(error, environment.book.root)


def asked_at(problem: Problem, span: Span) -> Problem:
    """A problem in the author's code or facts, with the place on a page that it shows at."""
    if span.source.path in ("", EXPRESSION):
        return problem
    line, column = span.source.position(span.start)
    at = f"asked for at {span.source.path}:{line}:{column}"
    return replace(problem, hint="; ".join(filter(None, (problem.hint, at))))


def explain(  # noqa: PLR0911 a case for each kind of failure
    error: BaseException, environment: PageEnvironment
) -> tuple[str, str]:
    """A failure in an author's words, and a hint."""
    if isinstance(error, Mistake):
        return without_addresses(error.message), error.hint
    if isinstance(error, UndefinedError):
        name = str(error).split("'")[1] if "'" in str(error) else ""
        if "is undefined" not in str(error):
            return "there is no value here", "is a sequence empty, or an else missing?"
        mistake = environment.unknown(name)
        return mistake.message, mistake.hint
    if isinstance(error, TemplateNotFound):
        return f"there is no file {error.name}", "a path begins at the folder of the page"
    message = str(getattr(error, "message", None) or error)
    if unknown := _UNKNOWN.search(message):
        return _unknown(unknown["kind"], unknown["name"], environment)
    if plain := _PLAIN.get(type(error)):
        return plain, ""
    if isinstance(error, Exhausted | MemoryError):
        return environment.work.meter.end(error), ""
    said = without_addresses(message)
    if isinstance(
        error, ValueError | BoundExceeded | TypeError | TemplateRuntimeError | SyntaxError
    ):
        return said, ""
    return f"{type(error).__name__}: {said}", ""


def _unknown(kind: str, name: str, environment: PageEnvironment) -> tuple[str, str]:
    """What to say of a filter or a test that is not there."""
    refused = filters.REFUSED_FILTERS if kind == "filter" else filters.REFUSED_TESTS
    if name in refused:
        return f"pages have no {kind} {name}", refused[name]
    known = environment.filters if kind == "filter" else environment.tests
    hint = did_you_mean(name, [each for each in known if each.isalpha()])
    if kind == "test" and not hint.startswith("did you mean"):
        hint = "two values are compared by =="
    return f'there is no {kind} "{name}"', hint


def name_of(error: BaseException) -> str:
    """The name that a failure is about, if it is about one."""
    if isinstance(error, Mistake):
        return str(getattr(error, "name", "") or error.parameter)
    if isinstance(error, UndefinedError) and "is undefined" in str(error):
        return str(error).split("'")[1]
    if unknown := _UNKNOWN.search(str(getattr(error, "message", ""))):
        return unknown["name"]
    if isinstance(error, ValueError):  # a rule's message begins with the parameter
        return str(error).partition(" ")[0].rstrip(":")
    return ""


def place_in(text: str, error: BaseException) -> tuple[int, int]:
    """Where an expression is at fault: at the name that the failure is about, or as a whole."""
    if argument := argument_of(text, error, name_of(error)):
        return argument.start, argument.end
    if (name := name_of(error)) and not isinstance(error, ValueError):
        found = [each.span() for each in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text)]
        if found:
            return found[0]
    first, last = len(text) - len(text.lstrip()), len(text.rstrip())
    return first, max(last, first + 1)


class Argument(NamedTuple):
    """What a call is given, as it is written: by place, or by a name."""

    name: str
    start: int
    end: int


def arguments(text: str, called: str) -> list[Argument] | None:
    """What the one call of a name in a text is given; None if there is none, or several."""
    tokens = _read(text)
    calls = [
        at
        for at, (token, behind) in enumerate(pairwise(tokens))
        if token.type == "name" and token.value == called and behind.type == "lparen"
    ]
    if len(calls) != 1:
        return None
    found, depth, part = list[Argument](), 0, list[Token]()
    for token in tokens[calls[0] + 1 :]:
        depth += token.type in _CLOSED_BY
        depth -= token.type in _CLOSED_BY.values()
        if part and (depth == 0 or (depth == 1 and token.type == "comma")):
            named = [each.type for each in part[:2]] == ["name", "assign"]
            start = part[2 * named].lineno if part[2 * named :] else part[0].lineno
            end = start + len(text[start : token.lineno].rstrip())
            found.append(Argument(str(part[0].value) if named else "", start, end))
            part = []
        elif depth and not (depth == 1 and token.type == "lparen" and not part and not found):
            part.append(token)
        if depth == 0:
            break
    return found


def argument_of(text: str, error: BaseException, parameter: str) -> Argument | None:
    """The argument for a parameter of the call that failed, as it is written."""
    called, function = getattr(error, "asked", ("", None))
    given = arguments(text, called.rpartition(".")[2]) if called and parameter else None
    if not given or function is None:
        return None
    names = [*inspect.signature(function).parameters]
    placed = (
        each._replace(name=each.name or "".join(names[at : at + 1]))
        for at, each in enumerate(given)
    )
    return next((each for each in placed if each.name == parameter), None)


def syntax_fault(  # noqa: PLR0911 as above
    text: str, error: BaseException, base: int = 0
) -> tuple[str, str, int]:
    """A fault of grammar in an author's words, a hint, and where it is in a text.

    The places of the error begin at `base`.
    """
    message = str(getattr(error, "message", None) or error)
    at = max((getattr(error, "lineno", None) or base) - base, 0)
    if isinstance(error, SyntaxError) and not isinstance(error, TemplateSyntaxError):
        return _refused_by_python(text, str(error.msg))
    tokens = _read(text)
    at_end = at >= (tokens[-1].lineno if tokens else 0) and _BREAKS_OFF.search(message)
    opened = _never_closed(tokens)
    if opened is not None and at_end:
        return "this bracket is never closed", "", opened
    if message.startswith("unexpected char"):
        sign = text[at : at + 1]
        if sign in QUOTES:
            return "this quote is never closed", "", at
        curly = 'an expression has straight quotes: "…"' if sign in _CURLY else ""
        return f"{sign} is no part of an expression", curly, at
    if unknown := _UNKNOWN_TAG.search(message):
        tag = unknown[1]
        if tag in TAGS:
            return f"nothing is open that {{% {tag} %}} goes with", "", at
        return f"there is no {{% {tag} %}}", did_you_mean(tag, TAGS), at
    if at_end:
        return "the expression breaks off", "", len(text)
    if _IDENTITY.search(text[:at]) and "expected token 'name'" in message:
        return "is stands before a test, such as odd", "two values are compared by ==", at
    for jinja, plain in _WORDS.items():
        message = message.replace(jinja, plain)
    return message[:1].lower() + message[1:], "", at


def _refused_by_python(text: str, message: str) -> tuple[str, str, int]:
    """A fault that Python finds in what Jinja makes of a text."""
    _, repeated, name = message.partition("keyword argument repeated: ")
    if repeated:
        again = [found.start() for found in re.finditer(rf"\b{name}\s*=", text)]
        return f"{name} is given twice", "", again[1] if again[1:] else 0
    if "too many" in message:
        return TOO_DEEP, "", 0
    return message, "", 0


def _read(text: str) -> list[Token]:
    """The tokens of a text, as far as it has any."""
    found: list[Token] = []
    with suppress(TemplateSyntaxError, ValueError):
        found.extend(tokens_of(text, 0, None if text.startswith("{") else "variable"))
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
