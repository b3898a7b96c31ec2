"""What Jinja must not see of a page is masked at its place, and comes back as it was."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from test_regions import PAGES

from sfrules.press.page.regions import BRACE, masked, regions, unmask

TEXTS = PAGES | st.text(st.characters(exclude_characters=BRACE, exclude_categories=["Cs"]))


@settings(deadline=None, max_examples=300)
@given(TEXTS)
def test_masking_keeps_every_place_and_unmasking_gives_the_text_back(text):
    scanned = regions(text)
    hidden = masked(text, scanned)
    assert len(hidden) == len(text)
    assert [at for at, char in enumerate(hidden) if char == "\n"] == [
        at for at, char in enumerate(text) if char == "\n"
    ]
    assert unmask(hidden) == text


@settings(deadline=None)
@given(TEXTS)
def test_masking_hides_the_braces_of_code_and_no_template(text):
    scanned = regions(text)
    hidden = masked(text, scanned)
    for region in scanned.found:
        within = hidden[region.start : region.end]
        if region.kind == "code":
            assert "{" not in within
        else:
            assert within == text[region.start : region.end]
