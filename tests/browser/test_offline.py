"""After one visit the whole book is there with the network off, and a new edition replaces it."""

import shutil

import pytest
from book_site import search, serving

pytestmark = pytest.mark.browser

READY = "navigator.serviceWorker.ready.then(kept => kept.active.state === 'activated')"
CONTROLLED = "navigator.serviceWorker.controller !== null"


def visited_once(context, site):
    """A page of a reader who has opened the cover, after which the server has stopped."""
    page = context.new_page()
    with serving(site) as address:
        page.goto(address)
        page.wait_for_function(READY)
        page.wait_for_function(CONTROLLED)
    return page, address


def test_after_one_visit_the_book_its_search_and_its_calculators_need_no_network(chromium, site):
    with chromium.new_context() as context:
        page, address = visited_once(context, site)
        page.goto(f"{address}systems/yards.html")
        assert page.get_by_role("heading", level=1).inner_text().startswith("Yards of Speed")
        assert search(page, "greatsword")[0] == "core/make-a-hero.html#table-armory.greatsword"
        page.goto(f"{address}calculators.html")
        page.locator("#calculator-core-attack-chance [name=defense]").fill("13")
        assert page.locator("#calculator-core-attack-chance output").inner_text() == "60%"
        page.goto(f"{address}core/characters.html")
        page.locator("#table-hit-points tbody td").first.click()
        page.locator("#sf-card:popover-open").wait_for()
        assert "rounded down" in page.locator("#sf-card").inner_text()


@pytest.mark.nightly
def test_without_a_network_an_unknown_address_is_answered_by_the_book(chromium, site):
    with chromium.new_context() as context:
        page, address = visited_once(context, site)
        page.goto(f"{address}core/no-such-page.html")
        assert "404" in page.get_by_role("heading", level=1).inner_text()


@pytest.mark.nightly
def test_a_new_edition_is_told_of_and_replaces_the_old_one_whole(chromium, site, tmp_path):
    own = shutil.copytree(site, tmp_path / "site")
    with serving(own) as address, chromium.new_context() as context:
        page = context.new_page()
        page.goto(f"{address}welcome.html")
        page.wait_for_function(CONTROLLED)
        file, worker = own / "terms.html", own / "service-worker.js"
        file.write_text(file.read_text("utf-8").replace("<h1", "<p>Anew.</p><h1"), "utf-8")
        new = worker.read_text("utf-8").replace('EDITION = BOOK + "', 'EDITION = BOOK + "new')
        worker.write_text(new, "utf-8")
        page.goto(f"{address}terms.html")
        assert page.get_by_text("Anew.").count() == 0
        page.locator(".edition").click()
        page.get_by_text("Anew.").wait_for()


def test_from_a_folder_nothing_is_asked_of_a_worker(open_page):
    page = open_page("welcome.html")
    assert page.locator("link[rel=manifest]").count() == 0
