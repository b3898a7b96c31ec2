"""Comments that turn rules off and on: `<!-- lint: off RULE -->`, `<!-- lint: on RULE -->`."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence

from sfrules.ground.problems import Problem, did_you_mean, problem_at
from sfrules.ground.source import Span
from sfrules.lint.document import Comment, Document
from sfrules.lint.finding import Finding, Rule

_ORDER = re.compile(r"lint\s*:\s*(?P<word>[^\s,]*)[\s,]*(?P<rules>.*)", re.DOTALL)
_ID = "lint"


def rule_of_comments(others: Sequence[Rule]) -> Rule:
    """The rule that checks these comments themselves, for the other rules that they can name."""
    known = (*(rule.id for rule in others), _ID)
    summary = "A comment for lint that names no rule of lint, or does not say on or off."
    return Rule(_ID, summary, look=_look_with(known))


def _look_with(known: Sequence[str]) -> Callable[[Document], Iterable[Problem]]:
    def look(document: Document) -> Iterator[Problem]:
        for comment in document.comments:
            if order := _ORDER.fullmatch(comment.text):
                yield from _problems(document, comment, order, known)

    return look


def _problems(
    document: Document, comment: Comment, order: re.Match[str], known: Sequence[str]
) -> Iterator[Problem]:
    if order["word"] not in ("on", "off"):
        message = f'a comment for lint says on or off, not "{order["word"]}"'
        yield _at(document, comment, order["word"], message, "as in <!-- lint: off coverage -->")
        return
    for name in dict.fromkeys(_names(order)):
        if name not in known:
            message = f'lint has no rule "{name}"'
            yield _at(document, comment, name, message, did_you_mean(name, known))


def _names(order: re.Match[str]) -> list[str]:
    return order["rules"].replace(",", " ").split()


def _at(document: Document, comment: Comment, word: str, message: str, hint: str) -> Problem:
    """A problem with a word of a comment, looked for after its `lint:`."""
    source = document.source
    start = source.start_of(comment.line) + comment.column - 1
    found = source.text.find(word, source.text.find(":", start)) if word else start
    return problem_at(Span(source, found, found + max(1, len(word))), message, hint)


def without_suppressed(
    documents: Iterable[Document], findings: Iterable[Finding]
) -> Iterator[Finding]:
    """The findings, except at lines where a comment has turned their rule off."""
    switched = {document.source.path: _Switches(document) for document in documents}
    for finding in findings:
        switches = switched.get(finding.problem.path)
        if not (switches and switches.is_off(finding.rule, finding.problem.line)):
            yield finding


class _Switches:
    """Which rules the comments of a file turn off and on, and from which line."""

    def __init__(self, document: Document) -> None:
        self._orders: list[tuple[int, bool, set[str]]] = []
        self._of_rules: dict[str, list[tuple[int, bool]]] = {}
        for comment in document.comments:
            order = _ORDER.fullmatch(comment.text)
            if order and order["word"] in ("on", "off"):
                self._orders.append((comment.line, order["word"] == "off", set(_names(order))))

    def is_off(self, rule: str, line: int) -> bool:
        """Whether the last comment on a rule, up to a line, turns it off."""
        if rule not in self._of_rules:
            self._of_rules[rule] = [
                (at, turns_off)
                for at, turns_off, names in self._orders
                if not names or rule in names
            ]
        orders = self._of_rules[rule]
        last = bisect_right(orders, line, key=lambda order: order[0]) - 1
        return last >= 0 and orders[last][1]
