"""`numbers()` prints what vouches for the numbers of each page, when all pages are known."""

from __future__ import annotations

import re

from auditing import STRICT
from printing import print_page, print_pages

PAGES = {
    "index.md": "# The *Gull*\n\n{{ sea.speed(3) }} and 7.\n\n```proof\nsea.speed(3) = 7\n```\n",
    "plain.md": "No heading, and a [dozen]{.flavour} gulls.\n",
    "checked.md": (
        "# How\n\n{{ numbers('proved') }} proofs in all.\n\n- {{ numbers('proved') }}\n\n"
        "{{ numbers() }}\n"
    ),
}


def cells(html: str) -> list[list[str]]:
    rows = re.findall(r"<tr.*?</tr>", html)
    return [
        [re.sub(r"<[^>]*>", "", cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", row)]
        for row in rows
    ]


def test_the_table_has_a_row_for_the_whole_book_and_one_for_each_page() -> None:
    woven = print_pages(PAGES, STRICT)
    assert woven.problems == ()
    head, *rows = cells(woven.pages["checked.md"].html)
    assert head[:2] == ["Page", "Computed"]
    assert head[-1] == "Loose"
    assert rows == [
        ["The whole book", "3", "0", "1", "0", "0", "0", "1", "0"],
        ["Terms", "0", "0", "0", "0", "0", "0", "0", "0"],
        ["The Gull", "1", "0", "1", "0", "0", "0", "0", "0"],
        ["plain.md", "0", "0", "0", "0", "0", "0", "1", "0"],
        ["How", "2", "0", "0", "0", "0", "0", "0", "0"],
    ]


def test_the_table_names_its_rows_and_columns_for_a_reader_who_does_not_see_it() -> None:
    html = print_pages(PAGES, STRICT).pages["checked.md"].html
    assert '<caption id="table-numbers-caption">' in html
    assert html.count('<th scope="row">') == 5
    _, below = html.split('class="group-start"')  # a line parts the pages from the whole book
    assert below.startswith('><th scope="row">')
    assert "Terms" in below[:100]
    assert html.count('<th scope="col"') == 9
    assert '<a href="index.html">The Gull</a>' in html
    assert "Loose: 0 of 5, which is 0%." in html


def test_a_note_says_what_share_of_the_proved_numbers_rests_on_what() -> None:
    prose = "She makes 7 and with iron 6, she has 3 sails, and needs 2 to 4 hands.\n\n"
    lines = (
        "sea.speed(3) = 7",
        'sea.speed(3, "iron") = 6',
        "boats.gull.sails = 3",
        "HB-1 hands: 2 to 4",
    )
    proof = "\n".join(["```proof", *lines, "```", "", "{{ numbers() }}", ""])
    woven = print_page(prose + proof, STRICT)
    assert woven.problems == ()
    said = "Of 4 with a proof, 50% rest on rules and what these are given, 25% on rows of facts, and 25% on citations."
    assert said in woven.pages["page.md"].html


def test_shares_are_told_to_a_tenth_of_a_percent() -> None:
    prose = "She makes 7 and with iron 6, and she has 3 sails.\n\n"
    lines = 'sea.speed(3) = 7\nsea.speed(3, "iron") = 6\nboats.gull.sails = 3'
    woven = print_page(f"{prose}```proof\n{lines}\n```\n\n{{{{ numbers() }}}}\n", STRICT)
    said = "Of 3 with a proof, 66.7% rest on rules and what these are given, 33.3% on rows of facts"
    assert said in woven.pages["page.md"].html


def test_a_sentence_can_say_one_of_the_counts() -> None:
    html = print_pages(PAGES, STRICT).pages["checked.md"].html
    assert "<p>1 proofs in all.</p>" in html
    assert "<li>1</li>" in html


def test_a_book_with_proofs_has_a_column_for_them() -> None:
    proof = "# Proofs\n\nIt makes 7 knots.\n\n```proof\nsea.speed(3) = 7\n```\n"
    woven = print_pages({**PAGES, "proofs.md": proof}, STRICT)
    assert woven.problems == ()
    head, *rows = cells(woven.pages["checked.md"].html)
    assert head[3:5] == ["Proved", "Differs"]
    assert [row[3] for row in rows] == ["2", "0", "1", "0", "0", "1"]
