"""At the table: the bar of a phone, heroes that are kept, tables in use, and what is refused whole."""

import json

import pytest
from book_site import DESK, PHONE
from nights import by_day

pytestmark = pytest.mark.browser

SHEET = "play/sheet.html"
KEY = "Object.keys(localStorage).find(key => key.endsWith(' yours'))"
KEPT = f"JSON.parse(localStorage.getItem({KEY}))"
CHOOSE = """chosen => {
    const form = document.querySelector('form.hero-sheet');
    for (const [name, value] of Object.entries(chosen)) form.elements[name].value = value;
    form.dispatchEvent(new Event('input', { bubbles: true }));
}"""
BRENNA = {"calling": "guardian", "origin": "dwarf"}
SMALL = """wanted => [...document.querySelectorAll(wanted)]
    .filter(each => each.getClientRects().length)
    .map(each => [each.textContent, each.getBoundingClientRect()])
    .filter(([, {width, height}]) => width < 44 || height < 44).map(([text]) => text)"""


# Where the symbols of a chart are, by the way that they are moved to, from the corner of its frame.
PLACES = """paths => paths.flatMap(path => {
    const [dx, dy] = path.getAttribute("transform").match(/[-\\d.]+/g).map(Number);
    return [...path.getAttribute("d").matchAll(/([-\\d.]+),([-\\d.]+)/g)].map(([, x, y]) => [dx + +x, dy + +y]);
})"""


def near(one, other):
    """Whether two places are the same to the eye."""
    return all(abs(a - b) < 0.11 for a, b in zip(one, other, strict=True))


@pytest.fixture
def sheet(open_page):
    """Open the sheet of a hero who has just been made."""
    page = open_page(SHEET, PHONE)
    page.evaluate(CHOOSE, BRENNA)
    return page


def kept(page, text):
    """Open the sheet again with something else kept on the device."""
    page.evaluate(f"text => localStorage.setItem({KEY}, text)", text)
    page.reload()
    return page.locator("form.hero-sheet .calculator__how").text_content()


def test_the_bar_has_what_one_looks_for_in_a_turn_each_as_large_as_a_thumb(open_page):
    page = open_page("core/movement.html", PHONE)
    bar = page.get_by_role("navigation", name="At hand")
    assert bar.get_by_role("link").all_inner_texts() == [
        *("Card", "Search", "Dice", "Hero", "Contents")
    ]
    assert page.evaluate(SMALL, ".bar a") == []
    bar.get_by_role("link", name="Search").click()
    page.get_by_label("Search the book").wait_for()
    page.keyboard.press("Escape")
    bar.get_by_role("link", name="Contents").click()
    chapter = page.locator(".md-nav--primary").get_by_role("link", name="A card of the rules")
    chapter.click()
    page.wait_for_url("**/play/card.html")
    assert not open_page("core/movement.html", DESK).locator(".bar").is_visible()


def test_a_hero_is_turned_with_a_thumb_and_kept_by_name(sheet):
    form = sheet.locator("form.hero-sheet")
    form.locator(".hero__conditions summary").click()
    assert sheet.evaluate(SMALL, "form.hero-sheet :is(.hero__now, .hero__kept) button") == []
    form.get_by_label("Name").fill("Brenna <b>")
    for _ in range(4):
        form.locator("[data-step=hit_points][value='-5']").click()
    form.locator("[data-condition=prone]").press("Enter")
    assert form.locator("[data-now=hit_points]").inner_text() == "13"
    assert form.locator(".hero__state").inner_text() == "Bloodied. Prone."
    form.get_by_role("button", name="New hero").click()
    assert form.locator("[data-now=hit_points]").text_content() == ""
    sheet.evaluate(CHOOSE, BRENNA)
    assert form.locator("[data-now=hit_points]").inner_text() == "33"
    sheet.evaluate(CHOOSE, {"level": 3})
    assert form.locator("[data-now=hit_points]").inner_text() == "39"
    sheet.reload()
    assert form.locator("[name=level]").input_value() == "3"
    form.locator("[data-kept]").select_option(label="Brenna <b>")
    assert form.locator("[name=level]").input_value() == "1"
    assert form.locator("[data-now=hit_points]").inner_text() == "13"
    # A surge of 8, and one that brings back no more than all.
    for points in ("21", "29", "33"):
        form.locator("[data-do=surge]").click()
        assert form.locator("[data-now=hit_points]").inner_text() == points
    assert form.locator("[data-now=surges]").inner_text() == "9"


def test_the_powers_that_the_level_has_brought_are_listed(sheet):
    listed = sheet.locator("form.hero-sheet .hero__powers b")
    young = ["Stay with me", "Short guard", "Not past me", "Second heart", "No fuss"]
    assert listed.all_inner_texts() == young
    assert "AC: 3W + first" in sheet.locator(".hero__powers li").nth(3).inner_text()
    sheet.evaluate(CHOOSE, {"level": 6})
    assert listed.count() == 12


def test_a_power_that_is_spent_is_ticked_until_a_rest_brings_it_back(sheet):
    boxes = sheet.locator("form.hero-sheet .hero__powers input")
    spent = "boxes => boxes.map(each => each.checked)"
    assert boxes.count() == 2  # the encounter attack and the daily one
    for box in boxes.all():
        box.click()
    sheet.reload()
    assert boxes.evaluate_all(spent) == [True, True]
    sheet.locator("form.hero-sheet [data-do=short]").click()
    assert boxes.evaluate_all(spent) == [False, True]
    sheet.locator("form.hero-sheet [data-do=full]").click()
    assert boxes.evaluate_all(spent) == [False, False]


