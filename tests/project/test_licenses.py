"""The book and the program have a license each, and every place that names one names the same."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DEED = "https://creativecommons.org/licenses/by-nc/4.0/"


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_package_holds_code_and_facts_and_names_both_licenses():
    project = tomllib.loads(text_of("pyproject.toml"))["project"]
    assert project["license"] == "MIT AND CC-BY-NC-4.0"
    assert project["license-files"] == ["LICENSE", "LICENSE-text"]


def test_the_authors_of_the_package_are_those_who_license_it():
    (author,) = tomllib.loads(text_of("pyproject.toml"))["project"]["authors"]
    assert re.search(
        rf"^Copyright \(c\) \d{{4}} {author['name']}$", text_of("LICENSE"), re.MULTILINE
    )


def test_the_facts_have_the_license_of_the_book():
    package = json.loads(text_of("tables/datapackage.json"))
    assert [(each["name"], each["path"]) for each in package["licenses"]] == [
        ("CC-BY-NC-4.0", DEED),
    ]


@pytest.mark.parametrize("name", ["LICENSE-text", "README.md", "docs/credits.md"])
def test_each_page_on_licenses_names_the_book_s_and_the_author_of_the_game(name):
    text = text_of(name)
    assert "CC BY-NC 4.0" in text
    assert not re.search(r"CC BY 4\.0|CC-BY-4\.0|licenses/by/4\.0", text)
    assert "Pedro Capelastegui" in text


def test_the_license_of_the_book_is_there_in_full():
    text = text_of("LICENSE-text")
    assert DEED in text
    assert re.findall(r"^Section (\d) – ", text, re.MULTILINE) == list("12345678")
    assert re.findall(r"^  ([a-z])\. ", text.split("Section 2 –")[0], re.MULTILINE) == list(
        "abcdefghijkl"
    )
    # Sections 2(a)(1)(A), 2(a)(1)(B) and 4(a) allow no other purpose.
    assert " ".join(text.split()).count("for NonCommercial purposes only") == 3


def test_the_game_that_the_book_is_after_is_linked_from_the_page_of_credits():
    assert "https://github.com/capelastegui/sfrpg" in text_of("docs/credits.md")
    assert "](credits.md" in text_of("docs/sources.md")
    assert "](docs/credits.md" in text_of("README.md")
