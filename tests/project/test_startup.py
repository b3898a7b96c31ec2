"""A command starts quickly: what is slow to load is loaded by those who use it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = ("icepool", "material", "mkdocs", "numpy", "pandas", "playwright")
PAGES = Path(__file__).parents[2] / "docs" / "authoring"


def loaded(code: str) -> set[str]:
    """The packages in memory after a program has run, in a Python of its own."""
    tell = "; print('loaded', *{name.partition('.')[0] for name in sys.modules})"
    program = [sys.executable, "-c", f"import sys; {code}{tell}"]
    ran = subprocess.run(program, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return set(ran.stdout.splitlines()[-1].split()[1:])


def command(*words: str) -> str:
    """A program that runs the command line, and fails where that does."""
    return (
        "from sfrules.press.doors.cli import app; "
        f"failed = app({list(words)!r}, standalone_mode=False); assert not failed, failed"
    )


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("import sfrules.press.doors.cli", id="import"),
        pytest.param(command("calc", "1 + 1"), id="calc a sum"),
        pytest.param(command("calc", "core.hit_points(7, 'high')"), id="calc a rule"),
        pytest.param(command("explain", "core.hit_points(7, 'high')"), id="explain a rule"),
        pytest.param(command("show", "rules"), id="show rules"),
        pytest.param(command("table", "hit-points"), id="write a table"),
        pytest.param(command("lint", str(PAGES)), id="lint pages"),
    ],
)
def test_a_command_loads_neither_mkdocs_nor_pandas(code):
    assert loaded(code) & set(HEAVY) == set()
