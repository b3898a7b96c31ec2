"""Dice tables that miss a face of their die, name one twice, or name one that it does not have."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from sfrules.ground.edits import Edit
from sfrules.ground.problems import Problem
from sfrules.ground.source import Source
from sfrules.lint.dice.die import Die, Stretch, listed
from sfrules.lint.dice.draws import Draw, DrawEntry, draws_of, heads_of_another_die
from sfrules.lint.dice.guesses import joined, whole_die
from sfrules.lint.document import Document
from sfrules.lint.rule import edit_of, problem_in

HALF = 2  # more than one face in two is there, more than one row in two is on the die
MOST_NAMED = 4  # stretches for each face: a longer table only counts its rows, or is hostile
OTHERS = 4  # rows that are whole for another die than the heading says
WIDE = 3  # rows that fill a die but for a stretch inside
FEWEST = 2  # rows that fill it but for a stretch at an end
FEW_DOUBLED = 4  # at most one row in four repeats faces of rows further up
ALIKE = 3  # other rows that are as wide as one that is put right
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True)
class Line:
    """An entry with the faces of its die that it names."""

    entry: DrawEntry
    faces: frozenset[int]
    beyond: frozenset[int]

    @property
    def up(self) -> bool:
        """Whether it is open above."""
        return any(stretch.high is None for stretch in self.entry.stretches)

    @property
    def down(self) -> bool:
        """Whether it is open below."""
        return any(stretch.low is None for stretch in self.entry.stretches)


@dataclass(frozen=True)
class Fault:
    """What is wrong with a table, and the index of the line where it shows."""

    at: int
    text: str


@dataclass(frozen=True)
class DiceTables:
    """How many dice tables were checked, and each that was left alone, with the reason."""

    checked: int = 0
    left: tuple[Problem, ...] = ()


@dataclass(frozen=True)
class DrawVerdict:
    """What is wrong with the rows of a draw, or why they were left alone."""

    faults: tuple[tuple[DrawEntry, str], ...] = ()
    why: str = ""


def coverage(document: Document) -> Iterator[Problem]:
    """Faces missing from dice tables, doubled in them, or out of range; a die that is another's."""
    for draw, judged in judged_draws(document):
        fixes = fixes_of(document.source, draw) if judged.faults else {}
        for entry, message in judged.faults:
            yield problem_in(document.source, entry.cell, message, fix=fixes.get(entry))
    for head, die, said in heads_of_another_die(document.tables):
        yield problem_in(document.source, head, f"{die.name}: the text above says {said.name}")


def dice_tables(document: Document) -> DiceTables:
    """The dice tables of a file, by whether they were checked."""
    checked, left = 0, list[Problem]()
    for draw, judged in judged_draws(document):
        checked += not judged.why
        if judged.why:
            left.append(problem_in(document.source, draw.head, f"left alone: {judged.why}"))
    return DiceTables(checked, tuple(left))


@lru_cache(maxsize=1)
def judged_draws(document: Document) -> tuple[tuple[Draw, DrawVerdict], ...]:
    """Each draw of a file, judged."""
    draws = draws_of(document.tables)
    return tuple((draw, DrawVerdict(why=draw.why) if draw.why else _judge(draw)) for draw in draws)


def _judge(draw: Draw) -> DrawVerdict:
    die, stretches = draw.die, draw.stretches
    met = die.spanning(stretches) if die.open else die
    if met is None or not stretches:
        return DrawVerdict(why="it has no faces")
    if len(stretches) > MOST_NAMED * len(met.faces):
        return DrawVerdict(why="its rows only count")
    if met.zero_is_top and {0, met.faces[-1]} <= _ends(draw):
        return DrawVerdict(why="it runs from 0: something is added to the roll elsewhere")
    lines = _once_each([_line(met, entry) for entry in draw.entries], grouped=draw.beside)
    if _is_complete(lines, met):
        return DrawVerdict()
    judged = [_faults(run, met, draw) for run in _runs(lines, met)]
    found = tuple((entry, f"{die.name}: {text}") for one in judged for entry, text in one.faults)
    why = "" if found else next((one.why for one in judged if one.why), "")
    return DrawVerdict(found, why)


def _ends(draw: Draw) -> set[int]:
    return {end for entry in draw.entries for stretch in entry.stretches for end in stretch.ends}


def _line(die: Die, entry: DrawEntry) -> Line:
    faces = frozenset[int]().union(*map(die.within, entry.stretches))
    return Line(entry, faces, frozenset[int]().union(*map(die.beyond, entry.stretches)))


def _once_each(lines: list[Line], *, grouped: bool) -> list[Line]:
    """The lines, with neighbors of the same faces as one, where rows are grouped under a face."""
    again = {
        at
        for at in range(1, len(lines))
        if lines[at].entry.stretches == lines[at - 1].entry.stretches and not lines[at].entry.begins
    }
    if len(again) == 1 and not grouped:
        return lines
    return [line for at, line in enumerate(lines) if at not in again]


