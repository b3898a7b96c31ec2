"""Documents without a site: what their proofs may name, what is reported, and what is mended."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sfrules.binding.plain_book import book_of_documents
from sfrules.ground.problems import ProblemsFound
from sfrules.press.doors.checker import fixes_of
from sfrules.press.doors.cli import app
from sfrules.press.doors.documents import DocumentCheck, asked_for, read_settings
from sfrules.press.doors.pytest_plugin import _config_of

DRIFTS = sorted((Path(__file__).parent / "drifts").iterdir())
SETTINGS = """\
[tool.sfrules]
proofs = ["README.md", "docs/**/*.md"]
data = ["results.json", "caps.csv", "report.xml"]
modules = ["limits_of_documents"]
"""
RESULTS = """\
{"parse": {"fast": {"mb_per_s": 412.7}, "slow-json": {"mb_per_s": 98.25}},
 "runs": 30, "pythons": {"3.11": 2.5}, "none": null, "big": 1e3}
"""
REPORT = """\
<testsuites><testsuite><testsuite tests="3" failures="1"/><testsuite tests="2" skipped="1"/>
</testsuite></testsuites>
"""
MODULE = """\
from math import pi
MOST, RATIO, NAMES, _HIDDEN = 500, 0.1 + 0.2, ["a", "b"], 7
OPEN = open
def wait(n): return 2.5 * n
def shares(): return {"left": 0.25}
def breaks(): raise RuntimeError("no such thing")
"""


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "limits_of_documents", raising=False)
    texts = {"pyproject.toml": SETTINGS, "results.json": RESULTS, "report.xml": REPORT}
    texts |= {"limits_of_documents.py": MODULE, "caps.csv": "id,value\nslots,10\nbytes,2.50\n"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "more.md").write_text("# More\n\nIt has 9 lives.\n", encoding="utf-8")
    return tmp_path


def told(folder: Path, text: str = "# A\n", **settings: object) -> list[str]:
    """What is wrong with the documents of a folder: the place, the message and the hint."""
    (folder / "README.md").write_text(text, encoding="utf-8")
    said = replace(read_settings(folder), **settings)
    found = DocumentCheck(said).check().problems
    return [f"{p.path}:{p.line}:{p.column}: {p.message} | {p.hint}" for p in found]


def proved(prose: str, *lines: str) -> str:
    proof = "\n".join(lines)
    return f"# A\n\n{prose}\n\n<!-- proof\n{proof}\n-->\n"


@pytest.mark.parametrize("folder", DRIFTS, ids=lambda folder: folder.name)
def test_a_drift_of_a_public_project_is_caught_and_mended(folder, monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path])
    said = asked_for(folder, [], [])
    if (commands := folder / "outputs.json").exists():
        said = replace(said, outputs=json.loads(commands.read_text("utf-8")))
    documents = DocumentCheck(said)
    assert documents.check().problems
    mended = fixes_of(documents)
    assert mended.left == ()
    assert mended.after == {"README.md": (folder / "fixed.md").read_text("utf-8")}


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("412.7", "results.parse.fast.mb_per_s = 412.7"),
        ("98.25", 'results.parse["slow-json"].mb_per_s = 98.25'),
        ("98.25", "results.parse.slow_json.mb_per_s = 98.25"),
        ("4.2 times", "results.parse.fast.mb_per_s / results.parse.slow_json.mb_per_s ≈ 4.2 times"),
        ("30", "results.runs = 30"),
        ("2.5", 'results.pythons["3.11"] = 2.5'),
        ("1,000", "results.big = 1,000"),
        ("ten", "caps.slots.value = ten"),
        ("2.5", "caps.bytes.value = 2.5"),
        ("two", "count(caps.rows) = two"),
        ("five", "report.tests = five"),
        ("3", "report.passed = 3"),
        ("500", "limits_of_documents.MOST = 500"),
        ("0.30000000000000004", "limits_of_documents.RATIO = 0.30000000000000004"),
        ("7.5", "limits_of_documents.wait(3) = 7.5"),
        ("25%", "limits_of_documents.shares().left = 25%"),
        ("two", "count(limits_of_documents.NAMES) = two"),
    ],
)
def test_a_proof_names_what_is_offered(project, said, line):
    name = line.partition("(3)")[0]
    prose = f"For 3 it says {said}." if name != line else f"It says {said}."
    assert told(project, proved(prose, line)) == []
    (beside,) = told(project, proved(f"{prose} And 77.", line))
    assert beside.endswith(
        "the prose says 77 here, the proof says no more | "
        "prove 77 in the block below, or put <!-- no rule --> on its line"
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("limits_of_documents._HIDDEN = 7", '"_HIDDEN" is closed to pages'),
        ("limits_of_documents.OPEN = 7", 'limits_of_documents has no "OPEN"'),
        ("limits_of_documents.wait.__globals__ = 7", '"__globals__" is closed to pages'),
        ("limits_of_documents.breaks() = 7", "RuntimeError: no such thing"),
        ("results.keys() = 7", 'results has no "keys"'),
        ("results.parse.fields = 7", 'the row has no "fields"'),
        ("open(1) = 7", '"open" is not a name of this book'),
        ("sys.path = 7", '"sys" is not a name of this book'),
    ],
)
def test_a_document_reaches_nothing_else(project, line, message):
    found = told(project, proved("It says 7.", line))
    assert any(message in problem for problem in found), found


def test_what_programs_show_as_text_is_text_and_examples_are_not_run(project):
    text = "# A\n\n{{ x }} {% y %} [[z]] ${{ secrets.A }} [a][b] `{{`\n\n```\n>>> 1 / 0\n```\n"
    assert told(project, text) == []


LOOSE = "# A\n\nHas 1 part.\n\n## B\n\nHas 30 and 2 parts. <!-- proof results.runs = 30 -->\n\n# C\n\nHas 3.\n"


def test_loose_numbers_are_reported_below_headings_with_a_proof(project):
    assert [each.partition(": the ")[0] for each in told(project, LOOSE)] == ["README.md:7:12"]
    every = told(project, LOOSE, all_numbers=True)
    assert [each.partition(": the ")[0] for each in every] == [
        "README.md:3:5",
        "README.md:7:12",
        "README.md:11:5",
        "docs/more.md:3:8",
    ]
    (project / "loose.csv").write_text("page,loose\nREADME.md,2\ndocs/more.md,1\n", "utf-8")
    assert len(told(project, LOOSE, all_numbers=True)) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<!-- proof\nresults.runs = 31", "3:1: this proof is never closed"),
        ("<!--\nproof\nresults.runs = 31\n-->", "3:1: a proof begins on the line of its <!--"),
        ("> 30 <!-- proof results.runs = 31 -->", "3:32: the proof says 31, results.runs is 30"),
        ("| a |\n| - |\n| 30 | <!-- proof results.runs = 31 -->", "5:34: the proof says 31"),
        ("30 and ten.\n<!-- proof results.runs = 30; caps.slots.value = 9 -->", "4:50: the proof"),
        ("30\n\n> <!-- proof hidden\n> results.runs = 31\n> -->", "6:18: the proof says 31"),
    ],
)
def test_a_proof_in_a_comment_is_read_wherever_it_stands(project, text, message):
    found = told(project, f"# A\n\n{text}\n")
    assert any(each.startswith(f"README.md:{message}") for each in found), found


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("results.json", '{"a": 1,\n "b" 2}', "results.json:2:6: JSON: Expecting ':' delimiter"),
        ("results.json", '{"a": NaN}', "results.json:1:1: JSON: NaN is no number"),
        ("results.json", '{"a": 1e9999}', "results.json:1:1: JSON: 1e9999 has more than 1000 di"),
        ("results.json", "[" * 99_999, "results.json:1:1: JSON: maximum recursion depth"),
        ("report.xml", '<!DOCTYPE a [<!ENTITY b "c">]>', "report.xml:1:1: a report of tests def"),
        ("report.xml", "<a>\n<b>", "report.xml:2:4: XML: no element found"),
        ("limits_of_documents.py", "MOST = 1 / 0\n", "limits_of_documents.py:1:1: the module can"),
        ("pyproject.toml", "[tool.sfrules]\nproof = []\n", "pyproject.toml:2:1: [tool.sfrules] has"),
        ("pyproject.toml", '[tool.sfrules]\ndata = "a"\n', "pyproject.toml:2:1: data is 'a'; allo"),
        ("pyproject.toml", "[tool.sfrules\n", "pyproject.toml:1:1: TOML: "),
        ("pyproject.toml", '[tool.sfrules]\nproofs = ["*.txt"]', "*.txt:1:1: no file is called *"),
        ("pyproject.toml", f'{SETTINGS.replace("caps.csv", "a.bin")}', "a.bin:1:1: there is no su"),
        ("pyproject.toml", f'{SETTINGS.replace("caps.csv", "README.md")}', "README.md:1:1: this is"),
        ("pyproject.toml", f'{SETTINGS.replace("caps.csv", "results.json")}', 'results.json:1:1: there is a "results" already'),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_told_at_its_place(project, name, text, message):
    (project / name).write_text(text, encoding="utf-8")
    try:
        found = told(project)
    except ProblemsFound as error:
        found = [f"{error.problems[0].place}: {error.problems[0].message}"]
    assert found[0].startswith(message)


def test_the_command_takes_documents_data_and_outputs(project, monkeypatch):
    monkeypatch.chdir(project)
    (project / "pyproject.toml").unlink()
    text = proved("In 30 runs, 19 lines and 2 parts.", "results.runs = 30", "output.lines = 18")
    (project / "README.md").write_text(text.replace("-->", "output.parts.x = 2\n-->"), "utf-8")
    command = ["check", "README.md", "results.json", "--output", "lines=echo 19"]
    command += ["--output", "parts=echo '{\"x\": 2}'"]
    ran = CliRunner().invoke(app, [*command, "--fix"])
    assert (ran.exit_code, ran.output.splitlines()[-1]) == (0, "no problems")
    assert "output.lines = 19" in (project / "README.md").read_text("utf-8")
    failing = CliRunner().invoke(app, ["check", "README.md", "--output", "lines=exit 3"])
    assert (failing.exit_code, "the command ends with 3" in failing.output) == (1, True)
    outside = CliRunner().invoke(app, ["check", "../x.md"])
    assert (outside.exit_code, "outside of the project" in outside.output) == (1, True)


def test_pytest_collects_the_documents_of_a_project(project):
    (project / "README.md").write_text("# A\n", encoding="utf-8")
    (project / "other.md").write_text("# A\n", encoding="utf-8")
    known: dict[Path, frozenset[Path]] = {}
    assert _config_of(project / "README.md", known) == project / "pyproject.toml"
    assert _config_of(project / "other.md", known) is None


@pytest.mark.parametrize("name", ["fleet.json", "fleet.toml"])
def test_what_a_file_of_data_says_leads_to_where_the_file_begins(tmp_path, name):
    text = {"fleet.json": '\n{"sloops": 3}\n', "fleet.toml": "\nsloops = 3\n"}[name]
    (tmp_path / name).write_text(text, encoding="utf-8")
    origin = book_of_documents(tmp_path, [name], [], {}).origins("fleet")
    assert (origin.path, origin.line) == (name, 1)
