"""The command line, as it is typed; what it answers of a book is in values/cli.md."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from boats_site import make_site
from command import Ran, sfrules


def boats(command: str, *arguments: str, given: str = "") -> Ran:
    return sfrules(command, "--book", "toy_book", *arguments, given=given)


def test_calc_reads_expressions_from_standard_input_and_answers_one_line_each() -> None:
    given = 'sea.speed(3)\n\nsea.speed(12)\n["x"]|map("signed")\n"a\\nb"\n"\\ud800"\n1 / 3'
    told = boats("calc", "-", given=given)
    refused = "error: sails is 12; allowed: a whole number from 1 to 9"
    lines = ["7", "", refused, "error: 'x' is not a number", "a b", "\\ud800", "1/3"]
    assert (told.exit_code, told.stdout.splitlines()) == (1, lines)


def test_calc_ends_well_if_each_line_has_an_answer() -> None:
    told = boats("calc", "-", given="sea.speed(3)\n\n1 / 3\n")
    assert (told.exit_code, told.stdout) == (0, "7\n\n1/3\n")


def test_calc_names_for_programs_what_was_asked_with_its_file_and_line() -> None:
    expression = "[sea.speed(3), boats.gull.sails]|max"
    asked = json.loads(boats("calc", expression, "--format", "json").stdout)["asked"]
    file = Path(__file__).parents[1] / "toy_book.py"
    (line,) = [
        at for at, text in enumerate(file.read_text().splitlines(), 1) if "def speed" in text
    ]
    assert asked == [
        {"name": "sea.speed", "path": "tests/press/toy_book.py", "line": line},
        {"name": "boats.gull", "path": "boats.csv", "line": 2},
    ]


def test_calc_answers_programs_line_by_line_and_says_which_has_no_answer() -> None:
    told = boats("calc", "-", "--format", "json", given="1 + 1\n\nsea.speed(12)\n")
    first, empty, refused = told.stdout.splitlines()
    assert (told.exit_code, json.loads(first)["value"], empty) == (1, 2, "")
    error = "sails is 12; allowed: a whole number from 1 to 9"
    assert json.loads(refused) == {"expression": "sea.speed(12)", "error": error}


@pytest.mark.parametrize(
    ("expression", "page"),
    [
        ("sea.speed(3)", "docs/index.md#boats"),
        ("sea.cargo(4, 2)", "docs/boats.md#load"),
        ("sea.drift(1)", None),
    ],
)
def test_calc_names_the_page_that_prints_it_or_else_the_formula_of_its_rule(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expression: str, page: str | None
) -> None:
    site = make_site(tmp_path)
    site.write(
        "boats.md",
        "# More\n\n{{ sea.cargo(9, 2) }}\n\n## Load {#load}\n\n{{ formula(sea.cargo) }}\n",
    )
    monkeypatch.chdir(tmp_path)
    answer = json.loads(sfrules("calc", expression, "--format", "json").stdout)
    assert answer["page"] == page


def test_a_table_for_which_there_is_no_room_is_told_in_a_line(tmp_path: Path) -> None:
    command = "from sfrules.__main__ import main; main()"
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [sys.executable, "-c", command, "show", "table", "fleet", "--book", "toy_book"],
            env=make_site(tmp_path).environment(),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (ran.returncode, ran.stderr) == (1, "error: No space left on device\n")


def test_check_finds_nothing_wrong_with_a_good_site(tmp_path: Path) -> None:
    make_site(tmp_path)
    result = sfrules("check", "-f", str(tmp_path / "mkdocs.yml"))
    assert (result.exit_code, result.stdout) == (0, "no problems\n")


def test_check_without_a_configuration_says_how_to_name_one(tmp_path: Path) -> None:
    result = sfrules("check", "-f", str(tmp_path / "mkdocs.yml"))
    hint = "hint: go to the folder that it is in, or name it with -f"
    assert (result.exit_code, result.stdout.splitlines()[1]) == (1, hint)


def test_check_tells_a_footnote_that_is_none(tmp_path: Path) -> None:
    config, page = tmp_path / "mkdocs.yml", tmp_path / "docs" / "index.md"
    assert sfrules("new", str(tmp_path)).exit_code == 0
    page.write_text(page.read_text("utf-8") + "\nA barge is long.[^1]\n\n[^1]: And wide.\n")
    assert sfrules("check", "-f", str(config)).stdout == "no problems\n"
    config.write_text(config.read_text("utf-8").replace("  - footnotes\n", ""), "utf-8")
    told = sfrules("check", "-f", str(config)).stdout
    assert "[^1] is no footnote here" in told
    assert "hint: add footnotes to markdown_extensions in mkdocs.yml" in told


def test_check_lists_all_problems_of_all_pages(tmp_path: Path) -> None:
    site = make_site(tmp_path)
    site.write("index.md", "# Boats\n\n{{ oops }} {{ sea.speed(10) }}\n")
    site.write("boats.md", "# Boats\n\n{{ sea.spede(3) }}\n")
    result = sfrules("check", "-f", str(tmp_path / "mkdocs.yml"), "--format", "json")
    places = [(each["path"], each["line"], each["column"]) for each in json.loads(result.stdout)]
    assert result.exit_code == 1
    assert places == [("docs/boats.md", 3, 8), ("docs/index.md", 3, 4), ("docs/index.md", 3, 15)]


def test_check_of_some_pages_reports_on_them_alone_and_fixes_no_other(tmp_path: Path) -> None:
    site = make_site(tmp_path)
    docs, config = site.root / "docs", str(site.root / "mkdocs.yml")
    (docs / "sea").mkdir()
    for name in ("index.md", "boats.md", "sea/deep.md"):
        site.write(name, "# Boats\n\n8 {{ oops }}\n\n```proof\nsea.speed(3) = 8\n```\n")
    asked = ("check", str(docs / "boats.md"), "-f", config, "--format", "json", str(docs / "sea"))
    found = json.loads(sfrules(*asked).stdout)
    assert {each["path"] for each in found} == {"docs/boats.md", "docs/sea/deep.md"}
    assert len(json.loads(sfrules(*asked, "--fix").stdout)) == 2
    assert ["= 7" in (docs / name).read_text() for name in ("boats.md", "index.md")] == [
        True,
        False,
    ]


def test_check_refuses_what_is_no_page(tmp_path: Path) -> None:
    site = make_site(tmp_path)
    ran = sfrules("check", "-f", str(site.root / "mkdocs.yml"), str(site.root / "docs" / "boat.md"))
    told = f"error: {site.root / 'docs' / 'boat.md'} is no page of the site, and no folder with one"
    assert (ran.exit_code, ran.stdout, ran.stderr) == (2, "", f"{told}\n")


def test_help_lists_the_commands_and_each_has_its_own() -> None:
    told = sfrules("--help")
    assert (told.exit_code, sfrules().stdout) == (0, told.stdout)
    names = re.findall(r"^  (\w+) +[A-Z].*\.$", told.stdout, re.MULTILINE)
    assert names == "check prove serve calc explain show where diff export new lint".split()
    for name in names:
        ran = sfrules(name, "--help")
        assert (ran.exit_code, ran.stdout.startswith(f"usage: sfrules {name} ")) == (0, True)


def test_a_report_in_no_format_is_refused_with_those_that_there_are() -> None:
    ran = sfrules("check", "--format", "xml")
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert ran.stderr.endswith(
        "--format: invalid choice: 'xml' (choose from 'text', 'json', 'github', 'sarif')\n"
    ) or ran.stderr.endswith("'xml' (choose from text, json, github, sarif)\n")  # from 3.12 on
