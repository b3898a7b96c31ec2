"""Cases: what once fell, kept in fell.csv to be tried again, and made as small as it will go."""

from __future__ import annotations

import csv
import hashlib
import itertools
import os
import re
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from doors import DOORS, Doors
from trying import Batch, outcomes
from watching import workplace

FELL = Path(__file__).with_name("fell.csv")
LONG = 2_000  # characters: a longer input is written as a piece and how often it stands there
SHRINKING = 5.0  # seconds that one input may take to be made smaller
_NUMBERS = re.compile(r"[0-9]+|'[^']*'|\"[^\"]*\"")
_RAISED = re.compile(r"(\w+): .* in (\w+\.py, \S+)", re.DOTALL)
_REPEATED = re.compile(r"×(\d+) (.*)", re.DOTALL)
_CODE = re.compile(r"U\+([0-9A-F]{4,6});")


@dataclass(frozen=True, order=True)
class Case:
    """An input that fell: which torture found it, its door, and what happened."""

    torture: str
    door: str
    given: str
    happened: str

    @property
    def sort(self) -> tuple[str, str]:
        """What tells falls of one sort from others."""
        raised = _RAISED.fullmatch(self.happened)
        happened = f"{raised[1]} in {raised[2]}" if raised else self.happened
        return self.door, _NUMBERS.sub("…", happened)


FOLDER = workplace()
_BELOW = re.compile(rf"{re.escape(str(FOLDER))}[^\s:]*")
_numbers = itertools.count()


def own_folder() -> Path:
    """A folder that nothing else in this process or another uses; `clear` removes it."""
    return FOLDER / f"{os.getpid()}-{next(_numbers)}"


def attempt(door: str) -> Callable[[str], str]:
    """What tries a text at a door, in a folder of its own; the answer is a digest."""
    places: list[Doors] = []  # made by the process that tries, not by the one that asks

    def tried(text: str) -> str:
        if not places:
            places.append(Doors(own_folder()))
        return digest(DOORS[door](places[0], text))

    return tried


def digest(answer: str) -> str:
    """A short form of an answer, for comparing; how far a page came in its time is chance."""
    if "takes longer than" in answer:
        return "slow"
    return hashlib.sha256(answer.encode("utf-8", "surrogatepass")).hexdigest()


def clear() -> None:
    """Remove the folders of all that has been tried."""
    shutil.rmtree(FOLDER, ignore_errors=True)


def written(text: str) -> str:
    """A text as a line of a file: the end of a line as ⏎, what cannot be seen by its number."""
    for size in range(1, 9) if len(text) > LONG else ():
        times = len(text) // size
        if text == text[:size] * times:
            return f"×{times} {written(text[:size])}"
    return "".join(map(_written, text))


def _written(sign: str) -> str:
    if sign == "\n":
        return "⏎"
    return sign if sign.isprintable() else f"U+{ord(sign):04X};"


def read(line: str) -> str:
    """A text as it was before it was written."""
    if repeated := _REPEATED.fullmatch(line):
        return read(repeated[2]) * int(repeated[1])
    text = line.replace("⏎", "\n")
    return _CODE.sub(lambda match: chr(int(match[1], 16)), text)


def kept() -> list[Case]:
    """All cases of the file."""
    if not FELL.exists():
        return []
    with FELL.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    return [Case(torture, door, read(given), happened) for torture, door, given, happened in rows]


def keep(cases: Iterable[Case]) -> None:
    """Add cases to the file, those of a sort that is there already left out."""
    before = kept()
    sorts = {case.sort for case in before}
    new = [case for case in cases if case.sort not in sorts]
    with FELL.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["torture", "door", "given", "happened"])
        for case in sorted([*before, *new]):
            writer.writerow([case.torture, case.door, written(case.given), written(case.happened)])


def smallest(cases: Iterable[Case]) -> list[Case]:
    """One case of each sort: the smallest there is, made smaller."""
    found: dict[tuple[str, str], Case] = {}
    for case in cases:
        known = found.setdefault(case.sort, case)
        if len(case.given) < len(known.given):
            found[case.sort] = case
    return sorted(map(_shrunk, found.values()))


def _shrunk(case: Case) -> Case:
    """The case with all left out that may be, piece by piece, for as long as there is time."""
    text, deadline = case.given, time.monotonic() + SHRINKING
    size = max(1, len(text) // 2)
    while time.monotonic() < deadline:
        shorter = _first_that_falls(case, list(_without(text, size)), deadline)
        if shorter is not None:
            text = shorter
        elif size == 1:
            break
        else:
            size //= 2
    return Case(case.torture, case.door, text, case.happened)


def _without(text: str, size: int) -> Iterator[str]:
    for start in range(0, len(text), size):
        yield text[:start] + text[start + size :]


def _first_that_falls(case: Case, texts: Sequence[str], deadline: float) -> str | None:
    tried = outcomes([Batch(case.door, lambda: texts, attempt(case.door))])
    for outcome in tried:
        text = str(outcome.given)
        if outcome.fell and case_of(case.torture, case.door, text, outcome.fell).sort == case.sort:
            tried.close()
            return text
        if time.monotonic() > deadline:
            tried.close()
            return None
    return None


def case_of(torture: str, door: str, given: str, fell: str) -> Case:
    """The case that an outcome is; a folder of ours goes by no name."""
    return Case(torture, door, given, _BELOW.sub("…", fell))
