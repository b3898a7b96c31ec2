"""What an author can get wrong in an expression, in an author's words."""

from __future__ import annotations

from jinja2 import StrictUndefined
from jinja2.exceptions import TemplateRuntimeError

from sfrules.ground.problems import Mistake
from sfrules.press.things.claims.claim import Claim


class Unfiltered(Mistake):
    """What a filter does not take: its value, `at` 0, or one of its arguments."""

    def __init__(self, message: str, hint: str, at: int) -> None:
        super().__init__(message, hint)
        self.at = at


def refuse_claim(value: object) -> None:
    """Refuse to go on with what printed() gives, which is to be printed and nothing else."""
    if isinstance(value, Claim):
        hint = "give each printed() braces of its own, and use the rule itself elsewhere"
        raise Mistake("printed() prints what you type; no more can be done with it", hint)


def parameter_of(error: Exception) -> str:
    """The parameter that a failure is about; a rule's message begins with it."""
    if isinstance(error, Mistake):
        return error.parameter
    message = str(error)
    return message.split(maxsplit=1)[0].rstrip(":") if isinstance(error, ValueError) else ""


class FollowOn(TemplateRuntimeError):
    """A mistake that follows from an earlier one, which is reported already."""


class FailedValue(StrictUndefined):
    """In place of the value of a failed expression: to use it is no second mistake."""

    def __init__(self) -> None:
        super().__init__(hint="failed before", exc=FollowOn)


class Stopped(Exception):
    """The page went out of its bounds: nothing more of it is run."""
