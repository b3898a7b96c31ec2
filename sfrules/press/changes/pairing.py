"""Which numbers of two editions are the same one, and what they were and are.

A number has no name. It is known by its page, its heading, what kind it is and its expression, and
among those that are alike by its turn. What finds no partner so is looked for in wider and wider
circles: an expression in which the author typed another result, a heading with another id, the
same words on another page, other words for the same number. Where the two then print the same,
only words have changed, and that is counted, not told. What is left has come or gone.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from operator import attrgetter

from sfrules.press.changes.difference import Number, NumberChange
from sfrules.press.changes.sheets import NoSheet, Sheet, paired

COLUMNS = ("page", "anchor", "kind", "expression", "printed")
# What the author typed, and changes with the rule: the first argument of a claim, and result=.
_TYPED = re.compile(
    r"""(?:^printed\(\s*(?:printed\s*=\s*)?|\bresult\s*=\s*)
    (?:"[^"]*"|'[^']*'|\[[^\]]*\]|\([^)]*\)|[^,)]*)""",
    re.VERBOSE,
)


def rule_of(number: Number) -> str:
    """The expression without what its author typed of its result."""
    return _TYPED.sub("…", number.expression)


Known = Callable[[Number], Hashable]
BY: tuple[Known, ...] = (
    lambda n: n.name,
    lambda n: (n.page, n.anchor, n.kind, rule_of(n)),
    lambda n: (n.page, n.kind, rule_of(n)),
    lambda n: (n.kind, rule_of(n), n.printed),
    lambda n: (n.page, n.anchor, n.kind, n.printed),
)


@dataclass(frozen=True)
class Numbers:
    """The numbers that changed, came and went, each in the order of their pages."""

    changed: tuple[NumberChange, ...]
    added: tuple[NumberChange, ...]
    removed: tuple[NumberChange, ...]
    reworded: int


def read_numbers(sheet: Sheet) -> list[Number]:
    """The lines of `values.csv`.

    Raises:
        NoSheet: where it has other columns.
    """
    if sheet.headings and sheet.headings != COLUMNS:
        has, wanted = ", ".join(sheet.headings), ", ".join(COLUMNS)
        raise NoSheet(f"values.csv has the columns {has}; a lock's are {wanted}")
    turns: Counter[Hashable] = Counter()
    numbers = []
    for page, anchor, kind, expression, printed, *_ in sheet.rows:
        name = (page, anchor, kind, expression)
        numbers.append(Number(*name, printed, turns[name]))
        turns[name] += 1
    return numbers


def compare_numbers(before: Sequence[Number], after: Sequence[Number]) -> Numbers:
    """Each number of the one beside its own in the other."""
    was = {number: at for at, number in enumerate(before)}
    now = {number: at for at, number in enumerate(after)}
    old, new, met = list(before), list(after), list[tuple[Number, Number]]()
    for known in BY:
        pairs = _pairs(old, new, known)
        met += [(one, other) for one, other in pairs if one is not None and other is not None]
        left = [one for one, other in pairs if one is not None and other is None]
        old = sorted(left, key=was.__getitem__)
        left = [other for one, other in pairs if one is None and other is not None]
        new = sorted(left, key=now.__getitem__)
    met.sort(key=lambda pair: now[pair[1]])
    return Numbers(
        tuple(NumberChange(*pair) for pair in met if pair[0].printed != pair[1].printed),
        tuple(NumberChange(None, other) for other in new),
        tuple(NumberChange(one, None) for one in old),
        sum(one.printed == other.printed and one.name != other.name for one, other in met),
    )


def _pairs(
    before: Sequence[Number], after: Sequence[Number], known: Known
) -> list[tuple[Number | None, Number | None]]:
    here, there = _by(before, known), _by(after, known)
    return [
        pair
        for name in {**here, **there}
        for pair in paired(here.get(name, []), there.get(name, []), attrgetter("printed"))
    ]


def _by(numbers: Sequence[Number], known: Known) -> dict[Hashable, list[Number]]:
    found: dict[Hashable, list[Number]] = defaultdict(list)
    for number in numbers:
        found[known(number)].append(number)
    return found
