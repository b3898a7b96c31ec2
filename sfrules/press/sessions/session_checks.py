"""The sessions of a page, run in the sandbox and compared with what the page shows."""

from __future__ import annotations

import ast
import doctest
import re
import warnings
from contextlib import suppress
from dataclasses import dataclass
from decimal import Context, localcontext
from numbers import Rational

from sfrules.ground.ledger import Check, Entry
from sfrules.ground.problems import Problem, did_you_mean, problem_at
from sfrules.ground.source import Source
from sfrules.press.page.bounds import Bounds, Exhausted, Meter
from sfrules.press.page.regions import Regions
from sfrules.press.page.sandbox import PageSandbox
from sfrules.press.page.telling import explain, fault
from sfrules.press.sessions.fences import Session, SessionExample, find_sessions
from sfrules.press.sessions.interpreter import SessionInterpreter
from sfrules.press.sessions.language import FILE, Refused, check_language
from sfrules.press.sessions.offered import OfferedFunctions
from sfrules.press.sessions.operations import ALARMS, SessionOperations
from sfrules.press.sessions.output import as_shown, short, with_refusal, wrong_output
from sfrules.press.sessions.scopes import Scope, UnknownName, names_meant, names_set
from sfrules.press.sessions.writing import encodable, without_addresses
from sfrules.press.things.book import Book

_TRAILING = re.compile(r"[ \t]+(?=\n)")


@dataclass(frozen=True)
class Sessions:
    """What the checks of a page's sessions found; `cases` as in what a page uses."""

    checks: tuple[Check, ...] = ()
    problems: tuple[Problem, ...] = ()
    entries: tuple[Entry, ...] = ()
    cases: frozenset[tuple[str, Rational]] = frozenset()


def check_sessions(book: Book, source: Source, found: Regions, bounds: Bounds) -> Sessions:
    """Check every session of a page, in order and with the same names."""
    sessions, unclosed = find_sessions(source, found)
    run = _Run(book, bounds)
    # Python's warnings of a doubtful line are for whoever types it; a context of our own keeps
    # what one page does to decimals from the next.
    with warnings.catch_warnings(), localcontext(Context(prec=28)), run.meter.running():
        warnings.simplefilter("ignore")
        run.check(sessions)
    checks = tuple(_check(source, session) for session in sessions)
    problems = (*unclosed, *(problem for check in checks for problem in check.problems))
    return Sessions(checks, problems, tuple(run.entries), frozenset(run.sandbox.cases))


def _check(source: Source, session: Session) -> Check:
    line, column = source.position(session.start.start)
    problems = tuple(session.problems)
    return Check(source.path, line, column, "session", session.expression, problems)


