"""Evaluate one expression: its value, and what was asked for it, or what is wrong and where."""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from jinja2.exceptions import (
    TemplateAssertionError,
    TemplateNotFound,
    TemplateRuntimeError,
    TemplateSyntaxError,
    UndefinedError,
)
from jinja2.runtime import Context

from sfrules.ground.faults import LimitReached, cause
from sfrules.ground.formats import without_addresses
from sfrules.ground.problems import Mistake, Problem, did_you_mean
from sfrules.ground.source import Span
from sfrules.press.expression.bounds import Meter
from sfrules.press.expression.values import FollowOn, Invocation
from sfrules.press.page import filters
from sfrules.press.page.environment import FAILED, PageEnvironment, Work, environment_of
from sfrules.press.page.templates import BLOCKS, REFUSED
from sfrules.press.things.book import Rulebook

TAGS = (*BLOCKS, "elif", "else", "include", "import", "from", *(f"end{tag}" for tag in BLOCKS))
_PLAIN: dict[type[BaseException], str] = {
    RecursionError: "a macro or a file is put into itself without end",
    SyntaxError: "it is nested too deep",  # as Python says of too many brackets or blocks
    OverflowError: "the number is too large",
    ZeroDivisionError: "division by zero",
}
_AS_JINJA_SAYS = (ValueError, TypeError, TemplateRuntimeError, TemplateSyntaxError)
# What Jinja says, and what an author reads.
_BREAKS_OFF = "the expression breaks off"
_WORDS = {
    r"unexpected 'end of .*|.*got 'end of .*|.*end of template.*|expected name or number"
    r"|unexpected '.', expected '.*": _BREAKS_OFF,
    r"expected token 'end of .*": "this is no part of the expression",
    r"expected token 'name', got .*": "a name is expected here",
}
_IDENTITY = re.compile(r"\bis\s+(?:not\s+)?\Z")
_UNCLOSED = re.compile(r"this \{% (\w+) %\} is never closed")
_REFUSED_TAG = re.compile(r"pages have no \{% (\w+) %\}")
_UNKNOWN_TAG = re.compile(r"unknown tag '(\w+)'")
_UNKNOWN = re.compile(r"No (?P<kind>filter|test) named '(?P<name>[^']*)'")
_IN_WORDS = {"&": "its word is and", "!": "its word is not", "?": "say … if … else …"}
_TEXTS = re.compile("'(?:Markdown|Captured)'")
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
    message, hint, name = explain(error, environment)
    is_here = isinstance(error, TemplateRuntimeError)
    there = None if is_here else cause(error, environment.book.root)
    return Fault(message, hint, *_place_in(text, name), there)


def asked_at(problem: Problem, span: Span) -> Problem:
    """A problem in the author's code or facts, with the place on a page that it shows at."""
    if not span.source.path:
        return problem
    line, column = span.source.position(span.start)
    at = f"asked for at {span.source.path}:{line}:{column}"
    return replace(problem, hint="; ".join(filter(None, (problem.hint, at))))


def explain(error: BaseException, environment: PageEnvironment) -> tuple[str, str, str]:
    """A failure in an author's words, a hint, and the name that it is about, if it is about one."""
    message = without_addresses(str(getattr(error, "message", None) or error))
    message = _TEXTS.sub("'str'", message)  # to an author, a text of the page is a text
    if isinstance(error, Mistake):
        return message, error.hint, error.parameter
    if isinstance(error, UndefinedError):
        name = message.split("'")[1] if "is undefined" in message else "caller"
        mistake = environment.unknown(name)
        return mistake.message, mistake.hint, name
    if isinstance(error, TemplateNotFound):
        hint = "a path begins at the folder of the page, and leads to a file among the pages"
        return f"there is no file {error.name} among the pages", hint, ""
    if unknown := _UNKNOWN.search(message):
        return *_unknown(unknown["kind"], unknown["name"], environment), unknown["name"]
    if isinstance(error, LimitReached | MemoryError):
        message = environment.work.meter.end(error)
    elif not isinstance(error, _AS_JINJA_SAYS):
        plain = (said for kind, said in _PLAIN.items() if isinstance(error, kind))
        message = next(plain, f"{type(error).__name__}: {message}")
    return message, "", ""


def _unknown(kind: str, name: str, environment: PageEnvironment) -> tuple[str, str]:
    """What to say of a filter or a test that is not there."""
    if name in filters.REFUSED:
        return f"pages have no {kind} {name}", filters.REFUSED[name]
    known = environment.filters if kind == "filter" else environment.tests
    hint = did_you_mean(name, [each for each in known if each.isalpha()])
    if kind == "test" and not hint.startswith("did you mean"):
        hint = "two values are compared by =="
    return f'there is no {kind} "{name}"', hint


def _place_in(text: str, name: str) -> tuple[int, int]:
    """Where an expression is at fault: at the name that the failure is about, or as a whole."""
    found = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) if name else None
    if found:
        return found.span()
    first, last = len(text) - len(text.lstrip()), len(text.rstrip())
    return first, max(last, first + 1)


