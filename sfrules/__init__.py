"""A rulebook whose every number is computed from its rules, or checked against them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # what a book is made with is loaded when a book asks for it
    from sfrules.binding.builder import Book
    from sfrules.binding.frames import to_frame
    from sfrules.binding.layout import Layout
    from sfrules.ground.formats import n
    from sfrules.ground.problems import Mistake, did_you_mean
    from sfrules.press.things.calculators import FormKind
    from sfrules.press.things.charts import Axis, Boundary, Chart, Series
    from sfrules.press.things.figures import (
        Area,
        Arrow,
        Extent,
        Figure,
        Label,
        Mark,
        Node,
        Panel,
        Token,
        Tree,
    )
    from sfrules.press.things.tables import Column, Spanner, Table
    from sfrules.press.things.thing import Contents, Desk, Kind, View

__version__ = "0.2.0"
__all__ = [
    "Area",
    "Arrow",
    "Axis",
    "Book",
    "Boundary",
    "Chart",
    "Column",
    "Contents",
    "Desk",
    "Extent",
    "Figure",
    "FormKind",
    "Kind",
    "Label",
    "Layout",
    "Mark",
    "Mistake",
    "Node",
    "Panel",
    "Series",
    "Spanner",
    "Table",
    "Token",
    "Tree",
    "View",
    "did_you_mean",
    "n",
    "to_frame",
]
_HOMES = {
    "sfrules.binding.builder": ("Book",),
    "sfrules.binding.frames": ("to_frame",),
    "sfrules.binding.layout": ("Layout",),
    "sfrules.ground.formats": ("n",),
    "sfrules.ground.problems": ("Mistake", "did_you_mean"),
    "sfrules.press.things.calculators": ("FormKind",),
    "sfrules.press.things.charts": ("Axis", "Boundary", "Chart", "Series"),
    "sfrules.press.things.tables": ("Column", "Spanner", "Table"),
    "sfrules.press.things.thing": ("Contents", "Desk", "Kind", "View"),
}


def __getattr__(name: str) -> object:
    """What a book is made with, by its name."""
    if name not in __all__:
        raise AttributeError(f"module 'sfrules' has no attribute {name!r}")
    figures = "sfrules.press.things.figures"
    home = next((home for home, names in _HOMES.items() if name in names), figures)
    return getattr(import_module(home), name)
