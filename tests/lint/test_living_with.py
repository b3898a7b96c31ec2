"""What a book that lives with lint can say: settings, options, a baseline, standard input, fixes."""

from __future__ import annotations

import io
import json
import sys

import pytest

from sfrules.lint.door import run
from sfrules.lint.files import edition_of

GAP = "| d4 | Omen |\n| --- | --- |\n| 1 | Crow |\n| 2 | Hare |\n| 4 | Owl |\n"
SHORT = "| Bird | Song | Egg |\n|---|---|---|\n| Crow | harsh | blue |\n| Owl | low | white |\n| Wren | loud |\n"
AGAIN = "# Birds\n\n| Bird | Song |\n|---|---|\n| Crow | harsh caw |\n| Owl | low hoot |\n| Wren | loud trill |\n"


@pytest.fixture
def lint(tmp_path, monkeypatch, capsys):
    """Writes files, runs the command in their folder, and returns its code and what it said."""
    monkeypatch.chdir(tmp_path)

    def go(*arguments: str, **files: str) -> tuple[int, str, str]:
        for name, text in files.items():
            path = tmp_path / name.replace("__", "/").replace("_", ".")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        code = run(arguments)
        said = capsys.readouterr()
        return code, said.out, said.err

    return go


def rules(output: str) -> list[str]:
    return [finding["rule"] for finding in json.loads(output)]


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ([], ["coverage", "width"]),
        (["--select", "width"], ["width"]),
        (["--select", "width,coverage", "--ignore", "coverage"], ["width"]),
        (["--ignore", "width coverage"], []),
        (["--select", "all", "--ignore", "default"], ["copy"]),
        (["--select", "default", "--select", "copy"], ["copy", "coverage", "width"]),
        (["--exclude", "b.md"], ["coverage"]),
        (["--exclude", "*.md"], []),
    ],
)
def test_rules_and_files_are_chosen(lint, options, found):
    files = {"a_md": GAP + "\n" + AGAIN, "b_md": SHORT + "\n" + AGAIN}
    code, output, _ = lint(".", "--format", "json", *options, **files)
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
    text = 'select = ["coverage", "width"]\nexclude = ["sub/old"]\nseverity = {width = "warning"}\n'
    head = "[tool.sfrules.lint]\n" if name == "pyproject_toml" else ""
    code, output, _ = lint(
        ".", "--format", "json", **{name: head + text, "sub__b_md": SHORT, "sub__old__a_md": GAP}
    )
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
        ("severity = 3\n", ".sfrules-lint.toml:1:1: severity is a table of rules"),
        ('severity = {width = "mild"}\n', '.sfrules-lint.toml:1:22: "mild" is no severity'),
        ('severity = {widht = "error"}\n', '.sfrules-lint.toml:1:13: lint has no rule "widht"'),
        ("baseline = 1\n", ".sfrules-lint.toml:1:1: baseline is the path of a file"),
        ("exclude = [\n", ".sfrules-lint.toml:"),
    ],
)
def test_settings_that_no_run_understands_are_refused_at_their_place(lint, text, told):
    code, output, errors = lint("a.md", **{"_sfrules-lint_toml": text, "a_md": GAP})
    assert (code, output) == (2, "")
    assert told in errors
    assert "Traceback" not in errors


def test_a_rule_that_there_is_not_is_refused_with_the_nearest(lint):
    code, _, errors = lint("a.md", "--select", "covrage", a_md=GAP)
    assert code == 2
    assert 'there is no rule "covrage"' in errors
    assert "did you mean coverage?" in errors


def test_a_baseline_is_quiet_about_what_it_knows_and_never_grows(lint, tmp_path):
    known = ["--baseline", "known.json"]
    assert lint(".", *known, "--write-baseline", a_md=GAP)[0] == 0
    assert lint(".", *known)[:2] == (0, "no findings\n1 dice table checked\n")
    moved = "# Omens\n\nRead on.\n\n" + GAP
    code, output, _ = lint(".", *known, "--format", "json", a_md=moved, b_md=SHORT)
    assert (code, rules(output)) == (1, ["width"])
    assert lint(".", *known, "--write-baseline")[0] == 1
    assert len(json.loads((tmp_path / "known.json").read_text())["findings"]) == 1


def test_a_baseline_shrinks_when_it_is_written_again(lint, tmp_path):
    known = ["--baseline", "known.json"]
    lint(".", *known, "--write-baseline", a_md=GAP, b_md=SHORT)
    code, _, errors = lint(".", *known, a_md="# Omens\n")
    assert (code, errors) == (0, "the baseline can shrink by 1 finding: --write-baseline\n")
    lint(".", *known, "--write-baseline")
    (left,) = json.loads((tmp_path / "known.json").read_text())["findings"].values()
    assert left == "width b.md"
    assert lint(".", *known, a_md=GAP)[0] == 1


@pytest.mark.parametrize("text", ["", "[]", '{"findings": 3}', "[" * 10_000])
def test_what_is_no_baseline_is_refused(lint, text):
    code, _, errors = lint("a.md", "--baseline", "known.json", a_md=GAP, known_json=text)
    assert code == 2
    assert "this is no baseline" in errors


