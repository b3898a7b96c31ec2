"""Problems for other programs: JSON, annotations for GitHub, and SARIF for code scanning."""

from __future__ import annotations

import json
import os

import pytest

from sfrules.ground.edits import Edit
from sfrules.ground.problems import Problem
from sfrules.press.doors.checking import report_github, report_json, report_sarif

PLAIN = Problem("docs/a, b.md", 3, 7, "50% is\nwrong", "write 40%", "It is 50%.", 3)
MENDED = Problem("docs/c.md", 1, 1, "m", fix=Edit("docs/c.md", 0, 1, "x", "y"))


def test_json_says_which_problems_can_be_fixed() -> None:
    first, second = json.loads(report_json([PLAIN, MENDED]))
    assert first == {
        "path": "docs/a, b.md",
        "line": 3,
        "column": 7,
        "message": "50% is\nwrong",
        "hint": "write 40%",
        "fixable": False,
    }
    assert second["fixable"] is True


def test_an_annotation_is_one_line_whatever_is_in_it() -> None:
    assert report_github([PLAIN]) == (
        "::error file=docs/a%2C b.md,line=3,col=7::50%25 is%0Awrong%0Ahint: write 40%25"
    )
    assert report_github([]) == ""


def test_a_result_of_sarif_has_its_place_and_stays_known_further_down() -> None:
    moved = Problem("docs/a, b.md", 9, 7, "50% is\nwrong", "write 40%", "It is 50%.", 3)
    log = json.loads(report_sarif([PLAIN, moved]))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    first, second = run["results"]
    assert first["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "docs/a%2C%20b.md"},
        "region": {"startLine": 3, "startColumn": 7, "endColumn": 10},
    }
    assert first["partialFingerprints"] == second["partialFingerprints"]
    assert {result["ruleId"] for result in run["results"]} == {
        rule["id"] for rule in run["tool"]["driver"]["rules"]
    }


def test_a_file_whose_name_is_no_text_has_an_address_all_the_same() -> None:
    name = os.fsdecode(b"docs/\xff.md")
    named, other = json.loads(
        report_sarif([Problem(name, 3, 1, "wrong"), Problem("docs/é.md", 3, 1, "wrong")])
    )["runs"][0]["results"]
    places = [each["locations"][0]["physicalLocation"] for each in (named, other)]
    assert [each["artifactLocation"]["uri"] for each in places] == ["docs/%FF.md", "docs/%C3%A9.md"]
    assert named["partialFingerprints"] != other["partialFingerprints"]


@pytest.mark.parametrize("write", [report_json, report_sarif])
def test_no_problems_are_well_formed_too(write) -> None:
    assert json.loads(write([])) is not None
