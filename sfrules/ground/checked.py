"""What was held against the rules: each claim, worked example and session, and how it fared."""

from __future__ import annotations

from dataclasses import dataclass

from sfrules.ground.problems import Problem


@dataclass(frozen=True, order=True)
class Check:
    """One thing in a file that says what a rule gives, and the problems that it has.

    `kind` is claim, worked, formula, session or docstring; `expression` is what was worked out.
    """

    path: str
    line: int
    column: int
    kind: str
    expression: str
    problems: tuple[Problem, ...] = ()

    @property
    def place(self) -> str:
        """`path:line:column`, by which the check is known."""
        return f"{self.path}:{self.line}:{self.column}"
