"""What each torture comes to: a section of bench/TORTURE.md."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cases import Case

# Pages that speak of the press, not of the game: their samples say what is false on purpose.
NO_CHAPTERS = ("docs/authoring/", "docs/lint/", "docs/checked.md")
ROOT = Path(__file__).resolve().parents[2]


def chapters() -> list[str]:
    """The pages of the game, in the order of their paths."""
    pages = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/**/*.md"))
    return [page for page in pages if not page.startswith(NO_CHAPTERS)]


@dataclass(frozen=True)
class Task:
    """How much is to be tried, as a share of the whole, and the seed of what is chosen.

    What may take far longer than it did the last time begins nothing new after some seconds.
    """

    share: float = 1.0
    seed: int = 1
    seconds: float = math.inf

    def of(self, whole: int) -> int:
        """So many of a whole, and one at least."""
        return max(1, round(self.share * whole))


@dataclass
class Section:
    """A section of the report: its title, what it tells in Markdown, and what fell.

    `cases` are inputs that fell, to be kept and tried again. `tried` is the share that there was
    time for, if it is not the one asked for.
    """

    title: str
    lines: list[str] = field(default_factory=list)
    fallen: list[str] = field(default_factory=list)
    cases: list[Case] = field(default_factory=list)
    tried: float | None = None

    def __str__(self) -> str:
        fell = [f"- {each}" for each in self.fallen]
        return "\n".join([f"## {self.title}", "", *self.lines, *(["", *fell] if fell else []), ""])