def _is_complete(lines: Iterable[Line], die: Die) -> bool:
    """Whether the lines name each face once, and no other numbers."""
    named = sorted(face for line in lines for face in line.faces)
    return named == list(die.faces) and not any(line.beyond for line in lines)


def _runs(lines: list[Line], die: Die) -> Iterator[list[Line]]:
    """The lines, split where the die starts over: a further table, or one within the table."""
    run: list[Line] = []
    seen: set[int] = set()
    for line in lines:
        if run and _starts_over(line, seen, die):
            yield run
            run, seen = [], set()
        run.append(line)
        seen |= line.faces
    yield run


def _starts_over(line: Line, seen: set[int], die: Die) -> bool:
    lowest, highest = die.faces[0], die.faces[-1]
    if line.entry.begins and len(seen) == len(die.faces):
        return True
    if lowest not in line.faces or lowest not in seen:
        return False
    return line.entry.begins or highest in seen or HALF * len(seen) > len(die.faces)


def _faults(run: list[Line], die: Die, draw: Draw) -> DrawVerdict:
    """What is wrong with a run; nothing if it is not certain that it is a table of that die."""
    seen = frozenset[int]().union(*(line.faces for line in run))
    missing = [face for face in die.faces if face not in seen]
    beyond = sum(1 for line in run if line.beyond)
    if other := _other_die(run, die, draw):
        return DrawVerdict(((run[0].entry, f"the rows are those of a {other}"),))
    if HALF * beyond >= len(run):
        return DrawVerdict(why="most rows are beyond the die")
    if HALF * len(seen) <= len(die.faces) and not _lacks_one_stretch(run, die, missing):
        return DrawVerdict(why="most of its faces are not there")
    if _are_thresholds(run):
        return DrawVerdict(why="its rows are thresholds to reach")
    run = _without_slip(run, die)
    gaps = list(_missing(run, missing))
    doubled = _doubled(run, die, gaps)
    if doubled is None:
        return DrawVerdict(why="too many faces stand in several rows")
    faults = sorted([*gaps, *doubled, *_out_of_range(run, die)], key=lambda fault: fault.at)
    return DrawVerdict(tuple((run[fault.at].entry, fault.text) for fault in _joined(faults)))


def _other_die(run: list[Line], die: Die, draw: Draw) -> str:
    """The die that the rows are whole for, if it is a far smaller or a far greater one."""
    if die.open or draw.is_guessed or len(run) != len(draw.entries) or draw.beside:
        return ""
    rows = draw.stretches
    is_plain = not any(row.open for row in rows) and len(rows) >= OTHERS
    other = whole_die(rows) if is_plain and joined(rows) == 1 else None
    if other is None or other.faces[0] != 1 or die.faces[0] != 1:
        return ""
    ours, theirs = die.faces[-1], other.faces[-1]
    return other.name if HALF * min(ours, theirs) < max(ours, theirs) else ""


def _lacks_one_stretch(run: list[Line], die: Die, missing: list[int]) -> bool:
    """Whether ranges fill a die but for one stretch, so that a row is lost rather than many."""
    wide = sum(len(line.faces) > 1 for line in run)
    places = [die.faces.index(face) for face in missing]
    in_one = not places or places[-1] - places[0] + 1 == len(places)
    inside = bool({*die.ends}) and not {*die.ends} & {*missing}
    enough = FEWEST if not inside or wide == len(run) else WIDE
    return bool(wide) and in_one and len(run) >= enough


def _without_slip(run: list[Line], die: Die) -> list[Line]:
    """The rows, where the one range that passes the die and further rows is but its low end."""
    at = [
        at
        for at, line in enumerate(run[:-1])
        if line.beyond and line.faces and not line.faces.isdisjoint(run[at + 1].faces)
    ]
    if len(at) != 1 or die.open:
        return run
    line = run[at[0]]
    return [*run[: at[0]], replace(line, faces=frozenset({min(line.faces)})), *run[at[0] + 1 :]]


def _are_thresholds(run: list[Line]) -> bool:
    """Whether the rows are thresholds to reach: `5+`, `10+`, `15+`."""
    return sum(line.up for line in run) > 1 or sum(line.down for line in run) > 1


def _missing(run: list[Line], missing: list[int]) -> Iterator[Fault]:
    """The faces left out, reported at the first row past the gap."""
    if missing:
        lines = [(at, line.faces) for at, line in enumerate(run) if line.faces]
        falling = max(lines[0][1]) > max(lines[-1][1])
        slipped = [at for at, line in enumerate(run) if line.entry.odd]
        if slipped:
            text = run[slipped[0]].entry.cell.text
            yield Fault(slipped[0], f'{_are_missing(missing)}, and this row says "{text}"')
            return
        passed = (
            at
            for at, faces in lines
            if (max(faces) < missing[-1] if falling else min(faces) > missing[0])
        )
        yield Fault(next(passed, len(run) - 1), _are_missing(missing))


