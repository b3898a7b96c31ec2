"""A page can do only what the book offers, within bounds of time and size."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from toy_book import BOOK

from sfrules.ground.problems import report
from sfrules.ground.source import Source
from sfrules.press.page.askable import without_marks
from sfrules.press.page.evaluator import evaluate
from sfrules.press.page.expand import Page
from sfrules.press.site.weave.check import expand
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
]


@pytest.mark.parametrize("expression", ESCAPES)
def test_an_escape_is_refused(expression: str) -> None:
    assert evaluate(BOOK, expression).fault is not None


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


UNPRINTABLE = [
    "sea.speed|lower",
    "formula(sea.speed)|lower",
    "formula(sea.cargo)|upper",
    "sea|title",
    "boats.gull|capitalize",
    "[sea.speed]|map('lower')",
    "[sea.speed]|map('lower')|list",
    "[sea.speed]|join",
    "[[sea.speed]]|join",
    "{1: sea.speed}|join",
    "table('fleet')|upper",
    "table|lower",
    "range|lower",
    "terms()|lower",
    "sea.tide(3)|lower",
    "[sea.tide(3)]|join",
    "sea.tide(3).at|lower",
    "{1: 2}|lower",
    "none|lower",
    "'x'|default(sea.speed)|join(sea)",
    "[1, 2]|join(sea.speed)",
    "printed(7, sea.speed(3))|lower",
    "[printed(7, sea.speed(3))]|join",
    "[sea]|first",
    "[boats.gull]|length",
    "[sea.speed]|sort",
    "sea.speed|signed",
    "sea.speed ** 2",
    "boats.gull / 2",
    "'abc'[sea.speed]",
    "'a' ~ sea.speed",
    "'a' ~ boats.gull",
]


@pytest.mark.parametrize("expression", UNPRINTABLE)
def test_nothing_becomes_a_text_but_what_can_be_printed(expression: str) -> None:
    page = expand(BOOK, Page(Source("docs/page.md", "{{ " + expression + " }}")))
    (problem,) = page.problems
    assert without_marks(page.markdown) == ""
    assert " at 0x" not in str(problem)
    assert str(BOOK.root) not in str(problem)


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
    ("expression", "column"),
    [("[1, sea]|join", 4), ("[1, 2]|join(sea)", 16), ("'x'|default(2)|join(between=sea)", 32)],
)
def test_a_filter_refuses_an_argument_where_the_argument_stands(expression, column) -> None:
    page = expand(BOOK, Page(Source("docs/page.md", "{{ " + expression + " }}")))
    assert [problem.column for problem in page.problems] == [column]


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
        ("{{ 1 + }}" * 150, "the expression breaks off", "and 50 more problems in docs/page.md"),
        ("{{ 1 + }}" * 100, "the expression breaks off", ""),
        ("{{ 1 + }}" * 101, "the expression breaks off", "and 1 more problem in docs/page.md"),
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
