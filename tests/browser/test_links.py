"""Every link of the book leads somewhere, and every id is given once."""

import json
from collections import Counter
from functools import cache

import pytest
from book_site import PAGES
from links import is_internal, names_of, target_of

pytestmark = pytest.mark.browser

# The page for what is not there is made by the theme.
EVERY = (*PAGES, "404.html")


@pytest.fixture(scope="module")
def names():
    """Return a function that reads a page, once."""
    return cache(names_of)


def test_the_site_has_the_pages_of_the_book_and_no_others(site):
    assert {page.relative_to(site).as_posix() for page in site.rglob("*.html")} == set(EVERY)


def test_every_link_leads_to_a_file_and_a_place_in_it_that_exist(site, names):
    astray = []
    for name in EVERY:
        page = (site / name).resolve()
        references = [each for each in names(page).references if is_internal(each)]
        assert references
        astray += [(name, each) for each in references if not leads(site, page, each, names)]
    assert astray == []


def leads(site, page, reference, names):
    file, fragment = target_of(site.resolve(), page, reference)
    if not file.is_file() or not file.is_relative_to(site.resolve()):
        return False
    return not fragment or fragment in names(file).ids


def test_an_id_is_given_once_and_every_label_has_its_element(site, names):
    faults = []
    for name in EVERY:
        found = names((site / name).resolve())
        twice = [id for id, times in Counter(found.ids).items() if times > 1 or not id]
        faults += [(name, id) for id in [*twice, *set(found.labels) - set(found.ids)]]
    assert faults == []


def test_every_result_of_the_search_is_a_place_that_exists(site, names):
    script = (site / "search" / "index.js").read_text(encoding="utf-8")
    _, _, data = script.rpartition("\nsearchIndex(")
    index = json.loads(data.removesuffix(");\n"))
    urls = [url for _, url, *_ in index["pages"]]
    places = [
        *(f"{urls[page]}#{id}" for page, id, *_ in index["sections"]),
        *(f"{urls[page]}#{id}" for *_, page, id in index["terms"] if id),
        *(f"{urls[page]}#{id}" for page, id, *_ in index["forms"]),
        *(f"{urls[page]}#{id}" for _, page, id in index["names"] if id),
        *(f"{urls[page]}#{id}{row[0]}" for page, id, _, _, rows in index["tables"] for row in rows),
    ]
    assert len(places) > 1000
    assert [each for each in places if not leads(site, site / "x.html", each, names)] == []


def test_every_download_is_a_file_with_something_in_it(site, names):
    kinds = Counter()
    for name in PAGES:
        page = (site / name).resolve()
        for reference in names(page).references:
            file, _ = target_of(site.resolve(), page, reference)
            if file.suffix in {".csv", ".json"}:
                kinds[file.parent.name, file.suffix] += 1
                assert len(file.read_text(encoding="utf-8").splitlines()) > 1, file
    # A printed table is there for people and for programs.
    assert kinds["tables", ".csv"] == kinds["tables", ".json"] >= 20
    assert len(kinds) == 2
