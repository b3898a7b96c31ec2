"""The bridge at Harrow Ford, by the orders of docs/play/first-evening.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from tabletop import DEFENSES, MOST_ROUNDS, ROCK, Attack, Fight, Figure, Square, Table, away

from sfrules import authored
from sfrules.book.bridge_map import POST
from sfrules.rules import core, play
from sfrules.rules.play.fighters import figure_of

OF_THE_EVENING = {row.id: row.value for row in authored.rows("fight")}
# What the page says of its monsters and its sack, which no rule counts: "at most 2" is 2.
ORDERS = {
    row.about: int(re.sub(r"\D", "", row.number))
    for row in authored.rows("cited")
    if row.source == "OD-10"
}


def by_its_powers(owner: str) -> Iterator[Attack]:
    """The attacks of a hero or a monster of the evening, as their powers are printed."""
    for row in authored.rows("powers"):
        if row.owner != owner or row.defense is None:
            continue
        bonus, reach = figure_of(owner, "attack_bonus"), row.range or 1
        deals = row.dice or row.weapon_dice
        shared = (
            row.defense,
            play.power_dice(row.id) if deals else None,
            lambda shown, power=row.id: play.power_damage(power, shown),
            float(play.power_average(row.id)),
        )
        if row.reach.startswith("melee"):
            yield Attack(row.name, bonus, *shared, basic=row.basic, power=row)
        if row.range:
            yield Attack(row.name, bonus, *shared, reach, melee=False, power=row)


def of_the_evening(fighter: authored.Row) -> Figure:
    """A fighter of the sample fight, where the page puts it."""
    owner = fighter.hero or fighter.monster
    figure = Figure(
        name=f"{fighter.name} {fighter.label}" if owner == "goblin" else fighter.name,
        hero=bool(fighter.hero),
        level=authored.row("cast" if fighter.hero else "monsters", owner).level,
        speed=figure_of(owner, "speed"),
        full=play.full_hit_points(owner),
        defenses={name: play.defense(owner, name) for name in DEFENSES},
        reaction=figure_of(owner, "reaction"),
        initiative=play.initiative(owner),
        attacks=list(by_its_powers(owner)),
        at=None if fighter.column is None else (fighter.column, fighter.row),
    )
    if fighter.hero:
        hero = authored.row("cast", owner)
        figure.surges = core.surge_number(hero.class_surges, hero.constitution, hero.charisma)
        figure.surge_value = core.surge_value(hero.level, hero.durability)
        figure.action_points = OF_THE_EVENING["action_points"]
    return figure


@dataclass
class Bridge(Fight):
    """The fight at the bridge, with the rope, the sack and the orders of the monsters."""

    strands: int = OF_THE_EVENING["strands"]
    sack: Square | None = None  # where it lies, once the orc has fallen
    paid: bool = False
    swept: list[Figure] = field(default_factory=list)  # heroes who come back from the river

    def __post_init__(self) -> None:
        self.covered = self.behind_a_rock
        found = dict(zip((row.id for row in authored.rows("fighters")), self.figures, strict=True))
        self.orc, self.troll = found["orc"], found["troll"]
        self.goblins = [each for id_, each in found.items() if id_.startswith("goblin")]
        self.sawyers = self.goblins[: ORDERS["goblins that saw"]]
        self.heroes = [each for each in self.figures if each.hero]
        self.bank = max(x for x, letter in enumerate(self.rows[POST[1] + 1]) if letter == "_") + 1
        self.ysane = next(each for each in self.heroes if each.name == "Ysane")

    @property
    def won(self) -> bool:
        """No goblin and no orc is left, and the troll paid, bloodied or in bed: #end."""
        troll = self.troll.stands and not (self.paid or self.troll.bloodied)
        return not troll and not any(e.stands for e in (*self.goblins, self.orc))

    @property
    def lost(self) -> bool:
        """The bridge is down, or every hero unconscious or in the river."""
        return self.strands <= 0 or not self.side(hero=True)

    def foes(self, who: Figure) -> list[Figure]:
        """The troll strikes at goblins too, and never at the orc; and no monster strikes at it."""
        if who is self.troll:
            return [e for e in (*self.heroes, *self.goblins) if e.stands]
        found = super().foes(who)
        rest = [each for each in found if each is not self.troll]
        return (rest or found) if who.hero else found

    def behind_a_rock(self, one: Square | None, other: Square | None) -> bool:
        """Whether the line between two middles crosses a tree or a rock: #ground."""
        if one is None or other is None:
            return False
        found = ((x, y) for y, row in enumerate(self.rows) for x, _ in enumerate(row))
        rocks = (s for s in found if self.letter(s) == ROCK and s != POST)
        return any(_crosses(one, other, rock) for rock in rocks if rock not in (one, other))

    def drown(self, target: Figure, left: int) -> None:
        """A push into the river: a save first, harder for each square that is left."""
        if target is self.troll:
            return
        if self.table.saves(-left):
            target.prone = True
            self.say(f"    {target.name} falls at the water's edge.")
            return
        self.say(f"    The river takes {target.name}.")
        target.at = None
        if target.hero:
            self.swept.append(target)
        elif target is self.orc:
            self.pay("The sack goes with him.")

    def hurt(self, target: Figure, dealt: int) -> None:
        """The sack lies where the orc falls."""
        where = target.at
        super().hurt(target, dealt)
        if target is self.orc and target.at is None and not self.paid:
            self.sack = where

    def pay(self, line: str) -> None:
        """The sack is in the river."""
        self.paid, self.sack = True, None
        self.say(f"    {line}")

    def play(self) -> tuple[bool, int, int]:
        """Play until it is decided: whether the heroes win, the rounds, and how many are down."""
        order = self.order([*([hero] for hero in self.heroes), self.goblins, [self.orc]])
        while not (self.won or self.lost) and self.round < MOST_ROUNDS:
            self.round += 1
            self.say(f"Round {self.round}: {self.strands} strands hold.")
            if self.round == ORDERS["round of the troll"] and not self.paid:
                self.wake()
            for who in (self.troll, *order):
                if not (self.won or self.lost):
                    self.act(who)
        down = sum(core.falls_unconscious(hero.hit_points) for hero in self.heroes)
        self.say("The heroes win." if self.won else "The heroes lose.")
        return self.won, self.round, down

    def act(self, who: Figure) -> None:
        """One turn, by the side and the orders."""
        if who.hero:
            self.hero_turn(who)
        elif who.stands:
            orders = {id(self.troll): self.troll_turn, id(self.orc): self.orc_turn}
            orders.get(id(who), self.goblin_turn)(who)
            self.end(who)

    def hero_turn(self, who: Figure) -> None:
        """Come out of the river, pray, pay the troll, or fight."""
        if who in self.swept:
            self.swept.remove(who)
            free = [s for s in self.squares() if s[0] < self.bank and self.letter(s) == "."]
            who.at, who.prone = min(free, key=lambda s: away(s, POST)), True
        if who is self.ysane and who.stands:
            self.pray()
        if not who.stands:
            self.bleed(who)
        elif not (self.sack and self.troll.stands and self.throw(who)):
            self.turn(who)

    def squares(self) -> list[Square]:
        """The squares that are free."""
        taken = {each.at for each in self.figures}
        found = ((x, y) for y, row in enumerate(self.rows) for x, _ in enumerate(row))
        return [s for s in found if self.letter(s) in "._" and s not in taken]

    def pray(self) -> None:
        """Ysane's minor action, for whoever is down or the worst hurt."""
        prayer = authored.row("powers", "ysane_prayer")
        near = [
            e for e in self.heroes if away(e.at, self.ysane.at) <= prayer.range and e.surges > 0
        ]
        worst = min(near, key=lambda each: each.hit_points, default=None)
        if worst and worst.bloodied and self.ysane.used[prayer.id] < prayer.uses:
            self.ysane.used[prayer.id] += 1
            self.say(f"  Ysane prays for {worst.name}.")
            self.heal(worst, play.power_modifier(prayer.id))

    def throw(self, who: Figure) -> bool:
        """Fetch the sack with a move and a minor action, and throw it with a standard one."""
        ways = {s: way for s, way in self.ways(who, who.speed).items() if away(s, self.sack) <= 1}
        near = min(ways, key=lambda s: len(ways[s]), default=None)
        if near is None or who.prone or who is not min(self.side(hero=True), key=self._to_sack):
            return False
        self.begin(who)
        self.walk(who, ways[near])
        wet = (s for s in self._all() if self.letter(s) == "~")
        if who.at == near and min(away(near, s) for s in wet) <= ORDERS["throw"]:
            self.pay(f"{who.name} throws the sack in the river.")
        return True

    def _to_sack(self, who: Figure) -> int:
        return away(who.at, self.sack)

    def _all(self) -> Iterator[Square]:
        return ((x, y) for y, row in enumerate(self.rows) for x, _ in enumerate(row))

    def wake(self) -> None:
        """The troll climbs onto the free square of the bridge nearest to its middle."""
        bridge = [s for s in self._all() if self.letter(s) == "_"]
        x, y = (Fraction(sum(s[n] for s in bridge), len(bridge)) for n in (0, 1))
        free = [s for s in self.squares() if s in bridge]
        self.troll.at = min(free, key=lambda s: max(abs(s[0] - x), abs(s[1] - y)))
        self.say(f"  The troll climbs up at {self.troll.at}, and wants its silver.")

    def troll_turn(self, troll: Figure) -> None:
        """Home if it may; else the nearest, or all of them if there are enough."""
        if troll.bloodied or self.paid:
            self.say("  The troll goes home.")
            troll.at = None
            return
        speed = self.begin(troll)
        nearest = min(self.foes(troll), key=lambda e: (away(e.at, troll.at), -e.hit_points))
        claws, sweep = troll.attacks[0], authored.row("powers", "troll_sweep")
        ways = self.ways(troll, speed)
        self.walk(troll, ways[min(ways, key=lambda s: (away(s, nearest.at), len(ways[s])))])
        beside = [each for each in self.foes(troll) if away(each.at, troll.at) == 1]
        if len(beside) >= ORDERS["sweep"] and not troll.used[sweep.id]:
            troll.used[sweep.id] += 1
            attack = Attack(sweep.name, claws.bonus, sweep.defense, None, int, 0, power=sweep)
            dealt = play.power_damage(sweep.id, self.table.roll(play.power_dice(sweep.id)))
            for each in beside:
                if self.roll_to_hit(troll, attack, each, dealt=dealt) and each.stands:
                    self.push(troll, each, sweep.squares)
        elif away(nearest.at, troll.at) == 1:
            self.roll_to_hit(troll, claws, nearest)

    def orc_turn(self, orc: Figure) -> None:
        """To the bank before the bridge, and there to the boot or the axe."""
        speed = self.begin(orc)
        posts = [
            (self.bank, y) for y in range(len(self.rows)) if self.letter((self.bank - 1, y)) == "_"
        ]
        budget = 2
        while orc.stands and orc.at not in posts and budget:
            ways = self.ways(orc, speed)
            self.walk(
                orc, ways[min(ways, key=lambda s: (min(away(s, p) for p in posts), len(ways[s])))]
            )
            budget -= 1
        beside = [each for each in self.foes(orc) if away(each.at, orc.at) == 1]
        if not beside or not budget:
            orc.guarded = bool(budget)
            return
        boot = next(each for each in orc.attacks if "ush " in each.effect)
        axe = next(each for each in orc.attacks if each.basic)
        wet = [each for each in beside if self.by_water(orc, each)]
        target = min(wet or beside, key=lambda each: each.hit_points)
        self.roll_to_hit(orc, boot if wet else axe, target)

    def by_water(self, orc: Figure, hero: Figure) -> bool:
        """Whether the first square of a push can be water."""
        near = (s for s in self._all() if self.letter(s) == "~" and away(s, hero.at) == 1)
        return any(away(s, orc.at) > away(hero.at, orc.at) for s in near)

    def goblin_turn(self, goblin: Figure) -> None:
        """Flee, strike and shift, saw, or sling: the first of these that holds."""
        speed = self.begin(goblin)
        beside = [each for each in self.foes(goblin) if away(each.at, goblin.at) == 1]
        self.sawyers = [each for each in self.sawyers if each.stands]
        spare = [e for e in self.goblins if e.stands and e not in self.sawyers]
        self.sawyers += spare[: ORDERS["goblins that saw"] - len(self.sawyers)]
        if goblin.bloodied and not self.orc.stands:
            self.flee(goblin, speed)
        elif beside:
            spear = next(each for each in goblin.attacks if each.melee)
            self.roll_to_hit(goblin, spear, min(beside, key=lambda each: each.hit_points))
            ways = self.ways(goblin, spear.power.squares if spear.power else 0)
            clear = [s for s in ways if all(away(s, foe.at) > 1 for foe in self.foes(goblin))]
            self.walk(goblin, ways[clear[0]] if clear else [], careful=True)
        elif goblin in self.sawyers:
            self.saw(goblin, speed)
        else:
            self.sling(goblin, speed)

    def flee(self, goblin: Figure, speed: int) -> None:
        """A move and a run to the right edge, and off the map."""
        edge = len(self.rows[0]) - 1
        for _ in range(2):
            ways = self.ways(goblin, speed)
            if goblin.stands:
                self.walk(goblin, ways[max(ways, key=lambda s: (s[0], -len(ways[s])))])
        if goblin.stands and goblin.at and goblin.at[0] == edge:
            goblin.at = None
            self.say(f"  {goblin.name} is gone.")

    def saw(self, goblin: Figure, speed: int) -> None:
        """To the post, and a strand if an action is left."""
        ways = self.ways(goblin, speed)
        there = min(ways, key=lambda s: (max(away(s, POST), 1), len(ways[s])))
        self.walk(goblin, ways[there])
        if goblin.stands and away(goblin.at, POST) == 1:
            self.strands -= OF_THE_EVENING["cut"]
            self.say(f"  {goblin.name} saws: {self.strands} strands are left.")

    def sling(self, goblin: Figure, speed: int) -> None:
        """The nearest hero, from no nearer than the stone must."""
        sling = next(each for each in goblin.attacks if not each.melee)
        nearest = min(self.foes(goblin), key=lambda each: away(each.at, goblin.at))
        ways = self.ways(goblin, speed)
        there = min(ways, key=lambda s: (max(away(s, nearest.at), sling.reach), len(ways[s])))
        self.walk(goblin, ways[there])
        if goblin.stands and away(goblin.at, nearest.at) <= sling.reach:
            self.make(goblin, sling, nearest)


def _crosses(one: Square, other: Square, rock: Square) -> bool:
    """Whether the segment between two middles goes through the inside of a square."""
    low, high = Fraction(0), Fraction(1)
    for a, b, middle in zip(one, other, rock, strict=True):
        if a == b:
            if a != middle:
                return False
            continue
        ends = sorted(Fraction(2 * (middle - a) + side, 2 * (b - a)) for side in (-1, 1))
        low, high = max(low, ends[0]), min(high, ends[1])
    return low < high


def bridge(table: Table) -> tuple[bool, int, int]:
    """The first evening, once."""
    rows = [row.text for row in authored.rows("maps") if row.id == "bridge"]
    return Bridge(table, rows, [of_the_evening(row) for row in authored.rows("fighters")]).play()
