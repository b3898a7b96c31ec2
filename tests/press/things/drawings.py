"""A panel that has everything a panel may have, one that has nothing, and a tree."""

from sfrules.press.things.figures import (
    Area,
    Arrow,
    Extent,
    Label,
    Mark,
    Node,
    Panel,
    Token,
    Tree,
)

HALL = Panel(
    heading="The hall",
    note="at <midnight>",
    description="A knight & a bat.",
    extent=Extent(4, 3),
    tokens=(
        Token("knight", "K", "ally", (0, 0)),
        Token("bat", "B", "foe", (2, 1), "hit"),
        Token("bat", "B", "foe", (3, 1)),
        Token("chest", "C", "object", (3, 2)),
    ),
    areas=(
        Area("water", ((0, 1), (0, 2)), "dotted"),
        Area("flame", ((2, 1), (3, 1)), "hatched"),
        Area("wall", ((1, 2),), "solid"),
        Area("mire", ((0, 0), (1, 0)), "wavy"),
        Area("deck", ((2, 2),), "railed"),
        Area("deep", ((3, 2),), "rippled"),
        Area("", ((1, 1),)),
    ),
    labels=(Label("7", (0, 2)), Label("8,888", (1, 1))),
    marks=(Mark("lamp", (2, 0)),),
    arrows=(Arrow((0, 0), (2, 1), 'far "away"'),),
)
CELLAR = Panel(description="Nothing.", extent=Extent(20, 2))
OAK = Tree(
    nodes=(
        Node(0, "trunk & root"),
        Node(1, "bough", "up to <2>"),
        Node(2, "twig"),
        Node(1, "nest"),
        Node(0, "moss"),
    ),
    description="An oak.",
    heading="Oak",
    note="old",
)
