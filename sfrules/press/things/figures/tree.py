"""A tree of names: each hangs from the last one before it that is less deep."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class Node:
    """A name in a tree, and a few words after it; the depth is 0 at the top, and one more below."""

    depth: int
    name: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """A panel of a figure that shows what hangs from what, as lists within lists.

    The nodes stand each after its parent, the heading above the tree, and the note below it.

    Raises:
        ValueError: for a tree without nodes, or a node without a parent.
    """

    nodes: tuple[Node, ...]
    description: str
    heading: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        if not self.nodes:
            raise ValueError("a tree has no nodes")
        if self.nodes[0].depth != 0:
            raise ValueError(f"{self.nodes[0].name} begins a tree at depth {self.nodes[0].depth}")
        for above, node in pairwise(self.nodes):
            if not 0 <= node.depth <= above.depth + 1:
                raise ValueError(f"{node.name} is at depth {node.depth}, and hangs from nothing")


def branches(nodes: tuple[Node, ...]) -> Iterator[tuple[Node, tuple[Node, ...]]]:
    """The topmost nodes, each with all that hangs from it."""
    tops = [at for at, node in enumerate(nodes) if node.depth == nodes[0].depth]
    for start, end in pairwise([*tops, len(nodes)]):
        yield nodes[start], nodes[start + 1 : end]
