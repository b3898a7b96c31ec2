"""One expression at a time: its value, and how it came about, or what is wrong with it and where.

Pages run their statements; proofs, sessions, errata and the command line ask here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from jinja2.exceptions import TemplateSyntaxError

from sfrules.ground.problems import Problem
from sfrules.ground.source import Source
from sfrules.press.expression.bounds import Meter
from sfrules.press.expression.from_page import PlacedToken, read_expression
from sfrules.press.expression.tree import (
    Call,
    Expression,
)
from sfrules.press.expression.walk import FollowOn, Invocation
from sfrules.press.page.error_messages import (
    EXPRESSION,
    blamed_in,
    elsewhere,
    report,
)
from sfrules.press.page.parse import Site, syntax_problem
from sfrules.press.page.sandbox import FailedValue, PageSandbox, PageScope
from sfrules.press.page.short_names import NONE, ShortNames
from sfrules.press.page.unit_inference import UnitInference
from sfrules.press.things.book import Book
from sfrules.press.things.units import Unit


@dataclass(frozen=True)
class ExpressionFault:
    """What is wrong with an expression, and where in it, or where in the code or the facts."""

    message: str
    hint: str = ""
    start: int = 0
    end: int = 1
    elsewhere: Problem | None = None


@dataclass(frozen=True)
class Answer:
    """The value of an expression, the rules that were called for it, or what is wrong with it.

    One that fails for an earlier mistake is not `known`, and has no fault of its own. `told` is
    the value as a text, where the caller has one made; `error` what its evaluation raised.
    """

    value: Any = None
    tree: Expression | None = None
    #: What the value counts, if the book says so.
    unit: Unit | None = None
    calls: tuple[Invocation, ...] = ()
    fault: ExpressionFault | None = None
    known: bool = True
    told: str = ""
    error: Exception | None = None

    @property
    def is_sound(self) -> bool:
        """Whether it has a value."""
        return self.known and self.fault is None

    @property
    def call(self) -> Invocation | None:
        """The call of a rule that the expression is, if it is no more than that."""
        return self.calls[-1] if self.calls and isinstance(self.tree, Call) else None


class Evaluator:
    """Works out expressions with the names of a book, within the bounds of a page.

    `given` are the names that the book gives, `names` those that a proof or a session has given.
    """

    def __init__(
        self,
        book: Book,
        meter: Meter,
        short: ShortNames = NONE,
        within: type[PageSandbox] = PageSandbox,
    ) -> None:
        self.meter = meter
        self.sandbox = within(book, meter)
        self.sandbox.short = short
        self.given = self.sandbox.names
        self.names: dict[str, object] = {}
        self.units = UnitInference(book, short)
        self.units.values = self.names

    def fail(self, name: str) -> None:
        """Let a name stand for a value that could not be worked out."""
        self.names[name] = FailedValue()

    def answer(self, written: str, tokens: tuple[PlacedToken, ...] | None = None) -> Answer:
        """The value of an expression; its tokens are given where they are known.

        Raises:
            Exhausted: when all that is asked together has used up what it may.
        """
        self.sandbox.calls.clear()
        self.meter.turn()
        try:
            tree = read_expression(written, tokens)
        except (TemplateSyntaxError, ValueError) as error:
            source = Source(EXPRESSION, f"{written} ")
            problem = syntax_problem(source, error)
            at = source.start_of(problem.line) + problem.column - 1
            start = min(at, max(len(written) - 1, 0))
            return Answer(fault=ExpressionFault(problem.message, problem.hint, start, start + 1))
        try:
            unit = self.units.of(tree)
            value = self.sandbox.value(tree, PageScope(self.names, self.given))
            self.meter.check_value(self.sandbox.use(value))
        except FollowOn:
            return Answer(tree=tree, known=False)
        except Exception as error:  # noqa: BLE001 a rule may fail in any way: each is a problem
            return Answer(tree=tree, fault=self._fault(tree, written, error), error=error)
        return Answer(value, tree, unit, tuple(self.sandbox.calls))

    def value_of(self, part: Expression) -> Any:
        """The value of a part of what has been answered; None if it has none.

        What it counts is not asked: that has been, where the part stands.
        """
        try:
            return self.sandbox.value(part, PageScope(self.names, self.given))
        except Exception:  # noqa: BLE001 as above
            return None

    def _fault(self, tree: Expression, written: str, error: Exception) -> ExpressionFault:
        site, source = Site("print", tree), Source(EXPRESSION, written)
        message, hint, _ = report(site, error, source, self.sandbox, fixable=False)
        place = blamed_in(tree, error, self.sandbox)
        return ExpressionFault(message, hint, *place, elsewhere(error, self.sandbox))
