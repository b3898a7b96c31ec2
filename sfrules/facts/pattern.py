r"""The pattern of a column: a regular expression that Python's matcher always answers quickly.

The matcher tries one path through a pattern after another, and some patterns have too many paths:
(a|b)* has two for each letter. So the paths are counted first, and a pattern with too many is
refused. A pattern may have characters, `.`, `[…]`, escapes such as `\d`, groups, `|`, and the
counts `*`, `+`, `?` and `{2,5}`; anything else cannot be counted, and is refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

MOST_WAYS = 20_000  # paths; Python tries so many in about a millisecond
LENGTHS = (10_000, 120)  # of the longest cell: the first that keeps the paths within bounds
MOST_NESTED = 20  # groups: Python's parser recurses for each
_PART = re.compile(
    r"(?P<one>\[\^?\]?(?:\\.|[^\]\\])*\]|\\[dDsSwW]|\\[^\w\s]|[^\\()\[\]{}|*+?^$])"
    r"|(?P<opens>\((?:\?:)?)|(?P<closes>\))|\|",
    re.DOTALL,
)
_COUNT = re.compile(r"([*+?])|\{([0-9]{1,4})(?:(,)([0-9]{1,4})?)?\}")


class NoPattern(Exception):
    """A text is not a pattern that can be used; with the reason, and what to write instead."""

    def __init__(self, why: str, hint: str = "") -> None:
        super().__init__(why)
        self.hint = hint


@dataclass(frozen=True)
class Pattern:
    """A pattern, compiled to be matched with cells."""

    text: str
    expression: re.Pattern[str]
    longest: int  # the characters that a cell may have

    def __str__(self) -> str:
        return self.text

    def fits(self, text: str) -> bool:
        """Whether the pattern matches the whole text."""
        return len(text) <= self.longest and self.expression.fullmatch(text) is not None


def pattern_of(text: str) -> Pattern:
    """Compile a pattern.

    Raises:
        NoPattern: if the text is not a pattern, or has too many paths.
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
    """The paths of a group: of the alternatives read so far, and of the current one."""

    others: int = 0
    ways: int = 1
    empty: bool = True

    def add(self, ways: int) -> None:
        self.ways, self.empty = min(self.ways * ways, MOST_WAYS + 1), False

    def next(self) -> int:
        """Begin another alternative, and return the number of paths of all so far."""
        if self.empty:
            raise NoPattern("a group has nothing in it, or nothing beside |")
        self.others, self.ways, self.empty = self.others + self.ways, 1, True
        return self.others


def _ways(text: str, longest: int) -> int:
    """Return an upper bound of the paths through a pattern, for texts of a length."""
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
    """Return the paths of a repeated part: each repetition multiplies them."""
    sign, least, several, most = count.groups()
    first = int(least or sign == "+")
    last = int(most or sign == "?" or longest) if several or sign else first
    if last < max(first, 1):
        raise NoPattern(f"{count[0]} counts to nothing")
    if ways == 1:
        return max(1, min(last, longest) - first + 1)
    # Two paths, repeated more than 20 times, are already too many.
    return sum(ways**times for times in range(min(first, 20), min(last, 20) + 1))
