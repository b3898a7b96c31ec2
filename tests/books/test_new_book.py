"""`sfrules new` makes a book that builds, checks and passes at once, from the wheel alone."""

import sys
from pathlib import Path

import pytest

NEW = (sys.executable, "-m", "sfrules", "new")
PYTHON = f"PYTHON={sys.executable}"
SCREEN = 40  # lines


@pytest.fixture
def game(tmp_path: Path, run) -> Path:
    made = run(tmp_path, *NEW, "mygame")
    assert made.stdout == "mygame: next, cd mygame && make book && make test\n", made.stderr
    return tmp_path / "mygame"


def test_a_new_book_builds_passes_its_tests_at_once_and_tells_a_changed_fact(
    game: Path, run
) -> None:
    built = run(game, "env", "--unset=NO_MKDOCS_2_WARNING", "make", "book", PYTHON)
    assert built.returncode == 0, built.stdout + built.stderr
    assert "Zensical" not in built.stdout + built.stderr  # which the theme's notice recommends
    page = (game / "site" / "index.html").read_text(encoding="utf-8")
    assert "<svg" in page
    tested = run(game, "make", "test", PYTHON)
    assert tested.returncode == 0, tested.stdout + tested.stderr
    assert "no problems" in tested.stdout
    assert " passed" in tested.stdout
    (game / "waters.csv").write_text("id,target\nriver,12\nrapids,16\n", encoding="utf-8")
    checked = run(game, sys.executable, "-m", "sfrules", "check")
    assert checked.returncode == 1
    assert "docs/index.md" in checked.stdout
    tested = run(game, sys.executable, "-m", "pytest", "-q")
    assert tested.returncode == 1
    assert "game.py::game.chance" in tested.stdout


def test_it_has_everything_that_a_book_needs(game: Path) -> None:
    files = {path.relative_to(game).as_posix() for path in game.rglob("*") if path.is_file()}
    needed = "game.py boats.csv docs/index.md tests/test_game.py Makefile README.md .gitignore"
    assert files >= {*needed.split(), ".github/workflows/book.yml", ".pre-commit-config.yaml"}
    readme = (game / "README.md").read_text(encoding="utf-8")
    assert readme.startswith("# Mygame\n")
    assert len(readme.splitlines()) <= SCREEN
    assert not [file for file in files if "@TITLE@" in (game / file).read_text(encoding="utf-8")]


def test_nothing_is_written_over(tmp_path: Path, run) -> None:
    (tmp_path / "mygame").mkdir()
    (tmp_path / "mygame" / "notes.txt").write_text("mine", encoding="utf-8")
    made = run(tmp_path, *NEW, "mygame")
    assert (made.returncode, made.stderr) == (1, "error: there is something in mygame already\n")
