"""Lines, columns, headings: where things stand, as the author counts."""

from hypothesis import given
from hypothesis import strategies as st
from printing import print_pages

from sfrules.ground.problems import (
    Problem,
    did_you_mean,
    in_order,
)
from sfrules.ground.source import Source
from sfrules.press.page.regions import regions


@given(st.text(alphabet="ab\n", max_size=60), st.data())
def test_a_place_is_what_counting_newlines_says(text: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    before = text[:offset]
    line, column = Source("x", text).position(offset)
    assert line == before.count("\n") + 1
    assert column == offset - (before.rfind("\n") + 1) + 1


@given(st.text(alphabet="`~{}%# -<>!\na[]|1", max_size=80))
def test_masking_keeps_every_place(text: str) -> None:
    found = regions(text)
    ends = [0, *(edge for region in found.found for edge in (region.start, region.end))]
    assert ends == sorted(ends)


def test_a_hint_lists_twelve_names_and_counts_the_others():
    names = [f"n{number:02}" for number in range(15)]
    listed = f"there are {', '.join(names[:12])}"
    assert did_you_mean("zzz", names[:12]) == listed
    assert did_you_mean("zzz", names) == f"{listed} and 3 more"


def test_a_term_without_its_page_or_heading_is_a_problem_where_it_is_defined() -> None:
    (problem,) = print_pages({"terms.md": "# Terms\n\n## Knot {#knot}\n"}).problems
    assert problem.message == 'term "knot": terms.md has no #knots'
    assert problem.hint == "did you mean knot?"


def test_one_mistake_that_several_pages_show_is_told_once() -> None:
    told = [Problem("game.py", 3, 1, "KeyError: 3", hint) for hint in ("at b.md", "at a.md")]
    other = Problem("game.py", 3, 1, "KeyError: 4", "at a.md")
    assert in_order([*told, other, *told]) == [told[1], other]
