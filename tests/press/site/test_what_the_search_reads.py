"""Descriptions of pages, and what the search is told."""

import json
from dataclasses import replace

import pytest
from toy_book import BOOK

from sfrules.press.site.memo import FinishedPage
from sfrules.press.site.search_index import SearchPage, search_script
from sfrules.press.things.book import SearchAids, Subject


def test_the_search_knows_subjects_by_their_first_places_where_these_are_in_it():
    subjects = (
        Subject("Haste", (("boats.md", "speed"), ("terms.md", "knots"))),
        Subject("Tides", (("left_out.md", "tides"), ("boats.md", "sea"))),
    )
    parts = {"boats.md": FinishedPage("<h1>Boats</h1>", (), ())}
    pages = {"boats.md": SearchPage("Boats", "boats.html", "")}
    script = search_script(replace(BOOK, search_aids=lambda: SearchAids(subjects)), parts, pages)
    index = json.loads(script.rpartition("searchIndex(")[2].removesuffix(");\n"))
    assert index["names"] == [["Haste", 0, "speed"]]


@pytest.mark.parametrize(
    ("address", "link", "known"),
    [
        ("asked.html", "sea/tides.html#ebb", "sea/tides.html"),
        ("sea/asked.html", "tides.html#ebb", "sea/tides.html"),
        ("sea/asked.html", "../isles.html#ebb", "isles.html"),
        ("asked/", "../sea/tides/#ebb", "sea/tides/"),
        ("sea/asked/", "../tides/#ebb", "sea/tides/"),
        ("sea/asked/", "../../isles/#ebb", "isles/"),
        ("asked/", "../#ebb", "./"),
        ("./", "sea/tides/#ebb", "sea/tides/"),
    ],
)
def test_what_somebody_says_leads_where_its_link_does(address, link, known):
    html = f'<dl><dt>“Is it ebb?”</dt><dd>Ask <a href="{link}">the tide</a>.</dd></dl>'
    parts = {
        "asked.md": FinishedPage(html, (), ()),
        "tides.md": FinishedPage("", (), ()),
    }
    pages = {"asked.md": SearchPage("", address, ""), "tides.md": SearchPage("", known, "")}
    script = search_script(BOOK, parts, pages)
    index = json.loads(script.rpartition("searchIndex(")[2].removesuffix(");\n"))
    assert index["names"] == [["Is it ebb?", 1, "ebb"]]
