"""What this book states of its rules, tried at every point by `sfrules analyze`."""

from __future__ import annotations

from collections.abc import Callable

from sfrules import Book
from sfrules.rules import core, creation, play

BONUS, ABILITY, SMALL = range(-5, 31), range(-1, 8), range(31)


def state_laws(book: Book) -> None:
    """State the laws of the rules, and which values to try of rules that take long."""
    _try_less(book)
    _healing(book)
    _hit_points(book)
    _defenses(book)
    _checks(book)
    _around_fights(book)


def _try_less(book: Book) -> None:
    few = {"heroes": range(1, 4), "monsters": range(1, 4), "role": ["soldier"]}
    levels = {"hero_level": [1, 11, 30], "monster_level": [1, 11, 30]}
    for battle in (core.expected_fallen, core.expected_rounds):
        book.tried(battle, **few, **levels)
    book.tried(core.victory_chance, **few, **levels, guard=range(-5, 11, 3))
    book.tried(creation.made, level=[1, 15, 30])
    bodily, others = ["strength", "constitution"], ["wisdom", "charisma"]
    book.tried(creation.ability_score, second=others, third=bodily, better=bodily, weak=others)
    six = range(1, 31, 6)
    for duel in (
        core.attacks_to_fell_monster,
        core.attacks_to_fell_plain_hero,
        core.hits_to_fell_monster,
        core.hits_to_fell_plain_hero,
    ):
        book.tried(duel, hero_level=tuple(six), monster_level=tuple(six))
    for chance in (play.power_hit_chance, play.reaction_hit_chance, play.hit_chance):
        book.tried(chance, modifier=range(-2, 3))
    book.tried(core.hits_needed, hit_points=range(1, 30), ability=range(6), level=[1, 11, 21])
    few_levels = {"level": [1, 11, 21], "bonus": range(5)}
    book.tried(core.damage_distribution, ability=range(10), **few_levels)
    book.tried(core.damage, dice_total=range(30), ability=range(10), **few_levels)


def _healing(book: Book) -> None:
    law, healed = book.law, core.healed_hit_points
    law(
        "healing never hurts",
        lambda current, healing, surge_value: healed(current, healing, surge_value) >= current,
    )
    law(
        "more healing never leaves fewer hit points",
        lambda current, healing, surge_value: (
            healed(current, healing, surge_value) <= healed(current, healing + 1, surge_value)
        ),
    )
    law(
        "whoever stands gains what the healing gives, and no more",
        lambda current, healing, surge_value: (
            healed(current, healing, surge_value) == current + healing
        ),
        current=range(1, 61),
        healing=SMALL,
        surge_value=SMALL,
    )
    law(
        "whoever gets up has at least the surge value",
        lambda current, more, surge_value: (
            healed(current, more - current, surge_value) == max(more, surge_value)
        ),
        current=range(-40, 1),
        more=range(1, 31),
        surge_value=SMALL,
    )
    law(
        "whoever is not brought up to one stays down",
        lambda current, healing: healed(current, healing, 50) == current + healing,
        current=range(-60, -30),
        healing=range(30),
    )
    law(
        "whoever has a hit point is awake, and with none nobody is",
        lambda current: core.falls_unconscious(current) == (current <= 0),
    )
    law(
        "no blow that leaves a hit point is massive",
        lambda m: not core.is_massive(1, m),
        m=SMALL[1:],
    )
    law(
        "a massive blow takes as much again as the whole",
        lambda most: core.is_massive(-most, most) and not core.is_massive(1 - most, most),
        most=range(1, 201),
    )
    law(
        "two saves end the bleeding, never more often than one",
        lambda modifier: (
            core.stabilize_chance(modifier) == core.save_chance(modifier) ** 2
            and core.stabilize_chance(modifier) <= core.save_chance(modifier)
        ),
        modifier=range(-15, 16),
    )
    law(
        "bleeding lasts a turn at least, and costs fewer surges than turns",
        lambda modifier: (
            core.expected_turns_bleeding(modifier) >= 1
            and 0 <= core.expected_surges_bled(modifier) < core.expected_turns_bleeding(modifier)
        ),
        modifier=range(-9, 16),
    )
    law(
        "turns of bleeding and the chance to stop are each other's inverse",
        lambda modifier: (
            core.expected_turns_bleeding(modifier) * core.stabilize_chance(modifier) == 1
            and core.expected_surges_bled(modifier) * core.stabilize_chance(modifier)
            == 1 - core.save_chance(modifier)
        ),
        modifier=range(-9, 16),
    )


