"""Pages with proofs, and what is wrong with them."""

from __future__ import annotations

from printing import print_page
from toy_book import BOOK


def problems(text, book=BOOK):
    """What is wrong with a page, each as its place and message."""
    found = print_page(text, book).problems
    return [f"{each.line}:{each.column}: {each.message}" for each in found]


def proved(prose, *lines, book=BOOK):
    """What is wrong with a paragraph, which is line 1, above a proof, which begins in line 4."""
    return problems("\n".join([prose, "", "```proof", *lines, "```", ""]), book)


def page(*blocks):
    """A page of blocks, with a blank line between them."""
    return "\n\n".join(blocks) + "\n"


def proof(*lines, words=""):
    """A proof as a block."""
    return "\n".join([f"```proof{words}", *lines, "```"])


def indented(block):
    """A block within a box or list."""
    return "\n".join(f"    {line}" for line in block.split("\n"))
