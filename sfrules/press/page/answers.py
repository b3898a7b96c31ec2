"""One expression at a time: its value, and what was asked for it, or what is wrong and where.

Proofs, sessions, errata and the command line ask here.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from jinja2 import nodes
from jinja2.exceptions import TemplateSyntaxError
from jinja2.runtime import Context
from jinja2.visitor import NodeTransformer

from sfrules.press.expression.bounds import Meter
from sfrules.press.expression.values import FollowOn, Invocation
from sfrules.press.page.environment import Failed, Work, environment_of
from sfrules.press.page.faults import Fault, explain, fault_in
from sfrules.press.page.names import WORDS_OF_TEMPLATES, short_names
from sfrules.press.page.templates import dotted_name
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
    also: Mapping[str, Callable[..., object]] = MappingProxyType({}),
) -> Answered:
    """The value of one expression, as a page would have it; every mistake is a fault.

    `tell` makes a text of the value; the bounds of the expression hold for it, too. `also` are
    functions that it may call, which pages have no use for.
    """
    environment, meter = environment_of(book), Meter(work="it")

    def work_out() -> Answered:
        short = short_names(book, None, {*environment.names, *WORDS_OF_TEMPLATES})
        work = Work(meter, short, also={function: name for name, function in also.items()})
        found = answer(book, " ".join(expression.splitlines()), also, work)
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
    """A test of whether an expression says another one, alone or in a longer one.

    A page may leave out the namespace of a rule. A name alone is said nowhere: what comes of it is
    known from where each value comes from.
    """
    environment = environment_of(book)

    def read(text: str) -> nodes.Expr | None:
        try:
            return environment.parsed(text)
        except TemplateSyntaxError:
            return None

    sought = read(expression)
    if sought is None or dotted_name(sought) or isinstance(sought, nodes.Const):
        return lambda _: False
    tree = _Short(book.namespaces).visit(sought)

    def says(text: str) -> bool:
        found = read(text.partition(": ")[2] if text.startswith("for ") else text)
        if found is None:
            return False
        whole = _Short(book.namespaces).visit(found)
        return whole == tree or any(part == tree for part in whole.find_all(type(tree)))

    return says


class _Short(NodeTransformer):
    """Leaves out the namespaces of rules."""

    def __init__(self, spaces: Collection[str]) -> None:
        self._spaces = spaces

    def visit_Getattr(self, node: nodes.Getattr) -> nodes.Node:  # noqa: N802 as Jinja calls it
        if dotted_name(node.node) in self._spaces:
            return nodes.Name(node.attr, "load", lineno=node.lineno)
        return self.generic_visit(node)
