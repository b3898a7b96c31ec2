"""A file of a table that is gone, empty or no text, told at its place."""

import pytest

from sfrules.authored import Tables


def told(root, table):
    """The problems of a table, each as its place and message."""
    path = f"tables/authored/{table}.csv"
    found = (bad for bad in Tables(root).check() if bad.path == path)
    return [f"{bad.place}: {bad.message}" for bad in found]


def test_a_table_that_is_not_there(root):
    (root / "tables/authored/speeds.csv").unlink()
    assert told(root, "speeds") == ["tables/authored/speeds.csv:1:1: there is no such file"]


def test_a_table_without_anything_in_it(root):
    (root / "tables/authored/escalation-die.csv").write_text("")
    assert told(root, "escalation-die") == [
        "tables/authored/escalation-die.csv:1:1: column from_round is missing",
        "tables/authored/escalation-die.csv:1:1: column to_round is missing",
        "tables/authored/escalation-die.csv:1:1: column bonus is missing",
    ]


def test_a_step_table_without_rows(root):
    (root / "tables/authored/escalation-die.csv").write_text("from_round,to_round,bonus\n")
    assert told(root, "escalation-die") == [
        "tables/authored/escalation-die.csv:1:26: no row has 1 for its from_round",
    ]


def test_a_table_in_another_encoding(root):
    path = root / "tables/authored/weapons.csv"
    path.write_bytes("id,name,die,source\nepee,Épée,d4,SF-07\n".encode("latin-1"))
    message = "the file is not UTF-8: it has the byte 0xc9"
    assert told(root, "weapons") == [f"tables/authored/weapons.csv:2:6: {message}"]


@pytest.mark.parametrize(
    ("stray", "kind"),
    [
        ("\x00", "U+0000, a control character"),
        ("\x1b", "U+001B, a control character"),
        ("\ufdd2", "U+FDD2, a noncharacter"),
        ("\uffff", "U+FFFF, a noncharacter"),
        ("\U0001fffe", "U+1FFFE, a noncharacter"),
    ],
)
def test_a_character_that_no_text_may_contain_is_told_at_its_place(root, edit, stray, kind):
    edit("authored/weapons.csv", "Dagger", f"Dag{stray}ger")
    message = f"no text may contain {kind}"
    assert told(root, "weapons") == [f"tables/authored/weapons.csv:2:11: {message}"]
