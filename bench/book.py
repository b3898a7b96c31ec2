"""How long the book takes to build, beside the same pages with their output pasted in.

    python bench/book.py [--rounds N] [--book FOLDER]

The pasted book has every macro's output typed into its pages: tables as Markdown pipe tables,
drawings and plots as inline SVG. Both are built by MkDocs, with the same theme and the other
plugins the same, each build in a process of its own, in turns.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import tempfile
from pathlib import Path

from measuring import Run, asked, measured, tell, texts
from mkdocs.commands.build import build as build_site
from mkdocs.config import load_config

from sfrules.press.doors.mkdocs.plugin import plugin_of
from sfrules.press.doors.site_build import SiteBuild
from sfrules.press.page.askable import without_marks
from sfrules.press.page.expand import PIECE_CLOSE, PIECE_OPEN, ExpandedPage
from sfrules.press.site.keep.cache import FOLDER
from sfrules.press.site.weave.numbering import PageView, number_things
from sfrules.press.things.tables.table import Table, table_markdown

ROOT = Path(__file__).resolve().parents[1]
LANTERN = ROOT / "tests/books/lantern"
PLUGIN = re.compile(r"^plugins:\n  - sfrules:\n(?: {6}.*\n)+", re.MULTILINE)
MARK = re.compile(
    rf"^([ \t>]*){PIECE_OPEN}(\d+){PIECE_CLOSE}|{PIECE_OPEN}(\d+){PIECE_CLOSE}", re.MULTILINE
)


def paste(book: Path, folder: Path, site: Path) -> None:
    """Build a book, and write its pages with the output of their macros in its place."""
    shutil.copytree(book / "docs", folder / "docs")
    config = (book / "mkdocs.yml").read_text(encoding="utf-8")
    config, found = PLUGIN.subn("plugins: []\n", config)
    if not found:
        raise SystemExit("mkdocs.yml does not name the plugin as this script expects")
    config = config.replace("  - sfrules\n", "")  # no host need look for macros in them
    # The pasted pages link to files that only the press writes.
    config = config.replace(": warn", ": ignore")
    (folder / "mkdocs.yml").write_text(config, encoding="utf-8")
    edition = _built(book, site)
    in_order = dict.fromkeys([*edition.host.reading_order(), *sorted(edition.pages)])
    pages = {name: edition.pages[name] for name in in_order}
    printing = number_things(pages.items(), lambda _page, path: path)
    for name, page in pages.items():
        view = PageView(edition.book, name, printing)
        text = MARK.sub(lambda mark: _pasted(mark, page, view), page.markdown)  # noqa: B023
        (folder / "docs" / name).write_text(without_marks(text), encoding="utf-8")


def forget(book: Path) -> None:
    """Let the next build begin with nothing."""
    shutil.rmtree(book / FOLDER, ignore_errors=True)


def _built(book: Path, site: Path) -> SiteBuild:
    """What the plugin knows of a book when MkDocs has built it."""
    forget(book)  # of pages that are known, it would know no things
    config = load_config(str(book / "mkdocs.yml"), site_dir=str(site))
    build_site(config)
    edition: SiteBuild = plugin_of(config).site_build
    return edition


def _pasted(mark: re.Match[str], page: ExpandedPage, view: PageView) -> str:
    indent = mark[1] or ""
    piece = page.pieces[int(mark[2] or mark[3])]
    is_table = isinstance(piece.thing, Table)
    text = table_markdown(piece.thing) if is_table else view.html(piece)
    return "\n".join(indent + line if line else line for line in text.split("\n"))


def check_same(book: Path, pasted: Path) -> None:
    """Refuse to compare sites whose tables do not say the same.

    Raises:
        SystemExit: if a page of one prints other cells.
    """
    for page in sorted(pasted.rglob("*.html")):
        name = page.relative_to(pasted)
        one, other = (texts(at / name, "//tbody//th | //tbody//td") for at in (book, pasted))
        if one != other:
            raise SystemExit(f"the tables of {name} do not print the same in both books")


def build(folder: Path, site: Path) -> Run:
    """Build a book from nothing, into an empty folder."""
    forget(folder)
    shutil.rmtree(site, ignore_errors=True)
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(site)]
    return measured(command, folder)


def main() -> None:
    """Build both books in turns, and print the medians and their ratio."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--book", type=Path, default=ROOT, help="a book other than this one")
    given = asked(options, rounds=1, book=LANTERN)
    with tempfile.TemporaryDirectory() as made:
        # Only this book's own folder may be written to by its builds.
        own = given.book if given.book == ROOT else shutil.copytree(given.book, Path(made, "book"))
        books = {"sfrules": own, "pasted": Path(made) / "pasted"}
        sites = {name: Path(made) / f"site-{name}" for name in books}
        # Not counted: plots are drawn, bytecode is written.
        paste(*books.values(), sites["sfrules"])
        build(books["pasted"], sites["pasted"])
        check_same(*sites.values())
        runs: dict[str, list[Run]] = {name: [] for name in books}
        for _ in range(given.rounds):
            for name, folder in books.items():
                runs[name].append(build(folder, sites[name]))
    tell("build, the shipped book" if given.book == ROOT else "build, a book", runs, "pasted")


if __name__ == "__main__":
    main()
