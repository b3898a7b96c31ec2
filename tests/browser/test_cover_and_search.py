"""The cover, the search, and the page for what is not there."""

import pytest
from book_site import DESK, PHONE, search
from faults import faults

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_the_cover_shows_the_title_a_picture_and_three_ways_in(open_page, width):
    page = open_page("index.html", width)
    title = page.get_by_role("heading", level=1)
    assert title.inner_text().removesuffix("#") == "Square Fireballs"
    assert title.bounding_box()["y"] < page.viewport_size["height"] / 2
    assert page.get_by_role("img", name="A fireball crosses a grid").is_visible()
    ways = [heading.removesuffix("#") for heading in page.locator(".ways h2").all_inner_texts()]
    assert ways == ["Read", "Look up", "Write"]
    assert page.locator(".ways section:has(a[href])").count() == 3


def where(href):
    """A result's page and section, without the words that it shall mark there."""
    address, _, fragment = href.partition("#")
    return address.partition("?")[0].rpartition("/site/")[2] + (f"#{fragment}" if fragment else "")


def test_in_a_copy_in_a_folder_the_search_finds_hit_points(open_page):
    page = open_page("index.html", DESK)
    found = search(page, "hit points")
    assert [where(href) for href in found[:2]] == [
        "core/characters.html",
        "core/characters.html#hit-points",
    ]
    page.locator(".md-search-result__link").first.click()
    page.wait_for_url("**/core/characters.html?h=hit+points")
    page.locator("article mark").first.wait_for()


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("240", "core/characters.html#hit-points"),  # a hardy hero of level 30
        ("greatsword", "core/damage.html#weapon-dice"),
    ],
)
def test_the_search_finds_what_stands_in_a_table(open_page, words, place):
    assert place in [where(href) for href in search(open_page("index.html", DESK), words)]


def test_the_number_that_is_searched_for_stands_in_a_table_only(visit):
    facts = visit("core/characters.html").facts
    assert "240" not in facts["prose"]
    assert "240" in facts["text"]


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
