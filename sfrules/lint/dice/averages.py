"""Averages that do not match their dice: `22 (6d8 + 6)`, which is 33."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Literal

from sfrules.ground.problems import Problem
from sfrules.lint.dice.dice_figures import DiceFigure, figures_in
from sfrules.lint.dice.rolls import A_DIE, Dice
from sfrules.lint.document import Cell, Document
from sfrules.lint.finding import problem_in
from sfrules.lint.quantities import in_figures

Verdict = Literal["right", "down", "up", "hero", "highest", "wrong"]
WRONG = frozenset({"wrong", "highest"})  # no average; the highest face may be meant
PLAIN = frozenset({"right", "down", "up"})  # averages, however rounded
LEAST_HALVES = 3  # so many figures show how a book rounds
CLEAR = Fraction(4, 5)  # and so many of them, one way, make the others mistakes
LEAST_SHOWN = 3  # so many figures behind their dice show that these are averages
MANY_WRONG = 4  # figures wrong like each other, and more than are right, are made another way
DICE_OF_A_HERO = 2  # at least: of one die alone, the first at its highest is all of them
OF_LIFE = frozenset("health hp hps points".split())


@dataclass(frozen=True)
class Printed:
    """A figure in a file, with its place and what it is to its dice."""

    document: Document
    place: Cell
    figure: DiceFigure
    verdict: Verdict

    @property
    def kind(self) -> tuple[str, bool, bool]:
        """Figures of one kind are made in one way."""
        return self.figure.about, self.figure.dice_first, self.figure.low is not None

    @property
    def same(self) -> object:
        """Figures of the same dice in one line should be the same, where nothing is said."""
        return self.place.line, self.figure.roll, self.figure.said


def averages(documents: Sequence[Document]) -> Iterator[Problem]:
    """The rule `average`: how a book rounds shows in all of its files."""
    files = [list(_printed(document)) for document in documents]
    whole = _rounding(figure for file in files for figure in file)
    for file in files:
        rounding = _rounding(file) if len(_halves(file)) >= LEAST_HALVES else whole
        yield from (_problem(printed, rounding) for printed in _mistakes(file, rounding))


def _printed(document: Document) -> Iterator[Printed]:
    for before, place in _texts(document):
        if not A_DIE.search(place.text):
            continue
        for figure in figures_in(place.text, before):
            text = place.text[figure.start : figure.end]
            cell = Cell(text, place.line, _column(document, place, text, figure.start))
            yield Printed(document, cell, figure, verdict(figure))


def _texts(document: Document) -> Iterator[tuple[str, Cell]]:
    """Each text of a file, with what stands before it."""
    above = Cell("", 0, 0)
    for prose in document.prose:
        text = Cell(prose.text, prose.line, prose.column)
        yield above.text if above.line == text.line - 1 else "", text
        above = text
    for table in document.tables:
        for heading, cells in table.columns:
            yield from ((heading.text, cell) for cell in cells)


def _column(document: Document, place: Cell, text: str, start: int) -> int:
    """Where a part of a text begins in its line; a cell's markup is gone from its text."""
    source = document.source
    first = source.start_of(place.line)
    begin = first + place.column - 1
    if source.text.startswith(text, begin + start):
        return place.column + start
    end = source.text.find("\n", begin)
    found = source.text.find(text, begin, end if end >= 0 else len(source.text))
    return found - first + 1 if found >= 0 else place.column


def verdict(figure: DiceFigure) -> Verdict:
    """What a figure is to its dice."""
    average, number = figure.roll.average, figure.number
    if figure.low is not None:
        return _verdict_of_range(figure.low, number, figure)
    if number == average or (number == 1 and floor(average) < 1):
        return "right"
    if number in _with_first_at_highest(figure):
        return "right"
    if number in _with_each_rounded_up(figure):
        return "hero"
    if number in {floor(average), ceil(average)}:
        return "down" if number < average else "up"
    return "highest" if number == figure.roll.highest else "wrong"


def _verdict_of_range(low: Fraction, high: Fraction, figure: DiceFigure) -> Verdict:
    """A range is sure to be that of its dice if one end is right, and no table of levels."""
    least, most = figure.roll.lowest, figure.roll.highest
    ends = [low in {least, max(least, 0), max(least, 1)}, high in {most, max(most, 1)}]
    near = abs(high - most) + abs(low - least) <= 1
    return "wrong" if sum(ends) == 1 and (figure.said or (near and least > 1)) else "right"


def _with_first_at_highest(figure: DiceFigure) -> set[int]:
    """Hit points as heroes have them in some books: the first die is not rolled."""
    if not _may_be_a_heros(figure):
        return set()
    rest = {figure.roll.average + Fraction(d.sides - 1, 2) for d in figure.roll.dice}
    return {*map(floor, rest), *map(ceil, rest)}


