"""The changes that the page for authors walks through, step by step, in a copy of the book.

One copy has them all: a row that is changed, a page that is added, and a table with its CSV.
"""

import json
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
GUIDE = ROOT / "docs" / "authoring" / "change.md"
FENCE = re.compile(
    r"^(?P<marks>`{3,})(?: \{\.)?(?P<kind>\w+)[^\n]*\n(?P<text>.*?)^(?P=marks)$",
    re.MULTILINE | re.DOTALL,
)
COMMAND = "from sfrules.__main__ import main; main()"


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
    add_page(folder)
    add_table(folder)
    return folder


def samples(section: str) -> list[tuple[str, str, str]]:
    """What a section has its reader write: the file that it names last before it, kind and text."""
    text = GUIDE.read_text(encoding="utf-8").partition(f"{{#{section}}}\n")[2]
    text = re.split(r"\n## .*\{#(?:table|rule|review)\}\n", text)[0]
    named = ((re.findall(r"`([\w./-]+\.\w+)`", text[: f.start()]), f) for f in FENCE.finditer(text))
    return [(paths[-1] if paths else "", found["kind"], found["text"]) for paths, found in named]


def insert(path: Path, before: str, line: str) -> None:
    """Write a line before another one of a file."""
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, line + before, 1), encoding="utf-8")


def add_page(folder: Path) -> None:
    """Do what the section on a page says, up to its check."""
    written = {kind: (path, text) for path, kind, text in samples("page")}
    path, text = written["markdown"]
    assert path == "docs/core/lamps.md"
    (folder / path).write_text(text, encoding="utf-8")
    insert(folder / "mkdocs.yml", "          - core/turns.md\n", written["yaml"][1])


def add_table(folder: Path) -> None:
    """Do what the section on a table says, up to its check."""
    of_guide = samples("table")
    for path, kind, text in of_guide:
        if kind in ("csv", "python") and not path.endswith("__init__.py"):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
    (described,) = (text for _, kind, text in of_guide if kind == "json")
    path = folder / "tables" / "datapackage.json"
    package = json.loads(path.read_text(encoding="utf-8"))
    package["resources"].append(json.loads(described))
    path.write_text(json.dumps(package, indent=2), encoding="utf-8")
    rules, tables = (
        text for path, kind, text in of_guide if path.endswith("__init__.py") and kind != "console"
    )
    core = folder / "sfrules" / "rules" / "core" / "__init__.py"
    insert(core, "from sfrules.rules.core.monsters import (\n", rules)
    insert(folder / "sfrules" / "book" / "tables" / "__init__.py", "    monsters,\n", tables)
    (more,) = (text for _, kind, text in of_guide if kind == "markdown")
    page = folder / "docs" / "core" / "lamps.md"
    page.write_text(f"{page.read_text(encoding='utf-8')}\n{more}", encoding="utf-8")


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


@pytest.mark.nightly
def test_the_steps_lead_from_the_row_to_a_book_that_checks(copy):
    before = {path: path.read_text(encoding="utf-8") for path in copy.rglob("docs/**/*.md")}
    assert sfrules(copy, "calc", "core.ability_multiplier(9)").stdout.strip() == "2.25"

    checked = sfrules(copy, "check")
    assert checked.returncode == 1
    assert "core.ability_multiplier(level) is" in checked.stdout
    (told,) = (text for _, kind, text in samples("page") if kind == "text")
    assert told.strip() in checked.stdout

    shown = sfrules(copy, "check", "--diff")
    assert "+    At level 9 the ability multiplier is ×2.25." in shown.stdout
    assert {path: path.read_text(encoding="utf-8") for path in before} == before

    assert sfrules(copy, "check", "--fix").returncode == 0
    assert sfrules(copy, "check").stdout.startswith("no problems\n")
    lit = (copy / "tables" / "printed" / "lamps.csv").read_text(encoding="utf-8")
    assert "Lantern,121,6" in lit
    after = {path: path.read_text(encoding="utf-8") for path in before}
    changed = [path for path in before if after[path] != before[path]]
    assert changed
    assert all(without_numbers(after[path]) == without_numbers(before[path]) for path in changed)
