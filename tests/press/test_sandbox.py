"""A page can do only what the book offers, within bounds of time and size."""

from __future__ import annotations

import time
from dataclasses import replace
from fractions import Fraction

import pytest
from toy_book import BOOK

from sfrules.ground.source import Source
from sfrules.press.page.bounds import Bounds
from sfrules.press.page.evaluate import evaluate
from sfrules.press.page.expand import Page
from sfrules.press.page.regions import regions
from sfrules.press.site.anchors import Anchors, SiteHeading
from sfrules.press.site.gaps import copies
from sfrules.press.site.last_look import last_look
from sfrules.press.site.whole_page import expand
from sfrules.press.things.book import Record

ESCAPES = [
    "sea.speed.__globals__",
    "sea.speed.__wrapped__",
    "sea.speed['__globals__']",
    "sea['__class__']",
    "sea.__class__",
    "().__class__.__bases__[0].__subclasses__()",
    "[].append(1)",
    "{}.update({1: 2})",
    "'{0.__class__}'.format(sea)",
    "'{a.__class__}'.format_map({'a': sea})",
    "'%s' % sea",
    "'%999999999d' % 1",
    "'a'.join(['b'])",
    "'a'|attr('__class__')",
    "'a'|format(1)",
    "sea|map(attribute='__class__')|list",
    "[sea.speed]|map(attribute='__globals__')|first",
    "[sea.speed]|map('attr', '__globals__')|first",
    "[sea.speed]|sort(attribute='__code__.co_code')",
    "self._TemplateReference__context",
    "self.__init__.__globals__",
    "range.__self__",
    "table.__self__.book",
    "table.__func__",
    "printed.__self__",
    "table('fleet').to_frame()",
    "table('fleet').rules[0].__globals__",
    "boats.gull.fields",
    "boats.gull.origin",
    "sea.members",
    "sea.tide(3)._secret()",
    "sea.tide(3).at.__self__",
    "sea.tide(3).hight",
    "open('/etc/hostname')",
    "__import__('os')",
    "cycler.__init__",
    "lipsum.__globals__",
    "namespace.__init__",
    "joiner",
    "dict(a=1)",
    "loop.index",
    "caller()",
    "formula(printed)",
    "worked(range, a=1)",
    "printed(table, table)",
    "printed(sea, sea)",
    "printed(terms(), terms())",
    "sea ~ ''",
    "sea.speed ~ ''",
    "table('fleet') ~ ''",
    "[sea]|join",
    "printed(8, 9, because=sea)",
    "term('knot', 5)",
    "'\\ufdd20\\ufdd3'",
]


@pytest.mark.parametrize("expression", ESCAPES)
def test_an_escape_is_refused(expression: str) -> None:
    assert evaluate(BOOK, expression).problem is not None


STATEMENTS = [
    "{% include 'x' %}",
    "{% import 'x' as y %}",
    "{% from 'x' import y %}",
    "{% extends 'x' %}",
    "{% block x %}{% endblock %}",
    "{% do 1 %}",
    "{% autoescape true %}{% endautoescape %}",
    "{% filter upper %}x{% endfilter %}",
    "{% call table() %}{% endcall %}",
    "{% debug %}",
]


@pytest.mark.parametrize("statement", STATEMENTS)
def test_a_statement_that_is_not_offered_is_refused(statement: str) -> None:
    assert expand(BOOK, Page(Source("docs/page.md", statement))).problems


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
    "{{ printed('1e100000000', 5) }}",
    "{% set a = (1, 1) %}" + "{% set a = (a, a) %}" * 45 + "{{ {a: 1} }}",
    "{{ ([[0] * 1000] * 1000)|sum(start=[])|length }}",
    "{{ [range(20000)] * 20000 }}",
    "{{ table('fleet', rows=[1] * 90000) }}",
    "{% for i in range(9999) %}\n{{ figure('harbor') }}\n{% endfor %}",
    "{% for i in range(9999) %}\n{{ table('fleet') }}\n{% endfor %}",
    "{{ " + "(" * 500 + "1" + ")" * 500 + " }}",
]


@pytest.mark.parametrize("text", FLOODS, ids=lambda text: text[:48])
def test_a_flood_is_stopped_soon(text: str) -> None:
    began = time.process_time()
    assert expand(BOOK, Page(Source("docs/page.md", text))).problems
    assert time.process_time() - began < 5


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


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:12])
def test_a_hostile_text_is_read_soon(text: str) -> None:
    began = time.process_time()
    page = Page(Source("docs/page.md", text))
    found = regions(text)
    expanded = expand(BOOK, page)
    list(copies({"one": expanded, "other": expanded}))
    last_look(page.source, text)
    Anchors(text, 0, found, [SiteHeading("a", 1, "a b")])
    assert time.process_time() - began < 5


def slow(seconds: int) -> int:
    """A rule that does not end by itself."""
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        pass
    return seconds


def test_a_rule_that_takes_too_long_is_stopped_at_its_place() -> None:
    book = replace(BOOK, namespaces={"sea": {"slow": slow}})
    page = Page(Source("docs/page.md", "First.\n\nWait {{ sea.slow(30) }}."))
    problems = expand(book, page, Bounds(seconds=0.2)).problems
    assert [(p.line, p.column, p.message) for p in problems] == [
        (3, 9, "the page takes longer than 0.2 seconds")
    ]


def test_after_a_page_is_out_of_time_the_next_has_its_own() -> None:
    book = replace(BOOK, namespaces={"sea": {"slow": slow}})
    page = Page(Source("docs/page.md", "{{ sea.slow(30) }}"))
    assert expand(book, page, Bounds(seconds=0.1)).problems
    assert not expand(BOOK, Page(Source("docs/next.md", "{{ sea.speed(3) }}"))).problems


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
    assert result.problem is None
    assert result.value == value
    assert type(result.value) is type(value)


def test_a_record_offers_its_fields_alone() -> None:
    book = replace(BOOK, namespaces={"boats": {"gull": Record({"fields": "its own"})}})
    assert evaluate(book, "boats.gull.fields").value == "its own"
