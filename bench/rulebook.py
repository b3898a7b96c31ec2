"""The benchmark's book, for sfrules."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

import campaign

from sfrules.press.things.book import Book
from sfrules.press.things.tables.table import Column, Table


def lists(page: int, place: int) -> Table:
    """The table at a place on a page."""
    given = {"table": campaign.table_number(page, place)}
    return Table(
        id=campaign.table_id(page, place),
        caption=campaign.caption(page, place),
        stub=Column("Level", int),
        columns=tuple(
            Column(heading, campaign.cell, given=given | {"column": at})
            for at, heading in enumerate(campaign.COLUMNS)
        ),
        rows=campaign.ROWS,
    )


PAGES = range(1, int(os.environ["BENCH_PAGES"]) + 1)
BOOK = Book(
    title="The campaign",
    root=Path(__file__).resolve().parent,
    modules=("rulebook", "campaign"),
    namespaces={"company": {"renown": campaign.value}},
    tables={
        campaign.table_id(page, place): partial(lists, page, place)
        for page in PAGES
        for place in campaign.PLACES
    },
)
