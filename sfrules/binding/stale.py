"""Names that a book's words and sources say, and that nothing has any more."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from sfrules.ground.problems import Problem, did_you_mean, problem_at
from sfrules.ground.source import Span
from sfrules.press.things.book import Book

_QUOTED = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")
_WORD = re.compile(r"\w+")


def stale_names(book: Book, said: Mapping[str, Span]) -> Iterator[Problem]:
    """A problem for each name, at its place, that is in no code and no table of the book."""
    if not said:
        return
    known = _words_of(book.watch)
    for name, span in said.items():
        for part in _WORD.findall(name):
            if part not in known:
                hint = did_you_mean(part, known, or_list=False)
                yield problem_at(span, f'nothing of the book is called "{name}"', hint)
                break


def _words_of(watched: Iterable[Path]) -> frozenset[str]:
    """Every word of some code, its texts apart, and of the names and headings of tables."""
    found: set[str] = set()
    for path in watched:
        for file in [path] if path.is_file() else [*path.rglob("*.py"), *path.rglob("*.csv")]:
            text = file.read_text(encoding="utf-8", errors="ignore") if file.exists() else ""
            text = text.partition("\n")[0] if file.suffix == ".csv" else _QUOTED.sub("", text)
            found.update(_WORD.findall(text), _WORD.findall(file.stem))
    return frozenset(found)
