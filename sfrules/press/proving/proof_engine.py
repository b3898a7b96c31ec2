"""The value of an expression of a proof: all that proofs know of how pages are worked out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from jinja2 import nodes
from jinja2.exceptions import TemplateSyntaxError
from jinja2.runtime import Context

from sfrules.ground.problems import Mistake
from sfrules.ground.source import Source
from sfrules.press.page.bounds import Bounds, Exhausted, Meter
from sfrules.press.page.interpret import Plain, is_plain
from sfrules.press.page.mistakes import FailedValue, FollowOn
from sfrules.press.page.parse import Site, parse
from sfrules.press.page.places import span_of
from sfrules.press.page.regions import Region
from sfrules.press.page.run import Run
from sfrules.press.page.sandbox import Call, Namespace, PageSandbox
from sfrules.press.page.syntax import compile_text, syntax_problem
from sfrules.press.page.telling import explain
from sfrules.press.page.tokens import tokenize
from sfrules.press.things.book import Book

_OPEN, _CLOSE = "{{ ", " }}"
_MOST_TREES = 4_096
_TREES: dict[str, nodes.Expr | None] = {}  # of expressions by their texts: pages ask the same
_ENDS = {"the closing }}": "its end", "the macro ends here": "it ends here"}


@dataclass(frozen=True)
class Fault:
    """What is wrong with an expression, and where in it."""

    message: str
    hint: str = ""
    start: int = 0
    end: int = 1


@dataclass(frozen=True)
class Answer:
    """The value of an expression and the call of a rule that it is; or what is wrong with it.

    One that fails for an earlier mistake has neither.
    """

    value: Any = None
    call: Call | None = None
    fault: Fault | None = None
    known: bool = True


class ProofEngine:
    """Works out the expressions of a page's proofs, within the bounds of a page.

    `names` are those that the book gives, and after them those of the proof that is under way.
    """

    def __init__(self, book: Book, bounds: Bounds, extra: Mapping[str, object]) -> None:
        self.meter = Meter(bounds)
        self.given: dict[str, object] = {
            **extra,
            **{name: Namespace(name, members) for name, members in book.namespaces.items()},
        }
        self.names: dict[str, object] = dict(self.given)
        self.sandbox = PageSandbox(book, self.meter)

    def forget(self) -> None:
        """Forget the names of a proof."""
        self.names.clear()
        self.names.update(self.given)

    def fail(self, name: str) -> None:
        """Let a name stand for a value that could not be worked out."""
        self.names[name] = FailedValue()

    @contextmanager
    def running(self) -> Iterator[None]:
        """Start the page's clock."""
        with self.meter.running():
            yield

    def answer(self, expression: str) -> Answer:
        """The value of an expression.

        Raises:
            Exhausted: when the page has used up what it has.
        """
        source, sandbox = Source("proof", f"{_OPEN}{expression}{_CLOSE}"), self.sandbox
        sandbox.last_call = None
        self.meter.turn()
        try:
            node = self._tree(source.text)
        except (TemplateSyntaxError, ValueError) as error:
            return self._ungrammatical(source, error)
        if node is None:
            return Answer(fault=Fault("this is no expression", end=len(expression)))
        run = Run(sandbox, source, [], lambda _site, _value: "")
        context = Context(sandbox, self.names, None, {})
        site = Site("print", node)
        try:
            if is_plain(node, ()):
                value = Plain(run, sandbox, context).value(node)
            else:
                value = self._compiled(source)
            sandbox.use(value)
            self.meter.check_value(value)
        except FollowOn:
            return Answer(known=False)
        except Exhausted:
            raise
        except _Reported as error:
            return Answer(fault=error.fault)
        except Exception as error:  # noqa: BLE001 a rule may fail in any way: each is a problem
            return self._failed(source, site, error)
        return self._answered(node, value)

    def _tree(self, text: str) -> nodes.Expr | None:
        """The tree of an expression; None for what is more than one, or none."""
        if text not in _TREES:
            if len(_TREES) >= _MOST_TREES:
                _TREES.clear()
            found = (Region("jinja", 0, len(text)),)
            self.sandbox.tokens = tokenize(self.sandbox, text, found)
            body = parse(self.sandbox, text).tree.body
            printed = body[0].nodes if len(body) == 1 and isinstance(body[0], nodes.Output) else []
            only = printed[0] if len(printed) == 1 else None
            is_text = isinstance(only, nodes.TemplateData)
            _TREES[text] = only if isinstance(only, nodes.Expr) and not is_text else None
        return _TREES[text]

    def _compiled(self, source: Source) -> Any:
        """The value of an expression that is not plain."""
        kept: list[Any] = []

        def keep(_site: Site, value: Any) -> str:
            kept.append(value)
            return ""

        program = compile_text(self.sandbox, source.text)
        run = self.sandbox.run = Run(self.sandbox, source, program.compiled.sites, keep)
        context = program.template.new_context(self.names)
        run.begin(context)
        for _ in program.template.root_render_func(context):
            pass
        if run.problems:
            problem = run.problems[0]
            start = problem.column - 1 - len(_OPEN)
            raise _Reported(Fault(problem.message, problem.hint, start, start + problem.length))
        if not kept:
            raise FollowOn
        return kept[0]

    def _answered(self, node: nodes.Expr, value: Any) -> Answer:
        call = self.sandbox.last_call
        if call is None or not isinstance(node, nodes.Call):
            return Answer(value)
        return Answer(value, call if call.function in self.sandbox.book.rule_names else None)

    def _failed(self, source: Source, site: Site, error: Exception) -> Answer:
        self.sandbox.tokens = tokenize(self.sandbox, source.text)
        span = span_of(site, error, source, self.sandbox)
        message, hint = explain(error, self.sandbox)
        start, end = span.start - len(_OPEN), span.end - len(_OPEN)
        return Answer(fault=Fault(message, hint, start, end))

    def _ungrammatical(self, source: Source, error: Exception) -> Answer:
        problem = syntax_problem(source, error)
        message = problem.message
        for page, proof in _ENDS.items():
            message = message.replace(page, proof)
        start = min(problem.column - 1, len(source.text) - len(_CLOSE) - 1) - len(_OPEN)
        return Answer(fault=Fault(message, problem.hint, max(start, 0), max(start, 0) + 1))


class _Reported(Mistake):
    """A mistake whose place is known."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault
