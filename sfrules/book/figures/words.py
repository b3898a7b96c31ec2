"""Words that the drawings of the book share."""

from collections.abc import Iterable


def counted_squares(count: int) -> str:
    """A number of squares."""
    return f"{count} square{'s' if count != 1 else ''}"


def listed(words: Iterable[str]) -> str:
    """The words as a sentence lists them: "9, 25 and 49"."""
    *first, last = ["", *words]
    return f"{', '.join(first[1:])} and {last}" if first[1:] else last
