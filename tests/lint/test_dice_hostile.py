"""Text made to be slow to read, and tables made to be slow to count."""

import pytest
from counting import calls

from sfrules.ground.source import Source
from sfrules.lint.catalog import RULES
from sfrules.lint.dice.die import stretches_in
from sfrules.lint.dice.heads import die_in
from sfrules.lint.dice.rolls import roll_in
from sfrules.lint.document import Cell, Document, MarkdownTable, Prose, Row
from sfrules.lint.linter import findings_in

LONG = 100_000
OF_DICE = [rule for rule in RULES if rule.id in {"coverage", "average"}]
PIECES = [
    "1d",
    "(((",
    "1-1-1-",
    "1d6+",
    "1d6 + ",
    "(1d6",
    "1 (",
    "9",
    "1 (2d6) ",
    "2d6 (",
    " ",
    "- ",
    "1,",
]
PIECES += ["d6 (7", "(1d6)(", "½", "1 or ", "2d6, average ", "9 (1d6) damage "]


def a_table(rows, headings=("d6", "Find")):
    cells = [Cell(heading, 1, 1) for heading in headings]
    body = [Row(tuple(Cell(text, at, 1) for text in row), at) for at, row in enumerate(rows, 2)]
    return MarkdownTable("pipe", tuple(cells), tuple(body), 1)


def findings(document):
    return findings_in([document], OF_DICE)


def grows_evenly(work, size):
    """Whether twice the size takes about twice the work."""
    work(size)  # what is kept of it is there in both
    return calls(work, 2 * size) <= 2.2 * calls(work, size) + 100


def line_of(piece, size):
    """The line is read in a text and in a table, and asked for each kind of dice."""
    text = (piece * size)[:size]
    page = Source("page.md", text)
    table = a_table([(text, "a"), ("1", text)], (text, "d6"))
    findings(Document(page, prose=(Prose(text, 1, 1),)))
    findings(Document(page, tables=(table,)))
    return stretches_in(text), roll_in(text), die_in(text)


@pytest.mark.parametrize("piece", PIECES)
def test_a_long_line_of_pieces_is_read_in_proportion_to_its_length(piece):
    line_of(piece, LONG)  # a pattern that goes astray makes no calls, and would not end here
    assert grows_evenly(lambda size: line_of(piece, size), LONG // 100)


@pytest.mark.parametrize("piece", ["9", "٣", "1d", "a ", "A.", "(", "#", "total "])
def test_a_long_heading_is_read_in_proportion_to_its_length_by_every_rule(piece):
    rows = [(str(at), str(2 * at), str(at * at)) for at in range(1, 9)]

    def read(size):
        text = (piece * size)[:size]
        tables = (a_table(rows, ("Level", text, text)), a_table(rows, (text, text, "Total")))
        findings_in([Document(Source("page.md", "\n"), tables=tables)])

    read(LONG)
    assert grows_evenly(read, LONG // 100)


@pytest.mark.parametrize("cell", ["1–1000", "9000–9999", "1", "0-9999", "…", "1+"])
def test_a_long_table_is_counted_in_proportion_to_its_rows(cell):
    """Up to some thousands of rows, each is compared with all others; beyond, with none."""

    def read(size):
        table = a_table([(cell, "a"), ("2–999", "b")] * size, ("d1000", "Find"))
        findings(Document(Source("page.md", "\n" * 3 * size), tables=(table,)))

    assert grows_evenly(read, LONG // 20)


def test_a_table_of_many_unnamed_columns_of_faces_is_read_in_proportion_to_them():
    def read(size):
        table = a_table([["1"] * size, ["2"] * size], ["d6"] + [""] * (size - 1))
        findings(Document(Source("page.md", "\n"), tables=(table,)))

    assert grows_evenly(read, 3_000)


def test_tables_that_go_on_are_joined_in_proportion_to_their_number():
    def read(size):
        tables = tuple(a_table([(str(at), "a")], ("d6", "Find")) for at in range(size))
        findings(Document(Source("page.md", "\n"), tables=tables))

    assert grows_evenly(read, 500)
