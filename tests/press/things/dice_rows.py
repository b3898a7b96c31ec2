"""A kind of thing of a book's own: a row of dice faces, as a rule has rolled them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from toy_book import BOOK, crew

from sfrules.press.things.thing import Contents, Desk, Kind, View, built

if TYPE_CHECKING:
    from collections.abc import Callable

SIGNS = dict(enumerate("⚀⚁⚂⚃⚄⚅", start=1))


@dataclass(frozen=True)
class Roll:
    """Dice that lie in a row."""

    id: str
    caption: str
    faces: tuple[int, ...]


def watches() -> Roll:
    """A die for each watch of a crew of five."""
    return Roll("watches", "The watches of a crew", crew(5))


ROLLS: dict[str, Callable[[], Roll]] = {"watches": watches}


def roll(_desk: Desk, id: str) -> Roll:
    """A row of dice of the book."""
    return built(ROLLS, id, "roll")


def drawn(row: Roll, page: View) -> str:
    """The dice with their caption."""
    own, dice = page.own_id(f"roll-{row.id}"), "".join(SIGNS[face] for face in row.faces)
    caption = f"<figcaption>{page.number_of(row)}. {row.caption}</figcaption>"
    return f'<figure class="roll" id="{own}">{dice}{caption}</figure>'


ROLL = Kind(
    name="roll",
    makes=Roll,
    html=drawn,
    macros=(roll,),
    contents=lambda row: Contents(
        text=" ".join(map(str, row.faces)), words=(row.caption,), rules=(crew,)
    ),
    kept=True,
    numbered="roll",
)
DICE_BOOK = replace(BOOK, kinds=(ROLL,))
