"""Front matter of a shape that would end the build, and what no reader of YAML may be given."""

from __future__ import annotations

from pathlib import Path

import pytest

from sfrules.ground.problems import ProblemsFound
from sfrules.ground.source import Source
from sfrules.press.doors.front_matter import front_matter_problems, split_page
from sfrules.press.doors.site_files import theme_folders
from sfrules.press.doors.site_settings import read_site


@pytest.fixture(scope="module")
def theme(tmp_path_factory):
    root = tmp_path_factory.mktemp("themed")
    (root / "docs").mkdir()
    (root / "mkdocs.yml").write_text("site_name: Boats\ntheme: {name: material, font: false}\n")
    return theme_folders(read_site(root / "mkdocs.yml"))


def told(front: str, theme: list[Path]) -> list[str]:
    source = Source("docs/page.md", f"---\ntitle: Page\n{front}\n---\n# Page\n")
    try:
        problems = list(front_matter_problems(source, lambda: theme))
    except ProblemsFound as found:
        problems = list(found.problems)
    return [str(problem).partition("\n")[0].removeprefix("docs/page.md:") for problem in problems]


WRONG = {
    "hide: 5": "3:1: hide is 5; allowed: a list such as [navigation, toc]",
    "hide: true": "3:1: hide is True; allowed: a list such as [navigation, toc]",
    "hide: [5]": "3:1: hide is a list; allowed: a list such as [navigation, toc]",
    "search: x": "3:1: search is 'x'; allowed: {exclude: true} or {boost: 2}",
    "search: {boost: x}": "3:1: search is a mapping; allowed: {exclude: true} or {boost: 2}",
    "tags: {a: 1}": "3:1: tags is a mapping; allowed: a list of texts",
    "template: 5": "3:1: template is 5; allowed: the name of a template of the theme",
    "template: nowhere.html": '3:1: the theme has no template "nowhere.html"',
    "template: ../base.html": '3:1: the theme has no template "../base.html"',
    "icon: nothing": '3:1: the theme has no icon "nothing"',
    "a: [": "4:1: not YAML: expected the node content, but found '<stream end>'",
    "a: b: c": "3:5: not YAML: mapping values are not allowed here",
    "a: *x": "3:4: not YAML: found undefined alias 'x'",
    "a: \x07": "3:4: not YAML: a character that it does not take",
    "a: 2020-99-99": "2:1: not YAML: month must be in 1..12",
    "a: !!python/name:os.system x": (
        "3:4: not YAML: the tag !!python/name:os.system may run what it names"
    ),
    f"a: {'[' * 100_000}": "2:1: not YAML: it is nested too deep",
    f"a: {'- ' * 200}": "3:4: not YAML: sequence entries are not allowed here",
}


@pytest.mark.parametrize("front", WRONG, ids=lambda front: front[:30])
def test_front_matter_is_told_at_its_place(theme, front):
    assert told(front, theme) == [WRONG[front]]


@pytest.mark.parametrize(
    "front",
    [
        "hide: [navigation, toc]",
        "hide:\n  - toc",
        "hide:",
        "hide: toc",
        "icon: material/arrow-left",
        "template: main.html",
        "search: {exclude: true, boost: 0.5}",
        "tags: [a, b]",
        "status: new",
        "rules: core",
        "date: 2020-01-01",
        "anything: {else: [1, 2]}",
    ],
)
def test_what_the_theme_takes_is_no_problem(theme, front):
    assert told(front, theme) == []


def test_pairs_at_the_top_of_a_page_are_its_front_matter_by_their_names_in_small_letters():
    text = "Title: Boats\nRules: sea\n    and land\n\n# Boats\n"
    assert split_page(Source("docs/a.md", text)) == (
        {"title": "Boats", "rules": "sea and land"},
        "# Boats\n",
    )
