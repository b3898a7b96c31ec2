"""The units of the book: what its numbers count, and what its proofs may not put together."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from judging import judged
from mkdocs.utils import meta

from sfrules.book import BOOK
from sfrules.press.page.unit_inference import quantities
from sfrules.press.site.weave.check import page_of
from sfrules.press.things.units import Unit, Units

HERE = Path(__file__).parent
FORGOTTEN = (HERE / "pages" / "forgotten-levels.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r'!!! example "(.*)"\n((?:(?: {4}.*)?\n)+)', FORGOTTEN)


def problems(text: str) -> list[str]:
    """What is wrong with a page of the book, each with its line."""
    page = page_of("example.md", text, meta.get_data(text)[0])
    return [f"{each.line}: {each.message}" for each in judged(BOOK, page).problems]


def proof(*lines: str) -> str:
    return "\n".join(["Said.", "", "```proof", *lines, "```", ""])


@pytest.mark.parametrize("text", [text for _, text in EXAMPLES], ids=[name for name, _ in EXAMPLES])
def test_an_example_that_forgot_levels_is_refused_by_its_units(text: str) -> None:
    head = '---\nrules: [core, cast]\n---\n\n!!! example "Once printed"\n'
    found = [each for each in problems(head + text) if "bonuses before levels" in each]
    assert found, problems(head + text)


def test_all_nine_examples_that_forgot_levels_are_there() -> None:
    assert len(EXAMPLES) == 9


FORGETFUL = {
    "a chance by name": proof(
        "bonus = cast.orrik.attack_bonus = +3",
        "ac = monsters.orc.armor_class = 13",
        "core.check_chance(core.escalated_hit_bonus(bonus, 5), ac) = 70%",
    ),
    "a roll": proof("bonus = cast.pell.attack_bonus = +4", "roll = 8", "roll + bonus + 1 = 13"),
    "a monster's bonus": proof(
        "bonus = monsters.ogre.attack_bonus = +5",
        'core.check_chance(bonus, play.defense("tamsin", "armor_class")) = 75%',
    ),
    "a reaction": proof(
        'core.check_chance(monsters.orc.reaction, play.defense("tamsin", "armor_class")) = 50%'
    ),
    "a hero's reaction": proof(
        "his = core.reaction_modifier(cast.orrik.strength, cast.orrik.wisdom)",
        "core.check_chance(his, monsters.orc.armor_class) = 40%",
    ),
    "a face": proof("core.needed_roll(cast.tamsin.attack_bonus, monsters.ogre.reflex) = 7"),
    "a row by a name": proof("who = cast.pell", "core.check_chance(who.attack_bonus, 13) = 60%"),
    "a worked example": (
        "{{ worked(core.check_chance, bonus=cast.tamsin.attack_bonus,"
        " target=monsters.ogre.reflex, result=0.7) }}\n"
    ),
    "a macro": "{{ core.check_chance(cast.pell.attack_bonus|abs, 13)|percent }}\n",
    "in a loop": proof(
        "for more in [0, 1]: core.check_chance(cast.pell.attack_bonus + more,"
        " monsters.troll.reflex) = at least 40%"
    ),
}


@pytest.mark.parametrize("text", FORGETFUL.values(), ids=FORGETFUL)
def test_a_bonus_that_counts_no_levels_is_none_to_hit(text: str) -> None:
    assert [each for each in problems(text) if "bonuses before levels" in each]


MINDFUL = {
    "the rule": proof('play.hit_chance("pell", "orc") = 55%'),
    "levels by hand": proof(
        "cast.pell.attack_bonus = +4",
        "less = core.level_attack_modifier(cast.pell.level, monsters.orc.level)",
        "core.check_chance(cast.pell.attack_bonus + less, monsters.orc.armor_class) = 55%",
    ),
    "what levels take off": proof(
        'cast.tamsin.attack_bonus - play.attack_bonus("tamsin", "ogre") = 2'
    ),
    "the rule that takes both levels": proof(
        "core.attack_chance(monsters.wyrm.attack_bonus, 16, monsters.wyrm.level, 20) = 60%"
    ),
    "one's own": proof("monsters.orc.attack_bonus = +4", "monsters.orc.will = 11"),
}


@pytest.mark.parametrize("text", MINDFUL.values(), ids=MINDFUL)
def test_levels_that_are_counted_are_no_problem_of_units(text: str) -> None:
    assert not [each for each in problems(text) if "before levels" in each]


MIXED = {
    "yards for squares": ('core.fall_dice(yards.fall_after(2)) = "20"', "counts yards"),
    "meters and squares": ("scale.squares_to_metres(3, 1) + monsters.orc.speed = 11", "not added"),
    "turns and rounds": (
        'core.expected_turns_to_save() > core.expected_rounds(5, 5, 1, 1, "brute") = true',
        "not compared",
    ),
    "damage and squares": ("monsters.orc.speed - core.monster_damage(1) = 0", "not subtracted"),
}


@pytest.mark.parametrize(("line", "said"), MIXED.values(), ids=MIXED)
def test_two_units_that_do_not_go_together_are_refused(line: str, said: str) -> None:
    assert [each for each in problems(proof(line)) if said in each]


def test_the_hint_names_the_rule_that_converts() -> None:
    text = proof('terrain.cost("walk", monsters.orc.speed) = 5')
    page = page_of("example.md", text, text)
    hints = [each.hint for each in judged(BOOK, page).problems if "counts squares" in each.message]
    assert hints == ["scale.squares_to_metres makes meters of squares"]


def test_every_name_that_a_unit_lists_is_one_of_the_book() -> None:
    units = Units({"squares": Unit("squares", of=("squares", "core.no_such_rule"))})
    found = [name for _, name, _, _ in units.wrong(frozenset(quantities(BOOK)))]
    assert found == ["core.no_such_rule"]
    assert not list(BOOK.units.wrong(frozenset(quantities(BOOK))))


EITHER = re.compile(r"\[(.*?)\|(.*?)\]")
BLOW = 'blow = core.damage_distribution("2d12", 4, 7)'
# What the prose says, with a unit that is wrong and the right one, and its proof.
EXCHANGED = {
    "a row's own unit": ("It ends after 12 [turns|rounds].", "typical.fight_rounds.usual = 12"),
    "a row's rate": (
        "At 5 [squares|meters] per action.",
        "impairment_figures.human_limit.figure = 5",
    ),
    "after an article": ("In a [turn|round] 12, it ends.", "typical.fight_rounds.usual = 12"),
    "a count": ("It hits 9 [yards|squares].", "count(core.burst((0, 0), 1)) = 9"),
    "a count of some": (
        "Of 3 [yards|squares].",
        'near = core.burst((0, 0), 1)\ncount(near|select("in", core.burst((2, 0), 1))) = 3',
    ),
    "dice": ("It takes d4 [surges|damage].", "core.collision_dice(1) = d4"),
    "an outcome": ("From 9 [surges|damage].", f"{BLOW}\nblow.minimum = 9"),
    "given to a distribution": (
        "With 20 [surges|damage], 75%.",
        f"{BLOW}\nenough = 20\nblow.at_least(enough) = 75%",
    ),
    "a field of an answer": (
        "It is 9 [yards|squares].",
        'systems.reach_map(["...", "...", "..."], (1, 1), 1, "core").size = 9',
    ),
    "by a rate": (
        "Its speed is 5; that is 5 [rounds|turns] of climbing.",
        "speed = monsters.orc.speed = 5\nspeed / maneuvers.climb.squares = 5",
    ),
    "rates by each other": ("Fills 2 [meters|squares].", "scale.side(1) / scale.side(0) = 2"),
    "for each of another": (
        "Each takes 11 [surges|damage].",
        "terrain.fall_damage(14) / core.distance((0, 0), (10, 0)) = 11",
    ),
    "typed numbers": (
        "From 27 to 55 in ten [rounds|levels].",
        '27 = core.hit_points(1, "medium")\n55 = core.hit_points(11, "medium")\n11 - 1 = ten',
    ),
    "what a sum is made of": (
        "She walks 3 [squares|meters], then 4 in rubble, and has 5 left.",
        "far = 3\nmore = 4\nspent = far + more\nseconds.walk_per_round(2) - spent = 5",
    ),
    "a sum with what nothing says": (
        "It gives 22 [surges|hit points].",
        'core.surge_value(9, "high") + core.ability_damage_modifier(4, 9) = 22',
    ),
    "each answer of a loop": (
        "Her 6 [yards|squares] become 10 yards.",
        'for system in ["core", "yards"]: systems.typical_turn(system) = 6, 10',
    ),
    "what is left over": (
        "In 30 meters there are 15 moves, two rounds and 3 [meters|seconds].",
        (
            'nave = 30\nmoves = nave / systems.speed("seconds", "ysane") = 15\n'
            "moves / seconds.moves_per_round() = two, rounded down\n"
            "moves % seconds.moves_per_round() = 3"
        ),
    ),
    "a share by two alike": (
        "A speed of 6 less 40% makes 2 [yards|squares].",
        (
            'speed = monsters.goblin.speed = 6\nup = yards.activity_cost("stand up")\n'
            'turn = systems.typical_turn("yards")\nup / turn = 40%\n'
            "speed * up / turn = 2, rounded down"
        ),
    ),
    "in another line": (
        "A fall of 30 [squares|meters] deals 270; of 30 squares, 82.5.",
        "high = 30\nterrain.fall_damage(high) = 270\nhigh\ncore.average(core.fall_dice(high)) = 82.5",
    ),
}


@pytest.mark.parametrize(("prose", "lines"), EXCHANGED.values(), ids=EXCHANGED)
def test_a_unit_is_known_where_another_line_or_row_or_rule_says_it(prose: str, lines: str) -> None:
    texts = (f"{EITHER.sub(side, prose)}\n\n```proof\n{lines}\n```\n" for side in (r"\1", r"\2"))
    wrong, right = map(problems, texts)
    assert [each for each in wrong if "its line in the proof counts" in each], wrong
    assert not right


def test_a_count_of_what_a_rule_only_tells_of_its_parameter_has_no_unit() -> None:
    text = proof('count(systems.tasks_priced("terrain")) > count(systems.tasks_priced("yards"))')
    assert not [each for each in problems(text) if "compared" in each]


def test_a_number_with_a_sign_is_a_bonus() -> None:
    asked = "core.distance((2, 1), (7, 1)) = +5"
    said = "the prose says modifiers here, its line in the proof counts squares"
    assert [each for each in problems(f"It has +5.\n\n```proof\n{asked}\n```\n") if said in each]
    bonus = "cast.pell.attack_bonus = +4"
    assert not problems(f"Pell has +4.\n\n```proof\n{bonus}\n```\n")
    heals = "core.surge_value(7, 'high') = +12"
    assert not problems(f"With +12 hit points.\n\n```proof\n{heals}\n```\n")
