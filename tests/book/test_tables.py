"""The tables of the book print the figures of the source, and say what each column holds."""

import csv
import io
import re
from decimal import Decimal
from fractions import Fraction
from typing import Any
from xml.etree import ElementTree

import pandas as pd
import pytest

from sfrules import authored
from sfrules.book import BOOK
from sfrules.press.things.tables.html import table_html
from sfrules.press.things.tables.table import Spanner, Table, table_csv
from sfrules.rules import core, creation, impairment, play, scale, seconds, systems

IDS = """
hit-points companion-hit-points tiers dice weapons dice-multiplier
ability-damage-modifier damage-by-level hit-chance save-chance
level-difference escalation-die action-point-chance damage-distribution abilities ability-feeds defense-targets
typical-ranges speeds scale cast cast-defenses creature-speeds monsters errata
sources checks account actions maneuvers hit-modifiers conditions monsters-by-level monster-roles
monster-kinds minions-by-level
levels fight-hit-points sheet-turn sheet-body
powers-tamsin powers-orrik powers-pell powers-ysane powers-wick powers-monsters
powers-goblin powers-orc powers-ogre powers-troll powers-wyrm
against-roles against-levels fight-levels fight-odds fight-length difficulties
ability-methods origins callings class-skills class-training skills armor shields implements armory
ability-points starting-kit power-uses power-parts level-gains
ready-heroes cast-choices ready-figures cast-gifts
bestiary tricks-bat tricks-weaver tricks-sergeant tricks-archer tricks-wisp tricks-maw
""".split()

# What a spreadsheet would work out: a file of the table has an apostrophe before it.
FORMULA = re.compile(r"[-+=@].*[^\d.]")
RULES = {
    getattr(space, name)
    for space in (core, creation, impairment, play, scale, seconds, systems)
    for name in space.__all__
}


@pytest.fixture(params=IDS)
def table(request: pytest.FixtureRequest) -> Table:
    return BOOK.tables[request.param]()


def page(table: Table) -> ElementTree.Element:
    return ElementTree.fromstring(table_html(table))


def shown(id: str) -> list[list[str]]:
    """The rows of a table as its page prints them."""
    return [
        ["".join(cell.itertext()) for cell in row] for row in page(BOOK.tables[id]()).iter("tr")
    ]


def test_the_book_has_these_tables_beside_those_of_the_systems() -> None:
    of_systems = (
        "authored",
        "yards",
        "terrain",
        "impairment",
        "seconds",
        "systems",
        "side",
        "task",
        "fall",
    )
    assert sorted(id for id in BOOK.tables if id.split("-")[0] not in of_systems) == sorted(IDS)


def test_a_table_is_known_by_its_id_and_says_what_it_holds(table: Table) -> None:
    assert BOOK.tables[table.id]().caption == table.caption
    assert table.caption
    assert not table.caption.endswith(".")
    assert table.rows
    stubs = [row[0] for row in table.cells]
    for names in (table.headings, stubs):
        assert len(set(names)) == len(names)
    for column in (table.stub, *table.leaves):
        assert column.heading
        assert re.fullmatch(r"[A-Z].*\.", column.description), column.heading


def test_a_table_names_where_its_cells_are_from(table: Table) -> None:
    assert RULES.intersection(table.all_rules) or table.all_authored
    assert set(table.rules or filter(callable, table.asked)) <= RULES
    assert set(table.all_authored) <= set(authored.names())
    assert set(table.sources) <= {row.id for row in authored.rows("sources")}
    assert table.sources or table.id in {"sources", "account"}


def test_the_page_of_a_table_is_wellformed_and_can_be_read_aloud(table: Table) -> None:
    html = page(table)
    (caption,) = html.iter("caption")
    assert caption.text == table.caption
    assert all(head.get("scope") for head in html.iter("th"))
    groups = [head for head in html.iter("th") if head.get("scope") == "colgroup"]
    spanners = [column for column in table.columns if isinstance(column, Spanner)]
    assert [head.text for head in groups] == [spanner.heading for spanner in spanners]
    assert [head.get("colspan") for head in groups] == [str(len(s.columns)) for s in spanners]
    for row in html.findall(".//tbody/tr"):
        assert [cell.tag for cell in row] == ["th"] + ["td"] * len(table.leaves)


