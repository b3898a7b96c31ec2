"""A text from a row is text on the page: no character of it makes markup, wherever it is printed."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from nights import by_day
from printing import print_page
from toy_book import BOOK

from sfrules.press.things.book import Record

TEXTS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "Tom & Jerry &lt; &amp;",
    '" onmouseover="alert(1)',
    "' onmouseover='alert(1)",
    "**bold** _slanted_ `code` a_b_c ~~struck~~ ^up^",
    "[a link](javascript:alert(1)) ![x](y) [[knots]] [^1]",
    "<javascript:alert(1)> <http://a.example>",
    "{: onclick=alert(1) } {{ sea.speed(3) }} {% set x = 1 %}",
    "# a heading",
    "- an item",
    "+ an item",
    "1. an item",
    "12) an item",
    ": a definition",
    "!!! note",
    "> quoted",
    "    code",
    "---",
    "===",
    "a | b",
    "a\n\n# b\n\n<p>c</p>",
    "\\<b\\>",
]
PAGES = {
    "within a sentence": "It is {{ boats.gull.name }}, the boat.\n",
    "at the start of a line": "{{ boats.gull.name }} is a boat.\n",
    "alone on a line": "Before.\n\n{{ boats.gull.name }}\n",
    "below a line": "Before.\n{{ boats.gull.name }}\n",
    "in a heading": "# {{ boats.gull.name }}\n",
    "in a table": "| a |\n|---|\n| {{ boats.gull.name }} |\n",
    "in an attribute": '<b title="{{ boats.gull.name }}">It</b>\n',
    "in an attribute in the other quotes": "<b title='{{ boats.gull.name }}'>It</b>\n",
    "in HTML": "<div>\n{{ boats.gull.name }}\n</div>\n",
    "through a filter": "It is {{ boats.gull.name|lower }}.\n",
    "joined with others": 'It is {{ "x" ~ boats.gull.name }}.\n',
    "from a list": 'It is {{ ["x", boats.gull.name]|join(", ") }}.\n',
    "through a variable": "{% set name = boats.gull.name %}\n\nIt is {{ name }}.\n",
    "from a loop": "{% for boat in [boats.gull] %}It is {{ boat.name }}.{% endfor %}\n",
    "through a block": "{% set it %}It is {{ boats.gull.name }}{% endset %}\n\n{{ it }}.\n",
    "through a macro": "{% macro it(x) %}It is {{ x }}{% endmacro %}\n\n{{ it(boats.gull.name) }}.\n",
}


class _Reader(HTMLParser):
    """The tags of a page with their attributes' names, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, tuple[str, ...]]] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, tuple(sorted(name for name, _ in attrs))))
        self.text += "".join(value or "" for name, value in attrs if name == "title")

    def handle_data(self, data: str) -> None:
        self.text += data


def printed(page: str, name: str) -> _Reader:
    row = Record({"name": name}, BOOK.namespaces["boats"]["gull"].origin)
    book = replace(BOOK, namespaces={**BOOK.namespaces, "boats": {"gull": row}})
    woven = print_page(page, book)
    assert not woven.problems, [str(problem) for problem in woven.problems]
    return _Reader(woven.pages["page.md"].html)


@pytest.mark.parametrize("place", PAGES)
def test_a_text_stands_on_the_page_as_it_is(place: str) -> None:
    plain, changed = printed(PAGES[place], "plain"), []
    for text in by_day(TEXTS, 6):
        html = printed(PAGES[place], text)
        words = re.sub(r"\s+", "", html.text).lower()
        same = words == re.sub(r"\s+", "", plain.text.replace("plain", text)).lower()
        changed += [] if same and html.tags == plain.tags else [text]
    assert changed == []
