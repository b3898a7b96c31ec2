r"""The pattern of a column: a regular expression that Python's matcher always answers quickly.

The matcher tries one path through a pattern after another, and some patterns have too many paths:
(a|b)* has two for each letter. So the paths are counted first, and a pattern with too many is
refused. A pattern may have characters, `.`, `[…]`, escapes such as `\d`, groups, `|`, and the
counts `*`, `+`, `?` and `{2,5}`; anything else cannot be counted, and is refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from sfrules.ground.problems import Mistake

MOST_WAYS = 20_000  # paths; Python tries so many in about a millisecond
LENGTHS = (10_000, 120)  # of the longest cell: the first that keeps the paths within bounds
_PART = re.compile(
    r"(?P<one>\[\^?\]?(?:\\.|[^\]\\])*\]|\\[dDsSwW]|\\[^\w\s]|[^\\()\[\]{}|*+?^$]|(?P<closes>\)))"
    r"(?P<count>(?P<sign>[*+?])|\{(?P<least>\d{1,4})(?P<several>,(?P<most>\d{1,4})?)?\})?"
    r"|(?P<opens>\((?:\?:)?)|\|",
    re.DOTALL | re.ASCII,
)


@dataclass(frozen=True)
class Pattern:
    """A pattern, compiled to be matched with cells."""

    expression: re.Pattern[str]
    longest: int  # the characters that a cell may have

    def __str__(self) -> str:
        return self.expression.pattern

    def fits(self, text: str) -> bool:
        """Whether the pattern matches the whole text."""
        return len(text) <= self.longest and self.expression.fullmatch(text) is not None


def pattern_of(text: str) -> Pattern:
    """Compile a pattern.

    Raises:
        Mistake: if the text is not a pattern, or has too many paths.
    """
    try:
        expression = re.compile(text, re.DOTALL)
    except re.error as error:
        raise Mistake(error.msg) from None
    except RecursionError:
        raise Mistake("its groups are nested too deep") from None
    for longest in LENGTHS:
        if _ways(text, longest) <= MOST_WAYS:
            return Pattern(expression, longest)
    raise Mistake(
        "there are too many ways to go about it",
        "count no group that holds | or a count, and say * and + once or twice",
    )


def _ways(text: str, longest: int) -> int:
    """Return an upper bound of the paths through a pattern, for texts of a length."""
    groups, at = [[1]], 0  # the paths of each alternative of each open group
    while at < len(text):
        part = _PART.match(text, at)
        if part is None:
            raise Mistake(f"{text[at : at + 2]} is not known here")
        at = part.end()
        if part["opens"]:
            groups.append([1])
        elif part["one"]:
            ways = _counted(sum(groups.pop()) if part["closes"] else 1, part, longest)
            groups[-1][-1] = min(groups[-1][-1] * ways, MOST_WAYS + 1)
        else:
            groups[-1].append(1)
    return sum(groups[0])


def _counted(ways: int, part: re.Match[str], longest: int) -> int:
    """Return the paths of a part with its count: each repetition multiplies them."""
    first = int(part["least"] or part["sign"] in (None, "+"))
    several = part["sign"] or part["several"]
    last = int(part["most"] or part["sign"] == "?" or longest) if several else first
    if ways == 1:
        return min(last, longest) - min(first, longest) + 1
    # Two paths, repeated more than 20 times, are already too many.
    return sum(ways**times for times in range(min(first, 20), min(last, 20) + 1))
