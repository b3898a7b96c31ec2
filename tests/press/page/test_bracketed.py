"""`[words]{.class}` becomes a span; whatever else stands in brackets is left alone."""

from __future__ import annotations

from printing import print_page


def test_a_span_in_a_heading_leaves_its_id_to_the_words() -> None:
    woven = print_page("## [Three gulls]{.flavour} sing\n\n{{ sea.speed(3) }}")
    assert woven.problems == ()
    assert '<h2 id="three-gulls-sing">' in woven.pages["page.md"].html
    (entry,) = woven.entries
    assert entry.anchor == "three-gulls-sing"
