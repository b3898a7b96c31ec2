"""A hero's sheet: from the choices to every figure, in an order in which each has what it needs.

The cells say by which rule a figure is worked out, and from what. A page that works them out in a
browser reads the same cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Annotated, Any, TypeAlias

from sfrules import authored
from sfrules.authored import Row
from sfrules.rules import core
from sfrules.rules.creation import choices, figures
from sfrules.rules.domain import HeroLevel, Listed, OneOf, rule

MadeHero: TypeAlias = Annotated[str, Listed("hero-choices", "id")]

PLACES = (1, 2, 3, 4, 5)
POINTS = (1, 2, 3, 4, 5, 6)
# The powers and feats of a sheet: for each place the level that brings it.
POWERS: Mapping[str, tuple[int, ...]] = {
    "at_will": (1, 1),
    "encounter": (1, 3, 7),
    "daily": (1, 5, 9),
    "utility": (2, 6, 10),
}
FEATS: Mapping[str, tuple[int, ...]] = {
    "combat_feat": (1, 4, 8),
    "adventure_feat": (2, 6, 10),
}


def named(kind: str) -> tuple[str, ...]:
    """Return the names of the choices of a kind of power or feat: "daily_1" and so on."""
    levels = POWERS.get(kind) or FEATS[kind]
    return tuple(f"{kind}_{place}" for place, _ in enumerate(levels, 1))


# The table that each choice is made from; the level is a number.
CHOICES: Mapping[str, str] = {
    "calling": "callings",
    "origin": "origins",
    "favored": "abilities",
    "method": "ability-methods",
    **dict.fromkeys(("second", "third", "better", "weak"), "abilities"),
    "armor": "armor",
    "weapon": "weapons",
    "shield": "shields",
    "implement": "implements",
    **{f"skill_{place}": "skills" for place in PLACES},
    **{f"point_{place}": "abilities" for place in POINTS},
    **{name: "role-powers" for kind in POWERS for name in named(kind)},
    **{name: "feats" for kind in FEATS for name in named(kind)},
}


@dataclass(frozen=True)
class Fact:
    """A cell that is a column of a table, in the row that a choice names."""

    name: str
    table: str
    column: str
    key: str


@dataclass(frozen=True)
class Cell:
    """A cell that a rule works out.

    A parameter has the value of the cell or choice in `of`, or that in `fixed`; one that is in
    neither has the value of the cell or choice of its own name.
    """

    name: str
    rule: Callable[..., Any]
    of: Mapping[str, str] = field(default_factory=dict)
    fixed: Mapping[str, object] = field(default_factory=dict)


# Facts of the choices, by the names that the rules of the core have for them.
FACTS: tuple[Fact, ...] = (
    *(Fact(name, "callings", name, "calling") for name in ("durability", "trained")),
    Fact("first", "callings", "ability", "calling"),
    Fact("class_surges", "callings", "surges", "calling"),
    Fact("class_armor", "callings", "light_armor", "calling"),
    *(
        Fact(f"{name}_bonus", "callings", name, "calling")
        for name in ("fortitude", "reflex", "will")
    ),
    Fact("origin_speed", "origins", "speed", "origin"),
    Fact("armor_bonus", "armor", "bonus", "armor"),
    Fact("wearing", "armor", "wearing", "armor"),
    Fact("armor_penalty", "armor", "penalty", "armor"),
    Fact("armor_speed", "armor", "speed", "armor"),
    Fact("shield_bonus", "shields", "bonus", "shield"),
    Fact("parry", "shields", "parry", "shield"),
    Fact("shield_hit", "shields", "hit", "shield"),
    Fact("weapon_hit", "wielding", "hit", "weapon"),
    Fact("implement_hit", "implements", "hit", "implement"),
)

_ARMOR = {"armor": "armor_bonus", "class_bonus": "class_armor"}
FIGURES: tuple[Cell, ...] = (
    Cell("first_score", figures.ability_score, {"ability": "first"}),
    Cell("armor_class", core.armor_class, {**_ARMOR, "shield": "shield_bonus"}),
    Cell("fortitude", core.fortitude, {"class_bonus": "fortitude_bonus"}),
    Cell("reflex", core.reflex, {"class_bonus": "reflex_bonus"}),
    Cell("will", core.will, {"class_bonus": "will_bonus"}),
    Cell("hit_points", core.hit_points),
    Cell("bloodied", core.bloodied_at, {"maximum": "hit_points"}),
    Cell("surge_value", core.surge_value),
    Cell("surges", core.surge_number),
    Cell("reaction", core.reaction_modifier),
    Cell("initiative", core.initiative_modifier),
    Cell("speed", core.movement_speed, {"armor_movement_penalty": "armor_speed"}),
    Cell(
        "attack",
        figures.attack_bonus,
        {"ability": "first_score", "hit": "weapon_hit", "shield": "shield_hit"},
    ),
    Cell(
        "implement_attack",
        figures.attack_bonus,
        {"ability": "first_score", "hit": "implement_hit", "shield": "shield_hit"},
    ),
    Cell("weapon_die", core.weapon_die),
    Cell("damage_bonus", core.ability_damage_modifier, {"ability": "first_score"}),
    Cell("dice_multiplier", core.dice_multiplier),
    Cell("ability_multiplier", core.ability_multiplier),
    *(
        Cell(f"{use}_powers", figures.powers_known, fixed={"use": use})
        for use in ("at_will", "encounter", "daily", "utility")
    ),
    Cell("combat_feats", figures.feats_known, fixed={"kind": "combat"}),
    Cell("adventure_feats", figures.feats_known, fixed={"kind": "adventure"}),
)
REFUSALS: tuple[Cell, ...] = (
    *(
        Cell(f"{name}_refusal", getattr(choices, f"{name}_refusal"))
        for name in ("second_ability", "third_ability", "fine_strokes", "favored_ability")
    ),
    *(
        Cell(
            f"skill_{place}_refusal",
            choices.skill_refusal,
            {"skill": f"skill_{place}"},
            {"rank": place},
        )
        for place in PLACES
    ),
    *(
        Cell(f"{name}_refusal", getattr(choices, f"{name}_refusal"))
        for name in ("same_skill", "armor", "shield", "weapon", "hands", "implement")
    ),
)


def _abilities() -> Iterator[Cell]:
    """Each ability, with what adds to its skills."""
    for row in authored.rows("abilities"):
        own = {"ability": row.id}
        yield Cell(row.id, figures.ability_score, fixed=own)
        yield Cell(f"{row.id}_origin", figures.origin_bonus, fixed=own)
        yield Cell(f"{row.id}_points", figures.ability_points, fixed=own)


def _skills() -> Iterator[Cell]:
    for row in authored.rows("skills"):
        yield Cell(f"{row.id}_trained", figures.is_trained, fixed={"skill": row.id})
        of = {
            "ability": row.ability,
            "origin": f"{row.ability}_origin",
            "points": f"{row.ability}_points",
            "trained": f"{row.id}_trained",
        }
        penalty = {"penalty": "armor_penalty"} if row.armor else {}
        yield Cell(
            row.id, figures.skill_bonus, {**of, **penalty}, {} if row.armor else {"penalty": 0}
        )


def _points() -> Iterator[Cell]:
    """Whether each ability point may go where it goes: the ability, and its points by then."""
    for place, row in zip(POINTS, authored.rows("ability-points"), strict=True):
        at = {"ability": f"point_{place}"}
        yield Cell(f"point_{place}_score", figures.ability_score, at)
        yield Cell(f"point_{place}_points", figures.ability_points, at, {"level": row.level})
        yield Cell(
            f"point_{place}_refusal",
            choices.point_refusal,
            {"ability": f"point_{place}_score", "points": f"point_{place}_points"},
            {"since": row.level, "limit": row.limit},
        )


def _powers() -> Iterator[Cell]:
    """Whether each power and feat may stand where it stands, and none twice."""
    for kind, levels in POWERS.items():
        for name, since in zip(named(kind), levels, strict=True):
            fixed = {"kind": kind, "since": since}
            yield Cell(f"{name}_refusal", choices.power_refusal, {"power": name}, fixed)
        yield _not_twice(kind, choices.same_power_refusal, "power", f"{kind}_powers")
    for kind in FEATS:
        known, own = f"{kind}s", kind.removesuffix("_feat")
        for rank, name in enumerate(named(kind), 1):
            of = {"known": known, "feat": name}
            fixed = {"rank": rank, "kind": own}
            yield Cell(f"{name}_refusal", choices.feat_refusal, of, fixed)
        yield _not_twice(kind, choices.same_feat_refusal, "feat", known)


def _not_twice(kind: str, refusal: Callable[..., str], parameter: str, known: str) -> Cell:
    first, second, *others = named(kind)
    third = others[0] if others else second  # of two, no third is looked at
    of = {f"{parameter}_1": first, f"{parameter}_2": second, f"{parameter}_3": third}
    return Cell(f"same_{kind}_refusal", refusal, {**of, "known": known})


def cells() -> tuple[Cell, ...]:
    """Return all cells that rules work out, in an order in which each finds what it needs."""
    return (*_abilities(), *FIGURES, *_skills(), *REFUSALS, *_points(), *_powers())


def refusals_of_choices() -> dict[str, list[str]]:
    """Return for each choice the refusals that it is held against when those above it are made.

    A refusal belongs to the last of the choices that it looks at, and to the others of that kind.
    """
    order = list(CHOICES)
    looked_at = {name: {name} for name in order}
    looked_at |= {fact.name: {fact.key} for fact in FACTS}
    refused: dict[str, list[str]] = {name: [] for name in order}
    for cell in cells():
        inputs = inputs_of(cell).values()
        looked = set[str]().union(*(looked_at.get(each, set()) for each in inputs))
        looked_at[cell.name] = looked
        if cell.name.endswith("_refusal"):
            last = _kind(max(looked, key=order.index))
            for name in looked:
                if _kind(name) == last:
                    refused[name].append(cell.name)
    return refused


def _kind(choice: str) -> str:
    """The kind of a choice: that of "skill_3" is that of "skill_1"."""
    return "fine" if choice in {"better", "weak"} else choice.rstrip("_0123456789")


class Refusal(ValueError):
    """Choices that no hero may have; the message says of each what is wrong."""


def sheet(chosen: Mapping[str, object]) -> dict[str, object]:
    """Return every figure of a hero by its name, from the level and the choices.

    Args:
        chosen: the level, and an id of a row for each of the choices.

    Raises:
        Refusal: for choices that the rules do not allow, with the reasons.
        ValueError: for a choice that its table does not hold.
        LookupError: for a choice that is left out.
    """
    values = dict(chosen)
    for fact in FACTS:
        row = authored.row(fact.table, str(values[fact.key]))
        values[fact.name] = getattr(row, fact.column)
    for cell in cells():
        asked = {name: values[of] for name, of in inputs_of(cell).items()}
        values[cell.name] = cell.rule(**asked, **cell.fixed)
    _refuse(values)
    return values


@lru_cache(maxsize=256)
def _parameters(called: Callable[..., object]) -> tuple[str, ...]:
    import inspect

    return tuple(inspect.signature(called).parameters)


def inputs_of(cell: Cell) -> dict[str, str]:
    """The cell or choice that each parameter of a cell's rule has its value from."""
    return {
        name: cell.of.get(name, name) for name in _parameters(cell.rule) if name not in cell.fixed
    }


