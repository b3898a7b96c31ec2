"""Notes which rules and tables of facts are used while a table is made.

Only direct uses are noted, not what the rules use in turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

_seen: list[dict[object, None] | None] = [None]


@contextmanager
def watching(seen: dict[object, None] | None) -> Iterator[None]:
    """Note in `seen` what is used inside the block; with None, note nothing."""
    _seen.append(seen)
    try:
        yield
    finally:
        _seen.pop()


def note(asked: object) -> bool:
    """Note a rule or the name of a table; returns whether a block is watching."""
    seen = _seen[-1]
    if seen is None:
        return False
    seen[asked] = None
    return True
