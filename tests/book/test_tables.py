"""The tables of the book print the figures of the sources, and say what each column holds."""

import re
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

from sfrules import authored
from sfrules.book import BOOK
from sfrules.press.things.tables import table_html

ROWS = Path(__file__).with_name("rows.txt").read_text(encoding="utf-8").splitlines()[1:]


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
