"""A page of a site as a chapter of a book."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

pytest.importorskip("pikepdf")

from sfrules.press.paper import Chapter, Places, Volume, contents, leaf


def volume(*chapters, home=""):
    return Volume("T", "A", "en", "", home, 10**9, Path("/nowhere"), "", {}, chapters, cover=False)


RULES = Chapter("core/rules.html", "Rules", (), "")
DICE = Chapter("core/dice.html", "Dice", (), "")
HOME = Chapter("index.html", "Home", (), "")


def test_the_contents_list_parts_chapters_and_sections_each_as_deep_as_it_stands():
    core, lands = ("Core",), ("Lands",)
    parts = (core, core, (*core, "Fights"), core, (*lands, "Seas"), lands, ())
    html = '<h1 id="t">T</h1><h2 id="s{0}">S{0}</h2><h3 id="u">U</h3>'
    chapters = [Chapter(f"{n}.html", f"C{n}", of, html.format(n)) for n, of in enumerate(parts)]
    book = volume(*chapters)
    listed = contents(book, [(chapter, leaf(book, chapter)) for chapter in chapters])
    assert [f"{each.depth} {each.title} {each.place}" for each in listed] == [
        *("0 Core at-0", "1 C0 at-0", "2 S0 s0", "1 C1 at-1", "2 S1 s1", "1 Fights at-2"),
        *("2 C2 at-2", "3 S2 s2", "1 C3 at-3", "2 S3 s3", "0 Lands at-4", "1 Seas at-4"),
        *("2 C4 at-4", "3 S4 s4", "1 C5 at-5", "2 S5 s5", "0 C6 at-6", "1 S6 s6"),
    ]


def test_ids_of_several_chapters_part_and_what_names_them_follows():
    one = ET.fromstring(
        '<s><h2 id="card"/><table id="t" aria-labelledby="t-1 t-2"/><p id="t-1"/></s>'
    )
    two = ET.fromstring(
        '<s><h2 id="card"/><table id="t"/><svg><path mask="url(#m)"/><mask id="m"/></svg></s>'
    )
    three = ET.fromstring('<s><svg><mask id="m"/><path mask="url(#m)"/><use href="#m"/></svg></s>')
    leaves = list(zip((HOME, RULES, DICE), (one, two, three), strict=True))
    places = Places(leaves)
    for chapter, section in leaves:
        places.rename(section, chapter)
    assert [each.get("id") for each in one] == ["at-index.card", "t", "t-1"]
    assert one[1].get("aria-labelledby") == "t-1 at-index.t-2"
    assert [each.get("id") for each in two][:2] == ["at-core-rules.card", "at-core-rules.t"]
    assert two[2][0].get("mask") == "url(#m)"
    assert three[0][1].get("mask") == "url(#at-core-dice.m)"
    assert three[0][2].get("href") == "#at-core-dice.m"
