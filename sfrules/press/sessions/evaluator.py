"""Carries out the examples of a page's sessions in the sandbox, and tells what is wrong."""

from __future__ import annotations

import doctest
import re
from contextlib import suppress
from numbers import Rational
from typing import Any

from sybil.example import Example

from sfrules.ground.ledger import Entry
from sfrules.ground.problems import Problem, did_you_mean, problem_at
from sfrules.press.page.bounds import Bounds, Exhausted, Meter
from sfrules.press.page.sandbox import Namespace, PageSandbox
from sfrules.press.page.telling import explain, fault
from sfrules.press.sessions.bound_names import names_meant
from sfrules.press.sessions.fences import Shown
from sfrules.press.sessions.guards import ALARMS, EXCEPTIONS, OFFERED, Guards
from sfrules.press.sessions.language import FILE, Refused, compile_example
from sfrules.press.sessions.offered import Functions
from sfrules.press.sessions.output import as_shown, short, with_refusal, wrong_output
from sfrules.press.sessions.writing import without_addresses
from sfrules.press.things.book import Book

_TRAILING = re.compile(r"[ \t]+(?=\n)")


class SessionEvaluator:
    """Evaluates one page's examples, as sybil asks; they share a namespace and a meter.

    It never fails an example by itself: what is wrong goes to the session's problems, with its
    place. `entries` is what the sessions show of the rules.
    """

    def __init__(self, book: Book, bounds: Bounds) -> None:
        self.meter = Meter(bounds)
        self.entries: list[Entry] = []
        self.exhausted = False
        self._sandbox = PageSandbox(book, self.meter)
        self._failed: set[str] = set()
        self._namespace: dict[str, Any] = {}
        self._guards = Guards(book, self._sandbox, self._namespace)
        spaces = {name: Namespace(name, members) for name, members in book.namespaces.items()}
        offered = Functions(self._guards).names
        self._known = {**EXCEPTIONS, **offered, **spaces}
        self._namespace |= {**self._known, **self._guards.names, OFFERED: offered}
        self._latest: Shown | None = None
        self._checker = doctest.OutputChecker()

    def __call__(self, example: Example) -> None:
        """Work out one example, and hold it against what the page shows."""
        shown: Shown = example.parsed
        self._latest = shown
        if self.exhausted or shown.example.options.get(doctest.SKIP):
            return
        self._guards.used.clear()
        error = self._carry_out(shown)
        got = self._guards.paper.take()
        problem = self._refused(shown, error) if error else self._held(shown, got)
        if problem:
            shown.session.problems.append(problem)
        elif got and not error and not shown.session.hidden:
            self._note(shown, got)

    @property
    def cases(self) -> frozenset[tuple[str, Rational]]:
        """The numbers that rules were called with, each with the namespace of the rule."""
        return frozenset(self._sandbox.cases)

    def run_out(self, error: Exhausted) -> None:
        """Tell an alarm that rang between two examples, at the one that was last begun."""
        if self._latest and not self.exhausted:
            problem = problem_at(self._latest.place.prompt, str(error))
            self._latest.session.problems.append(problem)
        self.exhausted = True

    def _carry_out(self, shown: Shown) -> Exception | None:
        names = names_meant(shown.example.source)
        try:
            code, names = compile_example(shown.example.source)
            exec(code, self._namespace)  # noqa: S102 the code is restricted, and calls guards alone
        except Exception as error:  # noqa: BLE001 whatever a session does, it is told as a problem
            self.exhausted = isinstance(error, Exhausted)
            if shown.example.exc_msg is None or isinstance(error, ALARMS):
                self._forget(names)
            return error
        self._failed -= names
        return None

    def _forget(self, names: set[str]) -> None:
        """Names that a failed example would have set: what comes of that is no second mistake."""
        self._failed |= names
        for name in names - self._known.keys():
            self._namespace.pop(name, None)

    def _held(self, shown: Shown, got: str) -> Problem | None:
        want = shown.example.want
        if self._agree(want, got, shown):
            return None
        certain = not shown.example.options.get(doctest.ELLIPSIS)
        return wrong_output(shown.place, want, as_shown(got), certain=certain, where="the page")

    def _agree(self, want: str, got: str, shown: Shown) -> bool:
        flags = sum(flag for flag, on in shown.example.options.items() if on)
        ours, theirs = _TRAILING.sub("", want), "\n".join(map(str.rstrip, got.split("\n")))
        return self._checker.check_output(ours, theirs, flags)

    def _refused(self, shown: Shown, error: Exception) -> Problem | None:
        """An error that the page does not show, or shows in other words."""
        if isinstance(error, NameError) and error.name in self._failed:
            return None
        if isinstance(error, (SyntaxError, Refused)):
            return _in_the_code(shown, error)
        if isinstance(error, ALARMS) or shown.example.exc_msg is None:
            return problem_at(shown.place.prompt, *self._told(error))
        messages = self._messages(error)
        if any(self._agree(shown.example.exc_msg, each, shown) for each in messages):
            return None
        want = shown.example.want
        certain = not shown.example.options.get(doctest.ELLIPSIS)
        now = with_refusal(want, messages[0].rstrip("\n"))
        return wrong_output(shown.place, want, now, certain=certain, where="the page")

    def _told(self, error: Exception) -> tuple[str, str]:
        if isinstance(error, RecursionError):
            return "a function calls itself without end, or the code is nested too deep", ""
        if isinstance(error, ALARMS):
            message, hint = explain(error, self._sandbox)
            return without_addresses(message), hint
        message = short(self._messages(error)[0].strip())
        if isinstance(error, NameError) and error.name:
            return message, self._meant(error.name)
        return message, fault(error, self._sandbox, FILE)

    def _meant(self, name: str) -> str:
        hint = did_you_mean(name, self._known)
        names = self._guards.book.namespaces
        return hint if hint.startswith("did") else did_you_mean(name, names)

    def _messages(self, error: Exception) -> list[str]:
        """An error as a traceback ends: by the name of Python's own error first, then by others.

        A rule's refusal is a ValueError to its readers, whatever class the book makes of it.
        """
        classes = [c for c in type(error).__mro__ if issubclass(c, Exception)]
        own = [c.__name__ for c in classes if c.__module__ == "builtins"]
        others = [f"{c.__module__}.{c.__qualname__}" for c in classes if c.__module__ != "builtins"]
        said = ""
        with suppress(Exception):  # an error that cannot tell itself, or is too long, has no words
            self._guards.paper.bounded(error)
            said = without_addresses(str(error))
        return [f"{name}: {said}\n" if said else f"{name}\n" for name in (*own, *others)]

    def _note(self, shown: Shown, got: str) -> None:
        if not self._guards.used:
            return
        span = shown.place.code()
        line, column = span.source.position(span.start)
        self.entries.append(
            Entry(
                page=span.source.path,
                line=line,
                column=column,
                kind="session",
                expression=" ".join(shown.example.source.split()),
                printed=got.strip("\n"),
                origins=tuple(sorted(self._guards.used)),
            )
        )


def _in_the_code(shown: Shown, error: SyntaxError | Refused) -> Problem:
    """A fault of grammar, at its place in the code."""
    if isinstance(error, Refused):
        lines = [*shown.example.source.split("\n"), ""]
        before = lines[min(error.line, len(lines)) - 1].encode()[: error.column]
        span = shown.place.code(error.line, len(before.decode(errors="ignore")))
        return problem_at(span, error.message, error.hint)
    span = shown.place.code(error.lineno or 1, max((error.offset or 1) - 1, 0))
    return problem_at(span, f"{type(error).__name__}: {error.msg}")
