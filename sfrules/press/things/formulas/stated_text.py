"""The text of an author's formula, read from left to right: words, signs, and how each is drawn."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import lru_cache
from typing import Literal

from sfrules.ground.number_words import MINUS, TIMES
from sfrules.ground.problems import Mistake, did_you_mean
from sfrules.press.things.formulas.wording import DIVIDED, Fragment, Fragments

# Blanks, and the margin of a quotation or a box that the formula stands in.
BLANKS = r"(?:\n[ \t>]*|[ \t])"
_BLANK = re.compile(f"{BLANKS}*")
WORD = re.compile(r"[^\W\d_][\w'\u2019-]*")
_RUN = re.compile(r"[^\W\d_][^+=()/,;\n\u2212\u00d7\u00f7]*")
_SHOWN = {"-": MINUS, "*": TIMES, "/": DIVIDED}

FragmentKind = Literal["text", "name", "term", "sign", "minus", "power", "end of power"]


class Misread(Mistake):
    """A place in a formula that cannot be read; `within` are its offsets in the author's text."""

    def __init__(self, message: str, hint: str, within: tuple[int, int]) -> None:
        super().__init__(message, hint, "words")
        self.within = within


def plain(words: str) -> str:
    """A name in small letters, with single blanks, whatever margin it goes across."""
    return " ".join(re.sub(r"\n[ \t>]*", " ", words).lower().replace("\u2019", "'").split())


@lru_cache(maxsize=256)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """A pattern for the longest of some names that stands at a place."""
    each = sorted(names, key=len, reverse=True)
    return re.compile("|".join(map(_flexible, each)) or r"(?!)", re.IGNORECASE)


def _flexible(name: str) -> str:
    words = (re.escape(word).replace("'", "['\u2019]") for word in name.split())
    edge = r"(?![^\W\u00b2\u00b3])" if name[-1:].isalnum() else ""  # Size² is a square of Size
    return f"{BLANKS}+".join(words) + edge


@dataclass
class FormulaText:
    """A stretch of a text, and how far it has been read."""

    text: str
    at: int
    end: int
    _marks: list[tuple[int, int, FragmentKind]] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.at == 0:  # the margin of the first line has no line's end before it
            self.at = len(self.text) - len(self.text.lstrip(" \t\n>"))
        self.skip()
        self.start = self.at

    def skip(self) -> None:
        """Pass blanks."""
        blank = _BLANK.match(self.text, self.at, self.end)
        self.at = blank.end() if blank else self.at

    def mark(self, kind: FragmentKind, start: int, end: int) -> None:
        """Note how a stretch is drawn."""
        self._marks.append((start, end, kind))

    def place(self) -> tuple[int, int]:
        """How far the text has been read, to go back to."""
        return self.at, len(self._marks)

    def back(self, place: tuple[int, int]) -> None:
        """Go back to a place."""
        self.at = place[0]
        del self._marks[place[1] :]

    def match(self, pattern: re.Pattern[str], kind: FragmentKind | None = None) -> str:
        """What of a pattern stands here, which is passed; nothing if it does not."""
        found = pattern.match(self.text, self.at, self.end)
        if not found or found.end() == self.at:
            return ""
        if kind:
            self.mark(kind, self.at, found.end())
        self.at = found.end()
        self.skip()
        return found[0]

    def one_of(self, names: Iterable[str], kind: FragmentKind | None = None) -> str:
        """The longest of some names that stands here, which is passed; nothing if none does."""
        return self.match(self._any_of(names), kind)

    def _any_of(self, names: Iterable[str]) -> re.Pattern[str]:
        """A pattern for some names, but for those that begin with another letter than stands here.

        To make patterns takes longer than all else about a formula.
        """
        first = self.text[self.at : self.at + 1].lower()
        return _pattern(tuple(name for name in names if name[:1].lower() == first))

    def take(self, *choices: str, kind: FragmentKind | None = None) -> str:
        """The first of some words that stands here, which is passed; nothing if none does."""
        for words in choices:
            if self.one_of([words], kind):
                return words
        return ""

    def sees(self, *choices: str) -> bool:
        """Whether any of some words stands here."""
        return self._any_of(choices).match(self.text, self.at, self.end) is not None

    def has_signs(self, start: int) -> bool:
        """Whether a sign stands between a place and this one, outside of any parentheses."""
        return any(
            self.text.count("(", start, begin) == self.text.count(")", start, begin)
            for begin, _, kind in self._marks
            if kind == "sign" and begin >= start
        )

    def close(self) -> None:
        """Pass a closing parenthesis.

        Raises:
            Misread: where there is none.
        """
        if not self.take(")"):
            raise self.wrong('")" is missing here')

    def wrong(self, message: str, hint: str = "", start: int | None = None) -> Misread:
        """What refuses the formula at a place; without a hint, it says what was understood."""
        at = self.at if start is None else start
        hint = hint or self._so_far(at)
        at = min(at, max(len(self.text) - 1, 0))
        word = WORD.match(self.text, at, self.end)
        return Misread(message, hint, (at, word.end() if word else at + 1))

    def unknown(self, known: Iterable[str], few: Iterable[str]) -> Misread:
        """What refuses the words that stand here in the place of a number or a name."""
        run = _RUN.match(self.text, self.at, self.end)
        if run is None:
            place = "here" if self.at < self.end else "behind this"
            return self.wrong(f"a number or a name is missing {place}")
        words = plain(run[0])
        near = next((w for w in (words, words.split()[0]) if get_close_matches(w, known)), "")
        hint = did_you_mean(near, known) if near else did_you_mean("", few)
        message = f'"{words}" is no name in this formula'
        stretch = (self.at, self.at + len(run[0].rstrip()))
        return Misread(message, "; ".join(filter(None, (hint, self._so_far(self.at)))), stretch)

    def _so_far(self, at: int) -> str:
        read = plain_case(self.text[self.start : at])
        return f"understood so far: {read}" if read else ""

    def line(self, start: int) -> Fragments:
        """The text from a place to the end of the stretch, as it is drawn."""
        pieces: list[Fragment] = []
        at = start
        for begin, end, kind in sorted(self._marks):
            _add(pieces, "text", self.text[at:begin])
            _add(pieces, kind, self.text[begin:end])
            at = end
        _add(pieces, "text", self.text[at : self.end].rstrip(" \t\n>.,;"))
        return tuple(pieces)


def plain_case(text: str) -> str:
    """A text in a line of its own, in the letters that it is written in."""
    return " ".join(re.sub(r"\n[ \t>]*", " ", text).split())


def _add(pieces: list[Fragment], kind: FragmentKind, text: str) -> None:
    """Add a piece to a line: a sign has its own room on both sides."""
    text = re.sub(r"\s*\n[ \t>]*|\s+", " ", text)
    last = pieces[-1] if pieces else None
    if kind == "sign" and last and last.kind == "text":
        pieces[-1] = replace(last, text=last.text.rstrip())
    if last is None or last.kind in ("sign", "minus"):
        text = text.lstrip()
    if text or kind == "end of power":
        shown = _SHOWN.get(text, text) if kind in ("sign", "minus") else text
        pieces.append(Fragment(kind, shown))
