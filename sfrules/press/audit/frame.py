"""What stands around the text of every page: navigation, titles, head and foot.

A theme makes it from the settings of the site and from the titles of its pages. Each number in it
has to stand in the heading of a page, or is one that the theme always shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from sfrules.ground.problems import Problem
from sfrules.press.audit.counting_words import Nouns
from sfrules.press.audit.second_entry import on_account
from sfrules.press.audit.visible import Visible, visible

_HEAD = re.compile(r"<head\b.*?</head>", re.DOTALL | re.IGNORECASE)
_TITLE = re.compile(r"<title\b[^<>]*>(.*?)</title>", re.DOTALL | re.IGNORECASE)
_META = re.compile(
    r"<meta\b[^<>]*\b(?:name|property)=[\"']?(?:description|author|(?:og|twitter):(?:title|description|site_name))[\"'][^<>]*>"
)
_CONTENT = re.compile(r"\bcontent=(?:\"([^\"]*)\"|'([^']*)')")
_OF_THEMES = frozenset({"404"})


class Frame:
    """Reads the frames of a site's pages; what many of them repeat is read once.

    `known` are the texts whose numbers frames may show: headings, and what the press says of pages.
    """

    def __init__(self, nouns: Nouns, known: Iterable[str]) -> None:
        self._nouns = nouns
        self._known = _OF_THEMES.union(n for text in known for n in on_account(text, nouns))
        self._read: set[str] = set()

    def problems(self, path: str, output: str, article: str) -> Iterator[Problem]:
        """A problem for each number beside the article of a page that is in no heading."""
        frame = output.replace(article, "", 1) if article else output
        seen = visible(_HEAD.sub("", frame, 1))
        for text in (*_head_texts(frame), *_blocks(seen), *seen.said):
            if text not in self._read:
                self._read.add(text)
                for number in on_account(text, self._nouns):
                    if number not in self._known:
                        message = f"the frame of this page shows the number {number}"
                        message = f"{message}, and nothing accounts for it"
                        yield Problem(path, 1, 1, message, f"it reads: {text}")


def _head_texts(frame: str) -> Iterator[str]:
    """The title of a page, and what others are told of it."""
    head = _HEAD.search(frame)
    yield from _TITLE.findall(head[0]) if head else ()
    for meta in _META.findall(head[0]) if head else ():
        yield from ("".join(found) for found in _CONTENT.findall(meta))


def _blocks(seen: Visible) -> Iterator[str]:
    return (block for part in seen.text.split("\n\n") if (block := part.strip()))
