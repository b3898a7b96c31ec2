"""The sample fight, played again from its dice: what each roll comes to, and who stands where."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from sfrules import authored
from sfrules.authored import Row
from sfrules.rules import core
from sfrules.rules.domain import Listed, WholeNumber, rule
from sfrules.rules.play.fighters import Fighter, defense, full_hit_points
from sfrules.rules.play.hits import attack_bonus, reaction_bonus
from sfrules.rules.play.powers import power_damage

Blow: TypeAlias = Annotated[str, Listed("blows", "id")]
# As many rounds as the sample fight lasts; round 0 is where everybody begins.
Round: TypeAlias = Annotated[int, WholeNumber(0, 3)]


@rule
def hit_bonus(blow: Blow) -> int:
    """Give all that is added to the die of a blow: bonus, level difference, escalation, moment.

    Args:
        blow: id of a row of the blows table.

    Raises:
        ValueError: for a blow that the table does not hold.

    Source: SF-02, SF-06, SF-14, SF-26.

    >>> hit_bonus("one_stone"), hit_bonus("two_passing"), hit_bonus("three_arrow")
    (2, 1, 1)
    """
    row = authored.row("blows", blow)
    bonus_of = reaction_bonus if row.kind == "opportunity" else attack_bonus
    modifiers: int = core.escalation_die(row.round) + row.modifier
    return bonus_of(row.actor, row.target) + modifiers


@rule
def hit_total(blow: Blow) -> int:
    """Give the total of an attack roll: the die, and all that is added to it.

    Args:
        blow: id of a row of the blows table.

    Raises:
        ValueError: for a blow that the table does not hold.

    Source: SF-02.

    >>> hit_total("one_stone"), hit_total("two_great")
    (21, 16)
    """
    roll: int = authored.row("blows", blow).roll
    return roll + hit_bonus(blow)


@rule
def blow_target(blow: Blow) -> int:
    """Give what the total of a blow must reach: a defense, higher in total defense.

    Args:
        blow: id of a row of the blows table.

    Raises:
        ValueError: for a blow that the table does not hold.

    Source: SF-03.

    >>> blow_target("one_stone"), blow_target("two_other_stone")
    (20, 16)
    """
    row = authored.row("blows", blow)
    named = authored.row("powers", row.power).defense
    wary: int = authored.row("maneuvers", "total_defense").defense_bonus if row.wary else 0
    return defense(row.target, named) + wary


@rule
def blow_lands(blow: Blow) -> bool:
    """Tell whether a blow hits.

    Args:
        blow: id of a row of the blows table.

    Raises:
        ValueError: for a blow that the table does not hold.

    Source: SF-02.

    >>> blow_lands("one_stone"), blow_lands("one_other_stone")
    (True, False)
    """
    return hit_total(blow) >= blow_target(blow)


@rule
def blow_damage(blow: Blow) -> int:
    """Give the damage of a blow; 0 for one that misses.

    Args:
        blow: id of a row of the blows table.

    Raises:
        ValueError: for a blow that the table does not hold.

    Source: SF-08.

    >>> blow_damage("two_great"), blow_damage("three_claws"), blow_damage("one_arrow")
    (18, 28, 0)
    """
    row = authored.row("blows", blow)
    return power_damage(row.power, row.dice) if blow_lands(blow) else 0


@rule
def left_after(blow: Blow) -> int:
    """Give the hit points that the target of a blow has left after it; below 1, it is down.

    Args:
        blow: id of a row of the blows table.

    Raises:
        ValueError: for a blow that the table does not hold.

    Source: SF-17, SF-20.

    >>> left_after("one_stone"), left_after("two_great")
    (28, 0)
    """
    row = authored.row("blows", blow)
    so_far = [each for each in authored.rows("blows") if each.target == row.target]
    ids = [each.id for each in so_far]
    taken = sum(blow_damage(id) for id in ids[: ids.index(row.id) + 1])
    return full_hit_points(row.target) - taken


@rule
def fells(blow: Blow) -> bool:
    """Tell whether the target of a blow is down after it.

    Args:
        blow: id of a row of the blows table.

    Raises:
        ValueError: for a blow that the table does not hold.

    Source: SF-20.

    >>> fells("one_light"), fells("one_knife")
    (True, False)
    """
    return left_after(blow) < 1


@rule
def hit_points_left(fighter: Fighter, at: Round) -> int:
    """Give the hit points that a fighter has left at the end of a round of the sample fight.

    Args:
        fighter: id of a row of the fighters table.
        at: round of the fight; 0 is its start.

    Raises:
        ValueError: for a fighter that the table does not hold, or a round that was not played.

    Source: SF-17.

    >>> hit_points_left("orrik", 0), hit_points_left("orrik", 2), hit_points_left("goblin_4", 3)
    (33, 19, -3)
    """
    blows = [row for row in authored.rows("blows") if row.target == fighter]
    return full_hit_points(fighter) - sum(blow_damage(row.id) for row in blows if row.round <= at)


@rule
def square_of(fighter: Fighter, at: Round) -> tuple[int, int]:
    """Give the square that a fighter stands in at the end of a round of the sample fight.

    Args:
        fighter: id of a row of the fighters table.
        at: round of the fight; 0 is its start.

    Raises:
        ValueError: for a fighter that is not on the map then, or a round that was not played.

    Source: SF-30.

    >>> square_of("orrik", 0), square_of("orrik", 1)
    ((3, 4), (9, 4))
    """
    square = place_of(fighter, at)
    if square is None:
        raise ValueError(f'fighter is "{fighter}"; allowed: one on the map in round {at}')
    return square


def place_of(fighter: str, at: int) -> tuple[int, int] | None:
    """Return the square of a fighter at the end of a round; None for one who is not on the map."""
    moved = [row for row in authored.rows("moves") if row.fighter == fighter]
    rows: list[Row] = [row for row in moved if row.round <= at]
    last = rows[-1] if rows else authored.row("fighters", fighter)
    return None if last.column is None else (last.column, last.row)
