"""Write the shipped book with the output of its macros typed into its pages, for MkDocs alone.

    python bench/pasted.py FOLDER

Tables are pipe tables, drawings are SVG in the page, and proofs are left out.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from sfrules.press.host.check import read_pages
from sfrules.press.host.plugin import plugin_of
from sfrules.press.host.site import load_site
from sfrules.press.page.expand import Piece
from sfrules.press.page.marks import PIECE_CLOSE, PIECE_OPEN, without_marks
from sfrules.press.site.numbering import PageView
from sfrules.press.things.tables import TABLE_FORMATS, Table

ROOT = Path(__file__).resolve().parents[1]
PLUGIN = re.compile(r"^plugins:\n  - sfrules:\n(?: {6}.*\n)+", re.MULTILINE)
MARK = re.compile(rf"(?:^([ \t>]*))?{PIECE_OPEN}(p?)(\d+){PIECE_CLOSE}", re.MULTILINE)


def paste(folder: Path) -> None:
    """Expand the book's pages, and write them with what they print."""
    shutil.copytree(ROOT / "docs", folder / "docs", dirs_exist_ok=True)
    settings, found = PLUGIN.subn("plugins: []\n", (ROOT / "mkdocs.yml").read_text("utf-8"))
    if not found:
        sys.exit("mkdocs.yml does not name the plugin as this script expects")
    # The pages link to files that only the press writes.
    settings = settings.replace("  - sfrules\n", "").replace(": warn", ": ignore")
    (folder / "mkdocs.yml").write_text(settings, encoding="utf-8")
    with tempfile.TemporaryDirectory() as site:
        config = load_site(ROOT / "mkdocs.yml", site_dir=str(Path(site, "site")))
        plugin = plugin_of(config)
        config.plugins.on_startup(command="build", dirty=False)
        plugin.begin("")  # what is known of a page has no things
        read_pages(config)
        printing = plugin.build.weave().printing
        for name, page in plugin.build.pages.items():
            view = PageView(plugin.build.memo.book, name, printing)
            text = MARK.sub(partial(typed, page.pieces, view), page.markdown)
            (folder / "docs" / name).write_text(without_marks(text), encoding="utf-8")


def typed(pieces: Sequence[Piece], view: PageView, mark: re.Match[str]) -> str:
    """A thing as an author types it into a page; nothing for a proof."""
    if mark[2]:
        return mark[1] or ""
    piece = pieces[int(mark[3])]
    is_table = isinstance(piece.thing, Table)
    text = TABLE_FORMATS["md"](piece.thing) if is_table else piece.kind.html(piece.thing, view)
    return "\n".join((mark[1] or "") + line if line else line for line in text.split("\n"))


if __name__ == "__main__":
    paste(Path(sys.argv[1]))