def _with_each_rounded_up(figure: DiceFigure) -> set[int]:
    """Hit points as heroes have them in others: each die counts as its average, rounded up."""
    if not _may_be_a_heros(figure):
        return set()
    roll = figure.roll
    each = roll.added + sum(dice.count * (dice.sides // 2 + 1) for dice in roll.dice)
    return {each, *(each + dice.sides // 2 - 1 for dice in roll.dice)}


def _may_be_a_heros(figure: DiceFigure) -> bool:
    return figure.about in OF_LIFE and figure.roll.dice[0].count >= DICE_OF_A_HERO


def _halves(file: Iterable[Printed]) -> list[str]:
    return [printed.verdict for printed in file if printed.verdict in {"down", "up"}]


def _rounding(file: Iterable[Printed]) -> str:
    """How a book clearly rounds its halves: down, up, or nothing."""
    counts = Counter(_halves(file))
    if counts.total() < LEAST_HALVES:
        return ""
    way, most = counts.most_common(1)[0]
    return way if most >= CLEAR * counts.total() else ""


def _mistakes(file: list[Printed], rounding: str) -> Iterator[Printed]:
    """The figures that are wrong, and are not made in some way of their own."""
    alike = Counter(printed.kind for printed in file)
    wrong = Counter(printed.kind for printed in file if printed.verdict in WRONG)
    plain = Counter(printed.kind for printed in file if printed.verdict in PLAIN)
    heroes = Counter(printed.kind for printed in file if printed.verdict == "hero")
    unlike = _unlike(file)
    shown = _is_shown([printed.verdict for printed in file if printed.figure.dice_first])
    for printed in file:
        if not _stands_for_dice(printed.figure, shown=shown) or printed.same in unlike:
            continue
        if printed.verdict == "hero":
            # Where the others are averages, no hero is among them.
            lone = heroes[printed.kind] == 1 and plain[printed.kind] >= LEAST_SHOWN
            if lone and _is_turned(printed.figure):
                yield printed
        elif printed.verdict in {"down", "up"}:
            # Of dice that stand first, books say what one may take in place of a roll.
            if rounding and printed.verdict != rounding and not printed.figure.dice_first:
                yield printed
        elif _is_mistake(printed.verdict, alike[printed.kind], wrong[printed.kind]):
            yield printed


def _unlike(file: list[Printed]) -> set[object]:
    """Dice that have several numbers before them, none of them right: they are no averages."""
    numbers: dict[object, set[Fraction]] = defaultdict(set)
    for printed in file:
        if not printed.figure.said:
            numbers[printed.same].add(printed.figure.number)
    right = {printed.same for printed in file if printed.verdict not in WRONG}
    return {same for same, several in numbers.items() if len(several) > 1} - right


def _is_shown(verdicts: list[Verdict]) -> bool:
    """Whether a file has averages behind its dice, and not other numbers."""
    wrong = sum(verdict in WRONG for verdict in verdicts)
    return len(verdicts) >= LEAST_SHOWN and len(verdicts) - wrong >= CLEAR * len(verdicts)


def _is_turned(figure: DiceFigure) -> bool:
    """Whether a figure is the average with the other sign before what is added."""
    turned = figure.roll.average - 2 * figure.roll.added
    return figure.number in {floor(turned), ceil(turned)}


def _is_mistake(verdict: Verdict, alike: int, wrong: int) -> bool:
    """Whether a figure is wrong for sure, seen beside those like it, and how many are wrong."""
    if verdict == "highest":
        return 2 * wrong <= alike
    return verdict == "wrong" and (wrong < MANY_WRONG or 2 * wrong <= alike)


def _stands_for_dice(figure: DiceFigure, *, shown: bool) -> bool:
    """Whether a number is surely the figure of its dice: the text says so, or it looks like one."""
    roll = figure.roll
    if figure.said or figure.low is not None:
        return True
    if figure.dice_first and not shown:
        return False
    lone = roll.dice == (Dice(1, 20),)
    counts = figure.number == sum(dice.count for dice in roll.dice)
    return not lone and not counts and roll.lowest <= figure.number <= roll.highest


def _problem(printed: Printed, rounding: str) -> Problem:
    figure, roll = printed.figure, printed.figure.roll
    source = printed.document.source
    if figure.low is not None:
        message = f"{roll} is {roll.lowest} to {roll.highest}, not {figure.low} to {figure.number}"
        return problem_in(source, printed.place, message)
    average = in_figures(roll.average)
    if printed.verdict in {"down", "up"}:
        other = "up" if printed.verdict == "down" else "down"
        hint = f"other halves are rounded {other} here"
        message = f"the average of {roll} is {average}, and is rounded {printed.verdict}"
        return problem_in(source, printed.place, message, hint)
    message = f"the average of {roll} is {average}, not {in_figures(figure.number)}"
    rounded = ceil(roll.average) if rounding == "up" else floor(roll.average)
    hint = "" if roll.average.denominator == 1 else f"rounded {rounding or 'down'}, {rounded}"
    return problem_in(source, printed.place, message, hint)
