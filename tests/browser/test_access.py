"""The richest pages are accessible, as far as axe-core can tell, in both schemes at both widths."""

import pytest
from book_site import DESK, PHONE
from faults import faults
from nights import by_day

pytestmark = pytest.mark.browser

# Every page is tried on a phone in the light, and at a desk in the dark: see test_every_page.py.
RICH = ("core/characters.html", "how-to-read.html", "why-the-name.html")


@pytest.mark.nightly
@pytest.mark.parametrize(("width", "scheme"), [(PHONE, "dark"), (DESK, "light")])
@pytest.mark.parametrize("name", RICH)
def test_axe_finds_nothing_the_other_way_round(open_page, name, width, scheme):
    assert faults(open_page(name, width, scheme)) == []


@pytest.mark.nightly
def test_axe_finds_nothing_while_the_menu_is_open(open_page):
    page = open_page("welcome.html", PHONE)
    page.locator("header label[for=__drawer]").click()
    assert faults(page) == []


@pytest.mark.parametrize("cells", by_day(["td:nth-child(2)", "tr:nth-child(3) td"]))
def test_cells_that_cannot_be_read_are_found_by_their_look(open_page, cells):
    page = open_page("core/characters.html", DESK)
    page.add_style_tag(content=f"{cells} {{ color: #bbb !important }}")
    assert [each.partition(":")[0] for each in faults(page)] == ["color-contrast"]


def test_the_way_back_to_the_top_is_a_button_and_covers_no_more(open_page):
    page = open_page("play/gm.html", DESK)
    page.evaluate("scrollTo(0, 3000)")
    page.wait_for_timeout(200)
    page.evaluate("scrollTo(0, 2500)")  # it comes when a reader turns back
    button = page.locator(".md-top")
    button.wait_for(state="visible")
    assert button.bounding_box()["height"] < 60
