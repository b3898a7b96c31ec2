"""A die to roll on a table, and the faces that cells name: `7`, `1–3`, `2, 4`, `20+`."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from sfrules.lint.dice.rolls import plain

LONGEST_CELL = 80  # characters of a cell that names faces
_NUMBER = r"(-?[0-9]{1,4})%?"
_SINGLE = re.compile(_NUMBER)
_RANGE = re.compile(
    rf"{_NUMBER}\s*(?:--?|\.{{2,3}}|…|~|to|thru|through|bis|až|до|till|til|à|al)\s*{_NUMBER}"
)
_MORE = (
    "more|higher|above|greater|better|over|up|upwards?|beyond|více|víc|vyšší|mehr|höher|darüber|выше"
    "|больше|более|mer|högre|över|plus|más|mayor|più|mais|więcej"
)
_LESS = (
    "less|lower|fewer|below|under|down|méně|nižší|weniger|niedriger|darunter|ниже|меньше|менее"
    "|mindre|lägre|under|moins|menos|menor|meno|mniej"
)
_AND = "or|and|&|a|nebo|či|oder|und|и|или|eller|och|ou|et|o|y|e|lub|i"
_UP = re.compile(rf"{_NUMBER}\s*(?:\+|(?:{_AND})\s*(?:{_MORE}))|(?:≥|>=|⩾)\s*{_NUMBER}")
_DOWN = re.compile(rf"{_NUMBER}\s*(?:-|(?:{_AND})\s*(?:{_LESS}))|(?:≤|<=|⩽|up to)\s*{_NUMBER}")
_BETWEEN = re.compile(r"[,;/&]|\b(?:and|or)\b")
_THOUSANDS = re.compile(r"\b([0-9]),(?=[0-9]{3}\b)")
_EDGES = " .:()[]*†‡§¹²³⁴⁵"  # full stops of a numbered list, brackets, marks of footnotes
KEPT = 20_000  # cells whose reading is cached: all dice have the same faces
MOST_FACES = 1_000  # of a d1000, the largest die that tables use


@dataclass(frozen=True, order=True)
class Stretch:
    """Faces from `low` to `high`, inclusive; None for an end that is open."""

    low: int | None
    high: int | None

    @property
    def open(self) -> bool:
        """Whether one of its ends is open."""
        return self.low is None or self.high is None

    @property
    def ends(self) -> tuple[int, ...]:
        """The ends that are written."""
        return tuple(end for end in (self.low, self.high) if end is not None)


def stretches_in(text: str) -> tuple[Stretch, ...] | None:
    """The faces that a cell names: () for an empty one, None for one that says anything else."""
    return _cached(text) if len(text) <= LONGEST_CELL else _read(text)


def _read(text: str) -> tuple[Stretch, ...] | None:
    text = plain(text).casefold().strip(_EDGES)
    if not text.strip("- "):
        return ()
    if len(text) > LONGEST_CELL:
        return None
    text = _THOUSANDS.sub(r"\1", text)
    if opened := _open_stretch(text):
        return (opened,)
    parts = [_stretch(part.strip()) for part in _BETWEEN.split(text) if part.strip()]
    stretches = tuple(part for part in parts if part is not None)
    return stretches if stretches and len(stretches) == len(parts) else None


_cached = lru_cache(maxsize=KEPT)(_read)


def _open_stretch(text: str) -> Stretch | None:
    """A stretch with an open end."""
    if match := _UP.fullmatch(text):
        return Stretch(_only(match), None)
    if match := _DOWN.fullmatch(text):
        return Stretch(None, _only(match))
    return None


def _only(match: re.Match[str]) -> int:
    return next(int(number) for number in match.groups() if number is not None)


def _stretch(text: str) -> Stretch | None:
    """A face or a range; None for a range backwards, unless to a 0, which may be the top."""
    if match := _SINGLE.fullmatch(text):
        return Stretch(int(match[1]), int(match[1]))
    if match := _RANGE.fullmatch(text):
        low, high = int(match[1]), int(match[2])
        return Stretch(low, high) if low <= high or high == 0 else None
    return _open_stretch(text)


def listed(numbers: Iterable[int], most: int = 6) -> str:
    """Numbers for a message, as ranges where they follow each other: `3, 7–8 and 14`."""
    parts = [str(low) if low == high else f"{low}–{high}" for low, high in _ranges(sorted(numbers))]
    if len(parts) > most:
        parts = [*parts[:most], f"{len(parts) - most} more"]
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def _ranges(numbers: list[int]) -> list[tuple[int, int]]:
    """Sorted numbers as ranges, each by its first and last."""
    pairs: list[tuple[int, int]] = []
    for number in numbers:
        if pairs and number <= pairs[-1][1] + 1:
            pairs[-1] = (pairs[-1][0], number)
        else:
            pairs.append((number, number))
    return pairs


@dataclass(frozen=True)
class Die:
    """What a table is rolled with. An open one has modifiers, so its lowest and highest vary."""

    name: str
    faces: tuple[int, ...] = ()
    zero_is_top: bool = False
    open: bool = False
    is_doubtful: bool = False

    def bounds(self, stretch: Stretch) -> tuple[int, int]:
        """The ends of a stretch on this die, whose top may be written as 0, 00 or 000."""
        low, high = stretch.low, stretch.high
        if self.zero_is_top and high == 0:
            high = self.faces[-1]
            low = high if low == 0 else low
        return (
            min(self.faces[0], high or self.faces[0]) if low is None else low,
            max(self.faces[-1], low or self.faces[-1]) if high is None else high,
        )

    def within(self, stretch: Stretch) -> frozenset[int]:
        """The faces of this die in a stretch."""
        low, high = self.bounds(stretch)
        faces = self.faces[bisect_left(self.faces, low) : bisect_right(self.faces, high)]
        zero = self.zero_is_top and stretch.low == 0
        return frozenset({*faces, self.faces[-1]} if zero else faces)

    def beyond(self, stretch: Stretch) -> frozenset[int]:
        """The numbers of a stretch that this die does not have; a single 17 on a d66 is one too."""
        if stretch.open or self.open:
            return frozenset()
        low, high = self.bounds(stretch)
        low = 1 if self.zero_is_top and low == 0 else low
        if low == high:
            return frozenset() if low in self.faces else frozenset({low})
        below = range(low, min(high + 1, self.faces[0]))
        above = range(max(low, self.faces[-1] + 1), high + 1)
        return frozenset([*below[:MOST_FACES], *above[:MOST_FACES]])

    def spanning(self, stretches: Iterable[Stretch]) -> Die | None:
        """An open die as a table uses it: from the least number written to the greatest."""
        ends = [end for stretch in stretches for end in stretch.ends]
        if not ends or max(ends) - min(ends) >= MOST_FACES:
            return None
        return replace(self, faces=tuple(range(min(ends), max(ends) + 1)))

    def modified(self) -> Die:
        """The same die with modifiers."""
        return replace(self, open=True, zero_is_top=False)

    @property
    def ends(self) -> tuple[int, int]:
        """Its lowest and its highest face."""
        return self.faces[0], self.faces[-1]
