"""A page of a site as a chapter, and its style in plain CSS."""

from __future__ import annotations

import re
import zipfile
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

pytest.importorskip("pikepdf")

from sfrules.press.paper.epub import epub, plain_css
from sfrules.press.paper.pdf import Sheets
from sfrules.press.paper.volume import Chapter, Places, Volume, leaf, turn_links


def volume(*chapters, home="", site=Path("/nowhere"), cover=False):
    return Volume("T", "A", "en", "", home, 10**9, site, "", {}, (), chapters, cover)


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


def unpacked(made):
    with zipfile.ZipFile(BytesIO(made)) as archive:
        return {name.removeprefix("EPUB/"): archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize(
    ("cover", "kinds"), [(True, ["cover", "chapter"]), (False, ["chapter"] * 2)]
)
def test_the_first_page_of_an_epub_is_its_cover_where_the_book_has_one(cover, kinds):
    files = unpacked(epub(volume(HOME, RULES, cover=cover)))
    names = ("at-index.xhtml", "at-core-rules.xhtml")
    assert [re.search(rb'epub:type="(\w+)"', files[name])[1].decode() for name in names] == kinds


def test_a_picture_is_in_an_epub_once_with_its_kind_and_one_of_elsewhere_is_not(tmp_path):
    (tmp_path / "Boat.PNG").write_bytes(b"a boat")
    shown = '<img src="../Boat.PNG" alt="A boat"><img src="https://example.org/b.png" alt="Two">'
    pages = (replace(RULES, html=shown), replace(DICE, html=shown))
    files = unpacked(epub(volume(*pages, site=tmp_path)))
    assert files["picture-Boat.PNG"] == b"a boat"
    assert b'href="picture-Boat.PNG" media-type="image/png"' in files["book.opf"]
    assert files["at-core-dice.xhtml"].count(b'src="picture-Boat.PNG"') == 1
    assert b"example.org" not in files["at-core-dice.xhtml"]
    assert b"<span>Two</span>" in files["at-core-dice.xhtml"]


def test_pictures_of_other_kinds_and_dates_before_any_archive_go_into_an_epub(tmp_path):
    (tmp_path / "boat.webp").write_bytes(b"a boat")
    page = replace(RULES, html='<img src="../boat.webp" alt="A boat">')
    files = unpacked(epub(replace(volume(page, site=tmp_path), date=0)))
    assert b'href="picture-boat.webp" media-type="image/webp"' in files["book.opf"]
    assert b"1980-01-01T00:00:00Z" in files["book.opf"]


def outline(element, depth=0):
    """The lines of a list and of the lists in it, and how deep each stands."""
    for line in element.iterfind("{*}ol/{*}li"):
        yield depth, line[0].text
        yield from outline(line, depth + 1)


def test_the_contents_of_an_epub_are_nested_as_its_parts_chapters_and_sections_are():
    core, lands = ("Core",), ("Lands",)
    parts = (core, core, (*core, "Fights"), core, (*lands, "Seas"), lands, ())
    made = epub(
        volume(
            *(
                Chapter(
                    f"{n}.html",
                    f"C{n}",
                    of,
                    f'<h1 id="t">T</h1><h2 id="s">S{n}</h2><h3 id="u">U</h3>',
                )
                for n, of in enumerate(parts)
            )
        )
    )
    (nav,) = ET.fromstring(unpacked(made)["nav.xhtml"]).iterfind(".//{*}nav")
    assert [f"{depth} {line}" for depth, line in outline(nav)] == [
        *("0 Core", "1 C0", "2 S0", "1 C1", "2 S1", "1 Fights", "2 C2", "3 S2", "1 C3", "2 S3"),
        *("0 Lands", "1 Seas", "2 C4", "3 S4", "1 C5", "2 S5", "0 C6", "1 S6"),
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
        ("dice.html#d20", "", "DICE d20"),
        ("https://example.org/", "", "https://example.org/"),
        ("../tables/hp.csv", "", None),
        ("../tables/hp.csv", "https://example.org/game/", "https://example.org/game/tables/hp.csv"),
    ],
)
def test_a_link_that_leads_nowhere_in_a_book_is_words(link, home, href):
    section = ET.fromstring(f'<section><a href="{link}">x</a></section>')
    turn_links(
        section, RULES, volume(RULES, DICE, home=home), lambda to, id: f"{to.title.upper()} {id}"
    )
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


def test_a_proof_is_noted_under_its_heading_whatever_else_has_a_name():
    proof = '<details class="proof"><summary>How</summary><p>1 = 1</p></details>'
    html = f'<h1 id="a">Dice</h1><h2>Rolls</h2><p id="b">One.</p>{proof}'
    chapter = Chapter("a.html", "A", (), html)
    notes = Sheets(volume(chapter), "A4").document({}).partition('<p class="notes__of">')[2]
    assert re.search('href="#(.+?)">(.+?)<', notes).groups() == ("a", "Dice")


@pytest.mark.parametrize(
    ("css", "plain"),
    [
        (".a { color: red }", ".a { color: red }"),
        (".a, .z { color: red }", ".a { color: red }"),
        (".z { color: red }", ""),
        ("#i > p { top: 0 }", "#i > p { top: 0 }"),
        (".a :is(th, td) { top: 0 }", ".a th, .a td { top: 0 }"),
        (".a:is(p.b, .b) { top: 0 }", ".a.b { top: 0 }"),
        (".a:is(.b, .z):is(p, .a) { top: 0 }", ".a.b.a { top: 0 }"),
        (".a :is(td:not(.z), th) { top: 0 }", ".a td:not(.z), .a th { top: 0 }"),
        (".a:has(> .b) { top: 0 }", ""),
        (".a:hover { top: 0 }", ""),
        (".a:not(.b, #i > p) { top: 0 }", ""),
        (".a:not(.b) { top: 0 }", ".a:not(.b) { top: 0 }"),
        (".a button, .a button.b, .a > p { top: 0 }", ".a > p { top: 0 }"),
        ("@media print { .a { top: 0 } }", ""),
        ("@media (min-width: 9em) { .a { top: 0 } .z { top: 0 } }", "@media (min-width: 9em) {\n.a { top: 0 }\n}"),
        ("@keyframes a { to { top: 0 } }", ""),
    ],
)  # fmt: skip
def test_style_sheets_keep_what_every_reader_of_books_knows(css, plain):
    found = plain_css(css, {".a", ".ap", ".b", "#i"})
    assert " ".join(found.split()) == " ".join(plain.split())