class _Run:
    """Runs the examples of a page, which share their names and a meter.

    What is wrong goes to the problems of the session; `entries` is what is shown of the rules.
    """

    def __init__(self, book: Book, bounds: Bounds) -> None:
        self.meter = Meter(bounds)
        self.sandbox = PageSandbox(book, self.meter)
        self.entries: list[Entry] = []
        self._do = SessionOperations(book, self.sandbox)
        self._do.known |= OfferedFunctions(self._do).names
        self._interpreter = SessionInterpreter(self._do)
        self._page = Scope(dict(self._do.known))
        self._failed: set[str] = set()
        self._checker = doctest.OutputChecker()

    def check(self, sessions: list[Session]) -> None:
        """Check all examples, until they have used up what a page may use."""
        for session in sessions:
            latest = session.start
            try:
                for shown in session.examples():
                    latest = shown.place.prompt
                    if not shown.example.options.get(doctest.SKIP):
                        self._check(session, shown)
            except Exhausted as error:
                session.problems.append(problem_at(latest, str(error)))
                return

    def _check(self, session: Session, shown: SessionExample) -> None:
        """Run one example, and compare its output with what the page shows."""
        self._do.used.clear()
        names, error = self._run(shown.example.source)
        got = self._do.take()
        problem = self._refused(shown, error) if error else self._held(shown, got)
        if problem:
            session.problems.append(problem)
        elif got and not error and not session.hidden and self._do.used:
            self._note(shown, got)
        if error and (shown.example.exc_msg is None or isinstance(error, ALARMS)):
            self._forget(names)
        elif not error:
            self._failed -= names

    def _run(self, source: str) -> tuple[set[str], Exception | None]:
        """The names that an example sets or was meant to set, and the error that it ends with."""
        names = names_meant(source)
        try:
            tree = ast.parse(source, FILE, "single")
            names = set(names_set(tree))
            check_language(tree)
            self._interpreter.block([tree], self._page)
        except Exhausted:
            raise
        except Exception as error:  # noqa: BLE001 whatever a session does is reported as a problem
            return names, error
        return names, None

    def _forget(self, names: set[str]) -> None:
        """Names that a failed example would have set: to miss them later is no second mistake."""
        self._failed |= names
        for name in names - self._do.known.keys():
            self._page.names.pop(name, None)

    def _held(self, shown: SessionExample, got: str) -> Problem | None:
        want = shown.example.want
        return None if self._agree(want, got, shown) else _wrong(shown, want, as_shown(got))

    def _agree(self, want: str, got: str, shown: SessionExample) -> bool:
        flags = sum(flag for flag, on in shown.example.options.items() if on)
        ours, theirs = _TRAILING.sub("", want), "\n".join(map(str.rstrip, got.split("\n")))
        return self._checker.check_output(ours, theirs, flags)

    def _refused(self, shown: SessionExample, error: Exception) -> Problem | None:
        """An error that the page does not show, or shows in other words."""
        if isinstance(error, UnknownName) and error.missing in self._failed:
            return None
        if isinstance(error, (SyntaxError, Refused)):
            return _in_the_code(shown, error)
        if isinstance(error, ALARMS) or shown.example.exc_msg is None:
            message, hint = self._explained(error)
            return problem_at(shown.place.prompt, encodable(message), encodable(hint))
        messages = self._messages(error)
        if any(self._agree(shown.example.exc_msg, each, shown) for each in messages):
            return None
        want = shown.example.want
        return _wrong(shown, want, with_refusal(want, messages[0].rstrip("\n")))

    def _explained(self, error: Exception) -> tuple[str, str]:
        if isinstance(error, RecursionError):
            return "a function calls itself without end, or the code is nested too deep", ""
        if isinstance(error, ALARMS):
            message, hint = explain(error, self.sandbox)
            return without_addresses(message), hint
        message = short(self._messages(error)[0].strip())
        if not isinstance(error, UnknownName):
            return message, fault(error, self.sandbox, FILE)
        hint = did_you_mean(error.missing, self._do.known)
        names = self._do.book.namespaces
        return message, hint if hint.startswith("did") else did_you_mean(error.missing, names)

    def _messages(self, error: Exception) -> list[str]:
        """An error as a traceback ends: by the name of Python's own error first, then by others.

        A rule's refusal is a ValueError to its readers, whatever class the book makes of it.
        """
        classes = [c for c in type(error).__mro__ if issubclass(c, Exception)]
        own = [c.__name__ for c in classes if c.__module__ == "builtins"]
        others = [f"{c.__module__}.{c.__qualname__}" for c in classes if c.__module__ != "builtins"]
        said = ""
        with suppress(Exception):  # an error that cannot say what it is, or at too great a length
            self._do.bounded(error)
            said = without_addresses(str(error))
        return [f"{name}: {said}\n" if said else f"{name}\n" for name in (*own, *others)]

    def _note(self, shown: SessionExample, got: str) -> None:
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
                origins=tuple(sorted(self._do.used)),
            )
        )


def _wrong(shown: SessionExample, want: str, now: str) -> Problem:
    certain = not shown.example.options.get(doctest.ELLIPSIS)
    return wrong_output(shown.place, want, now, certain=certain, where="the page")


def _in_the_code(shown: SessionExample, error: SyntaxError | Refused) -> Problem:
    """A fault of grammar, at its place in the code."""
    if isinstance(error, SyntaxError):
        span = shown.place.code(error.lineno or 1, max((error.offset or 1) - 1, 0))
        return problem_at(span, f"{type(error).__name__}: {error.msg}")
    lines = [*shown.example.source.split("\n"), ""]
    before = lines[min(error.line, len(lines)) - 1].encode()[: error.column]
    span = shown.place.code(error.line, len(before.decode(errors="ignore")))
    return problem_at(span, error.message, error.hint)
