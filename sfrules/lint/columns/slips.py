"""Slips of the pen: two numbers that one wrong keystroke keeps apart."""

from __future__ import annotations

from itertools import combinations

SWAPPED = 2  # digits that change places with each other
CHANGED_FROM = 3  # digits before one wrong among them says more than chance


def is_slip(written: int, meant: int) -> bool:
    """Whether a number is another with two digits swapped, or one wrong, lost or doubled.

    >>> is_slip(4069, 4096), is_slip(21, 20)
    (True, False)
    """
    if written == meant or (written < 0) != (meant < 0):
        return False
    one, other = str(abs(written)), str(abs(meant))
    if len(one) == len(other):
        return _is_swapped(one, other) or _is_changed(one, other)
    return _is_shortened(*sorted((one, other), key=len))


def is_transposed(written: int, meant: int) -> bool:
    """Whether a number is another with two digits swapped."""
    one, other = str(abs(written)), str(abs(meant))
    return (written < 0) == (meant < 0) and len(one) == len(other) and _is_swapped(one, other)


def transpositions(number: int) -> set[int]:
    """What a number is with two of its digits swapped.

    >>> transpositions(41), transpositions(7)
    ({14}, set())
    """
    digits, sign = str(abs(number)), -1 if number < 0 else 1
    pairs = combinations(range(len(digits)), 2)
    swapped = {
        digits[:one] + digits[two] + digits[one + 1 : two] + digits[one] + digits[two + 1 :]
        for one, two in pairs
    }
    return {sign * int(each) for each in swapped if each[0] != "0"} - {number}


def _differing(one: str, other: str) -> list[int]:
    return [at for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]


def _is_swapped(one: str, other: str) -> bool:
    apart = _differing(one, other)
    if len(apart) != SWAPPED:
        return False
    first, second = apart
    return one[first] == other[second] and one[second] == other[first]


def _is_changed(one: str, other: str) -> bool:
    return len(one) >= CHANGED_FROM and len(_differing(one, other)) == 1


def _is_shortened(short: str, long: str) -> bool:
    if len(long) < CHANGED_FROM or len(long) - len(short) != 1:
        return False
    same = next((at for at, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), None)
    return same is None or short[same:] == long[same + 1 :]
