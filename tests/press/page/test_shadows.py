"""A page cannot give a name of the book's to something else, and so go round a check."""

from __future__ import annotations

import pytest
from judging import judged
from toy_book import BOOK

from sfrules.ground.source import Source
from sfrules.press.page.expand import Page

SHADOWS = [
    ("{% macro ref(a) %}{{ a }}{% endmacro %}{{ ref(8) }}", 10),
    ("{% set ref = sea.speed %}", 8),
    ("{% set a, sea = 1, 2 %}", 11),
    ("{% for table in [1] %}{% endfor %}", 8),
    ("{% with sea = 1 %}{% endwith %}", 9),
    ("{% macro f(ref) %}{% endmacro %}", 12),
    ("{% set sea %}x{% endset %}", 8),
]


def problems(text):
    return [(p.column, p.message) for p in judged(BOOK, Page(Source("p.md", text))).problems]


@pytest.mark.parametrize(("text", "column"), SHADOWS)
def test_a_name_of_the_book_stays_the_books(text, column):
    name = next(each for each in ("ref", "sea", "table") if text.find(each) == column - 1)
    assert (column, f'"{name}" is a name of this book') in problems(text)


def test_any_other_name_may_be_given():
    assert problems("{% set speed = sea.speed(3) %}{% for n in [1] %}{{ n }}{% endfor %}") == []
