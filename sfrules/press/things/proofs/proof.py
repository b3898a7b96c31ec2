"""A proof as readers can open it: each line with its value and the rules that it asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sfrules.ground.ledger import Origin


@dataclass(frozen=True)
class Step:
    """A line of a proof: its words, what it comes to, and the rules and rows that it draws on.

    Where the line is the answer of a single rule, `rule` is that, called with the arguments.
    """

    name: str
    expression: str
    value: str
    said: str = ""
    origins: tuple[Origin, ...] = ()
    rule: Callable[..., object] | None = None
    arguments: tuple[Any, ...] = ()
    keywords: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Proof:
    """What vouches for the numbers of a passage, in the order of the passage."""

    steps: tuple[Step, ...]
