"""Square Fireballs, the book: what its pages may use, and from which rules it comes."""

from functools import partial

from sfrules.book import figures, tables  # noqa: F401 — they offer their own to the book
from sfrules.book.maps import maps
from sfrules.book.shipped import book
from sfrules.press.things.tables import Table
from sfrules.rules import core, creation, impairment, play, scale, seconds, systems, terrain, yards
from sfrules.rules.distribution import Distribution
from sfrules.rules.systems.reaching import Reach, Way
from sfrules.rules.systems.registry import SYSTEMS
from sfrules.rules.systems.tasks import TaskLine, TaskPrice
from sfrules.rules.yards.plans import Plan

for rules in (core, creation, scale, yards, terrain, impairment, seconds, systems, play):
    book.rules(rules.__name__.rpartition(".")[2], rules)
book.answers(Distribution, Plan, Reach, TaskLine, TaskPrice, Way)

# The tables of facts whose rows pages may name.
for name in (
    *("typical", "cast", "companions", "monsters", "weapons", "actions", "maneuvers"),
    *("monster-kinds", "bestiary", "tricks", "monster-roles", "minion-roles"),
    *("powers", "role-powers", "blows", "difficulties", "fight", "rolls"),
    *("callings", "origins", "implements", "ability-points"),
    *("impairment-figures", "impairment-limits", "terrain-conditions", "yards-complications"),
):
    book.csv(name)
book.records("maps", maps())

# What rules say of somebody: pell.hit(orc), bramble.yards.
for people in ("cast", "monsters"):
    book.record(
        people,
        attack=play.attack_bonus,
        hit=play.hit_chance,
        react=play.reaction_bonus,
        react_hit=play.reaction_hit_chance,
    )
for people in ("cast", "monsters", "companions"):
    book.record(
        people,
        squares=partial(systems.speed, "core"),
        yards=partial(systems.speed, "yards"),
        meters=partial(systems.speed, "terrain"),
    )
book.record(
    "cast",
    armor_class=partial(play.defense, defense="armor_class"),
    fortitude=partial(play.defense, defense="fortitude"),
    reflex=partial(play.defense, defense="reflex"),
    will=partial(play.defense, defense="will"),
    hit_points=play.full_hit_points,
    initiative=play.initiative,
    reflex_at=partial(play.at_dexterity, figure="reflex"),
    initiative_at=partial(play.at_dexterity, figure="initiative"),
)

# Words for identifiers that are no terms: a term says its own in tables/authored/terms.csv.
book.words(
    {
        "activity_cost.name": "activity",
        "companion_hit_points": "companion's hit points",
        "is_adjacent": "adjacent",
        "is_massive": "massive blow",
        "level_attack_modifier.above": "levels above",
        "place_in_tier.first": "first level of the tier",
        "tiers.from_level": "first level",
        "tiers.id": "tier",
        "escalation-die.bonus": "figure",
        "squares_to_metres": "distance in meters",
        "wearing": "armor worn",
    }
)
book.proper_names("Tier II", "Tier III", *(system.name for system in SYSTEMS.values()))
book.written("terms", "units", "subjects", "synonyms", "asked")
book.written("errata", "sources", "cited", "account")

BOOK = book.bound()


def table(id: str) -> Table:
    """A table of the book by its id: `to_frame(table("hit-points"))` is a DataFrame.

    Raises:
        KeyError: for an id that the book has no table of.
    """
    return BOOK.tables[id]()
