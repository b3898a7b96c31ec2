"""Notes which rules and tables of facts are used while a table is made, and how rules are called.

Only direct uses are noted, not what the rules use in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from types import GeneratorType
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")
REMEMBERED = 200_000  # answers of rules that `from_memory` keeps

RecordedCall: TypeAlias = tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]
#: Answers a call of a rule in the rule's place.
Answering: TypeAlias = Callable[[RecordedCall], Any]

# What the innermost block notes uses in, and calls.
_noting: list[tuple[dict[object, None] | None, list[RecordedCall] | None]] = [(None, None)]
_answering: list[Answering | None] = [None]


def watching(seen: dict[object, None] | None) -> AbstractContextManager[None]:
    """Note in `seen` what is used inside the block; with None, note nothing."""
    return _within(_noting, (seen, None if seen is None else _noting[-1][1]))


def recording(calls: list[RecordedCall]) -> AbstractContextManager[None]:
    """Note in `calls` each call of a rule inside the block, with its arguments."""
    return _within(_noting, (_noting[-1][0], calls))


def answering(answer: Answering) -> AbstractContextManager[None]:
    """Let `answer` answer each call of a rule inside the block; it may ask `answer_of_rule`."""
    return _within(_answering, answer)


@contextmanager
def _within(blocks: list[T], block: T) -> Iterator[None]:
    blocks.append(block)
    try:
        yield
    finally:
        blocks.pop()


def answer_of_rule(call: RecordedCall) -> Any:
    """Return the rule's own answer to a call; the calls in it are answered as the block says."""
    rule, args, kwargs = call
    _answering.append(answer_of_rule)  # which the rule takes away as it notes this call
    return rule(*args, **kwargs)


def note(asked: object, *call: RecordedCall) -> Answering | None:
    """Note a rule with its call, or the name of a table; returns what answers the call instead."""
    seen, calls = _noting[-1]
    if seen is not None:
        seen[asked] = None
    if calls is not None:
        calls.extend(call)
    if seen is not None or calls is not None:
        return unwatched
    if _answering[-1] is answer_of_rule:
        _answering.pop()
        return None
    return _answering[-1]


def unwatched(call: RecordedCall) -> Any:
    """Answer a call of a rule with nothing noted of what the rule uses in turn."""
    rule, args, kwargs = call
    with watching(None):
        return rule(*args, **kwargs)


def from_memory() -> Answering:
    """Return what lets rules answer, and answers a call that comes again from memory."""
    known: dict[object, Any] = {}

    def answer(call: RecordedCall) -> Any:
        told = known.get(key := call_key(call), known)
        if told is not known:
            return told
        found = answer_of_rule(call)
        if not isinstance(found, GeneratorType):
            if len(known) >= REMEMBERED:
                known.clear()
            known[key] = found
        return found

    return answer


def call_key(call: RecordedCall) -> object:
    """Return what tells a call of a rule from others."""
    rule, args, kwargs = call
    key = rule, args, (*map(type, args),), *kwargs.items()  # true equals 1, and is no number
    try:
        hash(key)
    except TypeError:  # a list is no key
        return rule, repr(args), repr(kwargs)
    return key
