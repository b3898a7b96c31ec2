"""The benchmark's book, for sfrules."""

from __future__ import annotations

import os
from functools import partial

import campaign

from sfrules import Book

book = Book("The campaign", __file__, gaps=True, loose_numbers=True)
book.rules("company", {"renown": campaign.value})
for page in range(1, int(os.environ["BENCH_PAGES"]) + 1):
    for place in campaign.PLACES:
        number = campaign.table_number(page, place)
        book.table(
            campaign.table_id(page, place),
            campaign.caption(page, place),
            campaign.ROWS,
            {
                "Level": int,
                **{
                    heading: partial(campaign.cell, column=at, table=number)
                    for at, heading in enumerate(campaign.COLUMNS)
                },
            },
        )