def _are_missing(faces: list[int]) -> str:
    return f"{listed(faces)} {'is' if len(faces) == 1 else 'are'} missing"


def _doubled(run: list[Line], die: Die, gaps: list[Fault]) -> list[Fault] | None:
    """The faces named more than once; None if there are so many that it must be on purpose.

    The fault is at the second row that names a face, or at the first if that is next to a gap.
    """
    seen: dict[int, int] = {}
    twice: dict[int, frozenset[int]] = {}
    firsts: set[int] = set()
    far = 0
    for at, line in enumerate(run):
        again = line.faces & seen.keys()
        rows = {seen[face] for face in again}
        if again and not _is_on_purpose(run, at, rows, die):
            twice[at] = again
            firsts |= rows
            far += rows != {at - 1}
        if again and len(rows) > 1 and (line.up or line.down):
            return None
        seen.update(dict.fromkeys(line.faces, at))
    if far > max(1, len(run) // FEW_DOUBLED):
        return None
    faces = frozenset[int]().union(*twice.values())
    verb = "stands" if len(faces) == 1 else "stand"
    places = [at for at in firsts if any(abs(gap.at - at) <= 1 for gap in gaps)] or twice
    return [Fault(min(places), f"{listed(faces)} {verb} in more than one row")] if twice else []


def _is_on_purpose(run: list[Line], at: int, rows: set[int], die: Die) -> bool:
    """Whether one row is for the highest or lowest face alone, and another is open."""
    both = [run[at], *(run[row] for row in rows)]
    ends = ({die.faces[0]}, {die.faces[-1]})
    return any(line.up or line.down for line in both) and any(line.faces in ends for line in both)


def _out_of_range(run: list[Line], die: Die) -> Iterator[Fault]:
    """The numbers that the die does not have, unless an open row or a 0 implies modifiers."""
    stretches = [stretch for line in run for stretch in line.entry.stretches]
    lowest = 0 if die.zero_is_top else 1
    modified = any(end < lowest for stretch in stretches for end in stretch.ends)
    places = [at for at, line in enumerate(run) if line.beyond]
    if places and not modified and not any(stretch.open for stretch in stretches):
        beyond = frozenset[int]().union(*(run[at].beyond for at in places))
        verb = "is" if len(beyond) == 1 else "are"
        yield Fault(places[0], f"{listed(beyond)} {verb} out of range")


def _joined(faults: list[Fault]) -> list[Fault]:
    """The faults, joined if in adjacent rows: a misprint misses one face and doubles another."""
    joined: list[Fault] = []
    for fault in faults:
        if joined and fault.at - joined[-1].at <= 1:
            joined[-1] = Fault(joined[-1].at, f"{joined[-1].text}, {fault.text}")
        else:
            joined.append(fault)
    return joined


def fixes_of(source: Source, draw: Draw) -> dict[DrawEntry, Edit]:
    """The edit that puts a table right with one number, by the entries that may show its fault.

    There is none if there is any doubt. Either one face stands twice and the next or the one before
    is missing, or one range is one face shorter than all the others, and that face is missing.
    """
    rows = [each.stretches[0] for each in draw.entries if len(each.stretches) == 1]
    is_sure = not (draw.die.open or draw.die.is_doubtful or draw.is_guessed)
    if not is_sure or len(rows) != len(draw.entries) or len(rows) <= ALIKE:
        return {}
    lowest, highest = draw.die.ends
    width, over = divmod(highest + 1 - lowest, len(rows))
    if over:
        return {}
    right = [Stretch(low, low + width - 1) for low in range(lowest, highest + 1, width)]
    wrong = [at for at, row in enumerate(rows) if row != right[at]]
    if len(wrong) != 1:
        return {}
    at = wrong[0]
    edit = _edit(source, draw.entries[at], rows[at], right[at])
    return dict.fromkeys(draw.entries[max(0, at - 1) : at + 2], edit) if edit else {}


def _edit(source: Source, entry: DrawEntry, row: Stretch, right: Stretch) -> Edit | None:
    """The edit of the one number that is wrong, written with as many digits as before."""
    is_single = row.low == row.high and right.low == right.high
    if row.low != right.low and row.high != right.high and not is_single:
        return None
    old, new = (row.low, right.low) if row.low != right.low else (row.high, right.high)
    wrong = [each for each in _DIGITS.findall(entry.cell.text) if int(each) == old]
    if len(wrong) != 1 or new is None:
        return None
    return edit_of(source, entry.cell, wrong[0], f"{new:0{len(wrong[0])}}")
