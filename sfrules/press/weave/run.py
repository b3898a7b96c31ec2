"""One page's expansion at work: evaluate each site under guard, and note what it prints."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn

from jinja2 import Undefined, nodes

from sfrules.press.ground.problems import Problem, did_you_mean, problem_at
from sfrules.press.ground.source import Source, Span
from sfrules.press.weave.compiler import Site
from sfrules.press.weave.lineage import dotted_name
from sfrules.press.weave.meter import BoundExceeded, Exhausted
from sfrules.press.weave.mistakes import Disagreement, FailedValue, FollowOn, Mistake
from sfrules.press.weave.sandbox import PageSandbox
from sfrules.press.weave.telling import explain
from sfrules.press.weave.tokens import start_of

Thunk = Callable[[], Any]
Printer = Callable[[Site, Any], str]


class Stopped(Exception):
    """The page went out of its bounds: nothing more of it is expanded."""


class Run:
    """What compiled code calls while a page is expanded.

    `printer` turns a site's value into the page's text; `problems` is what went wrong.
    """

    def __init__(
        self, sandbox: PageSandbox, source: Source, sites: list[Site], printer: Printer
    ) -> None:
        self.problems: list[Problem] = []
        self._sandbox = sandbox
        self._source = source
        self._sites = sites
        self._printer = printer
        self._last: Site | None = None

    def print(self, at: int, thunk: Thunk) -> str:
        """The text of a printed expression; of a failed one, nothing."""
        site = self._sites[at]
        value = self._guarded(site, lambda: self._printer(site, self._value(thunk)))
        return value if isinstance(value, str) else ""

    def test(self, at: int, thunk: Thunk) -> bool:
        """The truth of a condition; a failed one counts as false."""
        value = self._guarded(self._sites[at], lambda: bool(self._value(thunk)))
        return value is True

    def set(self, at: int, thunk: Thunk) -> Any:
        """The value of a variable, or of several."""
        site = self._sites[at]
        value = self._guarded(site, lambda: _taken_apart(self._value(thunk), site.names))
        if isinstance(value, FailedValue) and site.names:
            return (value,) * site.names
        return value

    def loop(self, at: int, thunk: Thunk) -> Iterator[object]:
        """The turns of a loop, counted; of a failed one, none."""
        site = self._sites[at]
        items = self._guarded(site, lambda: _iterable(self._value(thunk)))
        if isinstance(items, Undefined):
            return
        try:
            for item in self._sandbox.meter.turns(items):
                yield _taken_apart(item, site.names)
        except Mistake as error:
            self.report(site, error)
        except BoundExceeded as error:
            self.report(site, error)
            raise Stopped from error

    def name(self, offset: int, value: Any) -> Any:
        """A name's value; an unknown name is a mistake where it stands."""
        return self.at(offset, lambda: self._known(value))

    def lenient(self, _offset: int, value: Any) -> Any:
        """The value of a name that may be unknown: the page asks whether it is."""
        return value

    def _known(self, value: Any) -> Any:
        self._sandbox.use(value)
        return value

    def member(self, offset: int, owner: Any, name: str) -> Any:
        """`owner.name`, where the book offers it."""
        return self.at(offset, lambda: self._sandbox.getattr(owner, name))

    def sized(self, value: Any) -> Any:
        """A sequence that the page writes, within bounds."""
        return self._sandbox.meter.check_value(value)

    def at(self, offset: int, thunk: Thunk) -> Any:
        """An operation's value; its failure remembers where it stands, the innermost first."""
        try:
            return thunk()
        except (FollowOn, BoundExceeded, Stopped):
            raise
        except Exception as error:
            if getattr(error, "offset", None) is None:
                error.offset = offset  # type: ignore[attr-defined]
            raise

    def counted(self, text: str) -> str:
        """A text on its way into a variable or out of a macro, counted as if it were printed."""
        self._sandbox.meter.count_output(len(text))
        return text

    def unknown_filter(self, name: str) -> NoReturn:
        """Refuse a filter that there is not, when its place in the page is reached."""
        hint = did_you_mean(name, self._sandbox.filters)
        raise Mistake(f'there is no filter "{name}"', hint)

    def unknown_test(self, name: str) -> NoReturn:
        """Refuse a test that there is not."""
        raise Mistake(
            f'there is no test "{name}"',
            did_you_mean(name, filter(str.isalpha, self._sandbox.tests)),
        )

    def _value(self, thunk: Thunk) -> Any:
        return self._sandbox.meter.check_value(self._known(thunk()))

    def _guarded(self, site: Site, thunk: Thunk) -> Any:
        self._last = site
        try:
            return thunk()
        except FollowOn:
            return FailedValue()
        except (Exhausted, RecursionError) as error:
            self.report(site, error)
            raise Stopped from error
        except Stopped:
            raise
        except Exception as error:  # noqa: BLE001 a rule may fail in any way: each is a problem
            self.report(site, error)
            return FailedValue()

    def report(self, site: Site, error: Exception) -> None:
        """Note what went wrong at the finest place that is known."""
        message, hint = explain(error, self._sandbox)
        if isinstance(error, Disagreement):
            message, hint = self._disagreement(site, error)
        span = self._span(site, error)
        self.problems.append(problem_at(span, message, hint))

    def report_escaped(self, error: Exception) -> None:
        """Note a failure between the sites, at the last that was worked out."""
        if self._last:
            self.report(self._last, error)
        else:
            self.problems.append(problem_at(Span(self._source, 0, 1), str(error)))

    def _span(self, site: Site, error: Exception) -> Span:
        offset = getattr(error, "offset", None)
        start = site.start if offset is None else offset
        argument = self._argument(site, start, error)
        start = start if argument is None else argument
        if self._source.text.startswith("[[", start - 2):
            mark = re.compile(r"\]\]|\|").search(self._source.text, start)
            return Span(self._source, start, mark.start() if mark else start + 1)
        tokens = self._sandbox.tokens
        end = tokens.end_of_primary(start) if tokens else start + 1
        return Span(self._source, start, max(end, start + 1))

    def _disagreement(self, site: Site, error: Disagreement) -> tuple[str, str]:
        """What the page says and what the rule answers, in the expression's own words."""
        if error.subject:
            return error.told(error.subject)
        start = site.start if error.offset is None else error.offset
        call, tokens = _call_at(site.node, start), self._sandbox.tokens
        if call is None or tokens is None:
            return error.told("the rule")
        named = (keyword.value for keyword in call.kwargs if keyword.key == "computed")
        first = start_of(next(named) if len(call.args) == 1 else call.args[1])
        return error.told(Span(self._source, first, tokens.end_of_argument(first)).text)

    def _argument(self, site: Site, start: int, error: Exception) -> int | None:
        """Where the offending argument of a call stands, if the error names its parameter."""
        parameter = _parameter_of(error)
        call = _call_at(site.node, start)
        if call is None or not parameter:
            return None
        for keyword in call.kwargs:
            if keyword.key == parameter:
                return start_of(keyword.value)
        position = self._position(call, parameter)
        return start_of(call.args[position]) if position is not None else None

    def _position(self, call: nodes.Call, parameter: str) -> int | None:
        rule = self._rule_called(call)
        names = list(inspect.signature(rule).parameters) if rule else []
        position = names.index(parameter) if parameter in names else None
        return position if position is not None and position < len(call.args) else None

    def _rule_called(self, call: nodes.Call) -> Callable[..., object] | None:
        dotted = dotted_name(call.node)
        return next((r for r, name in self._sandbox.allowed.items() if name == dotted), None)


def _call_at(tree: nodes.Node, start: int) -> nodes.Call | None:
    """The outermost call in an expression that begins at an offset."""
    calls = ([tree] if isinstance(tree, nodes.Call) else []) + list(tree.find_all(nodes.Call))
    return next((call for call in calls if start_of(call) == start), None)


def _taken_apart(value: Any, names: int) -> Any:
    """A value that is set to several names at once has as many parts."""
    if names and not (isinstance(value, tuple | list) and len(value) == names):
        raise Mistake(f"{names} names need a sequence of {names} values")
    return value


def _iterable(value: Any) -> Iterable[object]:
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise Mistake(f"a loop needs a sequence, not {type(value).__name__}")
    return value


def _parameter_of(error: Exception) -> str:
    if isinstance(error, Mistake):
        return error.parameter
    message = str(error)
    return message.split(maxsplit=1)[0].rstrip(":") if isinstance(error, ValueError) else ""
