"""A book that keeps what it prints in files, and its author's mistakes are told all together."""

import shutil
import sys
from pathlib import Path

import pytest

LANTERN = Path(__file__).parent / "lantern"
CHECK = (sys.executable, "-m", "sfrules", "check")


@pytest.fixture
def book(tmp_path: Path) -> Path:
    home = shutil.copytree(LANTERN, tmp_path / "lantern", ignore=shutil.ignore_patterns("__*"))
    code = (home / "lantern.py").read_text(encoding="utf-8")
    code = code.replace("dice=[6])", 'dice=[6], lock="tables/printed")')
    (home / "lantern.py").write_text(code, encoding="utf-8")
    return home


def change(book: Path, before: str, after: str) -> None:
    code = (book / "lantern.py").read_text(encoding="utf-8")
    assert before in code
    (book / "lantern.py").write_text(code.replace(before, after), encoding="utf-8")


def test_a_stale_lock_is_fixed_with_what_else_is_stale(book, run) -> None:
    assert run(book, *CHECK, "--fix").returncode == 0
    change(book, "target - 1, 6", "target - 1, 8")
    fixed = run(book, *CHECK, "--fix")
    # What the prose says as "5 in 9" is for its author to say.
    assert fixed.stdout.count("docs/index.md") == 1
    assert fixed.stdout.endswith("\n1 problem\n")
    assert "\n2,75%," in (book / "tables" / "printed" / "odds.csv").read_text(encoding="utf-8")


def test_a_wrong_erratum_hides_no_other_problem(book, run) -> None:
    change(book, "terrain[over].leagues_a_day", "terrain[over].leagues_a_day * 2")
    page = book / "docs" / "index.md"
    page.write_text(page.read_text(encoding="utf-8") + "\nThere are 77 bogs.\n", encoding="utf-8")
    said = run(book, *CHECK).stdout
    assert 'right is 10/3, days(20, "Heath") is 20/3' in said
    assert "77" in said
