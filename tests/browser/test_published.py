"""What is published: the weight of each page, its description, and its address where it has one."""

import gzip
import os
import re
import struct
import subprocess
import sys
from functools import cache

import pytest
from book_site import PAGES, ROOT
from links import names_of, target_of

pytestmark = pytest.mark.browser

FIRST_VISIT = 350_000
AFTER = 60_000
ELEMENTS = 2_800  # of a chapter, before anything is opened: Make a hero has its builder
DESCRIPTION = re.compile(r'<meta name="description" content="([^"]*)">')


@pytest.fixture(scope="module")
def weight():
    """Return a function that says how many bytes of a file go over a line, compressed once."""
    return cache(lambda file: len(gzip.compress(file.read_bytes(), 6)))


def test_every_page_is_light(site, weight):
    heavy = []
    for name in PAGES:
        page = site / name
        loaded = {
            file
            for reference in names_of(page).references
            for file, _ in [target_of(site, page, reference)]
            if file.suffix in {".css", ".js", ".svg"}
        }
        text = page.read_text("utf-8")
        # Loaded by another script, where a page has a form.
        loaded.update(site.rglob("forms.*.js") if "<form class=" in text else ())
        first = weight(page) + sum(map(weight, loaded))
        elements = len(
            re.findall(r"<[a-z]", text.partition("<article")[2].partition("</article>")[0])
        )
        if weight(page) > AFTER or first > FIRST_VISIT or elements > ELEMENTS:
            heavy.append((name, weight(page), first, elements))
    assert heavy == []


def test_fonts_come_with_the_site_and_are_small(site, weight):
    fonts = [*site.glob("assets/fonts/*.woff2")]
    assert len(fonts) == 3
    assert sum(map(weight, fonts)) <= 150_000
    for family in ("source-serif-4", "source-sans-3"):
        license_ = site / f"assets/fonts/{family}.LICENSE.txt"
        assert "SIL OPEN FONT LICENSE" in license_.read_text(encoding="utf-8")


def test_each_page_is_described_in_words_of_its_own(site):
    said = [DESCRIPTION.search((site / name).read_text(encoding="utf-8"))[1] for name in PAGES]
    assert len(set(said)) == len(said)
    assert [each for each in said if not 20 < len(each) <= 200] == []


def test_no_page_carries_what_nobody_loads(site):
    left = [file.name for file in site.rglob("*") if file.suffix == ".map" or "lunr" in file.parts]
    assert left == []
    page = (site / PAGES[0]).read_text(encoding="utf-8")
    assert (
        len(re.findall(r'<link rel="stylesheet"', page)) == 4
    )  # two of the theme's, the press's, the book's


@pytest.mark.nightly
def test_a_site_with_an_address_says_so_on_each_page_and_below_a_path(site, tmp_path):
    home = "https://books.example/fireballs/"
    folder = tmp_path / "site"
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "--site-dir", str(folder)],
        cwd=ROOT,
        env={
            **os.environ,
            "SITE_URL": home,
            "REPO_URL": "https://git.example/fireballs",
            "DOWNLOADS": "book.pdf",
            "NO_MKDOCS_2_WARNING": "1",
        },
        check=True,
        timeout=120,
    )
    listed = (folder / "sitemap.xml").read_text(encoding="utf-8")
    assert set(re.findall(r"<loc>(.*?)</loc>", listed)) == {home + name for name in PAGES}
    page = (folder / "core/damage.html").read_text(encoding="utf-8")
    assert f'<link rel="canonical" href="{home}core/damage.html">' in page
    assert f'<meta property="og:url" content="{home}core/damage.html">' in page
    assert f'<meta property="og:image" content="{home}assets/images/card.png">' in page
    card = (folder / "assets/images/card.png").read_bytes()
    # The width and height that a PNG begins with.
    assert (card[1:4], struct.unpack(">II", card[16:24])) == (b"PNG", (1200, 630))
    # What is made beside the site is named on its cover, and only then.
    cover = (folder / "index.html").read_text(encoding="utf-8")
    assert '<a href="book.pdf" download>' in cover
    assert "cover__files" not in (site / "index.html").read_text(encoding="utf-8")
    assert '<meta property="og:title" content="Square Fireballs">' in cover
    # Receipts lead to the lines of code where the book says where it has its files.
    end = '"https://git.example/fireballs/blob/HEAD/");\n'
    assert (folder / "receipts/core/damage.js").read_text(encoding="utf-8").endswith(end)
    lost = (folder / "404.html").read_text(encoding="utf-8")
    local = [each for each in names_of(folder / "404.html").references if each.startswith("/")]
    assert len(local) > 10
    assert [each for each in local if not each.startswith("/fireballs/")] == []
    assert '"/assets' not in lost
