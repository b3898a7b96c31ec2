"""Text made to be slow to read, and tables made to be slow to count."""

from time import process_time

import pytest

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


def seconds(look, *given):
    start = process_time()
    look(*given)
    return process_time() - start


@pytest.mark.parametrize("piece", PIECES)
def test_a_long_line_of_pieces_is_read_in_no_time(piece):
    text = (piece * LONG)[:LONG]
    page = Source("page.md", text)
    assert seconds(findings, Document(page, prose=(Prose(text, 1, 1),))) < 5
    table = a_table([(text, "a"), ("1", text)], (text, "d6"))
    assert seconds(findings, Document(page, tables=(table,))) < 5
    assert seconds(stretches_in, text) + seconds(roll_in, text) + seconds(die_in, text) < 5


@pytest.mark.parametrize("piece", ["9", "٣", "1d", "a ", "A.", "(", "#", "total "])
def test_a_long_heading_is_read_in_no_time_by_every_rule(piece):
    text = (piece * LONG)[:LONG]
    rows = [(str(at), str(2 * at), str(at * at)) for at in range(1, 9)]
    tables = (a_table(rows, ("Level", text, text)), a_table(rows, (text, text, "Total")))
    document = Document(Source("page.md", "\n"), tables=tables)
    assert seconds(findings_in, [document]) < 5


@pytest.mark.parametrize("cell", ["1–1000", "9000–9999", "1", "0-9999", "…", "1+"])
def test_a_long_table_is_counted_in_no_time(cell):
    text = "\n" * LONG
    rows = [(cell, "a"), ("2–999", "b")] * (LONG // 20)
    document = Document(Source("page.md", text), tables=(a_table(rows, ("d1000", "Find")),))
    assert seconds(findings, document) < 5


def test_a_table_of_many_unnamed_columns_of_faces_is_read_in_no_time():
    table = a_table([["1"] * 60_000, ["2"] * 60_000], ["d6"] + [""] * 59_999)
    assert seconds(findings, Document(Source("page.md", "\n"), tables=(table,))) < 2


def test_thousands_of_tables_that_go_on_are_joined_in_no_time():
    tables = tuple(a_table([(str(at), "a")], ("d6", "Find")) for at in range(9_999))
    assert seconds(findings, Document(Source("page.md", "\n"), tables=tables)) < 5
