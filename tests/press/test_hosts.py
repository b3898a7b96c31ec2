"""Hosts beside MkDocs: none of them publishes a page that nobody has expanded and proved."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from boats_site import CONFIG, Site, make_site

if TYPE_CHECKING:
    from pathlib import Path

FALSE_PROOF = (
    "---\ntitle: More\n---\n# More\n\nIt makes 8 knots.\n\n```proof\n8 = sea.speed(3)\n```\n"
)
FALSE_CLAIM = "---\ntitle: More\n---\n# More\n\nIt makes {{ printed(8, sea.speed(3)) }} knots.\n"
FALSE = {
    "proof": (FALSE_PROOF, "docs/boats.md:9:1:", "docs/boats.md:8:1:"),
    "claim": (FALSE_CLAIM, "docs/boats.md:6:13:", "docs/boats.md:6:10:"),
}
PLAIN = "# More\n\nIt makes `{{ knots }}`.\n\n````md\n```proof\n8 = sea.speed(3)\n```\n````\n"
THEMED = CONFIG.replace("{name: mkdocs}", "{name: material, font: false}")
RAW = ("sea.speed(3)", "{{", "[[")


@pytest.fixture
def site(tmp_path: Path) -> Site:
    made = make_site(tmp_path)
    configure(made, THEMED)
    return made


def configure(site: Site, config: str) -> None:
    """Write the configuration of a site."""
    (site.root / "mkdocs.yml").write_text(config, encoding="utf-8")


def pages(site: Site) -> dict[str, str]:
    """The pages that a host has published, by their files."""
    found = sorted(site.published.rglob("*.html"))
    return {
        path.relative_to(site.published).as_posix(): path.read_text(encoding="utf-8")
        for path in found
    }


def write_plain(site: Site) -> None:
    """Pages that need no press: their macros and proofs are samples in code."""
    for name in ("index.md", "boats.md", "terms.md"):
        site.write(name, PLAIN)


def test_properdocs_publishes_a_right_book(site: Site) -> None:
    result = site.properdocs("build", "--strict")
    assert result.returncode == 0, result.stderr
    assert (
        'A sloop makes <span class="number" data-receipt="0">7</span>' in pages(site)["index.html"]
    )
    assert (site.published / "provenance.json").exists()


@pytest.mark.parametrize(("false", "options"), [("proof", ["--dirty"]), ("claim", ["--strict"])])
def test_properdocs_publishes_nothing_of_a_false_book(
    site: Site, false: str, options: list[str]
) -> None:
    text, place, _ = FALSE[false]
    site.write("boats.md", text)
    result = site.properdocs("build", *options)
    assert result.returncode == 1
    assert place in result.stderr
    assert "Traceback" not in result.stderr
    assert sorted(path.name for path in site.root.iterdir()) == ["docs", "mkdocs.yml"]


def test_properdocs_with_a_warning_under_strict_leaves_the_earlier_site(site: Site) -> None:
    assert site.properdocs("build").returncode == 0
    before = site.files()
    config = THEMED.replace("terms.md]", "terms.md, gone.md]")
    configure(site, config)
    site.write("index.md", "# Boats\n\nA changed page.\n")
    result = site.properdocs("build", "--strict")
    assert result.returncode == 1
    assert "1 warnings in strict mode" in result.stdout
    assert site.files() == before
    assert not list(site.root.glob(".site*"))


@pytest.mark.parametrize("host", ["mkdocs", "properdocs"])
def test_a_host_with_plugins_that_does_not_run_ours_is_stopped_at_the_place(
    site: Site, host: str
) -> None:
    config = THEMED.replace("  - sfrules: {book: toy_book}\n", "")
    configure(site, config)
    write_plain(site)
    site.write("boats.md", FALSE_PROOF)
    result = getattr(site, host)("build")
    assert result.returncode == 1
    assert "docs/boats.md:8:1: nobody has expanded or proved this page" in result.stderr
    assert "Traceback" not in result.stderr
    assert pages(site) == {}


@pytest.mark.parametrize(
    ("false", "options"), [("proof", []), ("claim", ["--strict"]), ("claim", ["--clean"])]
)
def test_zensical_fails_at_a_false_book_and_publishes_no_page_of_it(
    site: Site, false: str, options: list[str]
) -> None:
    write_plain(site)
    text, _, place = FALSE[false]
    site.write("boats.md", text)
    result = site.python("-m", "zensical", "build", *options)
    assert result.returncode == 1
    assert f"{place} nobody has expanded or proved this page" in result.stderr
    assert set(pages(site)) <= {"404.html"}  # which the theme writes by itself


def test_zensical_publishes_no_page_of_a_right_book_raw(site: Site) -> None:
    result = site.python("-m", "zensical", "build")
    assert result.returncode == 1
    assert [path for path, html in pages(site).items() if any(raw in html for raw in RAW)] == []


def test_zensical_publishes_pages_that_need_no_press(site: Site) -> None:
    write_plain(site)
    result = site.python("-m", "zensical", "build", "--strict")
    assert result.returncode == 0, result.stderr
    assert "{{ knots }}" in pages(site)["boats/index.html"]


def test_zensical_finds_what_has_come_into_a_page_that_it_has_kept(site: Site) -> None:
    write_plain(site)
    assert site.python("-m", "zensical", "build").returncode == 0
    site.write("boats.md", FALSE_CLAIM)
    for _ in range(2):  # the second time, all other pages are kept ones
        assert site.python("-m", "zensical", "build").returncode == 1
        assert not [path for path, html in pages(site).items() if "printed(8" in html]


def test_zensical_withdraws_raw_pages_that_it_has_kept_once_the_guard_is_named(
    site: Site,
) -> None:
    site.write("boats.md", FALSE_CLAIM)
    configure(site, THEMED.replace("sfrules, ", ""))
    assert site.python("-m", "zensical", "build", "--strict").returncode == 0
    assert "printed(8" in pages(site)["boats/index.html"]  # why there is a guard
    configure(site, THEMED)
    assert site.python("-m", "zensical", "build", "--strict").returncode == 1
    assert not [path for path, html in pages(site).items() if "printed(8" in html]
