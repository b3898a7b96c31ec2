"""The regions of a page cut it in pieces: whatever stands in it, none of them overlap."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfrules.press.page.regions import regions

MARKS = (
    "{{ }} {% %} {## ##} ` `` ``` ~~~ \\` <!-- --> [[ ]] [[hull]] [[hull|hulls]] | \\ \" ' { } {#id} "
    "a 3 > - 1. ```pycon >>>"
).split()
PAGES = st.lists(st.sampled_from([*MARKS, " ", "\n", "\n\n", "\n```\n", "\n~~~\n", "\r\n"])).map(
    "".join
)
TEXTS = st.one_of(PAGES, st.text())
FRONT = "---\ntitle: '{{ ` <!-- [['\n---\n"


@given(TEXTS)
def test_regions_are_in_order_and_within_the_text_and_none_overlap(text):
    found = regions(text).found
    edges = [edge for region in found for edge in (region.start, region.end)]
    assert edges == sorted(edges)
    assert all(0 <= region.start < region.end <= len(text) for region in found)
    assert {region.kind for region in found} <= {"code", "term", "jinja"}


@given(TEXTS)
def test_what_is_never_closed_opens_in_the_text_and_in_no_template(text):
    scanned = regions(text)
    template = list(scanned.of_kind("jinja"))
    for opened in scanned.unclosed:
        assert 0 <= opened.start < opened.end <= len(text)
        assert not any(each.start <= opened.start < each.end for each in template)


@given(TEXTS)
def test_front_matter_has_no_regions_and_moves_those_below_it(text):
    alone, below = regions(text), regions(FRONT + text, len(FRONT))
    moved = [(each.kind, each.start - len(FRONT), each.end - len(FRONT)) for each in below.found]
    assert moved == [(each.kind, each.start, each.end) for each in alone.found]


@pytest.mark.parametrize(
    "text",
    [
        "````markdown\n```proof\nsea.speed(3) = 7\n```\n````\n",
        "~~~markdown\n```proof\nsea.speed(3) = 7\n```\n~~~\n",
        "```markdown\n{{ table('fleet') }}\n\n## Fares\n```\n",
        "```markdown\n    ```proof\n    sea.speed(3) = 7\n    ```\n```\n",
        "```proof\n[[1, 2], {}]|first = 1\n# a remark\n```\n",
    ],
)
def test_a_fence_may_hold_what_cannot_close_it(text):
    (fence,) = regions(text).found
    assert (fence.start, fence.end) == (0, len(text) - 1)
    assert regions(text).unclosed == ()
