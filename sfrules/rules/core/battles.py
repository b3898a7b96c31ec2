"""Battles: how often plain heroes beat a band of monsters, how long it takes and whom it costs.

Each side gathers on one enemy until it falls, and both strike at once. So all that matters of a
side is how many of it are down, and how often its next one has been hit.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Annotated, TypeAlias

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
"""How many of a side are down, and how often its next one has been hit."""
Fights: TypeAlias = dict[Place, dict[Place, int]]
"""In how many ways a fight has come to a place of the party, and with it to one of the band."""


@dataclass(frozen=True)
class Side:
    """Those who are struck: how many they are, and in how many ways each hit is the last for one.

    These are the ways of the first hit, the second and so on, out of all ways of the damage's dice.
    """

    size: int
    fells: tuple[int, ...]

    @cached_property
    def stands(self) -> tuple[int, ...]:
        """In how many ways one still stands, before the first hit, after it, and so on."""
        return tuple(sum(self.fells[hits:]) for hits in range(len(self.fells)))

    @property
    def dice(self) -> int:
        """All ways of the dice."""
        return self.stands[0]


class Onslaught:
    """What attacks of one chance do to a side, in whole numbers of ways.

    A hit that fells nobody leaves the dice of its damage open: their ways are counted once, when
    somebody falls, or is seen to stand. So the numbers stay small.
    """

    def __init__(self, side: Side, chance: Fraction) -> None:
        self.side, self.unit, self.hit = side, chance.denominator, chance.numerator
        self._known: dict[tuple[Place, int], Counter[Place]] = {}

    def ways(self, place: Place, blows: int) -> Counter[Place]:
        """The places that so many attacks lead to, each with its ways."""
        if blows == 0:
            return Counter({place: 1})
        if (place, blows) not in self._known:
            found: Counter[Place] = Counter()
            for nearer, ways in self._blow(place):
                for to, more in self.ways(nearer, blows - 1).items():
                    found[to] += ways * more
            self._known[place, blows] = found  # whole, whatever stops the work on the way
        return self._known[place, blows]

    def _blow(self, place: Place) -> Iterator[tuple[Place, int]]:
        down, hits = place
        if down == self.side.size:
            yield place, self.unit
            return
        stays = self.hit if hits + 1 < len(self.side.fells) else 0
        for to, ways in (
            (place, self.unit - self.hit),
            ((down + 1, 0), self.hit * self.side.fells[hits]),
            ((down, hits + 1), stays),
        ):
            if ways:
                yield to, ways


@lru_cache(maxsize=1024)  # a page on fights asks for some hundreds, again and again
def _onslaught(side: Side, chance: Fraction) -> Onslaught:
    return Onslaught(side, chance)


@dataclass(frozen=True)
class Course:
    """How fights go: how often the heroes win, how long they last, and how many heroes fall."""

    victory: Fraction
    rounds: Fraction
    fallen: Fraction


@lru_cache(maxsize=1024)
def _course(party: Side, band: Side, chances: tuple[tuple[Fraction, Fraction], ...]) -> Course:
    """Follow a fight round by round, in all the ways that it may go."""
    fights: Fights = {(0, 0): {(0, 0): 1}}
    total = party.dice ** (party.size + 1) * band.dice ** (band.size + 1)
    going = Fraction(1)
    victory = rounds = fallen = Fraction(0)
    for number, (hit, hurt) in enumerate(chances, 1):
        rounds += going
        on_party, on_band = _onslaught(party, hurt), _onslaught(band, hit)
        fights = _exchange(fights, on_party, on_band)
        total *= on_band.unit**party.size * on_party.unit**band.size
        over = _taken_out(fights, party, band, last=number == len(chances))
        won = (over[down, band.size] for down in range(party.size))
        victory += Fraction(sum(won), total)
        fallen += Fraction(sum(down * ways for (down, _), ways in over.items()), total)
        going -= Fraction(over.total(), total)
    return Course(victory, rounds, fallen)


def _taken_out(fights: Fights, party: Side, band: Side, *, last: bool) -> Counter[tuple[int, int]]:
    """Take out the fights that are over, or broken off: how many are down on each side, in ways."""
    over: Counter[tuple[int, int]] = Counter()
    for (down, hurt), fight in fights.items():
        for slain, hits in list(fight):
            if down == party.size or slain == band.size or last:
                uncounted = party.dice ** (party.size - down) * band.dice ** (band.size - slain)
                ways = uncounted * party.stands[hurt] * band.stands[hits]
                over[down, slain] += fight.pop((slain, hits)) * ways
    return over


def _exchange(fights: Fights, on_party: Onslaught, on_band: Onslaught) -> Fights:
    """One round: all who stand as it begins strike, and those who fall in it too."""
    party, band = on_party.side.size, on_band.side.size
    after: defaultdict[Place, dict[Place, int]] = defaultdict(dict)
    for ours, fight in fights.items():
        struck: defaultdict[int, dict[Place, int]] = defaultdict(dict)  # by the blows struck back
        for theirs, ways in fight.items():
            weight = ways * on_party.unit ** theirs[0] * on_band.unit ** ours[0]
            _add(struck[band - theirs[0]], on_band.ways(theirs, party - ours[0]), weight)
        for blows, places in struck.items():
            for place, more in on_party.ways(ours, blows).items():
                _add(after[place], places, more)
    return after


def _add(found: dict[Place, int], places: Mapping[Place, int], weight: int) -> None:
    for place, ways in places.items():
        found[place] = found.get(place, 0) + ways * weight


def _course_of(heroes: int, monsters: int, who: tuple[int, int, str], guard: int = 0) -> Course:
    """How a fight goes, by the figures that the tables hold now."""
    fatal = hits_to_fell_plain_hero(*who)
    hits = hits_to_fell_monster(*who)
    fells = dict(hits.counts)
    chances = (
        (plain_hero_hit_chance(*who, number), monster_hit_chance(*who, number, guard))
        for number in range(1, authored.row("typical", "fight_rounds").usual + 1)
    )
    party = Side(heroes, (0,) * (fatal - 1) + (1,))
    band = Side(monsters, tuple(fells.get(n, 0) for n in range(1, hits.maximum + 1)))
    return _course(party, band, tuple(chances))


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
