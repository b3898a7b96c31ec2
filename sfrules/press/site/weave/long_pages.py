"""A Markdown extension, for pages of many blocks: the time they take grows no faster than they do.

Python-Markdown takes blocks, and elements to look into, from the front of a list: of a list that
all of a page stands in, each time all the others move up.
"""

from __future__ import annotations

from collections import deque
from itertools import islice
from typing import Any
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.blockparser import BlockParser
from markdown.extensions import Extension
from markdown.treeprocessors import InlineProcessor

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


class LongPages(Extension):
    """Puts both in the place of Python-Markdown's own; those of another extension stay."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 Python-Markdown's name
        for own, other in ((md.parser, _Parser), (md.treeprocessors["inline"], _Inline)):
            if type(own) is other.__base__:
                own.__class__ = other  # what holds it already holds the new one


def makeExtension(**settings: Any) -> LongPages:  # noqa: N802 Python-Markdown's name
    """Make the extension that is named as this module."""
    return LongPages(**settings)
