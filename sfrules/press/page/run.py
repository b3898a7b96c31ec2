"""One page's expansion at work: evaluate each site under guard, and note what it prints."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, NoReturn

from jinja2 import Undefined
from jinja2.runtime import Context

from sfrules.ground.problems import Mistake, Problem, did_you_mean, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.page.bounds import BoundExceeded, Exhausted
from sfrules.press.page.failed_claims import Teller, Told
from sfrules.press.page.interpret import Plain
from sfrules.press.page.mistakes import FailedValue, FollowOn, refuse_claim
from sfrules.press.page.parse import Site
from sfrules.press.page.places import span_of
from sfrules.press.page.sandbox import PageSandbox
from sfrules.press.page.telling import explain
from sfrules.press.things.claims.claim import Disagreement

Thunk = Callable[[], Any]
Printer = Callable[[Site, Any], str]


class Stopped(Exception):
    """The page went out of its bounds: nothing more of it is expanded."""


class Run:
    """What compiled code calls while a page is expanded.

    `printer` turns a site's value into the page's text; `mendable` is whether the source is that of
    a file. `problems` is what went wrong, `found` the same with the sites; `reached` marks the
    sites that were worked out.
    """

    def __init__(
        self,
        sandbox: PageSandbox,
        source: Source,
        sites: list[Site],
        printer: Printer,
        mendable: bool = False,
    ) -> None:
        self.problems: list[Problem] = []
        self.found: list[tuple[Site, Problem]] = []
        self.reached = bytearray(len(sites))
        self._mendable = mendable
        self._plain: Plain | None = None
        self._sandbox = sandbox
        self._source = source
        self._sites = sites
        self._printer = printer
        self._last: Site | None = None
        self._site: Site | None = None

    def begin(self, context: Context) -> None:
        """Take the names that the page's expressions may use."""
        self._plain = Plain(self, self._sandbox, context)

    def texts(self, parts: Iterable[str | int]) -> Iterator[str]:
        """Texts as they are, and those of the plain expressions that stand among them."""
        for part in parts:
            if isinstance(part, str):
                yield part
            elif plain := self._plain:
                yield self.print(part, partial(plain.value, self._sites[part].node))

    def print(self, at: int, thunk: Thunk) -> str:
        """The text of a printed expression; of a failed one, nothing."""
        site = self._sites[at]
        value = self._guarded(at, lambda: self._printer(site, self._value(thunk)))
        return value if isinstance(value, str) else ""

    def test(self, at: int, thunk: Thunk) -> bool:
        """The truth of a condition; a failed one counts as false."""
        value = self._guarded(at, lambda: bool(self._value(thunk)))
        return value is True

    def set(self, at: int, thunk: Thunk) -> Any:
        """The value of a variable, or of several."""
        site = self._sites[at]
        value = self._guarded(at, lambda: _taken_apart(self._value(thunk), site.names))
        if isinstance(value, FailedValue) and site.names:
            return (value,) * site.names
        return value

    def loop(self, at: int, thunk: Thunk) -> Iterator[object]:
        """The turns of a loop, counted; of a failed one, none."""
        site = self._sites[at]
        items = self._guarded(at, lambda: _iterable(self._value(thunk)))
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

    def compared(self, value: Any) -> Any:
        """A value that is compared with another, which a claim has no sense for."""
        refuse_claim(value)
        return value

    def sized(self, value: Any) -> Any:
        """A sequence that the page writes, within bounds."""
        return self._sandbox.meter.check_value(value)

    def at(self, offset: int, thunk: Thunk) -> Any:
        """An operation's value; its failure remembers where it stands, the innermost first."""
        try:
            return thunk()
        except Disagreement as error:
            return self.disagreed(error, offset)
        except Exception as error:
            self.place(error, offset)
            raise

    def disagreed(self, error: Disagreement, offset: int) -> Any:
        """Note a claim that does not hold; what stands beside it is worked out all the same."""
        self.place(error, offset)
        if self._site is None:
            raise error
        self.report(self._site, error)
        return FailedValue() if error.subject else error.claim

    def place(self, error: Exception, offset: int) -> None:
        """Let a failure remember where it came up, the innermost place first."""
        placeless = isinstance(error, FollowOn | BoundExceeded | Stopped)
        if not placeless and getattr(error, "offset", None) is None:
            error.offset = offset  # type: ignore[attr-defined]

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

    def _guarded(self, at: int, thunk: Thunk) -> Any:
        outer, site = self._site, self._sites[at]
        self._last = self._site = site
        self.reached[at] = 1
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
        finally:
            self._site = outer

    def report(self, site: Site, error: Exception) -> None:
        """Note what went wrong at the finest place that is known."""
        told = self._told(site, error)
        problem = problem_at(
            span_of(site, error, self._source, self._sandbox), told.message, told.hint, told.mend
        )
        self.problems.append(problem)
        self.found.append((site, problem))

    def _told(self, site: Site, error: Exception) -> Told:
        tokens = self._sandbox.tokens
        if isinstance(error, Disagreement) and tokens:
            return Teller(self._source, tokens, self._mendable).told(site, error)
        return Told(*explain(error, self._sandbox))

    def report_escaped(self, error: Exception) -> None:
        """Note a failure between the sites, at the last that was worked out."""
        if self._last:
            self.report(self._last, error)
        else:
            self.problems.append(problem_at(Span(self._source, 0, 1), str(error)))


def _taken_apart(value: Any, names: int) -> Any:
    """A value that is set to several names at once has as many parts."""
    if names and not (isinstance(value, tuple | list) and len(value) == names):
        raise Mistake(f"{names} names need a sequence of {names} values")
    return value


def _iterable(value: Any) -> Iterable[object]:
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise Mistake(f"a loop needs a sequence, not {type(value).__name__}")
    return value
