"""How a problem is told: nothing that a page says acts on the terminal that shows it."""

from __future__ import annotations

import json

import pytest
from toy_book import BOOK

from sfrules.ground.problems import Problem, report_json
from sfrules.ground.source import Source
from sfrules.press.page.expand import Page
from sfrules.press.site.whole_page import expand

SIGNS = [
    ("\x1b[31m", r"\x1b[31m"),
    ("\x07", r"\x07"),
    ("\r", r"\r"),
    ("\x9b2J", r"\x9b2J"),
    ("\u202e", r"\u202e"),
    ("\u2066", r"\u2066"),
    ("\x00", r"\x00"),
]


@pytest.mark.parametrize(("sign", "written"), SIGNS)
def test_a_sign_that_a_terminal_acts_on_is_written_out(sign, written):
    told = str(Problem("a.md", 1, 1, f"no {sign}!", f"not {sign}?"))
    assert told == f"a.md:1:1: no {written}!\nhint: not {written}?"


@pytest.mark.parametrize("sign", ["\x1b", "\t", "\x0c", "\u202e", "\x85"])
def test_such_a_sign_in_the_line_keeps_its_place_for_the_caret(sign):
    told = str(Problem("a.md", 7, 3, "wrong", text=f"a{sign}bc", length=1))
    assert told == "a.md:7:3: wrong\n    7 | a bc\n          ^"


def test_other_signs_are_told_as_they_are():
    told = str(Problem("a.md", 1, 1, "−2 宽 é 👩‍🚀", text="−2 宽"))
    assert told == "a.md:1:1: −2 宽 é 👩‍🚀\n    1 | −2 宽\n        ^"


def test_a_report_for_programs_says_what_is_there():
    assert json.loads(report_json([Problem("a.md", 1, 1, "\x1b")]))[0]["message"] == "\x1b"


def test_the_message_of_a_claim_has_one_line():
    page = Page(Source("a.md", '{{ printed("8\\n", sea.speed(3)) }}'))
    (problem,) = expand(BOOK, page).problems
    assert problem.message == "the page prints 8\\n, sea.speed(3) is 7"
