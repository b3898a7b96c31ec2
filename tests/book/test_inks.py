"""What is drawn and written can be read in both schemes, in the inks of the press and in the book's own."""

import re
from pathlib import Path

import pytest

from sfrules.press.things.charts import SHADES

ROOT = Path(__file__).parents[2]
BASE = ROOT / "sfrules/press/host/stylesheets/base.css"
CHARTS = ROOT / "sfrules/press/things/charts/charts.css"
FIGURES = ROOT / "sfrules/press/things/figures/figures.css"
OWN = (ROOT / "docs/assets/stylesheets/book.css", ROOT / "docs/assets/stylesheets/colors.css")
_INK = re.compile(r"--(sf|chart|drawing)-([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);")
# For each scheme of each palette: an ink by its name, without what it is for.
PALETTES = {
    f"{name}, {scheme}": {
        ink: (light, dark)[at]
        for sheet in (BASE, CHARTS, FIGURES, *own)
        for _, ink, light, dark in _INK.findall(sheet.read_text("utf-8"))
    }
    for name, own in (("press", ()), ("book", OWN))
    for at, scheme in enumerate(("light", "dark"))
}
EACH = pytest.mark.parametrize("inks", PALETTES.values(), ids=PALETTES)
LEVELS = [f"level-{n}" for n in range(1, 7)]
HEATS = [f"heat-{n}" for n in range(1, SHADES + 1)]
STANDS_OUT = {
    7: ["ink paper", "ink shade", "ink ally-paper", "ink accent-paper", *(f"ink {n}" for n in LEVELS)],
    4.5: [
        *("faint-ink paper", "ember paper", "red paper"),
        *(f"ink {n}" for n in HEATS),
        *(f"series-{n} paper" for n in range(1, 7)),
    ],
    3: [
        *("strong-line paper", "flame paper", "accent accent-paper", "ally paper", "ally ally-paper", "paper accent"),
        *(f"ally {n}" for n in LEVELS),
        *(f"faint-ink {n}" for n in LEVELS),
        f"ink heat-{SHADES}",
    ],
}  # fmt: skip


def luminance(color):
    """The relative luminance of a color, as WCAG defines it."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return sum(part * share for part, share in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))


def contrast(one, other):
    """The contrast of two colors as WCAG defines it."""
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


@EACH
def test_letters_lines_and_shapes_stand_out_from_their_grounds(inks):
    pairs = [(*pair.split(), least) for least, pairs in STANDS_OUT.items() for pair in pairs]
    pale = [(a, b) for a, b, least in pairs if contrast(inks[a], inks[b]) < least]
    assert pale == []


@EACH
def test_the_shades_of_a_chart_are_in_order(inks):
    contrasts = [contrast(inks[name], inks["paper"]) for name in HEATS]
    assert contrasts == sorted(contrasts)


def test_every_ink_that_a_drawing_uses_is_set_and_every_one_set_is_used():
    trees = FIGURES.with_name("trees.css").read_text("utf-8")
    sheets = {"chart": CHARTS.read_text("utf-8"), "drawing": FIGURES.read_text("utf-8") + trees}
    for name, text in sheets.items():
        used = set(re.findall(rf"var\(--{name}-([\w-]+)\)", text))
        assert used == {ink for kind, ink, *_ in _INK.findall(text) if kind == name}