def test_numbers_below_zero_have_a_true_minus(table: Table) -> None:
    rows = page(table).findall(".//tbody/tr")
    for cells, row in zip(table.cells, rows, strict=True):
        for value, cell in zip(cells, row, strict=True):
            if isinstance(value, int | Fraction | Decimal) and value < 0:
                assert (cell.text or "").startswith("\N{MINUS SIGN}")


def read_cell(text: str, like: Any) -> object:
    """A cell of a CSV file, read as what it was."""
    if like is None or isinstance(like, bool):
        return {"": None, "true": True, "false": False}[text]
    return type(like)(text)


def test_csv_gives_back_every_cell(table: Table) -> None:
    head, *rows = csv.reader(io.StringIO(table_csv(table)))
    assert tuple(head) == table.headings
    for read, cells in zip(rows, table.cells, strict=True):
        plain = (
            said.removeprefix("'") if FORMULA.match(str(cell)) else said
            for said, cell in zip(read, cells, strict=True)
        )
        assert tuple(map(read_cell, plain, cells)) == cells


def test_a_frame_holds_the_same_cells(table: Table) -> None:
    frame = table.to_frame()
    assert frame.index.name == table.stub.heading
    assert list(frame.index) == [row[0] for row in table.cells]
    spanned = any(isinstance(column, Spanner) for column in table.columns)
    assert isinstance(frame.columns, pd.MultiIndex) is spanned
    for values, cells in zip(frame.itertuples(index=False), table.cells, strict=True):
        assert tuple(None if pd.isna(value) else value for value in values) == cells[1:]


def test_any_row_and_column_can_be_selected(table: Table) -> None:
    *_, last = table.cells
    for at, heading in enumerate(table.headings[1:], 1):
        chosen = table.select(rows=[last[0]], columns=[heading])
        assert chosen.cells == ((last[0], last[at]),)
        assert chosen.headings == (table.stub.heading, heading)
    assert table.select(columns=[c.heading for c in table.columns]).cells == table.cells


def test_an_unknown_row_or_column_is_refused_with_a_hint(table: Table) -> None:
    near = str(table.cells[0][0]) + "x"
    with pytest.raises(ValueError, match=r"has no row .*; (did you mean|there are) "):
        table.select(rows=[near])
    with pytest.raises(ValueError, match=r"has no column .*; (did you mean|there are) "):
        table.select(columns=[table.headings[1] + "x"])


def test_a_heading_under_several_spanners_is_told_by_its_own() -> None:
    table = BOOK.tables["hit-points"]()
    assert table.select(rows=[1], columns=["Low", "High: HP"]).cells == ((1, 22, 5, 33),)
    with pytest.raises(ValueError, match='"HP" .* one of "Low: HP", "Medium: HP", "High: HP"'):
        table.select(columns=["HP"])


def test_columns_of_a_spanner_are_selected_under_it() -> None:
    table = BOOK.tables["hit-chance"]().select(rows=[4], columns=[12, 13])
    assert table.headings == ("Attack bonus", "Defense: 12", "Defense: 13")
    assert len(table.columns) == 1
    assert table.cells == ((4, Fraction(13, 20), Fraction(3, 5)),)


