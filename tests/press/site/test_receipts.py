"""Receipts: what a reader is told of each number of a page, once it is asked for."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from printing import TERMS_PAGE, convert
from toy_book import BOOK, fleet

from sfrules.ground.ledger import Origin
from sfrules.press.site.memo import Memo
from sfrules.press.site.weave import BookResult, expand, page_of, weave
from sfrules.press.things.book import BookFacts, Record, Rulebook, Term
from sfrules.press.things.tables import Column

PAGE = """\
With 3 sails she makes 7, and at four nine, which is **two** more than 7.
The Gull sets 5 sails, there is a crew of 8, and both holds take 10.

```proof
slow = sea.speed(3) = 7
fast = sea.speed(4) = nine
fast - slow = two more
7
sea.crew(8)|length = 8
sea.cargo(9, 2) + sea.cargo(6, 2) = 10
```

And a boat of one sail makes {{ sea.speed(1) }}. <!-- no rule -->
"""


def _woven(memo: Memo, texts: Mapping[str, str]) -> BookResult:
    pages = {name: page_of(f"docs/{name}", each, each) for name, each in texts.items()}
    expanded = {name: memo.expanded(name, page, expand) for name, page in pages.items()}
    return weave(memo, expanded, convert, lambda _page, path: path)


def receipts_of(text: str, book: Rulebook = BOOK) -> tuple[dict[str, Any], str]:
    """The receipts of a page, and its HTML."""
    memo = Memo(book)
    memo.site = True
    texts = {"page.md": text, "terms.md": TERMS_PAGE}
    woven = _woven(memo, texts)
    assert [str(problem) for problem in woven.problems] == []
    script = memo.pages["page.md"].receipts
    return json.loads(script), woven.pages["page.md"].html


def told(text: str) -> list[tuple[str, dict[str, Any]]]:
    """The numbers of a page in order, each with what its receipt says, its rules by name."""
    found, html = receipts_of(text)
    numbers = re.findall(r'data-receipt="(\d+)">([^<]*)<', html)
    return [(number, _named(found["numbers"][at], found["rules"])) for at, number in numbers]


def _named(receipt: dict[str, Any], rules: list[list[str]]) -> dict[str, Any]:
    return {**receipt, "rules": [rules[at] for at in receipt.get("rules", ())]}


def test_each_number_is_told_by_its_own_line() -> None:
    expected = [
        ("7", "sea.speed(3) = 7"),
        ("nine", "sea.speed(4) = 9"),
        ("two", "fast - slow = 2"),
        ("7", "sea.speed(3) = 7"),  # said again
        ("8", "sea.crew(8)|length = 8"),
        ("10", "sea.cargo(9, 2) + sea.cargo(6, 2) = 10"),
        ("3", "sea.speed(1)"),  # computed
    ]
    assert [(number, receipt["expression"]) for number, receipt in told(PAGE)] == expected


def test_a_line_tells_its_rules_its_working_and_what_the_prose_says() -> None:
    receipts = dict(told(PAGE))
    ((name, _, href, words, sources, code, place),) = receipts["nine"]["rules"]
    assert (name, href, sources, code) == ("The rule Speed", "page.md", [], "sea.speed")
    assert re.fullmatch(r"tests/press/toy_book\.py:\d+", place)
    assert words == "Speed in knots: sails, and one more for wood."
    assert receipts["nine"]["said"] == "nine"
    assert "worked" not in receipts["nine"]  # its code is no formula
    steps = ["= 9 × 2 ÷ 3", "= 6", "= 6 × 2 ÷ 3", "= 4"]
    worked = receipts["10"]["worked"].split("\n")
    assert [step for step in worked if step.startswith("=")] == steps
    # What it is made from, it has from the lines above it.
    assert [rule[0] for rule in receipts["two"]["rules"]] == ["The rule Speed"]


def test_what_is_cited_chosen_or_read_in_a_row_is_not_asked() -> None:
    fields = {"id": "gull", "name": "The Gull", "crew_count": 12}
    gull = Record(fields, Origin("ships.gull", "tables/authored/ships.csv", 2))
    book = replace(BOOK, namespaces={**BOOK.namespaces, "ships": {"gull": gull}})
    text = "She has one master, a crew of 12, {{ ships.gull.crew_count }} in all, and 5 sails: 11 knots.\n\n"
    proof = "```proof\nHB-1 masters: one\nships.gull.crew_count = 12\nsails = 5\nsea.speed(sails) = 11\n```\n"
    html = receipts_of(text + proof, book)[1]
    assert re.findall(r'data-receipt="\d+">([^<]*)<', html) == ["11"]


def test_a_column_is_told_by_its_rule_and_one_without_by_all_that_its_table_is_from() -> None:
    found = receipts_of('{{ table("fleet") }}\n')[0]
    (table,) = found["tables"].values()
    rules = {
        column["head"]: [found["rules"][at][5] for at in column["rules"]]
        for column in table["columns"]
    }
    assert rules == {
        "Sails": ["sea.speed", "sea.drift"],
        "Wood: Speed": ["sea.speed"],
        "Wood: Drift": ["sea.drift"],
        "Iron: Slow": ["sea.speed"],
    }
    assert table["columns"][2]["says"] == "Drift: what wind takes away."
    assert table["columns"][0]["says"] == ""
    assert [column["formula"] for column in table["columns"]] == ["", "", "Drift = −knots", ""]


def test_the_list_of_tables_says_what_computes_each_and_whose_rows_it_has() -> None:
    rows = Origin("fleets", "tables/authored/fleets.csv", 1)
    both = replace(fleet(), authored=("fleets",))
    alone = replace(both, columns=(Column("Name", str, "Its name."),), sources=())
    for table, words in (
        (both, "Computed by Speed, Drift; rows from <code>"),
        (alone, "Rows from <code>"),
    ):
        book = replace(
            BOOK,
            tables={"fleet": lambda table=table: table},
            facts=BookFacts(origin=lambda _: rows),
        )
        text = '{{ table("fleet") }}\n\n{{ index("tables") }}\n'
        html = re.sub(r"</?a[^<>]*>", "", receipts_of(text, book)[1])
        assert f'<p class="provenance">{words}tables/authored/fleets.csv</code>.' in html


def test_a_line_of_several_rules_tells_each_with_what_it_was_given_and_its_answer() -> None:
    receipts = dict(told(PAGE))
    first = receipts["10"]["worked"].split("\n")[:2]
    assert first == ["cargo (9, 2) = 6", "cargo (6, 2) = 4"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("The shares of a prize: what is left.", "The shares of a prize: what is left."),
        ("The shares of a prize: a tenth, and 2 more.", "The shares of a prize."),
        ("The shares of 7 captains: what is left.", ""),
    ],
)
def test_a_rule_is_told_in_its_authors_words_as_far_as_no_number_is_in_them(
    line: str, said: str
) -> None:
    def shares() -> int:
        return 5

    shares.__doc__ = f"{line}\n\nSource: 12 books."
    book = replace(BOOK, namespaces={**BOOK.namespaces, "port": {"shares": shares}})
    found, _ = receipts_of("They get {{ port.shares() }}.\n", book)
    assert [rule[3] for rule in found["rules"]] == [said]


def test_a_rule_is_told_with_its_sources_in_a_book_that_has_a_table_of_them() -> None:
    def shares() -> int:
        """What is left.

        Source: HB-1, HB-2.
        """
        return 5

    book = replace(BOOK, namespaces={"port": {"shares": shares}})
    for sources, told in (("facts", [["HB-1", ""], ["HB-2", ""]]), ("", [])):
        found, _ = receipts_of("They get {{ port.shares() }}.\n", replace(book, sources=sources))
        assert [rule[4] for rule in found["rules"]] == [told]


def test_a_number_that_differs_on_purpose_says_so() -> None:
    text = "8 knots.\n\n```proof\n8 differs from sea.speed(3): as first printed\n```\n"
    assert told(text)[0][1]["because"] == "as first printed"


def test_a_rule_leads_to_the_page_of_its_term_and_not_to_a_specimen_of_its_formula() -> None:
    pages = {
        "how.md": "# How to read\n\n{{ formula(sea.cargo) }}\n",
        "rules.md": "# Rules\n\n## Hold {#hold}\n\n{{ formula(sea.cargo) }}\n",
        "page.md": "It holds 2.\n\n```proof\nsea.cargo(2, 3) = 2\n```\n",
        "terms.md": TERMS_PAGE,
    }
    hold = Term("cargo", "cargo", "What a boat holds.", "rules.md", "hold")
    book = replace(BOOK, terms=(*BOOK.terms, hold))
    memo = Memo(book)
    memo.site = True
    _woven(memo, pages)
    (rule,) = json.loads(memo.pages["page.md"].receipts)["rules"]
    assert rule[:3] == ["The rule Cargo", "Rules: Hold", "rules.md#hold"]
