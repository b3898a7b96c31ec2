"""The upgrades of each movement set as a tree."""

from typing import Annotated

from sfrules import Figure, Node, Tree, authored, n
from sfrules.book.shipped import book
from sfrules.press.things.tables import row_id
from sfrules.rules import impairment


@book.figure
def tree(movement_set: Annotated[str, authored.facts("impairment-seeds").ids]) -> Figure:
    """The upgrades of a movement set, each under the one that it needs first."""
    name = authored.row("impairment-seeds", movement_set).name
    upgrades = {row.name: row for row in authored.rows("upgrades")}
    lines = impairment.upgrade_tree(movement_set)
    roots = sum(depth == 0 for depth, _ in lines)
    deepest = max(depth for depth, _ in lines)
    told = f"{n(len(lines))} upgrades, {n(roots)} of which need no other first"
    longest = f", {n(deepest + 1)} deep at most" if deepest else ""
    return Figure(
        id=f"tree-{movement_set}",
        title=f"Upgrades: {name}",
        caption=f"Upgrades for {_set_named(name)}: {told}{longest}.",
        panels=(
            Tree(
                nodes=tuple(
                    Node(depth, line, taken(upgrades[line]), row_of(movement_set, line))
                    for depth, line in lines
                ),
                description=f"{told}{longest}.",
            ),
        ),
        rules=(impairment.upgrade_tree, impairment.requirement),
    )


def row_of(movement_set: str, upgrade: str) -> str:
    """Where the table of a movement set's upgrades has one of them."""
    return f"#{row_id(f'table-impairment-upgrades-{movement_set}', upgrade)}"


def taken(upgrade: authored.Row) -> str:
    """How often an upgrade may be taken, in words; nothing where once is all."""
    if upgrade.times is None:
        return "any number of times"
    return "" if upgrade.times == 1 else f"up to {n(upgrade.times)} times"


def _set_named(name: str) -> str:
    return name.lower() if " " in name else f"the set {name}"
