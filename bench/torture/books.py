"""Make small books at random whose numbers are all known, and put one false thing into each.

A book is its Python, its CSV files, its configuration and its pages. Its numbers are worked out
here, and not by the press. As it is, a book has no problems; with one number changed, one name or
unit exchanged, or one number put where none was, it has one at least.
"""

from __future__ import annotations

import random
import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path

from section import Section, Task
from trying import Batch, Fallen, outcomes

from sfrules.press.doors.site_check import check_site

TRIALS = 1_570
TEMPLATES = Path(__file__).with_name("book_templates")
BOATS = ("barge", "coracle", "punt", "wherry", "raft")
WATERS = ("river", "lake", "canal", "moat")
NAMES = ("a", "b", "water")
UNITS = ("seats", "pence", "trips", "passengers")
WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split()
# What stands in a template for a value: ⟦seats⟧; its kind, as below, comes first: ⟦#seats⟧.
_MARK = re.compile(r"⟦(?P<kind>[#=@%+!]?)(?P<key>\w*)(?P<form>:words)?⟧")
KINDS = {
    "": "a number",
    "#": "a number in a proof",
    "=": "a fact or a constant",
    "@": "a name exchanged",
    "%": "a unit exchanged",
    "+": "a number put where none was",
}
TRUE = "nothing"
SECONDS = 20.0  # that a book may take


@dataclass(frozen=True)
class Place:
    """A mark of a template: its kind, its key, and where it stands."""

    file: str
    start: int
    kind: str
    line: str


def torture(task: Task) -> Section:
    """Try places of all kinds in turn, each in a book of its own, and some books as they are."""
    texts = {
        each.relative_to(TEMPLATES).as_posix().removesuffix(".txt"): each.read_text("utf-8")
        for each in sorted(TEMPLATES.rglob("*.*"))
    }
    every, count = list(places(texts)), task.of(TRIALS)
    given: dict[str, list[tuple[int, Place | None]]] = {name: [] for name in KINDS.values()}
    for at in range(count):
        place = every[at % len(every)]
        given[KINDS[place.kind]].append((task.seed * TRIALS + at, place))
    given[TRUE] = [(task.seed * TRIALS - at, None) for at in range(1, count // 9 + 2)]
    attempt = partial(_tried, texts)
    batches = [Batch(name, partial(list, own), attempt) for name, own in given.items() if own]
    found = list(outcomes(batches, SECONDS))
    tried = Counter(each.name for each in found)
    well = Counter(each.name for each in found if not each.fell)
    lines = ["| put into a book | tried | told |", "| --- | --- | --- |"]
    lines += [
        f"| {name} | {tried[name]} | {well[name]}, {well[name] / tried[name]:.2%} |"
        for name in tried
        if name != TRUE
    ]
    lines += ["", f"{tried[TRUE]} books as they are: {well[TRUE]} without a problem."]
    fallen = Counter(f"{each.name}: {each.fell}" for each in found if each.fell)
    return Section("Books", lines, [f"{each} ({times})" for each, times in fallen.items()])


def _tried(texts: Mapping[str, str], trial: tuple[int, Place | None]) -> str:
    """Check a book; with something false in a place, it has to have a problem, and else none."""
    seed, place = trial
    dice = random.Random(seed)
    known = values(dice)
    false = other(dice, place, texts, known) if place else ""
    with tempfile.TemporaryDirectory() as folder:
        told = problems(Path(folder), texts, known, place, false)
    if place and not told:
        raise Fallen(f"{place.file}: {place.line}")
    if told and not place:
        raise Fallen(f"a true book has a problem: {told[0]}")
    return ""


def places(texts: Mapping[str, str]) -> Iterator[Place]:
    """All marks of the templates that can be falsified."""
    for file, text in texts.items():
        for mark in _MARK.finditer(text):
            if mark["kind"] == "!" or (not mark["kind"] and mark["key"] in NAMES):
                continue  # what is said of another is as true
            line = text[text.rfind("\n", 0, mark.start()) + 1 :].partition("\n")[0]
            yield Place(file, mark.start(), mark["kind"], line.strip())


def values(dice: random.Random) -> dict[str, object]:
    """What a book is about, by the keys of the templates; worked out here, from what is chosen."""
    a, b = dice.sample(BOATS, 2)
    water = dice.choice(WATERS)
    target, skill = dice.randrange(11, 17), dice.randrange(1, 9)
    seats_b, toll = dice.sample(range(2, 9), 2)
    seats = dice.randrange(9, 13)
    passengers = dice.randrange(20, 95)
    landing = dice.randrange(2, 9)
    trips, trips_b = -(-passengers // seats), -(-passengers // seats_b)
    chance = Fraction(21 + skill - target, 20)
    return {
        "a": a, "b": b, "water": water, "target": target, "skill": skill,
        "seats": seats, "seats_b": seats_b, "toll": toll, "toll_b": toll + 1, "group": passengers,
        "landing": landing, "trips": trips, "trips_b": trips_b,
        "fare": passengers * toll + landing * trips,
        "fare_b": passengers * (toll + 1) + landing * trips_b, "percent": 100 * chance,
        "more": seats - seats_b, "dice": dice.randrange(2, 6),
    }  # fmt: skip


def other(
    dice: random.Random, place: Place, texts: Mapping[str, str], known: Mapping[str, object]
) -> str:
    """What is put at a place: not what is true there."""
    mark = _MARK.match(texts[place.file], place.start)
    assert mark  # noqa: S101 a place is one of the marks
    match place.kind:
        case "@":
            return str(known["b" if mark["key"] == "a" else "a"])
        case "%":
            return dice.choice([each for each in UNITS if each != mark["key"]])
        case "+":
            return f" {dice.randrange(101, 199)} "
    right = known[mark["key"]]
    near = [n for n in range(2, 13) if n != right]
    if mark["form"]:
        return WORDS[dice.choice(near)]
    assert isinstance(right, int | Fraction)  # noqa: S101 all else is a name
    return str(right + dice.choice([1, 2, 10] if right < 3 else [-1, 1, 2, 10]))  # noqa: PLR2004


def problems(
    folder: Path,
    texts: Mapping[str, str],
    known: Mapping[str, object],
    place: Place | None = None,
    false: str = "",
) -> list[str]:
    """The problems of a book with something false in a place."""

    def put(file: str, mark: re.Match[str]) -> str:
        if place and (file, mark.start()) == (place.file, place.start):
            return false
        if mark["kind"] in ("+", "%"):
            return "" if mark["kind"] == "+" else mark["key"]
        value = known[mark["key"]]
        return WORDS[int(str(value))] if mark["form"] else str(value)

    for file, text in texts.items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_MARK.sub(lambda mark: put(file, mark), text), encoding="utf-8")  # noqa: B023
    return [str(each) for each in check_site(folder / "mkdocs.yml", {}).problems]
