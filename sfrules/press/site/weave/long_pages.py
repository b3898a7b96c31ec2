"""A Markdown extension, for long pages: the time they take grows no faster than they do.

Python-Markdown takes blocks, and elements to look into, from the front of a list: of a list that
all of a page stands in, each time all the others move up. And for each bracket that nothing closes,
it reads on to the end of the text.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from itertools import islice
from typing import Any
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.blockparser import BlockParser
from markdown.extensions import Extension
from markdown.inlinepatterns import LinkInlineProcessor
from markdown.treeprocessors import InlineProcessor

_InBrackets = tuple[str, int, bool]  # the text, where it ends, and whether it is closed
MANY = 256  # blocks or elements side by side from which on it counts


class _Blocks(deque[str]):
    """Blocks that are taken from the front at once, for processors that know of a list."""

    def pop(self, at: int = -1) -> str:
        return super().pop() if at else self.popleft()


class _Parser(BlockParser):
    def parseBlocks(self, parent: Element, blocks: Any) -> None:  # noqa: N802 Python-Markdown's
        quicker: Any = _Blocks(blocks)
        super().parseBlocks(parent, quicker if len(blocks) > MANY else blocks)


class _Inline(InlineProcessor):
    """Looks into the elements of a page a part at a time, each as if it were the page."""

    def run(self, tree: Element, ancestors: list[str] | None = None) -> Element:
        if len(tree) <= MANY:
            return super().run(tree, ancestors)
        children = iter(list(tree))
        made: list[Element] = []
        while few := list(islice(children, MANY)):
            part = Element(tree.tag, tree.attrib)
            part.extend(few)
            made += super().run(part, ancestors)
        tree[:] = made
        return tree


class _Brackets:
    """Finds the text in brackets; in a text with one that nothing closes, of all at once."""

    def __init__(self, one: Callable[[str, int], _InBrackets]) -> None:
        self._one = one
        self._text, self._ends = "", dict[int, int]()

    def __call__(self, text: str, start: int) -> _InBrackets:
        if text != self._text:
            found = self._one(text, start)
            if not found[2]:
                self._text, self._ends = text, _ends(text)
            return found
        end = self._ends.get(start - 1)
        return (text[start:], len(text), False) if end is None else (text[start:end], end + 1, True)


def _ends(text: str) -> dict[int, int]:
    """Where each bracket of a text closes that does, by where it opens."""
    ends, opened = dict[int, int](), list[int]()
    for found in re.finditer(r"[\[\]]", text):
        if found[0] == "[":
            opened.append(found.start())
        elif opened:
            ends[opened.pop()] = found.start()
    return ends


class LongPages(Extension):
    """Puts them in the place of Python-Markdown's own; those of another extension stay."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 Python-Markdown's name
        for own, other in ((md.parser, _Parser), (md.treeprocessors["inline"], _Inline)):
            if type(own) is other.__base__:
                own.__class__ = other  # what holds it already holds the new one
        for pattern in md.inlinePatterns:
            if isinstance(pattern, LinkInlineProcessor):
                pattern.getText = _Brackets(pattern.getText)  # type: ignore[assignment,method-assign]


def makeExtension(**settings: Any) -> LongPages:  # noqa: N802 Python-Markdown's name
    """Make the extension that is named as this module."""
    return LongPages(**settings)
