"""This book between covers: its PDF, read with a library that did not make it."""

import io
import re
from functools import cache

import pypdf
import pytest

# One or more of each part, as the contents name them.
CHAPTERS = [
    "Welcome",
    "Dice and checks",
    "Abilities",
    "Damage",
    "The battle grid",
    "Running the game",
    "A sheet for a hero",
    "Movement sets and impairment",
    "Scale",
    "Glossary",
]


@pytest.fixture(scope="session")
def reader(printed):
    return pypdf.PdfReader(io.BytesIO(printed))


@pytest.fixture(scope="session")
def outline(reader):
    """The titles of the outline, in order, with how deep each stands and the page it opens."""

    def walk(items, depth=0):
        for item in items:
            if isinstance(item, list):
                yield from walk(item, depth + 1)
            else:
                yield depth, item.title, reader.get_destination_page_number(item)

    return list(walk(reader.outline))


@pytest.fixture(scope="session")
def start(outline):
    """Return a function that tells the page of the PDF, from 0, that a chapter begins on."""

    def start(title):
        (page,) = {page for _, name, page in outline if name == title}
        return page

    return start


@pytest.fixture(scope="session")
def text(reader):
    """Return a function that tells what a page says, its lines joined; reading takes a while."""
    return cache(lambda page: " ".join(reader.pages[page].extract_text().split()))


@pytest.mark.nightly
@pytest.mark.browser
class TestPdf:
    def test_it_says_what_it_is_and_in_which_language(self, reader):
        assert reader.metadata.title == "Square Fireballs"
        assert reader.trailer["/Root"]["/Lang"] == "en"
        assert reader.trailer["/Root"]["/ViewerPreferences"]["/DisplayDocTitle"]
        assert reader.xmp_metadata.dc_title == {"x-default": "Square Fireballs"}

    def test_it_is_tagged(self, reader):
        root = reader.trailer["/Root"]
        assert root["/MarkInfo"]["/Marked"]
        assert root["/StructTreeRoot"]["/K"]

    def test_it_is_as_long_as_a_rulebook_and_all_its_sheets_are_a4(self, reader):
        assert 150 <= len(reader.pages) <= 190
        sizes = {tuple(round(float(side)) for side in page.mediabox[2:]) for page in reader.pages}
        assert sizes == {(595, 842)}

    @pytest.mark.parametrize("title", CHAPTERS)
    def test_the_outline_and_the_contents_send_to_each_chapter(self, outline, start, text, title):
        assert title in text(start(title))
        contents = range(1, start(outline[0][1]))
        assert any(f"{title} {start(title) + 1}" in text(page) for page in contents)

    def test_chapters_stand_in_their_parts_and_sections_in_their_chapters(self, outline):
        depths = {name: depth for depth, name, _ in outline}
        assert depths["Rules"] == 0
        assert depths["Heroes"] == 1
        assert depths["Abilities"] == 2
        assert depths["What each one feeds"] == 3

    def test_the_outline_goes_forward(self, outline):
        pages = [page for _, _, page in outline]
        assert pages == sorted(pages)

    def test_links_lead_to_places_of_the_book_or_to_the_web(self, reader):
        places, pages = reader.named_destinations, 0
        for page in reader.pages:
            for each in page.get("/Annots", []):
                link = each.get_object()
                action = link.get("/A", {})
                if "/URI" in action:
                    assert re.match(r"https?://", action["/URI"]), action["/URI"]
                    continue
                assert (link.get("/Dest") or action["/D"]) in places
                pages += 1
        assert pages > 1500

    def test_a_link_to_another_chapter_says_its_page(self, start, text):
        said = re.search(r"raises the dice multiplier \(p\. (\d+)\)", text(start("Level")))
        assert "Add up the dice, then multiply the total" in text(int(said[1]) - 1)

    @pytest.mark.parametrize("page", [5, 44, 45, 120, 160])
    def test_a_page_has_its_number(self, text, page):
        assert str(page + 1) in text(page).split()

    def test_a_part_runs_above_its_pages(self, start, text):
        pages = range(start("Damage") + 1, start("Turns and actions"))
        heads = [text(page)[:60] for page in pages]
        assert heads
        assert all("Fighting" in head or "Square Fireballs" in head for head in heads)

    def test_chapters_run_on_if_a_third_of_the_page_is_left_and_else_begin_on_the_next(
        self, reader
    ):
        places = reader.named_destinations.items()
        tops = [float(at["/Top"]) for name, at in places if re.fullmatch(r"/at-[\w-]+", name)]
        assert min(tops) > 280  # points from the foot of the sheet
        assert sum(top < 700 for top in tops) >= 8

    def test_what_is_for_screens_or_for_authors_is_left_out(self, outline, start, text):
        titles = {name for _, name, _ in outline}
        assert titles.isdisjoint({"Calculators", "Errata", "How the book is made", "Sources"})
        page = text(start("Tier"))
        assert re.search(r"Table [0-9]+\. The tiers", page)
        assert not re.search(r"CSV|JSON|How we know", page)

    @pytest.mark.parametrize(
        "title", ["A card of the rules", "A screen for the game master", "Level by level"]
    )
    def test_what_lies_on_the_table_is_one_page(self, outline, start, title):
        after = min(page for _, _, page in outline if page > start(title))
        assert after == start(title) + 1
