"""A file of any rulebook, read: headings, tables, prose and links, each at its place."""

from __future__ import annotations

import pytest

from sfrules.ground.source import Source
from sfrules.lint.document import Document, PlacedText
from sfrules.lint.markdown.reading import read


def document(text: str) -> Document:
    return read(Source("page.md", text))


@pytest.mark.parametrize(
    ("text", "heading", "line"),
    [
        ("# A *big* `word`", "A big word", 1),
        ("## Own {#mine}", "Own", 1),
        ("## Own {: #mine .note }", "Own", 1),
        ("### Closed ###", "Closed", 1),
        ("Set\nin two lines\n====", "Set in two lines", 1),
        ("#mine\n---", "#mine", 1),
        ('<h2 id="x">In <b>HTML</b></h2>', "In HTML", 1),
        ("> ## Quoted", "Quoted", 1),
        ("# [Linked](other.md)", "Linked", 1),
        ("!!! note\n    # In a box", "In a box", 2),
    ],
)
def test_a_heading_is_read_as_it_is_seen(text, heading, line):
    (found,) = document(text).headings
    assert (found.text, found.line) == (heading, line)


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
    assert read_.prose == (PlacedText(": A caption", 4, 1),)


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


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("22 (6d8+6)", "22 (6d8+6)"),
        ("HP **22** (*6d8*+6)", "HP   22   ( 6d8 +6)"),
        ("a `22 (6d8)` b", "a            b"),
        ("a ``x ` 22`` b", "a            b"),
        ("a `22 b", "a `22 b"),
        ("a <!-- 22 --> b", "a             b"),
        ("a <b>22</b> b", "a    22     b"),
        ("a [22](x.md) b", "a  22        b"),
        ("a ![22](x.png) b", "a   22         b"),
        ("a [22][c] b\n\n[c]: x.md", "a  22     b"),
        ("a \u2212 &minus;3", "a \u2212 \u2212      3"),
        (r"2 \* 3", "2  * 3"),
        ("2 * 3 * 4", "2 * 3 * 4"),
        ("1d6* damage", "1d6* damage"),
        ("hit_points_max", "hit_points_max"),
        ("a {{ 22 }} b{.flavour}", "a          b"),
        ("a [^1] b", "a      b"),
        ("a <https://x.org/22> b", "a                    b"),
        ("x < 3 and y > 4", "x < 3 and y > 4"),
    ],
)
def test_prose_keeps_each_character_at_its_place(text, seen):
    (prose, *_) = document(text).prose
    assert (prose.text, prose.line, prose.column) == (seen, 1, 1)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("one\ntwo", [("one", 1, 1), ("two", 2, 1)]),
        ("- one\n  two", [("one", 1, 3), ("two", 2, 3)]),
        ("> one\n> two\nthree", [("one", 1, 3), ("two", 2, 3), ("three", 3, 1)]),
        ("!!! note\n    one\n\ntwo", [("one", 2, 5), ("two", 4, 1)]),
        ("&NewLine;&NewLine;one\ntwo", [("one", 1, 19), ("two", 2, 1)]),
        ("one\r\ntwo\r\n", [("one", 1, 1), ("two", 2, 1)]),
        ("`one\ntwo` three", [("three", 2, 6)]),
        (
            "a <b\nid=x>one\n[two](x.md\n'y') three",
            [("a", 1, 1), ("one", 2, 6), ("two", 3, 2), ("three", 4, 6)],
        ),
        ("<div>\none\n</div>\n\ntwo", [("one", 2, 1), ("two", 5, 1)]),
        ("<pre>\none\n</pre>\n\ntwo", [("two", 5, 1)]),
        ("<script>\none\n\nthree\n</script>\n", []),
        ("# one\n\n```\ntwo\n```\n", []),
    ],
)
def test_prose_is_what_is_no_code_no_heading_and_no_table(text, lines):
    assert [(each.text, each.line, each.column) for each in document(text).prose] == lines


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("see [x](#there)", [("#there", 1, 9)]),
        ("see [x](<a b.md> 'T')", [("a b.md", 1, 10)]),
        ("[x][y]\n\n[y]: z.md#w", [("z.md#w", 3, 1)]),
        ('<a href="z.md">x</a>', [("z.md", 1, 1)]),
        ("| a |\n|---|\n| [x](#y) |", [("#y", 3, 7)]),
        ("# [x](#y)", [("#y", 1, 7)]),
        ("[![i](i.png)](#y)", [("#y", 1, 15)]),
        ("`[x](#y)` <!-- [x](#y) --> ![x](#y)", []),
        ("```\n[x](#y) <a href='#y'>\n```", []),
        (r"\[x](#y)", []),
    ],
)
def test_links_are_found_where_they_are_written(text, links):
    assert [(each.text, each.line, each.column) for each in document(text).links] == links


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("# a {#b}", ["b"]),
        ('<a id="b"></a> <a name=c></a>', ["b", "c"]),
        ("<div id='b'>\n\n</div>", ["b"]),
        ("word{#b .c}", ["b"]),
        ("::: {#b .c}\n:::", ["b"]),
        ("```{r b}\n```", ["b"]),
        ("```{r}\n#| label: b\n```", ["b"]),
        ("`<a id=b>` `{#b}`", []),
        ("<input name='b'>", []),
    ],
)
def test_ids_are_found_wherever_an_author_gives_them(text, ids):
    assert list(document(text).ids) == ids


def test_comments_are_found_but_not_in_code():
    text = (
        "<!-- a -->\n\nb <!-- c --> `<!-- d -->`\n\n    <!-- e -->\n\n| f | <!-- g -->\n|--|--|\n"
    )
    found = document(text).comments
    assert [(each.text, each.line, each.column) for each in found] == [
        ("a", 1, 1),
        ("c", 3, 3),
        ("g", 7, 7),
    ]


@pytest.mark.parametrize("text", ["{{ x }}", "{% include x %}", '--8<-- "x.md"', "![[x]]"])
def test_a_page_that_others_write_into_grows(text):
    assert document(text).grows
    assert not document(f"`{text}`").grows
    assert not document(f"```\n{text}\n```").grows
