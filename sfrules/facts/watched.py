"""What is asked for while something is made: the rules, and the names of the tables of facts.

What a rule asks for is its own affair, and is not noted.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

_seen: list[dict[object, None] | None] = [None]


@contextmanager
def watching(seen: dict[object, None] | None) -> Iterator[None]:
    """Note in `seen` what is asked for meanwhile; with None, nothing is noted."""
    _seen.append(seen)
    try:
        yield
    finally:
        _seen.pop()


def note(asked: object) -> bool:
    """Note a rule or the name of a table, if anybody wants to know."""
    seen = _seen[-1]
    if seen is None:
        return False
    seen[asked] = None
    return True
