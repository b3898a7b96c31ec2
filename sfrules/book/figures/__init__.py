"""The drawings of the book: the rules say what to draw, and the words are made of their answers."""

from sfrules.book.figures import (  # noqa: F401 — each offers its own as it is imported
    bridge,
    bursts,
    reach,
    trees,
)
