"""A rule that does not end is a problem that names it, whatever asks it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from nights import by_day

from sfrules.ground import faults
from sfrules.ground.problems import ProblemsFound
from sfrules.press.expression import bounds
from sfrules.press.host.check import SiteCheck
from sfrules.press.site.load import load_book

SPIN = '''

@book.rule
def spin(turns: range(10)) -> int:
    """Turns for ever at three.{examples}
    """
    while turns == 3:
        pass
    return turns


{things}
'''
TABLE = 'spins = book.table("spins", "Spins", range(5), {"Turns": int, "Spin": spin})'
CHART = f'{TABLE}\nbook.chart("spun", "Spins, by turns", spins, up="Spin")'
NOT_ENDED = "takes longer than 0.3 seconds: spin(3) had not ended, at "


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(bounds, "SECONDS", 0.3)
    (tmp_path / "docs").mkdir()
    settings = "site_name: Spin\nplugins:\n  - sfrules: {book: spinning}\n"
    (tmp_path / "mkdocs.yml").write_text(settings, encoding="utf-8")
    return tmp_path


def problems(root: Path, *, page: str = "", things: str = "", examples: str = "") -> list[str]:
    head = 'from sfrules import Book\n\nbook = Book("Spin", __file__)\n'
    code = head + SPIN.format(things=things, examples=examples)
    (root / "spinning.py").write_text(code, encoding="utf-8")
    (root / "docs" / "index.md").write_text(f"# Spin\n\n{page}\n", encoding="utf-8")
    try:
        found = SiteCheck(root / "mkdocs.yml").check().problems
    finally:
        sys.modules.pop("spinning", None)
        sys.path.remove(str(root))
    told = [f"{problem.place}: {problem.message}" for problem in found]
    return [each for each in told if "longer" in each]


@pytest.mark.parametrize(
    ("page", "things", "place"),
    by_day(
        [
            ("{{ spin(3) }}", "", "docs/index.md:3:4"),
            ('{{ table("spins") }}', TABLE, "docs/index.md:3:4"),
            ('{{ table("spins", rows=[1]) }}', TABLE, "docs/index.md:3:4"),
            ('{{ chart("spun") }}', CHART, "docs/index.md:3:4"),
            ("{{ calculator(spin) }}", "", "docs/index.md:3:4"),
            (
                '{{ table("errata") }}',
                'book.erratum("Spin", "1", "2", "spin(3)")',
                "docs/index.md:3:4",
            ),
        ],
        2,
    ),
    ids=lambda part: part[:24],
)
def test_on_a_page_it_is_told_there(book: Path, page: str, things: str, place: str) -> None:
    told = problems(book, page=page, things=things)
    assert f"{place}: the page {NOT_ENDED}spinning.py:10" in told
    assert all(NOT_ENDED in each for each in told)


def test_no_other_page_waits_for_it(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faults, "ENDLESS", 0.1)
    (book / "docs" / "other.md").write_text("# Other\n\n{{ spin(2) }}\n", encoding="utf-8")
    told = problems(book, page="{{ spin(3) }}")
    places = ["docs/index.md:3:4", "docs/other.md:3:4"]
    assert told == [f"{place}: the page {NOT_ENDED}spinning.py:10" for place in places]


def test_in_the_code_of_a_module_it_is_told_there(book: Path) -> None:
    (problem,) = problems(book, things="spin(3)")
    assert problem == f"spinning.py:10:5: it {NOT_ENDED}spinning.py:10"


@pytest.mark.nightly
def test_a_table_that_no_page_shows_ends_too(book: Path) -> None:
    found = problems(book, things=TABLE)
    assert all(NOT_ENDED in problem for problem in found)
    assert found


def test_a_table_that_is_asked_for_by_itself_ends(book: Path) -> None:
    problems(book, things=TABLE)
    loaded = load_book("spinning", book)
    with pytest.raises(
        ProblemsFound, match=r'the table "spins" takes longer than 0.3 seconds: spin\(3\)'
    ):
        loaded.tables["spins"]()
