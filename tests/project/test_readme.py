"""README.md: its commands run, and what its tour writes into a page is printed as it says."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest
from command import sfrules

from sfrules.book import BOOK
from sfrules.press.doors import cli
from sfrules.press.site.weave.check import expand, page_of

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CODE = re.findall(r"`([^`\n]+)`", README)
COMMANDS = [shlex.split(each)[1:] for each in CODE if each.startswith("sfrules ")]
ANSWERED = ("calc", "explain", "show")
EXPRESSION = next(words[1] for words in COMMANDS if words[0] == "calc")
MACROS = [each for each in CODE if each.startswith(("{{", "[["))]


@pytest.mark.parametrize("words", [each for each in COMMANDS if each[0] in ANSWERED], ids=" ".join)
def test_a_question_is_answered(words: list[str]) -> None:
    ran = sfrules(*(EXPRESSION if word == "…" else word for word in words))
    assert (ran.exit_code, bool(ran.stdout)) == (0, True), ran.stderr


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_command_is_known_with_its_options(words: list[str]) -> None:
    ran = sfrules(words[0], "--help")
    known = set(re.findall(r"(?<![\w-])--?[a-z-]+", ran.stdout))
    assert ran.exit_code == 0
    assert {word for word in words if word.startswith("-")} <= known


def test_the_table_of_commands_has_each_in_a_line_and_no_other() -> None:
    told = re.findall(
        r"^\| `(\w+)` \| .+ \|$", README.partition("| `sfrules` | does |")[2], re.MULTILINE
    )
    assert sorted(told) == sorted((*cli.COMMANDS, "lint"))


@pytest.mark.parametrize("macro", MACROS)
def test_a_page_prints_what_the_tour_writes(macro: str) -> None:
    made = expand(BOOK, page_of("docs/tour.md", f"{macro}\n", f"{macro}\n"))
    assert made.problems == ()
    assert made.pieces or re.findall(r"\d+", made.markdown) == re.findall(
        r"page says (\d+)", README
    )


def test_the_row_to_change_is_there_and_lint_brings_one_package() -> None:
    assert re.search(
        r"^9,", (ROOT / "tables/authored/ability-multiplier.csv").read_text(), re.MULTILINE
    )
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert len(project["dependencies"]) == 1
