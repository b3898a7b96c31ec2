"""What holds for every page of the book, opened from a folder."""

import re
from itertools import pairwise

import pytest
from book_site import PHONE, VISITED
from visits import NARROWEST

pytestmark = pytest.mark.browser

# Signs that a value, a mark of the press or a link was left as it is inside the machine.
LEFTOVERS = re.compile(
    r"\{\{|\}\}|\{%|%\}|\[\[|\]\]|[\uFDD0-\uFDEF]|\bNone\b(?! of)|\bnan\b|\bFraction\(|\bundefined\b"
)
SMALLEST = 11  # pixels of a letter in a figure, on a phone


@pytest.mark.parametrize("name", VISITED)
def test_a_page_has_no_fault(visit, reader, name):
    page = visit(name)
    facts, ours = page.facts, (reader.site.as_uri() + "/", "data:", "blob:")
    headings, figures = facts["headings"], facts["figures"]
    levels = [heading["level"] for heading in headings]
    widths = {width: page.widths[width] for width in (PHONE, NARROWEST)}
    written = [each for figure in figures for each in figure["written"]]
    faults = {
        "scrolls sideways": [width for width, at in widths.items() if at.overflow > 0],
        "cut off in a box that keys cannot scroll": [
            at.stuck for at in widths.values() if at.stuck
        ],
        "wider than the sheet": page.wider_than_paper,
        "asked of somebody else": [url for url in page.heard.requests if not url.startswith(ours)],
        "asked for and not there": page.heard.failures,
        "said in the console": page.heard.console,
        "left of the machine": LEFTOVERS.findall(facts["text"] + facts["title"]),
        "other than one first heading": levels.count(1) != 1 or levels[0] != 1,
        "headings that skip a level": [(a, b) for a, b in pairwise(levels) if b > a + 1],
        "headings without a link to themselves": [
            each for each in headings if not each["id"] or each["permalink"] != f"#{each['id']}"
        ],
        "figures without a caption or words for a picture": [
            figure
            for figure in figures
            if not figure["caption"].startswith("Figure ")
            or not (figure["pictures"] or figure["trees"])
            or not all(len(words) == 2 and all(words) for words in figure["pictures"])
        ],
        "writing too small": [each for each in written if each["size"] < SMALLEST],
        "axe, on a phone in the light": page.faults,
        "axe, at a desk in the dark": page.dark_faults,
    }
    assert {what: found for what, found in faults.items() if found} == {}
