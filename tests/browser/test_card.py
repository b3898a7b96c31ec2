"""The card: definitions, column heads and receipts, asked for by pointer, key and touch."""

import pytest
from book_site import DESK, HEIGHT, PHONE
from nights import by_day

pytestmark = pytest.mark.browser

CHAPTER = "core/characters.html"
# For each term of a page that takes the focus: where its card is.
CARDS = """async () => {
    const found = [];
    for (const term of document.querySelectorAll("article a.term")) {
        term.focus({focusVisible: true});
        const box = document.querySelector("#sf-card:popover-open")?.getBoundingClientRect();
        found.push(box ? [box.left, box.top, box.right, box.bottom] : null);
    }
    return found;
}"""


def card(page):
    return page.locator("#sf-card:popover-open")


@pytest.fixture(scope="module")
def opened(reader):
    """The chapter at a desk, opened once."""
    page = reader.open(CHAPTER, DESK)
    yield page
    page.close()


@pytest.fixture
def chapter(opened):
    """The chapter at a desk, of which nothing is asked."""
    opened.keyboard.press("Escape")
    opened.evaluate("document.activeElement.blur()")
    return opened


@pytest.mark.parametrize("width", [PHONE, DESK])
@pytest.mark.parametrize("name", by_day([CHAPTER, "welcome.html", "systems/terrain.html"]))
def test_a_definition_shows_on_focus_and_keeps_to_the_screen(open_page, name, width):
    boxes = open_page(name, width).evaluate(CARDS)
    assert len(boxes) > 5
    assert [box for box in boxes if box is None or box[2] - box[0] < 60] == []
    assert [b for b in boxes if b[0] < 0 or b[1] < 0 or b[2] > width or b[3] > HEIGHT] == []


def test_a_definition_shows_when_a_term_is_pointed_at_and_escape_closes_it(open_page):
    page = open_page("welcome.html", DESK)
    term = page.locator("article a.term").first
    assert card(page).count() == 0
    term.hover()
    card(page).wait_for()
    assert term.get_attribute("aria-description") in card(page).inner_text()
    link = card(page).get_by_role("link", name="Go to the rule")
    assert link.get_attribute("href") == term.evaluate("term => term.href")
    page.keyboard.press("Escape")
    card(page).wait_for(state="detached")


def test_the_first_tap_shows_a_definition_and_the_second_goes_to_the_rule(chromium, reader):
    with chromium.new_context(
        viewport={"width": PHONE, "height": HEIGHT}, has_touch=True, is_mobile=True
    ) as context:
        page = context.new_page()
        page.goto(reader.address(CHAPTER))
        term = page.locator("article a.term[href*='.html']").first
        goal = term.evaluate("term => term.href")
        term.tap()
        card(page).wait_for()
        assert page.url.endswith(CHAPTER)
        term.tap()
        page.wait_for_url(goal)


def test_a_head_says_what_its_column_shows(chapter):
    chapter.locator("#table-hit-points thead th", has_text="Level").click()
    assert "The hero's level." in card(chapter).inner_text()


def test_a_head_says_what_its_column_shows_to_the_keys_that_walk_up_to_it(chapter):
    chapter.locator("#table-hit-points .table-scroll").focus()
    for key in ("Enter", "ArrowUp"):
        chapter.keyboard.press(key)
    card(chapter).wait_for()
    low = card(chapter).inner_text()
    assert low.startswith("HP")
    chapter.keyboard.press("ArrowRight")
    chapter.wait_for_function(
        "low => document.querySelector('#sf-card').innerText !== low", arg=low
    )
    chapter.keyboard.press("ArrowDown")
    card(chapter).wait_for(state="detached")
    assert chapter.evaluate(
        "document.activeElement.matches('tbody tr:first-child td:nth-of-type(2)')"
    )


def test_a_number_of_a_table_is_asked_for_with_the_pointer(chapter):
    chapter.locator("#table-hit-points tbody tr:nth-child(7) td").nth(4).click()
    card(chapter).wait_for()
    said = card(chapter).inner_text()
    assert "Level 7: High: HP 51" in said
    assert "= 17 × 3, rounded down" in said
    assert card(chapter).get_by_role("link", name="SF-17").get_attribute("href").endswith("sf-17")


