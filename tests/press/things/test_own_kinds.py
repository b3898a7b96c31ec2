"""A book's own kind of thing has all that the press's own kinds have, and the press does not know it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from dice_rows import DICE_BOOK, ROLL
from printing import print_page

from sfrules.ground.problems import Mistake

PAGE = '# Watches\n\n{{ roll("watches") }}\n'


def test_it_is_entered_in_the_ledger_with_its_rule():
    (entry,) = print_page(PAGE, DICE_BOOK).entries
    assert (entry.kind, entry.printed, entry.anchor) == ("roll", "1 2 3 4 5", "watches")
    assert [origin.name for origin in entry.origins] == ["sea.crew"]


def test_an_index_of_something_else_names_every_series():
    (problem,) = print_page('{{ index("dice") }}\n', DICE_BOOK).problems
    assert problem.hint == 'there is index("tables"), index("figures") and index("rolls")'


def test_a_misspelt_id_has_a_hint():
    (problem,) = print_page('{{ roll("watchs") }}\n', DICE_BOOK).problems
    assert (problem.message, problem.hint) == (
        'there is no roll "watchs"',
        "did you mean watches?",
    )


def test_its_numbers_are_counted_by_the_audit():
    html = print_page(f'{PAGE}\nThere are {{{{ numbers("cells") }}}}.\n', DICE_BOOK)
    assert "There are 5." in html.pages["page.md"].html


def test_the_lock_keeps_what_it_says(tmp_path):
    book = replace(DICE_BOOK, root=tmp_path, lock=Path("printed"))
    (stale,) = print_page(PAGE, book).problems
    assert stale.path == "printed/values.csv"
    assert stale.fix.text == (
        "page,anchor,kind,expression,printed\n"
        'docs/page.md,watches,roll,"roll(""watches"")",1 2 3 4 5\n'
    )


def _forgotten(*_: object) -> str:
    signs: dict[int, str] = {}
    return signs[6]


def _refused(*_: object) -> str:
    raise Mistake("no die has 7 faces", "roll fewer")


@pytest.mark.parametrize(
    ("html", "told", "hint"),
    [
        (_forgotten, "tests/press/things/test_own_kinds.py:53:5: KeyError: 6", ""),
        (_refused, "docs/page.md:3:4: this roll cannot be shown: no die has 7 faces", "roll fewer"),
    ],
)
def test_what_fails_while_it_is_drawn_is_told_in_its_code_or_where_it_stands(html, told, hint):
    root = Path(__file__).parents[3]
    book = replace(DICE_BOOK, root=root, kinds=(replace(ROLL, html=html),))
    (problem,) = print_page(PAGE, book).problems
    assert (f"{problem.place}: {problem.message}", problem.hint) == (told, hint)


def test_the_number_that_it_is_counted_by_needs_no_part_that_works_it_out():
    narrow = replace(
        ROLL,
        computed_in=".nothing",
        html=lambda roll, page: f"<figure>{page.number_of(roll)}: a throw of 77</figure>",
    )
    (problem,) = print_page(
        PAGE,
        replace(
            DICE_BOOK, kinds=(narrow,), checks=replace(DICE_BOOK.checks, no_loose_numbers=True)
        ),
    ).problems
    assert problem.message == "this roll shows the number 77 beside its words"
