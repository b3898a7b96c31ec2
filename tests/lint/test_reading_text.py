"""Prose and links of a rulebook: what a reader sees, and where it leads."""

from __future__ import annotations

import pytest

from sfrules.ground.source import Source
from sfrules.lint.document import Document
from sfrules.lint.markdown.reading import read


def document(text: str) -> Document:
    return read(Source("page.md", text))


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
    assert [(each.target, each.line, each.column) for each in document(text).links] == links


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
    assert [each.id for each in document(text).anchors] == ids


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
