"""Every door tells of a stale lock; a preview shows the pages all the same."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from boats_site import Site, make_site
from command import sfrules

if TYPE_CHECKING:
    from pathlib import Path

LOCKED = """
from dataclasses import replace
from pathlib import Path
import toy_book
BOOK = replace(toy_book.BOOK, root=Path(__file__).parent, lock=Path("tables", "printed"))
"""
PREVIEW = """
from mkdocs.commands.build import build
from mkdocs.config import load_config
config = load_config("mkdocs.yml")
config.plugins.on_startup(command="serve", dirty=False)
build(config)
"""
TOLD = "tables/printed/values.csv:2:40: the lock says 6, the book prints 7"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    """A site whose lock says another number than the book."""
    made = make_site(tmp_path)
    # One name for each site: a module that is loaded stays loaded.
    name = f"locked_{tmp_path.name}"
    (tmp_path / f"{name}.py").write_text(LOCKED, encoding="utf-8")
    config = (tmp_path / "mkdocs.yml").read_text().replace("toy_book", name)
    (tmp_path / "mkdocs.yml").write_text(config)
    monkeypatch.syspath_prepend(tmp_path)
    fix(tmp_path)
    values = tmp_path / "tables" / "printed" / "values.csv"
    values.write_text(values.read_text("utf-8").replace(",7\n", ",6\n"), "utf-8")
    return made


def fix(root: Path) -> None:
    assert sfrules("check", "--fix", "-f", str(root / "mkdocs.yml")).exit_code == 0


def test_a_build_stops_at_a_stale_lock(site: Site) -> None:
    result = site.mkdocs("build")
    assert result.returncode != 0
    assert TOLD in result.stderr
    assert not site.published.exists()


def test_check_tells_a_stale_lock_and_its_fix_makes_the_build_whole(site: Site) -> None:
    result = sfrules("check", "-f", str(site.root / "mkdocs.yml"))
    assert (result.exit_code, result.stdout.splitlines()[0]) == (1, TOLD)
    fix(site.root)
    assert site.mkdocs("build", "--strict").returncode == 0


def test_a_preview_shows_the_pages_and_leaves_the_lock_alone(site: Site) -> None:
    result = subprocess.run(
        [sys.executable, "-c", PREVIEW],
        cwd=site.root,
        env=site.environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert "lock" not in result.stderr
    html = (site.published / "index.html").read_text("utf-8")
    assert 'A sloop makes <span class="number" data-receipt="0">7</span> knots.' in html
    assert "press-problems" not in html
