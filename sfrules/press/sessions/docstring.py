"""A rule's docstring, and where it stands in its file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import CodeType

from sfrules.ground.ledger import relative
from sfrules.ground.source import Source
from sfrules.press.sessions.output import PROMPT, ExamplePlace, lines_of_code


@dataclass(frozen=True)
class File:
    """A module's text, and whether it is the book's own to change."""

    source: Source
    own: bool


@dataclass(frozen=True)
class Docstring:
    """A rule's docstring, and the line of its file that it begins on; 0 if it is not found there.

    It is not found where the file has it otherwise than Python reads it, as with escapes.
    """

    lines: tuple[str, ...]
    file: File
    first: int
    function: int

    @property
    def found(self) -> bool:
        """Whether its lines are known in its file, and so may be written there."""
        return self.first > 0

    def place(self, line: int, wanted: int = 0) -> ExamplePlace:
        """Where an example stands; else, where its function does."""
        if not self.found:
            return ExamplePlace(self.file.source, self.function, 1, 1, 0)
        there = self.first + line
        column = self.file.source.line(there).find(PROMPT.strip()) + 1
        coded = lines_of_code(list(self.lines), line)
        return ExamplePlace(self.file.source, there, max(column, 1), coded, wanted)


def file_at(path: str, root: Path) -> File:
    """A module's text; nothing where it cannot be read, as of code that is of no file."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        text = ""
    return File(Source(relative(Path(path), root), text), Path(path).is_relative_to(root))


def find_docstring(text: str, file: File, code: CodeType) -> Docstring:
    """The docstring in its file, by its prompts: much faster than reading the file as Python."""
    lines = tuple(text.split("\n"))
    there = file.source.text.split("\n")
    prompts = [(at, line.strip()) for at, line in enumerate(lines) if PROMPT in line]

    def begins(first: int) -> bool:
        return all(
            there[first - 1 + at].strip().removeprefix('r"""').removeprefix('"""') == prompt
            for at, prompt in prompts
        )

    # It begins before the function's last line of code: behind that may be another one like it.
    last, end = max(line or 0 for *_, line in code.co_lines()), len(there) + 2 - len(lines)
    candidates = range(
        code.co_firstlineno, min(last + 1, end) if code.co_firstlineno < last else end
    )
    first = next(filter(begins, candidates), 0)
    return Docstring(lines, file, first, min(code.co_firstlineno, len(there)))
