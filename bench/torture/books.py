"""Make small books at random whose numbers are all known, and put one false thing into each.

A book is its Python, its CSV files, its configuration and its pages. Its numbers are worked out
here, and not by the press. As it is, a book has no problems; with one number changed, one name or
unit exchanged, or one number put where none was, it has one at least. How a number is written is
drawn as well. What falls is kept as a passage of the book that `sfrules new` writes, if that falls.
"""

from __future__ import annotations

import random
import re
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path

import cases
import writings
from doors import DOORS, Doors
from section import Section, Task
from trying import Batch, Fallen, outcomes

from sfrules.press.doors.site_check import SiteCheck

TRIALS = 1_570
TEMPLATES = Path(__file__).with_name("book_templates")
BOATS = ("barge", "coracle", "punt", "wherry", "raft")
WATERS = ("river", "lake", "canal", "moat")
NAMES = ("a", "b", "water")
UNITS = ("seats", "pence", "trips", "passengers")
MEASURES = ("pounds", "feet", "miles", "hours", "rounds", "levels")  # that no book declares
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
DRAWN = ("table", "chart", "figure")
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
    kept = list(_cases(texts, [each.given for each in found if each.fell]))
    told = [f"{each} ({times})" for each, times in fallen.items()]
    return Section("Books", lines, told, kept)


def _tried(texts: Mapping[str, str], trial: tuple[int, Place | None]) -> str:
    """Check a book; with something false in a place, it has to have a problem, and else none."""
    seed, place = trial
    dice = random.Random(seed)
    known = values(dice)
    false, form = other(dice, place, texts, known) if place else ("", "")
    with tempfile.TemporaryDirectory() as folder:
        told = problems(Path(folder), _written(texts, known, place, false, None if place else dice))
    if place and not told:
        raise Fallen(f"{form}, `{cases.written(false)}`: {place.file}: {place.line}")
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
) -> tuple[str, str]:
    """What is put at a place, which is not what is true there, and the name of its form."""
    text = texts[place.file]
    mark = _MARK.match(text, place.start)
    assert mark  # noqa: S101 a place is one of the marks
    right = known.get(mark["key"], 0)
    assert place.kind in "@%" or isinstance(right, int | Fraction)  # noqa: S101 all else is a name
    match place.kind:
        case "@":
            return str(known["b" if mark["key"] == "a" else "a"]), "another name"
        case "%":
            return dice.choice([e for e in UNITS + MEASURES if e != mark["key"]]), "another unit"
        case "+":
            put, form = writings.number(dice)
            return f" {put if _marks_up(place) else writings.plain(put)} ", form
        case "" if _is_prose(place, text[mark.end() :]) and isinstance(right, int):
            # What an example chooses may be a bound: at least 20 passengers.
            ways = [writings.another, *([writings.changed] if mark["key"] != "group" else [])]
            put, form = dice.choice(ways)(dice, right)
            return put if _marks_up(place) else writings.plain(put), form
    near = right + dice.choice([1, 2, 10] if right < 3 else [-1, 1, 2, 10])  # type: ignore[operator] # noqa: PLR2004
    return (writings.words(near) if mark["form"] else str(near)), "figures"


def _marks_up(place: Place) -> bool:
    """Whether markup is read as such at a place: not in Python, settings and front matter."""
    return place.file.endswith(".md") and not place.line.startswith(("title:", "description:"))


def _is_prose(place: Place, behind: str) -> bool:
    """Whether a number of a sentence stands at a place, and not one of code or before a sign."""
    return not re.search(r"\{\{|>>>|erratum", place.line) and behind[:1] not in "%d"


def _written(
    texts: Mapping[str, str],
    known: Mapping[str, object],
    place: Place | None,
    false: str,
    dice: random.Random | None = None,
) -> dict[str, str]:
    """The files of a book with something false in a place; what is right is in any form."""

    def put(file: str, mark: re.Match[str]) -> str:
        if place and (file, mark.start()) == (place.file, place.start):
            return false
        if mark["kind"] in ("+", "%"):
            return "" if mark["kind"] == "+" else mark["key"]
        value = known[mark["key"]]
        if dice and not mark["kind"] + (mark["form"] or "") and isinstance(value, int):
            line = texts[file][texts[file].rfind("\n", 0, mark.start()) + 1 :].partition("\n")[0]
            at = Place(file, mark.start(), "", line)
            if _marks_up(at) and _is_prose(at, texts[file][mark.end() :]):
                return writings.true(dice, value)
        return writings.words(int(str(value))) if mark["form"] else str(value)

    return {file: _MARK.sub(partial(put, file), text) for file, text in texts.items()}


