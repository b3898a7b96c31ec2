"""The tables of the book print the figures of the sources, and say what each column holds."""

import re
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

from sfrules import authored
from sfrules.book import BOOK
from sfrules.press.things.tables import Spanner, table_html

ROWS = Path(__file__).with_name("rows.txt").read_text(encoding="utf-8").splitlines()[1:]


def shown(id: str) -> list[list[str]]:
    """The rows of a table as its page prints them."""
    html = ElementTree.fromstring(table_html(BOOK.tables[id]()))
    return [["".join(cell.itertext()) for cell in row] for row in html.iter("tr")]


def test_rows_hold_the_figures_of_the_sources() -> None:
    wrong = []
    for id, row in (line.split(": ", 1) for line in ROWS):
        file = authored.root() / "tables" / "printed" / f"{id}.csv"
        printed = file.read_text(encoding="utf-8").splitlines()
        wrong += [] if any(f"{line},".startswith(f"{row},") for line in printed) else [(id, row)]
    assert wrong == []


def test_each_table_says_what_it_holds_and_where_it_is_from() -> None:
    faults = []
    for id, build in BOOK.tables.items():
        table = build()
        leaves = (table.stub, *table.leaves)
        stubs = [row[0] for row in table.cells]
        facts = {
            "a caption without a full stop": table.caption and not table.caption.endswith("."),
            "headings that differ": len(set(table.headings)) == len(table.headings) > 1,
            "rows that differ": 0 < len(set(stubs)) == len(stubs),
            "columns that are described": all(
                re.fullmatch(r"[A-Z].*\.", column.description) for column in leaves
            ),
            "a rule or a table of facts": table.all_rules or table.all_authored,
            "sources": set(table.sources) or id in ("sources", "account") or "authored-" in id,
        }
        faults += [f"{id} lacks {what}" for what, is_so in facts.items() if not is_so]
    assert faults == []


def test_each_table_can_be_read_aloud_and_has_a_true_minus() -> None:
    faults = []
    for id, build in BOOK.tables.items():
        table = build()
        html = ElementTree.fromstring(table_html(table))
        rows = html.findall(".//tbody/tr")
        (caption,) = html.iter("caption")
        kinds = [[cell.tag for cell in row] for row in rows]
        is_right = caption.text == table.caption
        is_right &= all(head.get("scope") for head in html.iter("th"))
        is_right &= kinds == [["th"] + ["td"] * len(table.leaves)] * len(table.cells)
        for cells, row in zip(table.cells, rows, strict=True):
            for value, cell in zip(cells, row, strict=True):
                below = isinstance(value, int | Fraction) and value < 0
                is_right &= not below or "".join(cell.itertext()).startswith("\N{MINUS SIGN}")
        faults += [] if is_right else [id]
    assert faults == []


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


def test_short_tables_print_the_figures_of_the_source() -> None:
    for id, rows in SHORT.items():
        spanned = any(isinstance(column, Spanner) for column in BOOK.tables[id]().columns)
        assert ", ".join(" ".join(row) for row in shown(id)[1 + spanned :]) == rows


def test_the_ability_multiplier_steps_where_the_source_says() -> None:
    cells = BOOK.tables["ability-damage-modifier"]().select(columns=["Ability multiplier"]).cells
    assert [levels for levels, _ in cells] == (
        "1–3, 4–8, 9–10, 11–13, 14–16, 17–18, 19–20, 21–23, 24–26, 27–28, 29 and up".split(", ")
    )
    assert [float(by) for _, by in cells] == [1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8]


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


def test_a_monster_with_a_trick_has_the_figures_of_its_level_and_role() -> None:
    for id, (points, *defenses, hit, damage) in BESTIARY.items():
        name = authored.row("bestiary", id).name
        row = next(row for row in shown("bestiary") if row[0] == name)
        assert row[3:8] == [str(points), *map(str, defenses)]
        _, *powers = shown(f"tricks-{id}")
        assert (powers[0][3].split(",")[0], powers[0][4]) == (hit, damage)


def test_a_round_of_running_goes_eighteen_times_the_speed() -> None:
    cells = BOOK.tables["seconds-speeds"]().select(columns=["Round"]).cells
    assert [run for _, run in cells] == [18 * speed for speed, _ in cells]


def test_complications_tell_their_figures_and_what_a_roll_does() -> None:
    tables = ("yards-ground", "yards-riding", "yards-driving", "yards-complications")
    rows = [row for id in tables for row in BOOK.tables[id]().cells]
    told = dict(rows)
    assert len(told) == len(rows) == len(authored.rows("yards-complications"))
    assert told["Squeezed"].endswith("have 1 boon, and your Agility rolls 1 bane.")
    assert "Roll: Luck. It is the mount that rolls, with 1 boon." in told["Mount without a rider"]
    assert "The rider loses d6 Health for each point" in told["Under a fallen mount"]
    assert told["A mount knocked prone"] == (
        "Your mount goes down under you. Roll: Agility. "
        "Success: You leap clear, into any empty space within 3 yards. "
        "Failure: You lie prone, and it falls on you."
    )
    assert told["Sneaking over noise"].endswith(
        "Critical success: You make no sound at all. Failure: You are as loud as if you walked. "
        "Critical failure: You are louder than that, and everybody looks."
    )
    assert "The time is for a space of Size 3." in told["Clearing the ground"]
    assert "The obstacle takes d6s," in told["Collision"]
