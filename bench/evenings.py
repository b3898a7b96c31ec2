"""Play three evenings by the printed rules, with dice: the bridge, a fight, a chase in each module.

    python bench/evenings.py [--runs 100] [--seed 1] [--log]

Everyone does the plainest thing that the pages allow; beside a ruling stands its page.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from statistics import mean

from harrow_ford import bridge
from measuring import asked
from tabletop import DEFENSES, MOST_ROUNDS, Attack, Fight, Figure, Square, Table

from sfrules import authored
from sfrules.rules import core, impairment, seconds, systems, terrain
from sfrules.rules.creation.sheet import chosen_by, gifts_of, sheet
from sfrules.rules.systems.registry import SYSTEMS

PLAIN, MADE = "plain", ("brenna", "osric", "nim", "fenwick", "liriel")
PREY = "goblin"
PURSUERS = ("tamsin", "orrik", "pell", "ysane", "wick")
# No page says these; they are the game master's to choose.
STRETCH = 4  # squares of the same ground
WOODS, LEAD, ROUGH = 10, "2d6", 4  # typical moves, squares, and one stretch in so many


# A fight from the tables: docs/core/make-a-hero.md, docs/core/monsters.md, docs/play/gm.md.
@cache
def sheet_of(hero: str, level: int) -> dict[str, object]:
    """Every figure of a hero's sheet."""
    return sheet(chosen_by(hero, level), gifts_of(hero))


def made_hero(hero: str, level: int, at: Square) -> Figure:
    """A ready hero, who has the basic attacks of weapon and implement: the powers are a group's."""
    figure = sheet_of(hero, level)
    chosen = authored.row("hero-choices", hero)
    ability = figure["first_score"]
    weapon = authored.row("wielding", chosen.weapon)
    dice = core.basic_attack_dice(chosen.weapon, level)
    hurts = _damage_of(ability, level)
    own = (dice, hurts, float(core.average_damage(dice, ability, level)))
    attacks = []
    if weapon.type == "melee":
        attacks.append(Attack(weapon.id, figure["attack"], DEFENSES[0], *own, basic=True))
    if reach := weapon.throw or weapon.range:
        attacks.append(Attack(weapon.id, figure["attack"], DEFENSES[0], *own, reach, melee=False))
    if chosen.implement != "none":  # core/turns.md#basic-attacks: as far as the implement reaches
        die = authored.row("cited", ("LE-08", "basic attack")).number
        spell = (die, hurts, float(core.average_damage(die, ability, level)))
        reach = authored.row("implements", chosen.implement).range
        bonus = figure["implement_attack"]
        attacks.append(Attack(chosen.implement, bonus, DEFENSES[0], *spell, reach, melee=False))
    return Figure(
        name=hero.capitalize(),
        hero=True,
        level=level,
        speed=figure["speed"],
        full=figure["hit_points"],
        defenses={name: figure[name] for name in DEFENSES},
        reaction=figure["reaction"],
        initiative=figure["initiative"],
        attacks=attacks,
        at=at,
        surges=figure["surges"],
        surge_value=figure["surge_value"],
    )


def _damage_of(ability: int, level: int) -> Callable[[int], int]:
    return lambda shown: core.damage(shown, ability, level)


def plain_hero(number: int, level: int, at: Square) -> Figure:
    """A plain hero, as the tables of fights have it: typical figures, and a longsword."""
    usual = {row.id: row.usual for row in authored.rows("typical")}
    ability, dice = usual["plain_ability"], core.basic_attack_dice("longsword", level)
    average = float(core.average_damage(dice, ability, level))
    blow = (dice, _damage_of(ability, level), average)
    return Figure(
        name=f"hero {number}",
        hero=True,
        level=level,
        speed=systems.typical_turn("core"),
        full=core.hit_points(level, "medium"),
        defenses=dict.fromkeys(DEFENSES, usual["defense"]),
        reaction=core.reaction_modifier(ability, 0),
        initiative=0,
        attacks=[Attack("longsword", usual["attack_bonus"], DEFENSES[0], *blow, basic=True)],
        at=at,
    )


