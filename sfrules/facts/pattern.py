r"""The pattern of a column: a regular expression that is read in one pass, whatever it says.

Python's own matcher goes back and tries again, and some patterns make it do so for ever. This one
follows all ways at once. It knows characters, `.`, `[…]`, escapes such as `\d`, groups, `|`, and
the counts `*`, `+`, `?` and `{2,5}`; a pattern with anything else is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, TypeAlias

MOST_STEPS = 2_000  # counts written out: [0-9]{3} are three steps
MOST_NESTED = 50
MOST_KEPT = 2_000  # sets of ways that are remembered
_ONE = re.compile(r"\[\^?\]?(?:\\.|[^\]\\])*\]|\\[dDsSwW]|\\[^\w\s]|[^\\()\[\]{}|*+?^$]")
_COUNT = re.compile(r"([*+?])|\{([0-9]{1,4})(?:(,)([0-9]{1,4})?)?\}")


class NoPattern(Exception):
    """A text that is no pattern that can be read, and why."""


class One(NamedTuple):
    """A single character that a pattern asks for."""

    test: re.Pattern[str]


class All(NamedTuple):
    """Parts that follow each other."""

    parts: list[Part]


class Either(NamedTuple):
    """Parts of which one is there."""

    parts: list[Part]


class Many(NamedTuple):
    """A part that is there several times; `most` is None for any number of times."""

    part: Part
    least: int
    most: int | None


Part: TypeAlias = One | All | Either | Many


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0

    def whole(self) -> Part:
        read = self.choice()
        if self.at < len(self.text):
            raise NoPattern(f"{self.text[self.at]} closes or counts nothing")
        return read

    def choice(self) -> Part:
        parts: list[Part] = [self.sequence()]
        while self.takes("|"):
            parts.append(self.sequence())
        return Either(parts)

    def sequence(self) -> Part:
        parts: list[Part] = []
        while self.at < len(self.text) and self.text[self.at] not in "|)":
            parts.append(self.counted(self.single()))
        return All(parts)

    def single(self) -> Part:
        if self.takes("("):
            self.takes("?:")
            self.depth += 1
            if self.depth > MOST_NESTED:
                raise NoPattern(f"its groups are nested deeper than {MOST_NESTED}")
            inner = self.choice()
            self.depth -= 1
            if not self.takes(")"):
                raise NoPattern("a group is opened and never closed")
            return inner
        found = _ONE.match(self.text, self.at)
        if not found:
            raise NoPattern(f"{self.text[self.at : self.at + 2]} is not known here")
        self.at = found.end()
        try:
            return One(re.compile(found[0], re.DOTALL))
        except re.error as error:
            raise NoPattern(f"{found[0]}: {error.msg}") from None

    def counted(self, part: Part) -> Part:
        found = _COUNT.match(self.text, self.at)
        if not found:
            return part
        self.at = found.end()
        if self.text.startswith(("*", "+", "?", "{"), self.at):
            raise NoPattern("a count is counted again")
        if found[1]:
            return Many(part, int(found[1] == "+"), 1 if found[1] == "?" else None)
        least = int(found[2])
        most = (int(found[4]) if found[4] else None) if found[3] else least
        if most is not None and most < least:
            raise NoPattern(f"{found[0]} counts down")
        return Many(part, least, most)

    def takes(self, sign: str) -> bool:
        taken = self.text.startswith(sign, self.at)
        self.at += len(sign) if taken else 0
        return taken


@dataclass
class _Step:
    """A place in the pattern: what the next character has to be, and the steps after it."""

    test: re.Pattern[str] | None = None
    after: list[_Step] = field(default_factory=list)


class Pattern:
    """A pattern, ready to be held against cells.

    Raises:
        NoPattern: for a text that is no pattern, or a longer one than is read.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._end = _Step()
        self._steps = 0
        self._known: dict[tuple[frozenset[int], str], frozenset[int]] = {}
        self._by_id: dict[int, _Step] = {id(self._end): self._end}
        self._start = self._ways([self._before(_Reader(text).whole(), self._end)])

    def __str__(self) -> str:
        return self.text

    def fits(self, text: str) -> bool:
        """Whether the whole of a text is what the pattern says."""
        ways, known = self._start, self._known
        for character in text:
            ways = known.get((ways, character)) or self._next(ways, character)
            if not ways:
                return False
        return id(self._end) in ways

    def _next(self, ways: frozenset[int], character: str) -> frozenset[int]:
        if (ways, character) not in self._known:
            if len(self._known) > MOST_KEPT:
                self._known.clear()
            steps = (self._by_id[way] for way in ways)
            passed = (s.after[0] for s in steps if s.test and s.test.match(character))
            self._known[ways, character] = self._ways(passed)
        return self._known[ways, character]

    def _ways(self, steps: Iterable[_Step]) -> frozenset[int]:
        """The steps that ask for a character, and the end, that some steps lead to at once."""
        found: set[int] = set()
        ahead, seen = list(steps), set()
        while ahead:
            step = ahead.pop()
            if id(step) not in seen:
                seen.add(id(step))
                if step.test or step is self._end:
                    found.add(id(step))
                else:
                    ahead += step.after
        return frozenset(found)

    def _before(self, part: Part, after: _Step) -> _Step:
        """The step at which a part begins that is followed by another step."""
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise NoPattern(f"written out, it has more than {MOST_STEPS} steps")
        match part:
            case One(test):
                return self._kept(_Step(test, [after]))
            case All(parts):
                for each in reversed(parts):
                    after = self._before(each, after)
                return after
            case Either(parts):
                return self._kept(_Step(after=[self._before(each, after) for each in parts]))
            case Many():
                return self._repeated(part, after)

    def _repeated(self, part: Many, after: _Step) -> _Step:
        if part.most is None:
            begin = self._kept(_Step(after=[after]))
            begin.after.append(self._before(part.part, begin))
        else:
            begin = after
            for _ in range(part.most - part.least):
                begin = self._kept(_Step(after=[self._before(part.part, begin), after]))
        for _ in range(part.least):
            begin = self._before(part.part, begin)
        return begin

    def _kept(self, step: _Step) -> _Step:
        self._by_id[id(step)] = step
        return step


@lru_cache
def pattern_of(text: str) -> Pattern:
    """The pattern of a text: columns that ask for the same share what it has found out.

    Raises:
        NoPattern: as for a pattern.
    """
    return Pattern(text)
