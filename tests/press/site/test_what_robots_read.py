"""Descriptions of pages, and what robots and the search are told."""

import json
from dataclasses import replace

import pytest
from toy_book import BOOK

from sfrules.press.host.build import description_of, robots_txt
from sfrules.press.site.memo import FinishedPage
from sfrules.press.site.search_index import SearchPage, parts_of, search_script
from sfrules.press.things.book import SearchAids, Subject

LONG = "word " * 40


@pytest.mark.parametrize(
    ("html", "description"),
    [
        ("<h1>Boats</h1><p>A boat &amp; a <em>gull</em>.</p><p>More.</p>", "A boat & a gull."),
        ("<p> </p><p>The second.</p>", "The second."),
        (f"<p>Short. {LONG}.</p>", "Short."),
        (f"<p>{LONG}</p>", "word " * 30 + "word…"),
        ("<ul><li>no paragraph</li></ul>", ""),
    ],
)
def test_a_description_is_the_first_sentences_of_a_page(html, description):
    assert description_of(html) == description
    assert len(description_of(html)) <= 160


def test_robots_are_told_of_the_map_where_a_site_has_an_address():
    assert "Sitemap" not in robots_txt("")
    assert robots_txt("https://boats.example/b/").endswith(
        "\nSitemap: https://boats.example/b/sitemap.xml\n"
    )


def test_the_search_has_each_section_by_its_id_with_rules_and_asides_apart():
    html = (
        '<h1 id="boats">Boats</h1><p>A <b>boat</b> floats.</p>'
        '<div class="admonition tip"><p>Bail.</p><div>Often.</div></div><p>It leaks.</p>'
        '<h2 class="big" id="sails">Sails &amp; oars</h2><p class="flavour">Gulls sing.</p>'
    )
    assert parts_of(FinishedPage(html, (), ())).sections == [
        ("boats", "Boats", "A boat floats. It leaks.", "Bail. Often."),
        ("sails", "Sails & oars", "", "Gulls sing."),
    ]


def test_the_search_knows_subjects_by_their_first_places_where_these_are_in_it():
    subjects = (
        Subject("Haste", (("boats.md", "speed"), ("terms.md", "knots"))),
        Subject("Tides", (("left_out.md", "tides"), ("boats.md", "sea"))),
    )
    parts = {"boats.md": parts_of(FinishedPage("<h1>Boats</h1>", (), ()))}
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
        "asked.md": parts_of(FinishedPage(html, (), ())),
        "tides.md": parts_of(FinishedPage("", (), ())),
    }
    pages = {"asked.md": SearchPage("", address, ""), "tides.md": SearchPage("", known, "")}
    script = search_script(BOOK, parts, pages)
    index = json.loads(script.rpartition("searchIndex(")[2].removesuffix(");\n"))
    assert index["names"] == [["Is it ebb?", 1, "ebb"]]
