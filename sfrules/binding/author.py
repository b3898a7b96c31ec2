"""Places in an author's code, for problems that point at the line that caused them."""

from __future__ import annotations

import inspect
import re
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FrameType

from sfrules.ground.faults import OUR_FOLDERS, cause, def_lines, is_authors, source_of
from sfrules.ground.ledger import Origin, relative
from sfrules.ground.problems import Mistake, Problem, problem_at, problem_on_line
from sfrules.ground.source import Span


class Author:
    """The code below a book's folder. Paths are shown relative to that folder."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def place(self, name: str) -> Origin:
        """Return the line of the author's code that is calling the book."""
        frame = self._frame()
        return Origin(name, relative(Path(frame.f_code.co_filename), self.root), frame.f_lineno)

    def at_call(self, message: str, hint: str = "", said: object = None) -> Problem:
        """Return a problem at the running call, or at `said` where the call's text contains it."""
        return problem_at(self.span_at_call(said), message, hint)

    def span_at_call(self, said: object = None) -> Span:
        """Return the span of the running call's line, or of `said` where the call contains it."""
        frame = self._frame()
        return self._span(frame.f_code.co_filename, *_lines_of(frame), said)

    def at_function(
        self, function: Callable[..., object], message: str, hint: str = "", said: object = None
    ) -> Problem:
        """Return a problem at a function's `def`, or at `said` where its signature contains it."""
        file = inspect.unwrap(function).__code__.co_filename
        lines = def_lines(function, source_of(file, self.root))
        return problem_at(self._span(file, *lines, said), message, hint)

    def span_at_code(
        self, function: Callable[..., object], at: tuple[int, int, int] | None
    ) -> Span:
        """Return the span of a function's `def`, or of a part by its line and columns from 0."""
        source = source_of(inspect.unwrap(function).__code__.co_filename, self.root)
        if at is None:
            return self._span(str(self.root / source.path), *def_lines(function, source), None)
        start = source.start_of(at[0])
        return Span(source, start + at[1], start + at[2])

    def at_fault(self, error: BaseException, what: str, place: Origin) -> Problem:
        """Return a problem for an exception, at the innermost line of the author's own code.

        `what` names the thing that failed, and `place` is used if no line of the traceback is the
        author's.
        """
        if found := cause(error, self.root):
            return found
        frames = [f for f in traceback.extract_tb(error.__traceback__) if self.is_own(f.filename)]
        plain = isinstance(error, ValueError | Mistake)
        said = f"{'' if plain else f'{type(error).__name__}: '}{error}"
        message = said if said.startswith(what.split(maxsplit=1)[0]) else f"{what}: {said}"
        hint = error.hint if isinstance(error, Mistake) else ""
        if frames:
            path, line = frames[-1].filename, frames[-1].lineno or 1
            return problem_on_line(source_of(path, self.root), line, message, hint)
        return problem_on_line(
            source_of(str(self.root / place.path), self.root), place.line, message, hint
        )

    def statement(self) -> tuple[str, str, int]:
        """Return the author's module that is being imported, its file, and the line.

        They are empty if there is none.
        """
        frame: FrameType | None = self._frame()
        while frame and frame.f_code.co_name != "<module>":
            frame = frame.f_back
        if not frame or not self.is_own(frame.f_code.co_filename):
            return "", "", 0
        return str(frame.f_globals["__name__"]), frame.f_code.co_filename, frame.f_lineno

    def is_own(self, file: str) -> bool:
        """Whether a file is the author's own: below the root, and not an installed package."""
        return is_authors(file, self.root)

    def _frame(self) -> FrameType:
        frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 — Python offers no other way to the caller
        while frame and frame.f_code.co_filename.startswith(OUR_FOLDERS) and frame.f_back:
            frame = frame.f_back
        assert frame  # noqa: S101 — there is always a caller
        return frame

    def _span(self, file: str, first: int, last: int, said: object) -> Span:
        source = source_of(file, self.root)
        start, end = source.start_of(first), source.start_of(last) + len(source.line(last))
        if found := _found(source.text, start, end, said):
            return Span(source, *found)
        line = source.line(first)
        return Span(source, start + len(line) - len(line.lstrip()), start + len(line.rstrip()))


def _found(text: str, start: int, end: int, said: object) -> tuple[int, int] | None:
    """Find where a value, or a name, is written between two offsets."""
    if said is None:
        return None
    for written in _written(said):
        pattern = re.escape(written)
        pattern = rf"\b{pattern}\b" if written.isidentifier() else pattern
        if match := re.compile(pattern).search(text, start, end):
            return match.span()
    return None


def _written(said: object) -> Iterator[str]:
    if isinstance(said, str):
        yield f'"{said}"'
        yield f"'{said}'"
    yield str(said)


def _lines_of(frame: FrameType) -> tuple[int, int]:
    """Return the first and the last line of the call that a frame is executing."""
    code: CodeType = frame.f_code
    positions = list(code.co_positions())
    first, last, _, _ = positions[frame.f_lasti // 2]
    return first or frame.f_lineno, last or first or frame.f_lineno
