"""The operators of a session: Python's own, bounded before they are carried out."""

from __future__ import annotations

import operator
from collections.abc import Callable
from numbers import Rational
from typing import Any

from sfrules.ground.problems import Mistake
from sfrules.press.page.arithmetic import check_power, check_repetition
from sfrules.press.page.bounds import Meter

OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "<<": operator.lshift,
    ">>": operator.rshift,
    "|": operator.or_,
    "&": operator.and_,
    "^": operator.xor,
}
IN_PLACE: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.iadd,
    "*": operator.imul,
    "-": operator.isub,
    "|": operator.ior,
    "&": operator.iand,
    "^": operator.ixor,
}


def check_operands(sign: str, left: Any, right: Any, meter: Meter) -> None:
    """Refuse what would be too large, before it is worked out.

    Raises:
        BoundExceeded: for a result beyond the page's bounds.
        Mistake: for text formatted by %.
    """
    if sign == "*":
        check_repetition(left, right, meter)
    elif sign == "**" and isinstance(left, Rational) and isinstance(right, Rational):
        if right.denominator == 1:
            check_power(left, int(right.numerator), meter)
    elif sign == "<<" and isinstance(left, int) and isinstance(right, int):
        if left.bit_length() + right > meter.bounds.bits:
            raise meter.too_large()
    elif sign == "%" and isinstance(left, str):
        raise Mistake("% formats no text here", "an f-string does")
