"""Trees: what hangs from what, as lists in lists; `cases/figures` has one on a page."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element, fromstring

import pytest

from sfrules import authored
from sfrules.book import BOOK
from sfrules.press.things.figures import Node, Tree, figure_html

SETS = ["any", "overland", "swim", "fly", "teleport", "space"]


def hangings(items: Element, above: str | None = None) -> Iterator[tuple[str, str | None, str]]:
    """Each name of a list, what it hangs from, and its note."""
    for item in items:
        name = item.findtext("span/*[@class='tree-name']") or ""
        note = item.findtext("span/span[@class='tree-note']") or ""
        yield name, above, note
        for below in item.findall("ul"):
            yield from hangings(below, name)


def shown(root: Element) -> list[tuple[str, str | None, str]]:
    (tree,) = (part for part in root.iter("ul") if part.get("class") == "tree")
    return list(hangings(tree))


@pytest.mark.parametrize(
    ("depths", "why"),
    [
        ([], "a tree has no nodes"),
        ([1], "n0 begins a tree at depth 1"),
        ([0, 2], "n1 is at depth 2, and hangs from nothing"),
        ([0, -1], "n1 is at depth -1, and hangs from nothing"),
    ],
)
def test_a_tree_that_does_not_hang_together_is_refused(depths: list[int], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Tree(nodes=tuple(Node(d, f"n{at}") for at, d in enumerate(depths)), description="")


@pytest.mark.parametrize("movement_set", SETS)
def test_a_tree_of_the_book_has_every_upgrade_once_under_what_it_needs(movement_set: str) -> None:
    figure = BOOK.figures[f"tree-{movement_set}"]()
    html = figure_html(figure)
    assert html == figure_html(BOOK.figures[f"tree-{movement_set}"]())
    assert "style=" not in html
    lines = shown(fromstring(html))
    rows = [row for row in authored.rows("upgrades") if row.movement_set == movement_set]
    times = {None: "any number of times", 1: "", 3: "up to 3 times"}
    assert len(lines) == len(rows)
    assert set(lines) == {(row.name, row.requirement, times[row.times]) for row in rows}
    roots = sum(row.requirement is None for row in rows)
    assert f"{len(rows)} upgrades, {roots} of which need no other first" in figure.description
    assert figure.description.rstrip(".") in figure.caption
