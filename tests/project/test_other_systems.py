"""Lint, questions, checks and builds run on a system without POSIX, and come to the same."""

from __future__ import annotations

import ast
import os
import shutil
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
ELSEWHERE = str(HERE / "elsewhere.py")
NOTE = (
    "note: this system cannot bound the memory of a page, and cannot stop a rule before it ends\n"
)
FAULT = "# Omens\n\n| d4 | Omen |\n| --- | --- |\n| 1 | Crow |\n| 2 | Hare |\n| 4  | Owl |\n"
WRONG = '\nFor so many, a barge takes {{ printed(7, fare(30, "barge")) }} pence.\n\n'


def run(folder: Path, *command: str, said: str = "") -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, (folder, ROOT, HERE))),
        "NO_MKDOCS_2_WARNING": "1",
        "SOURCE_DATE_EPOCH": "1700000000",
    }
    return subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env=environment,
        input=said,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def here(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return run(folder, "-m", *command)


def elsewhere(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return run(folder, ELSEWHERE, *command)


@pytest.fixture
def book(tmp_path):
    """A small book that passes."""
    made = here(tmp_path, "sfrules", "new", "lantern")
    assert made.returncode == 0, made.stderr
    return tmp_path / "lantern"


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not {"__pycache__", ".cache"}.intersection(path.parts)
    }


@pytest.mark.parametrize("module", ["fcntl", "resource", "pwd", "termios"])
def test_what_is_hidden_is_hidden(module, tmp_path):
    (tmp_path / "asks.py").write_text(f"import {module}\n", encoding="utf-8")
    assert elsewhere(tmp_path, "asks").stderr.endswith(f"No module named '{module}'\n")


def test_every_module_can_be_imported():
    modules = sum(path.name != "__init__.py" for path in (ROOT / "sfrules").rglob("*.py"))
    told = elsewhere(HERE, "everything").stdout
    assert told.count("\n") == 1, told
    assert int(told.split()[0]) > modules


COMMANDS = {
    "lint omens.md": 1,
    "calc \"fare(30, 'barge') + 1/3\"": 0,
    "explain \"fare(30, 'barge')\"": 0,
    "show numbers": 0,
    "show table boats --format csv": 0,
    "where boats": 0,
    "analyze --jobs 2": 0,
    "check --no-cache": 1,
    "check --format json": 1,
    "check --diff": 1,
    "check --fix": 0,
}


def test_commands_answer_the_same_and_say_once_what_is_missing(book):
    page = book / "docs" / "index.md"
    page.write_text(page.read_text(encoding="utf-8") + WRONG, encoding="utf-8")
    (book / "omens.md").write_text(FAULT, encoding="utf-8")
    copy = book.with_name("copy")
    shutil.copytree(book, copy)
    one, other = here(book, "several", *COMMANDS), elsewhere(copy, "several", *COMMANDS)
    assert other.stdout == one.stdout
    for command, ended in COMMANDS.items():
        assert f"\n{command}: {ended}\n" in one.stdout
    notes = [line for line in other.stderr.splitlines(keepends=True) if line.startswith("note: ")]
    assert notes == [NOTE, "note: this system cannot publish a site in one step\n"]
    assert [line for line in other.stderr.splitlines() if not line.startswith("note: ")] == (
        one.stderr.splitlines()
    )
    assert files(copy) == files(book)


def test_a_line_ends_alike_on_every_system_wherever_a_text_is_written():
    for path in (ROOT / "sfrules").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                named = {each.arg for each in node.keywords}
                assert node.func.attr != "write_text" or "newline" in named, (path, node.lineno)


def test_a_build_publishes_the_same_twice_over(book):
    copy = book.with_name("copy")
    shutil.copytree(book, copy)
    one = here(book, "mkdocs", "build", "--strict")
    assert one.returncode == 0, one.stderr
    for _ in range(2):  # the second takes the place of the first
        other = elsewhere(copy, "mkdocs", "build", "--strict")
        assert other.returncode == 0, other.stderr
        assert (
            "note: this system cannot bound the memory of a page, and cannot stop a rule before it "
            "ends, and cannot publish a site in one step\n"
        ) in other.stderr
        assert files(copy / "site") == files(book / "site")
    assert [path.name for path in copy.glob(".*-sfrules-*")] == []


def test_a_preview_shows_what_is_saved(book):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    command = [sys.executable, ELSEWHERE, "sfrules", "serve", "--dev-addr", address]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (book, ROOT)))}
    with subprocess.Popen(
        command, cwd=book, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as serving:
        try:
            served(address, "somebody always wants to cross")
            page = book / "docs" / "index.md"
            page.write_text(page.read_text(encoding="utf-8") + "\nSaved anew.\n", encoding="utf-8")
            served(address, "Saved anew.")
        finally:
            serving.terminate()
        said = serving.stdout.read().decode() if serving.stdout else ""
    assert said.count("this system cannot bound the memory of a page") == 1


def served(address: str, text: str) -> None:
    """Wait until a page that is served has a text."""
    for _ in range(600):
        with suppress(OSError), urlopen(f"http://{address}/") as page:
            if text in page.read().decode():
                return
        time.sleep(0.1)
    pytest.fail(f"what is served never has: {text}")
