"""A map that a reader paints, and what a budget reaches on it, by prices read off the rule."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import islice

from sfrules.ground.number_words import exact
from sfrules.ground.problems import Mistake
from sfrules.press.things.book import Book, once_per_book
from sfrules.press.things.calculators.calculator_kind import own_id, titled
from sfrules.press.things.calculators.fields import (
    COMPUTED,
    Field,
    form_html,
    receipt_html,
    words_of,
)
from sfrules.press.things.calculators.translation import (
    Rule,
    Tree,
    Untranslatable,
    domains_of,
    plain,
    preset,
)
from sfrules.press.things.formulas.formula_kind import rule_named
from sfrules.press.things.thing import Desk, Kind, View

ANY = 10**9  # a budget that pays for any one step
MOST_WAYS = 200
LONGEST = 40  # squares on a side of a map that is painted
NEIGHBORS = tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if (x, y) != (0, 0))
THE_MAP = ("grid", "start", "budget")  # what the rule is asked about beside how one moves


@dataclass(frozen=True)
class PaintedMap:
    """A map to paint in some letters, each with its name, and the ways to move on it."""

    rule: str
    title: str
    fields: tuple[Field, ...]
    letters: Mapping[str, str]
    data: Mapping[str, Tree]
    folded: bool = False


def painted_map(  # noqa: PLR0913 — what an author may say of a map
    desk: Desk,
    rule: Rule,
    *,
    letters: Mapping[str, str],
    rows: Sequence[str],
    title: str = "",
    budget: object = 1,
    folded: bool = False,
    **given: object,
) -> PaintedMap:
    """A map to paint, and where a budget takes somebody on it, as a rule of grid, start and budget.

    The rule prices a step by the letter of the square that is entered, and by nothing else: that is
    tried out when the book is built, and its prices are read off its own answers.
    """
    rule = rule_named(desk.book, rule)
    _check_map(rule, letters, rows)
    ways = _ways(desk.book, rule, "".join(letters), budget, tuple(given.items()))
    if not ways:
        raise Mistake("the rule has no answer on such a map", parameter="letters")
    fields = [_field(desk, rule, name, ways) for name in ways[0][0] if name not in preset(given)]
    data: dict[str, Tree] = {
        "neighbors": NEIGHBORS,
        "letters": list(letters.items()),
        "rows": list(rows),
        "ways": ways,
    }
    desk.spend(len(json.dumps(data)))
    name = desk.book.rule_names[rule]
    return PaintedMap(name, titled(desk, title, rule), tuple(fields), dict(letters), data, folded)


def _check_map(rule: Rule, letters: Mapping[str, str], rows: Sequence[str]) -> None:
    if not set(THE_MAP) <= inspect.signature(rule).parameters.keys():
        raise Mistake("a painted map is for a rule of grid, start and budget", parameter="rule")
    if any(len(letter) != 1 for letter in letters):
        message = 'letters have a name each, such as {"#": "wall", ".": "clear"}'
        raise Mistake(message, parameter="letters")
    if not rows or len(set(map(len, rows))) != 1 or set("".join(rows)) - set(letters):
        message = "the rows of a map are equally long, and of its letters"
        raise Mistake(message, parameter="rows")
    if max(len(rows), len(rows[0])) > LONGEST:
        raise Mistake(f"the map is longer than {LONGEST} squares", parameter="rows")


def _field(desk: Desk, rule: Rule, name: str, ways: Sequence[Tree]) -> Field:
    values = tuple(dict.fromkeys(known[name] for known, _, _ in ways))
    return Field(name, desk.book.words.say(name, inspect.unwrap(rule).__name__), values)


@once_per_book
def _ways(
    book: Book, rule: Rule, letters: str, budget: object, given: tuple[tuple[str, object], ...]
) -> list[Tree]:
    """Every way to move that the rule has an answer for on one of the letters.

    Each has the values that say so, its usual budget, and for each letter that may be entered what
    a step onto it costs from each neighbor; null where there is no such step.
    """
    choices = list(islice(_choices(book, rule, dict(given)), MOST_WAYS + 1))
    if len(choices) > MOST_WAYS:
        raise Mistake(f"there are more than {MOST_WAYS} ways to move")
    priced = ((known, _prices(rule, letters, known)) for known in choices)
    return [
        [known, plain(exact(_usual(budget, known))), {x: _trees(y) for x, y in prices.items()}]
        for known, prices in priced
        if prices
    ]


def _trees(costs: Sequence[object]) -> list[Tree]:
    return [None if cost is None else plain(exact(cost)) for cost in costs]


def _usual(budget: object, known: Mapping[str, object]) -> object:
    """The budget that a way to move begins with: a number, or what a rule answers."""
    if not callable(budget):
        return budget
    return budget(**{name: known[name] for name in inspect.signature(budget).parameters})


def _choices(book: Book, rule: Rule, given: Mapping[str, object]) -> Iterator[dict[str, object]]:
    """The values of all parameters but the map's, where a later one may depend on an earlier."""
    names = [name for name in inspect.signature(rule).parameters if name not in THE_MAP]

    def chosen(known: dict[str, object], left: list[str]) -> Iterator[dict[str, object]]:
        if not left:
            yield known
            return
        others = {name: known.get(name, 0) for name in inspect.signature(rule).parameters}
        del others[left[0]]
        mine = {left[0]: given[left[0]]} if left[0] in given else {}
        for value in domains_of(book, rule, {**others, **mine})[left[0]]:
            yield from chosen({**known, left[0]: value}, left[1:])

    try:
        yield from chosen({}, names)
    except Untranslatable as reason:
        raise Mistake(f"no browser can work out this rule: {reason}") from None


