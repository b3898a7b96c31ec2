"""The charts of the book show what the source says."""

import re
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from sfrules.book import BOOK
from sfrules.press.things.charts import chart_html

ROOT = Path(__file__).parents[2]
IDS = (
    "damage-distribution multipliers action-point-chance hit-points "
    "yards-reach terrain-reach impairment-reach seconds-reach side-by-side "
    "falls fall-by-round terrain-survival"
).split()
EACH = pytest.mark.parametrize("id", IDS)


def points(id, series):
    """What a chart plots of a series, by place."""
    return {trace.name: dict(trace.points) for trace in BOOK.charts[id]().traces}[series]


def test_the_book_has_these_charts_and_no_others():
    assert sorted(BOOK.charts) == sorted(IDS)
    assert not BOOK.charts.keys() & BOOK.figures.keys()


@EACH
def test_a_chart_is_known_by_its_id_and_builds_the_same_each_time(id):
    page = SimpleNamespace(own_id=str, number_of=lambda _: "1", address_of_whole=lambda _: "x")
    first, second = (chart_html(BOOK.charts[id](), page) for _ in range(2))
    assert first == second
    assert BOOK.charts[id]().id == id
    assert ElementTree.fromstring(first).get("id") == f"figure-{id}"


@EACH
def test_a_chart_is_drawn_from_a_table_of_the_book_cell_by_cell(id):
    chart = BOOK.charts[id]()
    table = BOOK.tables[chart.table.id]()
    assert chart.table.cells == table.cells
    headings = [column.heading for column in table.leaves]
    for trace in chart.traces:
        columns = [
            at for at, leaf in enumerate(table.leaves, 1) if leaf.heading == trace.column.heading
        ]
        plotted = [
            tuple((row[0], row[at]) for row in table.cells if row[at] is not None) for at in columns
        ]
        assert trace.points in plotted, headings


@EACH
def test_a_chart_stands_in_a_chapter_once(id):
    chapters = [path for path in (ROOT / "docs").rglob("*.md") if path.parent.name != "authoring"]
    calls = [
        path.read_text(encoding="utf-8").count(f'{{{{ chart("{id}") }}}}') for path in chapters
    ]
    assert sum(calls) == 1


@EACH
def test_a_caption_is_sentences(id):
    assert re.fullmatch(r"[A-Z].*\.", BOOK.charts[id]().caption)


def test_hit_points_are_those_of_the_source():
    drawn = {series: points("hit-points", series) for series in ("Low", "Medium", "High")}
    assert [[drawn[name][level] for name in drawn] for level in (1, 11, 30)] == [
        [22, 27, 33],
        [44, 55, 66],
        [160, 200, 240],
    ]
    assert all(len(each) == 30 for each in drawn.values())


def test_the_chances_to_hit_are_counted_by_the_faces_of_the_die():
    table = BOOK.tables["hit-chance"]()
    for bonus, *chances in table.cells:
        for column, chance in zip(table.leaves, chances, strict=True):
            faces = [face for face in range(1, 21) if face + bonus >= int(column.heading)]
            assert chance == Fraction(len(faces), 20)


def test_multipliers_step_where_the_source_says():
    dice, ability = points("multipliers", "Dice"), points("multipliers", "Ability")
    steps = [level for level in range(2, 31) if dice[level] != dice[level - 1]]
    assert [(level, dice[level]) for level in steps] == [(6, Fraction(3, 2)), (16, 2), (26, 3)]
    steps = [level for level in range(2, 31) if ability[level] != ability[level - 1]]
    assert steps == [4, 9, 11, 14, 17, 19, 21, 24, 27, 29]
    assert (ability[1], ability[30]) == (1, 8)


def test_the_action_point_check_gets_likelier_until_it_is_certain():
    assert list(points("action-point-chance", "Without modifiers").items()) == [
        ("1–2", Fraction(1, 4)),
        ("3", Fraction(1, 2)),
        ("4", Fraction(3, 4)),
        ("5", 1),
        ("6 and up", 1),
    ]


@pytest.mark.parametrize(
    ("level", "multiplier", "ability"),
    [(1, Fraction(1), 4), (11, Fraction(3, 2), 10), (21, Fraction(2), 20), (30, Fraction(3), 32)],
)
def test_damage_is_counted_over_every_throw_of_two_dice(level, multiplier, ability):
    throws = [one + other for one in range(1, 13) for other in range(1, 13)]
    dealt = [total * multiplier // 1 + ability for total in throws]
    assert points("damage-distribution", f"Level {level}") == {
        damage: Fraction(dealt.count(damage), 144) for damage in set(dealt)
    }