def skirmisher(number: int, level: int, at: Square) -> Figure:
    """A monster by the tables of levels and roles, with the fixed damage of its hit."""
    role = authored.row("monster-roles", "skirmisher")
    bonus = authored.row("typical", "attack_bonus").usual + role.attack_modifier
    dealt = core.role_damage(level, role.id)
    blow = Attack("hit", bonus, DEFENSES[0], None, lambda _: dealt, dealt, basic=True)
    return Figure(
        name=f"skirmisher {number}",
        hero=False,
        level=level,
        speed=authored.row("typical", "monster_speed").usual + role.speed_modifier,
        full=core.monster_hit_points(level, role.id),
        defenses={name: getattr(role, name) for name in DEFENSES},
        reaction=role.reaction,
        initiative=role.initiative,
        attacks=[blow],
        at=at,
    )


def skirmish(table: Table, party: str, band: int) -> tuple[bool, int, int]:
    """A fight on open ground; the sides begin two typical moves apart."""
    level = authored.row("typical", "plain_level").usual
    apart = 2 * systems.typical_turn("core")
    heroes = [
        plain_hero(n, level, (1, 2 * n)) if party == PLAIN else made_hero(hero, level, (1, 2 * n))
        for n, hero in enumerate(MADE, 1)
    ]
    monsters = [skirmisher(n, level, (1 + apart, 2 * n)) for n in range(1, band + 1)]
    fight = Fight(table, ["." * (3 + apart)] * (2 * len(MADE) + 2), [*heroes, *monsters])
    order = fight.order([*([hero] for hero in heroes), monsters])
    while fight.side(hero=True) and fight.side(hero=False) and fight.round < MOST_ROUNDS:
        fight.round += 1
        fight.say(f"Round {fight.round}")
        for who in order:
            if who.stands:
                fight.turn(who)
            elif who.hero:
                fight.bleed(who)
    down = sum(not hero.stands for hero in heroes)
    return bool(fight.side(hero=True)), fight.round, down


# A chase in the core game and in each module: docs/core/movement.md#chases, docs/systems/*.md.
def strip(table: Table, long: int) -> list[bool]:
    """The road square by square: whether it is rough there; a stretch in four is."""
    return [
        rough
        for _ in range(long)
        for rough in [table.roll(f"d{ROUGH}") == 1]
        for _ in range(STRETCH)
    ]


def _ground(system: str, rough: bool) -> str:
    grounds = systems.terrains(system)
    return grounds[min(int(rough), len(grounds) - 1)]


def stepped(system: str, form: str, budget: object, road: list[bool], at: int) -> int:
    """How many squares of the road a budget pays for, from one square on."""
    left, gone = Fraction(budget), 0
    while at + gone + 1 < len(road):
        left -= systems.step_cost(system, form, _ground(system, road[at + gone + 1]))
        if left < 0:
            break
        gone += 1
    return gone


def covered(system: str, creature: str, road: list[bool], at: int) -> int:
    """How far somebody gets in a round with move and run, as the module's page counts them."""
    speed = systems.speed(system, creature)
    if system == "terrain":
        return stepped(system, "run", terrain.running_speed(systems.spd(creature)), road, at)
    if system != "seconds":
        return stepped(system, systems.forms(system)[0], 2 * speed, road, at)
    short, gone = seconds.shortest_run(), 0
    for _ in range(seconds.runs_per_round()):
        run = int(seconds.run_distance(speed, short))
        clear = not any(road[at + gone + 1 : at + gone + 1 + run])
        gone += run if clear else stepped(system, "walk", speed * short, road, at + gone)
    return gone


def checked(table: Table, creature: str, rough: bool) -> int:
    """The spaces that a round's checks gain with movement sets: impairment.md#trails."""
    ladder = impairment.place_on_ladder(systems.speed("impairment", creature))
    cast = {row.id for row in authored.rows("cast")}
    monsters = {row.id: row.attack_bonus for row in authored.rows("monsters")}
    bonus = (
        sheet_of(creature, 1)["athletics"]
        if creature in cast
        else monsters.get(creature, authored.row("typical", "attack_bonus").usual)
    )
    target = authored.row("difficulties", "medium").target
    tries = range(impairment.chase_speed(ladder))
    successes = sum(table.roll(core.check_die()) + bonus >= target for _ in tries)
    return successes // impairment.chase_successes(1, int(rough))


