"""What would take a page too long, too much or too deep is stopped, and reported at its place."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from counting import as_a_page, calls
from toy_book import BOOK

from sfrules.ground.source import Source
from sfrules.press.expression import bounds
from sfrules.press.page.answers import evaluate
from sfrules.press.page.expand import Page
from sfrules.press.page.marks import without_marks
from sfrules.press.site.finish import finish
from sfrules.press.site.memo import ConvertedPage
from sfrules.press.site.numbering import PageView, Printing
from sfrules.press.site.weave import expand

FLOODS = [
    "{{ 10 ** 10000 }}",
    "{{ 2 ** 4000 ** 3 }}",
    "{{ (1/3) ** 100000 }}",
    "{{ 'a' * 10000000000 }}",
    "{{ 10000000000 * 'a' }}",
    "{{ [0] * 10000000000 }}",
    "{{ (0,) * 10000000000 }}",
    "{{ range(1000000000)|list }}",
    "{{ range(10 ** 400)|list }}",
    "{% for a in range(10000) %}{% for b in range(10000) %}{% endfor %}{% endfor %}",
    "{% set x = 'abcdefgh' %}" + "{% set x = x ~ x %}" * 60 + "{{ x }}",
    "{% set x = 'abcdefgh' %}" + "{% set x = x + x %}" * 60 + "{{ x }}",
    "{% set x = [1, 2] %}" + "{% set x = x + x %}" * 60 + "{{ x }}",
    "{% set x = 99999999 %}" + "{% set x = x * x %}" * 60 + "{{ x }}",
    "{% set x = 'a' * 99999 %}{{ range(9999)|join(x) }}",
    "{% set x = 'a' * 99999 %}{% for n in range(9999) %}{{ x }}{% endfor %}",
    "{% macro m() %}{{ m() }}{{ m() }}{% endmacro %}{{ m() }}",
    "{% set x = 'a' * 99999 %}{% set y %}{% for n in range(9999) %}{{ x }}{% endfor %}{% endset %}",
    "{{ 1" + "0" * 5000 + " }}",
    "{{ 1e999999999 }}",
    "{% set a = (1, 1) %}" + "{% set a = (a, a) %}" * 45 + "{{ {a: 1} }}",
    "{{ ([[0] * 1000] * 1000)|sum(start=[])|length }}",
    "{{ [range(20000)] * 20000 }}",
    "{{ table('fleet', rows=[1] * 90000) }}",
    "{% for i in range(9999) %}\n{{ figure('harbor') }}\n{% endfor %}",
    "{% for i in range(9999) %}\n{{ table('fleet') }}\n{% endfor %}",
    "{{ " + "(" * 500 + "1" + ")" * 500 + " }}",
]


@pytest.mark.parametrize("text", FLOODS, ids=lambda text: text[:48])
def test_a_flood_is_stopped_before_the_page_is_out_of_time(text: str) -> None:
    problems = expand(BOOK, Page(Source("docs/page.md", text))).problems
    assert problems
    assert not any("takes longer" in problem.message for problem in problems)


HOSTILE = [
    "# a" + " " * 30000 + "b\n\n{{ 1 }}",
    "a " + "|" * 50000 + "\nb",
    '{{\\"}}' * 10000,
    "<code>" * 16000 + "{{ 1 }}",
    "`a``b```c````d" * 6000 + "{{ 1 }}",
    "[[" * 40000 + "{{ 1 }}",
    "<!--" * 20000 + "{{ 1 }}",
    "{##" * 80000,
    "a|b\n" + " " * 40000,
    ">" * 60000,
]


@pytest.mark.nightly
@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:12])
def test_a_hostile_text_is_read_before_its_page_is_out_of_time(text: str) -> None:
    expanded = expand(BOOK, Page(Source("docs/page.md", text)))
    assert not any("takes longer" in problem.message for problem in expanded.problems)
    made = ConvertedPage(text, ())
    view = PageView(BOOK, "page.md", Printing({}, {}, lambda _page, path: path))
    as_a_page(text, finish, view, expanded, made)


ENDED: list[int] = []


def slow(seconds: int) -> int:
    """A rule that does not end by itself."""
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        pass
    ENDED.append(seconds)
    return seconds


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "SECONDS", 0.2)


@pytest.mark.usefixtures("hurry")
def test_a_rule_that_takes_too_long_is_stopped_at_its_place() -> None:
    book = replace(BOOK, namespaces={"sea": {"slow": slow}})
    page = Page(Source("docs/page.md", "First.\n\nWait {{ sea.slow(30) }}."))
    problems = expand(book, page).problems
    assert [(p.line, p.column, p.message) for p in problems] == [
        (3, 9, "the page takes longer than 0.2 seconds")
    ]


def with_names(count: int) -> Page:
    """A page that sets so many names, a line each, and prints how many."""
    lines = "".join(f"{{% set a{n} = {n} %}}\n" for n in range(count))
    return Page(Source("docs/page.md", lines + f"{{{{ a{count - 1} + 1 }}}}"))


@pytest.mark.nightly
def test_many_lines_that_set_a_name_are_all_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "SECONDS", 60)
    page = expand(BOOK, with_names(40_000))
    assert (without_marks(page.markdown), page.problems) == ("40,000", ())


@pytest.mark.nightly
def test_twice_as_many_lines_that_set_a_name_take_twice_the_work() -> None:
    expand(BOOK, with_names(2_000))  # what is kept of it is there in both
    once, twice = (calls(expand, BOOK, with_names(count)) for count in (1_000, 2_000))
    assert twice < 2.2 * once


@pytest.mark.nightly
@pytest.mark.parametrize(
    "text",
    [
        "{{ " + "(" * 5_000 + "1" + ")" * 5_000 + " }}",
        "{{ " + "-" * 5_000 + "1 }}",
        "{{ " + "not " * 5_000 + "1 }}",
        "{{ 1" + " + 1" * 5_000 + " }}",
        "{{ sea" + ".a" * 5_000 + " }}",
        "{{ 'a'" + "|lower" * 5_000 + " }}",
        "{{ " + "[" * 5_000 + "]" * 5_000 + " }}",
        "{{ " + "range(" * 5_000 + ")" * 5_000 + " }}",
        "{{ 1 if " * 5_000,
        "{{ " + "1 if 1 else " * 5_000 + "1 }}",
        "{% set a = " + "(" * 5_000 + "1" + ")" * 5_000 + " %}",
        "{% if 1 %}" * 5_000 + "{% endif %}" * 5_000,
        "{% for n in [1] %}" * 120 + "x" + "{% endfor %}" * 120,
        "{% set a = [] %}{% for n in range(9999) %}{% set a = [a] %}{{ a }}{% endfor %}",
        "{% set a = [] %}" + "{% set a = [a] %}" * 3_000 + "{{ a }}",
    ],
    ids=lambda text: text[:20],
)
def test_what_is_nested_too_deep_is_a_problem(text: str) -> None:
    problems = expand(BOOK, Page(Source("docs/page.md", text))).problems
    said = "".join(problem.message for problem in problems)
    assert "Error" not in said
    assert "takes longer" not in said
    assert problems or "range(9999)" in text


@pytest.mark.parametrize("depth", [20, 90])
def test_what_is_nested_less_deep_is_worked_out(depth: int) -> None:
    assert evaluate(BOOK, "1" + " + 1" * depth).value == depth + 1


def stubborn(seconds: int) -> int:
    """A rule that catches whatever stops it, once."""
    try:
        return slow(seconds)
    except Exception:  # noqa: BLE001 as a careless rule does
        return 7


def persistent(seconds: int) -> int:
    """A rule that catches whatever stops it, and begins again, once."""
    try:
        return slow(seconds)
    except Exception:  # noqa: BLE001 as above
        return slow(seconds)


@pytest.mark.usefixtures("hurry")
@pytest.mark.parametrize("rule", [stubborn, persistent])
def test_an_alarm_that_a_rule_catches_stops_the_page_all_the_same(rule) -> None:
    book = replace(BOOK, namespaces={"sea": {"rule": rule}})
    ENDED.clear()
    page = expand(book, Page(Source("docs/page.md", "{{ sea.rule(30) }}")))
    assert ENDED == []
    assert [p.message for p in page.problems] == ["the page takes longer than 0.2 seconds"]
