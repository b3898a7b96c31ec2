"""Battles: how often plain heroes beat a band of monsters, how long it takes and whom it costs.

Each side gathers on one enemy until it falls, and both strike at once. So all that matters of a
side is how many of it are down, and how often its next one has been hit.

Fights are counted in whole numbers of ways, and many counts stand in one integer, each in a slot
of its own, as digits do: one multiplication of Python's multiplies them all, exactly.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Annotated, NamedTuple, TypeAlias

from sfrules import authored
from sfrules.rules.core.duels import (
    hits_to_fell_monster,
    hits_to_fell_plain_hero,
    monster_hit_chance,
    plain_hero_hit_chance,
)
from sfrules.rules.core.monsters import Role
from sfrules.rules.domain import HeroLevel, Whole, WholeNumber, rule

Party: TypeAlias = Annotated[int, WholeNumber(1, 8)]
Band: TypeAlias = Annotated[int, WholeNumber(1, 8)]
Advised: TypeAlias = Annotated[int, WholeNumber(3, 6)]
AdvisedLevel: TypeAlias = Annotated[int, WholeNumber(1, 10)]
Place: TypeAlias = tuple[int, int]
"""How many monsters are down, and how often the next one has been hit."""
Fights: TypeAlias = defaultdict[Place, int]
"""The fights that have come to a place: a slot for each number of hits that the party has taken."""


@dataclass(frozen=True)
class Heroes:
    """The party: how many they are, and how many hits fell each."""

    size: int
    fatal: int


@dataclass(frozen=True)
class Monsters:
    """The band: how many they are, and in how many ways each hit is the last for one of them.

    These are the ways of the first hit, the second and so on, out of all ways of the damage's dice.
    A hit that fells nobody leaves the dice open: their ways are counted once, when somebody falls,
    or is seen to stand. So the numbers stay small.
    """

    size: int
    fells: tuple[int, ...]

    @cached_property
    def dice(self) -> int:
        """All ways of the dice."""
        return sum(self.fells)

    def unrolled(self, place: Place) -> int:
        """In how many ways the dice fall that are still open at a place."""
        slain, hits = place
        if slain == self.size:
            return 1
        return sum(self.fells[hits:]) * self.dice ** (self.size - slain - 1)

    def after_a_blow(self, fights: Fights, hit: Fraction) -> Fights:
        """Return the fights after one more attack on the band."""
        after: Fights = defaultdict(int)
        hits_of, all_ways = hit.numerator, hit.denominator
        for (slain, hits), ways in fights.items():
            if slain == self.size:
                after[slain, hits] += ways * all_ways
                continue
            after[slain, hits] += ways * (all_ways - hits_of)
            struck = ways * hits_of
            if self.fells[hits]:
                after[slain + 1, 0] += struck * self.fells[hits]
            if hits + 1 < len(self.fells):
                after[slain, hits + 1] += struck
        return after


@dataclass(frozen=True)
class Slots:
    """How the counts of a party stand in one integer: a slot for each number of hits taken."""

    party: Heroes
    bits: int

    @cached_property
    def of_down(self) -> tuple[int, ...]:
        """Masks of the slots in which nobody is down, one hero is, and so on."""
        one_hero = self.bits * self.party.fatal
        return tuple((1 << one_hero) - 1 << one_hero * down for down in range(self.party.size))

    def split(self, ways: int) -> tuple[int, int]:
        """Return the slots in which somebody stands, and those in which all are down."""
        end = self.bits * self.party.fatal * self.party.size
        return ways & (1 << end) - 1, ways >> end

    def total(self, ways: int) -> int:
        """Add up all slots: a sum of digits, which is the remainder by the base less 1."""
        return ways % ((1 << self.bits) - 1)

    def after_a_blow(self, ways: int, missed: int, struck: int) -> int:
        """Return the counts after one more attack on the party, that goes in so many ways."""
        return ways * missed + (ways * struck << self.bits)


@dataclass(frozen=True)
class Course:
    """How fights go: how often the heroes win, how long they last, and how many heroes fall."""

    victory: Fraction
    rounds: Fraction
    fallen: Fraction


def _course(party: Heroes, band: Monsters, chances: Sequence[tuple[Fraction, Fraction]]) -> Course:
    """Follow a fight round by round, in all the ways that it may go."""
    totals = [band.dice**band.size]
    for hit, hurt in chances:
        totals.append(totals[-1] * hit.denominator**party.size * hurt.denominator**band.size)
    slots = Slots(party, totals[-1].bit_length() + 1)
    fights: Fights = defaultdict(int, {(0, 0): 1})
    going = Fraction(1)
    victory = rounds = fallen = Fraction(0)
    for number, (hit, hurt) in enumerate(chances, 1):
        total = totals[number]
        rounds += going
        fights = _exchange(fights, slots, band, hit, hurt)
        over = _taken_out(fights, slots, band, last=number == len(chances))
        won = (over[down, band.size] for down in range(party.size))
        victory += Fraction(sum(won), total)
        fallen += Fraction(sum(down * ways for (down, _), ways in over.items()), total)
        going -= Fraction(over.total(), total)
    return Course(victory, rounds, fallen)


def _taken_out(
    fights: Fights, slots: Slots, band: Monsters, *, last: bool
) -> Counter[tuple[int, int]]:
    """Take out the fights that are over, or broken off: how many are down on each side, in ways."""
    lost: Counter[int] = Counter()  # in slots, by how many monsters are down
    ended: Counter[int] = Counter()
    for place, ways in list(fights.items()):
        slain, unrolled = place[0], band.unrolled(place)
        fights[place], all_down = slots.split(ways)
        lost[slain] += all_down * unrolled
        if slain == band.size or last:
            ended[slain] += fights.pop(place) * unrolled
    over = Counter({(slots.party.size, slain): slots.total(ways) for slain, ways in lost.items()})
    for slain, ways in ended.items():
        for down, mask in enumerate(slots.of_down):
            over[down, slain] += slots.total(ways & mask)
    return over


def _exchange(
    fights: Fights, slots: Slots, band: Monsters, hit: Fraction, hurt: Fraction
) -> Fights:
    """One round: all who stand as it begins strike, and those who fall in it too.

    Who has fewer down strikes more often: a blow is struck for all fights that have not had their
    last, and then those join that lack as many blows as are left.
    """
    after: Fights = defaultdict(int)
    missed = hurt.denominator - hurt.numerator
    for slain in range(band.size):
        struck: Fights = defaultdict(int)
        here = [(place, ways) for place, ways in fights.items() if place[0] == slain]
        for down, mask in enumerate(slots.of_down):
            for place, ways in here:
                if joining := ways & mask:
                    struck[place] += joining * hit.denominator**down
            struck = band.after_a_blow(struck, hit)
        for place, ways in struck.items():
            after[place] += ways * hurt.denominator**slain
        for place, ways in after.items():
            after[place] = slots.after_a_blow(ways, missed, hurt.numerator)
    return after


Who: TypeAlias = tuple[int, int, str]
"""The levels of the heroes and of the monsters, and the monsters' role."""


