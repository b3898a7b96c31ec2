"""A book is checked, asked about and tested where no host is installed, and every answer is the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HIDDEN = ("mkdocs", "material")
HIDE = """
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in NAMES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Hidden())
""".replace("NAMES", repr(HIDDEN))
RUN = "import sys; from sfrules.press.doors.cli import main; sys.argv[0] = 'sfrules'; main()"
RUN_EACH = """
from sfrules.press.doors.cli import app
for words in (
    "check --no-cache", "check --no-cache --format json", "where game.fare", "show numbers",
    "show rules", "calc 2**3", "explain game.fare(8,'barge')",
):
    try:
        app(words.split())
    except SystemExit as end:
        print("ended", end.code)
"""
TEST = "import sys, pytest; sys.exit(pytest.main(['-q', '-p', 'no:cacheprovider', *sys.argv[1:]]))"
WRONG = """\
site_description: A book of 77 boats
theme:
  name: material
  custom_dir: overrides
"""


def ran(folder: Path, code: str, *words: str) -> tuple[int, str, str]:
    """The exit of a program, its output, and what it says beside that."""
    found = subprocess.run(
        [sys.executable, "-c", code, *words],
        cwd=folder,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    timeless = (line for line in found.stdout.splitlines() if " passed" not in line)
    return found.returncode, "\n".join(timeless), found.stderr


def same(folder: Path, code: str, *words: str) -> tuple[int, str, str]:
    """What a program says without a host, which is what it says with one."""
    without = ran(folder, HIDE + code, *words)
    assert without == ran(folder, code, *words)
    return without


@pytest.fixture(scope="module")
def starter(tmp_path_factory):
    folder = tmp_path_factory.mktemp("new") / "book"
    code, _, said = ran(folder.parent, RUN, "new", "book", "--title", "Boats")
    assert code == 0, said
    return folder


def test_the_host_is_hidden_from_these_programs(starter):
    code, _, said = ran(starter, HIDE + "import mkdocs")
    assert (code, "No module named 'mkdocs'" in said) == (1, True)


def test_commands_say_the_same_of_a_new_book(starter):
    code, out, said = same(starter, RUN_EACH)
    assert (code, said) == (0, "")
    ended = [line for line in out.splitlines() if line.startswith("ended ")]
    assert ended == ["ended 0"] * 7
    for shown in ("no problems", "[]", ": formula(fare)", "36 cells", "fare(passengers", "\n8\n"):
        assert shown in out


def test_pytest_says_the_same_of_a_new_book(starter):
    code, out, _ = same(starter, TEST, "docs")
    assert (code, "..." in out) == (0, True)


def test_a_check_sees_the_same_false_numbers_in_settings_and_templates(starter):
    config = starter / "mkdocs.yml"
    before = config.read_text(encoding="utf-8")
    (starter / "overrides").mkdir()
    (starter / "overrides" / "main.html").write_text("<p>{{ 88 }} boats</p><p>99 boats</p>\n")
    config.write_text(before.replace("theme:\n  name: material\n", WRONG), encoding="utf-8")
    try:
        code, out, _ = same(starter, RUN, "check", "--no-cache")
    finally:
        config.write_text(before, encoding="utf-8")
    assert code == 1
    assert "the number 77 in site_description is loose" in out
    for number in (88, 99):
        assert f"the number {number} in a template is loose" in out


def test_the_shipped_book_is_checked_without_a_host():
    assert ran(ROOT, HIDE + RUN, "check")[0] == 0
    assert ran(ROOT, HIDE + RUN, "where", "core.weapon_dice")[0] == 0
