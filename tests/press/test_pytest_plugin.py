"""`pytest docs/` in a book's folder: an item for each claim, example and session."""

from __future__ import annotations

import contextlib
import io
import re
import sys
from importlib.metadata import entry_points
from pathlib import Path
from xml.etree import ElementTree

import pytest
from boats_site import make_site

from sfrules.ground.problems import Problem
from sfrules.press.doors.pytest_plugin import BookProblem

PAGE = """\
---
title: Claims
---
# Claims

A sloop makes {{ printed(7, sea.speed(3)) }} knots, and a cutter {{ printed(11, sea.speed(5)) }}.

{{ worked(sea.cargo, length=4, beam=2, result="8/3") }}

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


CHECKS = [
    "6:18 printed(7, sea.speed(3))",
    "6:69 printed(11, sea.speed(5))",
    '8:4 worked(sea.cargo, length=4, beam=2, result="8/3")',
    "11:1 sea.speed(3)",
]


def test_an_item_tells_a_hundred_problems_and_counts_the_others():
    problems = [Problem("docs/a.md", line, 1, "wrong") for line in range(1, 104)]
    assert str(BookProblem(problems[:100])).endswith("docs/a.md:100:1: wrong")
    assert str(BookProblem(problems)).endswith("docs/a.md:100:1: wrong\n\nand 3 more")


def test_the_plugin_is_found_wherever_sfrules_is_installed():
    (found,) = entry_points(group="pytest11", name="sfrules")
    assert found.value == "sfrules.press.doors.pytest_plugin"


@pytest.mark.usefixtures("site")
def test_each_check_of_a_page_is_an_item_named_by_its_place():
    code, lines = run("docs/", "-v")
    expected = [f"docs/claims.md::{name}" for name in (*CHECKS, "page")]
    of_pages = [f"docs/{page}.md::page" for page in ("boats", "index", "terms")]
    told = outcomes(lines)
    assert (code, set(told.values())) == (0, {"PASSED"})
    assert list(told) == [of_pages[0], *expected, *of_pages[1:]]


def test_one_wrong_digit_fails_one_item_at_its_line(site):
    site.write("claims.md", PAGE.replace("printed(11,", "printed(12,"))
    code, lines = run("docs/", "-v")
    told = outcomes(lines)
    assert code == 1
    assert [name for name in told if told[name] == "FAILED"] == [
        "docs/claims.md::6:69 printed(12, sea.speed(5))"
    ]
    assert "docs/claims.md:6:69: the page prints 12, sea.speed(5) is 11" in lines
    assert "hint: sfrules check --fix writes 11" in lines
    assert not [line for line in lines if "Traceback" in line]


PROOF = """
It makes 7 knots with 3 sails.

```proof
7 = sea.speed(3)
3
```
"""


def test_each_line_of_a_proof_is_an_item_and_so_is_its_balance(site):
    site.write("claims.md", "# Proof\n" + PROOF)
    _, lines = run("docs/claims.md", "-v")
    named = ("5:1 proof", "6:1 7 = sea.speed(3)", "7:1 3", "page")
    assert outcomes(lines) == {f"docs/claims.md::{name}": "PASSED" for name in named}


@pytest.mark.parametrize(
    ("was", "now", "failed"),
    [
        ("7 knots", "8 knots", "5:1 proof"),
        ("sea.speed(3)", "sea.sped(3)", "6:1 7 = sea.sped(3)"),
    ],
)
def test_a_slip_fails_the_balance_and_a_wrong_line_itself(site, was, now, failed):
    site.write("claims.md", "# Proof\n" + PROOF.replace(was, now))
    _, lines = run("docs/claims.md", "-v")
    told = outcomes(lines)
    assert [name for name in told if told[name] == "FAILED"] == [f"docs/claims.md::{failed}"]


def cases(site) -> list[ElementTree.Element]:
    """Those of a report as JUnit's XML."""
    run("docs/claims.md", "-q", "--junit-xml=report.xml")
    return [*ElementTree.parse(site.root / "report.xml").iter("testcase")]


def properties(site) -> list[dict[str, str]]:
    """Those of each case of a report."""
    return [
        {each.get("name"): each.get("value") for each in case.iter("property")}
        for case in cases(site)
    ]


