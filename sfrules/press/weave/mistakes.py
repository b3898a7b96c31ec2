"""What an author can get wrong in an expression, in an author's words."""

from __future__ import annotations

from jinja2 import StrictUndefined
from jinja2.exceptions import TemplateRuntimeError

from sfrules.press.render.values import format_value
from sfrules.press.things.claim import Claim


class Mistake(Exception):
    """An author's mistake in an expression: what is wrong, and a hint."""

    def __init__(self, message: str, hint: str = "", parameter: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.parameter = parameter
        self.offset: int | None = None


class Disagreement(Mistake):
    """A typed number that is not the computed one, or a reason given where both are the same.

    `subject` is what the number is of, where that is not the claim's own expression.
    """

    def __init__(self, claim: Claim, subject: str = "", parameter: str = "") -> None:
        super().__init__("the page and the rule disagree", parameter=parameter)
        self.claim = claim
        self.subject = subject

    def told(self, expression: str) -> tuple[str, str]:
        """The message and the hint, in the words of the expression."""
        printed = format_value(self.claim.printed)
        computed = format_value(self.claim.computed)
        if self.claim.because:
            return f"{expression} is {computed}, as printed: there is nothing to explain", (
                "leave because= out"
            )
        return f"the page prints {printed}, {expression} is {computed}", f"write {computed}"


class FollowOn(TemplateRuntimeError):
    """A mistake that comes of an earlier one, which is reported already."""


class FailedValue(StrictUndefined):
    """What stands for the value of a failed expression: using it is no second mistake."""

    def __init__(self) -> None:
        super().__init__(hint="failed before", exc=FollowOn)
