"""Notes which rules and tables of facts are used while a table is made, and how rules are called.

Only direct uses are noted, not what the rules use in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

RecordedCall: TypeAlias = tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]

_seen: list[dict[object, None] | None] = [None]
_calls: list[list[RecordedCall] | None] = [None]


@contextmanager
def watching(seen: dict[object, None] | None) -> Iterator[None]:
    """Note in `seen` what is used inside the block; with None, note nothing."""
    _seen.append(seen)
    _calls.append(None if seen is None else _calls[-1])
    try:
        yield
    finally:
        _seen.pop()
        _calls.pop()


@contextmanager
def recording(calls: list[RecordedCall]) -> Iterator[None]:
    """Note in `calls` each call of a rule inside the block, with its arguments."""
    _calls.append(calls)
    try:
        yield
    finally:
        _calls.pop()


def note(asked: object, *call: RecordedCall) -> bool:
    """Note a rule with its call, or the name of a table; returns whether a block is watching."""
    seen, calls = _seen[-1], _calls[-1]
    if seen is not None:
        seen[asked] = None
    if calls is not None:
        calls.extend(call)
    return seen is not None or calls is not None