def test_a_report_groups_items_by_page_and_says_how_long_a_page_took(site):
    *checks, page = cases(site)
    assert {case.get("classname") for case in (*checks, page)} == {"docs.claims.md"}
    assert [case.get("name") for case in checks] == CHECKS
    assert float(page.get("time")) > max(float(case.get("time")) for case in checks)


def test_a_report_names_each_item_by_what_it_says_wherever_it_stands(site):
    site.write("claims.md", PAGE + PROOF)
    before = properties(site)
    assert {
        "id": "docs/claims.md claim printed(7, sea.speed(3))",
        "file": "docs/claims.md",
        "line": "6",
    } in before
    site.write("claims.md", PAGE.replace("# Claims\n", "# Claims\n\nHere.\n") + PROOF)
    after = properties(site)
    assert [each["id"] for each in after] == [each["id"] for each in before]
    assert len({each["id"] for each in after}) == len(after)
    assert "8" in [each["line"] for each in after]


def test_what_is_wrong_beside_the_checks_fails_the_page(site):
    site.write("claims.md", PAGE + "\n{{ sea.sped(3) }}\n")
    _, lines = run("docs/", "-v")
    told = outcomes(lines)
    assert [name for name in told if told[name] == "FAILED"] == ["docs/claims.md::page"]
    assert 'docs/claims.md:15:8: sea has no "sped"' in lines


def test_a_book_that_cannot_be_loaded_fails_as_one_item(site):
    config = (site.root / "mkdocs.yml").read_text(encoding="utf-8")
    (site.root / "mkdocs.yml").write_text(config.replace("toy_book", "no_book"), encoding="utf-8")
    code, lines = run("docs/", "-v")
    assert code == 1
    ((name, outcome),) = outcomes(lines).items()
    assert (name, outcome) == ("mkdocs.yml::no_book", "FAILED")
    assert any("no_book" in line for line in lines)


def test_what_no_page_has_is_blamed_on_none_and_can_be_run_again(site):
    (site.root / "gaps.py").write_text(GAPS, encoding="utf-8")
    config = (site.root / "mkdocs.yml").read_text(encoding="utf-8")
    (site.root / "mkdocs.yml").write_text(config.replace("toy_book", "gaps"), encoding="utf-8")
    for page in ("boats", "claims", "index", "terms"):
        site.write(f"{page}.md", f"# Page {{#{page}}}\n")
    for asked in ("docs/", "mkdocs.yml::gaps.py"):
        told = outcomes(run("-v", asked)[1])
        failed = [name for name, outcome in told.items() if outcome == "FAILED"]
        assert failed == ["mkdocs.yml::gaps.py"]


GAPS = """\
from sfrules import Book

book = Book("Gaps", __file__)


@book.rule
def unprinted(level: range(1, 3)) -> int:
    return level
"""


@pytest.mark.usefixtures("site")
def test_a_page_alone_can_be_asked_for():
    code, lines = run("docs/claims.md", "-v")
    assert (code, len(outcomes(lines))) == (0, len(CHECKS) + 1)
    code, lines = run("docs/claims.md", "-v", "-k", "cargo")
    assert (code, list(outcomes(lines))) == (0, [f"docs/claims.md::{CHECKS[2]}"])


