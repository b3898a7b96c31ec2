"""Tables of movement sets: the ladder, what impairs, speeds, seeds and upgrades."""

from collections.abc import Callable
from functools import partial

from sfrules import authored
from sfrules.authored import Row
from sfrules.book.tables.fields import counted, facts, field, ids, text
from sfrules.ground.formats import percent
from sfrules.ground.number_words import TIMES
from sfrules.press.things.tables.table import Column, Spanner, Table
from sfrules.rules import impairment as rules
from sfrules.rules import systems
from sfrules.rules.exact import Exact
from sfrules.rules.systems.registry import SYSTEMS

# How far the table goes: to 500, a Speed beyond any human's.
STEPS = range(9)
ONCE = 1


def ladder() -> Table:
    """The ladder, step by step, and what it makes of speeds."""
    return Table(
        id="impairment-ladder",
        caption="The ladder",
        stub=Column("Step", int, "How many impairments, or how often Speed was taken."),
        columns=(
            Column(
                "Number",
                rules.ladder,
                "The price of a space, the meters of an action, the regions of a day.",
            ),
            Column("In a chase", rules.chase_speed, "Spaces in a chase.", "spaces"),
            Column("On a journey", _kilometers, "Kilometers in a day.", "km"),
        ),
        rows=tuple(STEPS),
        rules=(
            *(rules.move_cost, rules.combat_speed, rules.travel_speed),
            rules.regions_to_kilometers,
        ),
        authored=("impairment-figures",),
        sources=("IM-01", "IM-02", "IM-04", "IM-05", "IM-06"),
    )


def _kilometers(taken: int) -> Exact:
    return rules.regions_to_kilometers(rules.travel_speed(taken))


def situations() -> Table:
    """What impairs, what it needs, and what upgrades leave of it."""
    return Table(
        id="impairment-situations",
        caption="What impairs, and what upgrades leave of it",
        stub=Column("Situation", _situation, "What you are doing, or where.", text=True),
        columns=(
            Column("Set", _set_of, "The movement set that it belongs to.", text=True),
            text("impairment-situations", "needs", "Needs", "The upgrade that allows it at all."),
            Column("Impairments", _impairments, "How many it counts as, with that upgrade alone."),
            Column("Less with", _relieved, "Upgrades, and how many they leave.", text=True),
        ),
        rows=ids("impairment-situations"),
        group=field("impairment-situations", "movement_set"),
        rules=(rules.situation_impairments,),
        authored=("impairment-situations", "impairment-reliefs", "impairment-seeds"),
        sources=facts("impairment-situations"),
    )


def _situation(situation: str) -> str:
    name: str = authored.row("impairment-situations", situation).name
    return name[0].upper() + name[1:]


def _set_of(situation: str) -> str:
    return _set_name(authored.row("impairment-situations", situation))


def _set_name(row: Row) -> str:
    return str(authored.row("impairment-seeds", row.movement_set).name)


def _needed(situation: str, table: str = "impairment-situations") -> list[str]:
    needs = authored.row(table, situation).needs
    return [] if needs is None else [needs]


def _impairments(situation: str) -> int:
    return rules.situation_impairments(situation, _needed(situation))


def _relieved(situation: str) -> str | None:
    reliefs = (row for row in authored.rows("impairment-reliefs") if row.situation == situation)
    return ", ".join(map(_left, reliefs)) or None


def _left(relief: Row) -> str:
    """What is left with an upgrade, taken as often as it has to be: "Slippery ×2: 1"."""
    others = [name for name in _needed(relief.situation) if name != relief.upgrade]
    taken = [relief.upgrade] * relief.taken
    left = rules.situation_impairments(relief.situation, others + taken)
    often = f" {TIMES}{relief.taken}" if relief.taken > 1 else ""
    return f"{relief.upgrade}{often}: {left}"


def exposures() -> Table:
    """What gives attackers advantages, and what upgrades leave of them."""
    return Table(
        id="impairment-exposures",
        caption="What exposes you, and what upgrades leave of it",
        stub=Column("Exposed", _exposure, "What you are doing, or where.", text=True),
        columns=(
            Column("Set", _set_of_exposure, "The movement set that it belongs to.", text=True),
            text("impairment-exposures", "needs", "Needs", "The upgrade that allows it at all."),
            Column("Advantages", _advantages, "How many attackers have against you."),
            Column("Less with", _covered, "Upgrades, and how many they leave.", text=True),
        ),
        rows=ids("impairment-exposures"),
        group=field("impairment-exposures", "movement_set"),
        rules=(rules.attackers_advantages,),
        authored=("impairment-exposures", "impairment-seeds"),
        sources=facts("impairment-exposures"),
    )


def _exposure(exposure: str) -> str:
    name: str = authored.row("impairment-exposures", exposure).name
    return name[0].upper() + name[1:]


def _set_of_exposure(exposure: str) -> str:
    return _set_name(authored.row("impairment-exposures", exposure))


def _advantages(exposure: str) -> int:
    return rules.attackers_advantages(exposure, _needed(exposure, "impairment-exposures"))


