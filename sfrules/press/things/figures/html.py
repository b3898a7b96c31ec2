"""A figure as HTML: each panel an inline SVG or a list, so that a phone can stack them."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element, tostring

from sfrules.press.things.figures.figure import BEHIND_TEXT, Figure, Panel
from sfrules.press.things.figures.figure_key import key
from sfrules.press.things.figures.paper import Plan, common_side
from sfrules.press.things.figures.shapes import (
    along,
    arrow,
    border,
    grid,
    ground,
    label,
    mark,
    token,
)
from sfrules.press.things.figures.tree import Tree
from sfrules.press.things.figures.tree_list import tree_list
from sfrules.press.things.svg import element


def figure_html(figure: Figure, number: str | None = None) -> str:
    """The figure with its panels, key and caption.

    Args:
        figure: what to draw.
        number: what the caption begins with, such as "Figure 1", or a placeholder for it.
    """
    side = common_side(panel for panel in figure.panels if isinstance(panel, Panel))
    panels = [_panel(figure, at, side) for at in range(len(figure.panels))]
    parts = [
        element("div", *panels, class_="drawing-panels"),
        key(figure),
        _caption(figure, number),
    ]
    shown = [part for part in parts if part is not None]
    return tostring(
        element("figure", *shown, id=f"figure-{figure.id}", class_="drawing"), encoding="unicode"
    )


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
        block.append(tree_list(panel, title))
    else:
        name = f"figure-{figure.id}-panel-{at + 1}"
        block.append(_picture(panel, Plan(panel.extent, side), title, name))
    if panel.note:
        block.append(element("p", panel.note, class_="drawing-note"))
    return block


def _picture(panel: Panel, plan: Plan, title: str, name: str) -> Element:
    """The SVG of a panel, named and described for those who do not see it.

    Ink without fill is what it falls back to where no stylesheet colours it.
    """
    return element(
        "svg",
        element("title", title, id=f"{name}-title"),
        element("desc", panel.description, id=f"{name}-desc"),
        *_layers(panel, plan),
        role="img",
        aria_labelledby=f"{name}-title {name}-desc",
        viewBox=f"0 0 {plan.width} {plan.height}",
        width=plan.width,
        height=plan.height,
        fill="none",
        stroke="currentColor",
    )


def _layers(panel: Panel, plan: Plan) -> Iterator[Element]:
    """What is on a panel, from the ground up."""
    crossed = [area for area in panel.areas if area.shade in BEHIND_TEXT]
    textured = {square for area in crossed for square in area.squares}
    yield from (ground(plan, shown) for shown in panel.areas)
    yield grid(plan)
    yield from (border(plan, shown) for shown in panel.areas)
    yield from (mark(plan, shown) for shown in panel.marks)
    yield from (arrow(plan, shown) for shown in panel.arrows)
    yield from (label(plan, shown, shown.square in textured) for shown in panel.labels)
    yield from (token(plan, shown) for shown in panel.tokens)
    yield from (along(plan, shown) for shown in panel.arrows if shown.text)
