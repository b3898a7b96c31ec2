"""Fonts that come with a site: small, kept between builds, with their licenses."""

from __future__ import annotations

import re

import pytest

from sfrules.press.doors import fonts
from sfrules.press.doors.fonts import fonts_of, missing

SANS = "source-sans-3"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder in which a family has been made small; skipped where none is installed."""
    root = tmp_path_factory.mktemp("fonts")
    if missing([SANS]):
        pytest.skip(f"not installed: {missing([SANS])}")
    list(fonts_of([SANS], root))
    return root


def test_a_family_is_one_small_file_with_the_signs_of_a_rulebook_and_its_license(folder):
    from fontTools.ttLib import TTFont

    font, license_ = fonts_of([SANS], folder)
    path = folder / "font.woff2"
    path.write_bytes(font.content)
    assert len(font.content) < 60_000
    signs = TTFont(path).getBestCmap()
    assert {ord(sign) for sign in "aZ09é−×÷½≠≈≤≥∞→–“”…€™"} <= signs.keys()
    assert re.fullmatch(r"assets/fonts/source-sans-3\.[0-9a-f]{10}\.woff2", font.address)
    assert b"SIL OPEN FONT LICENSE" in license_.content


def test_the_rules_name_the_font_and_what_stands_in_for_it(folder):
    font, _ = fonts_of([SANS], folder)
    assert '@font-face { font-family: "Source Sans 3"; font-style: normal;' in font.rules
    assert "font-display: optional" in font.rules
    stand_in = re.search(r'"Source Sans 3 fallback".*size-adjust: ([\d.]+)%', font.rules)
    # Source Sans is the narrower: some nine tenths of Arial.
    assert stand_in
    assert 90 < float(stand_in[1]) < 97
    # Its letters rise 1.024 of their size above the line and hang 0.4 below it.
    for side, height in {"ascent": 102.4, "descent": 40}.items():
        said = re.search(rf"{side}-override: ([\d.]+)%", font.rules[stand_in.start() :])
        assert float(said[1]) * float(stand_in[1]) / 100 == pytest.approx(height, abs=0.1)


def test_a_font_is_made_small_once(folder, monkeypatch):
    monkeypatch.setattr(fonts, "_small", lambda _: pytest.fail("made again"))
    assert len(list(fonts_of([SANS], folder))) == 2


def test_a_family_that_is_not_installed_is_named_and_left_out(tmp_path):
    assert missing(["no-such-family"])[-1] == "fontpkg-no-such-family"
    assert list(fonts_of(["no-such-family"], tmp_path)) == []
