"""Places in an author's code, for problems that point at the line that caused them."""

from __future__ import annotations

import inspect
import re
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType

from sfrules.ground.faults import OUR_FOLDERS, cause, def_lines, is_authors, source_of
from sfrules.ground.ledger import Origin, relative
from sfrules.ground.problems import Mistake, Problem, problem_at, problem_on_line
from sfrules.ground.source import Source, Span


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
        source = source_of(frame.f_code.co_filename, self.root)
        return _span(source, *_lines_of(frame), said)

    def at_function(
        self, function: Callable[..., object], message: str, hint: str = "", said: object = None
    ) -> Problem:
        """Return a problem at a function's `def`, or at `said` where its signature contains it."""
        source = self._source(function)
        return problem_at(_span(source, *def_lines(function, source), said), message, hint)

    def at_fault(self, error: BaseException, what: str, place: Origin) -> Problem:
        """Return a problem for an exception, at the innermost line of the author's own code.

        `what` names the thing that failed, and `place` is used if no line of the traceback is the
        author's.
        """
        if found := cause(error, self.root):
            return found
        frames = traceback.extract_tb(error.__traceback__)
        own = [f for f in frames if is_authors(f.filename, self.root)]
        plain = isinstance(error, ValueError | Mistake)
        said = f"{'' if plain else f'{type(error).__name__}: '}{error}"
        message = said if said.startswith(what.split(maxsplit=1)[0]) else f"{what}: {said}"
        hint = error.hint if isinstance(error, Mistake) else ""
        path, line = str(self.root / place.path), place.line
        if own:
            path, line = own[-1].filename, own[-1].lineno or 1
        return problem_on_line(source_of(path, self.root), line, message, hint)

    def statement(self) -> tuple[str, str, int]:
        """Return the author's module that is being imported, its file, and the line.

        They are empty if there is none.
        """
        frame: FrameType | None = self._frame()
        while frame and frame.f_code.co_name != "<module>":
            frame = frame.f_back
        if not frame or not is_authors(frame.f_code.co_filename, self.root):
            return "", "", 0
        return str(frame.f_globals["__name__"]), frame.f_code.co_filename, frame.f_lineno

    def _source(self, function: Callable[..., object]) -> Source:
        return source_of(inspect.unwrap(function).__code__.co_filename, self.root)

    def _frame(self) -> FrameType:
        frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 — Python offers no other way to the caller
        while frame and frame.f_code.co_filename.startswith(OUR_FOLDERS) and frame.f_back:
            frame = frame.f_back
        assert frame  # noqa: S101 — there is always a caller
        return frame


def _span(source: Source, first: int, last: int, said: object) -> Span:
    """Return the span of a value, or a name, in some lines, and of the first line without it."""
    start, end = source.start_of(first), source.start_of(last) + len(source.line(last))
    quoted = [f'"{said}"', f"'{said}'"] if isinstance(said, str) else []
    for written in [*quoted, str(said)] if said is not None else []:
        pattern = re.escape(written)
        pattern = rf"\b{pattern}\b" if written.isidentifier() else pattern
        if match := re.compile(pattern).search(source.text, start, end):
            return Span(source, *match.span())
    line = source.line(first)
    return Span(source, start + len(line) - len(line.lstrip()), start + len(line.rstrip()))


def _lines_of(frame: FrameType) -> tuple[int, int]:
    """Return the first and the last line of the call that a frame is executing."""
    code: CodeType = frame.f_code
    positions = list(code.co_positions())
    first, last, _, _ = positions[frame.f_lasti // 2]
    return first or frame.f_lineno, last or first or frame.f_lineno
