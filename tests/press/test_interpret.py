"""What a page's statements do: their order, the scope of their names, and what a macro is given."""

from __future__ import annotations

import pytest
from printing import print_page
from toy_book import BOOK

from sfrules.ground.source import Source
from sfrules.press.page.askable import without_marks
from sfrules.press.page.expand import ExpandedPage, Page
from sfrules.press.site.weave.check import expand


def expanded(text: str) -> ExpandedPage:
    return expand(BOOK, Page(Source("docs/page.md", text)))


def printed(text: str) -> str:
    result = expanded(text)
    assert not result.problems, [str(problem) for problem in result.problems]
    return without_marks(result.markdown)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("{% set a = 1 %}{% for n in [1, 2] %}{% set a = 5 %}{% endfor %}{{ a }}", "1"),
        (
            "{% set a = 1 %}{% for n in [7, 8] %}{{ a }}{% set a = n %}{{ a }} {% endfor %}",
            "17 18 ",
        ),
        ("{% if true %}{% set a = 2 %}{% endif %}{{ a }}", "2"),
        ("{% set a = 1 %}{% if false %}{% set a = 2 %}{% endif %}{{ a }}", "1"),
        (
            "{% set a = 1 %}{% with a = 2, b = a %}{{ a }}{{ b }}{% set a = 3 %}{% endwith %}{{ a }}",
            "211",
        ),
        ("{% set a %}{% set b = 4 %}x{{ b }}{% endset %}{{ a }}{{ b is defined }}", "x4no"),
        ("{% set a | upper %}knot{% endset %}{{ a }}", "KNOT"),
        ("{% set a | upper | join('-') %}abc{% endset %}{{ a }}", "A-B-C"),
        ("{% set a, b = 1, 2 %}{% set a, b = b, a %}{{ a }}{{ b }}", "21"),
        ("{% set a, (b, c) = 1, (2, 3) %}{{ a }}{{ b }}{{ c }}", "123"),
        ("{% for a, b in [(1, 2), (3, 4)] if a > 1 %}{{ a }}{{ b }}{% endfor %}", "34"),
        ("{% for n in [] %}x{% else %}none{% endfor %}", "none"),
        ("{% for n in [1, 2] if n > 5 %}x{% else %}none{% endfor %}", "none"),
        ("{% for n in [1] %}x{% else %}none{% endfor %}", "x"),
        ("{% if false %}a{% elif 2 > 1 %}b{% elif true %}c{% else %}d{% endif %}", "b"),
        ("{% if false %}a{% elif 1 > 2 %}b{% else %}d{% endif %}", "d"),
        (
            (
                "{% for n in [5, 6, 7] %}{{ loop.index }}{{ loop.index0 }}{{ loop.revindex }}"
                "{{ loop.length }}{{ loop.first }}{{ loop.last }} {% endfor %}"
            ),
            "1033yesno 2123nono 3213noyes ",
        ),
        (
            (
                "{% for n in [5, 6] %}{{ loop.cycle('a', 'b') }}{{ loop.previtem|default(0) }}"
                "{{ loop.nextitem|default(0) }}{{ loop.changed(1) }} {% endfor %}"
            ),
            "a06yes b50no ",
        ),
        (
            (
                "{% for n in [1, 2] %}{% for m in [1, 2] %}{{ loop.index }}{% endfor %}"
                "{{ loop.index }} {% endfor %}"
            ),
            "121 122 ",
        ),
    ],
)
def test_a_statement_prints(text: str, result: str) -> None:
    assert printed(text) == result


