"""The book's tables, as read on a phone, with keys, and by ear."""

from itertools import product

import pytest
from book_site import DESK, PHONE, VISITED
from nights import by_day

pytestmark = pytest.mark.browser

LONG = ("core/characters.html", "hit-points")
# Their widest tables are wider than the text.
WITH_WIDE_TABLES = (
    "core/defenses.html",
    "checked.html",
    "how-to-read.html",
    "core/monsters.html",
    "play/first-evening.html",
    "sources.html",
    "systems/impairment.html",
)
TOO_WIDE = """[...document.querySelectorAll(".table-scroll")]
    .filter((box) => box.scrollWidth > box.clientWidth && box.checkVisibility())
    .map((box) => box.closest(".table-wrap").id)"""
SCOPES = {"col", "colgroup", "row"}


UNNUMBERED = (
    "numbers", "fight-odds", "damage-distribution", "impairment-reach", "seconds-reach", "task-shares",
    "terrain-costs", "fall-costs", "yards-reach",
)  # fmt: skip


@pytest.fixture
def tables(visit):
    """Return the facts of every rules table of the book."""
    return [table for name in VISITED for table in visit(name).facts["tables"]]


def test_every_table_of_the_book_has_an_id_cells_and_a_numbered_caption(tables):
    assert all(table["cells"] for table in tables)
    assert [each["id"] for each in tables if not each["id"].startswith("table-")] == []
    without = {each["id"] for each in tables if not each["caption"].startswith("Table ")}
    # One counts what the book prints, and is no part of that; the others are folded below charts.
    assert without <= {f"table-{id}" for id in UNNUMBERED}


def test_every_header_says_what_it_is_the_header_of(tables):
    headers = [(each["id"], header) for each in tables for header in each["headers"]]
    assert [each for each in headers if each[1]["scope"] not in SCOPES] == []
    assert [each for each in headers if not each[1]["text"]] == []


def test_the_box_around_a_table_takes_the_focus_and_is_named_by_the_caption(tables):
    boxes = [(each["id"], each["role"], each["focusable"], each["name"]) for each in tables]
    assert [each for each in boxes if each[1:] != ("region", True, True)] == []


def wide_pages(visit):
    return [name for name in VISITED if any(t["sideways"] > 0 for t in visit(name).facts["tables"])]


def test_a_table_too_wide_for_a_phone_scrolls_with_the_arrow_keys_below_its_first_column(
    visit, open_page
):
    tried = 0
    for name in wide_pages(visit):
        page = open_page(name)
        page.evaluate("document.fonts.ready")
        for table in page.evaluate(TOO_WIDE):
            scrolls_with_keys(page, table)
            tried += 1
    assert tried, "no table of the book is too wide for a phone: this test has nothing to try"


def scrolls_with_keys(page, table):
    box = page.locator(f"#{table} .table-scroll")
    first = page.locator(f"#{table} tbody tr:last-child > th")
    left = first.bounding_box()["x"]
    # Chromium scrolls by keys in frames, and on a busy machine the first may be long in coming.
    for _ in range(200):
        box.press("ArrowRight")
        if box.evaluate("box => box.scrollLeft"):
            break
        page.wait_for_timeout(100)
    assert box.evaluate("box => box.scrollLeft") > 0, table
    assert first.bounding_box()["x"] == pytest.approx(left, abs=1), table


def test_on_a_desk_the_head_of_a_long_table_stays_in_sight_while_the_page_scrolls(open_page):
    name, table = LONG
    page = open_page(name, DESK)
    page.locator(f"#table-{table} tbody tr").last.scroll_into_view_if_needed()
    head_is_above_the_last_row(page, table)


@pytest.mark.parametrize(("name", "table"), by_day([LONG, ("play/levels.html", "levels")]))
def test_on_a_phone_the_head_of_a_long_table_stays_in_sight_while_the_page_scrolls(
    open_page, name, table
):
    page = open_page(name)
    page.set_viewport_size({"width": PHONE, "height": 500})
    row = page.locator(f"#table-{table} tbody tr").last
    row.evaluate("row => row.scrollIntoView({block: 'center'})")
    head = page.locator(f"#table-{table} thead")
    page.wait_for_function(
        "head => Math.abs(head.getBoundingClientRect().top"
        " - document.querySelector('.md-header').offsetHeight) <= 2",
        arg=head.element_handle(),
    )
    head_is_above_the_last_row(page, table)


def test_on_a_phone_no_table_is_shorter_than_its_rows(tables):
    assert [each["id"] for each in tables if each["hidden"] > 1] == []


@pytest.mark.nightly
def test_on_a_phone_most_tables_need_no_scrolling_sideways(tables):
    wide = [each["id"] for each in tables if each["sideways"] > 0]
    assert len(wide) <= len(tables) / 3, wide


MET_OR_CUT = """() => {
    const contents = document.querySelector(".md-sidebar--secondary");
    const edge = contents.offsetWidth ? contents.getBoundingClientRect().left : innerWidth;
    return [...document.querySelectorAll("article .table-scroll")].filter(box => {
        const shown = getComputedStyle(box).overflowX === "visible" ? box.firstElementChild : box;
        return shown.getBoundingClientRect().right > edge;
    }).map(box => box.parentElement.id);
}"""


def test_no_table_meets_the_contents_of_its_page_and_none_is_cut(open_page, reader):
    page = open_page("index.html", DESK)
    for name in by_day(WITH_WIDE_TABLES):
        page.goto(reader.address(name))
        for fonts, width in product(("system-ui", "DejaVu Sans"), (1000, 1230, DESK, 1440)):
            page.add_style_tag(content=f':root {{ --sf-sans: "{fonts}" !important }}')
            page.set_viewport_size({"width": width, "height": 900})
            page.evaluate("new Promise(requestAnimationFrame)")
            assert page.evaluate(MET_OR_CUT) == [], (name, fonts, width)


def head_is_above_the_last_row(page, table):
    head = page.locator(f"#table-{table} thead").bounding_box()
    row = page.locator(f"#table-{table} tbody tr").last.bounding_box()
    assert 0 <= head["y"] < head["y"] + head["height"] <= row["y"] < page.viewport_size["height"]
    assert shown_on_top(page, f"#table-{table} thead tr:first-child th:first-child")


def shown_on_top(page, selector):
    """Whether nothing lies over the middle of an element."""
    return page.locator(selector).evaluate(
        """element => {
            const {left, top, width, height} = element.getBoundingClientRect();
            return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        }"""
    )
