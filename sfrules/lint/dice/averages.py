"""Averages that do not match their dice: `22 (6d8 + 6)`, which is 33."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor
from typing import Literal

from sfrules.ground.problems import Problem
from sfrules.ground.source import Source
from sfrules.lint.dice.dice_figures import DiceFigure, figures_in
from sfrules.lint.dice.rolls import A_DIE, Dice, Roll, roll_in
from sfrules.lint.document import Document, PlacedText
from sfrules.lint.rule import edit_of, part_of, problem_in

Rounding = Literal["", "down", "up"]
Verdict = Literal["right", "down", "up", "first", "hero", "highest", "wrong"]
WRONG = frozenset({"wrong", "highest"})  # not an average, though perhaps the highest result
PLAIN = frozenset({"right", "down", "up"})  # an average, rounded in some way
LEAST_HALVES = 3  # rounded figures that show how a book rounds
CLEAR = Fraction(4, 5)  # share of them that, rounded one way, makes the others mistakes
LEAST_SHOWN = 3  # figures after their dice that show such figures to be averages
MANY_WRONG = 4  # wrong figures of one kind that, if most are wrong, are made in another way
PLAIN_BOOK = 20  # plain hit points in a book that may have none of heroes
SELDOM = 20  # one in so many may count its first die at its highest, where that is a mistake
LEAST_OTHERWISE = 2  # figures of a file that show another rule
LEAST_SCORES = 3  # scores with dice of their own that show them to be none
NEAR_ENOUGH = Fraction(3, 2)  # off an average, where dice were chosen for a number
AGAIN = 2  # times that the same dice have the right average elsewhere, for a fix
_HIT_POINTS = re.compile(r"\W*(?:hp|hit_?points)\W*:\s*[\"']?(\d{1,4})[\"']?\s*", re.IGNORECASE)
_HIT_DICE = re.compile(r"\W*(?:hit_?dice|hd)\W*:\s*[\"']?([^\"']{2,40})[\"']?\s*", re.IGNORECASE)
DICE_OF_A_HERO = 2  # at least: with one die, its highest face is just the highest result
LIFE = frozenset("health hp hps points".split())
_APART = 3  # lines between hit points and their dice in a block of statistics


@dataclass(frozen=True)
class FigureVerdict:
    """A figure in a file, with its place and its verdict."""

    source: Source
    place: PlacedText
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


def verdict(figure: DiceFigure) -> Verdict:
    """How a figure relates to its dice."""
    average, number = figure.roll.average, figure.number
    if figure.low is not None:
        return _verdict_of_range(figure.low, number, figure)
    is_right = number == average or (number == 1 and floor(average) < 1)
    if is_right or _is_of_a_pool(figure):
        return "right"
    if number in _with_first_at_highest(figure):
        return "first"
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


def _is_of_a_pool(figure: DiceFigure) -> bool:
    """Whether hit points of several kinds of dice are near enough: each kind may be rounded."""
    dice = figure.roll.dice
    if len(dice) == 1 or figure.about not in LIFE:
        return False
    most = max(each.sides for each in dice) // 2 + len(dice)
    return -len(dice) <= figure.number - figure.roll.average <= most


def _with_first_at_highest(figure: DiceFigure) -> set[int]:
    """Hit points of heroes as some books count them: the first die is not rolled."""
    if not may_be_a_heros(figure):
        return set()
    rest = {figure.roll.average + Fraction(d.sides - 1, 2) for d in figure.roll.dice}
    return {*map(floor, rest), *map(ceil, rest)}


def _with_each_rounded_up(figure: DiceFigure) -> set[int]:
    """Hit points of heroes as others count them: each die is its average, rounded up."""
    if not may_be_a_heros(figure):
        return set()
    roll = figure.roll
    each = roll.added + sum(dice.count * (dice.sides // 2 + 1) for dice in roll.dice)
    return {each, *(each + dice.sides // 2 - 1 for dice in roll.dice)}


def may_be_a_heros(figure: DiceFigure) -> bool:
    return figure.about in LIFE and figure.roll.dice[0].count >= DICE_OF_A_HERO


def averages_of(document: Document) -> Iterator[list[FigureVerdict]]:
    """The figures of a file."""
    if printed := list(_printed(document)):
        yield printed


def wrong_averages(files: Sequence[list[FigureVerdict]]) -> Iterator[Problem]:
    """Averages and ranges that do not match their dice; all files show how a book rounds."""
    every = [each for file in files for each in file]
    whole = _rounding(every)
    plain = [each for each in every if each.verdict in PLAIN]
    right = Counter(each.figure.roll for each in plain)
    firsts = sum(each.verdict == "first" for each in every)
    are_plain = sum(may_be_a_heros(each.figure) for each in plain)
    no_heroes = are_plain >= PLAIN_BOOK and firsts * SELDOM <= are_plain
    for file in files:
        rounding = _rounding(file) if _halves(file).total() >= LEAST_HALVES else whole
        mistakes = list(_mistakes(file, rounding))
        mistakes += [each for each in file if no_heroes and each.verdict == "first"]
        for each in mistakes:
            problem = _problem(each, rounding)
            yield problem if right[each.figure.roll] >= AGAIN else replace(problem, fix=None)


def _printed(document: Document) -> Iterator[FigureVerdict]:
    for before, place in _texts(document):
        if not A_DIE.search(place.text):
            continue
        for figure in figures_in(place.text, before):
            cell = part_of(document.source, place, figure.start, figure.end)
            yield FigureVerdict(document.source, cell, figure, verdict(figure))
    yield from _paired(document)


def _paired(document: Document) -> Iterator[FigureVerdict]:
    """Hit points and their dice on lines of their own, in blocks of statistics."""
    points: tuple[PlacedText, re.Match[str]] | None = None
    for line in document.statistics:
        if found := _HIT_POINTS.fullmatch(line.text):
            points = line, found
        elif points and (found := _HIT_DICE.fullmatch(line.text)):
            (above, number), roll = points, roll_in(found[1])
            points = None
            if roll and line.line - above.line <= _APART:
                figure = DiceFigure(0, 0, Fraction(number[1]), roll, "hp", said=True)
                place = PlacedText(number[1], above.line, above.column + number.start(1))
                yield FigureVerdict(document.source, place, figure, verdict(figure))


def _texts(document: Document) -> Iterator[tuple[str, PlacedText]]:
    """Each text of a file, with the text before it."""
    above = PlacedText("", 0, 0)
    for text in document.prose:
        yield above.text if above.line == text.line - 1 else "", text
        above = text
    yield from (("", line) for line in document.statistics)
    for table in document.tables:
        for heading, cells in table.columns:
            yield from ((heading.text, cell) for cell in cells)


def _halves(file: Iterable[FigureVerdict]) -> Counter[str]:
    return Counter(each.verdict for each in file if each.verdict in {"down", "up"})


def _rounding(file: Iterable[FigureVerdict]) -> Rounding:
    """How a book rounds its halves: "down", "up", or "" if that is not clear."""
    halves = _halves(file)
    down, up = halves["down"], halves["up"]
    if down + up < LEAST_HALVES or max(down, up) < CLEAR * (down + up):
        return ""
    return "down" if down > up else "up"


def _mistakes(file: list[FigureVerdict], rounding: Rounding) -> Iterator[FigureVerdict]:
    """The figures that are wrong, and not made in another way on purpose."""
    alike = Counter(printed.kind for printed in file)
    wrong = Counter(printed.kind for printed in file if printed.verdict in WRONG)
    not_averages = _not_averages(file) | _made_otherwise(file) | _scores(file)
    shown = _are_averages([printed.verdict for printed in file if printed.figure.dice_first])
    for printed in file:
        if not _is_for_dice(printed.figure, shown=shown) or printed.same in not_averages:
            continue
        if printed.verdict in {"down", "up"}:
            # After its dice, a figure is what one may take instead of a roll, in any rounding.
            if rounding and printed.verdict != rounding and not printed.figure.dice_first:
                yield printed
        elif _is_mistake(printed.verdict, alike[printed.kind], wrong[printed.kind]):
            yield printed


def _not_averages(file: list[FigureVerdict]) -> set[object]:
    """Dice with several numbers in one line, none of them right: these are not averages."""
    numbers: dict[object, set[Fraction]] = defaultdict(set)
    for printed in file:
        if not printed.figure.said:
            numbers[printed.same].add(printed.figure.number)
    right = {printed.same for printed in file if printed.verdict not in WRONG}
    return {same for same, several in numbers.items() if len(several) > 1} - right


def _made_otherwise(file: list[FigureVerdict]) -> set[object]:
    """Figures that several times come of another rule: each die's half, or a near enough number."""
    wrong = [printed for printed in file if printed.verdict == "wrong"]
    halved = [printed for printed in wrong if printed.figure.number == _halved(printed.figure.roll)]
    near = [
        printed
        for printed in wrong
        if printed.figure.dice_first
        and abs(printed.figure.number - printed.figure.roll.average) <= NEAR_ENOUGH
    ]
    several = [found for found in (halved, near) if len(found) >= LEAST_OTHERWISE]
    return {printed.same for found in several for printed in found}