def _covered(exposure: str) -> str | None:
    """What is left with each upgrade that eases or lifts it: "Oriented: 1, Stable: 0"."""
    row = authored.row("impairment-exposures", exposure)
    covers = [name for name in (row.eased_by, row.lifted_by) if name is not None]
    left = (f"{name}: {rules.attackers_advantages(exposure, [name])}" for name in covers)
    return ", ".join(left) or None


def costs() -> Table:
    """What a space costs, by form of movement and ground."""
    grounds = systems.terrains("impairment")
    return Table(
        id="impairment-costs",
        caption="What a space costs, by form and ground",
        stub=text("impairment-forms", "name", "Form", "The form of movement."),
        columns=(Spanner("Ground", tuple(map(_on, grounds))),),
        rows=ids("impairment-forms"),
        group=field("impairment-forms", "movement_set"),
        notes=("A dash stands where the movement set does not know such ground.",),
        rules=(systems.step_cost, rules.move_cost, rules.situation_impairments),
        authored=("impairment-forms", "impairment-grounds", "impairment-situations"),
        sources=facts("impairment-forms", "impairment-grounds"),
    )


def _on(ground: str) -> Column:
    return Column(
        ground.capitalize(),
        _price,
        f"Movement rate for a space: {_named(ground)}.",
        given={"ground": ground},
    )


def _named(ground: str) -> str:
    """What the movement sets call such ground."""
    rows = authored.rows("impairment-grounds")
    return ", ".join(row.name.lower() for row in rows if row.terrain == ground)


def _price(form: str, ground: str) -> Exact | None:
    return SYSTEMS["impairment"].find_step_cost(form, ground)


def seeds() -> Table:
    """The seeds of the movement sets, with their limits and what lifts them."""
    limits: dict[str, list[Row | str]] = {
        seed: [row for row in authored.rows("impairment-limits") if row.movement_set == seed]
        for seed in ids("impairment-seeds")
    }
    return Table(
        id="impairment-seeds",
        caption="Movement sets, and the limits that they start with",
        stub=Column("Limit", _limit, "What the seed does not allow, or asks for.", text=True),
        columns=(
            Column("Set", _set_of_limit, "The movement set that it limits.", text=True),
            Column("Lifted by", _lifted_by, "The upgrade that lifts it.", text=True),
        ),
        rows=tuple(limit for seed, rows in limits.items() for limit in rows or [seed]),
        group=_set_of_limit,
        notes=tuple(f"{row.name}: {row.description}" for row in authored.rows("impairment-seeds")),
        authored=("impairment-seeds", "impairment-limits"),
        sources=facts("impairment-seeds", "impairment-limits"),
    )


def _limit(limit: Row | str) -> str:
    """The words of a limit, with its figure; a seed without any stands for itself."""
    if isinstance(limit, str):
        return "No limits of its own."
    return str(limit.limit).format(figure="" if limit.figure is None else _how_much(limit))


def _set_of_limit(limit: Row | str) -> str:
    if isinstance(limit, str):
        return str(authored.row("impairment-seeds", limit).name)
    return _set_name(limit)


def _how_much(limit: Row) -> str:
    share = limit.unit.startswith("of ")
    return f"{percent(limit.figure)} {limit.unit}" if share else counted(limit.figure, limit.unit)


def _lifted_by(limit: Row | str) -> str | None:
    return None if isinstance(limit, str) else limit.lifted_by


def upgrades(movement_set: str) -> Table:
    """The upgrades of a movement set: what each needs and what it does."""
    rows = [row for row in authored.rows("upgrades") if row.movement_set == movement_set]
    return Table(
        id=f"impairment-upgrades-{movement_set}",
        caption=f"Upgrades: {authored.row('impairment-seeds', movement_set).name}",
        stub=text("upgrades", "name", "Upgrade", "The name of the upgrade."),
        columns=(
            Column("Needs", rules.requirement, "The upgrade needed before it.", text=True),
            Column("What it does", _benefit, "What you gain, and how often.", text=True),
        ),
        rows=tuple(row.id for row in rows),
        notes=tuple(filter(None, [_coined(rows)])),
        authored=("upgrades", "impairment-seeds"),
        sources=tuple(dict.fromkeys(row.source for row in rows)),
    )


def _benefit(upgrade: str) -> str:
    """What an upgrade does, and how often it may be taken if that is not once."""
    row = authored.row("upgrades", upgrade)
    if row.times == ONCE:
        return str(row.benefit)
    often = "as often as you like" if row.times is None else f"up to {row.times} times"
    return f"{row.benefit} You may take it {often}."


def _coined(rows: list[Row]) -> str:
    """Which names are ours; the rest of an upgrade never is."""
    names = [row.name for row in rows if row.coined]
    return f"Names of ours: {', '.join(names)}." if names else ""


UPGRADES: dict[str, Callable[[], Table]] = {
    f"impairment-upgrades-{row.id}": partial(upgrades, row.id)
    for row in authored.rows("impairment-seeds")
}
