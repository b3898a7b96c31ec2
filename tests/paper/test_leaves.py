"""A page of a site as a chapter of a book."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

pytest.importorskip("pikepdf")

from sfrules.press.paper import Chapter, Places, Volume, contents, leaf, turn_links


def volume(*chapters, home=""):
    return Volume("T", "A", "en", "", home, 10**9, Path("/nowhere"), "", {}, chapters, cover=False)


def written(section):
    return ET.tostring(section, encoding="unicode")


@pytest.mark.parametrize(
    ("html", "left"),
    [
        ("<p>a <button>b</button>c</p>", "<p>a c</p>"),
        ("<p>a<script>b</script></p>c", "<p>a</p>c"),
        ("<form hidden><input></form>d", "d"),
        ("<div hidden>b</div><p>c</p>", "<p>c</p>"),
        ('<h2 id="x">T<a class="headerlink" href="#x">#</a></h2>', '<h2 id="x">T</h2>'),
        ('<a href="t.csv" download="">CSV</a> <a class="copy" href="#t">Link</a>', " "),
        ('<th tabindex="0" aria-description="why">n', "n"),
        ('<a aria-description="why" href="a.html">n</a>', '<a href="a.html">n</a>'),
        ("<p>a<br>b&nbsp;c &amp; d", "<p>a<br />b\N{NO-BREAK SPACE}c &amp; d</p>"),
        ("<!-- no rule -->a", "a"),
        ('<p>a <span class="number" data-receipt="4">51</span>, b</p>', "<p>a 51, b</p>"),
        (
            '<svg viewBox="0 0 1 1"><linearGradient id="g"/></svg>',
            '<svg viewBox="0 0 1 1" xmlns="http://www.w3.org/2000/svg"><linearGradient id="g" /></svg>',
        ),
    ],
)
def test_what_is_for_screens_alone_is_left_out_and_the_rest_is_xml(html, left):
    chapter = Chapter("a.html", "A", (), html)
    assert written(leaf(volume(chapter), chapter)) == f'<section class="chapter">{left}</section>'


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


@pytest.mark.parametrize(
    ("link", "target"),
    [
        ("dice.html", (DICE, "")),
        ("dice.html#d20", (DICE, "d20")),
        ("#here", (RULES, "here")),
        ("../index.html#a%C3%A9", (HOME, "aé")),
        ("../", (HOME, "")),
        ("../core/dice.html?level=7#d20", None),
        ("other.html", None),
        ("https://example.org/core/dice.html", None),
        ("mailto:a@example.org", None),
    ],
)
def test_a_link_leads_to_a_chapter_or_out_of_the_book(link, target):
    assert volume(HOME, RULES, DICE).target(RULES, link) == target


@pytest.mark.parametrize(
    ("link", "home", "href"),
    [
        ("dice.html#d20", "", "#at-core-dice.d20"),
        ("dice.html", "", "#at-core-dice"),
        ("https://example.org/", "", "https://example.org/"),
        ("../tables/hp.csv", "", None),
        ("../tables/hp.csv", "https://example.org/game/", "https://example.org/game/tables/hp.csv"),
    ],
)
def test_a_link_that_leads_nowhere_in_a_book_is_words(link, home, href):
    section = ET.fromstring(f'<section><a href="{link}">x</a></section>')
    turn_links(section, RULES, volume(RULES, DICE, home=home), Places([]))
    assert section[0].get("href") == href


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
