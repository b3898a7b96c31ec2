"""How a problem is told: nothing that a page says acts on the terminal that shows it."""

import json
import re
import tracemalloc
from pathlib import Path

from sfrules.ground.problems import Problem, problem_at, report
from sfrules.ground.source import Source, Span


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