@pytest.mark.parametrize(
    ("id", "row"),
    [
        ("hit-points", (1, 22, 5, 27, 6, 33, 8)),
        ("hit-points", (11, 44, 11, 55, 13, 66, 16)),
        ("hit-points", (30, 160, 40, 200, 50, 240, 60)),
        ("companion-hit-points", (1, 16, 22)),
        ("companion-hit-points", (30, 120, 160)),
        ("save-chance", (-5, 16, Fraction(1, 4), 4)),
        ("save-chance", (0, 11, Fraction(1, 2), 2)),
        ("save-chance", (5, 6, Fraction(3, 4), Fraction(4, 3))),
        (
            "levels",
            (
                1,
                "heroic",
                22,
                5,
                27,
                6,
                33,
                8,
                1,
                1,
                Fraction(15, 2),
                Fraction(17, 2),
                Fraction(19, 2),
            ),
        ),
        (
            "levels",
            (
                30,
                "epic",
                160,
                40,
                200,
                50,
                240,
                60,
                3,
                8,
                Fraction(75, 2),
                Fraction(91, 2),
                Fraction(107, 2),
            ),
        ),
        ("sheet-body", ("Orrik Stonehand", 33, 16, 8, 12, 1)),
        ("sheet-turn", ("Pell", 4, 7, 5, -4, 11)),
        (
            "powers-orrik",
            ("Felling stroke", "once", "melee", "+5, AC", "2d12 + 4", "The target falls prone."),
        ),
        ("fight-hit-points", ("Orrik", 33, 27, 17, 17)),
        ("weapons", ("Dagger", "d4", Fraction(5, 2), 1, 4, "2d4", "3d4", "7d4")),
        ("dice", ("d4", 1, Fraction(5, 2), 4, False, True, True)),
        ("ability-damage-modifier", ("4–8", Fraction(3, 2), -2, 1, 3, 4, 6, 7)),
        ("ability-damage-modifier", ("29 and up", 8, -8, 8, 16, 24, 32, 40)),
        ("typical-ranges", ("Reaction modifier", -5, None, 1)),
        ("cast", ("Tamsin Vale", "wizard", 1, "low", "dagger", 4, -1, 1, 2, 1, 0, 4)),
        ("creature-speeds", ("Orrik Stonehand", 4, 8, -2, 8, 2, Fraction(3, 2))),
        ("creature-speeds", ("Bramble", 9, 13, 3, 13, 5, 4)),
        ("creature-speeds", ("Ash Wyrm", 7, 11, 1, 11, 5, 3)),
        ("creature-speeds", ("Ash Wyrm, flying", 10, 22, None, 11, 10, "no rule")),
        ("cast-defenses", ("Tamsin Vale", 12, 11, 13, 16, -3, 4, 7)),
        ("cast-defenses", ("Orrik Stonehand", 17, 16, 12, 11, 0, -1, 12)),
    ],
)
def test_a_row_holds_the_figures_of_the_source(id: str, row: tuple[object, ...]) -> None:
    assert BOOK.tables[id]().select(rows=[row[0]]).cells == (row,)


SHORT = {
    "dice-multiplier": "1–5 ×1, 6–15 ×1.5, 16–25 ×2, 26 and up ×3",
    "tiers": "Heroic 1–10 ×1, Paragon 11–20 ×2, Epic 21 and up ×4",
    "escalation-die": "1–2 0 +0 +0, 3 1 +1 −1, 4 2 +2 −2, 5 3 +3 −3, 6 and up 4 +4 −4",
    "action-point-chance": "1–2 0 0% 25% 50% 75% 100%, 3 1 25% 50% 75% 100% 100%, "
    "4 2 50% 75% 100% 100% 100%, 5 3 75% 100% 100% 100% 100%, "
    "6 and up 4 100% 100% 100% 100% 100%",
    "level-difference": "0–1 +0 60% +0 60%, 2–3 +1 65% −1 55%, 4–5 +2 70% −2 50%, "
    "6–7 +3 75% −3 45%, 8–9 +4 80% −4 40%, 10–11 +5 85% −5 35%",
    "scale": "−1 cat 0.5 3 ×0.25 5 +1, 0 human 1 6 ×1 4 +0, 1 horse 2 9 ×4 3 −1, "
    "2 giant 4 12 ×16 2 −2, 3 titan 8 15 ×64 1 −3, 4 — 16 18 ×256 0 −4, "
    "5 — 32 21 ×1024 −1 −5, 6 — 64 24 ×4096 −2 −6, 7 — 128 27 ×16,384 −3 −7, "
    "8 — 256 30 ×65,536 −4 −8, 9 — 512 33 ×262,144 −5 −9, 10 — 1024 36 ×1,048,576 −6 −10",
}


@pytest.mark.parametrize("id", SHORT)
def test_a_short_table_prints_the_figures_of_the_source(id: str) -> None:
    spanned = any(isinstance(column, Spanner) for column in BOOK.tables[id]().columns)
    assert ", ".join(" ".join(row) for row in shown(id)[1 + spanned :]) == SHORT[id]


