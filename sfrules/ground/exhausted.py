"""The exception for work that has used up its time, its turns of loops or its output."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable
from pathlib import Path


class Exhausted(BaseException):
    """The work used up what it may: nothing more is done for it.

    As no Exception, it passes by whatever a rule, a session or Markdown catches. The innermost rule
    that it passes names itself, so that the author learns which call had not ended.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
        self._rule = ""

    def name_rule(self, function: Callable[..., object], call: str) -> None:
        """Say which call of a rule had not ended, and where in its file; the first one counts."""
        if self._rule:
            return
        file = inspect.unwrap(function).__code__.co_filename
        frames = traceback.extract_tb(self.__traceback__)
        line = next((f.lineno for f in reversed(frames) if f.filename == file), None)
        path, here = Path(file), Path.cwd()
        shown = path.relative_to(here).as_posix() if path.is_relative_to(here) else path.name
        self._rule = f": {call} had not ended, at {shown}:{line}"

    def __str__(self) -> str:
        return f"{self.message}{self._rule}"
