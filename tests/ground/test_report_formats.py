"""Findings for other programs: JSON, annotations for GitHub, and SARIF for code scanning."""

import json
import os

import pytest

from sfrules.ground.edits import Edit
from sfrules.ground.findings import REPORTS, Finding, Tool, as_github, as_json, as_sarif
from sfrules.ground.problems import Problem

PLAIN = Problem("docs/a, b.md", 3, 7, "50% is\nwrong", "write 40%", "It is 50%.", 3)
FIXABLE = Problem("docs/c.md", 1, 1, "m", fix=Edit("docs/c.md", 0, 1, "x", "y"))
TOOL = Tool("sfrules", {"sum": "Sums that are wrong."})


def results(*problems: Problem) -> list[dict]:
    (run,) = json.loads(as_sarif([Finding(each, "sum") for each in problems], TOOL))["runs"]
    assert run["tool"]["driver"]["rules"] == [
        {"id": "sum", "shortDescription": {"text": "Sums that are wrong."}}
    ]
    return run["results"]


def test_json_says_which_findings_can_be_fixed() -> None:
    first, second = json.loads(as_json([Finding(PLAIN, "sum"), Finding(FIXABLE, "sum")], TOOL))
    assert first == {
        "path": "docs/a, b.md",
        "line": 3,
        "column": 7,
        "length": 3,
        "message": "50% is\nwrong",
        "hint": "write 40%",
        "rule": "sum",
        "severity": "error",
        "fixable": False,
    }
    assert second["fixable"] is True


def test_an_annotation_is_one_line_whatever_is_in_it() -> None:
    assert as_github([Finding(PLAIN, "sum", "warning")], TOOL) == (
        "::warning file=docs/a%2C b.md,line=3,col=7,endColumn=10,title=sum"
        "::50%25 is%0Awrong%0Ahint: write 40%25"
    )
    assert as_github([], TOOL) == ""


def test_a_result_of_sarif_has_its_place_and_its_words() -> None:
    (found,) = results(PLAIN)
    assert found["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "docs/a%2C%20b.md"},
        "region": {"startLine": 3, "startColumn": 7, "endColumn": 10},
    }
    assert (found["ruleId"], found["level"]) == ("sum", "error")
    assert found["message"]["text"] == "50% is\nwrong (hint: write 40%)"


def test_a_file_whose_name_is_no_text_has_an_address_all_the_same() -> None:
    name = os.fsdecode(b"docs/\xff.md")
    paths = (name, "docs/é.md", "/books/a b.md")
    found = results(*(Problem(path, 3, 1, "wrong") for path in paths))
    places = [each["locations"][0]["physicalLocation"] for each in found]
    assert [each["artifactLocation"]["uri"] for each in places] == [
        "docs/%FF.md",
        "docs/%C3%A9.md",
        "file:///books/a%20b.md",
    ]


@pytest.mark.parametrize("form", ["json", "sarif"])
def test_no_findings_are_well_formed_too(form) -> None:
    assert json.loads(REPORTS[form]([], TOOL)) is not None
