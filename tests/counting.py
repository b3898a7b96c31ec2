"""Work that is counted, not timed: no busy machine changes how many calls something takes."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from sfrules.press.expression.bounds import Meter

if TYPE_CHECKING:
    from collections.abc import Callable


def calls(work: Callable[..., object], *given: object) -> int:
    """How many calls of functions some work makes, of Python's own as well."""
    count = 0

    def tell(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(tell)
    try:
        work(*given)
    finally:
        sys.setprofile(None)
    return count


def as_a_page(text: str, work: Callable[..., object], *given: object) -> None:
    """Do some work on a text with the clock of a page of its length, which must not run out.

    A pattern that goes astray makes no calls that could be counted: the page's alarm stops it.
    """
    meter = Meter(length=len(text))
    meter.within(lambda: work(*given))
    assert meter.out == ""
