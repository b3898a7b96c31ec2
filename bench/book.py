"""How long the book takes to build, beside the same pages with their output pasted in.

    python bench/book.py [--rounds N]

The pasted book has every macro's output typed into its pages: tables as Markdown pipe tables,
drawings and plots as inline SVG. Both are built by MkDocs, with the same theme and the other
plugins the same, each build in a process of its own, in turns.
"""

from __future__ import annotations

import argparse
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from mkdocs.utils import meta

from sfrules.book import BOOK
from sfrules.press.page.expand import PIECE_CLOSE, PIECE_OPEN, Expanded
from sfrules.press.site.check import expand, page_of
from sfrules.press.site.numbering import PageView, number_things
from sfrules.press.things.tables.table import Table
from sfrules.press.things.tables.text import table_markdown

ROOT = Path(__file__).resolve().parents[1]
PLUGIN = re.compile(r"^plugins:\n  - sfrules:\n(?: {6}.*\n)+", re.MULTILINE)
MARK = re.compile(
    rf"^([ \t>]*){PIECE_OPEN}(\d+){PIECE_CLOSE}|{PIECE_OPEN}(\d+){PIECE_CLOSE}", re.MULTILINE
)


def paste(folder: Path) -> None:
    """Write the book with its macros' output in their place."""
    shutil.copytree(ROOT / "docs", folder / "docs")
    config = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    config, found = PLUGIN.subn("plugins: []\n", config)
    if not found:
        raise SystemExit("mkdocs.yml does not name the plugin as this script expects")
    config = config.replace("  - sfrules\n", "")  # no host need look for macros in them
    # The pasted pages link to files that only the press writes.
    config = config.replace(": warn", ": ignore")
    (folder / "mkdocs.yml").write_text(config, encoding="utf-8")
    pages = {name: _expanded(name) for name in _names()}
    printing = number_things(pages.items(), lambda _page, path: path)
    for name, page in pages.items():
        view = PageView(BOOK, name, printing)
        text = MARK.sub(lambda mark: _pasted(mark, page, view), page.markdown)  # noqa: B023
        (folder / "docs" / name).write_text(text, encoding="utf-8")


def _names() -> list[str]:
    docs = ROOT / "docs"
    return sorted(path.relative_to(docs).as_posix() for path in docs.rglob("*.md"))


def _expanded(name: str) -> Expanded:
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")
    return expand(BOOK, page_of(f"docs/{name}", text, meta.get_data(text)[0]))


def _pasted(mark: re.Match[str], page: Expanded, view: PageView) -> str:
    indent = mark[1] or ""
    piece = page.pieces[int(mark[2] or mark[3])]
    is_table = isinstance(piece.thing, Table)
    text = table_markdown(piece.thing) if is_table else view.html(piece)
    return "\n".join(indent + line if line else line for line in text.split("\n"))


def build(folder: Path, site: Path) -> tuple[float, float]:
    """Seconds that one build takes, by the clock and of the processor."""
    shutil.rmtree(site, ignore_errors=True)
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(site)]
    began, used = time.perf_counter(), _processor()
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return time.perf_counter() - began, _processor() - used


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Build both books in turns, and print the medians and their ratio."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=7)
    rounds = options.parse_args().rounds
    with tempfile.TemporaryDirectory() as made:
        pasted, site = Path(made) / "pasted", Path(made) / "site"
        pasted.mkdir()
        paste(pasted)
        books = {"book": ROOT, "pasted": pasted}
        for folder in books.values():  # not counted: plots are drawn, and bytecode is written
            build(folder, site)
        times: dict[str, list[tuple[float, float]]] = {name: [] for name in books}
        for _ in range(rounds):
            for name, folder in books.items():
                times[name].append(build(folder, site))
    for at, what in enumerate(("clock", "processor")):
        book, typed = (statistics.median(each[at] for each in times[name]) for name in books)
        print(f"{what}: book {book:.2f} s, pasted {typed:.2f} s, ratio {book / typed:.2f}")


if __name__ == "__main__":
    main()