def _scores(file: list[FigureVerdict]) -> set[object]:
    """Scores with the dice that go with them: `Nerve 5 (d12)`, or 3 (1d8), 4 (1d10), 5 (2d6).

    A die without its count is such a score's; so are others if each score of the file, or of a
    line, has its own dice, higher for a higher score, and most are no averages.
    """
    lines: dict[int, list[FigureVerdict]] = defaultdict(list)
    for each in file:
        if not (each.figure.said or each.figure.low is not None or each.figure.dice_first):
            lines[each.place.line].append(each)
    every = [each for line in lines.values() for each in line]
    groups = (
        [every] if _are_scores(every) else [line for line in lines.values() if _are_scores(line)]
    )
    bare = {each.same for each in every if each.figure.bare}
    return bare | {each.same for group in groups for each in group}


def _are_scores(group: list[FigureVerdict]) -> bool:
    pairs = sorted({(each.figure.number, each.figure.roll.average) for each in group})
    rises = all(one[0] < two[0] and one[1] < two[1] for one, two in pairwise(pairs))
    wrong = sum(each.verdict in WRONG for each in group)
    is_plain = not any(each.figure.roll.added for each in group)
    return len(pairs) >= LEAST_SCORES and rises and is_plain and 2 * wrong > len(group)


def _halved(roll: Roll) -> int:
    return roll.times * (roll.added + sum(each.count * (each.sides // 2) for each in roll.dice))


def _are_averages(verdicts: list[Verdict]) -> bool:
    """Whether the numbers after dice in a file are averages."""
    wrong = sum(verdict in WRONG for verdict in verdicts)
    return len(verdicts) >= LEAST_SHOWN and len(verdicts) - wrong >= CLEAR * len(verdicts)


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


def _problem(printed: FigureVerdict, rounding: Rounding) -> Problem:
    figure, roll, source = printed.figure, printed.figure.roll, printed.source
    if figure.low is not None:
        message = f"{roll} is {roll.lowest} to {roll.highest}, not {figure.low} to {figure.number}"
        return problem_in(source, printed.place, message)
    average = in_figures(roll.average)
    rounded = ceil(roll.average) if rounding == "up" else floor(roll.average)
    fix = edit_of(source, printed.place, in_figures(figure.number), str(rounded))
    if printed.verdict in {"down", "up"}:
        other = "up" if printed.verdict == "down" else "down"
        hint = f"other halves are rounded {other} here"
        message = f"the average of {roll} is {average}, and is rounded {printed.verdict}"
        return problem_in(source, printed.place, message, hint, fix)
    message = f"the average of {roll} is {average}, not {in_figures(figure.number)}"
    hint = "" if roll.average.denominator == 1 else f"rounded {rounding or 'down'}, {rounded}"
    return problem_in(source, printed.place, message, hint, fix)


def in_figures(value: Fraction) -> str:
    """A number for a message: with commas, and no more digits than matter."""
    return format(float(value), ",.6g") if value.denominator > 1 else format(value.numerator, ",")
