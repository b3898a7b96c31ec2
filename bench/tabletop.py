"""A fight at the table: dice, figures on a grid, and the plainest turn that the core's pages allow.

Every figure comes from the rules and the tables of the book. Beside a ruling stands its page.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache

from sfrules import authored
from sfrules.rules import core

Square = tuple[int, int]
DICE = re.compile(r"(\d*)d(\d+)")
ROCK, WATER = "#", "~"
DEFENSES = ("armor_class", "fortitude", "reflex", "will")
MOST_ROUNDS = 30
WORTH_TRYING = 0.4  # a check for an action point, tried once in an encounter


@dataclass
class Table:
    """The dice, and what is said while they roll."""

    dice: random.Random
    said: list[str] = field(default_factory=list)

    def roll(self, notation: str) -> int:
        """Roll some dice, such as 2d6, and add them up."""
        return sum(
            self.dice.randint(1, int(faces))
            for count, faces in DICE.findall(notation)
            for _ in range(int(count or 1))
        )

    def saves(self, modifier: int = 0) -> bool:
        """Roll a save."""
        return self.roll(core.check_die()) + modifier >= core.save_target()


@dataclass(frozen=True)
class Attack:
    """An attack as its owner rolls it; `damage` turns what the dice show into hit points."""

    name: str
    bonus: int
    defense: str
    dice: str | None
    damage: Callable[[int], int]
    average: float
    reach: int = 1
    melee: bool = True
    basic: bool = False
    power: authored.Row | None = None

    @property
    def effect(self) -> str:
        """What the power does besides damage, as it is printed."""
        return (self.power and self.power.effect) or ""

    @property
    def radius(self) -> int:
        """How far a burst reaches from its center; 0 for an attack on one target."""
        return (self.power and self.power.radius) or 0


@dataclass(eq=False)
class Figure:
    """Somebody on the map: the figures of the sheet, and what has become of them so far."""

    name: str
    hero: bool
    level: int
    speed: int
    full: int
    defenses: dict[str, int]
    reaction: int
    initiative: int
    attacks: list[Attack]
    at: Square | None = None
    surges: int = 0
    surge_value: int = 0
    action_points: int = 0
    hit_points: int = 0
    guarded: bool = True  # core/turns.md#setting-up
    prone: bool = False
    slowed: bool = False
    lit: bool = False  # grants advantage to the next attack on it
    hindered: bool = False
    fallen: bool = False  # has paid the surge for its first fall
    bleeding: bool = False
    winded: bool = False  # has had its second wind
    used: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.hit_points = self.full

    @property
    def stands(self) -> bool:
        """Whether it is on the map and awake."""
        return self.at is not None and not core.falls_unconscious(self.hit_points)

    @property
    def bloodied(self) -> bool:
        """Whether it has half its hit points or fewer."""
        return core.is_bloodied(self.hit_points, self.full)

    def ready(self) -> Iterator[Attack]:
        """The attacks that are not spent."""
        for attack in self.attacks:
            if attack.power is None or self.used[attack.power.id] < (attack.power.uses or 99):
                yield attack


def away(one: Square | None, other: Square | None) -> int:
    """The distance of two squares; far for somebody who is not on the map."""
    if one is None or other is None:
        return 99
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


@cache
def chance(bonus: int, target: int) -> float:
    """The chance of a roll to hit, to choose by."""
    return float(core.check_chance(bonus, target))


@dataclass
class Fight:
    """A fight on a map, by the chapters of the core."""

    table: Table
    rows: list[str]
    figures: list[Figure]
    round: int = 0
    struck: set[tuple[str, str]] = field(default_factory=set)
    covered: Callable[[Square | None, Square | None], bool] | None = None  # what the map shelters
    aid: str | None = None  # whose Blessed edge helps the next friend to hit

    def say(self, line: str) -> None:
        """Note what happens, as it is told at the table."""
        self.table.said.append(line)

    def side(self, hero: bool) -> list[Figure]:
        """Those of a side who can act."""
        return [each for each in self.figures if each.stands and each.hero is hero]

    def foes(self, who: Figure) -> list[Figure]:
        """Those whom somebody may strike at."""
        return self.side(not who.hero)

    def letter(self, square: Square) -> str:
        """What the map shows there; what cannot be entered beyond its edge."""
        x, y = square
        inside = 0 <= y < len(self.rows) and 0 <= x < len(self.rows[0])
        return self.rows[y][x] if inside else ROCK

    def around(self, square: Square) -> Iterator[Square]:
        """The squares beside one that can be entered at all."""
        x, y = square
        for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)):
            if self.letter((x + dx, y + dy)) not in ROCK + WATER:
                yield x + dx, y + dy

    def ways(self, who: Figure, budget: int) -> dict[Square, list[Square]]:
        """The squares where somebody can end a move, each with the way there.

        core/battle-grid.md#occupied: through friends and the unconscious, and not to end there.
        """
        taken = {each.at for each in self.figures if each is not who}
        barred = {each.at for each in self.figures if each.stands and each.hero is not who.hero}
        most = budget // 2 if who.slowed else budget
        found: dict[Square, list[Square]] = {who.at: []} if who.at else {}
        edge = list(found)
        for here in edge:
            if len(found[here]) < most:
                for there in self.around(here):
                    if there not in found and there not in barred:
                        found[there] = [*found[here], there]
                        edge.append(there)
        return {square: way for square, way in found.items() if square not in taken}

    def walk(self, who: Figure, way: list[Square], *, careful: bool = False) -> None:
        """Go step by step; an enemy left or passed strikes: core/turns.md#opportunity-attacks."""
        for square in way:
            for foe in self.foes(who):
                if not careful and away(foe.at, who.at) == 1 and who.stands:
                    self.opportunity(foe, who)
            if not who.stands:
                return
            who.at = square
        if way:
            self.say(f"  {who.name} goes to {who.at}.")

    def opportunity(self, foe: Figure, who: Figure) -> None:
        """Strike at somebody who moves or shoots beside one: once for each turn."""
        basic = next((each for each in foe.attacks if each.basic and each.melee), None)
        if basic and (foe.name, who.name) not in self.struck:
            self.struck.add((foe.name, who.name))
            self.say(f"  {foe.name} strikes as {who.name} gives the opening:")
            self.roll_to_hit(foe, basic, who, bonus=foe.reaction)

    def modifiers(self, who: Figure, attack: Attack, target: Figure) -> int:
        """What the moment adds to hit: core/turns.md#hit-modifiers; advantage counts once."""
        flanked = attack.melee and any(
            away(each.at, target.at) == 1 and _opposite(who.at, target.at, each.at)
            for each in self.side(who.hero)
        )
        advantage = target.lit or flanked or (attack.melee and target.prone)
        sheltered = self.covered is not None and self.covered(who.at, target.at)
        covered = not attack.melee and (target.prone or sheltered)
        return (
            core.hit_modifier("advantage") * advantage
            + core.hit_modifier("cover") * covered
            + core.hit_modifier("hindered") * (who.hindered or who.prone)
            + (self.aid not in (None, who.name) and who.hero)
        )

    def roll_to_hit(
        self,
        who: Figure,
        attack: Attack,
        target: Figure,
        *,
        bonus: int | None = None,
        dealt: int = -1,
    ) -> bool:
        """Roll to hit, and deal the damage; a burst has rolled it already."""
        total = self.table.roll(core.check_die()) + (attack.bonus if bonus is None else bonus)
        total += core.level_attack_modifier(who.level, target.level)
        total += core.escalation_die(max(self.round, 1)) + self.modifiers(who, attack, target)
        target.lit = False
        self.aid = None if who.hero else self.aid
        guard = authored.row("maneuvers", "total_defense").defense_bonus * target.guarded
        needed = target.defenses[attack.defense] + guard
        if total < needed:
            self.say(f"  {who.name}, {attack.name} at {target.name}: {total}, under {needed}.")
            return False
        dealt = dealt if dealt >= 0 else self.damage(attack)
        said = f"{total} reaches {needed}, {dealt} damage"
        self.say(f"  {who.name}, {attack.name} at {target.name}: {said}.")
        self.hurt(target, dealt)
        if target.stands:
            self.effect(who, attack, target)
        return True

    def damage(self, attack: Attack) -> int:
        """Roll the damage: never less than nothing (core/damage.md#hits)."""
        return max(attack.damage(self.table.roll(attack.dice or "")), 0)

    def hurt(self, target: Figure, dealt: int) -> None:
        """Take hit points off, and fall: core/down-and-out.md#unconscious."""
        target.hit_points -= dealt
        if core.falls_unconscious(target.hit_points):
            target.prone = target.bleeding = True
            self.say(f"    {target.name} is down.")
            if target.hero and not target.fallen:
                target.fallen = True
                target.surges -= authored.row("fight", "fall_surges").value
            if not target.hero:
                target.at = None

    def effect(self, who: Figure, attack: Attack, target: Figure) -> None:
        """What a power does besides, read off its entry."""
        target.prone |= "falls prone" in attack.effect
        target.slowed |= "slowed" in attack.effect
        target.lit |= "grants advantage" in attack.effect
        if "ush " in attack.effect and "target" in attack.effect and attack.power:
            self.push(who, target, attack.power.squares)

    def push(self, who: Figure, target: Figure, squares: int) -> None:
        """Push somebody farther away with every square: core/movement.md#forced."""
        for left in range(squares - 1, -1, -1):
            taken = {each.at for each in self.figures}
            x, y = target.at or (0, 0)
            beside = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
            farther = [s for s in beside if away(s, who.at) > away(target.at, who.at)]
            ways = [s for s in farther if self.letter(s) != ROCK and s not in taken]
            if not ways:
                blocking = [e for e in self.figures if e.at in farther][:1]
                for each in (target, *blocking):
                    self.hurt(each, self.table.roll(core.collision_dice(who.level)))
                return
            wet = [square for square in ways if self.letter(square) == WATER]
            target.at = target.at if wet else ways[0]
            if wet:
                self.drown(target, left)
                return

    def drown(self, target: Figure, left: int) -> None:
        """What comes of a push over the edge; only the bridge has one."""
        raise NotImplementedError(target.name, left)

    def heal(self, who: Figure, more: int = 0) -> None:
        """Spend a surge: core/down-and-out.md#getting-up, and never above the full hit points."""
        who.surges -= 1
        healed = core.healed_hit_points(who.hit_points, who.surge_value + more, who.surge_value)
        who.hit_points, who.bleeding = min(healed, who.full), False
        self.say(f"  {who.name} spends a surge and has {who.hit_points} hit points.")

    def bleed(self, who: Figure) -> None:
        """The end of a turn on the ground: core/down-and-out.md#bleeding."""
        if who.bleeding and not self.table.saves():
            who.surges -= authored.row("fight", "bleeding_surges").value
        elif who.bleeding:
            who.bleeding = not self.table.saves()

    def order(self, groups: list[list[Figure]]) -> list[Figure]:
        """Roll for initiative, once for each group; a die settles ties."""
        keys = [
            (self.table.roll(core.check_die()) + group[0].initiative, self.table.dice.random())
            for group in groups
        ]
        ranked = sorted(range(len(groups)), key=lambda n: keys[n], reverse=True)
        return [figure for n in ranked for figure in groups[n]]

    def begin(self, who: Figure) -> int:
        """Begin a turn: the guard falls; return the squares of the move, after standing up."""
        who.guarded, who.hindered, self.struck = False, who.prone, set()
        speed = authored.row("maneuvers", "stand_up").squares if who.prone else who.speed
        who.prone = False
        return speed

    def end(self, who: Figure) -> None:
        """End a turn: hindrances pass, and what a save ends is saved against."""
        who.hindered = False
        who.slowed = who.slowed and not self.table.saves()

    def turn(self, who: Figure) -> None:
        """The plainest turn: a second wind if it is due, else the likeliest damage in reach."""
        speed = self.begin(who)
        if who.bloodied and who.surges > 0 and not who.winded:
            who.winded = True
            self.heal(who)
            who.guarded = True  # the same bonus, until the next turn
        elif not self.strike(who, speed):
            self.approach(who, who.speed)  # runs with the standard action
        elif (
            who.action_points
            and core.action_point_chance(core.escalation_die(self.round)) > WORTH_TRYING
        ):
            who.action_points -= self.again(who)
        self.end(who)

    def again(self, who: Figure) -> bool:
        """Check for an action point, and strike once more: core/action-points.md#action-points."""
        rolled = self.table.roll(core.action_point_die()) + core.escalation_die(self.round)
        passed = rolled >= core.action_point_target() and who.stands
        self.say(f"  {who.name} tries an action point: {'yes' if passed else 'no'}.")
        if passed:
            self.strike(who, 0)
        return True

    def approach(self, who: Figure, budget: int) -> None:
        """Go as near to the nearest enemy as a move takes one."""
        foes = self.foes(who)
        ways = self.ways(who, budget)
        if foes and ways and who.stands:
            there = min(ways, key=lambda s: (min(away(s, f.at) for f in foes), len(ways[s])))
            self.walk(who, ways[there])

    def strike(self, who: Figure, budget: int) -> bool:
        """Go where the best attack reaches somebody, and make it; without one, only go nearer."""
        found = self.best(who, self.ways(who, budget))
        if found is None:
            self.approach(who, budget)
            return False
        square, way, attack, target = found
        self.walk(who, way)
        if who.at == square and who.stands and target.stands:
            self.make(who, attack, target)
        return True

    def best(
        self, who: Figure, ways: dict[Square, list[Square]]
    ) -> tuple[Square, list[Square], Attack, Figure] | None:
        """The square, the attack and the target with the most damage on average."""
        foes = self.foes(who)
        options = [(self.worth(who, a, f), a, f) for a in who.ready() for f in foes]
        options = [each for each in options if each[0] > 0]
        blows = self.risk(who)
        leaving = sum(blow for at, blow in blows if away(at, who.at) == 1)
        best, found = (-99.0, 0, 0), None
        for square, way in ways.items():
            beside = sum(away(square, foe.at) == 1 for foe in foes)
            shooting = sum(blow for at, blow in blows if away(at, square) == 1)
            for worth, attack, foe in options:
                if not attack.radius < away(square, foe.at) <= attack.reach:
                    continue  # out of reach, or in one's own burst
                drawn = leaving * bool(way) + shooting * (not attack.melee)
                key = (worth - drawn, -beside, -len(way))
                if key > best:
                    best, found = key, (square, way, attack, foe)
        return found

    def risk(self, who: Figure) -> list[tuple[Square | None, float]]:
        """Where enemies stand, and what a blow of each costs on average who gives the opening."""
        return [
            (foe.at, chance(foe.reaction, who.defenses[each.defense]) * each.average)
            for foe in self.foes(who)
            for each in foe.attacks
            if each.basic and each.melee
        ]

    def worth(self, who: Figure, attack: Attack, target: Figure) -> float:
        """What an attack deals on average, of what is left; in a burst, friends count against."""
        if "Only on an enemy with an ally" in attack.effect and not any(
            away(each.at, target.at) == 1 for each in self.side(who.hero) if each is not who
        ):
            return 0
        caught = [e for e in self.figures if e.stands and away(e.at, target.at) <= attack.radius]
        return sum(
            (1 if each.hero is not who.hero else -2)
            * chance(attack.bonus, each.defenses[attack.defense])
            * min(attack.average, each.hit_points)
            for each in caught
        )

    def make(self, who: Figure, attack: Attack, target: Figure) -> None:
        """Use an attack: shots and bursts beside an enemy draw a blow, and bursts roll for each."""
        for foe in self.foes(who):
            if not attack.melee and away(foe.at, who.at) == 1:
                self.opportunity(foe, who)
        if attack.power:
            who.used[attack.power.id] += 1
        if attack.radius:
            dealt, center = self.damage(attack), target.at
            for each in self.figures:
                if who.stands and each.stands and away(each.at, center) <= attack.radius:
                    self.roll_to_hit(who, attack, each, dealt=dealt)
        elif who.stands:
            self.roll_to_hit(who, attack, target)
        if "an ally of your choice" in attack.effect:
            self.aid = who.name


def _opposite(one: Square | None, middle: Square | None, other: Square | None) -> bool:
    if one is None or middle is None or other is None:
        return False
    return all(a + b == 2 * m for a, m, b in zip(one, middle, other, strict=True))
