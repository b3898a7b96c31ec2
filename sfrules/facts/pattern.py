r"""The pattern of a column: a regular expression that Python's own matcher is never long about.

That matcher tries one way through a pattern after another, and some patterns have more ways than
there is time for: (a|b)* has two for each letter. So the ways are counted first, and a pattern
with too many is refused. It may have characters, `.`, `[…]`, escapes such as `\d`, groups, `|`, and
the counts `*`, `+`, `?` and `{2,5}`: all that could not be counted is refused as well.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

MOST_WAYS = 20_000  # which take Python about a millisecond
LENGTHS = (10_000, 120)  # of the longest cell: the first one for which there are not too many ways
MOST_NESTED = 20  # groups: Python reads each with some calls of its own
_PART = re.compile(
    r"(?P<one>\[\^?\]?(?:\\.|[^\]\\])*\]|\\[dDsSwW]|\\[^\w\s]|[^\\()\[\]{}|*+?^$])"
    r"|(?P<opens>\((?:\?:)?)|(?P<closes>\))|\|",
    re.DOTALL,
)
_COUNT = re.compile(r"([*+?])|\{([0-9]{1,4})(?:(,)([0-9]{1,4})?)?\}")


class NoPattern(Exception):
    """A text that is no pattern that is read: why, and what to write instead."""

    def __init__(self, why: str, hint: str = "") -> None:
        super().__init__(why)
        self.hint = hint


@dataclass(frozen=True)
class Pattern:
    """A pattern, ready to be held against cells."""

    text: str
    expression: re.Pattern[str]
    longest: int  # the characters that a cell may have

    def __str__(self) -> str:
        return self.text

    def fits(self, text: str) -> bool:
        """Whether the whole of a text is what the pattern says."""
        return len(text) <= self.longest and self.expression.fullmatch(text) is not None


def pattern_of(text: str) -> Pattern:
    """The pattern that a text says.

    Raises:
        NoPattern: for a text that says none, or one with too many ways.
    """
    longest = next((each for each in LENGTHS if _ways(text, each) <= MOST_WAYS), None)
    if longest is None:
        raise NoPattern(
            "there are too many ways to go about it",
            "count no group that holds | or a count, and say * and + once or twice",
        )
    try:
        return Pattern(text, re.compile(text, re.DOTALL), longest)
    except re.error as error:
        raise NoPattern(error.msg) from None


@dataclass
class _Group:
    """The ways of a group: those of the alternatives that are read, and of the last one so far."""

    others: int = 0
    ways: int = 1
    empty: bool = True

    def add(self, ways: int) -> None:
        self.ways, self.empty = min(self.ways * ways, MOST_WAYS + 1), False

    def next(self) -> int:
        """Begin another alternative; returns the ways of all so far."""
        if self.empty:
            raise NoPattern("a group has nothing in it, or nothing beside |")
        self.others, self.ways, self.empty = self.others + self.ways, 1, True
        return self.others


def _ways(text: str, longest: int) -> int:
    """How many ways there are, at most, to go through a pattern with a text of a length."""
    groups, at = [_Group()], 0
    while at < len(text):
        part = _PART.match(text, at)
        if part is None:
            raise NoPattern(f"{text[at : at + 2]} is not known here")
        at = part.end()
        if part["opens"]:
            groups.append(_Group())
        elif part[0] == "|":
            groups[-1].next()
        else:
            if part["closes"] and len(groups) == 1:
                raise NoPattern(") closes nothing")
            ways = groups.pop().next() if part["closes"] else 1
            count = _COUNT.match(text, at)
            groups[-1].add(_counted(ways, count, longest) if count else ways)
            at = count.end() if count else at
        if len(groups) > MOST_NESTED:
            raise NoPattern(f"its groups are nested deeper than {MOST_NESTED}")
    if len(groups) > 1:
        raise NoPattern("a group is opened and never closed")
    return groups[0].next()


def _counted(ways: int, count: re.Match[str], longest: int) -> int:
    """The ways of a part that stands several times, each of which can have all of its ways."""
    sign, least, several, most = count.groups()
    first = int(least or sign == "+")
    last = int(most or sign == "?" or longest) if several or sign else first
    if last < max(first, 1):
        raise NoPattern(f"{count[0]} counts to nothing")
    if ways == 1:
        return max(1, min(last, longest) - first + 1)
    # More than 20 times, two ways are already too many.
    return sum(ways**times for times in range(min(first, 20), min(last, 20) + 1))
