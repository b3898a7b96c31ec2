"""Numbers that a page computes are marked where a reader can ask them, and nowhere else."""

from __future__ import annotations

import pytest
from printing import html_of

from sfrules.press.page.askable import CLOSE, OPEN

SEVEN = '<span class="number" data-receipt="0">7</span>'

ONE = '<span class="number" data-receipt="1">1</span>'


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("It makes {{ sea.speed(3) }} knots.", f"<p>It makes {SEVEN} knots.</p>"),
        ("- {{ sea.speed(3) }}. And on.", f"<ul>\n<li>{SEVEN}. And on.</li>\n</ul>"),
        ("**{{ sea.speed(3) }}**", f"<p><strong>{SEVEN}</strong></p>"),
        ("{% macro m() %}{{ sea.speed(3) }}{% endmacro %}{{ m() }}", f"<p>{SEVEN}</p>"),
        ("<p>{{ sea.speed(3) }}</p>", f"<p>{SEVEN}</p>"),
        # Nobody could ask these.
        ("[{{ sea.speed(3) }}](#a)\n{#a}", '<p id="a"><a href="#a">7</a></p>'),
        ("<b title='{{ sea.speed(3) }}'>x</b>", "<p><b title='7'>x</b></p>"),
        ("{% set n %}{{ sea.speed(3) }}{% endset %}{{ n|upper == '7' }}", "<p>yes</p>"),
        ("{% macro m() %}{{ sea.speed(3) }}{% endmacro %}{{ m()|upper == '7' }}", "<p>yes</p>"),
        ("{{ 3 }} {{ boats.gull.name }}", "<p>3 Gull</p>"),
    ],
)
def test_a_number_of_the_rules_can_be_asked(text: str, html: str) -> None:
    assert html_of(text) == html


def test_a_heading_keeps_its_words() -> None:
    html = html_of("## Seven is {{ sea.speed(3) }}\n\nOr {{ sea.speed(3) }}\n=====")
    assert 'class="number"' not in html
    assert OPEN not in html
    assert CLOSE not in html
