"""Comments that turn rules off: `<!-- lint: off RULE -->`, and `on`, and `disable-next-line`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sfrules.ground.problems import Problem, did_you_mean, problem_at
from sfrules.ground.source import Span
from sfrules.lint.document import Document, PlacedText
from sfrules.lint.rule import Rule

_ORDER = re.compile(r"lint\s*:\s*(?P<word>[^\s,]*)[\s,]*(?P<rules>.*)", re.DOTALL)
_ID = "lint"
_NEXT = "disable-next-line"
_WORDS = ("on", "off", _NEXT)


def rule_of_comments(others: Sequence[Rule]) -> Rule:
    """The rule that checks these comments themselves, for the other rules that they can name."""
    known = (*(rule.id for rule in others), _ID)

    def look(document: Document) -> Iterator[Problem]:
        for comment, word, names in _orders(document):
            if word not in _WORDS:
                message = f'a comment for lint says off, on or {_NEXT}, not "{word}"'
                yield _at(document, comment, word, message, "as in <!-- lint: off coverage -->")
                continue
            for name in dict.fromkeys(names):
                if name not in known:
                    hint = did_you_mean(name, known)
                    yield _at(document, comment, name, f'lint has no rule "{name}"', hint)

    return Rule(
        _ID, "A comment for lint that names no rule of lint, or does not say what to do.", look
    )


def _orders(document: Document) -> Iterator[tuple[PlacedText, str, list[str]]]:
    """Each comment for lint, with what it says to do, and the rules that it names."""
    for comment in document.comments:
        if order := _ORDER.fullmatch(comment.text):
            yield comment, order["word"], order["rules"].replace(",", " ").split()


def _at(document: Document, comment: PlacedText, word: str, message: str, hint: str) -> Problem:
    """A problem with a word of a comment, looked for after its `lint:`."""
    source = document.source
    start = source.start_of(comment.line) + comment.column - 1
    found = source.text.find(word, source.text.find(":", start)) if word else start
    return problem_at(Span(source, found, found + max(1, len(word))), message, hint)


@dataclass(frozen=True)
class Switches:
    """Which rules the comments of a file turn off and on, and from which line.

    `orders` have a line, whether they turn off, and the rules that they name; `spells` have the
    first and the last line of what a comment above it turns rules off for.
    """

    orders: tuple[tuple[int, bool, frozenset[str]], ...]
    spells: tuple[tuple[int, int, frozenset[str]], ...]

    @classmethod
    def of(cls, document: Document) -> Switches:
        """The switches of a file."""
        orders, spells = [], []
        for comment, word, names in _orders(document):
            if word == _NEXT:
                spells.append((*_next_lines(document, comment), frozenset(names)))
            elif word in _WORDS:
                orders.append((comment.line, word == "off", frozenset(names)))
        return cls(tuple(orders), tuple(spells))

    def is_off(self, rule: str, line: int) -> bool:
        """Whether a comment right above turns a rule off, or the last one before it on the rule."""
        if any(first <= line <= last and _names(rules, rule) for first, last, rules in self.spells):
            return True
        said = (
            off for at, off, rules in reversed(self.orders) if at <= line and _names(rules, rule)
        )
        return next(said, False)


def _next_lines(document: Document, comment: PlacedText) -> tuple[int, int]:
    """The next line after a comment that is not blank; all rows of a table that begins there."""
    lines = document.source.text.split("\n")
    at = comment.line + comment.text.count("\n") + 1
    while at < len(lines) and not lines[at - 1].strip():
        at += 1
    rows = [table.rows[-1].line for table in document.tables if table.line == at and table.rows]
    return at, max([at, *rows])


def _names(rules: frozenset[str], rule: str) -> bool:
    """Whether a comment is on a rule; one that names none is on all of them."""
    return not rules or rule in rules
