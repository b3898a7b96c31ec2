"""A page of a site as a chapter of a book."""

from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

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
    pages = {
        HOME: '<h2 id="card"></h2><div id="t" aria-labelledby="t-1 t-2"></div><p id="t-1"></p>',
        RULES: '<h2 id="card"></h2><div id="t"></div>'
        '<svg><path mask="url(#m)"/><mask id="m"/></svg>',
        DICE: '<svg><mask id="m"/><path mask="url(#m)"/><use href="#m"/></svg>',
    }
    leaves = [(chapter, LexborHTMLParser(html)) for chapter, html in pages.items()]
    places = Places(leaves)
    for chapter, tree in leaves:
        places.rename(tree, chapter)
    one, two, three = (tree for _, tree in leaves)
    assert [each.id for each in one.css("[id]")] == ["at-index.card", "t", "t-1"]
    assert one.css_first("div").attributes["aria-labelledby"] == "t-1 at-index.t-2"
    assert [each.id for each in two.css("[id]")] == ["at-core-rules.card", "at-core-rules.t", "m"]
    assert two.css_first("path").attributes["mask"] == "url(#m)"
    assert three.css_first("path").attributes["mask"] == "url(#at-core-dice.m)"
    assert three.css_first("use").attributes["href"] == "#at-core-dice.m"
