"""Tables with very many rows, all of them wrong: as many problems, in little time."""

import time

import pytest

from sfrules import authored
from sfrules.authored import Tables

ROWS = 20_000
SECONDS = 10  # it takes one; in the square of the rows, it would take minutes


def upgrade(number: int, requirement: str) -> str:
    return f"u{number},U{number},any,{requirement},,b,false,IM-06"


WRONG = {
    "rows with a cell too few": ("weapons", [f"w{n},W,d4" for n in range(ROWS)], ROWS),
    "a number that is none": ("dice", [f"d{n},eight,true,true,true,SF-01" for n in range(ROWS)], 0),
    "a key to no row": ("upgrades", [upgrade(n, f"V{n}") for n in range(ROWS)], ROWS),
    "a key that is there again": ("weapons", ["dagger,D,d4,SF-07"] * ROWS, ROWS - 1),
    "rows in one long chain": ("upgrades", [upgrade(n, f"U{n + 1}") for n in range(ROWS)], 1),
    "rows in one circle": ("upgrades", [upgrade(n, f"U{(n + 1) % ROWS}") for n in range(ROWS)], 1),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_many_wrong_rows_take_little_time(root, wrong):
    table, rows, count = WRONG[wrong]
    header = ",".join(authored.schema(table).columns)
    path = root / f"tables/authored/{table}.csv"
    path.write_text("\n".join([header, *rows, ""]), encoding="utf-8")
    start = time.process_time()
    problems = [bad for bad in Tables(root).check() if bad.path.endswith(f"/{table}.csv")]
    assert time.process_time() - start < SECONDS
    assert len(problems) == count or (not count and len(problems) >= ROWS)


def test_of_a_long_circle_the_first_rows_are_named(root):
    rows = [upgrade(n, f"U{(n + 1) % 100}") for n in range(100)]
    header = ",".join(authored.schema("upgrades").columns)
    (root / "tables/authored/upgrades.csv").write_text("\n".join([header, *rows, ""]))
    (bad,) = (bad for bad in Tables(root).check() if "circle" in bad.message)
    assert bad.message.endswith('"U11" (line 13) → 88 more rows → "U0"')
