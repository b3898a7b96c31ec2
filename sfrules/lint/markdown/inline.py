"""Inline Markdown: a text as a reader sees it, in place, with the links and comments in it.

All is found in one pass from the left, so that hostile text costs no more than its length.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape

from markdown_it.common.utils import normalizeReference

GONE = "\0"  # in place of a character of markup, so that all others keep their places
_PLAIN = re.compile(r"[^\\`*_~<&\[\]{}]*")
_MARK = re.compile(
    r"""
    (?P<escape>\\[!-/:-@\[-`{-~])
    |(?P<ticks>`+)
    |(?P<comment><!--)
    |(?P<autolink><(?:[a-zA-Z][a-zA-Z0-9+.-]{1,31}:[^<>\s]*|[^\s<>@]{1,99}@[^\s<>]{1,99})>)
    |(?P<tag></?[a-zA-Z][^<>]*>)
    |(?P<macro>\{\{[^{}]*\}\}|\{%[^{}]*%\})
    |(?P<attributes>\{:?\s*[\#.][^{}\n]*\}|\{-\})
    |(?P<entity>&(?:\#\d{1,7}|\#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});)
    |(?P<opening>!?\[)
    |(?P<closing>\])
    |(?P<emphasis>\*+|_+|~~)
    """,
    re.VERBOSE,
)
_DESTINATION = re.compile(
    r"""
    \(\s*+ (?: <(?P<angled>[^<>\n]*+)> | (?P<plain>(?:[^\s()<]|\([^\s()]*+\))*+) )
    (?: \s++ (?:"[^"]*+"|'[^']*+'|\([^()]*+\)) )?+ \s*+ \)
    """,
    re.VERBOSE,
)
_LABEL = re.compile(r"\[([^\[\]]{0,999})\]")
_NAME = re.compile(r"</?([a-zA-Z][a-zA-Z0-9]*)")
_UNSEEN = frozenset("script style pre svg math textarea".split())
_CODE = frozenset("code kbd samp".split())
_LONGEST_LABEL = 999


class Emphasis:
    """Which stars, underscores and tildes mark emphasis: a closing one takes the last opened."""

    def __init__(self) -> None:
        self._waiting: dict[str, list[list[int]]] = {"*": [], "_": [], "~": []}

    def read(self, text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Take the next run of marks; return the stretches that are now known to mark emphasis."""
        before = text[start - 1] if start else " "
        after = text[end] if end < len(text) else " "
        opens, closes = _flanks(before, after), _flanks(after, before)
        if text[start] == "_":
            opens, closes = opens and not before.isalnum(), closes and not after.isalnum()
        waiting = self._waiting[text[start]]
        while closes and waiting and start < end:
            opening = waiting[-1]
            size = min(opening[1] - opening[0], end - start)
            yield opening[1] - size, opening[1]
            yield start, start + size
            opening[1] -= size
            start += size
            if opening[0] == opening[1]:
                waiting.pop()
        if opens and start < end:
            waiting.append([start, end])


def _flanks(outside: str, inside: str) -> bool:
    """Whether marks between these two characters can open emphasis."""
    if inside.isspace():
        return False
    is_word = inside.isalnum()
    return is_word or outside.isspace() or not outside.isalnum()


@dataclass
class Inline:
    """A text read: `shown` is as long as the text, with `GONE` for markup; offsets count in it."""

    shown: str
    links: list[tuple[str, int]] = field(default_factory=list)
    comments: list[tuple[str, int]] = field(default_factory=list)
    hidden: list[tuple[int, int]] = field(default_factory=list)  # code and comments

    @property
    def text(self) -> str:
        """The text without markup, with single spaces."""
        return " ".join(self.shown.replace(GONE, "").split())

    @property
    def begin(self) -> int:
        """Where the text begins."""
        return len(self.shown) - len(self.shown.lstrip(GONE + " \t\n"))


def is_plain(text: str) -> bool:
    """Whether a text has no markup."""
    return _PLAIN.fullmatch(text) is not None


def read_inline(text: str, labels: Mapping[str, object], *, code: bool) -> Inline:
    """Read a paragraph, a heading or a cell; `code` says whether code in it counts as text."""
    if is_plain(text):
        return Inline(text)
    return _Reading(text, labels, code=code).read()


class _Reading:
    """One pass over a text that has markup."""

    def __init__(self, text: str, labels: Mapping[str, object], *, code: bool) -> None:
        self._text = text
        self._labels = labels
        self._code = code
        self._chars = list(text)
        self._found = Inline(text)
        self._open: list[int] = []
        self._emphasis = Emphasis()
        self._ticks: dict[int, list[int]] | None = None
        self._unclosed: set[str] = set()

    def read(self) -> Inline:
        at = 0
        while mark := _MARK.search(self._text, at):
            at = self._read_mark(mark)
        self._found.shown = "".join(self._chars)
        return self._found

    def _read_mark(self, mark: re.Match[str]) -> int:
        """Take off a mark and what belongs to it; return where to read on."""
        read = {
            "escape": self._escape,
            "ticks": self._code_span,
            "comment": self._comment,
            "tag": self._tag,
            "entity": self._entity,
            "macro": self._macro,
            "opening": self._opening,
            "closing": self._closing,
            "emphasis": self._emphasized,
        }.get(mark.lastgroup or "", self._drop)
        return read(mark)

    def _take_off(self, start: int, end: int, left: str = "") -> int:
        self._chars[start:end] = left.ljust(end - start, GONE)
        return end

    def _blank(self, start: int, end: int) -> int:
        """Blank out what is not prose; the words around it stay apart."""
        kept = self._text[start:end]
        self._chars[start:end] = ["\n" if char == "\n" else " " for char in kept]
        self._found.hidden.append((start, end))
        return end

    def _drop(self, mark: re.Match[str]) -> int:
        return self._take_off(mark.start(), mark.end())

    def _macro(self, mark: re.Match[str]) -> int:
        """Take a macro out of prose; in a cell it stays, for a text that is not known."""
        return mark.end() if self._code else self._take_off(*mark.span())

    def _escape(self, mark: re.Match[str]) -> int:
        self._take_off(mark.start(), mark.start() + 1)
        return mark.end()

    def _entity(self, mark: re.Match[str]) -> int:
        meant = unescape(mark[0]).replace("\n", " ")  # it ends no line of the file
        return self._take_off(mark.start(), mark.end(), meant) if meant != mark[0] else mark.end()

    def _code_span(self, mark: re.Match[str]) -> int:
        closing = self._closing_ticks(mark)
        if closing < 0:
            return mark.end()
        end = closing + len(mark[0])
        if not self._code:
            return self._blank(mark.start(), end)
        self._take_off(mark.start(), mark.end())
        self._take_off(closing, end)
        inside = self._text[mark.end() : closing]
        self._chars[mark.end() : closing] = inside.replace("\\|", GONE + "|")
        self._found.hidden.append((mark.start(), end))
        return end

    def _closing_ticks(self, mark: re.Match[str]) -> int:
        if self._ticks is None:
            self._ticks = {}
            for run in re.finditer("`+", self._text):
                self._ticks.setdefault(len(run[0]), []).append(run.start())
        runs = self._ticks.get(len(mark[0]), [])
        at = bisect_left(runs, mark.end())
        return runs[at] if at < len(runs) else -1

    def _comment(self, mark: re.Match[str]) -> int:
        end = self._end_of("-->", mark.end())
        if end < 0:
            return mark.end()
        self._found.comments.append((self._text[mark.end() : end - 3].strip(), mark.start()))
        return self._blank(mark.start(), end)

    def _end_of(self, closing: str, at: int) -> int:
        """The end of the next closing mark, or -1; one that never comes is looked for once."""
        found = -1 if closing in self._unclosed else self._text.find(closing, at)
        if found < 0:
            self._unclosed.add(closing)
        return found + len(closing) if found >= 0 else -1

    def _tag(self, mark: re.Match[str]) -> int:
        named = _NAME.match(mark[0])
        name = named[1].lower() if named else ""
        hides = name in _UNSEEN or (name in _CODE and not self._code)
        if hides and not mark[0].startswith("</"):
            end = self._end_of(f"</{name}>", mark.end())
            if end >= 0:
                return self._blank(mark.start(), end)
        return self._take_off(mark.start(), mark.end(), " " if name == "br" else "")

    def _opening(self, mark: re.Match[str]) -> int:
        self._open.append(mark.start())
        return mark.end()

    def _closing(self, mark: re.Match[str]) -> int:
        if not self._open:
            return mark.end()
        opening = self._open.pop()
        image = self._text[opening] == "!"
        inside = opening + (2 if image else 1)
        if link := _DESTINATION.match(self._text, mark.end()):
            if not image:
                form = "plain" if link["angled"] is None else "angled"
                self._found.links.append((link[form], link.start(form)))
            self._take_off(opening, inside)
            return self._take_off(mark.start(), link.end())
        if mark.start() - inside > _LONGEST_LABEL:
            return mark.end()
        return self._labelled(opening, inside, mark)

    def _labelled(self, opening: int, inside: int, mark: re.Match[str]) -> int:
        """Read `[text][label]`, `[label][]` or `[label]`."""
        text = self._text[inside : mark.start()]
        if text.startswith("^"):
            return self._take_off(opening, mark.end())
        second = _LABEL.match(self._text, mark.end())
        end = second.end() if second else mark.end()
        label = (second[1].strip() if second else "") or text
        if normalizeReference(label) in self._labels:
            self._take_off(opening, inside)
            return self._take_off(mark.start(), end)
        return end

    def _emphasized(self, mark: re.Match[str]) -> int:
        for start, end in self._emphasis.read(self._text, *mark.span()):
            self._take_off(start, end)
        return mark.end()
