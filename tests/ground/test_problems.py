"""How a problem is told: nothing that a page says acts on the terminal that shows it."""

import json
import re
import tracemalloc
from pathlib import Path

import pytest

from sfrules.ground.findings import Finding, Tool, as_json
from sfrules.ground.problems import LONGEST, Problem, in_order, problem_at, report
from sfrules.ground.source import Source, Span

SIGNS = [
    ("\x1b[31m", r"\x1b[31m"),
    ("\x07", r"\x07"),
    ("\r", r"\r"),
    ("\x9b2J", r"\x9b2J"),
    ("\u202e", r"\u202e"),
    ("\u2066", r"\u2066"),
    ("\u200b", r"\u200b"),
    ("\udcff", r"\udcff"),
    ("\x00", r"\x00"),
]


@pytest.mark.parametrize(("sign", "written"), SIGNS)
def test_a_sign_that_a_terminal_acts_on_is_written_out(sign, written):
    told = str(Problem("a.md", 1, 1, f"no {sign}!", f"not {sign}?"))
    assert told == f"a.md:1:1: no {written}!\nhint: not {written}?"


@pytest.mark.parametrize("sign", ["\x1b", "\t", "\x0c", "\u202e", "\u200b", "\x85"])
def test_such_a_sign_in_the_line_keeps_its_place_for_the_caret(sign):
    told = str(Problem("a.md", 7, 3, "wrong", text=f"a{sign}bc", length=1))
    assert told == "a.md:7:3: wrong\n    7 | a bc\n          ^"


def test_a_report_for_programs_says_what_is_there():
    (told,) = json.loads(as_json([Finding(Problem("a.md", 1, 1, "\x1b"), "")], Tool("", {})))
    assert told["message"] == "\x1b"


def test_a_line_of_a_page_s_width_is_shown_whole():
    line = "a" * 159 + "b"
    told = str(Problem("a.md", 1, 160, "wrong", text=line))
    assert told == f"a.md:1:160: wrong\n    1 | {line}\n{' ' * 167}^"


@pytest.mark.parametrize(
    ("column", "shown", "carets"),
    [
        (1, "wrong" + "x" * 155 + "…", "^^^^^"),
        (5_001, "…" + "x" * 60 + "wrong" + "y" * 95 + "…", " " * 61 + "^^^^^"),
        (10_001, "…" + "y" * 155 + "wrong", " " * 156 + "^^^^^"),
    ],
)
def test_of_a_longer_line_the_part_around_the_place_is_shown(column, shown, carets):
    line = "wrong" + "x" * 4_995 + "wrong" + "y" * 4_995 + "wrong"
    _, excerpt, below = str(Problem("a.md", 7, column, "no", text=line, length=5)).split("\n")
    assert (excerpt, below) == (f"    7 | {shown}", f"        {carets}")


def test_the_carets_end_where_what_is_shown_does():
    _, excerpt, carets = str(Problem("a.md", 1, 1, "no", text="x" * 900, length=900)).split("\n")
    assert carets == "        " + "^" * 160
    assert len(excerpt) == len(carets) + 1


def test_many_problems_on_one_line_hold_the_line_once():
    source = Source("a.md", "first\n" + "[a](#b)  " * 5_000 + "\nlast")
    tracemalloc.start()
    problems = [problem_at(Span(source, at, at + 1), "no", "yes") for at in range(6, 20_006)]
    told = report(problems)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len({id(problem.text) for problem in problems}) == 1
    assert most < 20_000_000
    assert len(told) < 50_000
    assert told.endswith("\n\nand 19,900 more problems in a.md\n\n20,000 problems")


@pytest.mark.parametrize("character", ["x", "é"])
def test_a_message_of_the_greatest_length_is_told_whole(character: str) -> None:
    whole = character * LONGEST
    told = [Problem("a.md", 1, 1, text).message for text in (whole, whole + character)]
    assert told == [whole, whole + "…"]


def test_problems_are_told_in_the_order_of_their_places_and_each_once() -> None:
    first, second = Problem("a.md", 2, 9, "no"), Problem("a.md", 10, 1, "no")
    other, again = Problem("b.md", 1, 1, "no", "do"), Problem("b.md", 1, 1, "no", "else")
    assert in_order([again, other, second, first, other]) == [first, second, other]


def test_the_matcher_in_the_guide_finds_each_problem_of_a_report_at_its_place():
    guide = Path(__file__).parents[2].joinpath("docs/authoring/commands.md").read_text("utf-8")
    (fence,) = re.findall(r"^```json\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL)
    matcher = json.loads(fence)["tasks"][0]["problemMatcher"]["pattern"]
    wrong = [Problem("docs/a page.md", 3, 17, "it is 7: not 8", "write 7", text="It is 8.")]
    found = re.findall(
        matcher["regexp"], report([*wrong, Problem("b.csv", 1, 1, "no row")]), re.MULTILINE
    )
    assert found == [("docs/a page.md", "3", "17", "it is 7: not 8"), ("b.csv", "1", "1", "no row")]
    assert [matcher[part] for part in ("file", "line", "column", "message")] == [1, 2, 3, 4]
