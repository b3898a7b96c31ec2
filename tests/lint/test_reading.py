"""A file of any rulebook, read: headings, tables, prose and links, each at its place."""

from __future__ import annotations

import pytest

from sfrules.ground.source import Source
from sfrules.lint.document import Document, Prose
from sfrules.lint.markdown.reading import read


def document(text: str) -> Document:
    return read(Source("page.md", text))


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("# A *big* `word`", (1, "A big word", "a-big-word", 1, 3, False)),
        ("## Own {#mine}", (2, "Own", "mine", 1, 4, True)),
        ("## Own {: #mine .note }", (2, "Own", "mine", 1, 4, True)),
        ("### Closed ###", (3, "Closed", "closed", 1, 5, False)),
        ("Set\nin two lines\n====", (1, "Set in two lines", "set-in-two-lines", 1, 1, False)),
        ('<h2 id="x">In <b>HTML</b></h2>', (2, "In HTML", "x", 1, 1, True)),
        ("> ## Quoted", (2, "Quoted", "quoted", 1, 6, False)),
        ("# [Linked](other.md)", (1, "Linked", "linked", 1, 4, False)),
        ("# Fire & ice: *the* 2nd", (1, "Fire & ice: the 2nd", "fire--ice-the-2nd", 1, 3, False)),
        ("!!! note\n    # In a box", (1, "In a box", "in-a-box", 2, 7, False)),
    ],
)
def test_a_heading_is_read_with_its_id_and_its_place(text, heading):
    (found,) = document(text).headings
    assert (found.level, found.text, found.id, found.line, found.column, found.own_id) == heading


def test_a_heading_that_comes_twice_gets_a_number():
    assert [each.id for each in document("# Elf\n# Elf\n# Elf").headings] == [
        "elf",
        "elf-1",
        "elf-2",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "```\n# no\n```",
        "~~~{r}\n# no\n~~~",
        "```{r roll, echo=FALSE}\n# no\n```",
        "    # no",
        "<!-- \n# no\n-->",
        "---\ntitle: x\n# no\n---",
        "\ufeff---\ntitle: x\n# no\n---",
        "!!! note\n    ```\n    # no\n    ```",
        "> ```\n> # no\n> ```",
    ],
)
def test_code_comments_and_front_matter_have_no_headings(text):
    assert document(text).headings == ()


@pytest.mark.parametrize(
    ("row", "cells"),
    [
        ("| 1 | rat |", [("1", 3), ("rat", 7)]),
        ("1 | rat", [("1", 1), ("rat", 5)]),
        ("| **1** | a *rat* |", [("1", 5), ("a rat", 11)]),
        (r"| 1 | a \| b |", [("1", 3), ("a | b", 7)]),
        (r"| `a \| b` | x |", [("a | b", 4), ("x", 14)]),
        ("| 1<br>2 | &ndash;3 |", [("1 2", 3), ("–3", 12)]),
        ("| [rat](rat.md) | ![](rat.png) |", [("rat", 4), ("", 19)]),
        ("| 10* | __x__ y_z_ |", [("10*", 3), ("x y_z_", 11)]),
        ("|1||", [("1", 2), ("", 4)]),
        ("\t| 1 | rat |".lstrip(), [("1", 3), ("rat", 7)]),
    ],
)
def test_a_cell_is_its_visible_text_at_its_column(row, cells):
    (table,) = document(f"| d6 | find |\n|---|---|\n{row}\n").tables
    assert [(cell.text, cell.column) for cell in table.rows[0].cells] == cells
    assert {cell.line for cell in table.rows[0].cells} == {3}


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("| a | b |\n|---|---|\n| 1 | 2 |", 3, 3),
        ("> | a | b |\n> |---|---|\n> | 1 | 2 |", 3, 5),
        ("- | a | b |\n  |---|---|\n  | 1 | 2 |", 3, 5),
        ("1. one\n\n   | a | b |\n   |---|---|\n   | 1 | 2 |", 5, 6),
        ("> - | a | b |\n>   |---|---|\n>   | 1 | 2 |", 3, 7),
        ("!!! note\n    | a | b |\n    |---|---|\n    | 1 | 2 |", 4, 7),
        ('??? "More"\n\n\t| a | b |\n\t|---|---|\n\t| 1 | 2 |', 5, 4),
        (
            '=== "Tab"\n\n    !!! tip\n\n        | a | b |\n        |---|---|\n        | 1 | 2 |',
            7,
            11,
        ),
        ("::: {.box}\n| a | b |\n|---|---|\n| 1 | 2 |\n:::", 4, 3),
        ("text\n| a | b |\n|---|---|\n| 1 | 2 |", 4, 3),
        ("a\r\n\r\n| a | b |\r\n|---|---|\r\n| 1 | 2 |\r\n", 5, 3),
        ("\ufeff| a | b |\n|---|---|\n| 1 | 2 |", 3, 3),
        ("a\u2028b\x0c\x0bc\x85\n\n| a | b |\n|---|---|\n| 1 | 2 |", 5, 3),
        ("a\rb\n\n| a | b |\n|---|---|\n| 1 | 2 |", 5, 3),
        ("a\0b\n\n| a | b |\n|---|---|\n| 1 | 2 |", 5, 3),
    ],
)
def test_a_table_is_found_where_it_stands(text, line, column):
    (table,) = document(text).tables
    (row,) = table.rows
    assert (row.texts, row.line, row.cells[0].column) == (("1", "2"), line, column)
    assert [cell.text for cell in table.headings] == ["a", "b"]