class Duel(NamedTuple):
    """One of each side: how many hits fell the hero, in how many ways each hit fells the monster.

    And how often both hit, round by round.
    """

    fatal: int
    fells: tuple[int, ...]
    chances: Sequence[tuple[Fraction, Fraction]]


def _course_of(heroes: int, monsters: int, who: Who, guard: int = 0) -> Course:
    """How a fight goes; worked out once, as pages and tables ask for the same few hundred."""
    courses, fight = authored.TABLES.kept(_no_courses), (heroes, monsters, who, guard)
    if fight not in courses:
        duels = authored.TABLES.kept(_no_duels)
        if (who, guard) not in duels:
            duels[who, guard] = _duel(who, guard)
        duel = duels[who, guard]
        party, band = Heroes(heroes, duel.fatal), Monsters(monsters, duel.fells)
        courses[fight] = _course(party, band, duel.chances)
    return courses[fight]


def _no_courses() -> dict[tuple[int, int, Who, int], Course]:
    return {}


def _no_duels() -> dict[tuple[Who, int], Duel]:
    return {}


def _duel(who: Who, guard: int) -> Duel:
    hits = hits_to_fell_monster(*who)
    fells = dict(hits.counts)
    rounds = range(1, authored.row("typical", "fight_rounds").usual + 1)
    return Duel(
        hits_to_fell_plain_hero(*who),
        tuple(fells.get(n, 0) for n in range(1, hits.maximum + 1)),
        [
            (plain_hero_hit_chance(*who, number), monster_hit_chance(*who, number, guard))
            for number in rounds
        ],
    )


