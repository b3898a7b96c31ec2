"""The book on paper."""

import re

import pytest
from book_site import DESK, SHEET
from nights import by_day

pytestmark = pytest.mark.browser

CHAPTER = "core/characters.html"
FRAME = ".md-header, .md-tabs, .md-sidebar, .md-footer, .md-top, .md-search, .md-skip, .headerlink"


@pytest.fixture
def sheet(open_page):
    """Return a function that opens a page as it is laid out on paper."""

    def sheet(name, scheme="light"):
        page = open_page(name, DESK, scheme)
        page.set_viewport_size(SHEET)
        page.emulate_media(media="print", color_scheme=scheme)
        return page

    return sheet


def test_the_frame_of_the_site_stays_off_paper(sheet):
    page = sheet(CHAPTER)
    assert [
        each.get_attribute("class") for each in page.locator(FRAME).all() if each.is_visible()
    ] == []
    assert page.locator("article h1").is_visible()


def test_paper_is_white_and_ink_is_dark_whatever_the_screen_was(sheet):
    page = sheet(CHAPTER, "dark")
    assert page.locator("body").get_attribute("data-md-color-scheme") == "slate"
    ground, ink = page.locator("article p").first.evaluate(
        """text => [getComputedStyle(document.body).backgroundColor, getComputedStyle(text).color]"""
    )
    assert ground == "rgb(255, 255, 255)"
    assert max(map(int, re.findall(r"\d+", ink))) < 80


@pytest.mark.parametrize("paper", by_day(["A4", "Letter"]))
@pytest.mark.parametrize(("name", "most"), [("play/first-evening.html", 8), ("play/card.html", 1)])
def test_an_evening_and_its_card_fit_on_their_sheets(sheet, name, most, paper):
    pdf = sheet(name).pdf(format=paper)
    assert 1 <= len(re.findall(rb"/Type\s*/Page\b", pdf)) <= most
