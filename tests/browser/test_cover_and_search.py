"""The cover, the search, and the page for what is not there."""

import pytest
from book_site import DESK, PHONE, search
from faults import faults
from nights import by_day

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("width", by_day([PHONE, DESK]))
def test_the_cover_shows_the_title_a_picture_and_three_ways_in(open_page, width):
    page = open_page("index.html", width)
    title = page.get_by_role("heading", level=1)
    assert title.inner_text().removesuffix("#") == "Square Fireballs"
    assert title.bounding_box()["y"] < page.viewport_size["height"] / 2
    assert page.get_by_role("img", name="A fireball crosses a grid").is_visible()
    ways = [heading.removesuffix("#") for heading in page.locator(".ways h2").all_inner_texts()]
    assert ways == ["Play tonight", "Read the rules", "Make a hero"]
    assert page.locator(".ways a.door").count() == 3


@pytest.mark.parametrize("width", by_day([PHONE, DESK]))
def test_a_number_on_the_first_screen_of_the_cover_answers_to_one_tap(open_page, width):
    page = open_page("index.html", width)
    number = page.locator(".cover .number", has_text="51")
    assert number.bounding_box()["y"] < page.viewport_size["height"]
    number.click()
    card = page.locator("#sf-card:popover-open")
    card.wait_for()
    assert "= 17 × 3, rounded down" in card.inner_text()
    assert "The rule Hit points, in Levels, hit points and surges" in card.inner_text()


def test_a_page_that_is_not_there_is_answered_in_the_books_own_way(chromium, served):
    with chromium.new_context(viewport={"width": PHONE, "height": 844}) as context:
        page = context.new_page()
        asked, missing = [], []
        page.on("request", lambda request: asked.append(request.url))
        page.on(
            "response", lambda answer: missing.append(answer.url) if answer.status >= 400 else None
        )
        page.goto(f"{served}core/no-such-page.html")
        assert missing == [f"{served}core/no-such-page.html"]
        assert [url for url in asked if not url.startswith((served, "data:", "blob:"))] == []
        assert "404" in page.get_by_role("heading", level=1).inner_text()
        assert faults(page) == []


def test_a_served_book_asks_nobody_else_for_anything_even_when_searched(chromium, served):
    with chromium.new_context(viewport={"width": DESK, "height": 844}) as context:
        page = context.new_page()
        asked = []
        context.on("request", lambda request: asked.append(request.url))
        page.goto(served)
        assert search(page, "surge")
        assert [url for url in asked if not url.startswith((served, "data:", "blob:"))] == []
