"""A site with macros of its own, moved by its configuration alone: what its pages say stays."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
import yaml

from sfrules.press.doors.site_check import SiteCheck
from sfrules.press.site.load.book_module import forget

SITE = Path(__file__).parent / "macros_site"

# Worked out by hand from the macros and the data files; a whole mean, such as 7, has no decimal point.
SAID = {
    "index": [
        "Welcome to Saltmarsh",
        "This is the second edition of Reed & Daughters, Saltmarsh.",
        "<em>Salt and silver</em>",
        "The patron of this page is Holm.",
        '<a class="md-button" href="rules/ships.md">Set sail</a>',
    ],
    "rules/ships": [
        "<strong>The Gull</strong> holds 12.5 tons and fires 4 shots.",
        "<strong>The Tern</strong> holds 30 tons and fires 16 shots.",
        "The Tern is large.",
        "<td>guns</td>\n<td>2</td>",
    ],
    "rules/dice": [
        "A sword deals 2d6, 7 on average; a musket 1d12, 6.5.",
        "you add +2, with 7 -2.",
        "3 is half of 1.5 and as much again.",
    ],
    "rules/crew": [
        "<td>Ceri</td>\n<td>galley</td>\n<td>1.5</td>",
        "Mind the tide on The Gull.",
        "ANSA! has the <strong>helm</strong>.",
    ],
    "rules/money": ["are 2 pounds and 7 shillings."],
    "rules/levels": ["0 points: level 1.", "100 points: level 2.", "900 points: level 4."],
    "rules/sea": [
        "At force 9 the sea is rough, at force 2 calm.",
        "Ten sea miles are 18.52 kilometers.",
        '<span class="badge badge-new">new</span> <span class="badge badge-old">old</span>',
    ],
    "rules/harbors": [
        "Holm, where it ends",
        "There are 3 harbors.",
        "Saltmarsh and Eel Pie and Holm.",
    ],
    "rules/secrets": ["<summary>Spoiler</summary>The lighthouse is a ship.", "Lee Cove"],
    "rules/summary": ["The Gull: 2 guns; The Tern: 8 guns.", "gull 2 tern 8"],
}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Path]:
    home = shutil.copytree(SITE, tmp_path / "site", ignore=shutil.ignore_patterns("__*"))
    yield home
    sys.path[:] = [path for path in sys.path if path != str(home)]
    forget(("saltmarsh",))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    home = tmp_path_factory.mktemp("built") / "site"
    shutil.copytree(SITE, home, ignore=shutil.ignore_patterns("__*"))
    config = load_config(str(home / "mkdocs.yml"), use_directory_urls=False)
    config.plugins.on_startup(command="build", dirty=False)
    build(config)
    sys.path[:] = [path for path in sys.path if path != str(home)]
    forget(("saltmarsh",))
    return home / "site"


@pytest.mark.parametrize("page", SAID)
def test_a_page_says_what_it_said_before(built: Path, page: str) -> None:
    html = unescape((built / f"{page}.html").read_text(encoding="utf-8"))
    html = html.replace("\N{MINUS SIGN}", "-")
    for said in SAID[page]:
        assert said in html, said


def test_twenty_macros_move_by_a_plugin_and_the_guard_in_the_configuration() -> None:
    code = (SITE / "saltmarsh.py").read_text(encoding="utf-8")
    assert len(re.findall(r"@env\.macro|env\.macro\(", code)) >= 20
    before, after = (
        yaml.safe_load((SITE / name).read_text(encoding="utf-8"))
        for name in ("mkdocs.before.yml", "mkdocs.yml")
    )
    assert {key for key in after if after[key] != before.get(key)} == {
        "plugins",
        "markdown_extensions",
    }
    assert after["markdown_extensions"] == ["sfrules"]
    assert (
        len((SITE / "mkdocs.yml").read_text(encoding="utf-8").split("plugins:\n")[1].splitlines())
        == 1
    )


def test_nothing_is_wrong_with_the_site(site: Path) -> None:
    assert SiteCheck(site / "mkdocs.yml").check().problems == ()


@pytest.mark.parametrize(
    ("page", "before", "after", "said"),
    [
        (
            "rules/ships.md",
            "ship(key)",
            "shipp(key)",
            'docs/rules/ships.md:4:6: "shipp" is not a name of this book',
        ),
        (
            "rules/crew.md",
            '"pay.md"',
            '"pya.md"',
            'docs/rules/crew.md:3:12: there is no "pya.md" to include',
        ),
        (
            "index.md",
            "publisher.name",
            "publisher.nmae",
            'docs/index.md:7:45: there is no "nmae" here',
        ),
        (
            "rules/levels.md",
            "level(points)",
            "level()",
            "docs/rules/levels.md:4:33: level(experience): missing a required argument: 'experience'",
        ),
    ],
)
def test_what_was_silently_wrong_is_told_at_its_place(
    site: Path, page: str, before: str, after: str, said: str
) -> None:
    file = site / "docs" / page
    file.write_text(file.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
    problems = [f"{p.place}: {p.message}" for p in SiteCheck(site / "mkdocs.yml").check().problems]
    assert problems == [said]


def test_a_mistake_in_an_included_page_is_told_there(site: Path) -> None:
    (site / "snippets" / "pay.md").write_text("{{ hand.name }}\n", encoding="utf-8")
    (problem,) = SiteCheck(site / "mkdocs.yml").check().problems
    assert problem.place == "snippets/pay.md:1:4"


def test_a_module_without_the_function_is_told_with_a_hint(site: Path) -> None:
    (site / "saltmarsh.py").write_text("MACROS = ()\n", encoding="utf-8")
    (problem,) = SiteCheck(site / "mkdocs.yml").check().problems
    assert problem.place == "saltmarsh.py:1:1"
    assert problem.message == "saltmarsh has no define_env"
