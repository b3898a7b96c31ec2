"""Numbers in what the book hands over beside its pages are loose, and told at their row."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from auditing import STRICT
from printing import print_page
from toy_book import fleet

from sfrules import n
from sfrules.ground.ledger import Origin
from sfrules.press.proving.claims import with_neighbors
from sfrules.press.proving.texts import unproved_in_texts
from sfrules.press.things.book import Exemption, Rulebook, Term
from sfrules.press.things.tables import Column, Table

ROWS = """\
id,term,definition
hull,hull,What keeps the water out.
mast,mast,"Of wood, called ""the stick"" by three sailors and 2 cooks."
"""
MAST = 'Of wood, called "the stick" by three sailors and 2 cooks.'


def book(tmp_path: Path, definition: str, line: int, rows: str = ROWS) -> Rulebook:
    (tmp_path / "terms.csv").write_text(rows, encoding="utf-8")
    origin = Origin("terms.mast", "terms.csv", line)
    term = Term("mast", "mast", definition, "page.md", origin=origin)
    return replace(STRICT, root=tmp_path, terms=(term,))


def test_a_number_in_a_definition_is_told_at_its_place_in_the_row(tmp_path):
    first, second = unproved_in_texts(book(tmp_path, MAST, 3))
    assert (first.place, second.place) == ("terms.csv:3:45", "terms.csv:3:63")
    assert str(second) == (
        'terms.csv:3:63: the number 2 in the definition of "mast" is loose: no rule vouches for it\n'
        '    3 | mast,mast,"Of wood, called ""the stick"" by three sailors and 2 cooks."\n'
        "                                                                      ^\n"
        "hint: prove it beside it, by proof=, or say it without the number"
    )


@pytest.mark.parametrize("rows", ["", "id\nhull\nmast,of two things\n"])
def test_a_row_that_reads_otherwise_is_told_at_its_line(tmp_path, rows):
    first, _ = unproved_in_texts(book(tmp_path, MAST, 3, rows))
    assert (first.place, first.text) == ("terms.csv:3:1", "")


def test_a_file_that_is_not_there_does_not_hide_the_number(tmp_path):
    (tmp_path / "terms.csv").unlink(missing_ok=True)
    term = Term("mast", "mast", "Three yards of wood.", "page.md")
    assert len(unproved_in_texts(replace(STRICT, root=tmp_path, terms=(term,)))) == 1


def test_the_reason_of_an_exemption_holds_no_number():
    exemption = Exemption("rule", "sea.speed", "It has been so for 3 years.")
    (problem,) = unproved_in_texts(STRICT.checking(exemptions=(exemption,)))
    assert problem.message == (
        "the number 3 in the reason for rule sea.speed is loose: no rule vouches for it"
    )


@pytest.mark.parametrize(
    "definition",
    ["What keeps no one dry.", "Drawn in November 2026.", "As at The Three Gulls."],
)
def test_what_states_no_number_is_left_alone(tmp_path, definition):
    assert unproved_in_texts(book(tmp_path, definition, 3)) == []


def test_the_book_is_refused_for_it_if_it_asks_for_the_audit():
    term = Term("mast", "mast", "Three yards of wood.", "page.md")
    strict = replace(STRICT, terms=(term,))
    assert len(print_page("A mast.\n", strict).problems) == 1
    assert print_page("A mast.\n", strict.checking(no_loose_numbers=False)).problems == ()


def closed(sails):
    return lambda _boat: sails


@pytest.mark.parametrize(
    ("rows", "of", "typed"),
    [
        (("gull", "tern"), lambda _boat: 4_000, [4_000, 4_000]),
        (("gull",), lambda _boat: "4 sails", ["4 sails"]),
        ((("gull", 3), ("tern", 5)), lambda row: row[1], [3, 5]),
        (("gull", "tern"), len, []),
        (("gull", "tern"), lambda boat: len(boat) * 0 + 4_000, []),
        (("gull", "tern"), closed(4_000), []),
        ((3, 5), lambda sails: sails, []),
    ],
    ids=[
        "one for all",
        "a text",
        "a part of its row",
        "worked out",
        "by a name",
        "held",
        "the row itself",
    ],
)
def test_a_number_in_a_cell_is_typed_if_nothing_works_it_out(rows, of, typed):
    stub = Column("Boat", str, "What it is called.")
    table = Table("boats", "Boats", stub, (Column("Sails", of, "How many."),), rows)
    assert list(table.typed_cells()) == typed


@pytest.mark.parametrize(
    ("caption", "typed"),
    [
        (f"{n(2)} masts, 3 oars", ["3"]),
        (f"{n(2)} masts, {n(3)} oars", []),
        (f"{n(Fraction(3, 5), 'percent')} of {2 + 1} boats", ["3"]),
        (f"Boats of {n('2d6')}, {2}{n(3)}", ["2"]),
    ],
)
def test_a_number_of_a_caption_is_typed_unless_n_has_put_it_there(caption, typed):
    table = replace(fleet(), caption=caption)
    book = replace(STRICT, tables={"fleet": lambda: table})
    woven = print_page('{{ table("fleet") }}\n', book)
    told = [problem.message.split('"')[1] for problem in woven.problems]
    assert told == typed
    assert "\ufdd7" not in woven.pages["page.md"].html


def test_a_number_that_a_column_is_given_is_not_typed_in_a_cell():
    stub = Column("Boat", str, "What it is called.")
    column = Column("Sails", lambda _boat, sails: sails or 4_000, given={"sails": 0})
    assert list(Table("boats", "Boats", stub, (column,), ("gull",)).typed_cells()) == []


@pytest.mark.parametrize(
    ("text", "number", "whole"),
    [
        ("It makes 7 knots.", "7", "7"),
        ("It makes 3·7 knots.", "7", "3·7"),
        ("It costs ¤7.", "7", "¤7"),
        ("It costs 7¤.", "7", "7¤"),
        ("It costs 1 in 6.", "6", "1 in 6"),
        ("It has 5 and up seats.", "5", "5 and up"),
        ("She goes 5 and up the stairs.", "5", "5"),
        ("She makes more than a 7.", "7", "more than a 7"),
        ("She is within 7 yards.", "7", "7"),
        ("She drifts --7 yards.", "-7", "--7"),
        ("She makes 7-plus knots.", "7", "7-plus"),
    ],
)
def test_a_number_is_read_with_the_signs_beside_it(text, number, whole):
    at = text.index(number)
    assert text[slice(*with_neighbors(text, at, at + len(number)))] == whole
