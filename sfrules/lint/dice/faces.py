"""The faces that a cell of a dice table names: `7`, `1–3`, `2, 4, 6`, `20+`, `3 or less`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from sfrules.lint.dice.rolls import plain

LONGEST = 80  # a cell of faces is short
_NUMBER = r"(-?[0-9]{1,4})%?"
_SINGLE = re.compile(_NUMBER)
_RANGE = re.compile(rf"{_NUMBER}\s*(?:--?|\.{{2,3}}|…|~|to|thru|through)\s*{_NUMBER}")
_MORE = "more|higher|above|greater|better|over|up|upwards?|beyond"
_LESS = "less|lower|fewer|below|under|down"
_UP = re.compile(rf"{_NUMBER}\s*(?:\+|(?:or|and|&)\s*(?:{_MORE}))|(?:≥|>=|⩾)\s*{_NUMBER}")
_DOWN = re.compile(rf"{_NUMBER}\s*(?:-|(?:or|and|&)\s*(?:{_LESS}))|(?:≤|<=|⩽|up to)\s*{_NUMBER}")
_ABOVE = re.compile(rf"(?:>|over|above|more than)\s*{_NUMBER}")
_BELOW = re.compile(rf"(?:<|under|below|less than)\s*{_NUMBER}")
_BETWEEN = re.compile(r"[,;/&]|\b(?:and|or)\b")
_THOUSANDS = re.compile(r"\b([0-9]),(?=[0-9]{3}\b)")
_EDGES = " .:()[]*†‡§¹²³⁴⁵"  # full stops of a numbered list, brackets, marks of footnotes

KEPT = 20_000  # cells whose reading is remembered: all dice have the same faces


@dataclass(frozen=True, order=True)
class Stretch:
    """Faces from `low` to `high`, both with it; None where it has no end."""

    low: int | None
    high: int | None

    @property
    def open(self) -> bool:
        """Whether it goes on beyond what is written."""
        return self.low is None or self.high is None

    @property
    def ends(self) -> tuple[int, ...]:
        """The ends that are written."""
        return tuple(end for end in (self.low, self.high) if end is not None)


def stretches_in(text: str) -> tuple[Stretch, ...] | None:
    """The faces that a cell names, () for an empty one, None for one that says something else."""
    return _remembered(text) if len(text) <= LONGEST else _read(text)


def _read(text: str) -> tuple[Stretch, ...] | None:
    text = plain(text).casefold().strip(_EDGES)
    if not text.strip("- "):
        return ()
    if len(text) > LONGEST:
        return None
    text = _THOUSANDS.sub(r"\1", text)
    if opened := _open_stretch(text):
        return (opened,)
    parts = [_stretch(part.strip()) for part in _BETWEEN.split(text) if part.strip()]
    stretches = tuple(part for part in parts if part is not None)
    return stretches if stretches and len(stretches) == len(parts) else None


_remembered = lru_cache(maxsize=KEPT)(_read)


def _open_stretch(text: str) -> Stretch | None:
    """A stretch without an end on one side."""
    if match := _UP.fullmatch(text):
        return Stretch(_only(match), None)
    if match := _DOWN.fullmatch(text):
        return Stretch(None, _only(match))
    if match := _ABOVE.fullmatch(text):
        return Stretch(_only(match) + 1, None)
    if match := _BELOW.fullmatch(text):
        return Stretch(None, _only(match) - 1)
    return None


def _only(match: re.Match[str]) -> int:
    return next(int(number) for number in match.groups() if number is not None)


def _stretch(text: str) -> Stretch | None:
    """A face or a range; None for one that runs backwards, except up to a 0 that is the top."""
    if match := _SINGLE.fullmatch(text):
        return Stretch(int(match[1]), int(match[1]))
    if match := _RANGE.fullmatch(text):
        low, high = int(match[1]), int(match[2])
        return Stretch(low, high) if low <= high or high == 0 else None
    return _open_stretch(text)


def told(numbers: Iterable[int], most: int = 6) -> str:
    """Numbers for a message, neighbours drawn together: `3, 7–8 and 14`."""
    parts = [str(low) if low == high else f"{low}–{high}" for low, high in _drawn(sorted(numbers))]
    if len(parts) > most:
        parts = [*parts[:most], f"{len(parts) - most} more"]
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def _drawn(numbers: list[int]) -> list[tuple[int, int]]:
    """Numbers in order as pairs of first and last."""
    pairs: list[tuple[int, int]] = []
    for number in numbers:
        if pairs and number <= pairs[-1][1] + 1:
            pairs[-1] = (pairs[-1][0], number)
        else:
            pairs.append((number, number))
    return pairs
