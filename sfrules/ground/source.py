"""The text of a file as its author sees it: with its path, its lines, and places in them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

# What a page says of itself at its top, in YAML.
FRONT_MATTER = re.compile(r"---[ \t]*\n(?P<front>.*?\n)(?:---|\.\.\.)[ \t]*\n", re.DOTALL)
# Where a merge has left both versions of some lines.
CONFLICT = re.compile(r"^<{7} .*\n(?:.*\n)*?={7}\n(?:.*\n)*?>{7} .*", re.MULTILINE)
BOTH_KEPT = "a merge left two versions here", "keep one of them, and take out the marks around them"


@dataclass(frozen=True)
class Source:
    """The text of one file, with the path by which its author knows it."""

    path: str
    text: str

    @cached_property
    def _starts(self) -> list[int]:
        lines = self.text.split("\n")
        return [0, *accumulate(len(line) + 1 for line in lines[:-1])]

    def position(self, offset: int) -> tuple[int, int]:
        """The line and column of a character, both counted from 1."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    @cached_property
    def _lines(self) -> dict[int, str]:
        return {}

    def line(self, number: int) -> str:
        """The text of a line, without its end; the same string for all who ask for it.

        Code keeps the numbers of its lines when its file gets shorter: past the end, none has text.
        """
        if number not in self._lines:
            start = self._starts[number - 1] if number <= len(self._starts) else len(self.text)
            end = self.text.find("\n", start)
            self._lines[number] = self.text[start : end if end >= 0 else None]
        return self._lines[number]

    def start_of(self, line: int) -> int:
        """The offset of a line's first character; past the end, that of the last line."""
        return self._starts[min(line, len(self._starts)) - 1]


@dataclass(frozen=True)
class Span:
    """A stretch of a source, from `start` up to but not including `end`."""

    source: Source
    start: int
    end: int

    @property
    def text(self) -> str:
        """The characters of the span."""
        return self.source.text[self.start : self.end]


@dataclass(frozen=True)
class Excerpt(Source):
    """A text that has no file of its own; problems with it are reported where it stands in one."""

    #: What it is, which each problem with it begins with.
    what: str
    #: Finds where a stretch of it stands, given by its offsets.
    place: Callable[[int, int], Span]