def _hit_points(book: Book) -> None:
    law, most = book.law, core.hit_points
    law(
        "a level more is never a hit point less",
        lambda level, durability: most(level, durability) < most(level + 1, durability),
        level=range(1, 30),
    )
    law(
        "the hardier have more hit points",
        lambda level: most(level, "low") < most(level, "medium") < most(level, "high"),
    )
    law(
        "four surges never give more than all hit points, and five always do",
        lambda level, durability: (
            4 * core.surge_value(level, durability)
            <= most(level, durability)
            < 5 * core.surge_value(level, durability)
        ),
    )
    law(
        "a companion has fewer hit points than a hero, and more than a third as many",
        lambda level, durability: (
            core.companion_hit_points(level, durability)
            < most(level, durability)
            < 3 * core.companion_hit_points(level, durability)
        ),
        durability=["medium", "high"],
    )
    law(
        "hit points are the durability times those of the level",
        lambda level, durability: (
            0
            <= core.base_hit_points(level) * core.durability_factor(durability)
            - most(level, durability)
            < 1
        ),
    )
    law(
        "two levels' hit points and their ratio agree",
        lambda lower, higher, durability: (
            core.hit_point_ratio(lower, higher, durability) * most(lower, durability)
            == most(higher, durability)
        ),
    )
    law(
        "a new tier starts after every tenth level",
        lambda level: core.place_in_tier(level) == (level - 1) % 10 + 1,
        level=range(1, 31),
    )
    law(
        "a tier doubles what the tier before it multiplies by",
        lambda level: core.tier_multiplier(level + 10) == 2 * core.tier_multiplier(level),
        level=range(1, 21),
    )
    law(
        "two levels have one tier if they have one multiplier",
        lambda level, other: (
            (core.tier(level) == core.tier(other))
            == (core.tier_multiplier(level) == core.tier_multiplier(other))
        ),
        level=range(1, 31),
        other=range(1, 31),
    )
    law(
        "whoever has half of the hit points is not bloodied, and with one less is",
        lambda half: not core.is_bloodied(half, 2 * half) and core.is_bloodied(half - 1, 2 * half),
        half=range(1, 101),
    )
    law(
        "the most hit points that are bloodied are bloodied, and one more is not",
        lambda maximum: (
            core.is_bloodied(core.bloodied_at(maximum), maximum)
            and not core.is_bloodied(core.bloodied_at(maximum) + 1, maximum)
        ),
        maximum=range(1, 301),
    )


