"""The samples on the page for authors of other books are those of books that are tested."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from sfrules.press.host.plugin import RulebookOptions

BOOKS = Path(__file__).parent
PAGE = (BOOKS.parents[1] / "docs/authoring/your-book.md").read_text(encoding="utf-8")
FENCES = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
CODE = (BOOKS / "lantern" / "lantern.py").read_text(encoding="utf-8")
CALC = re.findall(r"^\$ sfrules calc '(.*)'\n(.*)$", PAGE, re.MULTILINE)


def samples(language: str) -> list[str]:
    return [text for name, text in FENCES if name == language]


@pytest.mark.parametrize("sample", samples("python"), ids=lambda text: text.split("\n")[0])
def test_each_piece_of_code_is_lanterns_own(sample: str) -> None:
    assert sample in CODE


def test_there_are_samples_of_everything() -> None:
    for made in (
        "Book(",
        ".csv(",
        ".rule",
        ".macro",
        ".table(",
        ".chart(",
        ".figure(",
        ".term(",
        ".erratum(",
    ):
        assert any(made in sample for sample in samples("python")), made
    assert len(CALC) >= 2


@pytest.mark.parametrize(("expression", "answer"), CALC)
def test_the_command_answers_as_the_page_says(run, expression: str, answer: str) -> None:
    asked = run(BOOKS / "lantern", sys.executable, "-m", "sfrules", "calc", expression)
    assert (asked.stdout + asked.stderr).strip() == answer


def test_a_wrong_construction_is_told_as_the_page_shows() -> None:
    (shown,) = samples("text")
    first, code, _, hint = shown.replace("game.py", "wrong_book.py").splitlines()
    said = (BOOKS / "mistakes.md").read_text(encoding="utf-8")
    assert f"{first}\n{hint}\n" in said
    assert f"{code.partition('| ')[2]}\n" in said


def test_the_settings_that_the_page_lists_are_those_of_the_plugin() -> None:
    assert set(re.findall(r"^\| `(\w+): ", PAGE, re.MULTILINE)) <= RulebookOptions().keys()
