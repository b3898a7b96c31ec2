"""A build stops at a stale lock; a preview shows the pages all the same."""

from pathlib import Path

from boats_site import make_site

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


def test_a_stale_lock_stops_a_build_and_no_preview(tmp_path: Path) -> None:
    site = make_site(tmp_path)
    (tmp_path / "locked.py").write_text(LOCKED, encoding="utf-8")
    config = tmp_path / "mkdocs.yml"
    config.write_text(config.read_text().replace("toy_book", "locked"))
    built = site.mkdocs("build")
    assert built.returncode != 0
    assert "tables/printed/fleet.csv:1:1: the lock lacks this file" in built.stderr
    assert not site.published.exists()
    shown = site.python("-c", PREVIEW)
    assert (shown.returncode, "the lock" in shown.stderr) == (0, False)
    html = (site.published / "index.html").read_text("utf-8")
    assert 'A sloop makes <span class="number" data-receipt="0">7</span> knots.' in html
    assert "press-problems" not in html
