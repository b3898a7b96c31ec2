"""Tables as pandas frames and back: nothing is rounded, and the chapter on it is run as it stands."""

import os
import re
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pandas as pd
import pytest
from python_process import python

from sfrules import Column, Spanner, Table, to_frame
from sfrules.authored import facts
from sfrules.binding.layout import Layout
from sfrules.ground.problems import Mistake

BOOKS = Path(__file__).parent
LANTERN = BOOKS / "lantern"
PAGE = (BOOKS.parents[1] / "docs/authoring/frames.md").read_text(encoding="utf-8")
FENCES = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
WHO = ("-c", "user.name=Anna", "-c", "user.email=anna@example.org", "-c", "commit.gpgsign=false")
SFRULES = (sys.executable, "-m", "sfrules")


def command(folder: Path, *words: str) -> str:
    """What a command prints, which has nothing to complain of."""
    if words[0] == sys.executable:
        ran = python(folder, os.environ, *words[1:], read=["pandas"])
    else:
        ran = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.fixture
def lantern(tmp_path: Path) -> Path:
    return shutil.copytree(LANTERN, tmp_path / "book", ignore=shutil.ignore_patterns("__*", ".*"))


def lock_two_editions(book: Path) -> None:
    """Tag v1, and v2 in which one walks faster through the Bog; the files are those of v1."""
    code, facts = book / "lantern.py", book / "terrain.csv"
    code.write_text(code.read_text("utf-8").replace("[6])", '[6], lock="printed")'), "utf-8")
    command(book, "git", "init", "--quiet")
    for edition, leagues in (("v1", 2), ("v2", 4)):
        facts.write_text(re.sub(r"Bog,\d", f"Bog,{leagues}", facts.read_text("utf-8")), "utf-8")
        command(book, *SFRULES, "check", "--fix")
        command(book, "git", "add", "--all")
        command(book, "git", *WHO, "commit", "--quiet", "--message", edition)
        command(book, "git", "tag", edition)
    command(book, "git", "checkout", "--quiet", "v1")


def test_the_code_of_the_chapter_prints_what_the_chapter_shows(lantern: Path) -> None:
    lock_two_editions(lantern)
    (facts,) = (text for language, text in FENCES if language == "csv")
    (lantern / "legs.csv").write_text(facts, encoding="utf-8")
    blocks = [text for language, text in FENCES if language == "python"]
    code = "\nprint('-----')\n".join(blocks)
    printed = re.sub(" +$", "", command(lantern, sys.executable, "-c", code), flags=re.MULTILINE)
    assert printed.split("-----\n") == [text for language, text in FENCES if language == "text"]


def test_the_tables_of_the_chapter_are_those_of_the_book(lantern: Path) -> None:
    (facts,) = (text for language, text in FENCES if language == "csv")
    (lantern / "legs.csv").write_text(facts, encoding="utf-8")
    exact, _, pivot, join, _ = (text for language, text in FENCES if language == "python")
    own = exact.replace("from lantern import", "print = lambda *_: None  # ")
    with (lantern / "lantern.py").open("a", encoding="utf-8") as code:
        code.write(f"{own}\n{pivot}\n{join}")
    with (lantern / "docs" / "index.md").open("a", encoding="utf-8") as page:
        page.write('\n{{ table("days-by-leagues") }}\n\n{{ table("journey") }}\n')
    assert command(lantern, *SFRULES, "check").splitlines()[0] == "no problems"
    assert command(lantern, *SFRULES, "show", "table", "days-by-leagues", "--format", "csv") == (
        "Terrain,3,6,12\nOld Road,0.3,0.6,1.2\nHeath,0.5,1,2\nBog,1.5,3,6\n"
    )
    assert command(lantern, *SFRULES, "show", "table", "journey", "--format", "csv") == (
        "From,To,Days\nMill,Ford,2\nFord,Abbey,2.5\nAbbey,Town,3\n"
    )


OWN_FILE = '''
import pandas as pd
prices = pd.read_csv("prices.csv").set_index("Good")

@book.rule
def rope(many: range(9)) -> int:
    """The price of ropes: that of one for each."""
    return many * int(prices.loc["Rope", "Price"])
'''


def test_a_file_that_code_reads_by_itself_is_read_in_every_check(lantern: Path) -> None:
    prices, code = lantern / "prices.csv", lantern / "lantern.py"
    prices.write_text("Good,Price\nRope,2\n", encoding="utf-8")
    with code.open("a", encoding="utf-8") as file:
        file.write(OWN_FILE)
    with (lantern / "docs" / "index.md").open("a", encoding="utf-8") as page:
        page.write("\nRopes cost 4 pence.\n\n```proof\nrope(2) = 4\n```\n")
    command(lantern, *SFRULES, "check")
    prices.write_text("Good,Price\nRope,3\n", encoding="utf-8")
    again = python(lantern, os.environ, *SFRULES[1:], "check", read=["pandas"])
    assert "the proof says 4, rope(2) is 6" in again.stdout