def _defenses(book: Book) -> None:
    for rule in (core.fortitude, core.reflex, core.will):
        name = rule.__name__.capitalize()
        book.law(
            f"{name} counts the better of two abilities, ten and the class",
            _best_of_two(rule),
            bonus=range(4),
            better=ABILITY,
            less=range(9),
        )
    book.law(
        "only light armor lets the class bonus count",
        lambda armor, shield, bonus: (
            core.armor_class(armor, shield, bonus, "light")
            == core.armor_class(armor, shield, 0, "light") + bonus
            and core.armor_class(armor, shield, bonus, "heavy")
            == core.armor_class(armor, shield, 0, "heavy")
        ),
        armor=range(12),
        shield=range(3),
        bonus=range(5),
    )
    book.law(
        "armor class is ten, the armor and the shield",
        lambda armor, shield: core.armor_class(armor, shield) == 10 + armor + shield,
        armor=range(12),
        shield=range(3),
    )
    book.law(
        "reactions go by the better of Strength and Wisdom, less four",
        lambda better, less: (
            core.reaction_modifier(better, better - less)
            == core.reaction_modifier(better - less, better)
            == better - 4
        ),
        better=ABILITY,
        less=range(9),
    )
    book.law(
        "surges go by the class and the better of Constitution and Charisma",
        lambda surges, better, less: (
            core.surge_number(surges, better, better - less)
            == core.surge_number(surges, better - less, better)
            == surges + better
        ),
        surges=range(12),
        better=ABILITY,
        less=range(9),
    )
    book.law(
        "initiative goes by the better of Dexterity and Intelligence, less the armor's penalty",
        lambda better, less, penalty: (
            core.initiative_modifier(better, better - less, penalty)
            == core.initiative_modifier(better - less, better, penalty)
            == better - penalty
        ),
        better=ABILITY,
        less=range(9),
        penalty=range(4),
    )


def _best_of_two(rule: Callable[[int, int, int], int]) -> Callable[[int, int, int], bool]:
    return lambda bonus, better, less: (
        rule(bonus, better, better - less)
        == rule(bonus, better - less, better)
        == 10 + bonus + better
    )


def _checks(book: Book) -> None:
    law, chance = book.law, core.check_chance
    law(
        "a chance is never below none or above all",
        lambda bonus, target: 0 <= chance(bonus, target) <= 1,
    )
    law(
        "a point of bonus is as good as a point off the target",
        lambda bonus, target: chance(bonus + 1, target) == chance(bonus, target - 1),
    )
    law(
        "each point is worth one face of the die, until the die is used up",
        lambda needed: chance(0, needed) * 20 == 21 - needed,
        needed=range(1, 22),
    )
    law(
        "a save without a modifier succeeds half of the time",
        lambda modifier: (
            core.save_chance() * 2 == 1 and core.save_chance(modifier) * 20 == 10 + modifier
        ),
        modifier=range(-10, 11),
    )
    law(
        "to save takes the inverse of the chance, in turns",
        lambda modifier: core.expected_turns_to_save(modifier) * core.save_chance(modifier) == 1,
        modifier=range(-9, 16),
    )
    law(
        "another turn never makes a save less likely, and the first is a single save",
        lambda turns, modifier: (
            core.chance_to_save_within(turns, modifier)
            <= core.chance_to_save_within(turns + 1, modifier)
            and core.chance_to_save_within(1, modifier) == core.save_chance(modifier)
            and core.chance_to_save_within(0, modifier) == 0
        ),
        turns=range(6),
        modifier=range(-12, 13),
    )
    law(
        "what an attacker gains by level, a defender of that level takes",
        lambda one, other: (
            core.level_attack_modifier(one, other) == -core.level_attack_modifier(other, one)
        ),
        one=range(1, 41),
        other=range(1, 41),
    )
    law(
        "two levels above are a point more",
        lambda one, more: core.level_attack_modifier(one + 2 * more, one) == more,
        one=range(1, 31),
        more=range(11),
    )


def _around_fights(book: Book) -> None:
    law = book.law
    law(
        "it is as far there as back",
        lambda x, y: core.distance((0, 0), (x, y)) == core.distance((x, y), (0, 0)),
        x=range(-6, 7),
        y=range(-6, 7),
    )
    law(
        "a burst holds all squares within its radius",
        lambda radius: core.burst_size(radius) == len(core.burst((0, 0), radius)),
        radius=range(11),
    )
    law(
        "what escalation adds to hit, it takes off skills",
        lambda bonus, round: (  # noqa: A006 — the rule's parameter
            core.escalated_hit_bonus(bonus, round) + core.escalated_skill_bonus(bonus, round)
            == 2 * bonus
        ),
        bonus=BONUS,
        round=range(1, 16),
    )
