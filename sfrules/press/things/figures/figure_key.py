"""The key of a figure: what its letters, areas and marks stand for."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from sfrules.press.things.figures.figure import Area, Extent, Figure, Mark, Panel, Token
from sfrules.press.things.figures.paper import Plan
from sfrules.press.things.figures.shapes import border, flames, ground, mark, token
from sfrules.press.things.svg import element

SAMPLE = (0, 0)
# Large enough that a letter in it is no smaller than the smallest text.
SAMPLE_PLAN = Plan(Extent(1, 1), side=28, margin=2)


def key(figure: Figure) -> Element | None:
    """A list of samples with names, each once; None if nothing on the figure has a name."""
    entries = {name: sample for name, sample in _entries(figure) if name}
    if not entries:
        return None
    return element("ul", *(_entry(*entry) for entry in entries.items()), class_="drawing-key")


def _entries(figure: Figure) -> Iterator[tuple[str, Element]]:
    """Names and what they look like: tokens first, then what happens to them, areas and marks."""
    panels = [panel for panel in figure.panels if isinstance(panel, Panel)]
    tokens = [token for panel in panels for token in panel.tokens]
    for shown in tokens:
        yield shown.name, token(SAMPLE_PLAN, Token(shown.name, shown.label, shown.kind, SAMPLE))
    if any(shown.state == "hit" for shown in tokens):
        yield "hit", element("g", flames(SAMPLE_PLAN, SAMPLE), class_="drawing-token")
    for panel in panels:
        for area in panel.areas:
            yield area.name, _patch(Area(area.name, (SAMPLE,), area.shade))
        for spot in panel.marks:
            yield spot.name, mark(SAMPLE_PLAN, Mark(spot.name, SAMPLE))


def _patch(area: Area) -> Element:
    return element("g", ground(SAMPLE_PLAN, area), border(SAMPLE_PLAN, area))


def _entry(name: str, sample: Element) -> Element:
    width, height = SAMPLE_PLAN.width, SAMPLE_PLAN.height
    swatch = element(
        "svg", sample, aria_hidden="true", viewBox=f"0 0 {width} {height}",
        width=width, height=height, fill="none", stroke="currentColor",
    )  # fmt: skip
    return element("li", swatch, element("span", name))
