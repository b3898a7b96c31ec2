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
WRONG = frozenset({"wrong", "highest"})  # not an average, though perhaps the highest result
PLAIN = frozenset({"right", "down", "up"})  # an average, rounded in some way
LEAST_HALVES = 3  # rounded figures that show how a book rounds
CLEAR = Fraction(4, 5)  # share of them that, rounded one way, makes the others mistakes
LEAST_SHOWN = 3  # figures after their dice that show such figures to be averages
MANY_WRONG = 4  # wrong figures of one kind that, if most are wrong, are made in another way
DICE_OF_A_HERO = 2  # at least: with one die, its highest face is just the highest result
OF_LIFE = frozenset("health hp hps points".split())


@dataclass(frozen=True)
class Printed:
    """A figure in a file, with its place and its verdict."""

    document: Document
    place: Cell
    figure: DiceFigure
    verdict: Verdict

    @property
    def kind(self) -> tuple[str, bool, bool]:
        """What figures have in common that are made in the same way."""
        return self.figure.about, self.figure.dice_first, self.figure.low is not None

    @property
    def same(self) -> object:
        """What figures have in common that should be equal: one line, and the same dice."""
        return self.place.line, self.figure.roll, self.figure.said


def averages(documents: Sequence[Document]) -> Iterator[Problem]:
    """Averages and ranges that do not match their dice; all files show how a book rounds."""
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
    """Each text of a file, with the text before it."""
    above = Cell("", 0, 0)
    for prose in document.prose:
        text = Cell(prose.text, prose.line, prose.column)
        yield above.text if above.line == text.line - 1 else "", text
        above = text
    for table in document.tables:
        for heading, cells in table.columns:
            yield from ((heading.text, cell) for cell in cells)


def _column(document: Document, place: Cell, text: str, start: int) -> int:
    """The column where a part of a text begins; a cell's text is without its markup."""
    source = document.source
    first = source.start_of(place.line)
    begin = first + place.column - 1
    if source.text.startswith(text, begin + start):
        return place.column + start
    end = source.text.find("\n", begin)
    found = source.text.find(text, begin, end if end >= 0 else len(source.text))
    return found - first + 1 if found >= 0 else place.column


def verdict(figure: DiceFigure) -> Verdict:
    """How a figure relates to its dice."""
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
    """A range is wrong if one end is right, which shows that it is for its dice, and one is not."""
    least, most = figure.roll.lowest, figure.roll.highest
    ends = [low in {least, max(least, 0), max(least, 1)}, high in {most, max(most, 1)}]
    near = abs(high - most) + abs(low - least) <= 1
    return "wrong" if sum(ends) == 1 and (figure.said or (near and least > 1)) else "right"


def _with_first_at_highest(figure: DiceFigure) -> set[int]:
    """Hit points of heroes as some books count them: the first die is not rolled."""
    if not _may_be_a_heros(figure):
        return set()
    rest = {figure.roll.average + Fraction(d.sides - 1, 2) for d in figure.roll.dice}
    return {*map(floor, rest), *map(ceil, rest)}


def _with_each_rounded_up(figure: DiceFigure) -> set[int]:
    """Hit points of heroes as others count them: each die is its average, rounded up."""
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
    """How a book rounds its halves: "down", "up", or "" if that is not clear."""
    counts = Counter(_halves(file))
    if counts.total() < LEAST_HALVES:
        return ""
    way, most = counts.most_common(1)[0]
    return way if most >= CLEAR * counts.total() else ""


def _mistakes(file: list[Printed], rounding: str) -> Iterator[Printed]:
    """The figures that are wrong, and not made in another way on purpose."""
    alike = Counter(printed.kind for printed in file)
    wrong = Counter(printed.kind for printed in file if printed.verdict in WRONG)
    plain = Counter(printed.kind for printed in file if printed.verdict in PLAIN)
    heroes = Counter(printed.kind for printed in file if printed.verdict == "hero")
    not_averages = _not_averages(file)
    shown = _are_averages([printed.verdict for printed in file if printed.figure.dice_first])
    for printed in file:
        if not _is_for_dice(printed.figure, shown=shown) or printed.same in not_averages:
            continue
        if printed.verdict == "hero":
            # Where the others are averages, this is not a hero's.
            lone = heroes[printed.kind] == 1 and plain[printed.kind] >= LEAST_SHOWN
            if lone and _has_other_sign(printed.figure):
                yield printed
        elif printed.verdict in {"down", "up"}:
            # After its dice, a figure is what one may take instead of a roll, in any rounding.
            if rounding and printed.verdict != rounding and not printed.figure.dice_first:
                yield printed
        elif _is_mistake(printed.verdict, alike[printed.kind], wrong[printed.kind]):
            yield printed


def _not_averages(file: list[Printed]) -> set[object]:
    """Dice with several numbers in one line, none of them right: these are not averages."""
    numbers: dict[object, set[Fraction]] = defaultdict(set)
    for printed in file:
        if not printed.figure.said:
            numbers[printed.same].add(printed.figure.number)
    right = {printed.same for printed in file if printed.verdict not in WRONG}
    return {same for same, several in numbers.items() if len(several) > 1} - right


def _are_averages(verdicts: list[Verdict]) -> bool:
    """Whether the numbers after dice in a file are averages."""
    wrong = sum(verdict in WRONG for verdict in verdicts)
    return len(verdicts) >= LEAST_SHOWN and len(verdicts) - wrong >= CLEAR * len(verdicts)


def _has_other_sign(figure: DiceFigure) -> bool:
    """Whether a figure is the average with what is added subtracted, or the reverse."""
    turned = figure.roll.average - 2 * figure.roll.added
    return figure.number in {floor(turned), ceil(turned)}


def _is_mistake(verdict: Verdict, alike: int, wrong: int) -> bool:
    """Whether a figure is certainly wrong, given how many like it there are and are wrong."""
    if verdict == "highest":
        return 2 * wrong <= alike
    return verdict == "wrong" and (wrong < MANY_WRONG or 2 * wrong <= alike)


def _is_for_dice(figure: DiceFigure, *, shown: bool) -> bool:
    """Whether a number is for its dice: the text says so, or it looks like an average."""
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
