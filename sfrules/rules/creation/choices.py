"""What a hero's player may choose, and why a choice is refused.

Each refusal is a rule of its own that returns a sentence, or "" for a choice that is allowed, so
that a page can work it out as well.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from sfrules import authored
from sfrules.authored import Row
from sfrules.rules.core.abilities import Ability
from sfrules.rules.core.weapons import Weapon
from sfrules.rules.domain import Count, HeroLevel, Listed, Whole, either, rule

Calling: TypeAlias = Annotated[str, Listed("callings", "id")]
Origin: TypeAlias = Annotated[str, Listed("origins", "id")]
Method: TypeAlias = Annotated[str, Listed("ability-methods", "id")]
Armor: TypeAlias = Annotated[str, Listed("armor", "id")]
Shield: TypeAlias = Annotated[str, Listed("shields", "id")]
Implement: TypeAlias = Annotated[str, Listed("implements", "id")]
Skill: TypeAlias = Annotated[str, Listed("skills", "id")]
RolePower: TypeAlias = Annotated[str, Listed("role-powers", "id")]
Feat: TypeAlias = Annotated[str, Listed("feats", "id")]
FeatKind: TypeAlias = Literal["combat", "adventure"]
PowerKind: TypeAlias = Literal["at_will", "encounter", "daily", "utility"]

ANY = "any"
NONE = "none"


def _in_groups(weapon: Row) -> set[str]:
    """The groups of weapons that classes are trained in, as far as a weapon belongs to them."""
    one_handed, melee = weapon.hands == 1, weapon.type == "melee"
    martial = weapon.training == "martial"
    groups = {
        "basic": weapon.training == "basic",
        "one_handed_melee": martial and melee and one_handed,
        "one_handed_martial": martial and one_handed,
        "melee_martial": martial and melee,
        "ranged_martial": martial and not melee,
        "off_hand": weapon.off_hand,
        "reach": martial and weapon.reach is not None,
    }
    return {name for name, belongs in groups.items() if belongs}


def _trained_in(calling: str, kind: str) -> set[str]:
    return authored.made_of("training", _training).get((calling, kind), set())


def _training(rows: tuple[Row, ...]) -> dict[tuple[str, str], set[str]]:
    found: dict[tuple[str, str], set[str]] = {}
    for row in rows:
        found.setdefault((row.calling, row.kind), set()).add(row.what)
    return found


@rule
def is_trained_in_weapon(calling: Calling, weapon: Weapon) -> bool:
    """Say whether a class is trained in a weapon; what comes to hand takes no training.

    Args:
        calling: id of a row of the table of classes.
        weapon: id of a row of the weapons table.

    Raises:
        ValueError: for a class or a weapon that its table does not hold.

    Source: LE-33, LE-37.

    >>> is_trained_in_weapon("guardian", "longsword"), is_trained_in_weapon("priest", "longsword")
    (True, False)
    """
    row = authored.row("wielding", weapon)
    known = {weapon} | _in_groups(row)
    return row.training == "improvised" or bool(known & _trained_in(calling, "weapon"))


@rule
def second_ability_refusal(calling: Calling, second: Ability) -> str:
    """Give the reason why a class may not have a second ability; "" if it may.

    Args:
        calling: id of a row of the table of classes.
        second: id of a row of the abilities table.

    Raises:
        ValueError: for a class or an ability that its table does not hold.

    Source: LE-31, LE-33.

    >>> second_ability_refusal("guardian", "constitution")
    ''
    >>> second_ability_refusal("beastmaster", "charisma")
    'Second ability: this class has Wisdom or Constitution.'
    """
    row = authored.row("callings", calling)
    allowed = dict.fromkeys((row.second, row.or_second))
    if second in allowed:
        return ""
    names = either(authored.row("abilities", each).name for each in allowed)
    return f"Second ability: this class has {names}."


@rule
def third_ability_refusal(calling: Calling, method: Method, second: Ability, third: Ability) -> str:
    """Give the reason why a hero may not have a third ability; "" if the hero may, or needs none.

    Args:
        calling: id of a row of the table of classes.
        method: id of a row of the ways to set abilities.
        second: the second ability.
        third: the third ability.

    Raises:
        ValueError: for a class, a way or an ability that its table does not hold.

    Source: LE-31.

    >>> third_ability_refusal("skirmisher", "wide", "wisdom", "wisdom")
    'Third ability: it must differ from the first and the second.'
    """
    first = authored.row("callings", calling).ability
    if authored.row("ability-methods", method).third > 0 and (third in (first, second)):
        return "Third ability: it must differ from the first and the second."
    return ""


@rule
def fine_strokes_refusal(  # noqa: PLR0913, PLR0917 — a hero's choices are as many
    calling: Calling,
    method: Method,
    second: Ability,
    third: Ability,
    better: Ability,
    weak: Ability,
) -> str:
    """Give the reason why a hero may not be better at one ability and weak at another.

    Args:
        calling: id of a row of the table of classes.
        method: id of a row of the ways to set abilities.
        second: the second ability.
        third: the third ability, which only a wide way has.
        better: the ability that is a little above the others.
        weak: the weak ability.

    Raises:
        ValueError: for a class, a way or an ability that its table does not hold.

    Source: LE-31.

    >>> fine_strokes_refusal("guardian", "fine", "constitution", "wisdom", "charisma", "charisma")
    'Better and weak ability: they must differ from each other and from those above.'
    """
    first = authored.row("callings", calling).ability
    taken = (
        better == weak
        or better in (first, second)
        or weak in (first, second)
        or (authored.row("ability-methods", method).third > 0 and (third in (better, weak)))
    )
    if authored.row("ability-methods", method).better > 0 and taken:
        return "Better and weak ability: they must differ from each other and from those above."
    return ""


@rule
def favored_ability_refusal(origin: Origin, favored: Ability) -> str:
    """Give the reason why an origin may not favor an ability; "" if it may.

    Args:
        origin: id of a row of the table of origins.
        favored: the ability of the hero's choice.

    Raises:
        ValueError: for an origin or an ability that its table does not hold.

    Source: LE-32.

    >>> favored_ability_refusal("dwarf", "wisdom"), favored_ability_refusal("human", "charisma")
    ('', '')
    >>> favored_ability_refusal("dwarf", "constitution")
    'Favored ability: this origin has Wisdom or Strength.'
    """
    row = authored.row("origins", origin)
    if favored in (row.other, row.or_other) or row.other == ANY:
        return ""
    names = either(authored.row("abilities", each).name for each in (row.other, row.or_other))
    return f"Favored ability: this origin has {names}."


@rule
def is_class_skill(calling: Calling, skill: Skill) -> bool:
    """Say whether a skill is among those of a class.

    Args:
        calling: id of a row of the table of classes.
        skill: id of a row of the skills table.

    Raises:
        ValueError: for a class or a skill that its table does not hold.

    Source: LE-33.

    >>> is_class_skill("guardian", "athletics"), is_class_skill("guardian", "arcana")
    (True, False)
    """
    return getattr(authored.row("callings", calling), skill)


@rule
def is_origin_skill(origin: Origin, skill: Skill) -> bool:
    """Say whether an origin adds a skill to those of the class.

    Args:
        origin: id of a row of the table of origins.
        skill: id of a row of the skills table.

    Raises:
        ValueError: for an origin or a skill that its table does not hold.

    Source: LE-32.

    >>> is_origin_skill("dwarf", "lore"), is_origin_skill("human", "lore")
    (True, False)
    """
    row = authored.row("origins", origin)
    return skill in (row.skill, row.or_skill)


@rule
def skill_refusal(
    calling: Calling, origin: Origin, trained: Count, rank: Count, skill: Skill
) -> str:
    """Give the reason why a hero may not be trained in a skill; "" if the hero may.

    Args:
        calling: id of a row of the table of classes.
        origin: id of a row of the table of origins.
        trained: how many skills the class is trained in, 0 or more.
        rank: which of the hero's skills it is; those beyond the number are not looked at.
        skill: id of a row of the skills table.

    Raises:
        ValueError: for a class, an origin or a skill that its table does not hold, or a number
            below 0.

    Source: LE-32, LE-33.

    >>> skill_refusal("guardian", "dwarf", 4, 1, "lore")
    ''
    >>> skill_refusal("guardian", "elf", 4, 5, "arcana")
    ''
    >>> skill_refusal("guardian", "elf", 4, 1, "arcana")
    'Skills: one of them is neither of the class nor of the origin.'
    """
    if rank > trained or is_class_skill(calling, skill) or is_origin_skill(origin, skill):
        return ""
    return "Skills: one of them is neither of the class nor of the origin."


@rule
def same_skill_refusal(  # noqa: PLR0913, PLR0917 — a hero's choices are as many
    trained: Count, skill_1: Skill, skill_2: Skill, skill_3: Skill, skill_4: Skill, skill_5: Skill
) -> str:
    """Give the reason why skills may not stand side by side: one of them stands there twice.

    Args:
        trained: how many skills the class is trained in; a fifth counts only from 5 up.
        skill_1: the first skill.
        skill_2: the second skill.
        skill_3: the third skill.
        skill_4: the fourth skill.
        skill_5: the fifth skill.

    Raises:
        ValueError: for a skill that the table does not hold, or a number below 0.

    Source: LE-34.

    >>> same_skill_refusal(4, "lore", "arcana", "nature", "stealth", "lore")
    ''
    >>> same_skill_refusal(5, "lore", "arcana", "nature", "stealth", "lore")
    'Skills: the same one stands there twice.'
    """
    twice = (
        skill_1 in (skill_2, skill_3, skill_4)
        or skill_2 in (skill_3, skill_4)
        or skill_3 == skill_4
        or (trained >= 5 and skill_5 in (skill_1, skill_2, skill_3, skill_4))  # noqa: PLR2004 — its place
    )
    return "Skills: the same one stands there twice." if twice else ""


@rule
def weapon_refusal(calling: Calling, weapon: Weapon) -> str:
    """Give the reason why a class may not begin with a weapon; "" if it may.

    Args:
        calling: id of a row of the table of classes.
        weapon: id of a row of the weapons table.

    Raises:
        ValueError: for a class or a weapon that its table does not hold.

    Source: LE-37, LE-42.

    >>> weapon_refusal("elementalist", "greatsword")
    'Weapon: this class is not trained in it.'
    """
    return (
        "" if is_trained_in_weapon(calling, weapon) else "Weapon: this class is not trained in it."
    )


@rule
def armor_refusal(calling: Calling, armor: Armor) -> str:
    """Give the reason why a class may not begin with an armor; "" if it may.

    Args:
        calling: id of a row of the table of classes.
        armor: id of a row of the armor table.

    Raises:
        ValueError: for a class or an armor that its table does not hold.

    Source: LE-36, LE-42.

    >>> armor_refusal("guardian", "scale"), armor_refusal("guardian", "plate")
    ('', 'Armor: this class is not trained in it.')
    """
    known = armor in _trained_in(calling, "armor")
    return "" if known else "Armor: this class is not trained in it."


@rule
def shield_refusal(calling: Calling, shield: Shield) -> str:
    """Give the reason why a class may not begin with a shield; "" if it may, or has none.

    Args:
        calling: id of a row of the table of classes.
        shield: id of a row of the table of shields.

    Raises:
        ValueError: for a class or a shield that its table does not hold.

    Source: LE-36, LE-42.

    >>> shield_refusal("archer", "none"), shield_refusal("archer", "light_shield")
    ('', 'Shield: this class is not trained in it.')
    """
    known = shield == NONE or shield in _trained_in(calling, "shield")
    return "" if known else "Shield: this class is not trained in it."


@rule
def hands_refusal(weapon: Weapon, shield: Shield) -> str:
    """Give the reason why a weapon and a shield may not be carried at once: it takes three hands.

    Args:
        weapon: id of a row of the weapons table.
        shield: id of a row of the table of shields.

    Raises:
        ValueError: for a weapon or a shield that its table does not hold.

    Source: LE-36, LE-37.

    >>> hands_refusal("longsword", "heavy_shield"), hands_refusal("greatsword", "none")
    ('', '')
    >>> hands_refusal("greatsword", "light_shield")
    'Shield: the weapon takes both hands.'
    """
    if authored.row("wielding", weapon).hands > 1 and shield != "none":
        return "Shield: the weapon takes both hands."
    return ""


@rule
def implement_refusal(calling: Calling, implement: Implement) -> str:
    """Give the reason why a class may not begin with an implement; "" if it may, or has none.

    Args:
        calling: id of a row of the table of classes.
        implement: id of a row of the table of implements.

    Raises:
        ValueError: for a class or an implement that its table does not hold.

    Source: LE-38, LE-42.

    >>> implement_refusal("priest", "holy_symbol"), implement_refusal("archer", "wand")
    ('', 'Implement: this class is not trained in it.')
    """
    known = implement == NONE or implement in _trained_in(calling, "implement")
    return "" if known else "Implement: this class is not trained in it."


@rule
def point_refusal(
    level: HeroLevel, since: HeroLevel, limit: Count, ability: Whole, points: Count
) -> str:
    """Give the reason why an ability may not get another point; "" if it may, or not yet.

    Args:
        level: level of the hero, 1 to 30.
        since: the level that brings the point, 1 to 30.
        limit: the most that ability and points may be with it, 0 or more.
        ability: the ability, any whole number.
        points: its points, this one included, 0 or more.

    Raises:
        ValueError: for a level outside 1 to 30, a number below 0, or anything but whole numbers.

    Source: LE-35.

    >>> point_refusal(4, since=4, limit=2, ability=1, points=1), point_refusal(3, 4, 2, 4, 1)
    ('', '')
    >>> point_refusal(4, since=4, limit=2, ability=2, points=1)
    'Points: one ability is too high for another at that level.'
    """
    if level < since or ability + points <= limit:
        return ""
    return "Points: one ability is too high for another at that level."


@rule
def power_refusal(
    calling: Calling, level: HeroLevel, kind: PowerKind, since: HeroLevel, power: RolePower
) -> str:
    """Give the reason why a hero may not have a power in a place; "" if it may, or not yet.

    Args:
        calling: id of a row of the table of classes.
        level: level of the hero, 1 to 30.
        kind: "at_will", "encounter", "daily" or "utility".
        since: the level that brings the place, 1 to 30.
        power: id of a row of the powers of the roles.

    Raises:
        ValueError: for a class or a power that its table does not hold, another kind, or a level
            outside 1 to 30.

    Source: LE-40, LE-41, OD-18.

    >>> power_refusal("guardian", 1, "at_will", 1, "stay_with_me")
    ''
    >>> power_refusal("guardian", 3, "encounter", 1, "dinner_bell")
    'Powers: one of them is not for this class, its place or its level.'
    """
    fits = (
        authored.row("role-powers", power).role
        in (authored.row("callings", calling).role, authored.row("callings", calling).or_role)
        and authored.row("role-powers", power).kind == kind
        and authored.row("role-powers", power).level <= since
    )
    if level < since or fits:
        return ""
    return "Powers: one of them is not for this class, its place or its level."


@rule
def same_power_refusal(
    known: Count, power_1: RolePower, power_2: RolePower, power_3: RolePower
) -> str:
    """Give the reason why powers may not stand side by side: one of them stands there twice.

    Args:
        known: how many powers of the kind the hero has, 0 or more; those beyond it do not count.
        power_1: the first power.
        power_2: the second power.
        power_3: the third power.

    Raises:
        ValueError: for a power that the table does not hold, or a number below 0.

    Source: LE-41.

    >>> same_power_refusal(2, "cinders", "sleepwalk", "cinders")
    ''
    >>> same_power_refusal(3, "cinders", "sleepwalk", "cinders")
    'Powers: the same one stands there twice.'
    """
    twice = (known >= 2 and power_1 == power_2) or (known >= 3 and power_3 in (power_1, power_2))  # noqa: PLR2004 — their places
    return "Powers: the same one stands there twice." if twice else ""


@rule
def feat_refusal(known: Count, rank: Count, kind: FeatKind, feat: Feat) -> str:
    """Give the reason why a hero may not have a feat in a place; "" if it may, or not yet.

    Args:
        known: how many feats of the kind the hero has, 0 or more.
        rank: which of them it is; those beyond the number are not looked at.
        kind: "combat" or "adventure".
        feat: id of a row of the feats table.

    Raises:
        ValueError: for a feat that the table does not hold, another kind, or a number below 0.

    Source: LE-41, OD-18.

    >>> feat_refusal(1, 1, "combat", "no_fuss"), feat_refusal(0, 1, "adventure", "no_fuss")
    ('', '')
    >>> feat_refusal(1, 1, "adventure", "no_fuss")
    'Feats: one of them is of the other kind.'
    """
    if rank > known or authored.row("feats", feat).kind == kind:
        return ""
    return "Feats: one of them is of the other kind."


@rule
def same_feat_refusal(known: Count, feat_1: Feat, feat_2: Feat, feat_3: Feat) -> str:
    """Give the reason why feats may not stand side by side: one of them stands there twice.

    Args:
        known: how many feats of the kind the hero has, 0 or more; those beyond it do not count.
        feat_1: the first feat.
        feat_2: the second feat.
        feat_3: the third feat.

    Raises:
        ValueError: for a feat that the table does not hold, or a number below 0.

    Source: LE-41.

    >>> same_feat_refusal(1, "no_fuss", "no_fuss", "no_fuss")
    ''
    >>> same_feat_refusal(2, "no_fuss", "no_fuss", "up_again")
    'Feats: the same one stands there twice.'
    """
    twice = (known >= 2 and feat_1 == feat_2) or (known >= 3 and feat_3 in (feat_1, feat_2))  # noqa: PLR2004 — their places
    return "Feats: the same one stands there twice." if twice else ""
