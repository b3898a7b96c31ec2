"""The definitions of terms, which show when a term has the focus or the pointer."""

import pytest
from book_site import HEIGHT, PAGES, PHONE
from bubbles import bubbles

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("name", PAGES)
def test_a_definition_shows_on_focus_and_keeps_to_a_phones_screen(visit, name):
    assert [bubble for bubble in visit(name).bubbles if not keeps_to_the_screen(bubble.box)] == []


def keeps_to_the_screen(box):
    if box is None:
        return False
    left, top, right, bottom = box
    return left >= 0 and top >= 0 and right <= PHONE and bottom <= HEIGHT and right - left > 60


def test_the_book_is_full_of_terms(visit):
    assert sum(len(visit(name).bubbles) for name in PAGES) > 100


def test_a_definition_shows_when_a_term_is_pointed_at_and_not_before(open_page):
    page = open_page("welcome.html")
    assert bubbles(page, focus=False)[0].box is None
    page.locator("article a.term").first.hover()
    assert bubbles(page, focus=False)[0].box is not None


def test_what_is_shown_is_the_terms_definition_and_is_said_once(open_page):
    page = open_page("core/characters.html")
    term = page.locator("article a.term", has_text="durability").first
    term.focus()
    shown = term.evaluate("term => getComputedStyle(term, '::after').content")
    definition = term.get_attribute("data-definition")
    assert len(definition) > 20
    assert shown == f'"{definition}" / ""'
    assert term.get_attribute("aria-description") == definition


def test_the_page_stays_as_wide_as_it_was_while_a_definition_shows(open_page):
    page = open_page("core/characters.html")
    page.locator("article a.term").last.focus()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE
