"""Calculators in use: their answers, dice and addresses, by pointer and by key."""

import re

import pytest
from book_site import DESK, PHONE
from faults import faults
from nights import by_day

pytestmark = pytest.mark.browser

PAGE = "calculators.html"
CHANCE = "#calculator-core-attack-chance"


@pytest.fixture(scope="module")
def page(reader):
    """The page of calculators, opened once for tests that say all that they ask of a form."""
    page = reader.open(PAGE, DESK)
    yield page
    page.close()


def test_an_answer_has_an_address_that_brings_it_back(open_page):
    page = open_page(PAGE, DESK)
    # A hit from 9 up is 12 faces of 20.
    form = filled(page, CHANCE, bonus="5", defense="14")
    assert form.locator("output").inner_text() == "60%"
    address = form.locator("a.copy").evaluate("link => link.href")
    again = open_page("welcome.html", DESK)
    again.goto(address)
    assert again.locator(f"{CHANCE} output").inner_text() == "60%"


def test_dice_are_thrown_within_their_faces(page):
    page.locator("form.roller [name=count]").fill("50")
    page.locator("form.roller button[value='6']").click()
    thrown, _, total = page.locator("form.roller output").inner_text().partition(" = ")
    faces = [int(each) for each in thrown.split(" + ")]
    assert len(faces) == 50
    assert set(faces) <= set(range(1, 7))
    assert sum(faces) == int(total)


def test_without_scripts_there_is_nothing_to_fill_in(chromium, reader):
    with chromium.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(reader.address(PAGE))
        assert page.locator("form.calculator").first.is_hidden()
        page.goto(reader.address("core/characters.html"))
        assert page.locator("#table-hit-points").is_visible()


@pytest.mark.nightly
@pytest.mark.parametrize("width", [PHONE, DESK])
def test_axe_finds_nothing_wrong_with_calculators(open_page, width):
    assert faults(open_page(PAGE, width)) == []


def filled(page, of, **values):
    """A form, with some of its fields filled in."""
    form = page.locator(of)
    for name, value in values.items():
        form.locator(f"[name='{name}']").fill(value)
    return form


HIT = "#distribution-core-damage-distribution"


def test_a_hit_has_its_mean_and_the_chance_of_at_least_so_much(page):
    form = filled(page, HIT, dice="2d12", ability="4", level="1")
    form.locator("[name='at least']").fill("28")
    # One throw of 144 shows two twelves; the mean is 13 and 4.
    assert form.locator("output").inner_text() == "28 or more: about 0.69% · mean 17"
    assert "1 of 144 equally likely throws" in form.locator(".calculator__how").inner_text()
    assert form.locator("svg[role=img]").get_attribute("aria-label") == (
        "Chances of 6 to 28, with a mean of 17"
    )


def test_a_plain_number_is_added_to_the_dice(page):
    form = filled(page, HIT, dice="2d12+3", ability="4", level="1")
    form.locator("[name='at least']").fill("31")
    # One throw of 144 shows two twelves; 13, 3 and 4 make the mean.
    assert form.locator("output").inner_text() == "31 or more: about 0.69% · mean 20"


def test_a_refusal_names_the_field_and_what_is_allowed(page):
    form = filled(page, HIT, level="0")
    assert form.locator("output").inner_text() == "–"
    said = form.locator(".calculator__how").inner_text()
    assert said == "level is 0; allowed: a whole number from 1 to 50,000"
    assert form.locator("[name=level]").get_attribute("aria-invalid") == "true"
    form.locator("[name=level]").fill("7")
    assert form.locator("[name=level]").get_attribute("aria-invalid") is None


@pytest.mark.parametrize("width", by_day([PHONE, DESK]))
def test_nothing_moves_while_the_calculators_come(served, chromium, width):
    with chromium.new_context(viewport={"width": width, "height": 844}) as context:
        page = context.new_page()
        page.add_init_script(
            """window.moved = 0;
            new PerformanceObserver((all) => all.getEntries().forEach((each) => { moved += each.value; }))
                .observe({ type: "layout-shift", buffered: true });"""
        )
        page.goto(f"{served}{PAGE}")
        answered = "document.querySelector('#calculator-core-attack-chance output').value !== ''"
        page.wait_for_function(answered)
        assert page.evaluate("moved") < 0.01


@pytest.mark.parametrize("dice", ["7", "2d7", "d", "101d6", "2d6 +", "0d6"])
def test_dice_that_the_book_does_not_have_are_refused_in_words(page, dice):
    form = filled(page, HIT, dice="2d6")
    assert form.locator("output").inner_text() != "–"
    form.locator("[name=dice]").fill(dice)
    assert form.locator("output").inner_text() == "–"
    assert form.locator(".calculator__how").inner_text() != ""


def test_a_chance_is_rolled_for_and_the_face_judged(page):
    form = filled(page, CHANCE, bonus="4", defense="13")
    for _ in range(5):
        form.get_by_role("button", name="Roll d20").click()
        said = form.locator(".calculator__how").inner_text().splitlines()[0]
        face = int(re.search(r": (\d+),", said)[1])
        assert (
            said == f"d20: {face}, a {'success' if face >= 9 else 'failure'} (9 or more succeeds)"
        )


def test_a_calculator_stands_folded_below_its_formula(open_page):
    page = open_page("core/dice-and-checks.html")
    folded = page.locator("details.try", has=page.locator("#calculator-core-check-chance"))
    assert folded.locator("form").is_hidden()
    folded.locator("summary").click()
    folded.locator("[name=bonus]").fill("0")
    folded.locator("[name=target]").fill("13")
    assert folded.locator("output").inner_text() == "40%"
