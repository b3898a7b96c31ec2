"""Find the line of the author's code or facts that has to change for a failure shown elsewhere."""

from __future__ import annotations

import inspect
import traceback
from abc import abstractmethod
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FrameType
from typing import ClassVar

from sfrules.ground.file_door import read_source
from sfrules.ground.formats import shown, without_addresses
from sfrules.ground.ledger import PACKAGES, relative
from sfrules.ground.problems import Mistake, Problem, ProblemsFound, problem_on_line
from sfrules.ground.source import Source

_OURS = Path(__file__).resolve().parents[1]
OUR_FOLDERS = tuple(
    str(_OURS / name) for name in ("__init__.py", "binding", "facts", "ground", "press")
)
ENDLESS = 5  # seconds: a rule that is stopped after so many is not asked again in the same check
# They check arguments before they call the author's code: a TypeError in it is its own fault.
_CHECKED = tuple(str(_OURS / name) for name in ("binding", "facts", "press/things"))
_REFUSALS = (ValueError, Mistake, RecursionError, MemoryError, OverflowError)
# What may be wrong with a cell where a rule fails for a type; Fraction says no type.
_EMPTY = "an empty cell is None: fill it, or say what holds without it"
_CELLS = {
    "NoneType": _EMPTY,
    "a Rational instance": _EMPTY,
    "'str'": "a column with a text in it holds texts: write numbers, or read it as texts",
}


class Elsewhere(Exception):
    """What is wrong at another place than the one where it was noticed."""

    @abstractmethod
    def problem(self, root: Path) -> Problem:
        """The problem at its own place; paths are shown relative to `root`."""


class LimitReached(BaseException):
    """The work has used up its time, its turns of loops or its output: no more is done for it.

    As no Exception, it passes by whatever a rule, a session or Markdown catches. The innermost rule
    that it passes names itself, so that the author learns which call had not ended.
    """

    #: What stopped a rule that took a page's time, by the rule; a new check begins without any.
    endless: ClassVar[dict[Callable[..., object], LimitReached]] = {}

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
        self._rule = ""

    @classmethod
    def stop(cls, rule: Callable[..., object]) -> None:
        """Refuse to ask a rule that has taken a page's time: no other page waits for it."""
        if late := cls.endless.get(rule):
            raise late.with_traceback(None)

    def name_rule(self, rule: Callable[..., object], call: str, seconds: float) -> None:
        """Say which call of a rule had not ended, and where in its file; the first one counts."""
        if seconds > ENDLESS:
            self.endless[rule] = self
        if not self._rule:
            file, line = line_in(rule, self)
            path, here = Path(file), Path.cwd()
            shown = path.relative_to(here).as_posix() if path.is_relative_to(here) else path.name
            self._rule = f": {call} had not ended, at {shown}:{line}"

    def __str__(self) -> str:
        return f"{self.message}{self._rule}"


def cause(error: BaseException, root: Path) -> Problem | None:
    """The problem at the place that has to change, if that is not the one where an error shows.

    A refusal, which is a ValueError, is about what was asked, and so is a TypeError of a function
    that holds its arguments to nothing.
    """
    if isinstance(error, Elsewhere):
        return error.problem(root)
    if isinstance(error, ProblemsFound):
        return error.problems[0]
    if isinstance(error, _REFUSALS) or not isinstance(error, Exception):
        return None
    frames = list(traceback.walk_tb(error.__traceback__))
    own = [at for at, (frame, _) in enumerate(frames) if is_authors(_file(frame), root)]
    if not own:
        return None
    caller, _ = frames[max(own[0] - 1, 0)]
    if isinstance(error, TypeError) and not _file(caller).startswith(_CHECKED):
        return None
    frame, line = frames[own[-1]]
    message, hint = without_addresses(f"{type(error).__name__}: {error}"), _asked(frame)
    for name, cell in _CELLS.items() if isinstance(error, TypeError) else ():
        hint += f"; {cell}" if name in message else ""
    return problem_in(_file(frame), line, root, message, hint.removeprefix("; "))


def problem_in(file: str, line: int, root: Path, message: str, hint: str = "") -> Problem:
    """A problem with a line of a file of code, whose path is shown relative to the root."""
    return problem_on_line(source_of(file, root), line, message, hint)


def in_words(error: Exception) -> tuple[str, str]:
    """What an error says and its hint; a refusal says nothing of its type."""
    if isinstance(error, Mistake):
        return error.message, error.hint
    is_refusal = isinstance(error, ValueError)
    return without_addresses(f"{'' if is_refusal else f'{type(error).__name__}: '}{error}"), ""


def line_in(rule: Callable[..., object], error: BaseException) -> tuple[str, int]:
    """The file of a rule, and the innermost line of it that an error has passed."""
    code = inspect.unwrap(rule).__code__
    passed = _passed(error, lambda file: file == code.co_filename)
    return passed or (code.co_filename, code.co_firstlineno)


def line_of(error: BaseException, root: Path) -> tuple[str, int] | None:
    """The file and the innermost line of the author's own code that an error has passed."""
    return _passed(error, lambda file: is_authors(file, root))


def _passed(error: BaseException, wanted: Callable[[str], bool]) -> tuple[str, int] | None:
    frames = traceback.walk_tb(error.__traceback__)
    lines = [(_file(frame), line) for frame, line in frames if wanted(_file(frame))]
    return lines[-1] if lines else None


@cache
def is_authors(file: str, root: Path) -> bool:
    """Whether a file is the author's own: below the root, no part of the press, not installed.

    A book may be installed itself, and it may have an environment with packages in its folder.
    """
    path = Path(file)
    if file.startswith(OUR_FOLDERS) or not path.is_relative_to(root):
        return False
    below = path.relative_to(root).parts
    return PACKAGES not in below and (root.name != PACKAGES or len(below) == 1)


def source_of(file: str, root: Path) -> Source:
    """The text of a file of code, with its path below the root; empty if it is of no file."""
    shown = relative(Path(file), root)
    try:
        return read_source(Path(file), shown)
    except ProblemsFound:
        return Source(shown, "")


def _file(frame: FrameType) -> str:
    return frame.f_code.co_filename


def _asked(frame: FrameType) -> str:
    """What a function had been asked when it failed; nothing for code of a module."""
    code = frame.f_code
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    known = ((name, frame.f_locals[name]) for name in names if name in frame.f_locals)
    said = ", ".join(f"{name} = {shown(value)}" for name, value in known)
    return f"with {said}" if said else ""