def _refuse(values: Mapping[str, object]) -> None:
    """Raise the reasons that stand in a sheet."""
    reasons = dict.fromkeys(
        str(reason) for name, reason in values.items() if name.endswith("_refusal") and reason
    )
    if reasons:
        raise Refusal(" ".join(reasons))


SHOWN = (
    *("strength", "constitution", "dexterity", "wisdom", "charisma", "intelligence"),
    *("armor_class", "parry", "fortitude", "reflex", "will", "durability"),
    *("hit_points", "bloodied", "surge_value", "surges", "reaction", "initiative", "speed"),
    *("attack", "implement_attack", "weapon_die", "damage_bonus"),
    *("dice_multiplier", "ability_multiplier"),
    *("at_will_powers", "encounter_powers", "daily_powers", "utility_powers"),
    *("combat_feats", "adventure_feats"),
    *("athletics", "authority", "concentration", "endurance", "finesse", "stealth"),
    *("perception", "nature", "diplomacy", "trickery", "arcana", "lore"),
)
Figure: TypeAlias = Annotated[str, OneOf(SHOWN)]


def chosen_by(hero: str, level: int) -> dict[str, object]:
    """Return the choices of a hero of this book, with a level."""
    row, powers = authored.row("hero-choices", hero), authored.row("hero-powers", hero)
    return {"level": level} | {
        name: getattr(powers if table in ("role-powers", "feats") else row, name)
        for name, table in CHOICES.items()
    }


@rule
def made(hero: MadeHero, figure: Figure, level: HeroLevel = 1) -> object:
    """Give a figure of a hero of this book at a level: made by the choices.

    Args:
        hero: id of a row of the table of choices.
        figure: name of a figure of the sheet, such as "armor_class" or "stealth".
        level: level of the hero, 1 to 30.

    Raises:
        ValueError: for a hero that the table does not hold, another figure, or a level outside 1
            to 30.

    Source: LE-31, LE-33, LE-36.

    >>> made("brenna", "armor_class"), made("brenna", "hit_points", 5)
    (16, 45)
    """
    return _made_sheet(hero, level)[figure]


def _made_sheet(hero: str, level: int) -> dict[str, object]:
    """The whole sheet of a hero of this book; worked out once, as each of its figures is asked."""
    sheets = authored.made_of("hero-choices", _no_sheets)
    if (hero, level) not in sheets:
        sheets[hero, level] = sheet(chosen_by(hero, level))
    return sheets[hero, level]


def _no_sheets(_rows: tuple[Row, ...]) -> dict[tuple[str, int], dict[str, object]]:
    return {}
