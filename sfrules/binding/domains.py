"""The values of a rule's parameters, for tables and calculators to offer."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache

from sfrules.facts.domain import (
    Domain,
    InColumn,
    NotInDomain,
    OneOf,
    YesOrNo,
    all_values,
    domains,
)

MANY = 1_100  # whole numbers on each side of zero
SOME = 300  # halves and thirds, likewise
FAR = tuple(digit * 10**zeros for zeros in range(3, 5) for digit in (1, 2, 5))


def values_of(rule: Callable[..., object], parameter: str) -> Sequence[object] | None:
    """Return the values of a parameter, the simplest first; of an endless domain, a sample."""
    domain = domains(rule)[parameter]
    return _values(domain) if isinstance(domain, Hashable) else None


@cache
def _values(domain: Domain) -> Sequence[object] | None:
    if isinstance(domain, YesOrNo | OneOf | InColumn):
        return all_values(domain)
    return tuple(_accepted(domain, _numbers(domain))) or None


def _accepted(domain: Domain, values: Iterable[object]) -> Iterator[object]:
    for value in values:
        try:
            yield domain.take(value)
        except (NotInDomain, TypeError, ValueError):
            continue


def _numbers(domain: Domain) -> Iterator[int | Fraction]:
    """Yield whole numbers by size, then halves and thirds, a few large numbers, and the ends."""
    yield 0
    for size in range(1, MANY):
        yield from (size, -size)
    for size in range(1, SOME):
        for part in (2, 3):
            if size % part:
                yield from (Fraction(size, part), Fraction(-size, part))
    for size in FAR:
        yield from (size, -size)
    ends = (getattr(domain, name, None) for name in ("minimum", "maximum"))
    yield from (end for end in ends if end is not None and abs(end) >= MANY)
