"""The drawings of the book: the rules say what to draw, and the words are made of their answers."""

from collections.abc import Callable

from sfrules.book.figures.bridge import BRIDGE_MAPS
from sfrules.book.figures.bursts import bursts, distances, lesser_fireball
from sfrules.book.figures.cliff import cliff
from sfrules.book.figures.reach import REACH_MAPS
from sfrules.book.figures.trees import TREES
from sfrules.press.things.figures.figure import Figure

FIGURES: dict[str, Callable[[], Figure]] = {
    "lesser-fireball": lesser_fireball,
    **BRIDGE_MAPS,
    "distance": distances,
    "bursts": bursts,
    **REACH_MAPS,
    "reach-yards-climber": cliff,
    **TREES,
}
