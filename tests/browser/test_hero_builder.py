"""The builder of heroes in a browser: the same figures and the same refusals as in Python.

`SFRULES_HEROES=1000` compares as many heroes made by lot.
"""

from __future__ import annotations

import os
from random import Random

import pytest
from book_site import DESK, PHONE

from sfrules import authored
from sfrules.rules.creation.choices import is_trained_in_weapon
from sfrules.rules.creation.sheet import (
    CHOICES,
    FEATS,
    POWERS,
    Refusal,
    chosen_by,
    named,
    sheet,
)

pytestmark = pytest.mark.browser

PAGE = "core/make-a-hero.html"
HEROES = int(os.environ.get("SFRULES_HEROES", "60"))
ASK = "heroes => heroes.map(each => document.querySelector('.hero-builder').sheetAt(each))"
FILL = """chosen => {
    const form = document.querySelector('.hero-builder');
    for (const [name, value] of Object.entries(chosen)) form.elements[name].value = value;
    form.dispatchEvent(new Event('input'));
}"""


def by_lot(lot):
    """Any choices at all."""
    chosen = {name: lot.choice(authored.rows(table)).id for name, table in CHOICES.items()}
    return {"level": lot.randint(1, 30), **chosen}


def nearly_legal(lot):
    """Choices from what class and origin allow, so that many pass; points and hands may not."""
    chosen = by_lot(lot)
    calling = authored.row("callings", chosen["calling"])
    origin = authored.row("origins", chosen["origin"])
    known = [row for row in authored.rows("training") if row.calling == calling.id]
    of = lambda kind: [row.what for row in known if row.kind == kind]  # noqa: E731 — short, and used thrice
    chosen["second"] = lot.choice((calling.second, calling.or_second))
    if origin.other != "any":
        chosen["favored"] = lot.choice((origin.other, origin.or_other))
    weapons = [row.id for row in authored.rows("weapons")]
    chosen["weapon"] = lot.choice([w for w in weapons if is_trained_in_weapon(calling.id, w)])
    chosen["armor"] = lot.choice(of("armor"))
    chosen["shield"] = lot.choice([*of("shield"), "none"])
    chosen["implement"] = lot.choice([*of("implement"), "none"])
    skills = [row.id for row in authored.rows("skills") if getattr(calling, row.id)]
    chosen |= {f"skill_{n}": each for n, each in enumerate(lot.sample(skills, 5), 1)}
    for kind, levels in POWERS.items():
        fit = [row for row in authored.rows("role-powers") if row.kind == kind]
        fit = [row.id for row in fit if row.role == calling.role and row.level <= min(levels)]
        later = [row.id for row in authored.rows("role-powers") if row.kind == kind]
        chosen |= dict(zip(named(kind), [*lot.sample(fit, 2), lot.choice(later)], strict=False))
    for kind in FEATS:
        own = [row.id for row in authored.rows("feats") if row.kind in kind]
        chosen |= dict(zip(named(kind), lot.sample(own, 3), strict=True))
    chosen["method"] = lot.choice(("plain", "plain", "fine", "wide"))
    chosen["level"] = lot.choice((1, 2, 3, 4, 5, 8, 10, 30))
    return chosen


def worked_out(chosen):
    """The figures in Python, as the browser writes them, or why the choices are refused."""
    try:
        figures = sheet(chosen)
    except Refusal as refusal:
        return {"refused": str(refusal)}
    return {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in figures.items()
    }


def sent(chosen):
    return {**chosen, "level": f"#{chosen['level']}"}


def test_heroes_made_by_lot_are_those_of_python(open_page):
    lot = Random(31)  # noqa: S311 nothing is kept secret by it
    chosen = [(by_lot if n % 6 == 0 else nearly_legal)(lot) for n in range(HEROES)]
    chosen += [chosen_by(row.id, 10) for row in authored.rows("hero-choices")]
    found = open_page(PAGE, DESK).evaluate(ASK, [sent(each) for each in chosen])
    refused = 0
    for each, answer in zip(chosen, found, strict=True):
        expected = worked_out(each)
        refused += "refused" in expected
        assert {name: answer.get(name) for name in expected} == expected, each
    print(f"{len(chosen)} heroes compared, {refused} of them refused")  # noqa: T201 — what it has to say
    assert 0.2 * len(chosen) < refused < 0.8 * len(chosen)


def test_it_opens_on_a_hero_and_shows_what_is_chosen(open_page):
    page = open_page(PAGE, PHONE)
    form = page.locator(".hero-builder")
    assert form.locator("output").text_content() == "Fighter, guardian, dwarf, level 1"
    assert form.locator("[data-figure=armor_class]").text_content() == "16"
    assert form.locator("[data-figure=initiative]").text_content() == "−1"
    assert not form.locator("[name=point_1]").is_visible()
    page.evaluate(FILL, {"level": "8"})
    assert form.locator("[data-figure=hit_points]").text_content() == "54"
    assert form.locator("[name=point_2]").is_visible()
    assert not form.locator("[name=point_3]").is_visible()


def test_a_refused_choice_says_why_and_shows_no_figure(open_page):
    page = open_page(PAGE, PHONE)
    form = page.locator(".hero-builder")
    page.evaluate(FILL, {"armor": "plate"})
    assert form.locator("output").text_content() == "Not allowed"
    reason = "Armor: this class is not trained in it."
    assert form.locator(".calculator__how").text_content() == reason
    assert set(form.locator("[data-figure]").all_text_contents()) == {"–"}


OFFERED = """name => [...document.querySelector(`.hero-builder [name=${name}]`).options]
    .filter(option => !option.disabled).map(option => option.value)"""


def test_powers_are_offered_by_role_and_level_and_move_along(open_page):
    page = open_page(PAGE, PHONE)
    form = page.locator(".hero-builder")
    defender = ["stay_with_me", "turnstile", "short_guard", "wide_arc"]
    assert page.evaluate(OFFERED, "at_will_1") == defender
    assert page.evaluate(OFFERED, "at_will_2") == defender[1:]
    assert page.evaluate(OFFERED, "encounter_1") == ["not_past_me", "nailed_boot"]
    assert not form.locator("[name=encounter_2]").is_visible()
    page.evaluate(FILL, {"level": "3"})
    assert form.locator("[name=encounter_2]").is_visible()
    assert page.evaluate(OFFERED, "encounter_2") == ["nailed_boot", "dinner_bell", "shown_the_door"]
    page.evaluate(FILL, {"calling": "berserker", "shield": "none", "armor": "leather"})
    assert "all_in" in page.evaluate(OFFERED, "at_will_1")
    page.evaluate(FILL, {"calling": "rager", "skill_4": "nature"})
    assert form.locator("output").text_content() == "Barbarian, rager, dwarf, level 3"
    assert form.locator("[name=at_will_1]").input_value() == "soft_spot"
    assert form.locator("[name=at_will_2]").input_value() == "left_and_right"


def test_its_address_brings_the_hero_back(open_page):
    page = open_page(PAGE, DESK)
    page.evaluate(FILL, {"level": "5", "weapon": "rapier"})
    link = page.locator(".hero-builder a.copy").get_attribute("href")
    page.evaluate(FILL, {"level": "1", "weapon": "mace"})
    page.evaluate("link => { location.hash = link; }", link)
    page.wait_for_function(
        "document.querySelector('.hero-builder [name=weapon]').value == 'rapier'"
    )
    assert page.locator(".hero-builder [name=level]").input_value() == "5"
