"""Inline Markdown: a text as a reader sees it, in place, with the links and comments in it.

All is found in one pass from the left, so that hostile text costs no more than its length.
"""

from __future__ import annotations

import re
from collections.abc import Container
from html import unescape

from markdown_it.common.utils import normalizeReference

GONE = "\0"  # in place of a character of markup, so that all others keep their places
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
_NAME = re.compile(r"[a-zA-Z][a-zA-Z0-9]*")
_UNSEEN = frozenset("script style pre svg math textarea".split())
_CODE = frozenset("code kbd samp".split())
_LONGEST_LABEL = 999


class Inline:
    """A paragraph, a heading or a cell, read; `code` says whether code in it counts as text.

    `shown` is as long as the text, with `GONE` for markup and spaces for what is no prose. Links,
    comments and the `hidden` stretches of code and comments have their offsets.
    """

    def __init__(self, text: str, labels: Container[str], *, code: bool) -> None:
        self.links: list[tuple[str, int]] = []
        self.comments: list[tuple[str, int]] = []
        self.hidden: list[tuple[int, int]] = []
        self._text = text
        self._labels = labels
        self._code = code
        self._chars = list(text)
        self._open: list[int] = []  # brackets
        self._waiting: dict[str, tuple[int, int]] = {}  # marks of emphasis, the last of each
        self._missing: set[str] = set()  # closing marks that do not come any more
        at = 0
        while mark := _MARK.search(text, at):
            at = self._read(mark)
        self.shown = "".join(self._chars)

    @property
    def text(self) -> str:
        """The text without markup, with single spaces."""
        return " ".join(self.shown.replace(GONE, "").split())

    @property
    def begin(self) -> int:
        """Where the text begins."""
        return len(self.shown) - len(self.shown.lstrip(GONE + " \t\n"))

    def _read(self, mark: re.Match[str]) -> int:
        """Take off a mark and what belongs to it; return where to read on."""
        start, end = mark.span()
        match mark.lastgroup:
            case "escape":
                self._take_off(start, start + 1)
            case "ticks":
                end = self._code_span(start, end)
            case "comment":
                end = self._comment(start, end)
            case "tag":
                end = self._tag(mark)
            case "closing":
                end = self._closing(start, end)
            case "opening":
                self._open.append(start)
            case "emphasis":
                self._emphasis(mark[0], start, end)
            case "entity":  # one that there is not stays as it is; none ends a line of the file
                self._take_off(start, end, unescape(mark[0]).replace("\n", " "))
            case "macro" if self._code:
                pass  # in a cell it stays, for a text that is not known
            case _:
                self._take_off(start, end)
        return end

    def _take_off(self, start: int, end: int, left: str = "", rest: str = GONE) -> int:
        """Write something else for a stretch of the text, whose lines stay."""
        written = zip(self._text[start:end], left.ljust(end - start, rest), strict=True)
        self._chars[start:end] = ["\n" if was == "\n" else char for was, char in written]
        return end

    def _hide(self, start: int, end: int) -> int:
        """Blank out what is not prose; the words around it stay apart."""
        self.hidden.append((start, end))
        return self._take_off(start, end, rest=" ")

    def _next(self, closing: str, at: int) -> re.Match[str] | None:
        """The next closing mark; one that never comes is looked for once."""
        found = None if closing in self._missing else re.compile(closing).search(self._text, at)
        if found is None:
            self._missing.add(closing)
        return found

    def _code_span(self, start: int, end: int) -> int:
        closing = self._next(rf"(?<!`)`{{{end - start}}}(?!`)", end)
        if closing is None:
            return end
        if not self._code:
            return self._hide(start, closing.end())
        self._take_off(start, end)
        self._take_off(*closing.span())
        self._chars[end : closing.start()] = self._text[end : closing.start()].replace(
            "\\|", GONE + "|"
        )
        self.hidden.append((start, closing.end()))
        return closing.end()

    def _comment(self, start: int, end: int) -> int:
        closing = self._next("-->", end)
        if closing is None:
            return end
        self.comments.append((self._text[end : closing.start()].strip(), start))
        return self._hide(start, closing.end())

    def _tag(self, mark: re.Match[str]) -> int:
        named = _NAME.search(mark[0])
        name = named[0].lower() if named else ""
        hides = name in _UNSEEN or (name in _CODE and not self._code)
        if hides and mark[0][1] != "/" and (closing := self._next(f"</{name}>", mark.end())):
            return self._hide(mark.start(), closing.end())
        return self._take_off(mark.start(), mark.end(), " " if name == "br" else "")

    def _closing(self, start: int, end: int) -> int:
        """Read the rest of `[text](target)`, `[text][label]`, `[label][]` or `[label]`."""
        if not self._open:
            return end
        opening = self._open.pop()
        is_image = self._text[opening] == "!"
        inside = opening + 1 + is_image
        if link := _DESTINATION.match(self._text, end):
            if not is_image:
                form = "plain" if link["angled"] is None else "angled"
                self.links.append((link[form], link.start(form)))
            self._take_off(opening, inside)
            return self._take_off(start, link.end())
        if start - inside > _LONGEST_LABEL:
            return end
        text = self._text[inside:start]
        if text.startswith("^"):
            return self._take_off(opening, end)
        second = _LABEL.match(self._text, end)
        end = second.end() if second else end
        label = (second[1].strip() if second else "") or text
        if normalizeReference(label) in self._labels:
            self._take_off(opening, inside)
            self._take_off(start, end)
        return end

    def _emphasis(self, marks: str, start: int, end: int) -> None:
        """Take off marks that close emphasis, with those that opened it."""
        before, after = self._text[start - 1 : start], self._text[end : end + 1]
        if marks[0] == "_" and before.isalnum() and after.isalnum():
            return
        if before.strip() and marks in self._waiting:
            self._take_off(*self._waiting.pop(marks))
            self._take_off(start, end)
        elif after.strip():
            self._waiting[marks] = start, end
