"""Files that a site cannot take: each is told at every door."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from boats_site import Site, make_site

from sfrules.press.host.check import SiteCheck

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
    if "README" in lost and "index.md" in other:
        said = "Excluding 'x/README.md' from the site because it conflicts with 'x/index.md'."
        return f"{lost}:1:1: {said}"
    return f"{lost}:1:1: this page and {other} have one address: x/index.html"


@pytest.mark.parametrize("which", ONE_ADDRESS)
def test_two_files_at_one_address_are_a_problem(site: Site, which: str) -> None:
    told = two_at_one_address(site, which)
    problems = SiteCheck(site.root / "mkdocs.yml").check().problems
    assert [f"{each.place}: {each.message}" for each in problems] == ([told] if told else [])


FRONT = "what stands between the lines --- is not YAML, so it would be printed"


@pytest.mark.parametrize(
    ("front", "place", "hint"),
    [
        ("title: a: b", "docs/x.md:2:9", "mapping values are not allowed here"),
        ("title: a\n\ttags: [b]", "docs/x.md:3:1", "indent with blanks, not with tabs"),
    ],
)
def test_front_matter_that_is_no_yaml_is_told(
    site: Site, front: str, place: str, hint: str
) -> None:
    site.write("x.md", f"---\n{front}\n---\n# Boats\n")
    told = SiteCheck(site.root / "mkdocs.yml").check().problems
    assert (place, FRONT, hint) in [(each.place, each.message, each.hint) for each in told]


def test_that_a_page_is_unreadable_is_told_once(site: Site) -> None:
    (site.root / "docs" / "x.md").write_bytes("# Café\n".encode("latin-1"))
    config = site.root / "mkdocs.yml"
    config.write_text(config.read_text(encoding="utf-8") + "nav: [index.md, x.md]\n")
    told = SiteCheck(config).check().problems
    assert [each.place for each in told if "x.md" in f"{each.place} {each.message}"] == [
        "docs/x.md:1:6"
    ]


CALLS_ITSELF = "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}"


@pytest.mark.parametrize(("text", "place"), [(CALLS_ITSELF, "3:19"), ("\0", "3:1")])
def test_of_a_page_that_shows_nothing_only_the_cause_is_told(
    site: Site, text: str, place: str
) -> None:
    proof = "A boat has 5 seats.\n\n```proof\n5 = 5\n```\n\n{{ table('fleet') }}\n\n[](#seats)\n"
    site.write("x.md", f"## Seats {{#seats}}\n\n{text}\n\n{proof}")
    told = [each.place for each in SiteCheck(site.root / "mkdocs.yml").check().problems]
    assert [each for each in told if "x.md" in each] == [f"docs/x.md:{place}"]