def _prices(rule: Rule, letters: str, known: Mapping[str, object]) -> dict[str, tuple[object, ...]]:
    """What a step onto each letter costs, from a square of any letter that one can stand on."""
    entered: dict[str, tuple[object, ...]] = {}
    wall = next((each for each in letters if _is_wall(rule, each, letters, known)), None)
    if wall is None:
        return entered
    stood = [each for each in letters if _asked(rule, [each], (0, 0), known) is not None]
    for letter in stood:
        costs = [_step(rule, (letter, letter, wall), each, known) for each in NEIGHBORS]
        there = next((at for at, cost in enumerate(costs) if cost is not None), 0)
        for under in stood:
            if _step(rule, (under, letter, wall), NEIGHBORS[there], known) != costs[there]:
                message = f'a step onto "{letter}" costs more from one square than from another'
                raise Mistake(message, parameter="rule")
        entered[letter] = tuple(costs)
    return entered


def _is_wall(rule: Rule, letter: str, letters: str, known: Mapping[str, object]) -> bool:
    """Whether a map may have a letter that nobody gets onto."""
    answers = [_asked(rule, [each + letter], (0, 0), known) for each in letters]
    told = [answer for answer in answers if answer is not None]
    return bool(told) and all((1, 0) not in answer for answer in told)


def _step(
    rule: Rule, tiles: tuple[str, str, str], neighbor: tuple[int, int], known: Mapping[str, object]
) -> object:
    """What one step costs, by the letters of its two squares and of everything else."""
    here, there, elsewhere = tiles
    target = (1 + neighbor[0], 1 + neighbor[1])
    squares = {(1, 1): here, target: there}
    rows = ["".join(squares.get((x, y), elsewhere) for x in range(3)) for y in range(3)]
    return (_asked(rule, rows, (1, 1), known) or {}).get(target)


def _asked(
    rule: Rule, rows: list[str], start: tuple[int, int], known: Mapping[str, object]
) -> dict[object, object] | None:
    """The cost of each square that is reached; None where the rule refuses the map."""
    try:
        reached = rule(grid=rows, start=start, budget=ANY, **known)
    except ValueError:
        return None
    if not isinstance(reached, Iterable):
        raise Mistake("the rule's answer is no squares with their costs", parameter="rule")
    return dict(reached)


def _html(painted: PaintedMap, page: View) -> str:
    id = own_id(page, "map", painted.rule)
    brushes = "".join(
        f'<label><input type="radio" name="brush" value="{escape(letter)}"> {escape(name)}</label>'
        for letter, name in (*painted.letters.items(), ("start", "Start"))
    )
    inner = (
        f"{''.join(field.html for field in painted.fields)}"
        '<label>budget <input type="number" name="budget" min="0" max="1000" step="any"></label>'
        f'<div class="painted-map__brushes" role="radiogroup" aria-label="Brush">{brushes}</div>'
        '<div class="painted-map__box"><div class="painted-map__grid" role="group" '
        'aria-label="Map: arrow keys move, Enter paints"></div></div>'
        f"{receipt_html(id, page.formula_of(painted.rule).html)}"
    )
    return form_html("painted-map", id, painted, inner)


PAINTED_MAP = Kind(
    name="painted map",
    makes=PaintedMap,
    html=_html,
    macros=(painted_map,),
    text=lambda painted: painted.title,
    words=lambda painted: (*words_of(painted.title, painted.fields), *painted.letters.values()),
    computed_in=COMPUTED,
)
