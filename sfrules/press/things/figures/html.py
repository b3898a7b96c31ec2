"""A figure as HTML: each panel an inline SVG or a list, so that a phone can stack them."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element, tostring

from sfrules.press.things.figures.figure import (
    BEHIND_TEXT,
    Area,
    Extent,
    Figure,
    Mark,
    Panel,
    Token,
)
from sfrules.press.things.figures.panel_layout import PanelLayout, common_side
from sfrules.press.things.figures.shapes import (
    along,
    arrow,
    border,
    flames,
    grid,
    ground,
    label,
    mark,
    token,
)
from sfrules.press.things.figures.tree import Node, Tree, branches
from sfrules.press.things.svg import append, element
from sfrules.press.things.thing import DRAWING, Desk, Kind, View, built

# The samples of a key stand in a single square, large enough for the smallest text.
SAMPLE = (0, 0)
SAMPLE_LAYOUT = PanelLayout(Extent(1, 1), side=28, margin=2)


def figure_html(figure: Figure, number: str | None = None) -> str:
    """The figure with its panels, key and caption.

    Args:
        figure: what to draw.
        number: what the caption begins with, such as "Figure 1", or a placeholder for it.
    """
    side = common_side(panel for panel in figure.panels if isinstance(panel, Panel))
    panels = [_panel(figure, at, side) for at in range(len(figure.panels))]
    whole = element("figure", id=f"figure-{figure.id}", class_="drawing")
    whole.append(element("div", *panels, class_="drawing-panels"))
    whole.extend(_key(figure))
    whole.append(_caption(figure, number))
    return tostring(whole, encoding="unicode")


def _caption(figure: Figure, number: str | None) -> Element:
    if number is None:
        return element("figcaption", figure.caption)
    numbered = element("span", f"{number}.", class_="drawing-number")
    return element("figcaption", numbered, f" {figure.caption}")


def _panel(figure: Figure, at: int, side: int) -> Element:
    """A picture or a tree between its heading and its note."""
    panel = figure.panels[at]
    title = f"{figure.title}: {panel.heading}" if panel.heading else figure.title
    block = element("div", class_="drawing-panel")
    if panel.heading:
        block.append(element("p", panel.heading, class_="drawing-heading"))
    if isinstance(panel, Tree):
        block.append(_tree(panel, title))
    else:
        name = f"figure-{figure.id}-panel-{at + 1}"
        block.append(_picture(panel, PanelLayout(panel.extent, side), title, name))
    if panel.note:
        block.append(element("p", panel.note, class_="drawing-note"))
    return block


def _picture(panel: Panel, layout: PanelLayout, title: str, name: str) -> Element:
    """The SVG of a panel, named and described for those who do not see it.

    Where no stylesheet colours it, it is ink without fill.
    """
    return element(
        "svg",
        element("title", title, id=f"{name}-title"),
        element("desc", panel.description, id=f"{name}-desc"),
        *_layers(panel, layout),
        role="img",
        aria_labelledby=f"{name}-title {name}-desc",
        viewBox=f"0 0 {layout.width} {layout.height}",
        width=layout.width,
        height=layout.height,
        fill="none",
        stroke="currentColor",
    )


def _layers(panel: Panel, layout: PanelLayout) -> Iterator[Element]:
    """What is on a panel, from the ground up."""
    crossed = [area for area in panel.areas if area.shade in BEHIND_TEXT]
    textured = {square for area in crossed for square in area.squares}
    yield from (ground(layout, shown) for shown in panel.areas)
    yield grid(layout)
    yield from (border(layout, shown) for shown in panel.areas)
    yield from (mark(layout, shown) for shown in panel.marks)
    yield from (arrow(layout, shown) for shown in panel.arrows)
    yield from (label(layout, shown, shown.square in textured) for shown in panel.labels)
    yield from (token(layout, shown) for shown in panel.tokens)
    yield from (along(layout, shown) for shown in panel.arrows if shown.text)


def _tree(tree: Tree, title: str) -> Element:
    """A tree as lists in lists: the stylesheet draws its lines, and it reads well without them."""
    made = _list(tree.nodes)
    made.set("class", "tree")
    made.set("aria-label", title)
    return made


def _list(nodes: tuple[Node, ...]) -> Element:
    return element("ul", *(_item(node, below) for node, below in branches(nodes)))


def _item(node: Node, below: tuple[Node, ...]) -> Element:
    line = element("span", element("span", node.name, class_="tree-name"), class_="tree-node")
    if node.note:
        append(line, " ")
        line.append(element("span", node.note, class_="tree-note"))
    return element("li", line, *([_list(below)] if below else []))


def _key(figure: Figure) -> Iterator[Element]:
    """A list of samples with their names, each once; no list when nothing has a name."""
    entries = {name: sample for name, sample in _entries(figure) if name}
    if entries:
        yield element("ul", *(_entry(*entry) for entry in entries.items()), class_="drawing-key")


def _entries(figure: Figure) -> Iterator[tuple[str, Element]]:
    """Names and samples: tokens first, then what happens to them, then areas and marks."""
    panels = [panel for panel in figure.panels if isinstance(panel, Panel)]
    tokens = [token for panel in panels for token in panel.tokens]
    for shown in tokens:
        yield shown.name, token(SAMPLE_LAYOUT, Token(shown.name, shown.label, shown.kind, SAMPLE))
    if any(shown.state == "hit" for shown in tokens):
        yield "hit", element("g", flames(SAMPLE_LAYOUT, SAMPLE), class_="drawing-token")
    for panel in panels:
        for area in panel.areas:
            yield area.name, _patch(Area(area.name, (SAMPLE,), area.shade))
        for spot in panel.marks:
            yield spot.name, mark(SAMPLE_LAYOUT, Mark(spot.name, SAMPLE))


def _patch(area: Area) -> Element:
    return element("g", ground(SAMPLE_LAYOUT, area), border(SAMPLE_LAYOUT, area))


def _entry(name: str, sample: Element) -> Element:
    width, height = SAMPLE_LAYOUT.width, SAMPLE_LAYOUT.height
    swatch = element(
        "svg", sample, aria_hidden="true", viewBox=f"0 0 {width} {height}",
        width=width, height=height, fill="none", stroke="currentColor",
    )  # fmt: skip
    return element("li", swatch, element("span", name))


def figure(desk: Desk, id: str) -> Figure:
    """A figure of the book."""
    desk.spend(DRAWING)
    return built(desk.book.figures, id, "figure")


def figure_on_page(figure: Figure, page: View) -> str:
    """The drawing under an id of its own: all ids in it begin with that."""
    own = page.own_id(f"figure-{figure.id}")
    html = figure_html(figure, page.number_of(figure))
    return html.replace(f'"figure-{figure.id}', f'"{own}').replace(
        f" figure-{figure.id}", f" {own}"
    )


def _words(figure: Figure) -> Iterator[str]:
    yield figure.caption
    for panel in figure.panels:
        yield from _words_on(panel)


def _words_on(panel: Panel | Tree) -> Iterator[str]:
    yield from (panel.heading, panel.note)
    if isinstance(panel, Tree):
        yield from (node.note for node in panel.nodes)
    else:
        yield from (label.text for label in panel.labels)
        yield from (arrow.text for arrow in panel.arrows)


FIGURE = Kind(
    name="figure",
    makes=Figure,
    html=figure_on_page,
    macros=(figure,),
    text=lambda figure: figure.caption,
    words=_words,
    origins=lambda figure, book: book.origins_of_rules(figure.rules),
    numbered="figure",
    offered=lambda book: book.figures,
)
