"""Another name for a rule, a row, a term or a table: said everywhere, and shown before it is."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

LANTERN = Path(__file__).parent / "lantern"
A_WORD = "code or pages read it as a word of their own"
SFRULES = (sys.executable, "-m", "sfrules")


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return shutil.copytree(LANTERN, tmp_path / "lantern", ignore=shutil.ignore_patterns("__*"))


def texts(book: Path) -> dict[str, str]:
    files = (path for path in book.rglob("*") if path.suffix in (".py", ".md", ".csv"))
    return {path.name: path.read_text(encoding="utf-8") for path in files}


@pytest.mark.parametrize(
    ("old", "new", "changed", "stays"),
    [
        (
            "chance",
            "luck",
            ["+def luck(", "+5 in 9 = luck(dice,", '+fives = {"Dice": int, "On 5": (luck,'],
            "The chance that at least one die",
        ),
        ("Bog", "Mire", ["+Mire,2,6", '+The Bog is a way of {{ days(20, "Mire") }}'], "The Bog is"),
        ("league", "mile", ["+A [[mile]] is a league", '+book.term("mile",'], "is a league in any"),
        ("odds", "luck", ['+{{ table("luck") }}', '+odds = book.table("luck",'], "odds-chart"),
        ("Old Road", "Causeway", ["+Causeway,10,4", 'over="Causeway") }}'], "on a good road"),
    ],
)
def test_a_name_is_changed_wherever_it_is_said_and_nowhere_else(
    book: Path, run, old: str, new: str, changed: list[str], stays: str
) -> None:
    before = texts(book)
    shown = run(book, *SFRULES, "rename", old, new)
    assert (shown.returncode, texts(book)) == (0, before)
    for line in changed:
        assert line in shown.stdout
    written = run(book, *SFRULES, "rename", old, new, "--write")
    assert written.stdout == shown.stdout
    assert any(stays in text for text in texts(book).values()) == any(
        stays in text for text in before.values()
    )
    assert run(book, *SFRULES, "check").stdout == "no problems\n"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("chanse", "luck", 'error: "chanse" is not a name of this book (did you mean chance?)\n'),
        ("chance", "oil", 'error: "oil" is a name of this book already\n'),
        ("chance", "a-b", 'error: "a-b" is no name of a rule (letters, digits and underscores)\n'),
        *(
            ("chance", word, f'error: "{word}" is no name of a rule ({A_WORD})\n')
            for word in ("class", "None", "True", "lambda", "true", "none")
        ),
    ],
)
def test_a_name_that_cannot_be_changed_is_refused(
    book: Path, run, old: str, new: str, said: str
) -> None:
    before = texts(book)
    refused = run(book, *SFRULES, "rename", old, new, "--write")
    assert (refused.returncode, refused.stderr) == (1, said)
    assert texts(book) == before


@pytest.mark.parametrize("word", ["match", "type"])
def test_a_word_that_python_reads_as_its_own_only_in_places_may_be_a_name(
    book: Path, run, word: str
) -> None:
    assert run(book, *SFRULES, "rename", "chance", word, "--write").returncode == 0
    assert run(book, *SFRULES, "check").stdout == "no problems\n"


MORE = """\


def _sooner(row, days=3):
    return [days, row.days, dict(days=days)], lantern.days(3, "Bog"), lambda: days


def _later(row):
    return [days for days in (1, 2)], sum(days(each, row.id) for each in (1, 2))
"""


def test_locals_parameters_and_fields_of_the_same_name_as_a_rule_keep_it(book: Path, run) -> None:
    code = book / "lantern.py"
    code.write_text("import lantern\n" + code.read_text(encoding="utf-8") + MORE, encoding="utf-8")
    assert run(book, *SFRULES, "rename", "days", "journey", "--write").returncode == 0
    assert code.read_text(encoding="utf-8").endswith("""\


def _sooner(row, days=3):
    return [days, row.days, dict(days=days)], lantern.journey(3, "Bog"), lambda: days


def _later(row):
    return [days for days in (1, 2)], sum(journey(each, row.id) for each in (1, 2))
""")
