"""Problems: what is wrong, where, and what would fix it, in one form for every door."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import groupby

from sfrules.ground.edits import Fix
from sfrules.ground.source import Excerpt, Source, Span
from sfrules.ground.terminal import escaped, masked

AT_MOST = 12  # names in a hint, so that it stays short
MOST_OF_A_FILE = 100  # problems that a report shows of one file
LONGEST = 2_000  # characters of a message or a hint
LONGEST_NAME = 200  # characters that are compared to find the nearest name
WIDEST = 160  # characters of a line that are shown
SHORTEST_WORD = 4  # characters: shorter words are near many others
LEAD = 60  # of them ahead of the place, where the line is longer


@dataclass(frozen=True, order=True)
class Problem:
    """One thing wrong, at a place in a file that an author can open."""

    path: str
    line: int
    column: int
    message: str
    hint: str = ""
    #: The whole line, one string for all problems on it; a long one is cut when it is shown.
    text: str = ""
    length: int = 1
    #: What puts the problem right, if that is certain.
    fix: Fix | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        """Cut what quotes too much of what an author has written, and halves of pairs out of it."""
        for name in ("message", "hint"):
            said = getattr(self, name)
            if len(said) > LONGEST or not said.isascii():
                said = said[:LONGEST] + "…" * (len(said) > LONGEST)
                whole = said.encode("utf-8", "backslashreplace").decode()
                object.__setattr__(self, name, whole)

    @property
    def place(self) -> str:
        """`path:line:column`, which editors and terminals turn into a link."""
        return f"{self.path}:{self.line}:{self.column}"

    def __str__(self) -> str:
        """The message, the line with a caret, and the hint, as the terminal shows it."""
        lines = [escaped(f"{self.place}: {self.message}")]
        if self.text:
            lines += self._excerpt()
        if self.hint:
            lines.append(escaped(f"hint: {self.hint}"))
        return "\n".join(lines)

    def _excerpt(self) -> tuple[str, str]:
        """The line, or the part around the place of a long one, and the carets below it."""
        start = max(0, min(self.column - 1 - LEAD, len(self.text) - WIDEST))
        part = self.text[start : start + WIDEST]
        margin = f"{self.line:>5} | {'…' if start else ''}"
        rest = "…" if start + WIDEST < len(self.text) else ""
        ahead = self.column - 1 - start
        carets = "^" * max(1, min(self.length, len(part) - ahead))
        return margin + masked(part) + rest, " " * (len(margin) + ahead) + carets


class ProblemsFound(Exception):
    """Problems that stop a book or a table of facts from being loaded."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(report(problems))
        self.problems = tuple(problems)


class Mistake(Exception):
    """An author's mistake in an expression: what is wrong, and a hint."""

    def __init__(self, message: str, hint: str = "", parameter: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.parameter = parameter


def problem_at(span: Span, message: str, hint: str = "", fix: Fix | None = None) -> Problem:
    """A problem with a span of a source; the caret stays on the span's first line."""
    if isinstance(span.source, Excerpt):
        message = f"{span.source.what}: {message}"
        span = span.source.place(span.start, span.end)
    line, column = span.source.position(span.start)
    text = span.source.line(line)
    length = max(1, min(span.end - span.start, len(text) - column + 1))
    return Problem(span.source.path, line, column, message, hint, text, length, fix)


def problem_on_line(source: Source, line: int, message: str, hint: str = "") -> Problem:
    """A problem with a whole line, for a fault that has no column."""
    text = source.line(line)
    indent = len(text) - len(text.lstrip())
    length = max(1, len(text.strip()))
    return Problem(source.path, line, indent + 1, message, hint, text, length)


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """Problems by file, line and column, each once, with the first of its hints."""
    kept: dict[tuple[str, int, int, str], Problem] = {}
    for problem in sorted(set(problems)):
        kept.setdefault((problem.path, problem.line, problem.column, problem.message), problem)
    return list(kept.values())


def report(problems: Sequence[Problem], noun: str = "problem") -> str:
    """All problems as one text for a terminal, with their count last, where it is read first.

    Of a file with very many, the first are shown and the others counted.
    """
    if not problems:
        return f"no {noun}s"
    shown: list[str] = []
    for path, group in groupby(problems, key=lambda problem: problem.path):
        of_file = list(group)
        shown += map(str, of_file[:MOST_OF_A_FILE])
        if others := of_file[MOST_OF_A_FILE:]:
            shown.append(escaped(f"and {counted(len(others), f'more {noun}')} in {path}"))
    return "\n\n".join([*shown, counted(len(problems), noun)])


def counted(count: int, noun: str) -> str:
    """A number of things: `1 problem`, `3 problems`, `4,211 problems`."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def enumerated(words: Iterable[str], joint: str = "and") -> str:
    """The words as a sentence lists them: "9, 25 and 49"."""
    *most, last = words
    return f"{', '.join(most)} {joint} {last}" if most else last


def did_you_mean(
    name: str, known: Iterable[str], *, or_list: bool = True, cutoff: float = 0.6
) -> str:
    """A hint that offers the nearest known name; if none is near, it may list a few."""
    names, name = sorted(known), name[:LONGEST_NAME]
    if near := get_close_matches(name, names, n=1, cutoff=cutoff) or _sharing_a_word(name, names):
        return f"did you mean {near[0]}?"
    if not names or not or_list:
        return ""
    few, others = names[:AT_MOST], len(names) - AT_MOST
    return f"there are {', '.join(few)}" + (f" and {others} more" if others > 0 else "")


def _sharing_a_word(name: str, names: Sequence[str]) -> list[str]:
    """The name with a word that is nearly one of this name's: "surge" for "healing surg"."""
    by_word: dict[str, str] = {}
    for each in names:
        for word in filter(_is_telling, re.split(r"[\W_]+", each.casefold())):
            by_word.setdefault(word, each)
    asked = filter(_is_telling, re.split(r"[\W_]+", name.casefold()))
    near = [found for word in asked for found in get_close_matches(word, by_word, 1, 0.8)]
    return [by_word[near[-1]]] if near else []


def _is_telling(word: str) -> bool:
    return len(word) >= SHORTEST_WORD
