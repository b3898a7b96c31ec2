"""Stars, underscores and tildes: which of them mark emphasis, and which are text."""

from __future__ import annotations

from collections.abc import Iterator


class Emphasis:
    """The marks of a text, from the left: each that closes takes the last that opened."""

    def __init__(self) -> None:
        self._waiting: dict[str, list[list[int]]] = {"*": [], "_": [], "~": []}

    def read(self, text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Take a run of marks; the stretches of the text that are emphasis now."""
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
    """Whether marks between the two can open emphasis of what is inside."""
    if inside.isspace():
        return False
    is_word = inside.isalnum()
    return is_word or outside.isspace() or not outside.isalnum()
