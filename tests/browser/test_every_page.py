"""What holds for every page of the book, opened from a folder."""

import re
from itertools import pairwise

import pytest
from book_site import PAGES, PHONE
from visits import NARROWEST

pytestmark = [pytest.mark.browser, pytest.mark.parametrize("name", PAGES)]

# Signs that a value, a mark of the press or a link was left as it is inside the machine.
LEFTOVERS = re.compile(
    r"\{\{|\}\}|\{%|%\}|\[\[|\]\]|[\uFDD0-\uFDEF]|\bNone\b(?! of)|\bnan\b|\bFraction\(|\bundefined\b"
)


@pytest.mark.parametrize("width", [PHONE, NARROWEST])
def test_a_page_does_not_scroll_sideways(visit, name, width):
    assert visit(name).widths[width].overflow <= 0


@pytest.mark.parametrize("width", [PHONE, NARROWEST])
def test_nothing_is_cut_off_in_a_box_that_keys_cannot_scroll(visit, name, width):
    assert visit(name).widths[width].stuck == ()


def test_a_page_asks_nobody_else_for_anything(visit, reader, name):
    home = reader.site.as_uri() + "/"
    assert [
        url for url in visit(name).heard.requests if not url.startswith((home, "data:", "blob:"))
    ] == []


def test_everything_a_page_asks_for_is_there(visit, name):
    assert visit(name).heard.failures == []


def test_the_console_is_silent(visit, name):
    assert visit(name).heard.console == []


def test_nothing_of_the_machine_is_left_on_a_page(visit, name):
    facts = visit(name).facts
    assert LEFTOVERS.findall(facts["text"]) == []
    assert LEFTOVERS.findall(facts["title"]) == []


def test_headings_go_down_one_level_at_a_time(visit, name):
    levels = [heading["level"] for heading in visit(name).facts["headings"]]
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert [(a, b) for a, b in pairwise(levels) if b > a + 1] == []


def test_every_heading_has_a_link_to_itself(visit, name):
    headings = visit(name).facts["headings"]
    assert [
        each for each in headings if not each["id"] or each["permalink"] != f"#{each['id']}"
    ] == []


def test_every_figure_has_a_caption_and_its_pictures_a_name_and_a_description(visit, name):
    for figure in visit(name).facts["figures"]:
        assert figure["caption"].startswith("Figure ")
        assert figure["pictures"] or figure["trees"]
        assert all(len(words) == 2 and all(words) for words in figure["pictures"])


def test_no_writing_in_a_figure_is_too_small_for_a_phone(visit, name):
    written = [each for figure in visit(name).facts["figures"] for each in figure["written"]]
    assert [each for each in written if each["size"] < 11] == []


def test_axe_finds_nothing_on_a_phone_in_the_light_scheme(visit, name):
    assert visit(name).faults == []


def test_axe_finds_nothing_at_a_desk_in_the_dark_scheme(visit, name):
    assert visit(name).dark_faults == []
