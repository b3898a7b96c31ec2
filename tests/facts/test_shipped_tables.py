"""The tables that are shipped: described whole, and in keeping with the rules."""

import json

import pytest

from sfrules import authored
from sfrules.rules import core
from sfrules.rules.core.dice import DiceExpression

CAST = authored.rows("cast")
MONSTERS = authored.rows("monsters")


def within(name: str, figure: int) -> bool:
    typical = authored.row("typical", name)
    return typical.low <= figure <= typical.high


def test_nothing_is_wrong_with_them():
    assert authored.check() == []


def test_every_table_of_the_folder_is_in_the_package():
    described = {authored.schema(name).path for name in authored.names()}
    found = {
        f"tables/authored/{path.name}"
        for path in (authored.root() / "tables" / "authored").iterdir()
    }
    assert found == described


def test_every_table_and_column_is_described_and_has_a_source():
    text = (authored.root() / "tables" / "datapackage.json").read_text(encoding="utf-8")
    for table in json.loads(text)["resources"]:
        parts = (table, *table["schema"]["fields"])
        assert all(part["title"] and part["description"] for part in parts), table["name"]
        assert all(source["title"] for source in table["sources"]), table["name"]


@pytest.mark.parametrize("hero", CAST, ids=lambda hero: hero.id)
def test_the_cast_keeps_to_the_usual_ranges(hero):
    abilities = [row.id for row in authored.rows("abilities")]
    assert all(within("ability", getattr(hero, ability)) for ability in abilities)
    defenses = [
        core.armor_class(hero.armor, hero.shield, hero.armor_bonus, hero.wearing),
        core.fortitude(hero.fortitude_bonus, hero.strength, hero.constitution),
        core.reflex(hero.reflex_bonus, hero.dexterity, hero.wisdom),
        core.will(hero.will_bonus, hero.charisma, hero.intelligence),
    ]
    assert all(within("hero_defense", defense) for defense in defenses)
    surges = core.surge_number(hero.class_surges, hero.constitution, hero.charisma)
    assert within("surges", surges)
    initiative = core.initiative_modifier(hero.dexterity, hero.intelligence, hero.armor_penalty)
    assert within("initiative", initiative)
    assert within("reaction", core.reaction_modifier(hero.strength, hero.wisdom))
    speed = core.movement_speed(hero.origin_speed, hero.armor_movement_penalty)
    assert within("speed", speed)


@pytest.mark.parametrize("monster", MONSTERS, ids=lambda monster: monster.id)
def test_monsters_keep_to_the_usual_ranges(monster):
    assert within("monster_level", monster.level)
    for defense in ("armor_class", "fortitude", "reflex", "will"):
        assert within("monster_defense", getattr(monster, defense))
    for figure in ("ability", "reaction", "initiative", "speed"):
        assert within(figure, getattr(monster, figure))
    assert DiceExpression().take(monster.dice) == monster.dice


def test_typical_ranges_are_those_that_the_rules_give():
    weak, strong = (getattr(authored.row("typical", "ability"), end) for end in ("low", "high"))
    assert within("reaction", core.reaction_modifier(weak, weak))
    reaction = authored.row("typical", "reaction")
    assert core.reaction_modifier(weak, weak) == reaction.low
    assert core.reaction_modifier(strong, strong) == reaction.high


@pytest.mark.parametrize(
    ("name", "usual"),
    [
        ("attack_bonus", 4),
        ("defense", 13),
        ("heavy_armor_penalty", 1),
    ],
)
def test_usual_figures(name, usual):
    assert authored.row("typical", name).usual == usual


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        ("defense", 11, 17),
        ("hero_defense", 11, 17),
        ("monster_defense", 11, 15),
        ("ability", -1, 5),
        ("surges", 6, 14),
        ("initiative", -1, 4),
        ("reaction", -5, 1),
        ("speed", 4, 7),
        ("hero_level", 1, 30),
        ("monster_level", 1, 30),
    ],
)
def test_usual_ranges(name, low, high):
    row = authored.row("typical", name)
    assert (row.low, row.high) == (low, high)


def test_counts_that_a_source_states_are_those_of_the_tables():
    cited = {(row.source, row.about): row.number for row in authored.rows("cited")}
    rolling_d20 = [row for row in authored.rows("checks") if row.die == "d20"]
    assert cited["SF-03", "kinds of check"] == str(len(rolling_d20)) == "3"
    assert cited["SF-03", "defenses"] == str(len(authored.rows("defense-targets"))) == "4"
    assert cited["SF-25", "secondary defenses"] == "3"
    assert cited["SF-22", "abilities"] == str(len(authored.rows("abilities"))) == "6"


def test_scales_that_have_an_example():
    examples = {row.scale: row.name for row in authored.rows("scale-examples")}
    assert examples == {-1: "cat", 0: "human", 1: "horse", 2: "giant", 3: "titan"}


def test_what_each_die_is_rolled_for():
    uses = {
        row.id: (row.faces, row.checks, row.action_points, row.damage)
        for row in authored.rows("dice")
    }
    assert uses == {
        "d4": (4, False, True, True),
        "d6": (6, False, False, True),
        "d8": (8, False, False, True),
        "d10": (10, False, False, True),
        "d12": (12, False, False, True),
        "d20": (20, True, False, False),
    }


def test_every_durability_of_the_rules_has_its_factors():
    assert [row.id for row in authored.rows("durability")] == ["low", "medium", "high"]
    companions = [row.id for row in authored.rows("durability") if row.companion_factor]
    assert companions == ["medium", "high"]