def test_a_tap_on_a_bonus_rolls_it(sheet):
    for title, bonus in (("Athletics", 7), ("Initiative", -1)):
        sheet.locator("form.hero-sheet button", has_text=title).click()
        name, rolled = sheet.locator(".hero__rolled").inner_text().split(": ")
        face, sign, size, _, total = rolled.split()
        assert (name.lower(), f"{sign}{size}") == (title.lower(), f"{bonus:+}".replace("-", "−"))
        assert 1 <= int(face) <= 20
        assert int(total.replace("−", "-")) == int(face) + bonus


def test_the_hero_who_is_shown_is_known_to_calculators_and_marked_in_tables(sheet):
    sheet.evaluate(CHOOSE, {"level": 12})
    root = sheet.url.replace(SHEET, "")
    sheet.goto(f"{root}calculators.html")
    hit = sheet.locator("#distribution-core-damage-distribution")
    assert hit.locator("[name=level]").input_value() == "12"
    sheet.goto(f"{root}core/characters.html")
    assert sheet.locator("#table-hit-points tr.yours th").inner_text() == "12"
    rings = sheet.locator("#figure-hit-points .chart-yours circle")
    assert rings.count() == 3
    # A ring is around a number of each line: lines go by hundredths of a unit, rings by tenths.
    places = rings.evaluate_all(
        "rings => rings.map(ring => [+ring.getAttribute('cx'), +ring.getAttribute('cy')])"
    )
    paths = sheet.locator("#figure-hit-points svg path").evaluate_all(PLACES)
    assert [at for at in places if not any(near(at, other) for other in paths)] == []


def test_what_the_device_keeps_is_taken_whole_or_not_at_all(sheet):
    sheet.locator("form.hero-sheet").get_by_label("Name").fill("Brenna")
    good = sheet.evaluate(KEPT)
    hero = good["each"][0]
    wrong = [
        [],
        {**good, "at": 1},
        {**good, "more": 1},
        {**good, "each": [{**hero, "name": ["<img src=x onerror=alert(1)>"]}]},
        {**good, "each": [{**hero, "now": {**hero["now"], "surges": 100}}]},
        {**good, "each": [{**hero, "now": {**hero["now"], "surges": 1.5}}]},
        {**good, "each": [hero] * 31},
    ]
    for each in by_day(wrong, 2):
        said = kept(sheet, json.dumps(each))
        assert said.startswith("What this device had kept is no list of heroes"), each
        assert sheet.locator("[data-kept] option").all_text_contents() == ["Hero 1"]
    other = {**hero, "made": hero["made"].replace("level=1", "level=31")}
    said = kept(sheet, json.dumps({**good, "each": [other]}))
    assert said == "level is 31; allowed: a whole number from 1 to 30"
    assert kept(sheet, json.dumps(good)) == ""
    assert sheet.locator("[data-kept] option").all_text_contents() == ["Brenna"]


@pytest.fixture(scope="module")
def calculators(reader):
    """The page of calculators, opened once: what is refused changes nothing of it."""
    page = reader.open("calculators.html", DESK)
    yield page
    page.close()


@pytest.mark.parametrize(
    ("form", "given"),
    [
        ("calculator-core-attack-chance", "bonus=x&defense=13"),
        ("calculator-core-attack-chance", "bonus=4&defense=13&more=1"),
        ("calculator-core-attack-chance", "bonus=7&bonus=8"),
        ("distribution-core-damage-distribution", "ability=x&level=1"),
    ],
)
def test_an_address_is_taken_whole_or_not_at_all(calculators, form, given):
    page = calculators
    own = page.locator(f"[id='{form}']")
    before = own.locator("a.copy").get_attribute("href")
    own.locator(".calculator__how").evaluate("how => how.replaceChildren()")
    page.evaluate("hash => { location.hash = hash; }", f"{form}:{given}")
    page.wait_for_function(
        "name => document.getElementById(name).querySelector('.calculator__how').textContent"
        ".startsWith('The address says something')",
        arg=form,
    )
    assert own.locator("a.copy").get_attribute("href") == before


def test_a_long_table_is_filtered_and_a_short_one_is_not(open_page):
    page = open_page("core/characters.html", DESK)
    wrap = page.locator("#table-hit-points")
    field = page.locator(".filter:has(+ #table-hit-points)")
    assert page.locator(".filter + #table-tiers").count() == 0
    field.get_by_label("Filter").fill("34 12")
    assert wrap.locator("tbody tr:visible th").all_inner_texts() == ["7"]
    assert field.locator("output").inner_text() == "1 of 30"
    # The receipt is that of the row, whatever else is shown.
    wrap.locator("tr:visible td").nth(4).click()
    page.locator("#sf-card:popover-open").wait_for()
    assert "= 17 × 3, rounded down" in page.locator("#sf-card").inner_text()


def test_a_turn_of_the_fight_is_shown_on_its_map(open_page):
    page = open_page("play/fight.html", DESK)
    page.locator(".turn", has_text="Ysane").first.get_by_role("button").click()
    form = page.locator("form.fight")
    assert form.locator("output").inner_text() == "Round 1: Ysane"
    goblin = form.locator(".fight__left li").nth(6)
    assert goblin.inner_text().split() == ["B", "goblin", "down"]
    assert not form.locator(".drawing-token").nth(6).is_visible()
    form.locator("[name=turn]").fill("0")
    assert goblin.inner_text().split() == ["B", "goblin", "22", "of", "22"]
    assert form.locator(".drawing-token").nth(6).is_visible()
