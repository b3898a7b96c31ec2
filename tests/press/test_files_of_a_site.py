"""Files that a site cannot take: each is told at every door."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from boats_site import Site, make_site
from mkdocs.structure.files import get_files
from mkdocs.structure.nav import get_navigation
from sfrules.press.doors.site_files import reading_order, site_files
from sfrules.press.doors.site_settings import read_site

from sfrules.press.host.check import SiteCheck
from sfrules.press.host.site import load_site

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def site(tmp_path: Path) -> Site:
    (tmp_path / "book").mkdir()
    return make_site(tmp_path / "book")


def link(to: str) -> Callable[[Path], None]:
    return lambda path: path.symlink_to(to)


def text(content: bytes) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(content)


# What is put where, and what is said of it.
STRANGE: dict[str, tuple[str, Callable[[Path], object], str]] = {
    "a link to nowhere": ("docs/x.md", link("nowhere"), "docs/x.md:1:1: the link leads nowhere"),
    "a link to itself": (
        "docs/x.md",
        link("x.md"),
        "docs/x.md:1:1: the file cannot be read: Too many levels of symbolic links",
    ),
    "a page that is not UTF-8": (
        "docs/x.md",
        text("# Seen\r\n\r\né\r\n\xb5".encode()[:-2] + b"\xb5"),
        "docs/x.md:4:1: the file is not UTF-8: it has the byte 0xb5",
    ),
    "a page of half characters": (
        "docs/x.md",
        text(b"# \xed\xa0\x80\n"),
        "docs/x.md:1:3: the file is not UTF-8: it has the byte 0xed",
    ),
    "a page of another encoding": (
        "docs/x.md",
        text("# Page".encode("utf-16")),
        "docs/x.md:1:1: the file is UTF-16, not UTF-8",
    ),
}


@pytest.mark.parametrize("strange", STRANGE)
def test_a_page_that_cannot_be_read_is_told(site: Site, strange: str) -> None:
    name, make, told = STRANGE[strange]
    make(site.root / name)
    problems = SiteCheck(site.root / "mkdocs.yml").check().problems
    assert [f"{each.place}: {each.message}" for each in problems] == [told]


def test_links_that_lead_around_in_a_circle_are_told_and_not_followed(site: Site) -> None:
    for name in "ab":
        (site.root / "docs" / name).symlink_to(".")
    told = "the folder is a link that leads back to a folder that it is in"
    problems = SiteCheck(site.root / "mkdocs.yml").check().problems
    assert [(each.path, each.message) for each in problems] == [
        ("docs/a", told),
        ("docs/b", told),
    ]


ONE_ADDRESS = {
    "a page beside a folder with an index": (["x.md", "x/index.md"], "", ["x/index.md", "x.md"]),
    "a page beside a folder with a README": (["x.md", "x/README.md"], "", ["x/README.md", "x.md"]),
    "a page beside a finished one": (["x.md", "x/index.html"], "", ["x.md", "x/index.html"]),
    "a README beside an index": (["x/index.md", "x/README.md"], "", ["x/README.md", "x/index.md"]),
    "a README beside an index, each page a file": (
        ["x/index.md", "x/README.md"],
        "use_directory_urls: false\n",
        ["x/README.md", "x/index.md"],
    ),
    "a page beside a folder, each page a file": (
        ["x.md", "x/index.md"],
        "use_directory_urls: false\n",
        [],
    ),
    "a README that is left out": (
        ["x/index.md", "x/README.md"],
        "exclude_docs: README.md\n",
        [],
    ),
    "a page that is left out": (["x.md", "x/index.md"], "exclude_docs: /x.md\n", []),
}


def two_at_one_address(site: Site, which: str) -> str:
    """Put two files into a site; returns what is said of them."""
    files, setting, told = ONE_ADDRESS[which]
    config = site.root / "mkdocs.yml"
    config.write_text(config.read_text(encoding="utf-8") + setting, encoding="utf-8")
    (site.root / "docs" / "x").mkdir()
    for name in files:
        (site.root / "docs" / name).write_text(f"# {name}\n", encoding="utf-8")
    if not told:
        return ""
    lost, other = (f"docs/{name}" for name in told)
    return f"{lost}:1:1: this page and {other} have one address: x/index.html"


@pytest.mark.parametrize("which", ONE_ADDRESS)
def test_two_files_at_one_address_are_a_problem(site: Site, which: str) -> None:
    told = two_at_one_address(site, which)
    problems = SiteCheck(site.root / "mkdocs.yml").check().problems
    assert [f"{each.place}: {each.message}" for each in problems] == ([told] if told else [])


NAVS = {
    "no navigation": "",
    "a navigation of groups": "nav: [boats.md, {All: [{Sea: [deep/low.md]}, index.md]}, {T: terms.md}]\n",
    "links and pages that are not there": "nav: [gone.md, index.md, {W: 'https://example.org/'}]\n",
    "pages beside the navigation": "not_in_nav: |\n  boats.md\n",
    "pages that are left out": "exclude_docs: |\n  deep/*\n  !deep/low.md\ndraft_docs: terms.md\n",
}


@pytest.mark.parametrize("which", NAVS)
def test_the_order_of_reading_is_that_of_the_host(site: Site, which: str) -> None:
    for name in ("deep/low.md", "deep/index.md", "deep/a/b.md", "Zeta.md", ".hidden.md"):
        (site.root / "docs" / name).parent.mkdir(exist_ok=True, parents=True)
        site.write(name, "# Page\n")
    config = site.root / "mkdocs.yml"
    before = config.read_text(encoding="utf-8").replace("nav: [index.md, boats.md, terms.md]\n", "")
    config.write_text(before + NAVS[which], encoding="utf-8")
    loaded = load_site(config)
    files = get_files(loaded)
    nav = [page.file.src_uri for page in get_navigation(files, loaded).pages]
    pages = {file.src_uri for file in files.documentation_pages()}
    expected = [name for name in dict.fromkeys([*nav, *sorted(pages)]) if name in pages]
    found = read_site(config)
    assert reading_order(found, site_files(found)) == expected
    addresses = {file.src_uri: file.dest_uri for file in files}
    assert {file.name: file.address for file in site_files(found)}.items() <= addresses.items()
