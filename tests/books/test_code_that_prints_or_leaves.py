"""What a book's code prints is no part of a report, and no code of a book ends a check."""

import json
import os
import subprocess
from pathlib import Path

import pytest
from python_process import python
from writing import write_files

CODE = '''
import sys

from sfrules import Book

book = Book("Leaving", __file__)
{first}

@book.rule
def seats(boats: range(10)) -> int:
    """Seats of all boats."""
    {rule}
    return boats * 12


book.table("seats", "Seats", range(3), {{"Boats": int, "Seats": {cell}}})
'''
LEAVE = "sys.exit(0)"


FILES = {
    "docs/index.md": '# Seats\n\n{{ seats(2) }} seats.\n\n{{ table("seats") }}\n',
    "mkdocs.yml": (
        "site_name: Seats\ntheme: {name: mkdocs}\nmarkdown_extensions: [sfrules]\n"
        "plugins: [sfrules: {book: leaving}]\n"
    ),
}


@pytest.fixture
def book(tmp_path: Path):
    def write(first: str = "", rule: str = "pass", cell: str = "seats") -> Path:
        code = CODE.format(first=first, rule=rule, cell=cell)
        return write_files(tmp_path, {**FILES, "leaving.py": code})

    return write


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return python(folder, {**os.environ, "NO_MKDOCS_2_WARNING": "1"}, "-m", *command)


@pytest.mark.parametrize(
    ("code", "line"),
    [({"first": LEAVE}, 7), ({"rule": LEAVE}, 12), ({"cell": f"lambda boats: {LEAVE}"}, 16)],
    ids=["at import", "in a rule", "in a cell"],
)
@pytest.mark.parametrize("command", [("sfrules", "check"), ("mkdocs", "build")], ids=" ".join)
def test_code_that_leaves_python_is_a_problem(book, code, line, command):
    folder = book(**code)
    done = run(folder, *command)
    assert done.returncode == 1
    assert f"leaving.py:{line}" in done.stdout + done.stderr
    assert "sys.exit(0)" in done.stdout + done.stderr
    assert not (folder / "site").exists()


def test_what_a_book_prints_stands_beside_a_report(book):
    folder = book(first='print("made")', rule='print("asked")')
    done = run(folder, "sfrules", "check", "--format", "json")
    assert json.loads(done.stdout) == []
    assert "made" in done.stderr
    assert "asked" in done.stderr
    done = run(folder, "sfrules", "calc", "seats(2)")
    assert done.stdout == "24\n"
