"""Find the line of an author's code that is calling the book: its mistakes are reported there."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from traceback import walk_stack
from types import FrameType

from sfrules.ground.faults import OUR_FOLDERS, is_authors, source_of
from sfrules.ground.ledger import PACKAGES, Origin, relative
from sfrules.ground.source import Span

NOT_AUTHORS = sys.stdlib_module_names | {"__main__"}


class Author:
    """The code below a book's folder. Paths are shown relative to that folder."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def place(self, name: str) -> Origin:
        """Return the line of the author's code that is calling the book."""
        frame = self._frame()
        return Origin(name, relative(Path(frame.f_code.co_filename), self.root), frame.f_lineno)

    def modules(self) -> dict[str, Path]:
        """Return the author's modules that Python has loaded, with their files."""
        found, packages = {}, str(self.root).count(PACKAGES)
        for name, module in list(sys.modules.items()):
            file = getattr(module, "__file__", None)
            # To follow the links of files that are somebody else's would take a while.
            if not file or file.count(PACKAGES) > packages or name.partition(".")[0] in NOT_AUTHORS:
                continue
            if is_authors(str(path := Path(file).resolve()), self.root):
                found[name] = path
        return found

    def span(self, place: Origin) -> Span:
        """Return the span of the line at a place, without the blanks around it."""
        source = source_of(str(self.root / place.path), self.root)
        line, start = source.line(place.line), source.start_of(place.line)
        return Span(source, start + len(line) - len(line.lstrip()), start + len(line.rstrip()))

    def finder(self, place: Origin) -> Callable[[str], Span]:
        """Return what finds a name in the statement at a place, when it is asked for."""

        def find(name: str) -> Span:
            line = self.span(place)
            at = line.source.text.find(f'"{name}"', line.start)
            return Span(line.source, at + 1, at + 1 + len(name)) if at >= 0 else line

        return find

    def _frame(self) -> FrameType:
        """The statement of the author's module that is being imported, or else what calls us."""
        stack = (frame for frame, _ in walk_stack(sys._getframe(1)))  # noqa: SLF001 — Python offers no other way to the caller
        others = (each for each in stack if not each.f_code.co_filename.startswith(OUR_FOLDERS))
        caller = next(others)
        top = next(
            (each for each in (caller, *others) if each.f_code.co_name == "<module>"), caller
        )
        return top if is_authors(top.f_code.co_filename, self.root) else caller
