"""`[words]{.class}` becomes a span; whatever else stands in brackets is left alone."""

from __future__ import annotations

import pytest
from printing import html_of, print_page


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("[three gulls]{.flavour}", '<span class="flavour">three gulls</span>'),
        ("[three]{: .flavour }", '<span class="flavour">three</span>'),
        ("[three]{.flavour .big #gulls}", '<span class="flavour big" id="gulls">three</span>'),
        ("[three *grey* gulls]{.big}", '<span class="big">three <em>grey</em> gulls</span>'),
        ("[a [b](terms.md) d]{.big}", '<span class="big">a <a href="terms.md">b</a> d</span>'),
        ("[a [b]{.in} d]{.out}", '<span class="out">a <span class="in">b</span> d</span>'),
        (
            "[{{ sea.speed(3) }}]{.big}",
            '<span class="big"><span class="number" data-receipt="0">7</span></span>',
        ),
        ("*[a]{.big}*", '<em><span class="big">a</span></em>'),
        ("x[a]{.big}y", 'x<span class="big">a</span>y'),
        ("[a]{.x}[b]{.y}", '<span class="x">a</span><span class="y">b</span>'),
    ],
)
def test_brackets_with_attributes_are_a_span(text: str, html: str) -> None:
    assert html in html_of(text)


def test_a_term_in_brackets_is_still_a_link() -> None:
    html = html_of("[made of [[hull]]s]{.flavour}")
    assert '<span class="flavour">made of <a class="term"' in html


def test_a_span_in_a_heading_leaves_its_id_to_the_words() -> None:
    woven = print_page("## [Three gulls]{.flavour} sing\n\n{{ sea.speed(3) }}")
    assert woven.problems == ()
    assert '<h2 id="three-gulls-sing">' in woven.pages["page.md"].html
    (entry,) = woven.entries
    assert entry.anchor == "three-gulls-sing"


@pytest.mark.parametrize(
    "text",
    [
        "`[three]{.flavour}`",
        "```\n[three]{.flavour}\n```",
        "<!-- [three]{.flavour} -->",
        "[three](terms.md){.flavour}",
        "[three][gulls]{.flavour}\n\n[gulls]: terms.md",
        "[gulls]{.flavour}\n\n[gulls]: terms.md",
        "![three](gulls.png){.flavour}",
        "![three]{.flavour}",
        "[three] {.flavour}",
        "[three]{flavour}",
        "[three]{}",
        r"\[three]{.flavour}",
        "three]{.flavour}",
        "[three\n\ngulls]{.flavour}",
    ],
)
def test_what_is_no_bracketed_span_is_left_alone(text: str) -> None:
    assert "<span" not in html_of(text)


def test_attributes_cannot_break_out_of_the_tag() -> None:
    assert "onclick" not in html_of("[a]{.x} [b]{.y}").replace("&quot;", '"')
    assert "<span" not in html_of('[a]{.x onclick="alert()"}')
