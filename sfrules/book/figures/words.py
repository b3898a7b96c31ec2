"""Words that the drawings of the book share."""

from collections.abc import Iterable


def counted_squares(count: int) -> str:
    """A number of squares."""
    return "1 square" if count == 1 else f"{count} squares"


def listed(words: Iterable[str]) -> str:
    """The words as a sentence lists them: "9, 25 and 49"."""
    *first, last = ["", *words]
    return f"{', '.join(first[1:])} and {last}" if first[1:] else last
