"""Where in an author's code something is said, and what is wrong there."""

from __future__ import annotations

import inspect
import re
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FrameType

from sfrules.ground.file_door import read_source
from sfrules.ground.ledger import Origin, is_own, relative
from sfrules.ground.problems import Mistake, Problem, ProblemsFound, problem_at, problem_on_line
from sfrules.ground.source import Source, Span

OURS = Path(__file__).resolve().parents[1]
OUR_FOLDERS = tuple(
    str(OURS / name) for name in ("__init__.py", "binding", "facts", "ground", "press")
)


class Author:
    """The author's code below a folder: paths are shown relative to it."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def place(self, name: str) -> Origin:
        """Where the author's code is that is running: the line that has called the book."""
        frame = self._frame()
        return Origin(name, relative(Path(frame.f_code.co_filename), self.root), frame.f_lineno)

    def at_call(self, message: str, hint: str = "", said: object = None) -> Problem:
        """A problem with the call that is running, at the text `said` in it if that is found."""
        return problem_at(self.span_at_call(said), message, hint)

    def span_at_call(self, said: object = None) -> Span:
        """The line of the call that is running, or where a text is said in it."""
        frame = self._frame()
        return self._span(frame.f_code.co_filename, *_lines_of(frame), said)

    def at_function(
        self, function: Callable[..., object], message: str, hint: str = "", said: object = None
    ) -> Problem:
        """A problem with a function, at its `def`, or at what is said in the lines of that."""
        code = inspect.unwrap(function).__code__
        source = self._source(code.co_filename)
        first = code.co_firstlineno
        lines = source.text.split("\n")
        at = next((n for n in range(first, len(lines) + 1) if _DEF.match(lines[n - 1])), first)
        end = next(
            (n for n in range(at, len(lines) + 1) if lines[n - 1].rstrip().endswith(":")), at
        )
        return problem_at(self._span(code.co_filename, at, end, said), message, hint)

    def at_fault(self, error: BaseException, what: str, place: Origin) -> Problem:
        """A problem with what has failed, at the line of the author's code that failed last."""
        frames = [f for f in traceback.extract_tb(error.__traceback__) if self.is_own(f.filename)]
        plain = isinstance(error, ValueError | Mistake)
        said = f"{'' if plain else f'{type(error).__name__}: '}{error}"
        message = said if said.startswith(what.split(maxsplit=1)[0]) else f"{what}: {said}"
        hint = error.hint if isinstance(error, Mistake) else ""
        if frames:
            path, line = frames[-1].filename, frames[-1].lineno or 1
            return problem_on_line(self._source(path), line, message, hint)
        return problem_on_line(self._source(str(self.root / place.path)), place.line, message, hint)

    def module(self) -> str:
        """The module of the author's that is being imported; empty if there is none."""
        frame: FrameType | None = self._frame()
        while frame and frame.f_code.co_name != "<module>":
            frame = frame.f_back
        own = frame and self.is_own(frame.f_code.co_filename)
        return str(frame.f_globals["__name__"]) if frame and own else ""

    def is_own(self, file: str) -> bool:
        """Whether a file is the author's own: below the root, and no installed package."""
        return not file.startswith(OUR_FOLDERS) and is_own(file, self.root)

    def _frame(self) -> FrameType:
        frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 — the way to ask who is calling
        while frame and frame.f_code.co_filename.startswith(OUR_FOLDERS) and frame.f_back:
            frame = frame.f_back
        assert frame  # noqa: S101 — somebody has called
        return frame

    def _source(self, file: str) -> Source:
        shown = relative(Path(file), self.root)
        try:
            return read_source(Path(file), shown)
        except ProblemsFound:
            return Source(shown, "")  # as of code that is of no file

    def _span(self, file: str, first: int, last: int, said: object) -> Span:
        source = self._source(file)
        start, end = source.start_of(first), source.start_of(last) + len(source.line(last))
        if found := _found(source.text, start, end, said):
            return Span(source, *found)
        line = source.line(first)
        return Span(source, start + len(line) - len(line.lstrip()), start + len(line.rstrip()))


_DEF = re.compile(r"\s*(async )?def \w")


def _found(text: str, start: int, end: int, said: object) -> tuple[int, int] | None:
    """Where in a stretch of code a value is written, or a name."""
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
    """The first and the last line of the call that a frame is at."""
    code: CodeType = frame.f_code
    positions = list(code.co_positions())
    first, last, _, _ = positions[frame.f_lasti // 2]
    return first or frame.f_lineno, last or first or frame.f_lineno
