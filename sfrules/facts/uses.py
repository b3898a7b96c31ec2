"""Notes which rules and tables of facts are used while a table is made.

Only direct uses are noted, not what the rules use in turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_seen: ContextVar[dict[object, None] | None] = ContextVar("uses", default=None)


@contextmanager
def noting_uses(seen: dict[object, None] | None) -> Iterator[None]:
    """Note in `seen` what is used inside the block; with None, note nothing."""
    before = _seen.set(seen)
    try:
        yield
    finally:
        _seen.reset(before)


def note(used: object) -> bool:
    """Note a rule or the name of a table; return whether anything is noted here."""
    if (seen := _seen.get()) is None:
        return False
    seen[used] = None
    return True
