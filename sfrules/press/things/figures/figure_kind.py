"""Figures among the kinds of things."""

from __future__ import annotations

from collections.abc import Iterator

from sfrules.press.things.figures.figure import Figure, Panel
from sfrules.press.things.figures.html import figure_html
from sfrules.press.things.figures.tree import Tree
from sfrules.press.things.thing import DRAWING, Desk, Kind, View, built


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