SPANNED = Table(
    id="boats",
    caption="Boats",
    stub=Column("Sails", lambda row: row[0]),
    columns=(
        Spanner("Wood", (Column("Speed", lambda row: row[1], unit="knots"), Column("Crew", lambda row: row[2]))),
        Column("Price", lambda row: row[3], unit="pence"),
        Column("Name", lambda row: row[4]),
    ),
    rows=(
        (1, Fraction(5, 2), 4, None, "sloop"),
        (2, 3, None, None, None),
        (3, Fraction(1, 3), 2**70, None, "brig"),
    ),
)  # fmt: skip


def test_a_table_is_a_frame_with_its_keys_types_and_units() -> None:
    frame = to_frame(SPANNED)
    assert frame.index.tolist() == [1, 2, 3]
    assert frame.index.name == "Sails"
    assert frame["Wood", "Speed"].tolist() == [Fraction(5, 2), 3, Fraction(1, 3)]
    assert frame.attrs == {"units": {"Wood: Speed": "knots", "Price": "pence"}}
    assert to_frame(SPANNED, exact=False)["Wood", "Speed"].tolist() == [2.5, 3, 1 / 3]
    assert to_frame(lambda: SPANNED).equals(frame)


def test_a_frame_of_a_table_is_that_table_again() -> None:
    again = Layout("Boats", to_frame(SPANNED)).table("boats")
    assert (again.headings, again.cells) == (SPANNED.headings, SPANNED.cells)


def test_a_number_that_is_not_exact_is_refused_with_what_to_do() -> None:
    frame = pd.DataFrame({"Row": ["a"], "Cell": [1 / 3]})
    with pytest.raises(Mistake, match="Cell has .*, which is not exact") as refused:
        Layout("T", frame).table("t")
    assert refused.value.hint == (
        "keep Fractions in the frame, or round what need not be exact: frame.round(2)"
    )


def test_pandas_takes_facts_as_rows_and_dict_takes_them_by_their_keys() -> None:
    frame = pd.DataFrame(facts("dice"))
    assert list(frame.columns)[:2] == ["id", "faces"]
    assert list(frame["faces"]) == [4, 6, 8, 10, 12, 20]
    assert pd.DataFrame.from_dict(dict(facts("dice")), orient="index").loc["d8", "faces"] == 8


def pivoted(**how: object) -> Table:
    """A pivot table of what a boat carries in some seasons, as the book prints it."""
    trips = pd.DataFrame(
        {
            "Boat": ["barge", "barge", "raft", "raft"],
            "Season": ["dry", "wet", "dry", "dry"],
            "Day": pd.to_datetime(["2024-05-01", "2024-11-02", "2024-05-03", "2024-05-04"]),
            "Tons": [3, 5, 1, 2],
            "Crew": [2, 2, 1, 1],
        }
    )
    return Layout("Trips", trips.pivot_table(index="Boat", **how)).table("trips")


def test_a_grouped_head_of_a_pivot_table_stands_above_its_columns() -> None:
    table = pivoted(columns="Season", values=["Tons", "Crew"], aggfunc="sum")
    assert table.headings == ("Boat", "Crew: dry", "Crew: wet", "Tons: dry", "Tons: wet")
    assert [spanner.heading for spanner in table.columns] == ["Crew", "Tons"]
    assert table.printed == (("barge", "2", "2", "3", "5"), ("raft", "2", "—", "3", "—"))


def test_days_in_headings_and_rows_have_no_hours() -> None:
    head = ("Boat", "2024-05-01", "2024-05-03", "2024-05-04", "2024-11-02")
    assert pivoted(columns="Day", values="Tons", aggfunc="sum").headings == head
    assert pivoted(values="Day", aggfunc="max").cells == (
        ("barge", "2024-11-02"),
        ("raft", "2024-05-04"),
    )


def test_a_pivot_table_of_kinds_has_a_column_for_each() -> None:
    trips = pd.DataFrame(
        {"Boat": ["barge", "raft"], "Size": pd.Categorical(["big", "small"]), "Tons": [3, 1]}
    )
    counted = pd.crosstab(trips["Boat"], trips["Size"])
    assert Layout("Sizes", counted).table("sizes").printed == (
        ("barge", "1", "0"),
        ("raft", "0", "1"),
    )


def test_columns_of_a_frame_are_chosen_and_styled_as_those_of_facts() -> None:
    odds = pd.DataFrame({"Dice": [1, 2], "Chance": [0.25, 0.5], "Note": ["low", None]})
    table = Layout(
        "Odds", odds, {"Dice": "Dice", "Chance": ("Chance", "percent")}, group="Note"
    ).table("odds")
    assert table.printed == (("1", "25%"), ("2", "50%"))
    assert table.starts == (False, True)
