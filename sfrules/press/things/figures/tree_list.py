"""A tree as lists in lists: the stylesheet draws its lines, and it reads well without them."""

from xml.etree.ElementTree import Element

from sfrules.press.things.figures.tree import Node, Tree, branches
from sfrules.press.things.svg import element


def tree_list(tree: Tree, name: str) -> Element:
    """The tree as a list.

    Args:
        tree: what to show.
        name: what the list is called, for those who do not see where it stands.
    """
    made = _list(tree.nodes)
    made.set("class", "tree")
    made.set("aria-label", name)
    return made


def _list(nodes: tuple[Node, ...]) -> Element:
    return element("ul", *(_item(node, below) for node, below in branches(nodes)))


def _item(node: Node, below: tuple[Node, ...]) -> Element:
    label = element("span", element("span", node.name, class_="tree-name"), class_="tree-node")
    if node.note:
        label.append(element("span", node.note, class_="tree-note"))
        label[0].tail = " "
    return element("li", label, *([_list(below)] if below else []))
