"""A proof as readers can open it: each line with its value and the rules that it asks."""

from __future__ import annotations

from dataclasses import dataclass

from sfrules.ground.ledger import Origin
from sfrules.press.expression.walk import Invocation


@dataclass(frozen=True)
class Step:
    """A line of a proof: its words, what it comes to, and the rules and rows that it draws on.

    Where the line is the answer of a single rule, `call` is that; `calls` are all on the way to it.
    """

    name: str
    expression: str
    value: str
    said: str = ""
    origins: tuple[Origin, ...] = ()
    call: Invocation | None = None
    calls: tuple[Invocation, ...] = ()

    @property
    def words(self) -> str:
        """The line as it is written, with its value."""
        return " = ".join(filter(None, (self.name, self.expression, self.value)))


@dataclass(frozen=True)
class Proof:
    """What vouches for the numbers of a passage, in the order of the passage."""

    steps: tuple[Step, ...]
