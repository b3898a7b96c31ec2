"""`pytest docs/` in a book's folder: an item for each page, which tells what is wrong in it."""

import contextlib
import io
import re
import sys
from importlib.metadata import entry_points

import pytest
from boats_site import make_site
from writing import write_files

PAGE = """\
---
title: Claims
---
# Claims

A sloop makes 7 knots, and a cutter 11.

```proof
sea.speed(3) = 7
sea.speed(5) = 11
```

{{ worked(sea.cargo, length=4, beam=2) }}

```pycon
>>> sea.speed(3)
7
```
"""


@pytest.fixture
def site(tmp_path, monkeypatch):
    made = make_site(tmp_path)
    made.write("claims.md", PAGE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    return made


# A run of its own in this process: a new process would import the press for each. Without the look
# at what was never closed, for which all garbage is collected five times.
OWN = tuple("-n 0 -p no:cacheprovider -p no:faulthandler -p no:unraisableexception -s".split())


def run(*arguments: str) -> tuple[int, list[str]]:
    """The exit code of pytest, and its lines."""
    with contextlib.redirect_stdout(io.StringIO()) as said:
        code = pytest.main([*OWN, *arguments])
    return int(code), said.getvalue().splitlines()


OUTCOME = re.compile(r"(?P<id>\S.*?) (?P<outcome>PASSED|FAILED)\b")


def outcomes(lines):
    """How each item ended, by its id."""
    return {found["id"]: found["outcome"] for line in lines if (found := OUTCOME.match(line))}


PAGES = ["boats", "claims", "index", "terms"]


def failed(lines):
    return [name for name, outcome in outcomes(lines).items() if outcome == "FAILED"]


def test_the_plugin_is_found_wherever_sfrules_is_installed():
    (found,) = entry_points(group="pytest11", name="sfrules")
    assert found.value == "sfrules.press.doors.pytest_plugin"


@pytest.mark.usefixtures("site")
def test_each_page_is_an_item_and_the_first_has_one_for_the_book():
    code, lines = run("docs/", "-v")
    told = outcomes(lines)
    assert (code, set(told.values())) == (0, {"PASSED"})
    assert list(told) == [
        "docs/boats.md::page",
        "docs/boats.md::book",
        *(f"docs/{page}.md::page" for page in PAGES[1:]),
    ]


def test_a_page_tells_all_that_is_wrong_in_it_each_at_its_place(site):
    site.write("claims.md", PAGE.replace("11", "12") + "\n{{ sea.sped(3) }}\n")
    code, lines = run("docs/", "-v")
    assert (code, failed(lines)) == (1, ["docs/claims.md::page"])
    assert "docs/claims.md:10:16: the proof says 12, sea.speed(5) is 11" in lines
    assert "hint: sfrules check --fix writes 11 here and at 6:37" in lines
    assert 'docs/claims.md:20:8: sea has no "sped"' in lines
    assert "2 problems" in lines
    assert not [line for line in lines if "Traceback" in line]


@pytest.mark.usefixtures("site")
def test_a_page_is_collected_once_where_doctest_takes_markdown_too():
    code, lines = run("docs/", "-v", "--doctest-glob=*.md")
    assert (code, len(outcomes(lines))) == (0, len(PAGES) + 1)


@pytest.mark.usefixtures("site")
def test_an_item_can_be_run_by_itself():
    for name in ("docs/claims.md::page", "docs/claims.md::book"):
        assert outcomes(run(name, "-v")[1]) == {name: "PASSED"}


BOOK = """\
from sfrules import Book

book = Book("Kinds", __file__)


@book.rule
def twice(level: range(1, 3)) -> int:
    \"\"\"Twice the level.\"\"\"
    return level * 2
"""
GAP = """

@book.rule
def unprinted(level: range(1, 3)) -> int:
    return level * 9
"""
BOOKS = {
    "right": (BOOK, []),
    "a gap": (BOOK + GAP, ["docs/index.md::book"]),
    "a wrong fact": (f"{BOOK}\nbook.csv('boats', seats=range(1, 9))\n", ["docs/index.md::book"]),
    "no book": ("book = 3\n", ["docs/index.md::book"]),
}


@pytest.mark.parametrize(("code", "wrong"), BOOKS.values(), ids=BOOKS)
def test_what_no_page_has_fails_the_book(code, wrong, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page = "# Kinds\n\nIt says 4.\n\n```proof\ntwice(2) = 4\n```\n"
    config = "site_name: Kinds\nplugins: [sfrules: {book: kinds}]\nmarkdown_extensions: [sfrules]\n"
    files = {"kinds.py": code, "boats.csv": "id,seats\nraft,9\n", "docs/index.md": page}
    write_files(tmp_path, {**files, "mkdocs.yml": config})
    assert failed(run("-v", "docs")[1]) == wrong


ENDLESS = """

@book.rule
def luck(level: range(1, 3)) -> int:
    \"\"\"Luck.

    >>> twice(2)
    4
    >>> luck(1)
    7
    \"\"\"
    while True:
        pass
"""


def test_a_rule_without_end_fails_its_doctest_as_it_does_a_page(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sfrules.press.expression.bounds.SECONDS", 0.2)
    config = "site_name: Kinds\nplugins: [sfrules: {book: endless}]\n"
    write_files(
        tmp_path, {"endless.py": BOOK + ENDLESS, "docs/a.md": "# A\n", "mkdocs.yml": config}
    )
    code, lines = run("-v", "--doctest-modules", "endless.py")
    assert (code, failed(lines)) == (1, ["endless.py::endless.luck"])
    late = "the doctest takes longer than 0.2 seconds: luck(1) had not ended, at endless.py:"
    assert any(late in line for line in lines)


def test_nothing_is_checked_of_a_book_that_tests_lie_beside(site, monkeypatch):
    monkeypatch.setattr("sfrules.press.host.check.SiteCheck", None)
    (site.root / "test_beside.py").write_text("def test_right():\n    assert True\n")
    assert outcomes(run("-v", "test_beside.py")[1]) == {"test_beside.py::test_right": "PASSED"}


OTHERS = {
    "other site": "site_name: Other\n",
    "other site that speaks of this": "site_name: Other\nrepo_url: https://example.org/sfrules\n",
    "other site with functions": "site_name: Other\nslugify: !!python/name:other.slugify\n",
    "no site": None,
}


@pytest.mark.parametrize("text", OTHERS.values(), ids=OTHERS)
def test_markdown_of_others_is_left_alone(site, text):
    if text is None:
        (site.root / "mkdocs.yml").unlink()
    else:
        (site.root / "mkdocs.yml").write_text(text, encoding="utf-8")
    code, lines = run("docs/")
    assert code == pytest.ExitCode.NO_TESTS_COLLECTED
    assert "no tests ran" in lines[-1]


def test_a_configuration_of_a_book_that_cannot_be_read_fails_the_book(site):
    config = (site.root / "mkdocs.yml").read_text()
    (site.root / "mkdocs.yml").write_text(f"{config}\nslugify: !!python/name:other.slugify\n")
    code, lines = run("-v", "docs/")
    assert (code, list(outcomes(lines).values())) == (1, ["FAILED"])


OWN_BOOK = """\
from pathlib import Path

from sfrules.press.things.book import Rulebook

BOOK = Rulebook("Numbers", Path(__file__).parent, {{"its": {{"number": lambda: {}}}}})
"""


@pytest.mark.usefixtures("site")
def test_two_books_in_one_run_may_have_modules_of_one_name(tmp_path):
    for number in (1, 2):
        (tmp_path / str(number)).mkdir()
        made = make_site(tmp_path / str(number))
        (made.root / "book.py").write_text(OWN_BOOK.format(number))
        config = (made.root / "mkdocs.yml").read_text().replace("toy_book", "book")
        (made.root / "mkdocs.yml").write_text(config)
        for page in ("index.md", "boats.md", "terms.md"):
            made.write(page, "# Page\n")
        made.write("index.md", f"# One\n\n{number}\n\n```proof\nits.number() = {number}\n```\n")
    assert run("1", "2")[0] == 0
