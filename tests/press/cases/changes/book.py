"""The toy book with the locks of two editions, in which a table, a formula and numbers differ."""

from dataclasses import replace

import toy_book

HEAD = "page,anchor,kind,expression,printed\n"
EDITIONS = {
    "v0.1": {
        "fleet.csv": "Sails,Wood: Speed (knots),Crew\n1,2,4\n2,5,4\n12,24,9\n",
        "rowing.csv": "Oars,Speed\n2,1\n",
        "values.csv": HEAD
        + "docs/page.md,speed,value,sea.speed(3),6\n"
        + "docs/page.md,speed,value,sea.speed(4),8\n"
        + "docs/page.md,the-fleet,formula,formula(sea.cargo),Cargo = length × beam\n"
        + "docs/old.md,gone,value,sea.speed(1),3\n",
    },
    "v0.2": {
        "fleet.csv": "Sails,Wood: Speed (knots),Crew\n2,6,4\n1,<3>,4\n3,7,4\n",
        "harbors.csv": "Harbor,Depth\nEast,3\nWest,4\n",
        "values.csv": HEAD
        + "docs/page.md,speed,value,sea.speed(3),7\n"
        + "docs/page.md,speed,value,sea.speed(4),9\n"
        + "docs/page.md,the-fleet,formula,formula(sea.cargo),Cargo = length × beam ÷ 3\n"
        + "docs/page.md,speed,value,sea.speed(5),11\n",
    },
}
BOOK = replace(
    toy_book.BOOK,
    history=lambda revision: {
        name: text.encode() for name, text in EDITIONS[revision or "v0.2"].items()
    },
)
