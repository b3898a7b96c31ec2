"""What each torture is asked to try, and what it comes to: a section of what is printed."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

# Pages that speak of the press, not of the game: their samples say what is false on purpose.
NO_CHAPTERS = ("docs/authoring/", "docs/lint/", "docs/checked.md")
ROOT = Path(__file__).resolve().parents[2]
_FORK = get_context("fork")


def chapters() -> list[str]:
    """The pages of the game, in the order of their paths."""
    pages = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/**/*.md"))
    return [page for page in pages if not page.startswith(NO_CHAPTERS)]


@dataclass(frozen=True)
class Task:
    """How much is to be tried, as a share of the whole, and the seed of what is chosen."""

    share: float = 1.0
    seed: int = 1

    def of(self, whole: int) -> int:
        """So many of a whole, and one at least."""
        return max(1, round(self.share * whole))


@dataclass
class Section:
    """A torture's title, what it tells in Markdown, and what fell."""

    title: str
    lines: list[str] = field(default_factory=list)
    fallen: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        fell = [f"- {each}" for each in self.fallen]
        return "\n".join([f"## {self.title}", "", *self.lines, *(["", *fell] if fell else []), ""])


def most_missed(enough: float, tried: int) -> float:
    """How many of a sample may be missed where a share is enough.

    That is as many more than the share as chance makes of one sample in forty.
    """
    missed = (1 - enough) * tried
    return missed + 2 * (enough * missed) ** 0.5


def tried(attempt: Callable[[Any], Any], inputs: Iterable[Any], seconds: float) -> Iterator[Any]:
    """Try each input in a process of its own, two at a time, and give what comes of it in turn.

    Of one that takes longer than some seconds, or ends its process, that is None.
    """

    def one(given: Any) -> Any:
        ours, theirs = _FORK.Pipe(duplex=False)
        process = _FORK.Process(target=_try, args=(attempt, given, theirs))
        process.start()
        theirs.close()
        try:
            return ours.recv() if ours.poll(seconds) else None
        except EOFError:
            return None
        finally:
            process.kill()
            process.join()
            ours.close()

    with ThreadPoolExecutor(2) as pool:
        yield from pool.map(one, inputs)


def _try(attempt: Callable[[Any], Any], given: Any, pipe: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    pipe.send(attempt(given))
