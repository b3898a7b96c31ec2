"""The maps of the book, each a row of letters after another."""

from sfrules.authored import facts, place_of
from sfrules.ground.ledger import Origin
from sfrules.press.things.book import Record


def maps() -> dict[str, Record]:
    """The maps by their ids, each with its rows from the top."""
    first = {row.id: place_of(row) for row in reversed(facts("maps").rows)}
    return {
        id: Record({"rows": map_rows(id)}, Origin(f"maps.{id}", place.path, place.line))
        for id, place in first.items()
    }


def map_rows(id: str) -> tuple[str, ...]:
    """The rows of a map, from the top."""
    return tuple(
        text for _, text in sorted((row.row, row.text) for row in facts("maps").where(id=id))
    )
