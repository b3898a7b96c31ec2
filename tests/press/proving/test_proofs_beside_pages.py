"""A number in a definition, a caption or a note may be typed, with its proof beside it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from auditing import STRICT
from printing import print_page
from toy_book import BOOK, speed

from sfrules.ground.ledger import Origin
from sfrules.press.proving.texts import unproved_terms
from sfrules.press.things.book import Term
from sfrules.press.things.tables import Column, Table

KNOT = "A gull with 3 sails makes 7 of them."


def told_of_term(definition, proof):
    """What is told of a book whose one definition has a proof."""
    term = Term("knot", "knot", definition, "terms.md", proof=proof)
    woven = print_page("# Page\n", replace(STRICT, terms=(term,)))
    return [problem.message for problem in woven.problems]


@pytest.mark.parametrize(
    ("definition", "proof", "told"),
    [
        (KNOT, "sails = 3; sea.speed(sails) = 7", []),
        (KNOT, "sails = 3; sea.speed(sails) = 8", [
            "the proof says 8, sea.speed(sails) is 7",
        ]),
        (KNOT, "sea.speed(4) = 9", [
            "the prose says 3, 7, its proof says 9",
        ]),
        ("A measure of speed.", "sea.speed(3) = 7", [
            "its proof says 7, the prose says no more",
        ]),
    ],
)  # fmt: skip
def test_a_definition_is_held_against_its_proof(definition, proof, told):
    assert told_of_term(definition, proof) == [f'the definition of "knot": {each}' for each in told]


def test_a_number_in_a_definition_without_a_proof_is_loose():
    (message,) = told_of_term("A gull makes 7 of them.", "")
    assert message == 'the number 7 in the definition of "knot" is loose: no rule vouches for it'


def row_of_term(folder, definition, proof):
    """The problems of a definition with its proof, of a row of CSV in a folder, and that row."""
    row = f"""knot,knot,"{definition.replace('"', '""')}",{proof}"""
    (folder / "terms.csv").write_text(f"id,term,definition,proof\ngull,gull,A bird.,\n{row}\n")
    origin = Origin("terms.knot", "terms.csv", 3)
    term = Term("knot", "knot", definition, "terms.md", origin=origin, proof=proof)
    return list(unproved_terms(replace(STRICT, root=folder, terms=(term,)))), row


@pytest.mark.parametrize(
    ("definition", "proof", "places"),
    [
        ('A "gull" with 3 sails makes 8.', "sails = 3; sea.speed(sails) = 7", ["3:42"]),
        ('A "gull" with 3 sails makes 7.', "sails = 3; sea.speed(sails) = 8", ["3:76"]),
        ('A "gull" with 3 sails makes 7.', "sails = 3; sea.sped(sails) = 7", ["3:61"]),
    ],
)
def test_what_is_wrong_with_a_definition_is_told_at_its_place_in_the_row(
    tmp_path, definition, proof, places
):
    found, row = row_of_term(tmp_path, definition, proof)
    assert [problem.place for problem in found] == [f"terms.csv:{place}" for place in places]
    assert {problem.text for problem in found} == {row}


def test_a_hint_has_the_place_of_the_number_in_its_row_and_promises_no_fix(tmp_path):
    (problem,), _ = row_of_term(tmp_path, 'A "gull" makes 8.', "sea.speed(3) = 8")
    assert problem.place == "terms.csv:3:48"
    assert problem.hint == "write 7 here and at 3:29"
    assert problem.fix is None


def test_a_fault_of_a_rule_that_a_definition_asks_is_told_in_the_code():
    proof = "sea.broken(3) = 3"
    term = Term("knot", "knot", "A gull makes 3.", "terms.md", proof=proof)
    (problem,) = unproved_terms(replace(STRICT, terms=(term,)))
    assert problem.path == "tests/press/toy_book.py"
    assert (problem.message, problem.text.strip()) == ("KeyError: 3", "raise KeyError(depth)")
    assert problem.hint == "with depth = 3"


def table(note, proof):
    """A table with a note, and what vouches for it."""
    return Table(
        "notes",
        "Speed",
        Column("Sails", int),
        (Column("Speed", speed),),
        (1, 2),
        (note,),
        proof=proof,
    )


@pytest.mark.parametrize(
    ("note", "told"),
    [
        ("A gull with 3 sails makes 7.", []),
        (
            "A gull with 3 sails makes 8.",
            ["the words of this table: the prose says 3, 8, its proof says 7"],
        ),
    ],
)
def test_a_note_is_held_against_the_proof_of_its_table(note, told):
    book = replace(BOOK, tables={"notes": lambda: table(note, "sea.speed(3) = 7")})
    problems = print_page('{{ table("notes") }}\n', book).problems
    assert [problem.message for problem in problems] == told
    assert all(problem.line == 1 for problem in problems)


def test_a_cell_that_the_books_code_types_is_loose_if_the_book_asks_for_the_audit():
    masts = Column("Masts", lambda _sails: 12)
    typed = replace(table("A gull.", ""), columns=(masts,))
    strict = replace(STRICT, tables={"notes": lambda: typed})
    said = "the number 12 in a cell is loose: no rule works it out"
    for book, told in ((strict, [said]), (strict.checking(no_loose_numbers=False), [])):
        problems = print_page('{{ table("notes") }}\n', book).problems
        assert [problem.message for problem in problems] == told
