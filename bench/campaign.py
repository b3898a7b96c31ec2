"""What the benchmark's book says, in every variant: its numbers, its names and its prose."""

from __future__ import annotations

ROWS = tuple(range(1, 31))
COLUMNS = ("Attack", "Defense", "Damage", "Hit points", "Surge", "Speed")
PLACES = (1, 2, 3, 4, 5)

PROSE = (
    "A company that keeps its order wins more fights than one that keeps its nerve.",
    "Read the list below from the left: the level first, then what a hero of that level brings.",
    "Whoever stands in a doorway chooses the fight, and *whoever* leaves it gives the choice away.",
    "Nothing here is a limit: a table's master may add a row, and should say so **beforehand**.",
)


def value(page: int, place: int) -> int:
    """Renown: what a company is known for, at a place on a page."""
    return page * 3 + place


def cell(level: int, column: int, table: int) -> int:
    """A number of a table: other in every row, column and table."""
    return level * (column + 2) + table


def table_id(page: int, place: int) -> str:
    """The name of the table at a place on a page."""
    return f"list-{page}-{place}"


def table_number(page: int, place: int) -> int:
    """What makes the cells of a table its own."""
    return page % 40 + place * 7


def caption(page: int, place: int) -> str:
    """What a table is called."""
    return f"Company {page}, list {place}"


def rows(page: int, place: int) -> list[list[int]]:
    """The table at a place on a page: levels, and the numbers of each."""
    number = table_number(page, place)
    columns = range(len(COLUMNS))
    return [[level, *(cell(level, column, number) for column in columns)] for level in ROWS]
