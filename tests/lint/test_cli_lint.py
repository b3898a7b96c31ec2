"""`sfrules lint`, as it is typed: its answers in each format, and its exit codes."""

from __future__ import annotations

import json
import sys

import pytest
from typer.testing import CliRunner

from sfrules.press.doors.cli import app

PAGE = "# Falls\n\n\u200b\U0001f409 See [Reference], 50%: [b](#gone).\n"
TEXT = """\
a b.md:3:8: a reference was never filled in [reference]
    3 |  \U0001f409 See [Reference], 50%: [b](#gone).
               ^^^^^^^^^^^
hint: name what is referred to

a b.md:3:30: nothing in this file has the id "gone" [dead-link]
    3 |  \U0001f409 See [Reference], 50%: [b](#gone).
                                     ^^^^^

2 findings
"""
GITHUB = """\
::error file=a b.md,line=3,col=8,endColumn=19,title=lint%3A reference::a reference was never filled in%0Aname what is referred to
::error file=a b.md,line=3,col=30,endColumn=35,title=lint%3A dead-link::nothing in this file has the id "gone"
"""


@pytest.fixture
def lint(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a b.md").write_text(PAGE, encoding="utf-8")
    (tmp_path / "clean.md").write_text("# Clean\n", encoding="utf-8")
    return lambda *arguments: CliRunner().invoke(app, ["lint", *arguments])


@pytest.mark.parametrize(
    ("arguments", "code", "answer"),
    [
        (["."], 1, TEXT),
        (["clean.md"], 0, "no findings\n"),
        (["clean.md", "--format", "json"], 0, "[]\n"),
        (["clean.md", "--format", "github"], 0, ""),
        ([".", "--format", "github"], 1, GITHUB),
        (["gone.md", "clean.md"], 2, "no findings\n"),
        (["gone.md", "a b.md"], 2, TEXT),
    ],
)
def test_lint_answers(lint, arguments, code, answer):
    result = lint(*arguments)
    assert (result.exit_code, result.stdout) == (code, answer)


def test_a_path_that_cannot_be_read_is_told_apart_from_findings(lint):
    result = lint("gone.md", "clean.md")
    assert result.stderr == "gone.md:1:1: there is no such file or folder\n"


def test_json_has_each_finding_with_its_rule(lint):
    first, second = json.loads(lint(".", "--format", "json").stdout)
    assert first == {
        "path": "a b.md",
        "line": 3,
        "column": 8,
        "length": 11,
        "message": "a reference was never filled in",
        "hint": "name what is referred to",
        "rule": "reference",
        "severity": "error",
    }
    assert (second["rule"], second["hint"]) == ("dead-link", "")


def test_sarif_has_what_code_hosts_ask_for(lint):
    log = json.loads(lint(".", "--format", "sarif").stdout)
    (found,) = log["runs"]
    rules = found["tool"]["driver"]["rules"]
    first = found["results"][0]
    assert (log["version"], found["columnKind"]) == ("2.1.0", "unicodeCodePoints")
    assert rules[first["ruleIndex"]]["id"] == first["ruleId"] == "reference"
    assert all(rule["help"]["text"] and rule["shortDescription"]["text"] for rule in rules)
    assert first["level"] == "error"
    assert first["message"]["text"] == "a reference was never filled in (name what is referred to)"
    assert first["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "a%20b.md"},
                "region": {"startLine": 3, "startColumn": 8, "endColumn": 19},
            }
        }
    ]
    assert found["invocations"] == [{"executionSuccessful": True, "toolExecutionNotifications": []}]


def test_sarif_and_github_tell_what_could_not_be_read(lint, tmp_path):
    told = json.loads(lint(str(tmp_path / "gone.md"), "--format", "sarif").stdout)
    (invocation,) = told["runs"][0]["invocations"]
    (note,) = invocation["toolExecutionNotifications"]
    place = note["locations"][0]["physicalLocation"]["artifactLocation"]
    assert invocation["executionSuccessful"] is False
    assert place["uri"] == (tmp_path / "gone.md").as_uri()
    assert lint("50%,ne.md", "--format", "github").stdout == (
        "::error file=50%25%2Cne.md,line=1,col=1,endColumn=2,title=lint%3A unread"
        "::there is no such file or folder\n"
    )


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere, names of files are text")
@pytest.mark.parametrize("form", ["text", "json", "github", "sarif"])
def test_a_file_whose_name_is_no_text_is_told_of(lint, tmp_path, form):
    (tmp_path / "\udcff.md").write_text("See [Reference].\n")
    assert "never filled in" in lint("\udcff.md", "--format", form).stdout


def test_a_long_line_is_shown_around_its_place(lint, tmp_path):
    (tmp_path / "long.md").write_text("x" * 5000 + " [Reference] " + "y" * 5000, encoding="utf-8")
    place, line, caret, *_ = lint("long.md").stdout.splitlines()
    assert place == "long.md:1:5002: a reference was never filled in [reference]"
    assert len(line) < 200
    assert line[caret.index("^") : caret.rindex("^") + 1] == "[Reference]"


def test_a_line_of_thousands_of_faults_makes_a_report_that_can_be_read(lint, tmp_path):
    (tmp_path / "long.md").write_text("[a](#gone) " * 4_000, encoding="utf-8")
    told = lint("long.md").stdout
    assert len(told) < 50_000
    assert told.endswith("\n\nand 3,900 more findings in long.md\n\n4,000 findings\n")
    assert len(json.loads(lint("long.md", "--format", "json").stdout)) == 4_000


def test_a_page_cannot_speak_to_the_terminal(lint, tmp_path):
    (tmp_path / "bad.md").write_text("\x1b[31m[Reference]\x07 [a](b\x1b.md)\n", encoding="utf-8")
    assert not set(lint("bad.md").stdout) & {"\x1b", "\x07"}


def test_rules_are_listed_with_what_they_look_for(lint):
    lines = lint("--rules").stdout.splitlines()
    assert any(line.startswith("width ") and "cells" in line for line in lines)
    assert all(line.endswith(".") for line in lines)


def test_no_path_is_a_mistake_of_use(lint):
    result = lint()
    assert result.exit_code == 2
    assert "name the files or folders" in result.stderr
