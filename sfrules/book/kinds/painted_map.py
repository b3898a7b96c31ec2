"""A map that a reader paints, and the squares that a budget reaches on it, system by system."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from sfrules.ground.problems import Mistake
from sfrules.press.things.calculators.calculator_kind import (
    Field,
    FormKind,
    WebForm,
    form_html,
    own_id,
    receipt_html,
    words_of,
)
from sfrules.press.things.calculators.translation import Tree, plain
from sfrules.press.things.thing import Desk, View, text_of
from sfrules.rules.maps import WALL, is_diagonal, terrains_by_letter
from sfrules.rules.systems import forms, reach_map, step_cost, typical_turn
from sfrules.rules.systems.registry import SYSTEMS

LETTERS = {WALL: "Wall", ".": "Clear", "~": "Rough", "^": "Rougher"}
LONGEST = 40  # squares on a side
BUDGETS = range(1_001)
NEIGHBORS = tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if (x, y) != (0, 0))


@dataclass(frozen=True)
class PaintedMap(WebForm):
    """A map to paint, and the name of the rule that it answers for."""

    rule: str


def painted_map(desk: Desk, rows: Sequence[str], *, title: str, folded: bool = False) -> PaintedMap:
    """A map to paint, which begins with these rows; the reader's browser searches it."""
    if not rows or len(set(map(len, rows))) != 1 or set("".join(rows)) - set(LETTERS):
        message = f"the rows of a map are equally long, and of the letters {' '.join(LETTERS)}"
        raise Mistake(message, parameter="rows")
    if max(len(rows), len(rows[0])) > LONGEST:
        raise Mistake(f"the map is longer than {LONGEST} squares", parameter="rows")
    ways = list(_ways())
    fields = (
        Field(
            name, desk.book.words.say(name), tuple(dict.fromkeys(way[name] for way, _, _ in ways))
        )
        for name in ("system", "form")
    )
    data = {
        "neighbors": NEIGHBORS,
        "letters": list(LETTERS.items()),
        "rows": list(rows),
        "ways": ways,
    }
    desk.spend(len(json.dumps(data)))
    rule = desk.book.rule_names[reach_map]
    title = text_of(title, "title")
    return PaintedMap(rule, title=title, fields=tuple(fields), data=data, folded=folded)


def _ways() -> Iterator[tuple[dict[str, str], Tree, dict[str, Tree]]]:
    """Every form of movement, its budget, and the price of each letter from each neighbor.

    A letter without a price, as in a system that has no rule for it, is left out.
    """
    for system in SYSTEMS:
        for form in forms(system):
            prices = {
                letter: [plain(price) for price in priced]
                for letter, terrain in terrains_by_letter(system).items()
                if (priced := _prices(system, form, terrain))
            }
            yield {"system": system, "form": form}, plain(typical_turn(system)), prices


def _prices(system: str, form: str, terrain: str) -> list[object]:
    try:
        return [
            step_cost(system, form, terrain, diagonal=is_diagonal(each, (0, 0)))
            for each in NEIGHBORS
        ]
    except ValueError:
        return []


def _html(painted: PaintedMap, page: View) -> str:
    id = own_id(page, "map", painted.rule)
    brushes = "".join(
        f'<label><input type="radio" name="brush" value="{escape(letter)}"> {escape(name)}</label>'
        for letter, name in (*LETTERS.items(), ("start", "Start"))
    )
    inner = (
        f"{''.join(field.html for field in painted.fields)}"
        f'<label>budget <input type="number" name="budget" min="{BUDGETS[0]}" max="{BUDGETS[-1]}" '
        'step="any"></label>'
        f'<div class="painted-map__brushes" role="radiogroup" aria-label="Brush">{brushes}</div>'
        '<div class="painted-map__box"><div class="painted-map__grid" role="group" '
        'aria-label="Map: arrow keys move, Enter paints"></div></div>'
        f"{receipt_html(page, id, painted.rule)}"
    )
    return form_html("painted-map", id, painted, inner)


PAINTED_MAP = FormKind(
    name="painted map",
    makes=PaintedMap,
    html=_html,
    macros=(painted_map,),
    words=lambda painted: (*words_of(painted), *LETTERS.values()),
    origins=lambda _, book: book.origins_of_rules((reach_map, forms, typical_turn)),
    styles=(Path(__file__).with_suffix(".css"),),
    form_scripts=(Path(__file__).with_suffix(".js"),),
)
