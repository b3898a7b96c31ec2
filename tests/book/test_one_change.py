"""The change that the page for authors walks through, step by step, in a copy of the book."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sfrules import authored

ROOT = authored.root()
ROW = ("9,10,2\n", "9,10,2.25\n")
COMMAND = "from sfrules.press.doors.cli import main; main()"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The book with the row changed."""
    folder = tmp_path_factory.mktemp("change") / "book"
    folder.mkdir()
    for part in ("sfrules", "docs", "tables"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "mkdocs.yml", folder)
    path = folder / "tables" / "authored" / "ability-multiplier.csv"
    text = path.read_text(encoding="utf-8")
    assert ROW[0] in text
    path.write_text(text.replace(*ROW), encoding="utf-8")
    return folder


def sfrules(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a copy, with the copy's own code."""
    return subprocess.run(
        [sys.executable, "-c", COMMAND, *words],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


def without_numbers(text: str) -> str:
    return re.sub(r"\d+", "0", re.sub(r"(?<=\d)\.(?=\d)", "", text))


def test_the_steps_lead_from_the_row_to_a_book_that_checks(copy):
    before = {path: path.read_text(encoding="utf-8") for path in copy.rglob("docs/**/*.md")}
    assert sfrules(copy, "calc", "core.ability_multiplier(9)").stdout.strip() == "2.25"

    checked = sfrules(copy, "check")
    assert checked.returncode == 1
    assert "core.ability_multiplier(level) is" in checked.stdout

    shown = sfrules(copy, "check", "--diff")
    assert "+    At level 9 the ability multiplier is ×2.25." in shown.stdout
    assert {path: path.read_text(encoding="utf-8") for path in before} == before

    assert sfrules(copy, "check", "--fix").returncode == 0
    assert sfrules(copy, "check").stdout.startswith("no problems\n")
    after = {path: path.read_text(encoding="utf-8") for path in before}
    changed = [path for path in before if after[path] != before[path]]
    assert changed
    assert all(without_numbers(after[path]) == without_numbers(before[path]) for path in changed)
