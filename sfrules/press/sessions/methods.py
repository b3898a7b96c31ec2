"""The methods of Python's own values that a session may call, and what some of them would make."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sfrules.press.page.bounds import Meter

METHODS: dict[type, frozenset[str]] = {
    # Not format and format_map, which reach attributes, and nothing that makes bytes or tables.
    str: frozenset(
        """capitalize casefold center count endswith find index isalnum isalpha isdecimal isdigit
        islower isnumeric isspace istitle isupper join ljust lower lstrip partition removeprefix
        removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith
        strip swapcase title upper zfill""".split()
    ),
    list: frozenset("append clear copy count extend index insert pop remove reverse sort".split()),
    tuple: frozenset("count index".split()),
    dict: frozenset("clear copy get items keys pop setdefault update values".split()),
    set: frozenset(
        """add clear copy difference discard intersection isdisjoint issubset issuperset remove
        symmetric_difference union update""".split()
    ),
    range: frozenset("count index start step stop".split()),
    int: frozenset("bit_count bit_length denominator numerator".split()),
    bool: frozenset("denominator numerator".split()),
    float: frozenset("as_integer_ratio is_integer".split()),
    Fraction: frozenset("as_integer_ratio denominator limit_denominator numerator".split()),
}
LISTED = frozenset("extend join".split())  # their argument is gone through like a loop's


def check_size(owner: Any, name: str, args: tuple[Any, ...], meter: Meter) -> None:
    """Refuse a text that a method would make too long, before it does.

    Raises:
        BoundExceeded: by the length that the text would have.
    """
    length = 0
    match name, args:
        case "center" | "ljust" | "rjust" | "zfill", (int() as width, *_):
            length = width
        case "replace", (str() as old, str() as new, *_):
            length = len(owner) + owner.count(old) * len(new)
        case "join", (list() as parts,):
            length = len(owner) * len(parts) + sum(len(p) for p in parts if isinstance(p, str))
    meter.check_weight(length)
