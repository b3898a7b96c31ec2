"""Rows: typed, frozen, and with a place; and the ways to ask for them."""

import copy
import pickle
from fractions import Fraction

import pytest
from jinja2.sandbox import ImmutableSandboxedEnvironment

from sfrules import authored
from sfrules.authored import Row, RowPlace, Tables


def test_no_cell_is_a_binary_float():
    cells = [authored.cells_of(row) for name in authored.names() for row in authored.rows(name)]
    kinds = {type(value) for each in cells for value in each.values()}
    assert kinds == {str, int, Fraction, bool, type(None)}


def test_a_row_knows_where_it_stands():
    longsword = authored.row("weapons", "longsword")
    assert authored.place_of(longsword) == RowPlace("tables/authored/weapons.csv", 3)
    assert authored.place_of(authored.step("tiers", 12)) == ("tables/authored/tiers.csv", 3)


def test_a_row_gives_its_columns_in_order():
    dagger = authored.row("weapons", "dagger")
    expected = {"id": "dagger", "name": "Dagger", "die": "d4", "source": "SF-07"}
    assert list(authored.cells_of(dagger).items()) == list(expected.items())
    assert set(dir(dagger)) == set(expected)
    assert repr(dagger) == "Row(id='dagger', name='Dagger', die='d4', source='SF-07')"


def test_a_row_is_frozen():
    dagger = authored.row("weapons", "dagger")
    with pytest.raises(AttributeError, match="^a row is frozen; die is set in tables/authored/w"):
        dagger.die = "d20"
    with pytest.raises(AttributeError, match="^a row is frozen"):
        del dagger.die
    with pytest.raises(TypeError):
        authored.cells_of(dagger)["die"] = "d20"


def test_a_column_that_is_not_there_is_told_with_those_that_are():
    told = "^no column dei in tables/authored/weapons.csv:1, which has id, name, die, source$"
    with pytest.raises(AttributeError, match=told):
        _ = authored.row("weapons", "dagger").dei


def test_rows_are_equal_by_their_cells():
    one, same = Row({"n": 1}, RowPlace("a", 1)), Row({"n": 1}, RowPlace("b", 2))
    assert one == same
    assert hash(one) == hash(same)
    assert one != Row({"n": 2}, RowPlace("a", 1))
    assert one != {"n": 1}


@pytest.mark.parametrize(
    "again",
    [
        copy.copy,
        copy.deepcopy,
        lambda row: pickle.loads(pickle.dumps(row)),  # noqa: S301 — our own, just written
    ],
)
def test_a_row_can_be_copied_and_pickled(again):
    dagger = authored.row("weapons", "dagger")
    assert again(dagger) == dagger
    assert authored.place_of(again(dagger)) == authored.place_of(dagger)


def test_tables_are_read_once_until_forgotten(root, edit, monkeypatch):
    # The book's own tables are kept: they know which of their rows it has read by now.
    monkeypatch.setattr(authored.TABLES, "__dict__", vars(Tables(root)))
    assert authored.row("weapons", "dagger").die == "d4"
    edit("authored/weapons.csv", "Dagger,d4", "Dagger,d6")
    assert authored.row("weapons", "dagger").die == "d4"
    authored.TABLES.forget()
    assert authored.row("weapons", "dagger").die == "d6"


def test_a_table_is_read_only_when_it_is_asked_for(root):
    for path in (root / "tables/authored").iterdir():
        if path.stem not in ("tiers", "dice"):
            path.write_text("broken")
    assert len(Tables(root).rows("tiers")) == 3


def test_windows_lines_and_a_mark_in_front_are_no_mistake(root):
    path = root / "tables/authored/weapons.csv"
    lines = path.read_text(encoding="utf-8").replace("\n", "\r\n")
    path.write_bytes(b"\xef\xbb\xbf" + lines.encode())
    assert Tables(root).check() == []
    assert Tables(root).rows("weapons") == authored.rows("weapons")


def test_what_is_made_of_a_table_is_made_once(root, monkeypatch):
    monkeypatch.setattr(authored.TABLES, "__dict__", vars(Tables(root)))
    made = []

    def names(rows):
        made.append(len(rows))
        return {row.id for row in rows}

    first = authored.made_of("tiers", names)
    assert first == {"heroic", "paragon", "epic"}
    assert authored.made_of("tiers", names) is first
    assert made == [3]
    authored.TABLES.forget()
    assert authored.made_of("tiers", names) == first
    assert made == [3, 3]


def test_facts_are_rows_in_a_loop_and_rows_by_their_keys_as_a_mapping():
    weapons = authored.facts("weapons")
    assert [row.id for row in weapons] == list(weapons.keys())
    assert dict(weapons)["dagger"] is weapons["dagger"] is dict(weapons.items())["dagger"]
    assert (len(weapons.keys()), "dagger" in weapons, "dager" in weapons) == (
        len(weapons),
        True,
        False,
    )
    assert weapons["dagger"] in weapons


@pytest.mark.parametrize(
    ("template", "printed"),
    [
        ("{% for d in dice if d.faces > 12 %}{{ d.id }} {% endfor %}", "d20 "),
        ("{{ dice|sum(attribute='faces') }}", "60"),
        ("{{ dice|map(attribute='id')|join(' ') }}", "d4 d6 d8 d10 d12 d20"),
        ("{{ (dice|sort(attribute='faces', reverse=true)|first).id }}", "d20"),
        ("{{ dice|selectattr('faces', 'lt', 8)|map(attribute='id')|list }}", "['d4', 'd6']"),
        ("{{ dice|groupby('checks')|map('first')|list }}", "[False, True]"),
        ("{{ dice|length }}, {{ (dice|first).faces }}, {{ dice.d8.faces }}", "6, 4, 8"),
        (
            "{% for id, d in dice.items() %}{{ id }}:{{ d.faces }} {% endfor %}",
            "d4:4 d6:6 d8:8 d10:10 d12:12 d20:20 ",
        ),
    ],
)
def test_templates_of_jinja_take_facts_and_rows_as_they_take_lists_and_dicts(template, printed):
    made = ImmutableSandboxedEnvironment().from_string(template)
    assert made.render(dice=authored.facts("dice")) == printed