def test_a_number_of_a_table_is_asked_for_with_keys_alone(chapter):
    chapter.locator("#table-hit-points .table-scroll").focus()
    for key in ("Enter", "ArrowDown", "ArrowRight", "Enter"):
        chapter.keyboard.press(key)
    card(chapter).wait_for()
    assert "= 24 ÷ 4, rounded down" in card(chapter).inner_text()
    chapter.keyboard.press("Tab")
    assert chapter.evaluate("document.activeElement.closest('#sf-card') !== null")
    chapter.keyboard.press("Escape")
    card(chapter).wait_for(state="detached")


@pytest.mark.parametrize("width", by_day([PHONE, DESK]))
def test_a_number_in_a_passage_is_asked_for_its_line_and_for_no_other(open_page, width):
    page = open_page(CHAPTER, width)
    passage = page.locator("article p", has_text="At level 10, at the top")
    passage.locator(".number", has_text="40").click()
    card(page).wait_for()
    line = card(page).locator("code").first
    assert line.text_content() == "core.hit_points(10, cast.wick.durability) = 40"
    assert "= 20 × 2" in card(page).inner_text()
    assert "core.tier" not in card(page).text_content()
    assert "The rule Hit points, in " in card(page).inner_text()
    assert "core.hit_points" not in card(page).inner_text()  # code is for authors, behind a fold
    link = card(page).get_by_role("link", name="Levels, hit points and surges: Hit points")
    assert link.get_attribute("href").endswith("core/characters.html#hit-points")


def test_numbers_are_dotted_where_one_points_or_everywhere_while_the_math_is_checked(open_page):
    page = open_page(CHAPTER, DESK)
    line = "number => getComputedStyle(number).textDecorationLine"
    numbers = page.locator("article .number")
    switch = page.get_by_role("button", name="Check the math")
    assert {numbers.nth(at).evaluate(line) for at in range(5)} == {"none"}
    numbers.first.hover()
    assert numbers.first.evaluate(line) == "underline"
    switch.click()
    assert switch.get_attribute("aria-pressed") == "true"
    page.reload()
    assert {numbers.nth(at).evaluate(line) for at in range(5)} == {"underline"}
    switch.click()
    switch.hover()
    assert numbers.first.evaluate(line) == "none"


def test_the_number_of_a_table_has_its_files_and_what_it_is_made_from(chapter):
    chapter.locator("#table-hit-points").get_by_role("link", name="Table").press("Enter")
    card(chapter).wait_for()
    assert "The rule Hit points" in card(chapter).inner_text()
    (csv,) = card(chapter).get_by_role("link", name="CSV").all()
    assert csv.evaluate("link => link.href").endswith("/tables/hit-points.csv")


def test_a_row_has_an_address_that_marks_it(open_page):
    page = open_page(f"{CHAPTER}#table-hit-points.7", DESK)
    row = page.locator("#table-hit-points tbody tr:target")
    assert row.locator("th").inner_text() == "7"
    assert row.bounding_box()["y"] > 0


def tab_to(page, wanted):
    """Press Tab until something is reached."""
    for _ in range(200):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
    pytest.fail(f"no key leads to {wanted}")


def test_keys_alone_lead_through_a_computed_number_a_definition_and_a_calculator(open_page):
    page = open_page("core/battle-grid.html", DESK)
    tab_to(page, "article a.term")
    card(page).wait_for()
    tab_to(page, "article table .number")
    page.keyboard.press("Enter")
    card(page).locator(".card__step").first.wait_for()
    # The first row is a burst of radius 1.
    assert "= 2 × 1 + 1" in card(page).inner_text()
    assert "sfrules/rules/core/grid.py:" in card(page).text_content()
    page.keyboard.press("Escape")
    card(page).wait_for(state="detached")
    assert page.evaluate("document.activeElement.matches('article .number')")
    page = open_page("calculators.html", DESK)
    tab_to(page, "#calculator-core-attack-chance [name=bonus]")
    page.keyboard.type("0")
    tab_to(page, "#calculator-core-attack-chance [name=defense]")
    page.keyboard.type("13")
    assert page.locator("#calculator-core-attack-chance output").inner_text() == "40%"


def test_the_receipt_of_a_computed_number_leads_to_its_formula(open_page):
    page = open_page("core/abilities.html", DESK)
    page.locator("article table .number").first.click()
    card(page).wait_for()
    link = card(page).get_by_role("link", name="Fortitude, Reflex and Will")
    assert link.get_attribute("href").endswith("core/defenses.html#fortitude-reflex-and-will")


def test_the_card_takes_no_id_from_a_heading_of_the_page(open_page):
    page = open_page("systems/yards.html", DESK)
    assert page.locator("#card").count() == 1
    assert page.locator("#card").evaluate("heading => heading.tagName") == "H2"
