"""A file of any rulebook, read: headings, tables, prose and links, each at its place."""

from sfrules.ground.source import Source
from sfrules.lint.document import Document, PlacedText
from sfrules.lint.markdown.reading import read


def document(text: str) -> Document:
    return read(Source("page.md", text))


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


def test_a_cell_over_all_columns_leaves_the_others_empty():
    rows = "<tr><th>a</th><th>b</th></tr><tr><td colspan=2>Swords</td></tr>"
    (table,) = document(f"<table>{rows}</table>").tables
    assert table.rows[0].texts == ("Swords", "")


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
