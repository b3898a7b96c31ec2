"""A figure as HTML: each panel an inline SVG or a list, so that a phone can stack them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from xml.etree.ElementTree import Element, tostring

from sfrules.press.things.figures import shapes
from sfrules.press.things.figures.figure import Area, Figure, Mark, Node, Panel, Token, Tree
from sfrules.press.things.figures.shapes import PanelLayout, common_side
from sfrules.press.things.svg import element, image
from sfrules.press.things.thing import DRAWING, Contents, Desk, Kind, built

HERE = Path(__file__).parent


def figure_html(figure: Figure, number: str = "", id: str = "") -> str:
    """The figure with its panels, key and caption.

    Args:
        figure: what to draw.
        number: what the caption begins with, such as "Figure 1", or a placeholder for it.
        id: what all ids in the drawing begin with, if not its own.
    """
    id = id or f"figure-{figure.id}"
    side = common_side(panel for panel in figure.panels if isinstance(panel, Panel))
    panels = [
        panel_html(panel, side, figure.title, f"{id}-panel-{at}")
        for at, panel in enumerate(figure.panels, 1)
    ]
    numbered = (element("span", f"{number}.", class_="drawing-number"), " ") if number else ()
    whole = element(
        "figure",
        element("div", *panels, class_="drawing-panels"),
        *_key(figure),
        element("figcaption", *numbered, figure.caption),
        id=id,
        class_="drawing",
    )
    return tostring(whole, encoding="unicode")


def panel_html(panel: Panel | Tree, side: int, title: str, id: str) -> Element:
    """A picture or a tree between its heading and its note."""
    title = f"{title}: {panel.heading}" if panel.heading else title
    if isinstance(panel, Tree):
        # The stylesheet draws its lines, and it reads well without them.
        shown = element("ul", *_items(panel.nodes), class_="tree", aria_label=title)
    else:
        layout = PanelLayout(panel.extent, side)
        size, said = (layout.width, layout.height), (title, panel.description)
        shown = image(id, said, _layers(panel, layout), size)
    heading = element("p", panel.heading, class_="drawing-heading")
    note = element("p", panel.note, class_="drawing-note")
    parts = (part for part in (heading, shown, note) if part is shown or part.text)
    return element("div", *parts, class_="drawing-panel")


def _layers(panel: Panel, layout: PanelLayout) -> Iterator[Element]:
    """What is on a panel, from the ground up."""
    crossed = [area for area in panel.areas if area.shade in shapes.BEHIND_TEXT]
    textured = {square for area in crossed for square in area.squares}
    yield from (shapes.ground(layout, shown) for shown in panel.areas)
    yield shapes.grid(layout)
    yield from (shapes.border(layout, shown) for shown in panel.areas)
    yield from (shapes.mark(layout, shown) for shown in panel.marks)
    yield from (shapes.arrow(layout, shown) for shown in panel.arrows)
    yield from (shapes.label(layout, shown, shown.square in textured) for shown in panel.labels)
    yield from (shapes.token(layout, shown) for shown in panel.tokens)
    yield from (shapes.along(layout, shown) for shown in panel.arrows if shown.text)


def _items(nodes: tuple[Node, ...]) -> Iterator[Element]:
    """A tree as lists in lists: the topmost nodes, each with all that hangs from it."""
    tops = [at for at, node in enumerate(nodes) if node.depth == nodes[0].depth]
    for start, end in pairwise([*tops, len(nodes)]):
        own = nodes[start]
        if own.link:
            name = element("a", own.name, class_="tree-name", href=own.link)
        else:
            name = element("span", own.name, class_="tree-name")
        note = element("span", own.note, class_="tree-note")
        line = element("span", name, *((" ", note) if note.text else ()), class_="tree-node")
        below = [element("ul", *_items(nodes[start + 1 : end]))] if end > start + 1 else []
        yield element("li", line, *below)


def _key(figure: Figure) -> Iterator[Element]:
    """A list of samples with their names, each once; no list when nothing has a name."""
    entries = {name: sample for name, sample in _entries(figure) if name}
    width, height = shapes.SAMPLE_LAYOUT.width, shapes.SAMPLE_LAYOUT.height
    items = []
    for name, sample in entries.items():
        swatch = element(
            "svg", sample, aria_hidden="true", viewBox=f"0 0 {width} {height}",
            width=width, height=height, fill="none", stroke="currentColor",
        )  # fmt: skip
        items.append(element("li", swatch, element("span", name)))
    if items:
        yield element("ul", *items, class_="drawing-key")


def _entries(figure: Figure) -> Iterator[tuple[str, Element]]:
    """Names and samples: tokens first, then what happens to them, then areas and marks."""
    layout = shapes.SAMPLE_LAYOUT
    panels = [panel for panel in figure.panels if isinstance(panel, Panel)]
    tokens = [token for panel in panels for token in panel.tokens]
    for shown in tokens:
        alone = Token(shown.name, shown.label, shown.kind, shapes.SAMPLE)
        yield shown.name, shapes.token(layout, alone)
    if any(shown.state == "hit" for shown in tokens):
        yield "hit", element("g", shapes.flames(layout, shapes.SAMPLE), class_="drawing-token")
    for panel in panels:
        for area in (Area(area.name, (shapes.SAMPLE,), area.shade) for area in panel.areas):
            yield area.name, element("g", shapes.ground(layout, area), shapes.border(layout, area))
        for spot in panel.marks:
            yield spot.name, shapes.mark(layout, Mark(spot.name, shapes.SAMPLE))


def figure(desk: Desk, id: str) -> Figure:
    """A figure of the book."""
    desk.spend(DRAWING)
    return built(desk.book.figures, id, "figure")


def _words(figure: Figure) -> Iterator[str]:
    yield from (figure.caption, figure.title)
    for panel in figure.panels:
        yield from (panel.heading, panel.note, panel.description)
        if isinstance(panel, Tree):
            yield from (text for node in panel.nodes for text in (node.name, node.note))
        else:
            yield from (text for token in panel.tokens for text in (token.name, token.label))
            yield from (area.name for area in panel.areas)
            yield from (mark.name for mark in panel.marks)
            yield from (label.text for label in panel.labels)
            yield from (arrow.text for arrow in panel.arrows)


FIGURE = Kind(
    name="figure",
    makes=Figure,
    html=lambda figure, page: figure_html(
        figure, page.number_of(figure), page.own_id(f"figure-{figure.id}")
    ),
    macros=(figure,),
    contents=lambda figure: Contents(text=figure.caption, words=_words(figure), rules=figure.rules),
    computed_in=".drawing-number",
    files=(HERE / "figures.css", HERE / "trees.css"),
    numbered="figure",
)