def test_a_row_is_as_wide_as_its_table_and_knows_what_was_written():
    (table,) = document("| a | b |\n|---|---|\n| 1 |\n| 1 | 2 | 3 |").tables
    short, long = table.rows
    assert (short.texts, short.missing, short.surplus) == (("1", ""), 1, ())
    assert (long.texts, long.missing) == (("1", "2"), 0)
    assert [(cell.text, cell.column) for cell in long.surplus] == [("3", 11)]


def test_a_line_of_text_below_a_table_is_prose():
    read_ = document("| a | b |\n|---|---|\n| 1 | 2 |\n: A caption\n")
    assert [len(table.rows) for table in read_.tables] == [1]
    assert read_.prose == (Prose(": A caption", 4, 1),)


def test_a_table_knows_its_section_and_the_line_above():
    text = "# One\n\nRoll 1d6:\n\n| a | b |\n|---|---|\n\n## Two\n\n| a | b |\n|---|---|\n"
    one, two = document(text).tables
    assert (one.section, one.caption) == ("One", "Roll 1d6:")
    assert (two.section, two.caption) == ("Two", "")


HTML = """\
<table>
<caption>What is <i>there</i></caption>
<thead><tr><th>d6</th><th>Find</th></tr></thead>

    <tr><td>1&ndash;3</td><td>a <b>rat</b>
    <tr><td>4</td><td><p>a
    cat</p></td></tr>
</table> after
"""


def test_a_table_of_html_is_read_over_empty_lines_and_unclosed_cells():
    (table,) = document(HTML).tables
    assert (table.kind, table.line, table.caption) == ("html", 1, "What is there")
    assert [cell.text for cell in table.headings] == ["d6", "Find"]
    assert [row.texts for row in table.rows] == [("1–3", "a rat"), ("4", "a cat")]
    assert [(row.cells[0].line, row.cells[0].column) for row in table.rows] == [(5, 13), (6, 13)]
    assert [each.text for each in document(HTML).prose] == ["after"]


@pytest.mark.parametrize(
    "rows",
    [
        "<tr><td>1</td><td>2</td></tr><tr><td>1</td><td>2</td></tr>",
        "<tr><th>a</th><th>b</th></tr><tr><td rowspan=2>1</td><td>2</td></tr><tr><td>3</td></tr>",
        "<tr><th colspan='2'>a</th></tr><tr><td>1</td><td>2</td></tr>",
        "<tr><th>a</th></tr><tr><td>1</td><td>2</td></tr>",
        "<tr><th>a</th></tr><tr><td><table><tr><td>x</td></tr></table></td></tr>",
        "<tr><th>a</th></tr>",
        "",
    ],
)
def test_a_table_of_html_that_is_no_plain_grid_is_left_out(rows):
    assert document(f"<table>{rows}</table>").tables == ()


def test_a_cell_over_all_columns_leaves_the_others_empty():
    rows = "<tr><th>a</th><th>b</th></tr><tr><td colspan=2>Swords</td></tr>"
    (table,) = document(f"<table>{rows}</table>").tables
    assert table.rows[0].texts == ("Swords", "")
