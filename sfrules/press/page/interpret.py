"""Run a page: one walk over its statements, which print, loop, choose and set.

Each site is guarded: what goes wrong in it is reported at the most exact place that is known, and
the page goes on, with a failed value that silences what follows from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from jinja2 import StrictUndefined, nodes
from jinja2.runtime import LoopContext, Macro
from jinja2.utils import missing

from sfrules.ground.exhausted import Exhausted
from sfrules.ground.problems import Mistake, Problem, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.expression.bounds import Stopped
from sfrules.press.expression.tree import Call, Markdown, Missing, names_in
from sfrules.press.expression.walk import TEXT, FollowOn, blame
from sfrules.press.page.askable import without_marks
from sfrules.press.page.error_messages import problem_of
from sfrules.press.page.parse import Program, Site, sites_in, statements_in
from sfrules.press.page.sandbox import FailedValue, PageSandbox, PageScope, bind
from sfrules.press.page.unit_inference import UnitInference
from sfrules.press.things.claims.claim import Disagreement

ENDS = (Exhausted, MemoryError, RecursionError)  # after these, no more of the page is run


class Interpreter:
    """Runs a page.

    `printer` turns a site's value into the page's text; `fixable` is whether the source is that of
    a file. `problems` is what went wrong.
    """

    def __init__(
        self,
        sandbox: PageSandbox,
        source: Source,
        program: Program,
        printer: Callable[[Site, Any], str],
        *,
        fixable: bool = False,
    ) -> None:
        self.problems: list[Problem] = []
        self._sandbox = sandbox
        self._meter = sandbox.meter
        self._units, self._counted = UnitInference(sandbox.book, sandbox.short), set[int]()
        self._source = source
        self._program = program
        self._printer = printer
        self._fixable = fixable
        self._site: Site | None = None
        self._last: Site | None = None
        self._within = ""  # "loop" or "macro"
        self._texts: list[str] = []
        self._statements: dict[type[nodes.Node], Callable[[Any, PageScope], None]] = {
            nodes.Output: self._output,
            nodes.For: self._for,
            nodes.If: self._if,
            nodes.Assign: self._assign,
            nodes.AssignBlock: self._assign_block,
            nodes.Macro: self._macro,
            nodes.With: self._with,
        }

    def run(self, names: Mapping[str, Any]) -> str:
        """The text that the page prints, which may use these names."""
        texts = self._texts
        try:
            self._block(self._program.body, PageScope(dict(names)))
        except (Stopped, FollowOn):
            pass
        except (*ENDS, Exception) as error:  # noqa: BLE001 whatever a page does is reported as a problem
            if self._last:  # between the sites: reported at the last that was evaluated
                self._report(self._last, error)
            else:
                self.problems.append(problem_at(Span(self._source, 0, 1), str(error)))
        return "".join(texts)

    # Statements

    def _block(self, body: Iterable[nodes.Node], scope: PageScope, within: str = "") -> None:
        outer, self._within = self._within, within or self._within
        try:
            for node in body:
                self._statements[type(node)](node, scope)
        finally:
            self._within = outer

    def _output(self, node: nodes.Output, scope: PageScope) -> None:
        for each in node.nodes:
            text = each.data if isinstance(each, nodes.TemplateData) else self._print(each, scope)
            self._texts.append(text)
            self._meter.count_output(len(text))

    def _print(self, found: Any, scope: PageScope) -> str:
        """The text of a printed expression; of a failed one, nothing."""
        site: Site = replace(found, within=self._within) if self._within else found
        text = self._guarded(site, lambda: self._printer(site, self._evaluated(site.tree, scope)))
        return text if isinstance(text, str) else ""

    def _for(self, node: nodes.For, scope: PageScope) -> None:
        site, is_empty = self._site_of("loop", node.iter), True
        items = self._guarded(site, lambda: _iterable(self._evaluated(site.tree, scope)))
        if not isinstance(items, FailedValue):
            loop = LoopContext(self._items(site, node, items, scope), StrictUndefined)
            for item, _ in loop:
                is_empty = False
                inner = scope.new_child({"loop": loop})
                bind(node.target, item, inner)
                self._block(node.body, inner, "loop")
        if is_empty:
            self._block(node.else_, scope.new_child(), "loop")

    def _items(
        self, site: Site, node: nodes.For, items: Iterable[Any], scope: PageScope
    ) -> Iterator[Any]:
        """The items of a loop that pass its filter, counted."""
        try:
            for item in self._meter.turns(items):
                inner = scope.new_child()
                bind(node.target, item, inner)
                if node.test is None or self._holds(node.test, inner, "loop"):
                    yield item
        except (*ENDS, Exception) as error:
            self._report(site, error)
            if isinstance(error, ENDS):
                raise Stopped from error

    def _if(self, node: nodes.If, scope: PageScope) -> None:
        for branch in (node, *node.elif_):
            if self._holds(branch.test, scope, self._within):
                self._block(branch.body, scope)
                return
        self._block(node.else_, scope)

    def _site_of(self, use: str, tree: Any) -> Site:
        """The expression of a statement, whose places are those of the page."""
        return Site(use, tree, within=self._within)

    def _holds(self, tree: Any, scope: PageScope, within: str) -> bool:
        """The truth of a condition; a failed one counts as false."""
        site = Site("test", tree, within=within)
        return self._guarded(site, lambda: bool(self._evaluated(tree, scope))) is True

    def _assign(self, node: nodes.Assign, scope: PageScope) -> None:
        self._set(node.target, scope, node.node, lambda: self._evaluated(node.node, scope))

    def _assign_block(self, node: nodes.AssignBlock, scope: PageScope) -> None:
        # It may be counted with, so that its numbers stand bare.
        text = Markdown(without_marks(self._captured(node.body, scope.new_child())))
        inner = scope.new_child({TEXT: text})
        work = partial(self._filtered, node.filter, inner) if node.filter else lambda: text
        at = node.target.lineno
        nothing = Missing(start=at, end=at + 1)
        self._set(node.target, scope, node.filter or nothing, work)

    def _filtered(self, node: Any, scope: PageScope) -> Any:
        """What a filter makes of a block, which is Markdown as the block is."""
        value = self._evaluated(node, scope)
        return Markdown(value) if isinstance(value, str) else value

    def _with(self, node: nodes.With, scope: PageScope) -> None:
        inner = scope.new_child()
        for target, value in zip(node.targets, node.values, strict=True):
            self._set(target, inner, value, partial(self._evaluated, value, scope))
        self._block(node.body, inner)

    def _set(
        self, target: nodes.Node, scope: PageScope, tree: Any, work: Callable[[], Any]
    ) -> None:
        """Set a variable, or several, to what a site gives."""
        site = self._site_of("set", tree)
        failed = self._guarded(site, lambda: bind(target, work(), scope))
        if failed is not None:
            bind(target, failed, scope)

    def _captured(self, body: Iterable[nodes.Node], scope: PageScope, within: str = "") -> Markdown:
        """The text that statements print."""
        outer, self._texts = self._texts, []
        try:
            self._block(body, scope, within)
            return Markdown("".join(self._texts))
        finally:
            self._texts = outer

    def _macro(self, node: nodes.Macro, scope: PageScope) -> None:
        """Set a macro of the page's own, whose text is made anew for each call."""
        names = [parameter.name for parameter in node.args]
        by_default: Any = node.defaults
        defaults = dict(zip(names[len(names) - len(by_default) :], by_default, strict=True))
        trees = (site.tree for site in sites_in(statements_in(node.body)))
        used = {name.partition(".")[0] for tree in trees for name in names_in(tree)}
        implied = [name for name in ("kwargs", "varargs") if name in used.difference(names)]

        def text(*values: Any) -> str:
            self._meter.check_time()
            inner = scope.new_child()
            given = dict(zip((*names, *implied), values, strict=True))
            for name, each in given.items():
                inner[name] = StrictUndefined(name=name) if each is missing else each
            for name, default in defaults.items():
                if given[name] is missing:
                    inner[name] = self._sandbox.value(default, inner)
            return self._captured(node.body, inner, "macro")

        sandbox: Any = self._sandbox
        catches = ("kwargs" in implied, "varargs" in implied, False, False)
        scope[node.name] = Macro(sandbox, text, node.name, names, *catches)

    def _evaluated(self, tree: Any, scope: PageScope) -> Any:
        """The value of a site's expression, if it has one and it is within bounds."""
        self._sandbox.calls.clear()
        if id(tree) not in self._counted:  # once, however often a loop comes by
            self._counted.add(id(tree))
            self._units.of(tree)
        return self._meter.check_value(self._sandbox.use(self._sandbox.value(tree, scope)))

    # Failures

    def _mistaken(self, error: Mistake, call: Call) -> Any:
        """Note a claim that does not hold; what stands beside it is evaluated all the same."""
        if self._site is None or not isinstance(error, Disagreement):
            raise error
        blame(error, call)
        self._report(self._site, error)
        return FailedValue() if error.subject else error.claim

    def _guarded(self, site: Site, work: Callable[[], Any]) -> Any:
        """What a site gives; a failed value, where it fails."""
        sandbox = self._sandbox
        outer, sandbox.mistaken = (self._site, sandbox.mistaken), self._mistaken
        self._last = self._site = site
        try:
            return work()
        except FollowOn:
            return FailedValue()
        except ENDS as error:
            self._report(site, error)
            raise Stopped from error
        except Exception as error:  # noqa: BLE001 a rule may fail in any way: each is a problem
            self._report(site, error)
            return FailedValue()
        finally:
            self._site, sandbox.mistaken = outer

    def _report(self, site: Site, error: BaseException) -> None:
        """Note what went wrong."""
        problem = problem_of(site, error, self._source, self._sandbox, fixable=self._fixable)
        self.problems.append(problem)


def _iterable(value: Any) -> Iterable[object]:
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise Mistake(f"a loop needs a sequence, not {type(value).__name__}")
    return value
