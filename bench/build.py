"""Measure how long a book takes to build: by sfrules, written out by hand, and by its peers.

Each variant has the same pages, prose, numbers and configuration, but for the plugin.
Every build is a process of its own; the variants take turns, so that a slow minute of the machine
falls on all of them. Then builds of what is built already, and of the shipped book beside its pages
with all output typed into them.

python bench/build.py [--rounds N]
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

import campaign
from measuring import HERE, ROOT, Run, asked, measured, tell
from selectolax.lexbor import LexborHTMLParser
from variants import VARIANTS, sentence, write_book

Taken = dict[str, list[Run]]
MEASURED_AGAINST = "by hand"
AGAIN = ("sfrules", "by hand")
LONG = 3  # rounds of builds that take so long that each evens out the machine's slow moments


def run(folder: Path, pages: int, *command: str) -> Run:
    """Run a module of Python on a variant's book, in a process of its own."""
    os.environ["BENCH_PAGES"] = str(pages)
    return measured(folder, *command)


def build(folder: Path, pages: int) -> Run:
    """Build a variant from nothing: none pays for the removal of what the last build made.

    It is put aside: for seconds after a removal, a file system may take longer for a new file.
    """
    aside = Path(tempfile.mkdtemp(prefix="built-", dir=folder.parent))
    for made in filter(Path.exists, (folder / "site", folder / ".cache")):
        made.rename(aside / made.name)
    return run(folder, pages, "mkdocs", "build", "--quiet")


def texts(page: Path, selector: str) -> list[str]:
    """What a reader reads in some elements of a built page."""
    tree = LexborHTMLParser(page.read_text(encoding="utf-8"))
    return [" ".join(each.text().split()) for each in tree.css(selector)]


def printed(folder: Path, page: int) -> tuple[list[str], list[str]]:
    """What a reader reads on a built page: the cells of its tables, and the sentences with values.

    The markup differs by variant: sfrules marks each number for its receipt.
    """
    built = folder / "site" / f"company-{page:03}" / "index.html"
    said = [text for text in texts(built, "p") if text.startswith("Its")]
    return texts(built, "table th, table td"), said


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


def compare(root: Path, names: Iterable[str], pages: int, rounds: int) -> None:
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


def shipped(root: Path, rounds: int) -> None:
    """Build the shipped book, and its pages with all output typed into them, in turns."""
    pasted = root / "pasted"
    subprocess.run([sys.executable, ROOT / "bench/pasted.py", pasted], check=True)
    folders = {"sfrules": HERE.copy_of_book(root / "book"), "pasted": pasted}
    taken: Taken = {name: [] for name in folders}
    for turn in range(rounds + 1):  # the first is not counted: it compiles the modules
        for name, folder in folders.items():
            run = build(folder, 1)
            taken[name] += [run] if turn else []
    pages = (folder / "site/core/damage.html" for folder in folders.values())
    if len({len(texts(page, "tbody th, tbody td")) for page in pages}) > 1:
        sys.exit("the tables of core/damage.md do not print the same in both books")
    tell("build, the shipped book", taken, "pasted")


def main() -> None:
    """Measure builds of some sizes, builds again, and the shipped book."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--pages", type=int, nargs="+", default=[20, 100, 500], help="of builds")
    options.add_argument("--again", type=int, default=100, help="pages beside peers, and again")
    chosen = asked(options, pages=[2], again=2)
    names = [name for name, variant in VARIANTS.items() if find_spec(variant.needs)]
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        if chosen.rounds > 1:  # the first that counts finds its programs in memory
            for name in names:
                write_book(folder_of(root, name, 1), VARIANTS[name], 1)
                build(folder_of(root, name, 1), 1)
        for pages in chosen.pages:
            rounds = chosen.rounds if pages <= chosen.again else min(chosen.rounds, LONG)
            compare(root, names if pages == chosen.again else AGAIN, pages, rounds)
        if chosen.again in chosen.pages:
            again(root, chosen.again, chosen.rounds)
        shipped(root, chosen.rounds)


if __name__ == "__main__":
    main()
