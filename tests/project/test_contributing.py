"""CONTRIBUTING.md and the notes on the design name what is there, and quote it as it is."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from sfrules.press.doors.cli import app

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
DESIGN = (ROOT / "docs/authoring/design.md").read_text(encoding="utf-8")
FENCE = re.compile(r"^(`{3,})(\w+)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
BEYOND = {"site"}  # in the site that is built, and made by no commit


def paths_in(text: str) -> set[str]:
    """What is written as code and is a path, with a slash or an ending, and what is linked to."""
    prose = FENCE.sub("", text)
    code = re.findall(r"`(\.?[\w-]+(?:/[\w.-]*)+|[\w-]+\.(?:md|json|toml|py))`", prose)
    return {*code, *re.findall(r"\]\(([\w./-]+)[)#]", prose)}


def quoted():
    """What the guide quotes, each with the file that it names above."""
    for fence in FENCE.finditer(GUIDE):
        if fence[2] not in ("console", "text"):
            name = re.findall(r"`([\w./-]+\.\w+)`", GUIDE[: fence.start()])[-1]
            yield pytest.param(name, fence[3], id=name)


def commands():
    for fence in FENCE.finditer(GUIDE):
        if fence[2] == "console":
            for said in re.findall(r"^\$ (.+\n(?:(?!\$ ).+\n)*)", fence[3], re.MULTILINE):
                command, _, answer = said.partition("\n")
                yield pytest.param(command, answer, id=command)


@pytest.mark.parametrize("path", sorted(paths_in(GUIDE) - BEYOND))
def test_each_file_that_the_guide_names_is_there(path):
    assert (ROOT / path).exists()


@pytest.mark.parametrize("path", sorted(paths_in(DESIGN) - BEYOND))
def test_each_file_that_the_notes_on_the_design_name_is_there(path):
    folders = (ROOT, ROOT / "sfrules", ROOT / "docs/authoring")
    assert any((folder / path).exists() for folder in folders)


@pytest.mark.parametrize(("file", "part"), [*quoted()])
def test_what_the_guide_quotes_is_in_the_file_that_it_names(file, part):
    assert part in (ROOT / file).read_text(encoding="utf-8")


@pytest.mark.parametrize(("command", "answer"), [*commands()])
def test_each_command_of_the_guide_is_one(command, answer):
    program, *words = shlex.split(command)
    if program == "make":
        assert re.search(rf"^{words[0]}:", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    elif program == "pytest":
        assert all((ROOT / word).exists() for word in words)
    else:
        assert program == "sfrules"
        asked = get_command(app).commands[words[0]]
        asked.make_context(words[0], words[1:])  # raises for an option that it lacks
        if answer:
            assert CliRunner().invoke(app, words).output == answer


@pytest.mark.parametrize("step", re.findall(r"^\| `make (\w+)` \|", GUIDE, re.MULTILINE))
def test_what_ci_is_said_to_check_is_part_of_make_test(step):
    needed = re.search(r"^test: (.*?) ##", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert step in needed[1].split()