def problems(folder: Path, files: Mapping[str, str]) -> list[str]:
    """The problems of a book."""
    for file, text in files.items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return [str(each) for each in SiteCheck(folder / "mkdocs.yml").check().problems]


# What the book that `sfrules new` writes has for the keys of the templates.
STARTER = {
    "a": "barge", "b": "coracle", "water": "river", "target": 11, "skill": 4, "seats": 12,
    "seats_b": 2, "toll": 3, "toll_b": 1, "group": 30, "landing": 2, "trips": 3, "trips_b": 15,
    "fare": 96, "fare_b": 60, "percent": 70, "more": 10, "dice": 2,
}  # fmt: skip
# It declares none.
UNITS_OF_STARTER = """\
+= game.py
book.unit("pence", ["penny", "pence"], ["fare", "boats.toll"])
book.unit("seats", ["seat", "seats"], ["boats.seats"])
book.unit("trips", ["trip", "trips"], ["trips"])
book.unit("passengers", ["passenger", "passengers"], ["passengers"])
"""


def _cases(
    texts: Mapping[str, str], trials: Iterable[tuple[int, Place | None]]
) -> Iterator[cases.Case]:
    """What fell as a passage of the starter's book; one of each form, and of each place."""
    forms, places, doors = set[str](), set[str](), Doors(cases.own_folder())
    for seed, place in trials:
        dice = random.Random(seed)
        values(dice)
        false, form = other(dice, place, texts, STARTER) if place else ("", "a true book")
        line, door = (place.line, "a false book") if place else ("", "a true book")
        if line in places or form in forms:
            continue
        passages = _passages(texts, place, false) if place else _true_passages(texts, dice)
        for given in passages:
            try:
                DOORS[door](doors, given)
            except Fallen as fallen:
                forms.add(form)
                places.add(line)
                at = f"{place.file}, at {_MARK.sub('…', line)[:30]}" if place else ""
                happened = f"{fallen}: {form} in {at}" if place else str(fallen)
                yield cases.case_of("books", door, given, happened.partition("\n")[0])
                break
    cases.clear()


_BLOCK = re.compile(r"(?:[^\n]+\n)+(?:\n+(?: {4}[^\n]*\n)+)*(?:\n```proof\n.*?\n```\n)?", re.DOTALL)
_PROVED = re.compile(r"[^`]+?\n```proof\n.*?\n```\n", re.DOTALL)
_STATEMENT = re.compile(r"^(?:\w+ = )?book\.(\w+)\(.*?\)$\n", re.DOTALL | re.MULTILINE)
_ID = re.compile(r"(?<=\")[^\"]*")


def _true_passages(texts: Mapping[str, str], dice: random.Random) -> Iterator[str]:
    """The proofs of a true book, each with all that it vouches for."""
    for file, text in _written(texts, STARTER, None, "", dice).items():
        yield from (found[0].lstrip() for found in _PROVED.finditer(text) if file.endswith(".md"))


def _passages(texts: Mapping[str, str], place: Place, false: str) -> Iterator[str]:
    """What is given to the starter's book to have a false thing: the smallest first."""
    if place.file == "mkdocs.yml":
        whole = _written(texts, STARTER, place, false)[place.file]
        yield f"== mkdocs.yml\n{whole}== docs/waters.md\n# Waters\n"
        return
    is_code = place.file.endswith(".py")
    for part in (_STATEMENT if is_code else _BLOCK).finditer(texts[place.file]):
        if not part.start() <= place.start < part.end():
            continue
        at = Place(place.file, place.start - part.start(), place.kind, place.line)
        said = _written({place.file: part[0]}, STARTER, at, false)[place.file]
        if not is_code:
            yield said + (UNITS_OF_STARTER if place.kind == "%" else "")
            yield _written(texts, STARTER, place, false)[place.file]
            continue
        said = _ID.sub(lambda id: f"x-{id[0]}", said, count=1)  # the starter has such a thing
        id = _ID.search(said)
        macro = f'{{{{ {part[1]}("{id[0]}") }}}}' if id and part[1] in DRAWN else ""
        yield f"+= game.py\n{said}== docs/more.md\n# More\n\n{macro}\n"
