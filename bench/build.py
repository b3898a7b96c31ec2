"""Measure how long a book takes to build: by sfrules, written out by hand, and by its peers.

Each variant has the same pages, prose, numbers and configuration, but for the plugin.
Every build is a process of its own; the variants take turns, so that a slow minute of the machine
falls on all of them. Then builds of what is built already, and of a book that grows.
"""

from __future__ import annotations

import argparse
import math
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

import campaign
from measuring import Run, asked, measured, middle, tell
from selectolax.lexbor import LexborHTMLParser
from variants import VARIANTS, sentence, write_book

Taken = dict[str, list[Run]]
MEASURED_AGAINST = "by hand"
AGAIN = ("sfrules", "by hand")


def run(folder: Path, pages: int, *command: str) -> Run:
    """Run a module of Python on a variant's book, in a process of its own."""
    os.environ["BENCH_PAGES"] = str(pages)
    return measured(folder, *command)


def build(folder: Path, pages: int) -> Run:
    """Build a variant from nothing: none pays for the removal of what the last build made."""
    for made in ("site", ".cache"):
        shutil.rmtree(folder / made, ignore_errors=True)
    return run(folder, pages, "mkdocs", "build", "--quiet")


def printed(folder: Path, page: int) -> tuple[list[str], list[str]]:
    """What a reader reads on a built page: the cells of its tables, and the sentences with values.

    The markup differs by variant: sfrules marks each number for its receipt.
    """
    built = folder / "site" / f"company-{page:03}" / "index.html"
    tree = LexborHTMLParser(built.read_text(encoding="utf-8"))
    cells, said = (
        [" ".join(each.text().split()) for each in tree.css(selector)]
        for selector in ("table th, table td", "p")
    )
    return cells, [text for text in said if text.startswith("Its")]


def wanted(page: int) -> tuple[list[str], list[str]]:
    """What every variant is to print on a page."""
    tables = [
        [["Level", *campaign.COLUMNS], *campaign.rows(page, place)] for place in campaign.PLACES
    ]
    cells = [str(cell) for table in tables for row in table for cell in row]
    return cells, [sentence(campaign.value(page, place)) for place in campaign.PLACES]


def check_same(folders: dict[str, Path], pages: int) -> None:
    """Refuse to compare books that do not say the same.

    Raises:
        SystemExit: if a variant's first or last page prints other numbers.
    """
    for page in {1, pages}:
        for name, folder in folders.items():
            if printed(folder, page) != wanted(page):
                sys.exit(f"page {page} of {name} does not print the numbers of the others")


def compare(root: Path, names: Iterable[str], pages: int, rounds: int) -> Taken:
    """Build variants of a book of so many pages in turns, and print the medians."""
    folders = {name: folder_of(root, name, pages) for name in names}
    for name, folder in folders.items():
        write_book(folder, VARIANTS[name], pages)
    taken: Taken = {name: [] for name in folders}
    for _ in range(rounds):
        for name, folder in folders.items():
            taken[name].append(build(folder, pages))
    check_same(folders, pages)
    tell(f"build, {pages} pages", taken, MEASURED_AGAINST)
    return taken


def folder_of(root: Path, name: str, pages: int) -> Path:
    """Where a variant of so many pages is."""
    return root / f"{pages}-pages" / re.sub(r"\W+", "-", name)


def nothing(folder: Path, turn: int) -> None:
    """Change nothing."""


def one_page(folder: Path, turn: int) -> None:
    """Add a line to a page."""
    with (folder / "docs/company-001.md").open("a", encoding="utf-8") as page:
        page.write(f"\nOnce more: {'a' * turn}.\n")


def one_rule(folder: Path, turn: int) -> None:
    """Change the rule that all pages ask, and the rule alone."""
    path = folder / "campaign.py"
    before, rule, after = path.read_text(encoding="utf-8").partition("return page * 3")
    path.write_text(f"{before}{rule} + {turn}{after[after.index(' + place') :]}", encoding="utf-8")


def again(root: Path, pages: int, rounds: int) -> None:
    """Build what is built already, with nothing changed, a page, and a rule where there is one."""
    for change in (nothing, one_page, one_rule):
        taken: Taken = {name: [] for name in AGAIN if change is not one_rule or "hand" not in name}
        for turn in range(1, rounds + 1):
            for name in taken:
                folder = folder_of(root, name, pages)
                change(folder, turn)
                taken[name].append(run(folder, pages, "mkdocs", "build", "--quiet"))
            if change is one_rule:
                check_new(folder_of(root, "sfrules", pages), turn)
        what = change.__name__.replace("_", " ")
        tell(f"build again, {pages} pages, {what} changed", taken, MEASURED_AGAINST)


def check_new(folder: Path, turn: int) -> None:
    """Refuse to count a build that prints what the rule said before.

    Raises:
        SystemExit: if a sentence of the first page has another number than it should.
    """
    new = [sentence(campaign.value(1, place) + turn) for place in campaign.PLACES]
    if printed(folder, 1)[1] != new:
        sys.exit("a build prints the numbers of a rule as it was before it was changed")


def growth(root: Path, small: Taken, sizes: tuple[int, int]) -> None:
    """Print the power of the size that the time of a build and of a check grows with.

    The large book is built once: a build that takes minutes evens out the machine's slow moments.
    """
    found = small, compare(root, AGAIN, sizes[1], 1)
    for taken, pages in zip(found, sizes, strict=True):
        folder = folder_of(root, "sfrules", pages)
        taken["sfrules check"] = [run(folder, pages, "sfrules", "check", "--no-cache")]
        tell(f"check, {pages} pages of tables", {"sfrules": taken["sfrules check"]})
    powers: Taken = {}
    for name in found[1]:
        less, more = (middle(taken[name]) for taken in found)
        walls, processors = (less.wall, more.wall), (less.processor, more.processor)
        powers[name] = [Run(_power(*walls, sizes), _power(*processors, sizes))]
    tell(f"growth from {sizes[0]} to {sizes[1]} pages, as a power", powers)


def _power(less: float | None, more: float | None, sizes: tuple[int, int]) -> float:
    return math.log((more or 1) / (less or 1)) / math.log(sizes[1] / sizes[0])


def main() -> None:
    """Measure builds, builds again, and growth."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--pages", type=int, nargs="+", default=[20, 100, 500], help="of builds")
    options.add_argument("--again", type=int, default=100, help="pages that are built again (100)")
    told = "pages to which the smallest book grows (2000)"
    options.add_argument("--growth", type=int, default=2000, help=told)
    options.add_argument("--keep", type=Path, help="write the books here, and leave them")
    chosen = asked(options, pages=[2], again=2, growth=3)
    if chosen.keep and chosen.keep.exists():
        options.error(f"{chosen.keep} is there already")
    names = [name for name, variant in VARIANTS.items() if find_spec(variant.needs)]
    with tempfile.TemporaryDirectory() as scratch:
        root = chosen.keep or Path(scratch)
        if chosen.rounds > 1:  # the first that counts finds its programs in memory
            for name in names:
                write_book(folder_of(root, name, 1), VARIANTS[name], 1)
                build(folder_of(root, name, 1), 1)
        taken = {pages: compare(root, names, pages, chosen.rounds) for pages in chosen.pages}
        if chosen.again in taken:
            again(root, chosen.again, chosen.rounds)
        least = min(taken)
        if chosen.growth > least:
            growth(root, taken[least], (least, chosen.growth))


if __name__ == "__main__":
    main()