KINDS_BOOK = """\
from sfrules import Book

book = Book("Kinds", __file__)


@book.rule
def twice(level: range(1, 3)) -> int:
    \"\"\"Twice the level.

    >>> twice(2)
    4
    \"\"\"
    return level * 2
"""
KINDS_PAGE = """\
# Kinds

A claim says {{ printed(4, twice(2)) }}.

{{ worked(twice, level=1, result=2) }}

The first two are 2 and 4.

```proof
[twice(1), twice(2)] = 2 and 4
```

```pycon
>>> twice(2)
4
```
"""
RIGHT = {
    "docs/index.md::3:17 printed(4, twice(2))": "PASSED",
    "docs/index.md::5:4 worked(twice, level=1, result=2)": "PASSED",
    "docs/index.md::9:1 proof": "PASSED",
    "docs/index.md::10:1 [twice(1), twice(2)] = 2 and 4": "PASSED",
    "docs/index.md::14:1 twice(2)": "PASSED",
    "docs/index.md::page": "PASSED",
    "mkdocs.yml::kinds.py:10:5 kinds.twice": "PASSED",
}
GAP = """

@book.rule
def unprinted(level: range(1, 3)) -> int:
    return level * 9
"""
TERM = """

book.term("luck", "How dice fall.", "index.md#nowhere")
"""
FACTS = """

boats = book.csv("boats", seats=range(1, 9))
"""
BOOKS = {
    "right": (KINDS_BOOK, RIGHT),
    "a wrong docstring": (
        KINDS_BOOK.replace("    4\n", "    5\n"),
        {"mkdocs.yml::kinds.py:10:5 kinds.twice": "FAILED"},
    ),
    "a gap": (KINDS_BOOK + GAP, {"mkdocs.yml::kinds.py": "FAILED"}),
    "a term without a place": (KINDS_BOOK + TERM, {"mkdocs.yml::kinds.py": "FAILED"}),
    "a wrong fact": (KINDS_BOOK + FACTS, {"mkdocs.yml::boats.csv": "FAILED"}),
    "no book": ("book = 3\n", {"mkdocs.yml::kinds.py": "FAILED"}),
}


@pytest.mark.parametrize(("code", "expected"), BOOKS.values(), ids=BOOKS)
def test_the_id_of_each_kind_of_item_can_be_run_by_itself(code, expected, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("mkdocs.yml").write_text("site_name: Kinds\nplugins:\n  - sfrules: {book: kinds}\n")
    Path("kinds.py").write_text(code)
    Path("boats.csv").write_text("id,seats\nraft,9\n")
    Path("docs").mkdir()
    Path("docs/index.md").write_text(KINDS_PAGE)
    assert expected.items() <= outcomes(run("-v", "docs")[1]).items()
    for each, outcome in expected.items():
        assert outcomes(run("-v", each)[1]) == {each: outcome}


def test_nothing_is_checked_of_a_book_that_tests_lie_beside(site, monkeypatch):
    monkeypatch.setattr("sfrules.press.doors.site_check.SiteCheck", None)
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


def test_a_configuration_of_a_book_that_cannot_be_read_fails_as_one_item(site):
    config = (site.root / "mkdocs.yml").read_text()
    (site.root / "mkdocs.yml").write_text(f"{config}\nslugify: !!python/name:other.slugify\n")
    code, lines = run("-v", "docs/")
    assert (code, list(outcomes(lines).values())) == (1, ["FAILED"])


@pytest.mark.usefixtures("site")
def test_two_books_in_one_run_have_items_of_their_own(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        make_site(tmp_path / name).write("claims.md", PAGE.replace("7,", "8,"))
    code, lines = run("-v", "one", "two")
    wrong = CHECKS[0].replace("7", "8")
    failed = [name for name, outcome in outcomes(lines).items() if outcome == "FAILED"]
    assert (code, failed) == (1, [f"{folder}/docs/claims.md::{wrong}" for folder in ("one", "two")])


@pytest.mark.usefixtures("site")
def test_items_are_named_from_where_pytest_is_run(tmp_path):
    (tmp_path / "deep").mkdir()
    deep = make_site(tmp_path / "deep")
    deep.write("claims.md", PAGE)
    _, lines = run("-v", "--rootdir", str(tmp_path), "deep/docs/claims.md")
    assert set(outcomes(lines)) == {f"deep/docs/claims.md::{name}" for name in (*CHECKS, "page")}


def test_a_configuration_that_builds_on_another_is_a_book_as_well(site):
    config = (site.root / "mkdocs.yml").read_text()
    (site.root / "base.yml").write_text(config)
    (site.root / "mkdocs.yml").write_text("INHERIT: base.yml\nsite_name: Heirs\n")
    code, lines = run("-v", "docs/claims.md")
    assert (code, len(outcomes(lines))) == (0, 5)


OWN_BOOK = """\
from pathlib import Path

from sfrules.press.things.book import Book

BOOK = Book("Numbers", Path(__file__).parent, {{"its": {{"number": lambda: {}}}}})
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
        made.write("index.md", f"# One\n\n{{{{ printed({number}, its.number()) }}}}\n")
    assert run("1", "2")[0] == 0
