"""What nobody foresaw is one line at every door, with the page, and an exit code of its own."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from boats_site import Site, make_site
from nights import by_day

if TYPE_CHECKING:
    from pathlib import Path

ODD_BOOK = """
import toy_book
from sfrules.press.site import weave

def finish(*_):
    raise RuntimeError("out of ink\\nand paper \\x1b[31m")

weave.finish = finish
BOOK = toy_book.BOOK
"""
LINE = (
    "internal error, at docs/index.md: RuntimeError: out of ink and paper \\x1b[31m "
    "(SFRULES_TRACEBACK=1 shows where)"
)


@pytest.fixture
def site(tmp_path: Path) -> Site:
    made = make_site(tmp_path)
    (tmp_path / "odd_book.py").write_text(ODD_BOOK)
    config = tmp_path / "mkdocs.yml"
    config.write_text(config.read_text().replace("toy_book", "odd_book"))
    return made


def test_check_says_so_in_one_line(site: Site) -> None:
    result = site.sfrules("check")
    assert (result.returncode, result.stdout, result.stderr) == (70, "", f"{LINE}\n")


def test_the_build_says_so_in_one_line_and_publishes_nothing(site: Site) -> None:
    result = site.mkdocs("build", "-q")
    assert (result.returncode, result.stderr, result.stdout.strip()) == (70, "", LINE)
    assert {path.name for path in site.root.iterdir()} == {"docs", "mkdocs.yml", "odd_book.py"}


def test_an_error_of_a_hook_is_told_at_its_line(tmp_path: Path) -> None:
    site = make_site(tmp_path)
    (tmp_path / "hook.py").write_text("def on_files(*_, **__):\n    raise ValueError('ink')\n")
    config = tmp_path / "mkdocs.yml"
    config.write_text(f"{config.read_text()}hooks: [hook.py]\n")
    line = f"error in {tmp_path.name}/hook.py:2: ValueError: ink (SFRULES_TRACEBACK=1 shows where)"
    assert site.mkdocs("build", "-q").stdout.strip() == line


def test_pytest_has_it_as_a_failure_and_ends_no_other_test(site: Site) -> None:
    (site.root / "test_other.py").write_text("def test_other(): pass\n")
    result = site.python("-m", "pytest", "-q", "-p", "no:cacheprovider", "docs", "test_other.py")
    assert LINE in result.stdout
    assert "1 failed, 1 passed" in result.stdout
    assert "Traceback" not in result.stdout + result.stderr


def test_the_traceback_is_there_for_those_who_ask(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SFRULES_TRACEBACK", "1")
    result = site.sfrules("check")
    assert result.returncode == 70
    assert "odd_book.py" in result.stderr


# What is typed, and what comes of it: the exit code, the output, and what is said of it.
TYPED = {
    "standard input is closed": ("calc --book toy_book - <&-", (0, "", "")),
    "standard input is no text": (
        r"calc --book toy_book - < <(printf '\xff\n1\n')",
        (1, "error: \\ is no part of an expression\n1\n", ""),
    ),
    "standard output is closed": ("calc --book toy_book 1 >&-", (0, "", "")),
    "the terminal is one of Latin-1": (
        "calc --book toy_book '\"−\"'",
        (0, "\\u2212\n", ""),
    ),
    "the configuration is nameless": (
        "check -f ''",
        (1, ".:1:1: it is a folder, and no file\n\n1 problem\n", ""),
    ),
    "the working folder is gone": (
        "check",
        (1, "", "error: the working folder cannot be read: No such file or directory\n"),
    ),
}


@pytest.mark.parametrize("case", by_day([*TYPED], 2))
def test_a_command_does_without_what_is_not_there(tmp_path: Path, case: str) -> None:
    typed, (code, answer, said) = TYPED[case]
    (tmp_path / "site").mkdir()
    site = make_site(tmp_path / "site")
    before = "mkdir gone && cd gone && rmdir ../gone; " if "folder" in case else ""
    main = "from sfrules.__main__ import main; main()"
    result = subprocess.run(
        ["/bin/bash", "-c", f'{before}"$0" -c "{main}" {typed}', sys.executable],
        cwd=site.root,
        env={**site.environment(), "PYTHONIOENCODING": "latin-1" if "Latin" in case else "utf-8"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (result.returncode, result.stdout, result.stderr) == (code, answer, said)
