"""`sfrules lint` as it is typed: options, settings, reports, fixes, exit codes; its action and hook."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from command import sfrules

ROOT = Path(__file__).resolve().parents[2]
GAP = "| d4 | Omen |\n| --- | --- |\n| 1 | Crow |\n| 2 | Hare |\n| 4 | Owl |\n"
SHORT = "| Bird | Song | Egg |\n|---|---|---|\n| Crow | harsh | blue |\n| Owl | low | white |\n| Wren | loud |\n"
PAGE = "# Falls\n\n\u200b\U0001f409 See [a](#leap), 50%: [b](c,d.md).\n"
TEXT = """\
a b.md:3:12: nothing in this file has the id "leap" [dead-link]
    3 |  \U0001f409 See [a](#leap), 50%: [b](c,d.md).
                   ^^^^^

a b.md:3:29: there is no file c,d.md [dead-link]
    3 |  \U0001f409 See [a](#leap), 50%: [b](c,d.md).
                                    ^^^^^^

2 findings
"""


@pytest.fixture
def lint(tmp_path, monkeypatch):
    """Writes files, runs the command in their folder, and returns its code and what it said."""
    monkeypatch.chdir(tmp_path)

    def go(*arguments: str, given: str = "", **files: str) -> tuple[int, str, str]:
        for name, text in files.items():
            path = tmp_path / name.replace("__", "/").replace("_", ".")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        ran = sfrules("lint", *arguments, given=given)
        return ran.exit_code, ran.stdout, ran.stderr

    return go


def rules(output: str) -> list[str]:
    return [finding["rule"] for finding in json.loads(output)]


def test_a_finding_has_its_place_its_line_and_its_rule(lint):
    assert lint("a b.md", **{"a b_md": PAGE}) == (1, TEXT, "")
    assert lint("a b.md", **{"a b_md": "# Falls\n"}) == (0, "no findings\n", "")


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ([], ["coverage", "width"]),
        (["--select", "width"], ["width"]),
        (["--select", "width,coverage", "--ignore", "coverage"], ["width"]),
        (["--select", "width", "--select", "render"], ["width"]),
        (["--ignore", "width coverage"], []),
        (["--exclude", "b.md"], ["coverage"]),
        (["--exclude", "*.md"], []),
    ],
)
def test_rules_and_files_are_chosen(lint, options, found):
    code, output, _ = lint(".", "--format", "json", *options, a_md=GAP, b_md=SHORT)
    assert (sorted(rules(output)), code) == (found, int(bool(found)))


@pytest.mark.parametrize(
    ("patterns", "left"),
    [
        (["old"], ["new/a.md", "new/draft-b.md"]),
        (["old/**"], ["new/a.md", "new/draft-b.md"]),
        (["old/", "draft-*"], ["new/a.md"]),
        (["**/a.md"], ["new/draft-b.md"]),
        (["ol?"], ["new/a.md", "new/draft-b.md"]),
        (["./new/*"], ["old/a.md"]),
        (["ne"], ["new/a.md", "new/draft-b.md", "old/a.md"]),
    ],
)
def test_patterns_leave_files_out(lint, patterns, left):
    files = {"new__a_md": GAP, "new__draft-b_md": GAP, "old__a_md": GAP}
    options = [word for pattern in patterns for word in ("--exclude", pattern)]
    _, output, _ = lint(".", "--format", "json", *options, **files)
    assert [finding["path"] for finding in json.loads(output)] == left


@pytest.mark.parametrize("name", ["pyproject_toml", "_sfrules-lint_toml"])
def test_settings_are_read_from_the_nearest_file(lint, name):
    head = "[tool.sfrules.lint]\n" if name == "pyproject_toml" else ""
    text = 'select = ["coverage", "width"]\nexclude = ["sub/old"]\nwarn = ["width"]\n'
    files = {name: head + text, "sub__b_md": SHORT, "sub__old__a_md": GAP}
    code, output, _ = lint(".", "--format", "json", **files)
    (found,) = json.loads(output)
    assert (code, found["rule"], found["severity"]) == (0, "width", "warning")
    assert "[width, warning]" in lint(".")[1]
    assert "::warning file=sub/b.md" in lint(".", "--format", "github")[1]
    log = json.loads(lint(".", "--format", "sarif")[1])
    assert log["runs"][0]["results"][0]["level"] == "warning"


def test_a_shared_file_without_settings_is_passed_over(lint):
    files = {"pyproject_toml": '[project]\nname = "x"\n', "a_md": GAP}
    assert lint("a.md", **files)[0] == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('slect = ["width"]\n', '.sfrules-lint.toml:1:1: lint has no setting "slect"'),
        ('select = ["widht"]\n', '.sfrules-lint.toml:1:12: lint has no rule "widht"'),
        ('select = "width"\n', ".sfrules-lint.toml:1:1: select is a list of texts"),
        ("warn = [3]\n", ".sfrules-lint.toml:1:1: warn is a list of texts"),
        ("exclude = [\n", ".sfrules-lint.toml:"),
    ],
)
def test_settings_that_no_run_understands_are_refused_at_their_place(lint, text, told):
    code, output, errors = lint("a.md", **{"_sfrules-lint_toml": text, "a_md": GAP})
    assert (code, output) == (2, "")
    assert told in errors
    assert "Traceback" not in errors


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "name the files or folders"),
        (["-", "--fix"], "standard input is none"),
        (["a.md", "--select", "covrage"], 'there is no rule "covrage": did you mean coverage?'),
    ],
)
def test_a_mistake_of_use_is_refused(lint, arguments, told):
    code, output, errors = lint(*arguments)
    assert (code, output, told in errors) == (2, "", True)


def test_rules_are_listed_with_what_they_look_for(lint):
    lines = lint("--rules")[1].splitlines()
    assert any(line.startswith("width ") and "cells" in line for line in lines)
    assert all(line.endswith(".") for line in lines)


def test_standard_input_is_a_file_like_any_other(lint):
    given = GAP.replace("\n", "\r\n")
    code, output, _ = lint("-", "--stdin-filename", "omens.md", given=given)
    assert (code, output.startswith("omens.md:5:3: d4: 3 is missing [coverage]\n")) == (1, True)


def test_standard_input_takes_the_place_of_the_file_that_it_names(lint):
    assert lint(".", "-", "--stdin-filename", "a.md", given="# Omens\n", a_md=GAP)[0] == 0


@pytest.mark.parametrize("form", ["text", "json", "github", "sarif"])
def test_a_file_that_cannot_be_read_is_named_in_each_format(lint, tmp_path, form):
    (tmp_path / "bad.md").write_bytes(b"\xff")
    (tmp_path / "gone.md").symlink_to("nowhere.md")
    code, output, _ = lint(".", "--format", form)
    assert code == 2
    assert all(each in output for each in ("bad.md", "the file is not UTF-8", "gone.md", "unread"))


def test_links_in_a_folder_that_lead_nowhere_are_warnings(lint, tmp_path):
    (tmp_path / "gone.md").symlink_to("nowhere.md")
    code, output, _ = lint(".", a_md="# Omens\n")
    assert (code, output) == (
        0,
        "gone.md:1:1: the link leads nowhere [unread, warning]\n\n1 finding\n",
    )


def test_a_file_whose_name_is_no_text_is_told_of(lint, tmp_path):
    (tmp_path / "\udcff.md").write_text("See [a](#leap).\n")
    for form in ("text", "json", "github", "sarif"):
        assert "has the id" in lint("\udcff.md", "--format", form)[1]


def test_the_report_counts_the_dice_tables_and_says_why_some_were_left_alone(lint):
    alone = "| d6 | d8 | Find |\n|---|---|---|\n| 1 | 2 | a |\n| 3 | 4 | b |\n"
    _, output, errors = lint("a.md", "--verbose", a_md=GAP + "\n" + alone)
    assert output.endswith("\n1 dice table checked, 1 left alone (why: --verbose)\n")
    assert "a.md:7:3: left alone: dice stand side by side" in errors


def test_a_long_line_is_shown_around_its_place_and_its_many_faults_are_counted(lint):
    _, output, _ = lint("long.md", long_md="x" * 5000 + " [a](#leap) " * 4_000)
    place, line, caret, *_ = output.splitlines()
    assert place == 'long.md:1:5006: nothing in this file has the id "leap" [dead-link]'
    assert len(line) < 200
    assert line[caret.index("^") : caret.rindex("^") + 1] == "#leap"
    assert output.endswith("\n\nand 3,900 more findings in long.md\n\n4,000 findings\n")


def test_a_page_cannot_speak_to_the_terminal(lint):
    assert not set(lint("a.md", a_md="\x1b[31m\x07 [a](b\x1b.md)\n")[1]) & {"\x1b", "\x07"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (["1", "2", "2", "4", "5", "6"], ["1", "2", "3", "4", "5", "6"]),
        (["1", "2", "3", "4", "6", "6"], ["1", "2", "3", "4", "5", "6"]),
        (["1–2", "3–4", "6–6"], None),
        (["1", "2", "4", "5", "6"], None),
        (["1–3", "3–6"], None),
    ],
)
def test_a_row_of_a_die_is_fixed_where_one_number_is_certain(lint, tmp_path, before, after):
    def page(keys):
        rows = "".join(f"| {key} | {word} |\n" for key, word in zip(keys, "abcdef", strict=False))
        return f"| d6 | Find |\n| --- | --- |\n{rows}"

    lint("a.md", "--fix", a_md=page(before))
    assert (tmp_path / "a.md").read_text(encoding="utf-8") == page(after or before)


def test_a_range_is_fixed_where_all_others_are_as_wide(lint, tmp_path):
    keys = ["01–20", "21–40", "42–60", "61–80", "81–100"]
    page = "| d100 | Find |\n|---|---|\n" + "".join(f"| {key} | x{key} |\n" for key in keys)
    code, output, _ = lint("a.md", "--diff", a_md=page)
    assert (code, (tmp_path / "a.md").read_text(encoding="utf-8")) == (1, page)
    assert "\n-| 42–60 | x42–60 |\n+| 41–60 | x42–60 |\n" in output
    code, output, _ = lint("a.md", "--fix")
    assert (code, output.endswith("\nno findings\n1 dice table checked\n")) == (0, True)
    assert lint("a.md", "--diff") == (0, "", "")
    assert json.loads(lint("a.md", "--fix", "--format", "json", a_md=page)[1]) == []


def test_a_file_that_may_not_be_written_is_told_in_a_line(lint, tmp_path):
    lint("a.md", a_md="Claw: 10 (2d6 + 3) damage.\n\n" * 2 + "Bite: 12 (2d6 + 3) damage.\n")
    (tmp_path / "a.md").chmod(0o444)
    assert lint("a.md", "--fix") == (2, "", "error: a.md is read-only\n")


def test_an_average_is_fixed_where_the_same_dice_are_right_elsewhere(lint, tmp_path):
    right = "Claw: 10 (2d6 + 3) damage.\n\n"
    lint(".", "--fix", a_md=right * 2 + "Bite: 12 (2d6 + 3) damage.\n", b_md="**HP** 90 (4d8)\n")
    assert (tmp_path / "a.md").read_text().endswith("Bite: 10 (2d6 + 3) damage.\n")
    assert (tmp_path / "b.md").read_text() == "**HP** 90 (4d8)\n"


@pytest.mark.parametrize(
    ("inputs", "code", "told"),
    [
        ({}, 1, "::error file=omens.md,line=5,col=3,"),
        ({"FORMAT": "text", "ARGUMENTS": "--exclude om*"}, 0, "no findings"),
        ({"FORMAT": "sarif", "OUTPUT": "lint.sarif"}, 1, ""),
    ],
)
def test_the_action_lints_what_its_inputs_say(tmp_path, inputs, code, told):
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    (step,) = (each for each in action["runs"]["steps"] if each.get("name") == "Lint")
    given = {
        name: action["inputs"][said.removeprefix("${{ inputs.").removesuffix(" }}")]["default"]
        for name, said in step["env"].items()
    }
    (tmp_path / "omens.md").write_text(GAP, encoding="utf-8")
    path = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    command = ["bash", "-eo", "pipefail", "-c", step["run"]]
    said = subprocess.run(
        command,
        cwd=tmp_path,
        env=given | inputs | path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (said.returncode, told in said.stdout) == (code, True), said.stderr
    if not told:
        assert '"ruleId": "coverage"' in (tmp_path / "lint.sarif").read_text(encoding="utf-8")


def test_the_example_of_a_workflow_uses_inputs_that_the_action_has():
    example = yaml.safe_load((ROOT / "docs" / "lint" / "example-workflow.yml").read_text("utf-8"))
    (used,) = (step for step in example["jobs"]["lint"]["steps"] if "sfrules" in step["uses"])
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    assert used["with"].keys() <= action["inputs"].keys()
