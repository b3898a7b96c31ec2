"""A page can do only what the book offers, within bounds of time and size."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace
from fractions import Fraction

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


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("7 / 2", Fraction(7, 2)),
        ("6 / 2", 3),
        ("2.5", Fraction(5, 2)),
        ("0.1 + 0.2 == 0.3", True),
        ("0.30000000000000001 == 0.3", False),
        ("100000000000000000.5 * 2", 200000000000000001),
        ("2 ** -1", Fraction(1, 2)),
        ("-3 // 2", -2),
        ("[1, 2.5]", [1, Fraction(5, 2)]),
        ("sea.cargo(4, 2)", Fraction(8, 3)),
        ("boats.gull['sails']", 3),
        ("sea.crew(3)[1]", 2),
        ("sea.crew(3)|sum", 6),
        ("none", None),
        ("sea.tide(3).height", 30),
        ("sea.tide(3).at(2)", 28),
    ],
)
def test_an_expression_is_worked_out_exactly(expression: str, value: object) -> None:
    result = evaluate(BOOK, expression)
    assert result.fault is None
    assert result.value == value
    assert type(result.value) is type(value)


def test_a_record_offers_its_fields_alone() -> None:
    book = replace(BOOK, namespaces={"boats": {"gull": Record({"fields": "its own"})}})
    assert evaluate(book, "boats.gull.fields").value == "its own"


def test_a_filter_refuses_a_rule_where_the_rule_stands() -> None:
    page = expand(BOOK, Page(Source("docs/page.md", "A {{ sea.speed|lower }} boat.")))
    (problem,) = page.problems
    assert str(problem) == (
        "docs/page.md:1:6: the filter lower takes numbers, texts and lists, not a rule\n"
        "    1 | A {{ sea.speed|lower }} boat.\n"
        "             ^^^^^^^^^\n"
        'hint: call it: sea.speed(sails, hull="wood")'
    )


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("10000|lower", "10,000"),
        ("true|upper", "YES"),
        ("(1/4)|title", "0.25"),
        ("'ONE knot'|capitalize", "One knot"),
        ("'one knot'|title", "One Knot"),
        ("[1, 'a', true]|map('upper')|join('/')", "1/A/YES"),
        ("sea.crew(3)|map('words')|join(' and ')", "one and two and three"),
        ("boats.gull.name|lower", "gull"),
        ("[sea.tide(2), sea.tide(3)]|length", "2"),
    ],
)
def test_a_filter_takes_what_can_be_printed_as_it_is_printed(expression: str, text: str) -> None:
    page = expand(BOOK, Page(Source("docs/page.md", "{{ " + expression + " }}")))
    assert (without_marks(page.markdown), page.problems) == (text, ())


@pytest.mark.parametrize(
    ("text", "column", "name", "folded"),
    [
        ("{% macro ｐrinted(a, b) %}{{ a }}{% endmacro %}{{ 1 }}", 10, "ｐrinted", "printed"),
        ("{{ ｐrinted(8, sea.speed(3)) }}", 4, "ｐrinted", "printed"),
        ("{% set ﬁsh = 1 %}", 8, "ﬁsh", "fish"),
        ("{{ sea.ｓpeed(3) }}", 8, "ｓpeed", "speed"),
        ("{{ sea.speed(ｓails=3) }}", 14, "ｓails", "sails"),
        ("{% macro f(ａ) %}x{% endmacro %}", 12, "ａ", "a"),
        ("{% for ａ in [1] %}{% endfor %}", 8, "ａ", "a"),
        ("{{ 1|ｓigned }}", 6, "ｓigned", "signed"),
        ("{{ 1 is ｅven }}", 9, "ｅven", "even"),
    ],
)
def test_a_name_is_written_as_python_reads_it(text, column, name, folded) -> None:
    problems = expand(BOOK, Page(Source("docs/page.md", text))).problems
    assert [(problem.column, problem.message) for problem in problems] == [
        (column, f'the name "{name}" is not written as Python reads it: "{folded}"')
    ]


@pytest.mark.parametrize("name", ["größe", "été", "знак"])
def test_a_name_in_another_language_is_a_name(name: str) -> None:
    page = expand(BOOK, Page(Source("docs/page.md", f"{{% set {name} = 4 %}}{{{{ {name} }}}}")))
    assert (without_marks(page.markdown), page.problems) == ("4", ())


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