def test_the_ability_multiplier_steps_where_the_source_says() -> None:
    cells = BOOK.tables["ability-damage-modifier"]().select(columns=["Ability multiplier"]).cells
    assert [levels for levels, _ in cells] == (
        "1–3, 4–8, 9–10, 11–13, 14–16, 17–18, 19–20, 21–23, 24–26, 27–28, 29 and up".split(", ")
    )
    assert [float(by) for _, by in cells] == [1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8]


def test_a_minion_has_a_row_where_its_role_has_other_figures() -> None:
    rows = {row[0]: row[1:] for row in BOOK.tables["monster-roles"]().cells}
    minions = {name: row for name, row in rows.items() if name.endswith("minion")}
    assert minions == {
        "Artillery minion": ("low", 12, 10, 12, 12, -4, 2, 4, None, 6),
        "Brute minion": ("high", 12, 14, 10, 12, 0, -2, 3, True, 6),
        "Soldier minion": ("high", 15, 14, 13, 13, 2, 0, 4, None, 5),
    }


def test_a_typical_attack_hits_three_times_in_five() -> None:
    assert ["+4", "70%", "65%", "60%", "55%", "50%", "45%", "40%"] in shown("hit-chance")


def test_a_blow_of_two_twelves_deals_what_its_outcomes_count_up_to() -> None:
    assert BOOK.tables["damage-by-level"]().caption == "Damage of 2d12 with Strength 4, by level"
    rows = shown("damage-by-level")
    assert ["1", "6", "17.00", "4.88", "28", "19.4%", "0%", "0%"] in rows  # 28 ways of 144
    assert ["6", "9", "25.25", "7.33", "42", "68.8%", "19.4%", "0%"] in rows
    assert ["30", "38", "71.00", "14.65", "104", "100%", "100%", "93.1%"] in rows  # 134 of 144
    assert [row[0] for row in rows[2:]] == ["1", "6", "11", "16", "21", "26", "30"]


def test_each_figure_is_fed_by_two_abilities_and_no_figure_is_left_out() -> None:
    table = BOOK.tables["ability-feeds"]()
    fed = {leaf.heading.lower(): at for at, leaf in enumerate(table.leaves, 1)}
    assert set(fed) == {row.feeds for row in authored.rows("ability-feeds")}
    by = {name: [row[0] for row in table.cells if row[at]] for name, at in fed.items()}
    assert by["fortitude"] == ["Strength", "Constitution"]
    assert by["reaction"] == ["Strength", "Wisdom"]
    assert by["surges"] == ["Constitution", "Charisma"]
    assert {len(abilities) for abilities in by.values()} == {2}


@pytest.mark.parametrize("id", ["hit-points", "companion-hit-points", "levels"])
def test_a_line_is_drawn_where_a_new_tier_starts(id: str) -> None:
    table = BOOK.tables[id]()
    drawn = [level for level, starts in zip(table.rows, table.starts, strict=True) if starts]
    assert drawn == [11, 21]


# Typed from the tables of the later edition by level and role; the elite has twice the hit points.
# HP, the four defenses, the bonus to hit, and the damage of the first power.
BESTIARY = {
    "bat": (30, 13, 11, 15, 13, "+4", "9"),
    "weaver": (32, 13, 13, 11, 15, "+4", "10"),
    "sergeant": (42, 15, 15, 13, 14, "+3", "11"),
    "archer": (37, 12, 10, 12, 12, "+4", "12"),
    "wisp": (32, 14, 13, 15, 11, "+4", "13"),
    "maw": (108, 11, 14, 10, 12, "+3", "18"),
}


@pytest.mark.parametrize("id", BESTIARY)
def test_a_monster_with_a_trick_has_the_figures_of_its_level_and_role(id: str) -> None:
    points, *defenses, hit, damage = BESTIARY[id]
    name = authored.row("bestiary", id).name
    row = next(row for row in shown("bestiary") if row[0] == name)
    assert row[3:8] == [str(points), *map(str, defenses)]
    _, *powers = shown(f"tricks-{id}")
    assert (powers[0][3].split(",")[0], powers[0][4]) == (hit, damage)


def test_two_of_them_fly_and_one_climbs() -> None:
    columns = {row.id: (row.flight, row.climbing) for row in authored.rows("bestiary")}
    assert {id for id, (flight, _) in columns.items() if flight} == {"bat", "wisp"}
    assert {id for id, (_, climbing) in columns.items() if climbing} == {"weaver"}
