"""What a hero's choices come to where no chapter of the core has a rule for it."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from sfrules import authored
from sfrules.rules.core.abilities import Ability
from sfrules.rules.creation.choices import (
    Calling,
    FeatKind,
    Method,
    Origin,
    PowerKind,
    Skill,
)
from sfrules.rules.domain import Count, HeroLevel, Listed, Whole, WholeNumber, rule

Raised: TypeAlias = Annotated[str, Listed("ability-points", "id")]
Trained: TypeAlias = Annotated[int, WholeNumber(0, 12)]


@rule
def ability_score(  # noqa: PLR0913, PLR0917 — a hero's choices are as many
    ability: Ability,
    calling: Calling,
    method: Method,
    second: Ability,
    third: Ability,
    better: Ability,
    weak: Ability,
) -> int:
    """Give an ability of a hero who is made: what the way to set abilities has in its place.

    Args:
        ability: id of a row of the abilities table.
        calling: id of a row of the table of classes, which says the first ability.
        method: id of a row of the ways to set abilities.
        second: the second ability.
        third: the third ability, which only a wide way has.
        better: the ability that is a little above the others, which only a fine way has.
        weak: the weak ability, which only a fine way has.

    Raises:
        ValueError: for a class, a way or an ability that its table does not hold.

    Source: LE-31.

    >>> choices = ("guardian", "fine", "constitution", "dexterity", "wisdom", "charisma")
    >>> [ability_score(each, *choices) for each in ("strength", "constitution", "charisma")]
    [4, 3, -1]
    """
    first = authored.row("callings", calling).ability
    return (
        (authored.row("ability-methods", method).first if ability == first else 0)
        + (authored.row("ability-methods", method).second if ability == second else 0)
        + (authored.row("ability-methods", method).third if ability == third else 0)
        + (authored.row("ability-methods", method).better if ability == better else 0)
        + (authored.row("ability-methods", method).weak if ability == weak else 0)
    )


@rule
def ability_points(  # noqa: PLR0913, PLR0917 — a hero's choices are as many
    ability: Ability,
    level: HeroLevel,
    point_1: Ability,
    point_2: Ability,
    point_3: Ability,
    point_4: Ability,
    point_5: Ability,
    point_6: Ability,
) -> int:
    """Give the points that a hero has put on the skills of an ability by a level.

    Args:
        ability: id of a row of the abilities table.
        level: level of the hero, 1 to 30.
        point_1: the ability that the first point went to.
        point_2: the ability that the second point went to.
        point_3: the ability that the third point went to.
        point_4: the ability that the fourth point went to.
        point_5: the ability that the fifth point went to.
        point_6: the ability that the sixth point went to.

    Raises:
        ValueError: for an ability that the table does not hold, or a level outside 1 to 30.

    Source: LE-35.

    >>> wisdom_first = ("wisdom", "constitution", "wisdom", "wisdom", "wisdom", "wisdom")
    >>> [ability_points("wisdom", level, *wisdom_first) for level in (3, 4, 13, 14)]
    [0, 1, 1, 2]
    """
    return (
        (1 if ability == point_1 and level >= point_level("first") else 0)
        + (1 if ability == point_2 and level >= point_level("second") else 0)
        + (1 if ability == point_3 and level >= point_level("third") else 0)
        + (1 if ability == point_4 and level >= point_level("fourth") else 0)
        + (1 if ability == point_5 and level >= point_level("fifth") else 0)
        + (1 if ability == point_6 and level >= point_level("sixth") else 0)
    )


@rule
def points_gained(level: HeroLevel) -> int:
    """Give how many ability points a hero of a level has had in all.

    Args:
        level: level of the hero, 1 to 30.

    Raises:
        ValueError: for a level outside 1 to 30.

    Source: LE-35.

    >>> [points_gained(level) for level in (3, 4, 8, 28)]
    [0, 1, 2, 6]
    """
    return sum(row.level <= level for row in authored.rows("ability-points"))


@rule
def point_level(point: Raised) -> int:
    """Give the level that brings an ability point.

    Args:
        point: id of a row of the table of ability points.

    Raises:
        ValueError: for a point that the table does not hold.

    Source: LE-35.

    >>> point_level("first"), point_level("sixth")
    (4, 28)
    """
    return authored.row("ability-points", point).level


@rule
def origin_bonus(ability: Ability, origin: Origin, favored: Ability) -> int:
    """Give what an origin adds to the skills of an ability.

    Args:
        ability: id of a row of the abilities table.
        origin: id of a row of the table of origins.
        favored: the ability of the hero's choice.

    Raises:
        ValueError: for an origin or an ability that its table does not hold.

    Source: LE-32, LE-34.

    >>> [origin_bonus(each, "dwarf", "wisdom") for each in ("constitution", "wisdom", "charisma")]
    [1, 1, 0]
    """
    if ability == favored or authored.row("origins", origin).ability == ability:
        return 1
    return 0


@rule
def is_trained(  # noqa: PLR0913, PLR0917 — a hero's choices are as many
    skill: Skill,
    trained: Trained,
    skill_1: Skill,
    skill_2: Skill,
    skill_3: Skill,
    skill_4: Skill,
    skill_5: Skill,
) -> bool:
    """Say whether a hero is trained in a skill.

    Args:
        skill: id of a row of the skills table.
        trained: how many skills the class is trained in; a fifth counts only from 5 up.
        skill_1: the first skill that the hero has chosen.
        skill_2: the second skill.
        skill_3: the third skill.
        skill_4: the fourth skill.
        skill_5: the fifth skill.

    Raises:
        ValueError: for a skill that the table does not hold, or a number outside 0 to 12.

    Source: LE-34.

    >>> is_trained("lore", 4, "arcana", "nature", "stealth", "finesse", "lore")
    False
    """
    return skill in (skill_1, skill_2, skill_3, skill_4) or (skill == skill_5 and trained >= 5)  # noqa: PLR2004 — its place


@rule
def skill_bonus(
    ability: Whole, origin: Count, points: Count, trained: bool, penalty: Count = 0
) -> int:
    """Give the bonus of a skill: ability, origin, points and training, less the armor's penalty.

    Args:
        ability: the skill's ability, any whole number, usually -1 to 4.
        origin: what the origin adds, 0 or more.
        points: the ability points that its ability has, 0 or more.
        trained: whether the hero is trained in it.
        penalty: what heavy armor costs, 0 or more.

    Raises:
        ValueError: for anything but whole numbers, or a number below 0.

    Source: LE-34, LE-36.

    >>> skill_bonus(4, 1, 0, trained=True, penalty=1), skill_bonus(0, 0, 1, trained=False)
    (7, 1)
    """
    return ability + origin + points + (3 if trained else 0) - penalty


@rule
def attack_bonus(ability: Whole, hit: Whole, shield: Whole = 0) -> int:
    """Give the bonus of an attack: the class's ability, and what is in the hero's hands.

    Args:
        ability: the ability that the attack adds, any whole number.
        hit: what the weapon or the implement adds, any whole number.
        shield: what the shield adds, any whole number.

    Raises:
        ValueError: for anything but whole numbers.

    Source: LE-36, LE-39.

    >>> attack_bonus(4, -1), attack_bonus(4, 0, -1)
    (3, 3)
    """
    return ability + hit + shield


@rule
def powers_known(level: HeroLevel, use: PowerKind) -> int:
    """Give how many powers of a use a hero has at a level.

    Args:
        level: level of the hero, 1 to 30.
        use: "at_will", "encounter", "daily" or "utility".

    Raises:
        ValueError: for a level outside 1 to 30, or another use.

    Source: LE-41.

    >>> [powers_known(5, use) for use in ("at_will", "encounter", "daily", "utility")]
    [2, 2, 2, 1]
    """
    return getattr(authored.row("level-gains", level), use)


@rule
def feats_known(level: HeroLevel, kind: FeatKind) -> int:
    """Give how many feats of a kind a hero has by a level.

    Args:
        level: level of the hero, 1 to 30.
        kind: "combat" or "adventure".

    Raises:
        ValueError: for a level outside 1 to 30, or another kind.

    Source: LE-41.

    >>> [feats_known(10, "combat"), feats_known(10, "adventure"), feats_known(30, "combat")]
    [3, 3, 9]
    """
    return sum(row.level <= level and row.feat == kind for row in authored.rows("level-gains"))
