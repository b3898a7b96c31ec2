"""The first evening: powers deal what the source's figures make of them, and the fight keeps the rules."""

from fractions import Fraction
from itertools import pairwise

import pytest

from sfrules import authored
from sfrules.rules import core, play
from sfrules.rules.play.fighters import figure_of
from sfrules.rules.play.replay import place_of

ROUNDS = range(4)
FIGHTERS = [row.id for row in authored.rows("fighters")]
GROUND = [row.text for row in authored.rows("maps") if row.id == "bridge"]
POST = (10, 3)
HALF = Fraction(1, 2)


@pytest.mark.parametrize("blow", authored.rows("blows"), ids=lambda row: row.id)
def test_a_blow_is_one_that_its_power_can_strike(blow):
    owner = authored.row("fighters", blow.actor)
    power = authored.row("powers", blow.power)
    assert power.owner == (owner.hero or owner.monster)
    faces = core.dice_terms(play.power_dice(blow.power))[0]
    assert play.blow_lands(blow.id) == (blow.dice is not None)
    if blow.dice is not None:
        assert faces.number <= blow.dice <= faces.number * faces.faces


@pytest.mark.parametrize("at", ROUNDS)
def test_each_has_a_square_of_dry_ground_or_of_the_bridge(at):
    taken = [place for fighter in FIGHTERS if (place := place_of(fighter, at))]
    assert len(taken) == len(set(taken))
    assert all(GROUND[y][x] in "._" for x, y in taken)


@pytest.mark.parametrize("fighter", FIGHTERS)
def test_nobody_goes_farther_in_a_round_than_by_a_move_and_a_run(fighter):
    for before, after in pairwise(place_of(fighter, at) for at in ROUNDS):
        if before and after:
            assert core.distance(before, after) <= 2 * figure_of(fighter, "speed")


def test_no_tree_or_rock_stands_in_the_way_of_a_shot_without_its_price():
    shots = [row for row in authored.rows("blows") if "ranged" in _reach(row) and row.modifier > -2]
    assert len(shots) == 11
    assert [row.id for row in shots if _blocked(place_of(row.actor, row.round), _aim(row))] == []
    assert _blocked((1, 2), (10, 2))


def _reach(blow):
    return authored.row("powers", blow.power).reach


def _aim(blow):
    return place_of(blow.target, blow.round) or place_of(blow.target, blow.round - 1)


def _blocked(start, end):
    """Tell whether a line between the middles of two squares goes through a tree or a rock."""
    points = (Fraction(step, 997) for step in range(998))
    line = {
        tuple(int(a + (b - a) * t + HALF) for a, b in zip(start, end, strict=True)) for t in points
    }
    return any(GROUND[y][x] == "#" and (x, y) != POST for x, y in line)


# Who stands where as the fight is told: X is the orc, R the troll; at the start, then each round.
STANDING = """
......~~~~......  ......~~~~......  ......~~~~......  ......~~~~......
.##...~~~~...#..  .##...~~~~...#..  .##...~~~~...#..  .##...~~~~...#..
.W#...~~~~B.....  ..#..Y~~~~......  ..#...~~~~......  ..#...~~~~......
..P...~~~~#A....  .W...P~~~~#A....  .W....~~~~#.....  .W....~~~~#.....
...O..____..X...  ......___OX.....  ......Y__O.C....  ......Y_RO......
..Y...____.C....  ......____.C....  ......___P......  ......___P......
.T....~~~~..D...  ..T...~~~~.D....  ..T...~~~~.D....  ..T...~~~~......
..#...~~~~..#...  ..#...~~~~..#...  ..#...~~~~..#...  ..#...~~~~..#...
......~~~~..##..  ......~~~~..##..  ......~~~~..##..  ......~~~~..##..
"""
LETTERS = {
    row.id: {"Or": "X", "Tr": "R"}.get(row.label, row.label) for row in authored.rows("fighters")
}


@pytest.mark.parametrize("at", ROUNDS)
def test_everybody_stands_where_the_fight_has_them(at):
    rows = [list(line.split()[at]) for line in STANDING.strip().splitlines()]
    drawn = {it: (x, y) for y, row in enumerate(rows) for x, it in enumerate(row) if it.isalpha()}
    assert {LETTERS[f]: place_of(f, at) for f in FIGHTERS if place_of(f, at)} == drawn


FELLED = {"goblin_2": 1, "goblin_1": 2, "orc": 2, "goblin_4": 3}
FLED = {"goblin_3": 3}


def test_whoever_leaves_the_map_has_fallen_in_that_round_or_fled():
    gone = {row.fighter: row.round for row in authored.rows("moves") if row.column is None}
    assert gone == FELLED | FLED
    fatal = [row for row in authored.rows("blows") if play.left_after(row.id) < 1]
    last = {row.target: row.round for row in fatal}
    assert {name: last.get(name) for name in gone} == FELLED | dict.fromkeys(FLED)