@rule
def victory_chance(  # noqa: PLR0913, PLR0917 — the figures that a fight goes by
    heroes: Party,
    monsters: Band,
    hero_level: HeroLevel,
    monster_level: HeroLevel,
    role: Role,
    guard: Whole = 0,
) -> Fraction:
    """Give the chance that plain heroes fell a band of monsters within twelve rounds.

    Args:
        heroes: how many heroes there are, 1 to 8.
        monsters: how many monsters there are, all alike, 1 to 8.
        hero_level: level of the heroes, 1 to 30.
        monster_level: level of the monsters, 1 to 30.
        role: id of a row of the table of roles.
        guard: how far the heroes' defenses are above the typical one, any whole number.

    Raises:
        ValueError: for a number, a level, a role or a guard that is none of these.

    Source: SF-02, SF-06, SF-12, SF-14, LE-18, LE-20.

    >>> victory_chance(1, 1, 1, 1, "soldier") < victory_chance(2, 1, 1, 1, "soldier")
    True
    """
    return _course_of(heroes, monsters, (hero_level, monster_level, role), guard).victory


@rule
def expected_rounds(
    heroes: Party,
    monsters: Band,
    hero_level: HeroLevel,
    monster_level: HeroLevel,
    role: Role,
) -> Fraction:
    """Give how many rounds plain heroes and a band of monsters fight on average, at most twelve.

    Args:
        heroes: how many heroes there are, 1 to 8.
        monsters: how many monsters there are, all alike, 1 to 8.
        hero_level: level of the heroes, 1 to 30.
        monster_level: level of the monsters, 1 to 30.
        role: id of a row of the table of roles.

    Raises:
        ValueError: for a number, a level or a role that is none of these.

    Source: SF-02, SF-06, SF-12, SF-14, LE-18, LE-20.

    >>> expected_rounds(2, 1, 1, 1, "soldier") < expected_rounds(1, 1, 1, 1, "soldier")
    True
    """
    return _course_of(heroes, monsters, (hero_level, monster_level, role)).rounds


@rule
def expected_fallen(
    heroes: Party,
    monsters: Band,
    hero_level: HeroLevel,
    monster_level: HeroLevel,
    role: Role,
) -> Fraction:
    """Give how many of the plain heroes have fallen on average when the fight is over.

    Args:
        heroes: how many heroes there are, 1 to 8.
        monsters: how many monsters there are, all alike, 1 to 8.
        hero_level: level of the heroes, 1 to 30.
        monster_level: level of the monsters, 1 to 30.
        role: id of a row of the table of roles.

    Raises:
        ValueError: for a number, a level or a role that is none of these.

    Source: SF-02, SF-06, SF-12, SF-14, LE-18, LE-20.

    >>> expected_fallen(2, 1, 1, 1, "soldier") < 2
    True
    """
    return _course_of(heroes, monsters, (hero_level, monster_level, role)).fallen


@rule
def hard_band(heroes: Advised, level: AdvisedLevel) -> int:
    """Give how many skirmishers of the heroes' level make a hard fight.

    Args:
        heroes: how many heroes there are, 3 to 6.
        level: level of both sides, 1 to 10.

    Raises:
        ValueError: for a number of heroes or a level that the advice is not for.

    Source: OD-06.

    >>> hard_band(5, 6), hard_band(5, 7)
    (5, 4)
    """
    grim: int = authored.row("typical", "grim_level").usual
    return heroes - (level >= grim)


@rule
def fair_band(heroes: Advised, level: AdvisedLevel) -> int:
    """Give how many skirmishers of the heroes' level make a fair fight.

    Args:
        heroes: how many heroes there are, 3 to 6.
        level: level of both sides, 1 to 10.

    Raises:
        ValueError: for a number of heroes or a level that the advice is not for.

    Source: OD-06.

    >>> fair_band(5, 6), fair_band(5, 7)
    (4, 3)
    """
    return hard_band(heroes, level) - 1
