"""What is typed in the book's code, in the navigation and on the cover says no number.

Captions, notes, columns and titles are not prose, so the audit of the pages does not see them.
A number in them is worked out from a rule: it stands between the braces of an f-string.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from sfrules.book import BOOK
from sfrules.press.audit.numbers import naming_of, numbers_in

CODE = BOOK.root / "sfrules" / "book"
MODULES = sorted(CODE.rglob("*.py"))
NAMING = naming_of(BOOK)

# Texts that hold a number and state none, each with the reason.
ALLOWED = {
    "decimal:1": "a format: how many places a cell shows",
    "decimal:2": "a format: how many places a cell shows",
    "percent:0": "a format: how many places a cell shows",
    "first level": "the name of a quantity in a formula",
    "first level of the tier": "the name of a quantity in a formula",
    "Tier II": "the name of a material",
    "Tier III": "the name of a material",
    "third": "the name of a choice and of its column",
    "Third": "the heading of that column",
    "skill_5": "the name of a choice",
    "third_worth": "the name of a column",
    "one_handed_melee": "the id of a group of weapons",
    "one-handed martial melee weapons": "the name of a group of weapons",
}
SAID = ("site_name", "site_description", "copyright", "nav")


def numbers(text: str) -> list[str]:
    return [each.text for each in numbers_in(text, NAMING) if not each.is_small]


def texts(code: str) -> Iterator[ast.Constant]:
    """Every text in a module but its docstrings; of an f-string, what is not computed."""
    tree = ast.parse(code)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef)
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in docstrings
        ):
            yield node


def typed(code: str) -> list[tuple[int, list[str]]]:
    """The lines and numbers of texts that state one."""
    return [
        (node.lineno, found)
        for node in texts(code)
        if node.value not in ALLOWED and (found := numbers(str(node.value)))
    ]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(CODE)))
def test_no_text_of_the_book_states_a_number(path: Path) -> None:
    assert typed(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ('note = "in three systems"', [(1, ["three"])]),
        ('Table(\n    caption="60% of all",\n)', [(2, ["60%"])]),
        ('f"twice the {speed} of 3"', [(1, ["twice"]), (1, ["3"])]),
        ('f"{3 * 4} squares and {twice}"', []),
        ('"""Of two things."""\nx = 3', []),
        ('def falls():\n    """Of two things."""\n    return "in both"', []),
    ],
)
def test_a_typed_number_is_found(code: str, found: list[object]) -> None:
    assert typed(code) == found


def test_each_exception_is_in_use() -> None:
    written = {node.value for path in MODULES for node in texts(path.read_text(encoding="utf-8"))}
    assert set(ALLOWED) <= written


def said(part: object) -> Iterator[str]:
    """The titles in a part of mkdocs.yml; the names of files are none."""
    if isinstance(part, dict):
        for title, below in part.items():
            yield title
            yield from said(below)
    elif isinstance(part, list):
        for each in part:
            yield from said(each)
    elif isinstance(part, str) and not part.endswith(".md"):
        yield part


def test_no_title_of_the_site_states_a_number() -> None:
    class Loader(yaml.SafeLoader):
        """Reads mkdocs.yml without the Python that its extensions may name."""

    Loader.add_multi_constructor("tag:yaml.org,2002:python/", lambda *_: None)
    Loader.add_constructor("!ENV", lambda *_: None)
    config = yaml.load((BOOK.root / "mkdocs.yml").read_text(encoding="utf-8"), Loader)  # noqa: S506
    titles = list(said([config[part] for part in SAID]))
    assert len(titles) >= 10
    assert [title for title in titles if numbers(title)] == []
