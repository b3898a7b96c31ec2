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
