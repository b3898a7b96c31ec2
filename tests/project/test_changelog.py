"""The changelog is a log: releases with their dates, and a short line for each change."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LINES = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()
LONGEST_LINE = 200
GROUPS = ["Added", "Changed", "Removed", "Withdrawn", "Fixed"]


def headings(level: int) -> list[str]:
    mark = "#" * level + " "
    return [line.removeprefix(mark) for line in LINES if line.startswith(mark)]


def test_what_is_not_released_stands_first_and_each_release_has_a_date():
    newest, *releases = headings(2)
    assert newest == "Unreleased"
    assert [
        line for line in releases if not re.fullmatch(r"\d+\.\d+\.\d+ - \d{4}-\d\d-\d\d", line)
    ] == []


def test_the_newest_release_is_the_version_of_the_package():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert headings(2)[1].split()[0] == project["version"]


def test_changes_are_grouped_by_their_sort_in_the_same_order_everywhere():
    assert set(headings(3)) <= set(GROUPS)
    for release in "\n".join(LINES).split("\n## ")[1:]:
        groups = re.findall(r"^### (.+)", release, re.MULTILINE)
        assert groups == sorted(set(groups), key=GROUPS.index), release.splitlines()[0]


def test_each_change_is_one_short_line():
    assert [line for line in LINES if len(line) > LONGEST_LINE] == []
    assert [line for line in LINES if line.startswith((" ", "\t"))] == []
