"""How far a build is: a line in the terminal, there only while the build takes long."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TextIO

LONG = 1.0  # seconds of a build after which it says how far it is
OFTEN = 0.1  # seconds between two looks of the line
_CLEARED = "\r\x1b[K"


@dataclass
class Progress:
    """Says how far a build is on a stream, if that is a terminal; without a stream, nowhere."""

    stream: TextIO | None = None
    now: Callable[[], float] = time.monotonic
    _expected: int = 0
    _done: Counter[str] = field(default_factory=Counter)
    _next: float = 0.0
    _shown: bool = False

    def begin(self, expected: int = 0) -> None:
        """Begin another build, of so many pages."""
        self._done.clear()
        self._next = self.now() + LONG
        self.expect(expected)

    def expect(self, pages: int) -> None:
        """Say how many pages the next steps are about."""
        self._expected = pages

    def step(self, doing: str) -> None:
        """Note that one more page is done with."""
        self._done[doing] += 1
        if self.stream and self.stream.isatty() and self.now() >= self._next:
            self._next = self.now() + OFTEN
            said = f"{doing} pages: {self._done[doing]} of {self._expected}"
            self._shown = bool(self.stream.write(f"{_CLEARED}{said}"))
            self.stream.flush()

    def end(self) -> None:
        """Leave the line to what is written next."""
        if self.stream and self._shown:
            self.stream.write(_CLEARED)
            self.stream.flush()
        self._shown = False
