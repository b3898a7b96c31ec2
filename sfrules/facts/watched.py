"""Notes which rules and tables of facts are used while a table is made.

Only direct uses are noted, not what the rules use in turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

# What the innermost block notes uses in.
_noting: list[dict[object, None] | None] = [None]


@contextmanager
def watching(seen: dict[object, None] | None) -> Iterator[None]:
    """Note in `seen` what is used inside the block; with None, note nothing."""
    _noting.append(seen)
    try:
        yield
    finally:
        _noting.pop()


def note(used: object) -> bool:
    """Note a rule or the name of a table; return whether anything is noted here."""
    seen = _noting[-1]
    if seen is None:
        return False
    seen[used] = None
    return True
