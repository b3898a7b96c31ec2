"""The sessions of a page, checked: one check for each fence or comment that holds prompts."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from decimal import Context, localcontext
from numbers import Rational

from sybil import Document

from sfrules.ground.ledger import Check, Entry
from sfrules.ground.problems import Problem
from sfrules.ground.source import Source
from sfrules.press.page.bounds import Bounds, Exhausted
from sfrules.press.page.regions import Regions
from sfrules.press.sessions.evaluator import SessionEvaluator
from sfrules.press.sessions.fences import Session, SessionLexer, SessionParser
from sfrules.press.things.book import Book


@dataclass(frozen=True)
class Sessions:
    """What the sessions of a page come to; `cases` as in what a page uses."""

    checks: tuple[Check, ...] = ()
    problems: tuple[Problem, ...] = ()
    entries: tuple[Entry, ...] = ()
    cases: frozenset[tuple[str, Rational]] = frozenset()


def check_sessions(book: Book, source: Source, found: Regions, bounds: Bounds) -> Sessions:
    """Work out every session of a page, in order and in one namespace."""
    evaluator = SessionEvaluator(book, bounds)
    lexer = SessionLexer(source, found)
    parser = SessionParser(lexer, evaluator, source)
    document = Document(source.text, source.path)
    for region in parser(document):
        document.add(region)
    # Python's warnings of a doubtful line are for whoever types it; a context of our own keeps
    # what one page does to decimals from the next.
    with warnings.catch_warnings(), localcontext(Context(prec=28)), evaluator.meter.running():
        warnings.simplefilter("ignore")
        try:
            for example in document:
                example.evaluate()
        except Exhausted as error:
            evaluator.run_out(error)
    checks = tuple(_check(source, session) for session in parser.sessions)
    problems = (problem for check in checks for problem in check.problems)
    entries, cases = tuple(evaluator.entries), evaluator.cases
    return Sessions(checks, (*lexer.problems, *problems), entries, cases)


def _check(source: Source, session: Session) -> Check:
    line, column = source.position(session.start)
    problems = tuple(session.problems)
    return Check(source.path, line, column, "session", session.expression, problems)
