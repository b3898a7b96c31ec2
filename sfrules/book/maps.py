"""The maps of the book, each a row of letters after another."""

from sfrules.authored import facts, place_of
from sfrules.ground.ledger import Origin
from sfrules.press.things.book import Record
from sfrules.rules.maps import WALL

RIVER, BRIDGE = "=", "_"  # too deep to wade, and what leads over it
TO_RULES = str.maketrans({RIVER: WALL, BRIDGE: "."})


def maps() -> dict[str, Record]:
    """The maps by their ids, each with its rows from the top."""
    first = {row.id: place_of(row) for row in reversed(facts("maps").rows)}
    return {
        id: Record({"rows": map_rows(id)}, Origin(f"maps.{id}", place.path, place.line))
        for id, place in first.items()
    }


def map_rows(id: str) -> tuple[str, ...]:
    """The rows of a map, from the top, in the letters of the rules."""
    return tuple(row.translate(TO_RULES) for row in drawn_rows(id))


def drawn_rows(id: str) -> tuple[str, ...]:
    """The rows of a map, from the top, as they are drawn: with rivers and bridges told apart."""
    return tuple(
        text for _, text in sorted((row.row, row.text) for row in facts("maps").where(id=id))
    )
