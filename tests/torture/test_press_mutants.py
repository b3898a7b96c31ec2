"""Mutants of code: which there are, which tests are asked, and what becomes of each."""

from __future__ import annotations

from pathlib import Path

import pytest
from changing import Mutant, of_code
from press_mutants import Imports, Trials

WIND = '''\
"""Sails."""


def speed(sails):
    """Give the speed under so many sails."""
    while sails > 9:
        sails -= 4
    if sails == 0:
        return 1
    return sails * 2
'''
FILES = {
    "pyproject.toml": "[tool.pytest.ini_options]\n",
    "sfrules/__init__.py": "",
    "sfrules/press/__init__.py": "",
    "sfrules/press/wind.py": WIND,
    "sfrules/press/fleet.py": "from sfrules.press import wind\n\nfleet = [wind.speed(3)]\n",
    "tests/press/ships.py": "from sfrules.press.fleet import fleet\n",
    "tests/press/test_page_checks.py": "def test_nothing():\n    pass\n",
    "tests/press/test_fleet.py": "import ships\n\n\ndef test_fleet():\n    assert ships.fleet\n",
    "tests/press/test_wind.py": (
        "from sfrules.press.wind import speed\n\n\n"
        "def test_speed():\n    assert speed(11) == 14\n\n\n"
        "def test_that_fails_as_it_is():\n    assert speed(3) == 7\n"
    ),
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return tmp_path


def changes(root: Path) -> dict[str, Mutant]:
    wind = [each for each in of_code(root, "sfrules/press") if each.path.endswith("wind.py")]
    return {f"{each.line}: {each.was} -> {each.new}": each for each in wind}


def test_each_sign_number_and_condition_is_changed(root: Path) -> None:
    assert list(changes(root)) == [
        "6: sails > 9 -> (not (sails > 9))",
        "6: > -> >=",
        "6: 9 -> 10",
        "7: 4 -> 5",
        "8: sails == 0 -> (not (sails == 0))",
        "8: == -> !=",
        "8: 0 -> 1",
        "9: 1 -> 2",
        "10: * -> +",
        "10: 2 -> 3",
    ]


def test_the_tests_are_asked_that_import_a_file_and_those_of_pages(root: Path) -> None:
    imports = Imports(root)
    pages = "tests/press/test_page_checks.py"
    wind, fleet = "tests/press/test_wind.py", "tests/press/test_fleet.py"
    assert imports.tests_of("sfrules.press.wind") == [wind, fleet, pages]
    assert imports.tests_of("sfrules.press.fleet") == [fleet, pages]


def test_a_mutant_is_caught_or_left_or_runs_out_of_time(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # they take long to import
    asked = {
        "7: 4 -> 5": "caught",
        "9: 1 -> 2": "left",  # and a test that fails as it is has not caught it
        "6: sails > 9 -> (not (sails > 9))": "out of time",
    }
    trials = Trials(root, work=4)
    try:
        results = list(trials.results([changes(root)[each] for each in asked]))
    finally:
        trials.remove()
    assert [result.end for result in results] == list(asked.values())
