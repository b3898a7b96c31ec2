"""The sample fight to look at: a strip for each turn, and a map that goes through the turns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from xml.etree.ElementTree import tostring

from sfrules import Panel, Token, authored
from sfrules.authored import Row
from sfrules.book.bridge_map import fight_panel, tokens_after
from sfrules.ground.problems import Mistake, did_you_mean
from sfrules.press.things.calculators import (
    FormKind,
    Tree,
    WebForm,
    form_html,
    own_id,
    receipt_html,
)
from sfrules.press.things.figures import common_side, panel_html
from sfrules.press.things.thing import Contents, Desk, Kind, View, text_of
from sfrules.rules import play
from sfrules.rules.play.replay import place_of

HERE = Path(__file__).parent
GOBLINS = "goblins"  # they have their turns together
START = 0  # the frame before the first turn
RULES = (play.hit_total, play.blow_target, play.blow_damage, play.left_after)


@dataclass(frozen=True)
class FightTurn:
    """A turn of the fight: its place among the turns, its round, and whose it is."""

    at: int
    round: int
    who: str


@dataclass(frozen=True)
class FightMap(WebForm):
    """The map of the fight with everybody on it, and where they are after each turn."""

    panel: Panel


def fight_turn(desk: Desk, who: str, round: int) -> FightTurn:  # noqa: A002 — the pages' word
    """The head of a turn of somebody in a round, with its place on the map."""
    desk.spend(500)
    turns = {(each.who, each.round): each for each in _turns()}
    if (who, round) not in turns:
        known = [name for name, own in turns if own == round]
        raise Mistake(f'"{who}" has no turn in round {round}', did_you_mean(who, known), "who")
    return turns[who, round]


def fight_map(desk: Desk, title: str) -> FightMap:
    """The map of the fight, to go through turn by turn, with the hit points of everybody."""
    fighters = authored.rows("fighters")
    begin = {row.id: _first_place(row.id) for row in fighters}
    tokens = tuple(Token(row.name, row.label, row.kind, begin[row.id]) for row in fighters)
    data: dict[str, Tree] = {
        "start": [list(begin[row.id]) for row in fighters],
        "frames": [*_frames()],
    }
    desk.spend(20_000)
    start = fight_panel(tuple(tokens_after(0))).description
    panel = replace(fight_panel(tokens), description=start)
    data["side"] = common_side([panel])
    return FightMap(panel, title=text_of(title, "title"), data=data)


def _turns() -> Iterator[FightTurn]:
    """Every turn in order: the highest initiative first, and ahead of all whoever climbs up."""
    rolls = [row for row in authored.rows("rolls") if row.kind == "initiative"]
    rolls.sort(key=lambda row: row.roll + play.initiative(row.fighter), reverse=True)
    order = [_turn_of(row.fighter) for row in rolls]
    at = 0
    for number in range(1, 1 + max(row.round for row in authored.rows("blows"))):
        late = [row.id for row in authored.rows("fighters") if row.column is None]
        for who in (*(w for w in late if place_of(w, number)), *order):
            if who in late or any(place_of(each, number - 1) for each in _members(who)):
                at += 1
                yield FightTurn(at, number, who)


def _turn_of(fighter: str) -> str:
    is_goblin = authored.row("fighters", fighter).monster == "goblin"
    return GOBLINS if is_goblin else fighter


def _members(who: str) -> list[str]:
    return [row.id for row in authored.rows("fighters") if _turn_of(row.id) == who]


def _name(who: str) -> str:
    if who == GOBLINS:
        return "the goblins"
    row = authored.row("fighters", who)
    return str(row.name) if row.kind == "ally" else f"the {row.name}"


def _blows(turn: FightTurn) -> list[Row]:
    """The blows of a turn; an opportunity attack is in the turn of whoever gave the opening."""
    of_round = authored.facts("blows").where(round=turn.round)
    return [row for row in of_round if _belongs_to(row) == turn.who]


def _belongs_to(blow: Row) -> str:
    return _turn_of(blow.target if blow.kind == "opportunity" else blow.actor)


def _frames() -> Iterator[list[Tree]]:
    """What each frame is called, and for each fighter the square and the hit points in it."""
    everybody = [row.id for row in authored.rows("fighters")]
    left = {each: play.full_hit_points(each) for each in everybody}
    felled = {
        (b.target, b.round): _belongs_to(b) for b in authored.rows("blows") if play.fells(b.id)
    }
    done: set[tuple[int, str]] = set()

    def now(fighter: str, number: int) -> list[Tree]:
        mover = felled.get((fighter, number)) or _turn_of(fighter)
        place = place_of(fighter, number if (number, mover) in done else max(0, number - 1))
        return [*(place or (None, None)), left[fighter]]

    yield ["At the start", [now(each, START) for each in everybody]]
    for turn in _turns():
        done.add((turn.round, turn.who))
        for blow in _blows(turn):
            left[blow.target] -= play.blow_damage(blow.id)
        said = f"Round {turn.round}: {_name(turn.who)}"
        yield [said, [now(each, turn.round) for each in everybody]]


def _first_place(fighter: str) -> tuple[int, int]:
    last = max(row.round for row in authored.rows("moves"))
    return next(place for at in range(1 + last) if (place := place_of(fighter, at)))


def _strip(turn: FightTurn, _page: View) -> str:
    """The head of a turn: whose tokens have it, and a button that shows it on the map."""
    members = [authored.row("fighters", each) for each in _members(turn.who)]
    labels = ", ".join(row.label for row in members if place_of(row.id, turn.round - 1))
    token = escape(labels or members[0].label)
    name = _name(turn.who)
    return (
        f'<p class="turn"><b class="turn__token">{token}</b> '
        f"{escape(name[0].upper() + name[1:])} "
        f'<button type="button" data-turn="{turn.at}">On the map</button></p>'
    )


def _map_html(shown: FightMap, page: View) -> str:
    id = own_id(page, "fight", "map")
    most = len(shown.data["frames"]) - 1
    drawn = panel_html(shown.panel, shown.data["side"], shown.title, f"{id}-panel")
    picture = tostring(drawn, encoding="unicode")
    meters = "".join(
        f'<li><b class="turn__token">{escape(row.label)}</b> {escape(row.name)} '
        f'<meter max="{play.full_hit_points(row.id)}"></meter> <span></span></li>'
        for row in authored.rows("fighters")
    )
    ends = f'min="{START}" max="{most}" value="{START}"'
    slider = f'<label>turn <input type="range" name="turn" {ends}></label>'
    inner = f'<div class="drawing">{picture}</div>{slider}<ul class="fight__left">{meters}</ul>'
    return form_html("fight", id, shown, inner + receipt_html(id))


FIGHT_TURN = Kind(
    name="fight_turn",
    makes=FightTurn,
    html=_strip,
    macros=(fight_turn,),
    contents=lambda turn: Contents(text=f"round {turn.round}, {_name(turn.who)}", rules=RULES),
    computed_in=".turn",
    files=(HERE / "fight.css",),
)
FIGHT_MAP = FormKind(
    name="fight_map",
    makes=FightMap,
    html=_map_html,
    macros=(fight_map,),
    contents=lambda shown: Contents(
        text=shown.title, words=(shown.title, shown.panel.description), rules=RULES
    ),
    form_scripts=(HERE / "fight.js",),
)
