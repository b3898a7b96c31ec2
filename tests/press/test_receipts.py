"""Receipts: what a reader is told of each number of a page, once it is asked for."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

from printing import TERMS_PAGE, convert
from toy_book import BOOK, fleet

from sfrules.ground.ledger import Origin
from sfrules.press.site.keep.dependencies import Dependencies
from sfrules.press.site.keep.store import Store
from sfrules.press.site.weave.check import check, page_of
from sfrules.press.things.book import Book
from sfrules.press.things.tables.table import Column

PAGE = """\
With 3 sails she makes 7, and at four nine, which is **two** more than 7.
The Gull sets 5 sails, there is a crew of 8, and both holds take 10.

```proof
slow = sea.speed(3) = 7
fast = sea.speed(4) = nine
fast - slow = two
slow
sails = 5
~ sea.crew(8)|length = 8
sea.cargo(9, 2) + sea.cargo(6, 2) = 10
```

And a boat of one sail makes {{ sea.speed(1) }}. <!-- no rule -->
"""


def receipts_of(text: str, book: Book = BOOK) -> tuple[dict[str, Any], str]:
    """The receipts of a page, and its HTML."""
    store = Store(Dependencies(book), site=True)
    texts = {"page.md": text, "terms.md": TERMS_PAGE}
    pages = {name: page_of(f"docs/{name}", each, each) for name, each in texts.items()}
    woven = check(store, pages, convert)
    assert [str(problem) for problem in woven.problems] == []
    script = store.pages["page.md"].receipts
    found = json.loads(script.removeprefix("receipts(").removesuffix(");\n"))
    return found, woven.pages["page.md"].html


def told(text: str) -> list[tuple[str, dict[str, Any]]]:
    """The numbers of a page in order, each with what its receipt says, its rules by name."""
    found, html = receipts_of(text)
    numbers = re.findall(r'data-receipt="(\d+)">([^<]*)<', html)
    return [(number, _named(found["numbers"][at], found["rules"])) for at, number in numbers]


def _named(receipt: dict[str, Any], rules: list[list[str]]) -> dict[str, Any]:
    return {**receipt, "rules": [rules[at] for at in receipt.get("rules", ())]}


def test_each_number_is_told_by_its_own_line() -> None:
    expected = [
        ("3", "slow = sea.speed(3) = 7"),
        ("7", "slow = sea.speed(3) = 7"),
        ("four", "fast = sea.speed(4) = 9"),
        ("nine", "fast = sea.speed(4) = 9"),
        ("two", "fast - slow = 2"),
        ("7", "slow = sea.speed(3) = 7"),  # said again
        ("5", "sails = 5"),
        ("8", "sea.crew(8)|length = 8"),
        ("10", "sea.cargo(9, 2) + sea.cargo(6, 2) = 10"),
        ("3", "sea.speed(1)"),  # computed
    ]
    assert [(number, receipt["expression"]) for number, receipt in told(PAGE)] == expected


def test_a_line_tells_its_rules_its_working_and_what_the_prose_says() -> None:
    receipts = dict(told(PAGE))
    ((name, link, place, words),) = receipts["nine"]["rules"]
    assert (name, link) == ("sea.speed", "")
    assert re.fullmatch(r"tests/press/toy_book\.py:\d+", place)
    assert words == "Speed in knots: sails, and one more for wood."
    assert receipts["nine"]["said"] == "nine"
    assert "worked" not in receipts["nine"]  # its code is no formula
    steps = ["= 9 × 2 ÷ 3", "= 6", "= 6 × 2 ÷ 3", "= 4"]
    worked = receipts["10"]["worked"].split("\n")
    assert [step for step in worked if step.startswith("=")] == steps
    # What it is made from, it has from the lines above it.
    assert [rule[0] for rule in receipts["two"]["rules"]] == ["sea.speed"]


def test_a_fact_is_told_by_its_source() -> None:
    ((number, receipt),) = told("She has one master.\n\n```proof\nHB-1 masters: one\n```\n")
    assert (number, receipt["expression"]) == ("one", "Source HB-1 masters = 1")
    assert receipt["rules"] == [["Source HB-1", "", "cited.csv:3", ""]]


def test_what_an_example_chooses_is_said_to_be_chosen() -> None:
    chosen = [number for number, receipt in told(PAGE) if receipt.get("chosen")]
    assert chosen == ["5"]


def test_of_two_lines_that_say_a_number_the_one_in_the_order_of_the_prose_is_told() -> None:
    text = "At 3 it makes 7.\n\n```proof\n~ sea.crew(7)|length = 7\nsea.speed(3) = 7\n```\n"
    assert [receipt["expression"] for _, receipt in told(text)] == ["sea.speed(3) = 7"] * 2


def test_a_proof_that_is_hidden_tells_nothing() -> None:
    text = "At 3 it makes 7, and {{ sea.speed(1) }}.\n\n```proof hidden\nsea.speed(3) = 7\n```\n"
    assert [number for number, _ in told(text)] == ["3"]


def test_a_column_is_told_by_its_rule_and_one_without_by_all_that_its_table_is_from() -> None:
    (table,) = receipts_of('{{ table("fleet") }}\n')[0]["tables"].values()
    rules = {column["head"]: [rule[0] for rule in column["rules"]] for column in table["columns"]}
    assert rules == {
        "Sails": ["sea.speed", "sea.drift"],
        "Wood: Speed": ["sea.speed"],
        "Wood: Drift": ["sea.drift"],
        "Iron: Slow": ["sea.speed"],
    }
    assert table["columns"][2]["says"] == "Drift: what wind takes away."
    assert table["columns"][0]["says"] == ""
    assert [column["formula"] for column in table["columns"]] == ["", "", "Drift = −knots", ""]


def test_below_a_table_stands_what_computes_it_and_whose_rows_it_has() -> None:
    rows = Origin("fleets", "tables/authored/fleets.csv", 1)
    both = replace(fleet(), authored=("fleets",))
    alone = replace(both, columns=(Column("Name", str, "Its name."),), sources=())
    for table, words in (
        (both, "Computed by sea.speed, sea.drift; rows from <code>"),
        (alone, "Rows from <code>"),
    ):
        book = replace(BOOK, tables={"fleet": lambda table=table: table}, origins=lambda _: rows)
        html = receipts_of('{{ table("fleet") }}\n', book)[1]
        assert f'<p class="table-origin">{words}tables/authored/fleets.csv</code>.' in html