@pytest.mark.parametrize(
    ("text", "result"),
    [
        (
            "{% macro f(a, b=2) %}{{ a }}{{ b }} {% endmacro %}{{ f(1) }}{{ f(1, 3) }}{{ f(b=5, a=4) }}",
            "12 13 45 ",
        ),
        ("{% macro f(a, b=a + 1) %}{{ b }}{% endmacro %}{{ f(1) }}", "2"),
        (
            "{% macro f() %}{{ a }}{% endmacro %}{% set a = 3 %}{{ f() }}{% set a = 4 %}{{ f() }}",
            "34",
        ),
        (
            "{% set a = 1 %}{% macro f() %}{% set a = 2 %}{{ a }}{% endmacro %}{{ f() }}{{ a }}",
            "21",
        ),
        (
            "{% macro f(n) %}{{ n }}{% if n %}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(3) }}",
            "3210",
        ),
        (
            "{% macro f() %}{{ varargs|length }}{{ kwargs['k'] }}{% endmacro %}{{ f(1, 2, k=7) }}",
            "27",
        ),
        ("{% macro f(a, b) %}{{ a }}{{ b }}{% endmacro %}{{ f(*[1], **{'b': 2}) }}", "12"),
        ("{% macro f() %}x{% endmacro %}{% set a = f() ~ f() %}{{ a }}", "xx"),
    ],
)
def test_a_page_s_own_macro_prints(text: str, result: str) -> None:
    assert printed(text) == result


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{% macro f(a) %}{{ a }}{% endmacro %}{{ f() }}", '"a" is not a name of this book'),
        (
            "{% macro f(a) %}{% endmacro %}{{ f(1, 2) }}",
            "macro 'f' takes not more than 1 argument(s)",
        ),
        ("{% macro f(a) %}{% endmacro %}{{ f(b=2) }}", "macro 'f' takes no keyword argument 'b'"),
        (
            "{% macro f(a) %}{% endmacro %}{{ f(1, a=2) }}",
            "macro 'f' takes no keyword argument 'a'",
        ),
        (
            "{% macro f() %}{{ caller() }}{% endmacro %}{{ f() }}",
            '"caller" is not a name of this book',
        ),
        ("{% macro f() %}{% endmacro %}{{ f }}", "a Macro cannot be printed as it is"),
        ("{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}", "a macro calls itself without end"),
        ("{% for n in [1] %}{% set a = 1 %}{% endfor %}{{ a }}", '"a" is not a name of this book'),
        ("{% for n in [1] %}{% else %}{% endfor %}{{ n }}", '"n" is not a name of this book'),
        ("{% for n in [1] if loop.index %}{% endfor %}", '"loop" is not a name of this book'),
        ("{% for a, (b, c) in [(1, 2)] %}{% endfor %}", "2 names need a sequence of 2 values"),
        ("{% set a, b = 1 %}{{ a }}{{ b }}", "2 names need a sequence of 2 values"),
        ("{% set a | oops %}x{% endset %}{{ a }}", 'there is no filter "oops"'),
        ("{{ 1 if false }}", "there is no value here"),
        ("{{ 1 + (1 if false) }}", "there is no value here"),
        ("{{ not (1 if false) }}", "there is no value here"),
        ("{{ (1 if false)|abs }}", "there is no value here"),
        ("{{ {[1]: 2} }}", "unhashable type: 'list'"),
        ("{{ range(9)[1:2:0] }}", "slice step cannot be zero"),
        ("{{ 5[1:2] }}", "only sequences and rows have items"),
    ],
)
def test_a_mistake_is_the_page_s_one_problem(text: str, message: str) -> None:
    assert [problem.message for problem in expanded(text + "{{ 3 }}").problems] == [message]


def test_a_failed_filter_of_a_text_stands_at_its_place_and_the_page_goes_on() -> None:
    page = expanded("One.\n{% set a | oops %}x{% endset %}{{ a }}{{ sea.speed(3) }}")
    assert [(p.line, p.column) for p in page.problems] == [(2, 12)]
    assert without_marks(page.markdown).endswith("7")


