"""`rules: sea` at the top of a page lets it say `speed(3)` for `sea.speed(3)`."""

from __future__ import annotations

from dataclasses import replace

import pytest
from mkdocs.utils import meta
from toy_book import BOOK, drift

from sfrules.press.page.expand import ExpandedPage
from sfrules.press.page.marks import without_marks
from sfrules.press.site.weave import expand, page_of


def depth(fathoms: int) -> int:
    """Depth in feet."""
    return fathoms * 6


def table(sails: int) -> int:
    """A rule with the name of a macro."""
    return sails


# A lake has a speed of its own, a depth, and a rule that is called like a macro.
LAKE = {"speed": drift, "depth": depth, "table": table, "sea": depth, "range": depth}
TWO = replace(BOOK, namespaces={**BOOK.namespaces, "lake": LAKE})


def expanded(front: str, prose: str) -> ExpandedPage:
    text = f"---\ntitle: Sloops\n{front}\n---\n\n{prose}\n"
    return expand(TWO, page_of("docs/page.md", text, meta.get_data(text)[0]))


def problems(front: str, prose: str) -> list[tuple[int, int, str, str]]:
    return [(p.line, p.column, p.message, p.hint) for p in expanded(front, prose).problems]


@pytest.mark.parametrize(
    ("front", "prose", "printed"),
    [
        ("rules: sea", "{{ speed(3) }}", "7"),
        ("rules: sea", "{{ sea.speed(3) }}", "7"),
        ("rules: sea", "{{ speed(sails=3) + drift(4) }}", "3"),
        ("rules: sea", "{{ speed(3)|words }}", "seven"),
        ("rules: [sea, boats]", "{{ speed(gull.sails, gull.hull) }}", "7"),
        ("rules:\n  - sea\n  - boats", "{{ gull.name }}", "Gull"),
        ("rules: 'boats'", "{{ gull.sails }}", "3"),
        ("rules: [sea, lake]", "{{ depth(2) }} {{ lake.speed(3) }}", "12 −3"),
        ("rules:", "{{ sea.speed(3) }}", "7"),
        ("rules: lake", "{% for n in range(2) %}{{ n }}{% endfor %}", "01"),
    ],
)
def test_a_short_name_is_the_rules(front, prose, printed):
    page = expanded(front, prose)
    assert (page.problems, without_marks(page.markdown).strip()) == ((), printed)


def test_what_is_printed_by_a_short_name_is_in_the_ledger_as_it_is_written():
    page = expanded("rules: [sea, boats]", "{{ speed(3) }} {{ speed(gull.sails) }}")
    found = [(e.expression, e.printed, [o.name for o in e.origins]) for e in page.entries]
    assert found == [
        ("speed(3)", "7", ["sea.speed"]),
        ("speed(gull.sails)", "7", ["boats.gull", "sea.speed"]),
    ]


def test_a_variable_set_by_a_short_name_has_its_origin():
    page = expanded("rules: sea", "{% set fast = speed(9) %}{{ fast }}")
    assert [origin.name for entry in page.entries for origin in entry.origins] == ["sea.speed"]


# The front matter, the prose, and the place, the message and the hint of the one problem.
WRONG = """\
rules: see | Calm. | 3:8 | there is no namespace "see" | did you mean sea?
rules: [sea, bots] | {{ speed(3) }} | 3:14 | there is no namespace "bots" | did you mean boats?
rules: sea, boats | Calm. | 3:8 | there is no namespace "sea, boats" | several are a list: [sea, boats]
rules: {sea: lake} | Calm. | 3:8 | rules takes the name of a namespace, or a list of them | rules: [boats, lake]
rules: [sea, lake] | {{ speed(3) }} | 6:4 | "speed" is not a name of this book | say sea.speed or lake.speed
rules: sea | {{ sped(3) }} | 6:4 | "sped" is not a name of this book | did you mean speed?
rules: sea | {{ speed(12) }} | 6:4 | sails is 12; allowed: a whole number from 1 to 9 |
rules: sea | {{ speed }} | 6:4 | sea.speed is a rule; call it | sea.speed(sails, hull="wood")
rules: sea | {% set speed = 4 %} | 6:8 | "speed" is a name of this book | take another name
rules: lake | {{ table(3) }} | 6:4 | id is a text, in quotes |
title: x | {{ speed(3) }} | 6:4 | "speed" is not a name of this book | say sea.speed or lake.speed
"""


@pytest.mark.parametrize("wrong", WRONG.splitlines())
def test_what_is_wrong_with_a_short_name_is_told_at_its_place(wrong):
    front, prose, *problem = map(str.strip, wrong.split("|"))
    ((line, column, message, hint),) = problems(front, prose)
    assert [f"{line}:{column}", message, hint] == problem


def test_front_matter_without_dashes_has_short_names_too():
    text = "title: Sloops\nrules: sea\n\n{{ speed(3) }}\n"
    page = expand(BOOK, page_of("docs/page.md", text, meta.get_data(text)[0]))
    assert (page.problems, without_marks(page.markdown)) == ((), "7\n")
