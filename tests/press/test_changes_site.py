"""The errata between editions on a site that is built for real, in a repository of its own."""

from __future__ import annotations

import re

import pytest
from boats_history import PAGES, Repository, make_repository, rows
from boats_site import Site, make_site

EDITION = """
from dataclasses import replace
from pathlib import Path
import toy_book
from sfrules.press.changes.history import git_history
HERE = Path(__file__).parent
BOOK = replace(toy_book.BOOK, root=HERE, history=git_history(HERE, Path("tables", "printed")))
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Site:
    root = tmp_path_factory.mktemp("editions")
    site = make_site(root)
    (root / "kept_book.py").write_text(EDITION, encoding="utf-8")
    config = (root / "mkdocs.yml").read_text().replace("toy_book", "kept_book")
    (root / "mkdocs.yml").write_text(config.replace("terms.md]", "terms.md, changes.md]"))
    for name, text in PAGES.items():
        site.write(name, text)
    (root / ".gitignore").write_text("site/\n__pycache__/\n")
    make_repository(root)
    result = site.mkdocs("build", "--strict")
    assert result.returncode == 0, result.stderr
    return site


def test_a_built_site_has_the_list_and_the_marks(built: Site) -> None:
    errata = (built.published / "changes" / "index.html").read_text("utf-8")
    boats = (built.published / "boats" / "index.html").read_text("utf-8")
    assert rows(errata, "changes-v0-1-v0-2-table-fleet")[1] == [
        "1",
        "Wood: Speed (knots)",
        "2",
        "3",
    ]
    assert 'href="../boats/#table-fleet"' in errata
    assert '<a href="../changes/#changes-v0-1-v0-2-table-fleet">changed in 0.2</a>' in boats
    ids = set(re.findall(r' id="([^"]+)"', errata))
    assert set(re.findall(r'href="../changes/#([^"]+)"', boats)) <= ids


def test_a_mark_is_in_no_title_and_in_no_table_of_contents(built: Site) -> None:
    page = (built.published / "index.html").read_text("utf-8")
    assert page.count("changed in 0.2") == 1
    assert '<h1 id="boats">Boats</h1>\n<p class="changed-line">' in page
    search = (built.published / "search" / "index.js").read_text("utf-8")
    assert '"boats","Boats"' in search


def test_two_builds_of_one_commit_are_the_same_bytes(built: Site) -> None:
    before = built.files()
    assert built.mkdocs("build", "--strict").returncode == 0
    assert built.files() == before


def test_a_later_edition_makes_no_other_page(built: Site) -> None:
    before = built.files()
    Repository(built.root).git("tag", "v0.3")
    assert built.mkdocs("build", "--strict").returncode == 0
    assert built.files() == before
