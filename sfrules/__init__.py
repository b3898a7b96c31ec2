"""A rulebook whose every number is computed from its rules, or checked against them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # what a book is made with is loaded when a book asks for it; "as" lends it
    from sfrules.binding.builder import Book as Book
    from sfrules.binding.frames import to_frame as to_frame
    from sfrules.binding.layout import Layout as Layout
    from sfrules.ground.formats import n as n
    from sfrules.ground.problems import Mistake as Mistake, did_you_mean as did_you_mean
    from sfrules.press.things.calculators import FormKind as FormKind
    from sfrules.press.things.charts import (
        Axis as Axis,
        Boundary as Boundary,
        Chart as Chart,
        Series as Series,
    )
    from sfrules.press.things.figures import (
        Area as Area,
        Arrow as Arrow,
        Extent as Extent,
        Figure as Figure,
        Label as Label,
        Mark as Mark,
        Node as Node,
        Panel as Panel,
        Token as Token,
        Tree as Tree,
    )
    from sfrules.press.things.tables import Column as Column, Spanner as Spanner, Table as Table
    from sfrules.press.things.thing import (
        Contents as Contents,
        Desk as Desk,
        Kind as Kind,
        View as View,
    )

__version__ = "0.2.0"
# Each module, and what a book is made with of it.
_HOMES = {
    "sfrules.binding.builder": ("Book",),
    "sfrules.binding.frames": ("to_frame",),
    "sfrules.binding.layout": ("Layout",),
    "sfrules.ground.formats": ("n",),
    "sfrules.ground.problems": ("Mistake", "did_you_mean"),
    "sfrules.press.things.calculators": ("FormKind",),
    "sfrules.press.things.charts": ("Axis", "Boundary", "Chart", "Series"),
    "sfrules.press.things.figures": (
        *("Area", "Arrow", "Extent", "Figure", "Label", "Mark", "Node", "Panel", "Token", "Tree"),
    ),
    "sfrules.press.things.tables": ("Column", "Spanner", "Table"),
    "sfrules.press.things.thing": ("Contents", "Desk", "Kind", "View"),
}
__all__ = [name for names in _HOMES.values() for name in names]


def __getattr__(name: str) -> object:
    """What a book is made with, by its name."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module 'sfrules' has no attribute {name!r}")
