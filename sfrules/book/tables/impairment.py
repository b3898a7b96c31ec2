"""Tables of movement sets: the ladder, what impairs, speeds, seeds and upgrades."""

from functools import partial

from sfrules import authored
from sfrules.authored import Row, facts
from sfrules.book.shipped import book
from sfrules.book.tables.fields import counted
from sfrules.ground.formats import percent
from sfrules.ground.number_words import TIMES
from sfrules.rules import impairment as rules
from sfrules.rules import systems
from sfrules.rules.exact import Exact
from sfrules.rules.systems.registry import SYSTEMS

# How far the table goes: to 500, a Speed beyond any human's.
STEPS = range(9)
ONCE = 1


def _kilometers(taken: int) -> Exact:
    return rules.regions_to_kilometers(rules.travel_speed(taken))


steps = {
    "Step": (int, "How many impairments, or how often Speed was taken."),
    "Number": (
        rules.ladder,
        "The price of a space, the meters of an action, the regions of a day.",
    ),
    "In a chase": (rules.chase_speed, "", "spaces", "Spaces in a chase."),
    "On a journey": (_kilometers, "", "km", "Kilometers in a day."),
}
book.table(
    "impairment-ladder",
    "The ladder",
    STEPS,
    steps,
    rules=(
        *(rules.move_cost, rules.combat_speed, rules.travel_speed),
        rules.regions_to_kilometers,
    ),
    facts="impairment-figures",
    sources=("IM-01", "IM-02", "IM-04", "IM-05", "IM-06"),
)


def _named(row: Row) -> str:
    name: str = row.name
    return name[0].upper() + name[1:]


def _set_name(row: Row) -> str:
    return str(authored.row("impairment-seeds", row.movement_set).name)


def _needed(row: Row) -> list[str]:
    return [] if row.needs is None else [row.needs]


def _relieved(situation: Row) -> str | None:
    left = (
        _left(situation, row) for row in facts("impairment-reliefs").where(situation=situation.id)
    )
    return ", ".join(left) or None


def _left(situation: Row, relief: Row) -> str:
    """What is left with an upgrade, taken as often as it has to be: "Slippery ×2: 1"."""
    others = [name for name in _needed(situation) if name != relief.upgrade]
    taken = [relief.upgrade] * relief.taken
    left = rules.situation_impairments(relief.situation, others + taken)
    often = f" {TIMES}{relief.taken}" if relief.taken > 1 else ""
    return f"{relief.upgrade}{often}: {left}"


belonging = {
    "Set": (_set_name, "The movement set that it belongs to."),
    "Needs": ("needs", "The upgrade that allows it at all."),
}
situation = {
    "Impairments": (
        lambda row: rules.situation_impairments(row.id, _needed(row)),
        "How many it counts as, with that upgrade alone.",
    ),
    "Less with": (_relieved, "Upgrades, and how many they leave."),
}
book.table(
    "impairment-situations",
    "What impairs, and what upgrades leave of it",
    facts("impairment-situations"),
    {"Situation": (_named, "What you are doing, or where.")} | belonging | situation,
    group="movement_set",
    facts=("impairment-situations", "impairment-reliefs", "impairment-seeds"),
)


def _covered(row: Row) -> str | None:
    """What is left with each upgrade that eases or lifts it: "Oriented: 1, Stable: 0"."""
    covers = [name for name in (row.eased_by, row.lifted_by) if name is not None]
    left = (f"{name}: {rules.attackers_advantages(row.id, [name])}" for name in covers)
    return ", ".join(left) or None


exposure = {
    "Advantages": (
        lambda row: rules.attackers_advantages(row.id, _needed(row)),
        "How many attackers have against you.",
    ),
    "Less with": (_covered, "Upgrades, and how many they leave."),
}
book.table(
    "impairment-exposures",
    "What exposes you, and what upgrades leave of it",
    facts("impairment-exposures"),
    {"Exposed": (_named, "What you are doing, or where.")} | belonging | exposure,
    group="movement_set",
)


def _price(form: Row, ground: str) -> Exact | None:
    return SYSTEMS["impairment"].find_step_cost(form.id, ground)


def _said(ground: str) -> str:
    """What the movement sets call such ground."""
    return ", ".join(row.name.lower() for row in facts("impairment-grounds").where(terrain=ground))


grounds = {
    ground.capitalize(): (
        partial(_price, ground=ground),
        f"Movement rate for a space: {_said(ground)}.",
    )
    for ground in systems.terrains("impairment")
}
forms = facts("impairment-forms")
book.table(
    "impairment-costs",
    "What a space costs, by form and ground",
    forms,
    {"Form": ("name", "The form of movement."), "Ground": grounds},
    group="movement_set",
    notes="A dash stands where the movement set does not know such ground.",
    rules=(systems.step_cost, rules.move_cost, rules.situation_impairments),
    sources=(*forms.sources, *facts("impairment-grounds").sources),
)

seeds, limits = facts("impairment-seeds"), facts("impairment-limits")


def _limit(row: Row) -> str:
    """The words of a limit, with its figure; a seed without any stands for itself."""
    if row in seeds.rows:
        return "No limits of its own."
    return str(row.limit).format(figure="" if row.figure is None else _how_much(row))


def _how_much(limit: Row) -> str:
    share = limit.unit.startswith("of ")
    return f"{percent(limit.figure)} {limit.unit}" if share else counted(limit.figure, limit.unit)


def _limited(row: Row) -> str:
    return str(row.name) if row in seeds.rows else _set_name(row)


limit = {
    "Limit": (_limit, "What the seed does not allow, or asks for."),
    "Set": (_limited, "The movement set that it limits."),
    "Lifted by": (
        lambda row: None if row in seeds.rows else row.lifted_by,
        "The upgrade that lifts it.",
    ),
}
book.table(
    "impairment-seeds",
    "Movement sets, and the limits that they start with",
    [row for seed in seeds for row in limits.where(movement_set=seed.id).rows or [seed]],
    limit,
    group=_limited,
    notes=[f"{row.name}: {row.description}" for row in seeds],
    facts=("impairment-seeds", "impairment-limits"),
    sources=(*seeds.sources, *limits.sources),
)


def _benefit(upgrade: str) -> str:
    """What an upgrade does, and how often it may be taken if that is not once."""
    row = authored.row("upgrades", upgrade)
    if row.times == ONCE:
        return str(row.benefit)
    often = "as often as you like" if row.times is None else f"up to {row.times} times"
    return f"{row.benefit} You may take it {often}."


upgrade = {
    "Upgrade": ("name", "The name of the upgrade."),
    "Needs": (rules.requirement, "The upgrade needed before it."),
    "What it does": (_benefit, "What you gain, and how often."),
}
for seed in seeds:
    upgrades = facts("upgrades").where(movement_set=seed.id)
    # Which names are ours; the rest of an upgrade never is.
    coined = ", ".join(row.name for row in upgrades if row.coined)
    book.table(
        f"impairment-upgrades-{seed.id}",
        f"Upgrades: {seed.name}",
        upgrades.keys(),
        upgrade,
        notes=f"Names of ours: {coined}." if coined else (),
        facts=("upgrades", "impairment-seeds"),
    )
