"""Tables with very many rows, all of them wrong: each is told."""

import pytest

from sfrules import authored
from sfrules.authored import Tables

ROWS = 5_000


def upgrade(number: int, requirement: str) -> str:
    return f"u{number},U{number},any,{requirement},,b,false,IM-06"


# A table, the row of a number among so many, and how many problems there are with so many rows.
WRONG = {
    "rows with a cell too few": ("starting-kit", lambda n, _: f"w{n},W,4", lambda rows: rows),
    "a number that is none": (
        "dice",
        lambda n, _: f"d{n},eight,true,true,true,SF-01",
        lambda rows: 2 * rows - 6,  # the id, too, but for those of the six dice that there are
    ),
    "a key to no row": ("upgrades", lambda n, _: upgrade(n, f"V{n}"), lambda rows: rows),
    "a key that is there again": (
        "weapons",
        lambda _, __: "dagger,D,d4,SF-07",
        lambda rows: rows - 1,
    ),
}


def problems_of(root, table, rows):
    header = ",".join(authored.schema(table).columns)
    path = root / f"tables/authored/{table}.csv"
    path.write_text("\n".join([header, *rows, ""]), encoding="utf-8")
    return [bad for bad in Tables(root).check() if bad.path.endswith(f"/{table}.csv")]


@pytest.mark.parametrize("wrong", WRONG)
def test_many_wrong_rows_are_all_found(root, wrong):
    table, row, count = WRONG[wrong]
    found = problems_of(root, table, [row(n, ROWS) for n in range(ROWS)])
    assert len(found) == count(ROWS)
