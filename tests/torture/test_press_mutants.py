"""Mutants of code: which there are, which tests are asked, and what becomes of each."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from changing import Mutant, of_code
from press_mutants import Trials
from runners import Runners

WIND = '''\
"""Sails."""


def speed(sails):
    """Give the speed under so many sails."""
    while sails > 9:
        sails -= 4
    if sails == 0:
        return 1
    return sails * 2


def drift(miles):
    while miles > 9:
        miles -= 4
    return miles
'''
FILES = {
    "pyproject.toml": "[tool.pytest.ini_options]\n",
    "sfrules/__init__.py": "",
    "sfrules/press/__init__.py": "",
    "sfrules/press/wind.py": WIND,
    "sfrules/press/fleet.py": "from sfrules.press import wind\n\nfleet = [wind.speed(3)]\n",
    "tests/press/ships.py": "from sfrules.press.fleet import fleet\n",
    "tests/press/test_page_checks.py": "def test_nothing():\n    pass\n",
    "tests/press/test_fleet.py": (
        "import pytest\n\n\n"
        "@pytest.fixture(scope='module')\ndef fleet():\n    import ships\n\n    return ships.fleet\n\n\n"
        "def test_fleet(fleet):\n    assert fleet\n"
    ),
    "tests/press/test_wind.py": (
        "from sfrules.press.wind import drift, speed\n\n\n"
        "def test_drift():\n    assert drift(3) == 3\n\n\n"
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


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without plugins, which take long to import."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")


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
        "14: miles > 9 -> (not (miles > 9))",
        "14: > -> >=",
        "14: 9 -> 10",
        "15: 4 -> 5",
    ]


def asked(root: Path, path: str, function: str, budget: float = 40) -> list[str]:
    tests = [file.relative_to(root).as_posix() for file in root.glob("tests/*/test_*.py")]
    runners = Runners.of(root, tests, root / "kept.json", processes=1)
    return [test.removeprefix("tests/press/") for test in runners.tests_of(path, function, budget)]


def test_the_tests_are_asked_that_run_a_function(root: Path) -> None:
    wind = "sfrules/press/wind.py"
    speed = ["test_wind.py::test_speed", "test_wind.py::test_that_fails_as_it_is"]
    assert sorted(asked(root, wind, "speed")) == sorted(["test_fleet.py", *speed])
    assert len(asked(root, wind, "speed", budget=0)) == 1
    assert sorted(asked(root, wind, "")) == sorted(
        ["test_fleet.py", "test_wind.py::test_drift", *speed]
    )
    assert asked(root, "sfrules/press/sea.py", "") == []


def test_a_file_of_tests_that_has_changed_is_noted_anew_and_no_other(root: Path) -> None:
    asked(root, "sfrules/press/wind.py", "speed")
    test = "from sfrules.press import wind\n\n\ndef test_calm():\n    assert wind.speed(0) == 1\n"
    (root / "tests/press/test_page_checks.py").write_text(test, encoding="utf-8")
    (root / "tests/press/test_fleet.py").unlink()
    kept = root / "kept.json"
    before = json.loads(kept.read_text())["files"]["tests/press/test_wind.py"]
    found = asked(root, "sfrules/press/wind.py", "speed")
    assert "test_page_checks.py::test_calm" in found
    assert not any(test.startswith("test_fleet.py") for test in found)
    assert json.loads(kept.read_text())["files"]["tests/press/test_wind.py"] == before


def test_a_mutant_is_caught_or_left_or_runs_out_of_time(root: Path) -> None:
    ends = {
        "7: 4 -> 5": "caught",
        "9: 1 -> 2": "left",  # and a test that fails as it is has not caught it
        "14: miles > 9 -> (not (miles > 9))": "out of time",
    }
    trials = Trials(root, root / "kept.json", work=2)
    try:
        results = list(trials.results([changes(root)[each] for each in ends]))
    finally:
        trials.remove()
    assert [result.end for result in results] == list(ends.values())
