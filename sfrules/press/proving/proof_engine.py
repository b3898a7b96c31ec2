"""The value of an expression of a proof: all that proofs know of how pages are evaluated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NoReturn

from jinja2 import nodes
from jinja2.exceptions import TemplateSyntaxError

from sfrules.ground.problems import Mistake, Problem
from sfrules.ground.source import Source
from sfrules.press.page.bounds import Meter
from sfrules.press.page.expression_walk import PageScope, Walk
from sfrules.press.page.parse import Site, expression
from sfrules.press.page.sandbox import Call, FailedValue, FollowOn, Namespace, PageSandbox
from sfrules.press.page.short_names import ShortNames
from sfrules.press.page.syntax import syntax_problem
from sfrules.press.page.telling import elsewhere, explain, span_of
from sfrules.press.page.tokens import Tokens, lex
from sfrules.press.things.book import Book

_OPEN, _CLOSE = "{{ ", " }}"
_ENDS = {"the closing }}": "its end", "the macro ends here": "it ends here"}


@dataclass(frozen=True)
class ExpressionFault:
    """What is wrong with an expression, and where in it, or where in the code or the facts."""

    message: str
    hint: str
    start: int
    end: int
    elsewhere: Problem | None = None


@dataclass(frozen=True)
class Answer:
    """The value of an expression and the call of a rule that it is; or what is wrong with it.

    `calls` are those of all rules on the way to it.
    One that fails for an earlier mistake is not `known`, and has no fault of its own.
    """

    value: Any = None
    call: Call | None = None
    calls: tuple[Call, ...] = ()
    fault: ExpressionFault | None = None
    known: bool = True


class ProofEngine:
    """Evaluates the expressions of a page's proofs, within the bounds of a page.

    `given` are the names that the book gives, `names` those of the proof that is being checked.
    """

    def __init__(self, book: Book, meter: Meter, short: ShortNames) -> None:
        self.meter = meter
        self.sandbox = PageSandbox(book, meter)
        self.sandbox.short = short
        spaces = {name: Namespace(name, members) for name, members in book.namespaces.items()}
        self.given: dict[str, object] = {**self.sandbox.globals, **short.members, **spaces}
        self.names: dict[str, object] = {}
        self._scope = PageScope(self.names, self.given)
        self._walk = Walk(self.sandbox, _refuse, _refuse)

    def fail(self, name: str) -> None:
        """Let a name stand for a value that could not be worked out."""
        self.names[name] = FailedValue()

    def answer(self, written: str) -> Answer:
        """The value of an expression.

        Raises:
            Exhausted: when the page has used up what it has.
        """
        source, sandbox = Source("proof", f"{_OPEN}{written}{_CLOSE}"), self.sandbox
        sandbox.last_call = None
        sandbox.calls.clear()
        self.meter.turn()
        try:
            node = expression(source.text)
        except (TemplateSyntaxError, ValueError) as error:
            return Answer(fault=_fault_of_grammar(source, error))
        try:
            value = self._walk.value(node, self._scope)
            sandbox.use(value)
            self.meter.check_value(value)
        except FollowOn:
            return Answer(known=False)
        except Exception as error:  # noqa: BLE001 a rule may fail in any way: each is a problem
            tokens = Tokens(lex(source.text)[0])
            span = span_of(Site("print", node), error, source, tokens, sandbox)
            start, end = span.start - len(_OPEN), span.end - len(_OPEN)
            said = explain(error, sandbox)
            return Answer(fault=ExpressionFault(*said, start, end, elsewhere(error, sandbox)))
        call = sandbox.last_call if isinstance(node, nodes.Call) else None
        is_rule = call is not None and call.function in sandbox.book.rule_names
        return Answer(value, call if is_rule else None, tuple(sandbox.calls))


def _refuse(*_: object) -> NoReturn:
    """A proof has no macros of its own, and no claims."""
    raise Mistake("this is no expression")


def _fault_of_grammar(source: Source, error: Exception) -> ExpressionFault:
    problem = syntax_problem(source, error)
    message = problem.message
    for page, proof in _ENDS.items():
        message = message.replace(page, proof)
    last = len(source.text) - len(_CLOSE) - 1
    start = max(min(problem.column - 1, last) - len(_OPEN), 0)
    return ExpressionFault(message, problem.hint, start, start + 1)