def chase(table: Table, system: str) -> tuple[bool, int, int]:
    """A goblin runs for the woods, all after it: caught or away, rounds, the lead left."""
    sets = system == "impairment"
    lead, woods = table.roll(LEAD), WOODS * systems.typical_turn("core")
    if sets:
        lead, woods = (
            -(-lead // systems.typical_turn("core")),
            woods // systems.typical_turn("core"),
        )
    road = strip(table, woods)
    places = {**dict.fromkeys(PURSUERS, 0), PREY: lead}
    for number in range(1, MOST_ROUNDS + 1):
        for who in (PREY, *PURSUERS):
            at = places[who]
            gain = checked(table, who, road[at]) if sets else covered(system, who, road, at)
            places[who] = at + gain if who == PREY else min(at + gain, places[PREY])
        near = max(places[who] for who in PURSUERS)
        table.said.append(
            f"Round {number}: the goblin is at {places[PREY]}, the first after it at {near}."
        )
        if places[PREY] - near <= (0 if sets else 1):
            return True, number, 0
        if places[PREY] >= woods:
            break
    return False, number, places[PREY] - near


# What is printed.
def played(runs: int, seed: int, evening: Callable[[Table], tuple[bool, int, int]]) -> str:
    """The share that is won, the rounds and those who are down, over some evenings."""
    found = [evening(Table(random.Random(seed + n))) for n in range(runs)]
    won, rounds, down = (mean(each[n] for each in found) for n in range(3))
    return f"{won:4.0%}  {rounds:6.1f}  {down:5.1f}"


def fights(runs: int, seed: int) -> Iterator[str]:
    """The fight at level 5, beside what the book prints for plain heroes."""
    level, heroes = authored.row("typical", "plain_level").usual, len(MADE)
    for kind, band in (("fair", core.fair_band), ("hard", core.hard_band)):
        monsters = band(heroes, level)
        who = (heroes, monsters, level, level, "skirmisher")
        printed = core.victory_chance(*who), core.expected_rounds(*who), core.expected_fallen(*who)
        won, rounds, down = map(float, printed)
        yield f"{kind}, as the book prints it     {won:4.0%}  {rounds:6.1f}  {down:5.1f}"
        for party in (PLAIN, "made"):
            line = played(runs, seed, lambda table, p=party, n=monsters: skirmish(table, p, n))
            yield f"{kind}, {party} heroes on the map".ljust(30) + line


DIFFERENT = """\
What the book's figures assume, and the map does not: all strike at once and from the first round;
here they roll for initiative, begin in total defense, walk up, flank, and strike at those who walk
past them. There each side turns on one enemy until it falls; here everyone strikes whom they can.
Plain heroes have typical figures and no surges. Made heroes have their own, and a second wind when
they have nothing to strike at; nobody has powers or action points there."""


def main() -> None:
    """Play, and print the tables or one evening of each kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", action="store_true", help="tell one of each, line by line")
    options = asked(parser, runs=3)
    level = authored.row("typical", "plain_level").usual
    fair = core.fair_band(len(MADE), level)
    chases = tuple(SYSTEMS)
    if options.log:
        for name, evening in (
            ("The bridge", bridge),
            (f"Level {level}", lambda table: skirmish(table, "made", fair)),
            *((f"A chase: {each}", lambda table, s=each: chase(table, s)) for each in chases),
        ):
            table = Table(random.Random(options.seed))
            evening(table)
            print(name, *table.said, "", sep="\n")
        return
    head = "won   rounds  down"
    print(f"{options.runs} evenings each".ljust(30) + head)
    print("the bridge".ljust(30) + played(options.runs, options.seed, bridge))
    print(*fights(options.runs, options.seed), sep="\n")
    print(DIFFERENT)
    print(
        f"A goblin is {LEAD} squares ahead, the woods {WOODS} moves; a stretch in {ROUGH} is rough."
    )
    print("the goblin is".ljust(28) + "caught  rounds   lead left")
    for system in chases:
        line = played(options.runs, options.seed, lambda table, s=system: chase(table, s))
        print(f"chase, {system}".ljust(30) + line)


if __name__ == "__main__":
    main()
