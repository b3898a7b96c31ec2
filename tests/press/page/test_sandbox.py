"""A page can do only what the book offers, within bounds of time and size."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace

import pytest
from corpus import read_pairs
from toy_book import BOOK

from sfrules.ground.problems import report
from sfrules.ground.source import Source
from sfrules.press.page.answers import evaluate
from sfrules.press.page.expand import Page
from sfrules.press.page.marks import without_marks
from sfrules.press.site.weave import expand
from sfrules.press.things.book import Record


def test_an_escape_is_refused() -> None:
    lines = [line for (line,) in read_pairs("escapes", "expressions that would escape")]
    assert len(lines) > 110
    tracemalloc.start()
    assert [line for line in lines if evaluate(BOOK, line).fault is None] == []
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 50_000_000


def test_an_escape_by_statements_is_refused_and_takes_little() -> None:
    for (line,) in read_pairs("escapes", "statements that would escape"):
        tracemalloc.start()
        page = expand(BOOK, Page(Source("docs/page.md", line)))
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert page.problems, line
        assert most < 50_000_000, line


def test_a_page_includes_files_of_its_site_alone() -> None:
    book = BOOK.checking(docs="docs")
    told = {
        path: [each.message for each in expand(book, Page(Source("docs/page.md", tag))).problems]
        for path in ("../README.md", "authoring/../../README.md", "page.md/../../README.md")
        for tag in [f"{{% include '{path}' %}}"]
    }
    assert told == {path: ["there is no file README.md among the pages"] for path in told}


def test_a_site_whose_pages_stand_beside_its_settings_includes_none_from_above(tmp_path) -> None:
    (tmp_path / "secret.md").write_text("a secret")
    (tmp_path / "site").mkdir()
    book = replace(BOOK.checking(docs="."), root=tmp_path / "site")
    page = expand(book, Page(Source("page.md", "{% include '../secret.md' %}")))
    assert [each.message for each in page.problems] == [
        "there is no file ../secret.md among the pages"
    ]


def test_a_statement_that_is_not_offered_is_refused() -> None:
    for (line,) in read_pairs("escapes", "statements that pages do not have"):
        assert expand(BOOK, Page(Source("docs/page.md", line))).problems, line


def test_nothing_becomes_a_text_but_what_can_be_printed() -> None:
    for (line,) in read_pairs("escapes", "expressions that cannot become a text"):
        page = expand(BOOK, Page(Source("docs/page.md", "{{ " + line + " }}")))
        (problem,) = page.problems
        assert without_marks(page.markdown) == "", line
        assert " at 0x" not in str(problem)
        assert str(BOOK.root) not in str(problem)


def test_a_record_offers_its_fields_alone() -> None:
    book = replace(BOOK, namespaces={"boats": {"gull": Record({"fields": "its own"})}})
    assert evaluate(book, "boats.gull.fields").value == "its own"


@pytest.mark.parametrize(
    ("text", "message", "end"),
    [
        ("{{" * 20_000, "this {{ is never closed", "and 19,900 more problems in docs/page.md"),
        ("{{ " * 150, "this {{ is never closed", "and 50 more problems in docs/page.md"),
        ("{{ " * 100, "this {{ is never closed", ""),
        ("{{ " * 101, "this {{ is never closed", "and 1 more problem in docs/page.md"),
    ],
    ids=lambda part: str(part)[:12],
)
def test_all_faults_of_a_page_are_counted_and_a_hundred_are_shown(text, message, end) -> None:
    problems = expand(BOOK, Page(Source("docs/page.md", text))).problems
    assert [problem.message for problem in problems] == [message] * text.count("{{")
    told = report(problems)
    assert told.count(message) == 100
    assert end in told
    assert len(told) < 50_000
