"""Emblems of heroes and monsters: small pictures made of squares, as the fireballs are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path

from sfrules.book.kinds.emblem_pictures import PICTURES
from sfrules.ground.problems import Mistake, did_you_mean
from sfrules.press.things.thing import Desk, Kind, View, text_of

HERE = Path(__file__).parent
SIDE = 12  # squares
LEFT, TOP = 0, -0.5  # where the first of them begin: a line goes through their middles
# The colors, by the sign that stands for a square of each in PICTURES; a dot is no square.
TONES = {"#": "ink", "r": "dull", "o": "red", "y": "warm", "w": "hot"}


@dataclass(frozen=True)
class Emblem:
    """The picture of somebody: whose it is, and its rows of squares from the top."""

    who: str
    rows: tuple[str, ...]


@cache
def emblems() -> Mapping[str, Emblem]:
    """All emblems, by whom they show."""
    pictures = PICTURES.split("\n\n")
    return {who: Emblem(who, tuple(rows)) for who, *rows in map(str.splitlines, pictures)}


def emblem(desk: Desk, who: str) -> Emblem:
    """The emblem of a hero or a monster, by its id in the tables."""
    desk.spend(2_000)
    if found := emblems().get(text_of(who, "who")):
        return found
    raise Mistake(f'"{who}" has no emblem', did_you_mean(who, emblems()), "who")


def _html(shown: Emblem, _page: View) -> str:
    """Its squares as dashed lines, a path for each color; what it shows the text says, too."""
    lines = dict.fromkeys(TONES, "")
    for down, row in enumerate(shown.rows):
        for sign, run in groupby(range(SIDE), row.__getitem__):
            if sign in TONES:
                first, *others = run
                lines[sign] += f"M{first} {down}h{len(others) + 1}"
    paths = "".join(
        f'<path class="emblem__{name}" d="{lines[tone]}"/>'
        for tone, name in TONES.items()
        if lines[tone]
    )
    box = f"{LEFT} {TOP} {SIDE} {SIDE}"
    return f'<svg class="emblem" viewBox="{box}" aria-hidden="true">{paths}</svg>'


EMBLEM = Kind(
    name="emblem", makes=Emblem, html=_html, macros=(emblem,), styles=(HERE / "emblem.css",)
)
