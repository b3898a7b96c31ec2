"""The samples on the pages for authors of other books are those of books that are tested."""

import re
import sys
from pathlib import Path

import pytest

BOOKS = Path(__file__).parent
PAGE = (BOOKS.parents[1] / "docs/authoring/your-book.md").read_text(encoding="utf-8")
FENCES = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
CODE = (BOOKS / "lantern" / "lantern.py").read_text(encoding="utf-8")
DOORS = BOOKS.parents[1] / "sfrules" / "press" / "doors"
FIRST = (BOOKS.parents[1] / "docs/authoring/index.md").read_text(encoding="utf-8")
STARTED = "".join(
    path.read_text(encoding="utf-8")
    for path in sorted((DOORS / "starter").rglob("*.*"))
    if path.is_file()
)
WRITTEN = re.findall(r"^(`{3,})(?:python|csv|markdown)\n(.*?)^\1$", FIRST, re.MULTILINE | re.DOTALL)
CALC = re.findall(r"^\$ sfrules calc '(.*)'\n(.*)$", PAGE, re.MULTILINE)


def samples(language: str) -> list[str]:
    return [text for name, text in FENCES if name == language]


@pytest.mark.parametrize("sample", samples("python"), ids=lambda text: text.split("\n")[0])
def test_each_piece_of_code_is_lanterns_own(sample: str) -> None:
    assert sample in CODE


@pytest.mark.parametrize("sample", [text for _, text in WRITTEN], ids=lambda text: text[:20])
def test_each_sample_of_the_first_page_is_of_a_new_book(sample: str) -> None:
    assert sample in STARTED


def test_the_first_page_has_the_words_of_its_list_in_the_order_of_use() -> None:
    head, _, words = FIRST.partition("{#words}")
    listed = re.findall(r"^\| (\w+) \| ", words.partition("| --- | --- |")[2], re.MULTILINE)
    assert re.findall(r"\*\*([a-z]+)\*\*", head.lower()) == listed
    assert len(listed) == 14


@pytest.mark.parametrize(("expression", "answer"), CALC)
def test_the_command_answers_as_the_page_says(run, expression: str, answer: str) -> None:
    asked = run(BOOKS / "lantern", sys.executable, "-m", "sfrules", "calc", expression)
    assert (asked.stdout + asked.stderr).strip() == answer