def test_equal_faults_have_fingerprints_of_their_own_that_outlast_a_change_of_lines(lint):
    def marks(text):
        log = json.loads(lint("a.md", "--format", "sarif", a_md=text)[1])
        results = log["runs"][0]["results"]
        return [result["partialFingerprints"]["sfrules/v1"] for result in results]

    twice = marks(GAP + "\n# Else\n\n" + GAP)
    assert len(set(twice)) == 2
    assert marks("\n\n# First\n\n" + GAP + "\n\nMore.\n\n" + GAP) == twice


def test_each_rule_in_sarif_leads_to_its_help(lint):
    log = json.loads(lint("a.md", "--format", "sarif", a_md=GAP)[1])
    for rule in log["runs"][0]["tool"]["driver"]["rules"]:
        assert rule["helpUri"].startswith("https://")
        assert rule["helpUri"].endswith(f"#{rule['id']}")


def test_standard_input_is_a_file_like_any_other(lint, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO(GAP.replace("\n", "\r\n")))
    code, output, _ = lint("-", "--stdin-filename", "omens.md")
    assert code == 1
    assert output.startswith("omens.md:5:3: d4: 3 is missing [coverage]\n")


def test_standard_input_takes_the_place_of_the_file_that_it_names(lint, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("# Omens\n"))
    assert lint(".", "-", "--stdin-filename", "a.md", a_md=GAP)[0] == 0


def test_standard_input_is_not_fixed(lint):
    with pytest.raises(SystemExit) as refused:
        lint("-", "--fix")
    assert refused.value.code == 2


@pytest.mark.parametrize("form", ["text", "json", "github", "sarif"])
def test_a_file_that_cannot_be_read_is_named_in_each_format(lint, tmp_path, form):
    (tmp_path / "bad.md").write_bytes(b"\xff")
    (tmp_path / "gone.md").symlink_to("nowhere.md")
    code, output, errors = lint(".", "--format", form)
    assert code == 2
    assert "bad.md:1:1: the file is not UTF-8: it has the byte 0xff" in errors
    assert "warning: gone.md:1:1: the link leads nowhere" in errors
    assert form == "text" or ("bad.md" in output and "gone.md" in output)


def test_links_in_a_folder_that_lead_nowhere_are_warnings(lint, tmp_path):
    (tmp_path / "gone.md").symlink_to("nowhere.md")
    assert lint(".", a_md="# Omens\n")[0] == 0


def test_the_report_counts_the_dice_tables_and_says_why_some_were_left_alone(lint):
    alone = "| d6 | d8 | Find |\n|---|---|---|\n| 1 | 2 | a |\n| 3 | 4 | b |\n"
    _, output, errors = lint("a.md", "--verbose", a_md=GAP + "\n" + alone)
    assert output.endswith("\n1 dice table checked, 1 left alone (why: --verbose)\n")
    assert "a.md:7:3: left alone: dice stand side by side" in errors


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


def test_an_average_is_fixed_where_the_same_dice_are_right_elsewhere(lint, tmp_path):
    right = "Claw: 10 (2d6 + 3) damage.\n\n"
    lint(".", "--fix", a_md=right * 2 + "Bite: 12 (2d6 + 3) damage.\n", b_md="**HP** 90 (4d8)\n")
    assert (tmp_path / "a.md").read_text().endswith("Bite: 10 (2d6 + 3) damage.\n")
    assert (tmp_path / "b.md").read_text() == "**HP** 90 (4d8)\n"


def test_a_diff_of_nothing_is_empty(lint):
    assert lint("a.md", "--diff", a_md="# Omens\n") == (0, "", "")


@pytest.mark.parametrize(
    ("path", "edition"),
    [
        ("rules/de/combat.md", "de"),
        ("rules/pt-BR/combat.md", "pt-br"),
        ("first-edition/rules.md", "first-edition"),
        ("SRD v2.0/orc.md", "srd v2.0"),
        ("srd-5.1/orc.md", "srd-5.1"),
        ("orc-v2.0.md", "v2.0"),
        ("rules.fr.md", "fr"),
        ("docs/core/orc.md", ""),
        ("monsters/a/aboleth.md", ""),
        ("chapter-3.md", ""),
        ("hero/d20.md", ""),
    ],
)
def test_editions_and_languages_are_told_by_plain_names(path, edition):
    assert edition_of(path) == edition


def test_tables_are_compared_within_an_edition_alone(lint):
    files = {"one__x_md": AGAIN, "two__y_md": AGAIN, "two__z_md": AGAIN}
    copies = ["--select", "copy", "--format", "json"]
    assert len(rules(lint(".", *copies, **files)[1])) == 2
    setting = {"_sfrules-lint_toml": 'editions = ["one/**", "two/**"]\n'}
    assert len(rules(lint(".", *copies, **setting)[1])) == 1
    files = {"de__a_md": AGAIN, "fr__b_md": AGAIN}
    assert rules(lint("de", "fr", *copies, **files)[1]) == []
