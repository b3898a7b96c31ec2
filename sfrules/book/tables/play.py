"""Tables of the first evening: powers, hit points of the sample fight, and a row for each level."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from operator import attrgetter

from sfrules import authored
from sfrules.authored import Row
from sfrules.book.tables.ranges import hero_levels
from sfrules.ground.formats import format_value, signed
from sfrules.press.things.tables.table import Column, Spanner, Table
from sfrules.rules import core, play
from sfrules.rules.play.fighters import figure_of
from sfrules.rules.play.powers import owner_of

Rule = Callable[..., object]

# A blow with a typical weapon, and the abilities that its attacker may have.
TYPICAL_WEAPON = "longsword"
TYPICAL_ABILITIES = (3, 4, 5)
ABBREVIATIONS = {"armor_class": "AC", "fortitude": "Fort", "reflex": "Ref", "will": "Will"}
ONCE = 1


def powers(owner: str, name: str) -> Table:
    """The powers of a hero or a monster, with their figures worked out."""
    return Table(
        id=f"powers-{owner}",
        caption=f"{name}: powers",
        stub=_power(),
        columns=_columns(),
        rows=tuple(row for row in authored.rows("powers") if row.owner == owner),
        rules=(play.power_dice, play.power_modifier),
        authored=("powers", "cast", "monsters"),
        sources=("SF-07", "SF-08"),
    )


def powers_of_monsters() -> Table:
    """The powers of the monsters of the first evening: their game master needs them together."""
    monsters = {row.monster for row in authored.rows("fighters")}
    return Table(
        id="powers-monsters",
        caption="What the monsters can do",
        stub=_power(),
        columns=(Column("Whose", _owner, "Who has the power.", text=True), *_columns()),
        rows=tuple(row for row in authored.rows("powers") if row.owner in monsters),
        group=attrgetter("owner"),
        rules=(play.power_dice, play.power_modifier),
        authored=("powers", "monsters"),
        sources=("SF-07", "SF-08"),
    )


def _power() -> Column:
    return Column("Power", attrgetter("name"), "The power.", text=True)


def _owner(power: Row) -> str:
    return str(owner_of(power.id).name)


def _columns() -> tuple[Column, ...]:
    return (
        Column("Use", _use, "How often in an encounter.", text=True),
        Column("Reach", _reach, "Whom it reaches, in squares.", text=True),
        Column("To hit", _to_hit, "The bonus, and the defense that it targets.", text=True),
        Column("Damage", _damage, "What a hit deals.", text=True),
        Column("What else", _effect, "What else it does.", text=True),
    )


def _use(power: Row) -> str:
    if power.uses is None:
        return "at will"
    often = "once" if power.uses == ONCE else f"{power.uses} times"
    return often if power.action == "standard" else f"{often}, {power.action} action"


def _reach(power: Row) -> str:
    if power.reach == "area burst":
        return f"burst {power.radius} within {power.range}"
    if power.reach == "close burst":
        return f"all within {power.radius}"
    return power.reach if power.range is None else f"{power.reach} {power.range}"


def _to_hit(power: Row) -> str:
    if power.defense is None:
        return "no roll"
    return f"{signed(owner_of(power.id).attack_bonus)}, {ABBREVIATIONS[power.defense]}"


def _damage(power: Row) -> str:
    """The dice and what is added, as one rolls them; multiplied dice say so."""
    more = play.power_modifier(power.id)
    if power.defense is None:
        return f"heals {signed(more)}"
    factor = core.dice_multiplier(owner_of(power.id).level)
    dice = play.power_dice(power.id)
    dice = dice if factor == 1 else f"{dice} × {format_value(factor)}"
    return f"{dice} {'−' if more < 0 else '+'} {abs(more)}" if more else dice


def _effect(power: Row) -> str:
    said = (power.effect or "").format(squares=power.squares)
    return f"Basic attack. {said}".strip() if power.basic else said


def left() -> Table:
    """What everybody in the sample fight has left, round by round."""
    rounds = range(1 + max(row.round for row in authored.rows("blows")))
    return Table(
        id="fight-hit-points",
        caption="Hit points left at the end of each round, before the prayer",
        stub=Column("Fighter", _fighter, "Who it is.", text=True),
        columns=(
            Column("Start", play.full_hit_points, "Hit points when unhurt."),
            *(_left(number) for number in rounds[1:]),
        ),
        rows=tuple(row.id for row in authored.rows("fighters")),
        rules=(play.hit_points_left,),
        authored=("fighters", "blows"),
        sources=("SF-17",),
    )


def _fighter(fighter: str) -> str:
    row = authored.row("fighters", fighter)
    return f"{row.name} {row.label}" if row.name == "goblin" else str(row.name)


def _left(number: int) -> Column:
    return Column(
        f"Round {number}",
        play.hit_points_left,
        f"Hit points left at the end of round {number}; without any, the fighter is down.",
        given={"at": number},
    )


def levels() -> Table:
    """Everything that goes by level, in one row for each."""
    return Table(
        id="levels",
        caption="Everything that goes by level",
        stub=Column("Level", int, "Your level."),
        columns=(
            Column("Tier", core.tier, "The tier that the level belongs to.", text=True),
            *(_durability(row.id, row.name) for row in authored.rows("durability")),
            Spanner(
                "Multiplier",
                (
                    Column("Dice", core.dice_multiplier, "Of the damage dice.", style="times"),
                    Column("Ability", core.ability_multiplier, "Of the ability.", style="times"),
                ),
            ),
            Spanner(
                f"Average of {core.weapon_die(TYPICAL_WEAPON)}, with ability",
                tuple(_typical_damage(ability) for ability in TYPICAL_ABILITIES),
            ),
        ),
        rows=hero_levels(),
        group=core.tier,
        rules=(core.average_damage,),
        authored=("tiers", "durability", "dice-multiplier", "ability-multiplier", "typical"),
        sources=("SF-09", "SF-10", "SF-16", "SF-17", "SF-18"),
    )


def _durability(durability: str, name: str) -> Spanner:
    given: dict[str, object] = {"durability": durability}
    return Spanner(
        name,
        (
            Column("HP", core.hit_points, f"Hit points at {durability} durability.", given=given),
            Column("Surge", core.surge_value, "What a surge gives back.", given=given),
        ),
    )


def _typical_damage(ability: int) -> Column:
    return Column(
        str(ability),
        lambda level: _typical(ability, level),
        f"Average damage of a hit for W with a {TYPICAL_WEAPON} and an ability of {ability}.",
    )


def _typical(ability: int, level: int) -> Fraction:
    return core.average_damage(core.weapon_die(TYPICAL_WEAPON), ability, level)


def _sheet(id: str, caption: str, columns: tuple[Column, ...], *rules: Rule) -> Table:
    return Table(
        id=id,
        caption=caption,
        stub=Column("Hero", attrgetter("name"), "The hero's name.", text=True),
        columns=columns,
        rows=authored.rows("cast"),
        rules=rules,
        authored=("cast",),
        sources=("SF-22",),
    )


def sheet_turn() -> Table:
    """What the sample heroes need in a turn."""
    columns = (
        Column("Initiative", _figure("initiative"), "The modifier.", style="signed"),
        Column("Speed", _figure("speed"), "The speed on foot.", "squares"),
        Column("To hit", attrgetter("attack_bonus"), "The attack bonus.", style="signed"),
        Column("Opportunity attack", _figure("reaction"), "The reaction.", style="signed"),
        Column("Save", lambda _hero: core.save_target(), "What a save must reach."),
    )
    rules = (core.reaction_modifier, core.movement_speed, core.save_target, play.initiative)
    return _sheet("sheet-turn", "Turns on the sheet", columns, *rules)


def sheet_body() -> Table:
    """What the sample heroes can take."""
    columns = (
        Column("Hit points", _figure("hit_points"), "When unhurt."),
        Column("Bloodied at", _bloodied, "The most that still counts as bloodied."),
        Column("A surge gives", _surge, "The surge value.", "HP"),
        Column("Surges", _surges, "The number of surges in a day."),
        Column("Action points", _action_points, "Those that the evening begins with."),
    )
    rules = (core.hit_points, core.bloodied_at, core.surge_value, core.surge_number)
    return _sheet("sheet-body", "Hit points on the sheet", columns, *rules)


def _figure(name: str) -> Rule:
    return lambda hero: figure_of(hero.id, name)


def _bloodied(hero: Row) -> int:
    return core.bloodied_at(core.hit_points(hero.level, hero.durability))


def _surge(hero: Row) -> int:
    return core.surge_value(hero.level, hero.durability)


def _action_points(_hero: Row) -> int:
    points: int = authored.row("fight", "action_points").value
    return points


def _surges(hero: Row) -> int:
    return core.surge_number(hero.class_surges, hero.constitution, hero.charisma)


PLAY: dict[str, Callable[[], Table]] = {
    **{
        f"powers-{row.id}": partial(powers, row.id, row.name)
        for row in (*authored.rows("cast"), *authored.rows("monsters"))
    },
    "powers-monsters": powers_of_monsters,
    "sheet-turn": sheet_turn,
    "sheet-body": sheet_body,
    "fight-hit-points": left,
    "levels": levels,
}
