"""What is wrong, where, and what would mend it: one shape for every door."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from html import escape
from typing import TYPE_CHECKING

from sfrules.ground.mends import Mend

if TYPE_CHECKING:
    from sfrules.ground.source import Source, Span


AT_MOST = 12  # names in a hint, so that it stays a hint
# All but the end of a line; with the marks that turn the direction of writing around.
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


@dataclass(frozen=True, order=True)
class Problem:
    """One thing wrong, at a place in a file that an author can open.

    `mend` is what would put it right, where that is certain.
    """

    path: str
    line: int
    column: int
    message: str
    hint: str = ""
    text: str = ""
    length: int = 1
    mend: Mend | None = field(default=None, compare=False)

    @property
    def place(self) -> str:
        """`path:line:column`, which editors and terminals turn into a link."""
        return f"{self.path}:{self.line}:{self.column}"

    def __str__(self) -> str:
        """The message, the line with a caret, and the hint, as the terminal shows it."""
        lines = [shown(f"{self.place}: {self.message}")]
        if self.text:
            margin = f"{self.line:>5} | "
            lines.append(margin + _CONTROL.sub(" ", self.text))
            room = max(1, min(self.length, len(self.text) - self.column + 1))
            lines.append(" " * (len(margin) + self.column - 1) + "^" * room)
        if self.hint:
            lines.append(shown(f"hint: {self.hint}"))
        return "\n".join(lines)


def shown(text: str) -> str:
    """A text with the signs that a terminal would act on written out; a line's end stays."""
    return _CONTROL.sub(lambda sign: sign[0].encode("unicode_escape").decode(), text)


class ProblemsFound(Exception):
    """What stops a book from being loaded: problems that are known with their places."""

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
        self.offset: int | None = None


def problem_at(span: Span, message: str, hint: str = "", mend: Mend | None = None) -> Problem:
    """A problem with a span of a source; the caret stays on the span's first line."""
    line, column = span.source.position(span.start)
    on_first_line = span.text.split("\n", 1)[0]
    return Problem(
        path=span.source.path,
        line=line,
        column=column,
        message=message,
        hint=hint,
        text=span.source.line(line),
        length=max(1, len(on_first_line)),
        mend=mend,
    )


def problem_on_line(source: Source, line: int, message: str, hint: str = "") -> Problem:
    """A problem with a whole line, for a fault that names no column."""
    text = source.line(line)
    indent = len(text) - len(text.lstrip())
    length = max(1, len(text.strip()))
    return Problem(source.path, line, indent + 1, message, hint, text, length)


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """Problems by file, line and column, each once."""
    return sorted(set(problems))


def report(problems: Sequence[Problem]) -> str:
    """All problems as one text, with their count last, where a terminal is read."""
    if not problems:
        return "no problems"
    count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
    return "\n\n".join([*map(str, problems), count])


def report_json(problems: Sequence[Problem]) -> str:
    """All problems as a JSON list, for editors and other programs."""
    keys = ("path", "line", "column", "message", "hint")
    return json.dumps([{key: getattr(p, key) for key in keys} for p in problems], indent=2)


def report_html(problems: Sequence[Problem]) -> str:
    """All problems as a box to stand on a page under preview."""
    count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
    return (
        '<div class="press-problems" role="alert">'
        f"<h2>{count}: this is the last good version of the page</h2>"
        f'<pre tabindex="0">{escape(report(problems))}</pre></div>'
    )


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A hint that offers the nearest known name, or lists a few of what there is."""
    names = sorted(known)
    if near := get_close_matches(name, names, n=1, cutoff=0.6):
        return f"did you mean {near[0]}?"
    if not names:
        return ""
    few, others = names[:AT_MOST], len(names) - AT_MOST
    return f"there are {', '.join(few)}" + (f" and {others} more" if others > 0 else "")
