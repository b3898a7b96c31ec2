"""What a page's sessions print, and how they turn values into text: within bounds."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import Any

from sfrules.press.page.bounds import BoundExceeded, Meter, weight
from sfrules.press.sessions.writing import text_of, written

MOST_PLACES = 999  # of a decimal's exponent, of a width, of a precision
FORMATTED = (str, int, float, complex, bool, Fraction, Decimal)
_LONG_NUMBER = re.compile(r"\d{4}")


class Paper:
    """Takes what is printed; a value is weighed before it is written."""

    def __init__(self, meter: Meter) -> None:
        self.printed: list[str] = []
        self._meter = meter

    def take(self) -> str:
        """What was printed since the last time; it ends with a line's end."""
        text = "".join(self.printed)
        self.printed.clear()
        return text if not text or text.endswith("\n") else f"{text}\n"

    def print(self, text: str) -> None:
        """Print a text, counted; what has no place in a file is written as an escape."""
        self._meter.count_output(len(text))
        self.printed.append(text.encode("utf-8", "backslashreplace").decode("utf-8"))

    def bounded(self, value: Any) -> Any:
        """The value, unless it has too many items or is nested too deep."""
        try:
            self._meter.check_weight(weight(value))
        except RecursionError:
            raise BoundExceeded("the value is nested too deep") from None
        return value

    def written(self, value: Any) -> str:
        """repr(value)."""
        return written(self.bounded(value))

    def text(self, value: Any) -> str:
        """str(value)."""
        return text_of(self.bounded(value))

    def format(self, value: Any, conversion: int, spec: str) -> str:
        """A part of an f-string; only numbers and texts take a format."""
        if conversion in (ord("r"), ord("a")):
            value = self.written(value)
        if conversion == ord("a"):
            value = value.encode("ascii", "backslashreplace").decode("ascii")
        if conversion == ord("s") or not spec:
            value = self.text(value)
        if _LONG_NUMBER.search(spec):
            raise BoundExceeded(f'the format "{spec[:20]}" has more than {MOST_PLACES} places')
        if type(value) not in FORMATTED:
            kind = type(value).__name__
            raise TypeError(f"unsupported format string passed to {kind}.__format__")
        return format(value, spec)
