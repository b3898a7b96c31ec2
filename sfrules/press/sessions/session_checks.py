"""The sessions of a page, run in the sandbox and compared with what the page shows."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import Context, localcontext
from doctest import ELLIPSIS, SKIP, Example, OutputChecker
from numbers import Rational

from sfrules.ground.formats import without_addresses
from sfrules.ground.ledger import Check, Entry
from sfrules.ground.problems import Problem, did_you_mean, problem_at
from sfrules.ground.source import Source
from sfrules.press.expression.bounds import Exhausted, Meter
from sfrules.press.page.regions import Regions
from sfrules.press.page.sandbox import PageSandbox
from sfrules.press.page.telling import asked_at, elsewhere, explain
from sfrules.press.sessions import output
from sfrules.press.sessions.fences import Session, find_sessions
from sfrules.press.sessions.interpreter import SessionInterpreter
from sfrules.press.sessions.language import FILE, Refused, check_language, check_names
from sfrules.press.sessions.offered import offered_functions
from sfrules.press.sessions.operations import ALARMS, SessionOperations
from sfrules.press.sessions.output import ExamplePlace
from sfrules.press.sessions.scopes import Scope, UnknownName, names_meant, names_set
from sfrules.press.things.book import Book

_TRAILING = re.compile(r"[ \t]+(?=\n)")


@dataclass(frozen=True)
class CheckedSessions:
    """What the sessions of a page come to.

    `entries` are what is shown of the rules, `cases` as in what a page uses, `verified` the lines
    of the page with examples that a rule has a part in.
    """

    checks: tuple[Check, ...]
    problems: tuple[Problem, ...]
    entries: tuple[Entry, ...]
    cases: frozenset[tuple[str, Rational]]
    verified: frozenset[int]


@dataclass(frozen=True)
class _Part:
    """The lines of an example, the names that it sets and uses, and whether it asks a rule."""

    lines: range
    sets: frozenset[str]
    uses: frozenset[str]
    asks: bool


def check_sessions(book: Book, source: Source, found: Regions, meter: Meter) -> CheckedSessions:
    """Check every session of a page, in order and with the same names."""
    sessions, unclosed = find_sessions(source, found)
    run = _Run(book, meter)
    # Python's warnings of a doubtful line are for whoever types it; a context of our own keeps
    # what one page does to decimals from the next.
    with warnings.catch_warnings(), localcontext(Context(prec=28)):
        warnings.simplefilter("ignore")
        run.check(sessions)
    checks = tuple(session.check() for session in sessions)
    problems = (*unclosed, *(problem for check in checks for problem in check.problems))
    cases = frozenset(run.do.sandbox.cases)
    return CheckedSessions(checks, problems, tuple(run.entries), cases, _verified(run.parts))


def _verified(parts: Sequence[_Part]) -> frozenset[int]:
    """The lines of the examples that ask a rule, that it is asked about, and that have its answer.

    An answer is followed by its name to later examples, an input to earlier ones.
    """
    answers, inputs = set[str](), set[str]()
    verified = set[int]()
    for part in parts:
        if part.asks or part.uses & answers:
            answers |= part.sets
            verified.update(part.lines)
        else:
            answers -= part.sets
    for part in reversed(parts):
        if part.asks or part.sets & inputs:
            verified.update(part.lines)
            inputs = (inputs - part.sets) | part.uses
    return frozenset(verified)


class _Run:
    """Runs the examples of a page, which share their names and a meter.

    What is wrong goes to the problems of the session; `entries` is what is shown of the rules.
    """

    def __init__(self, book: Book, meter: Meter) -> None:
        self.entries: list[Entry] = []
        self.parts: list[_Part] = []
        self.do = SessionOperations(book, PageSandbox(book, meter))
        self.do.known |= offered_functions(self.do)
        self._interpreter = SessionInterpreter(self.do)
        self._page = Scope(dict(self.do.known))
        self._failed: set[str] = set()

    def check(self, sessions: list[Session]) -> None:
        """Check all examples, until they have used up what a page may use."""
        for session in sessions:
            for example, place in session.examples():
                try:
                    if not example.options.get(SKIP):
                        self._check(session, example, place)
                except (Exhausted, MemoryError) as error:
                    said = self.do.meter.end(error)
                    session.problems.append(problem_at(place.prompt, said))
                    return

    def _check(self, session: Session, example: Example, place: ExamplePlace) -> None:
        """Run one example, and compare its output with what the page shows."""
        self.do.used.clear()
        names, error = self._run(example.source)
        got = self.do.take()
        if not error or example.exc_msg is not None:
            self._note_part(example, place, names)
        if error:
            problem = self._refused(example, place, error)
            if example.exc_msg is None or isinstance(error, ALARMS):
                self._failed |= names  # to miss them later is no second mistake
                for name in names - self.do.known.keys():
                    self._page.names.pop(name, None)
        else:
            self._failed -= names
            agree = _agree(example.want, got, example)
            problem = None if agree else _wrong(example, place, output.as_shown(got))
            if agree and got and self.do.used and not session.hidden:
                self._note(example, place, got)
        if problem:
            session.problems.append(problem)

    def _run(self, source: str) -> tuple[set[str], Exception | None]:
        """The names that an example sets or was meant to set, and the error that it ends with."""
        names = names_meant(source)
        try:
            tree = _parsed(source)
            names = set(names_set(tree))
            check_names(source)
            check_language(tree)
            self._interpreter.block([tree], self._page)
        except MemoryError:
            raise
        except Exception as error:  # noqa: BLE001 whatever a session does is reported as a problem
            return names, error
        return names, None

    def _note_part(self, example: Example, place: ExamplePlace, names: set[str]) -> None:
        with suppress(SyntaxError, RecursionError):  # which the page may show as what it is
            tree = _parsed(example.source)
            self.parts.append(_part_of(tree, names, place, asks=bool(self.do.used)))

    def _note(self, example: Example, place: ExamplePlace, got: str) -> None:
        path, code = place.source.path, " ".join(example.source.split())
        line, column = place.source.position(place.code().start)
        origins = tuple(sorted(self.do.used))
        printed = got.strip("\n")
        self.entries.append(Entry(path, line, column, "session", code, printed, origins=origins))

    def _refused(self, example: Example, place: ExamplePlace, error: Exception) -> Problem | None:
        """An error that the page does not show, or shows in other words."""
        if isinstance(error, UnknownName) and error.name in self._failed:
            return None
        if isinstance(error, SyntaxError):
            span = place.code(error.lineno or 1, max((error.offset or 1) - 1, 0))
            return problem_at(span, f"{type(error).__name__}: {error.msg}")
        if isinstance(error, Refused):
            lines = example.source.split("\n")
            before = lines[min(error.line, len(lines)) - 1].encode()[: error.column]
            span = place.code(error.line, len(before.decode(errors="ignore")))
            return problem_at(span, error.message, error.hint)
        if isinstance(error, ALARMS) or example.exc_msg is None:
            message, hint = map(output.encodable, self._explained(error))
            here = problem_at(place.prompt, message, hint)
            found = elsewhere(error, self.do.sandbox)
            return asked_at(found, place.prompt) if found else here
        messages = self._messages(error)
        if any(_agree(example.exc_msg, each, example) for each in messages):
            return None
        return _wrong(example, place, output.with_refusal(example, messages[0].rstrip("\n")))

    def _explained(self, error: Exception) -> tuple[str, str]:
        if isinstance(error, RecursionError):
            return "a function calls itself without end, or the code is nested too deep", ""
        if isinstance(error, ALARMS):
            message, hint = explain(error, self.do.sandbox)
            return message, hint
        message = output.short(self._messages(error)[0].strip())
        if not isinstance(error, UnknownName):
            return message, ""
        near = did_you_mean(error.name, self.do.known, or_list=False)
        return message, near or did_you_mean(error.name, self.do.book.namespaces)

    def _messages(self, error: Exception) -> list[str]:
        """An error as a traceback ends: by the name of Python's own error first, then by others.

        A rule's refusal is a ValueError to its readers, whatever class the book makes of it.
        """
        classes = [c for c in type(error).__mro__ if issubclass(c, Exception)]
        own = [c.__name__ for c in classes if c.__module__ == "builtins"]
        others = [f"{c.__module__}.{c.__qualname__}" for c in classes if c.__module__ != "builtins"]
        said = ""
        with suppress(Exception):  # an error that cannot say what it is, or at too great a length
            said = without_addresses(str(self.do.bounded(error)))
        return [f"{name}: {said}\n" if said else f"{name}\n" for name in (*own, *others)]


def _part_of(tree: ast.AST, sets: set[str], place: ExamplePlace, *, asks: bool) -> _Part:
    names = (each for each in ast.walk(tree) if isinstance(each, ast.Name))
    uses = frozenset(each.id for each in names if isinstance(each.ctx, ast.Load))
    lines = range(place.line, place.line + place.coded + place.wanted)
    return _Part(lines, frozenset(sets), uses, asks)


def _parsed(source: str) -> ast.Interactive:
    try:
        return ast.parse(source, FILE, "single")
    except MemoryError:  # it stands for nesting here
        raise RecursionError from None


def _agree(want: str, got: str, example: Example) -> bool:
    flags = sum(flag for flag, on in example.options.items() if on)
    got = "\n".join(map(str.rstrip, got.split("\n")))
    return OutputChecker().check_output(_TRAILING.sub("", want), got, flags)


def _wrong(example: Example, place: ExamplePlace, now: str) -> Problem:
    certain = not example.options.get(ELLIPSIS)
    return output.wrong_output(place, example.want, now, certain=certain, where="the page")
