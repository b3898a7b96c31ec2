"""Where an author's code calls the book: what it offers there is told at that line."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType

from sfrules.ground.faults import OUR_FOLDERS, is_authors, source_of
from sfrules.ground.ledger import Origin, relative
from sfrules.ground.source import Span


class Author:
    """The code below a book's folder. Paths are shown relative to that folder."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def place(self, name: str) -> Origin:
        """Return the line of the author's code that is calling the book."""
        frame = self._frame()
        return Origin(name, relative(Path(frame.f_code.co_filename), self.root), frame.f_lineno)

    def span(self, place: Origin) -> Span:
        """Return the span of the line at a place, without the blanks around it."""
        source = source_of(str(self.root / place.path), self.root)
        line, start = source.line(place.line), source.start_of(place.line)
        return Span(source, start + len(line) - len(line.lstrip()), start + len(line.rstrip()))

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

    def _frame(self) -> FrameType:
        frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 — Python offers no other way to the caller
        while frame and frame.f_code.co_filename.startswith(OUR_FOLDERS) and frame.f_back:
            frame = frame.f_back
        assert frame  # noqa: S101 — there is always a caller
        return frame
