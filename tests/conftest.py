"""What all tests share: golden files, and examples that may take their time.

A golden file has what the press prints now, held against what a person has read and found right.
"""

import gc
import os
import sys
from collections.abc import Callable
from difflib import unified_diff
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from nights import NIGHTLY

# Tests change modules of a book twice within a second, which its compiled code could not tell apart.
sys.dont_write_bytecode = True
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"  # and so do the programs that they start

# No test asserts how long something takes: the machines are noisy.
settings.register_profile(
    "book",
    deadline=None,
    max_examples=500 if NIGHTLY else 15,
    derandomize=not NIGHTLY,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("book")


# What takes long begins first: two processes share the files, and none is to wait for the other.
_LONG = ("book", "paper", "browser", "project", "books")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--golden", action="store_true", help="rewrite golden files; read the diff")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what only a night has time for, and begin with the folders that take the longest."""
    if not NIGHTLY:
        long = [item for item in items if item.get_closest_marker("nightly")]
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item not in long]
    items.sort(key=lambda item: item.path.parent.name not in _LONG)


# Allocations until young objects are looked through, and rounds of that until older ones are.
_SELDOM = (100_000, 20, 1_000)


def pytest_collection_finish() -> None:
    """Let garbage be collected seldom, and never among the tests themselves."""
    gc.freeze()
    gc.set_threshold(*_SELDOM)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Compare a golden file with a text, or rewrite it where `--golden` is given."""

    def compare(file: Path, now: str) -> None:
        # Absent where this folder is not named on the command line, and then not asked for.
        if request.config.getoption("--golden", default=False):
            file.write_text(now, encoding="utf-8")
        before = file.read_text(encoding="utf-8") if file.is_file() else ""
        if now != before:
            name = file.relative_to(request.config.rootpath).as_posix()
            lines = before.splitlines(), now.splitlines()
            diff = "\n".join(unified_diff(*lines, f"a/{name}", f"b/{name}", lineterm=""))
            test = request.path.relative_to(request.config.rootpath).as_posix()
            pytest.fail(f"{diff}\n\nif that is right: pytest {test} --golden", pytrace=False)

    return compare
