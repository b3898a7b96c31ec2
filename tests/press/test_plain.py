"""What is read and worked out the quick way comes to what Jinja makes of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mkdocs.utils import meta
from toy_book import BOOK as BOATS

from sfrules.book import BOOK
from sfrules.press.page import generator, tokens
from sfrules.press.page.expand import Expanded
from sfrules.press.site.check import expand, page_of

DOCS = sorted((Path(__file__).parents[2] / "docs").rglob("*.md"))
MISTAKES = sorted((Path(__file__).parent / "mistakes").glob("*/page.md"))
PARTS = (
    "printed worked sea.speed sea boats.gull.sails hull 1 2.5 1_0 -3 'a' \"b\" ( ) ) (3) , + - ~ "
    "* ** / // % . = == | |signed not and if else [ ] { } true none ! $ é 0x1f 1e3 'un\\'x' '"
).split()


def slowly(monkeypatch: pytest.MonkeyPatch, book: object, text: str) -> Expanded:
    """The page as Jinja alone makes it."""
    with monkeypatch.context() as patch:
        patch.setattr(generator, "is_plain", lambda *_: False)
        patch.setattr(tokens, "prints_in", lambda *_: ())
        return quickly(book, text)


def quickly(book: object, text: str) -> Expanded:
    return expand(book, page_of("docs/page.md", text, meta.get_data(text)[0]))


def outcome(page: Expanded) -> tuple[object, ...]:
    return page.markdown, page.entries, [str(p) for p in page.problems], page.checks


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_a_page_of_the_book_is_the_same(path: Path, monkeypatch) -> None:
    text = path.read_text(encoding="utf-8")
    assert outcome(quickly(BOOK, text)) == outcome(slowly(monkeypatch, BOOK, text))


@pytest.mark.parametrize("path", MISTAKES, ids=lambda path: path.parent.name)
def test_a_mistake_is_the_same(path: Path, monkeypatch) -> None:
    text = path.read_text(encoding="utf-8")
    assert outcome(quickly(BOATS, text)) == outcome(slowly(monkeypatch, BOATS, text))


@pytest.mark.parametrize(
    "text",
    [
        "{{ loop }}",
        "{% for n in [1, 2] %}{{ loop.index }}{{ loop.cycle(3, 4) }}{% endfor %}",
        "{% macro f() %}{{ varargs }}{{ kwargs }}{% endmacro %}{{ f(1, a=2) }}",
        "{{ -printed(1, 1) }}",
        "{{ +3 }} {{ - 3 }} {{ -3|abs }}",
        "{% for sea in [1] %}{{ sea }}{% endfor %}{{ sea.speed(3) }}",
        "{% macro f(sea) %}{{ sea.speed(3) }}{% endmacro %}{{ f(1) }}",
        "{% set printed = 3 %}{{ printed(3, 3) }}",
        "{{ sea.speed(*[3]) }} {{ sea.speed(sails=3) }} {{ sea.speed(3, sails=3) }}",
        "{{ sea.speed(sails=3, sails=3) }}",
        "{{ 'a{' }} {{ '}}' }} {{ 'a' 'b' }} {{ \"\\u2212\" }}",
        "x {{- sea.speed(3) -}} y {{+ 3 +}} {{ 3 -}} z",
        "{{ sea.speed(3, ) }} {{ sea.speed(, 3) }} {{ sea.speed(3 4) }} {{ sea. speed (3) }}",
        "{{ sea.speed(sails=3, 4) }} {{ sea.3 }} {{ sea. }} {{ 3.a }} {{ 'a'.b }} {{ 'a'(1) }}",
        "{{ sea.speed(true) }} {{ true(1) }} {{ true.a }} {{ not }} {{ f(if) }} {{ a=3 }} {{ 3 = 3 }}",
        "{{ printed('a', \"a\") }} {{ printed('\\'', 'b') }} {{ printed('a\n', 'b') }} {{ 007 }}",
        "{{ sea.speed(1=3) }} {{ sea.speed('a'=3) }} {{ sea.speed(if=3) }} {{ sea.if }} {{ }}",
        "{{ " + "sea.speed(" * 40 + "1" + ")" * 40 + " }} {{ sea" + ".a" * 500 + " }}",
        "{## {{ oops }} ##} {{ 1 }} {% if 1 -%} {{ 2 }} {%- endif %}",
        "{{ 1.5 }} {{ 1_000 }} {{ 1e3 }} {{ 0x1f }} {{ 2 ** 3 ** 2 }} {{ 7 // 2 % 2 }}",
        "{{ sea.tide(3).at(2) }} {{ sea.tide(3)._secret() }} {{ sea['speed'](3) }}",
        "{{ 1 \n + \n 2 }}\n{{ printed(4,\n 1 + 2) }}",
        "{{ " + "-" * 300 + "1 }}",
        "{{ " + "(" * 300 + "1" + ")" * 300 + " }}",
        "{{ " + "1+" * 300 + "1 }}",
        "{{ true }} {{ none }} {{ False }}",
        "{{ sea.speed(99) }} {{ sea.speed(oops) }} {{ oops.a }} {{ oops(1) }} {{ 1(2) }}",
        "{{ sea.crew(1)(2) }} {{ range(3) }} {{ range(10000000) }}",
        "{{{ 1 }}} {{ {'a': 1}['a'] }} {{ ٣ }} {{ a$ }}",
    ],
)
def test_an_odd_page_is_the_same(text: str, monkeypatch) -> None:
    assert outcome(quickly(BOATS, text)) == outcome(slowly(monkeypatch, BOATS, text))


@settings(deadline=None)  # the first page of a book takes longer than the others
@given(st.lists(st.sampled_from(PARTS), min_size=1, max_size=8), st.sampled_from(["", " "]))
def test_any_expression_is_the_same(parts: list[str], between: str) -> None:
    text = "a {{ 1 }} {{ %s }} b {%% if 1 %%}{{ sea.speed(3) }}{%% endif %%}" % between.join(parts)  # noqa: UP031
    with pytest.MonkeyPatch.context() as monkeypatch:
        assert outcome(quickly(BOATS, text)) == outcome(slowly(monkeypatch, BOATS, text))
