"""Charts with tables of their own: what a turn reaches, what tasks take of it, what falls cost."""

from collections.abc import Iterable
from functools import partial
from operator import attrgetter, itemgetter

from sfrules import Axis, Layout, Series, n
from sfrules.authored import facts
from sfrules.book.shipped import book
from sfrules.rules import systems, terrain, yards
from sfrules.rules.systems.registry import SYSTEMS
from sfrules.rules.systems.tasks import TaskLine

# A form of movement, the ground that it is used on, and the words for both.
Way = tuple[str, str, str]
FALLS = range(0, 55, 5)


def _reached(way: Way, system: str, budget: int) -> object:
    return systems.steps_within(system, budget, way[0], way[1])


def _reach(
    system: str, ways: Iterable[Way], budgets: tuple[int, ...], unit: str, source: str
) -> None:
    """How far each way of moving goes on some budgets, and a chart of that."""
    reached = {
        n(budget): (
            partial(_reached, system=system, budget=budget),
            f"How many steps {n(budget)} {unit} pay for.",
        )
        for budget in budgets
    }
    caption = f"Reach on a budget of {unit}"
    way = {"Way of moving": (itemgetter(2), "A form, and its ground.")}
    table = book.table(f"{system}-reach", caption, list(ways), way | reached, sources=source)
    book.chart(
        f"{system}-reach",
        caption,
        table,
        "heat",
        caption=f"{caption}, by the way of moving.",
        across=Axis(title="Budget", unit=unit),
        up="Way of moving",
    )


forms = facts("yards-forms")
_reach("yards", [(f.id, "clear", f.name) for f in forms], (5, 8, 10, 12), "yards", "YD-01")
forms = facts("impairment-forms").where(movement_set="overland")
ways = [(form.id, "clear", form.name) for form in forms]
_reach("impairment", ways, (2, 4, 10, 20), "movement rate", "IM-02")
ways = [("walk", ground.id, ground.name) for ground in facts("seconds-terrain")]
_reach("seconds", ways, (9, 12, 15, 24), "meters", "SC-03")

# Names of systems that are short enough to stand beside each other on a phone.
SHORT = {"terrain": "Meters", "impairment": "Sets"}


def _share(line: TaskLine, at: int) -> object:
    return line.prices[at].share


share = {"Task": (attrgetter("name"), "What is to be done.")} | {
    name.capitalize(): (
        partial(_share, at=at),
        "percent",
        f"Share of a typical turn under {name}.",
    )
    for at, name in enumerate(SYSTEMS)
}


@book.table
def task_shares() -> Layout:
    """The tasks that some system prices in movement."""
    lines = systems.side_by_side()
    return Layout(
        "Share of a typical turn that a task takes, by system",
        [line for line in lines if any(price.share is not None for price in line.prices)],
        share,
        rules=(systems.task_share,),
        facts=("tasks", "typical-turns"),
        sources=("SF-32", "YD-01", "TR-01", "IM-02", "SC-01"),
    )


book.chart(
    "side-by-side",
    "Share of a typical turn that a task takes, by system",
    task_shares,
    "heat",
    caption="What a task takes of a typical turn; empty, where a system has no rule for it.",
    across="System",
    up="Task",
    columns=[Series(name.capitalize(), SHORT.get(name, "")) for name in SYSTEMS],
)

luck = "Health lost, of yards fallen."
fall = {
    "Distance": (int, "", "yards or meters", "How far the fall goes."),
    "Luck fails": (partial(yards.fall_health_loss, luck="failure"), "", "Health", luck),
    "Luck holds": (partial(yards.fall_health_loss, luck="success"), "", "Health", luck),
    "Meters": (terrain.fall_damage, "", "damage", "Damage of a fall of meters."),
}
falls = book.table(
    "fall-costs",
    "What a fall costs in yards and in meters, by distance",
    FALLS,
    fall,
    sources=("YD-24", "TR-12"),
)
book.chart(
    "falls",
    "What a fall costs in yards and in meters, by distance",
    falls,
    caption="What a fall of some yards costs in Health, and one of as many meters in damage.",
    up=Axis(title="Cost", unit="Health or damage"),
    columns=[
        Series("Meters", "Meters: damage"),
        Series("Luck fails", "Yards: luck fails"),
        Series("Luck holds", "Yards: luck holds"),
    ],
)
