"""The authored tables: facts that no formula gives, as checked and typed rows with their places.

`rows("weapons")` is every row of tables/authored/weapons.csv, `row("weapons", "dagger")` one of
them, `step("tiers", 12)` the row of a step table that holds at 12. A row's columns are its
attributes.
A table with problems is refused when it is first read. `TABLES.check()` lists those of all tables;
after `TABLES.forget()`, they are read again.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from sfrules.facts.row import Row, RowPlace, place_of
from sfrules.facts.tables import Facts, Tables

__all__ = ["Facts", "Row", "RowPlace", "Tables", "place_of"]  # beside its own


def _home() -> Path:
    """The folder that holds tables/: inside an installed package, else beside it."""
    package = Path(__file__).resolve().parent
    installed = (package / "tables" / "datapackage.json").is_file()
    return package if installed else package.parent


TABLES = Tables(_home())
names, schema = TABLES.names, TABLES.schema
row, rows, step = TABLES.row, TABLES.rows, TABLES.step
facts = partial(Facts, TABLES)  # what tables are made of: `facts("weapons")["dagger"]`
made_of = TABLES.made_of


def root() -> Path:
    """The folder that holds tables/."""
    return TABLES.root