def _of_grammar(text: str, message: str, at: int) -> tuple[str, str, int]:
    """A fault of grammar in an author's words, a hint, and where it is in a text."""
    if message.startswith("unexpected char"):
        sign = text[at : at + 1]
        if sign in "\"'":
            return "this quote is never closed", "", at
        hint = _IN_WORDS.get(sign, "")
        hint = 'an expression has straight quotes: "…"' if sign in _CURLY else hint
        return f"{sign} is no part of an expression", hint, at
    if unknown := _UNKNOWN_TAG.search(message):
        if unknown[1] in TAGS:
            return f"nothing is open that {{% {unknown[1]} %}} goes with", "", at
        return f"there is no {{% {unknown[1]} %}}", did_you_mean(unknown[1], TAGS), at
    for jinja, plain in _WORDS.items():
        message = plain if re.fullmatch(jinja, message, re.DOTALL) else message
    hint = "two values are compared by ==" if _IDENTITY.search(text[:at]) else ""
    if message == _BREAKS_OFF and (opened := _open_brackets(text)):
        closing = ")]}"["([{".index(text[opened[-1]])]
        return "this bracket is never closed", f"close it with {closing}", opened[-1]
    if unclosed := _UNCLOSED.match(message):
        hint = f"close it with {{% end{unclosed[1]} %}}"
    elif refused := _REFUSED_TAG.match(message):
        hint = REFUSED[refused[1]]
    return message[:1].lower() + message[1:], hint, at


def _open_brackets(text: str) -> list[int]:
    """Where the brackets stand that are still open at the end."""
    opened: list[int] = []
    for bracket in re.finditer(r"[(\[{]|[)\]}]", text):
        if bracket[0] in "([{":
            opened.append(bracket.start())
        elif opened:
            opened.pop()
    return opened


@dataclass(frozen=True)
class Answer:
    """The value of an expression and what was asked for it, or its fault.

    What fails for an earlier mistake has no fault of its own. `error` is what its evaluation
    raised.
    """

    value: Any = FAILED
    #: The rules that were asked, in order, each with its answer.
    calls: tuple[Invocation, ...] = ()
    #: The dotted names that stand in the expression, such as core.hit_points.
    names: frozenset[str] = frozenset()
    fault: Fault | None = None
    error: Exception | None = None
    #: Whether the expression is a call, and no more than that.
    is_call: bool = False
    #: The value as a text, where the caller has one made.
    told: str = ""

    @property
    def is_sound(self) -> bool:
        """Whether it has a value."""
        return self.value is not FAILED

    @property
    def call(self) -> Invocation | None:
        """The call of a rule that the expression is, if it is no more than that."""
        return self.calls[-1] if self.calls and self.is_call else None


def answer(book: Rulebook, text: str, names: Mapping[str, object], work: Work) -> Answer:
    """The value of an expression of one line, which may use `names` beside those of the book.

    `work` is the proof or the page that it belongs to, with its bounds and short names.

    Raises:
        LimitReached: when all that is asked together has used up what it may.
    """
    environment = environment_of(book)
    work.calls = []
    work.meter.turn()
    with environment.at(work):
        try:
            asked = environment.expression(text)
        except (TemplateSyntaxError, SyntaxError) as error:
            return Answer(fault=fault_in(text, error, environment))
        known = ChainMap(dict(names), environment.globals)
        context = Context(environment, known, None, {})  # type: ignore[arg-type] # it only looks names up
        if any(known.get(each.partition(".")[0]) is FAILED for each in asked.names):
            return Answer(names=asked.names)
        try:
            value = environment.checked(asked.run(context))
        except FollowOn:
            return Answer(names=asked.names)
        except Exception as error:  # noqa: BLE001 a rule may fail in any way: each is a problem
            return Answer(names=asked.names, fault=fault_in(text, error, environment), error=error)
    return Answer(value, tuple(work.calls), asked.names, is_call=asked.is_call)


def evaluate(
    book: Rulebook,
    expression: str,
    tell: Callable[[Any], str] = lambda _: "",
) -> Answer:
    """The value of one expression, as a page would have it; every mistake is a fault.

    `tell` makes a text of the value; the bounds of the expression hold for it, too.
    """
    environment, meter = environment_of(book), Meter(work="it")

    def work_out() -> Answer:
        work = Work(meter, environment.short_names())
        found = answer(book, " ".join(expression.splitlines()), {}, work)
        if found.fault:
            return found
        try:
            return replace(found, told=tell(found.value))
        except Exception as error:  # noqa: BLE001 a value that has no text is a mistake, too
            fault = Fault(*explain(error, environment)[:2])
            return replace(found, value=FAILED, fault=fault)

    found = meter.within(work_out)
    if found and (found.fault or not meter.out):
        return found
    return Answer(fault=Fault(meter.out))