def test_a_loop_over_what_fails_as_it_is_read_is_a_problem_and_the_page_goes_on() -> None:
    page = expanded("{% for n in [1, 2] if n > 'a' %}{{ n }}{% endfor %}{{ sea.speed(3) }}")
    assert len({str(problem) for problem in page.problems}) == 1
    assert without_marks(page.markdown) == "7"


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("{{ 1 < 2 < 3 }} {{ 1 < 2 > 3 }} {{ 2 not in [1] }}", "yes no yes"),
        ("{{ 0 or 4 }} {{ 3 and 4 }} {{ 0 and oops }} {{ 1 or oops }}", "4 4 0 1"),
        ("{{ not 1 }} {{ not not 1 }} {{ -3 + +2 }}", "no yes \N{MINUS SIGN}1"),
        ("{{ 1 if 2 > 1 else oops }} {{ oops if false else 2 }}", "1 2"),
        ("{{ {'a': {'b': 4}}['a']['b'] }} {{ {'a': {'b': 4}}|length}}.", "4 1."),
        # A power binds as in Python.
        ("{{ -2**2 }} {{ (-2)**2 }} {{ 3 - 2**2 }}", "\N{MINUS SIGN}4 4 \N{MINUS SIGN}1"),
        ("{{ 2**3**2 }} {{ (2**3)**2 }} {{ 2 ** -1 }}", "512 64 0.5"),
        ("{{ 2**-2**2 * 16 }} {{ 2 * -3**2 }}", "1 \N{MINUS SIGN}18"),
        ("{{ -3|abs ** 2 }} {{ 2**-3|abs }} {{ - -2 }}", "9 8 2"),
        ("{{ 'knot'[1:3] }} {{ [1, 2, 3][::2] }} {{ (1, 2)[-1] }}", "no 1, 3 2"),
        (
            "{{ oops is defined }} {{ 3 is odd }} {{ 4 is not odd }} {{ 9 is divisibleby(3) }}",
            "no yes yes yes",
        ),
        ("{{ oops|default(3) }} {{ 4|default(3) }}", "3 4"),
        (
            "{{ [3, 1, 2]|sort }} {{ [3, 1]|min }} {{ [1, 1]|unique }} {{ [1, 2]|reverse }}",
            "1, 2, 3 1 1 2, 1",
        ),
        ("{{ [(1, 2), (3, 4)]|map(attribute=1)|sum }} {{ [1, 2, 3]|select('odd') }}", "6 1, 3"),
        ("{{ [1, 2, 3]|reject('odd') }} {{ [1, 2]|map('signed')|join(' ') }}", "2 +1 +2"),
    ],
)
def test_an_expression_prints(text: str, result: str) -> None:
    assert printed(text) == result


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("a\n{% set n = 1 %}\n{% set m = 2 %}\n{## note ##}\nb", "a\nb"),
        ("{% set n = 1 %}\nText.", "Text."),
        ("{%- set n = 1 -%}\n  Text {{- n -}} .", "Text1."),
    ],
)
def test_statements_on_lines_of_their_own_leave_no_blank_ones(text: str, result: str) -> None:
    assert printed(text) == result


def test_a_statement_right_below_the_front_matter_takes_nothing_of_the_text_away() -> None:
    text = "---\ntitle: Boats\n---\n{% set n = 1 %}\nThe text goes on.\n"
    start = text.index("{%")
    assert expand(BOOK, Page(Source("docs/page.md", text), start)).markdown == "The text goes on.\n"


def test_a_loop_over_an_answer_by_a_parameters_name_is_told_where_it_is_never_closed() -> None:
    (problem,) = print_page("{% for n in sea.crew(names=3) %}{{ n }}").problems
    assert (problem.column, problem.message) == (4, "this {% for %} is never closed")


def test_all_the_mistakes_of_a_page_are_reported_together() -> None:
    text = "{{ 1 + }}{% endfor %}{{ oops }}{% fro %}{{ printed(8, sea.speed(3)) }}{{ 'a }}"
    assert [(p.column, p.message) for p in sorted(print_page(text).problems)] == [
        (8, "the expression breaks off"),
        (13, "nothing is open that {% endfor %} goes with"),
        (25, '"oops" is not a name of this book'),
        (35, "there is no {% fro %}"),
        (44, "the page prints 8, sea.speed(3) is 7"),
        (74, "this quote is never closed"),
    ]


@pytest.mark.parametrize("tag", ["print 3", "from 'x' import y", "autoescape true", "extends 'x'"])
def test_what_reaches_beyond_a_page_is_no_statement(tag: str) -> None:
    name = tag.partition(" ")[0]
    (problem,) = expanded("{{ 3 }}{% " + tag + " %}").problems
    assert (problem.column, problem.message) == (11, f"pages have no {{% {name} %}}")


@pytest.mark.parametrize("opening", ["{{ 3 }}{% raw %}", "Three{%-   raw-%}"])
def test_text_that_is_to_stay_as_it_is_is_told_where_its_statement_has_its_name(opening) -> None:
    (problem,) = expanded(opening + "7{% endraw %}").problems
    assert problem.column == opening.index("raw") + 1
    assert problem.message.startswith("pages have no {% raw %}: text in code stays")


@pytest.mark.parametrize(
    ("before", "margin"),
    [
        ("!!! note\n\n    ", "    "),
        ("> ", "> "),
        ("- ", "  "),
        ("1. ", "   "),
        ("  - Words, ", "    "),
        ("", ""),
    ],
)
def test_each_line_of_what_a_tag_brings_is_indented_as_the_tag_is(before: str, margin: str) -> None:
    two = "{% macro two() %}First.\n\nSecond.{% endmacro %}\n"
    page = printed(f"{two}{before}{{{{ two() }}}}\n")
    assert page.removeprefix("\n") == f"{before}First.\n{margin}\n{margin}Second.\n"
