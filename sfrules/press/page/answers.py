"""One expression at a time: its value, and what was asked for it, or what is wrong and where.

Proofs, sessions, errata and the command line ask here.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from jinja2.exceptions import TemplateSyntaxError
from jinja2.runtime import Context

from sfrules.press.expression.bounds import Meter
from sfrules.press.expression.values import FollowOn, Invocation
from sfrules.press.page.environment import Failed, Work, environment_of
from sfrules.press.page.faults import Fault, explain, fault_in
from sfrules.press.page.names import WORDS_OF_TEMPLATES, short_names
from sfrules.press.page.templates import asked_in
from sfrules.press.things.book import Book


@dataclass(frozen=True)
class Answered:
    """The value of an expression and what was asked for it, or its fault.

    One that fails for an earlier mistake is not `known`, and has no fault of its own. `error` is
    what its evaluation raised.
    """

    value: Any = None
    #: The rules that were asked, in order, each with its answer.
    calls: tuple[Invocation, ...] = ()
    #: The dotted names that stand in the expression, such as core.hit_points.
    names: frozenset[str] = frozenset()
    fault: Fault | None = None
    known: bool = True
    error: Exception | None = None
    #: Whether the expression is a call, and no more than that.
    is_call: bool = False
    #: The value as a text, where the caller has one made.
    told: str = ""

    @property
    def is_sound(self) -> bool:
        """Whether it has a value."""
        return self.known and self.fault is None

    @property
    def call(self) -> Invocation | None:
        """The call of a rule that the expression is, if it is no more than that."""
        return self.calls[-1] if self.calls and self.is_call else None


def answer(book: Book, text: str, names: Mapping[str, object], work: Work) -> Answered:
    """The value of an expression of one line, which may use `names` beside those of the book.

    `work` is the proof or the page that it belongs to, with its bounds and short names.

    Raises:
        Exhausted: when all that is asked together has used up what it may.
    """
    environment = environment_of(book)
    work.calls = []
    work.meter.turn()
    read: frozenset[str] = frozenset()
    with environment.at(work):
        try:
            asked = environment.expression(text)
            read = asked.names
        except TemplateSyntaxError as error:
            return Answered(fault=fault_in(text, error, environment))
        if any(isinstance(names.get(each.partition(".")[0]), Failed) for each in read):
            return Answered(names=read, known=False)
        known = ChainMap(dict(names), environment.globals)
        context = Context(environment, known, None, {})  # type: ignore[arg-type] # it only looks names up
        try:
            value = environment.checked(asked.run(context))
        except FollowOn:
            return Answered(names=read, known=False)
        except Exception as error:  # noqa: BLE001 a rule may fail in any way: each is a problem
            fault = fault_in(text, error, environment)
            return Answered(names=read, fault=fault, error=error)
    return Answered(value, tuple(work.calls), read, is_call=asked.is_call)


def evaluate(
    book: Book,
    expression: str,
    tell: Callable[[Any], str] = lambda _: "",
) -> Answered:
    """The value of one expression, as a page would have it; every mistake is a fault.

    `tell` makes a text of the value; the bounds of the expression hold for it, too.
    """
    environment, meter = environment_of(book), Meter(work="it")

    def work_out() -> Answered:
        short = short_names(book, None, {*environment.names, *WORDS_OF_TEMPLATES})
        found = answer(book, " ".join(expression.splitlines()), {}, Work(meter, short))
        if found.fault:
            return found
        try:
            return replace(found, told=tell(found.value))
        except Exception as error:  # noqa: BLE001 a value that has no text is a mistake, too
            return replace(found, fault=Fault(*explain(error, environment)))

    found = meter.within(work_out)
    if found and (found.fault or not meter.out):
        return found
    return Answered(fault=Fault(meter.out))


def saying(book: Book, expression: str) -> Callable[[str], bool]:
    """A test of whether an expression asks all that another one asks, alone or in a longer one.

    A page may leave out the namespace of a rule. A name alone is said nowhere: what comes of it is
    known from where each value comes from.
    """
    environment = environment_of(book)

    def calls(text: str) -> list[tuple[object, ...]]:
        try:
            found = [each for each in asked_in(environment.parsed(text)) if each.is_call]
        except TemplateSyntaxError:
            return []
        return [(_without(book, each.name), each.arguments, each.keywords) for each in found]

    sought = calls(expression)

    def says(text: str) -> bool:
        found = calls(text.partition(": ")[2] if text.startswith("for ") else text)
        return bool(sought) and all(each in found for each in sought)

    return says


def _without(book: Book, name: str) -> str:
    """The name of a rule without its namespace."""
    space, _, rule = name.partition(".")
    return rule if space in book.namespaces else name
