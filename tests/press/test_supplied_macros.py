"""Macros that a site brings along from mkdocs-macros: where they are read, and where they are not."""

from __future__ import annotations

import re
from dataclasses import replace

import jinja2
import pytest
from printing import print_page
from toy_book import BOOK

from sfrules.press.site.load.book_module import with_supplies
from sfrules.press.things.data import Supplies

BOOK_OF_SITE = replace(BOOK, supplies=Supplies(data={"version": "1.2"}), samples=("docs/how/*",))


@pytest.mark.parametrize("code", ["`{{ version }}`", "```xml\n<v>{{- version }}</v>\n```"])
def test_a_macro_of_the_site_in_code_is_told(code):
    (problem,) = print_page(
        f"Take this: {code.partition('`')[0]}\n\n{code}\n", BOOK_OF_SITE
    ).problems
    assert problem.message == "code stays as it is written: version is not expanded here"
    assert problem.text[problem.column - 1 :].startswith("{{")


@pytest.mark.parametrize("code", ["`{{ other }}`", "`version`", "{{ version }}"])
def test_other_code_is_left_alone(code):
    assert not print_page(f"Take this: {code}\n", BOOK_OF_SITE).problems


@pytest.mark.parametrize("named", ["pages/own_macros", "pages/own_macros.py", "pages.own_macros"])
def test_the_module_is_named_by_its_path_or_by_its_name(tmp_path, named):
    (tmp_path / "pages").mkdir()
    code = "def define_env(env):\n    env.macro(lambda: 7, 'seven')\n"
    (tmp_path / "pages" / "own_macros.py").write_text(code, encoding="utf-8")
    book = with_supplies(BOOK, tmp_path, {"macros": named}, {})
    assert set(book.supplies.macros) == {"seven"}


@pytest.mark.parametrize(
    "expression",
    [
        "'4.5'|float",
        "'none'|float",
        "'none'|float(3)",
        "'7.9'|int",
        "'none'|int",
        "2.5|round",
        "3.5|round",
        "2.567|round(2)",
        "' a '|trim ~ 'b'",
        "'a-b-a'|replace('a', 'c')",
        "'a b c'|wordcount",
        "'a\\nb'|indent|replace(' ', '+')",
        "('a' ~ 'b')|string",
    ],
)
def test_a_filter_of_such_a_site_does_what_jinja_does(expression):
    book = replace(BOOK, supplies=Supplies(filters={"as_is": str}))
    woven = print_page(f"{{{{ {expression} }}}}", book)
    assert woven.problems == ()
    html = re.sub(r"<[^<>]*>", "", woven.pages["page.md"].html)
    rendered = jinja2.Environment(autoescape=True).from_string(f"{{{{ {expression} }}}}").render()
    assert html == re.sub(r"\.0$", "", rendered)  # the press has no floats
