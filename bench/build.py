"""Measure how long a book takes to build: by sfrules, written out by hand, and by mkdocs-macros.

Each variant has the same pages, prose, numbers and MkDocs configuration, but for the plugin.
Every build is a process of its own; the variants take turns, so that a slow minute of the machine
falls on all of them.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import campaign
from measuring import Run, asked, measured, middle, texts

HERE = Path(__file__).resolve().parent
CONFIG = """\
site_name: The campaign
theme:
  name: material
  font: false
markdown_extensions:
  - admonition
  - attr_list
  - def_list
  - footnotes
  - md_in_html
  - tables
  - toc
  - pymdownx.superfences
plugins:
  - search
"""


@dataclass(frozen=True)
class Variant:
    """A way to get the numbers into the pages: the plugin's lines, a value, a table."""

    plugin: str
    value: Callable[[int, int], str]
    table: Callable[[int, int], str]


def pipe_table(page: int, place: int) -> str:
    """A table as an author writes it by hand."""
    head = ["Level", *campaign.COLUMNS]
    lines = [head, ["---:"] * len(head), *campaign.rows(page, place)]
    body = "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)
    return f"**{campaign.caption(page, place)}**\n\n{body}"


VARIANTS = {
    "sfrules": Variant(
        "  - sfrules:\n      book: rulebook\n",
        lambda page, place: f"{{{{ company.renown({page}, {place}) }}}}",
        lambda page, place: f'{{{{ table("{campaign.table_id(page, place)}") }}}}',
    ),
    "by hand": Variant("", lambda page, place: str(campaign.value(page, place)), pipe_table),
    "mkdocs-macros": Variant(
        "  - macros:\n      modules: [macros]\n",
        lambda page, place: f"{{{{ renown({page}, {place}) }}}}",
        lambda page, place: f"{{{{ table({page}, {place}) }}}}",
    ),
}
MEASURED_AGAINST = "by hand"


def page_text(variant: Variant, page: int) -> str:
    """A page: five sections, each with prose, a value in a sentence and a table."""
    parts = [f"# Company {page}"]
    for place in campaign.PLACES:
        parts += [
            f"## Section {place}",
            " ".join(campaign.PROSE),
            sentence(variant.value(page, place)),
            variant.table(page, place),
            " ".join(reversed(campaign.PROSE)),
        ]
    return "\n\n".join(parts) + "\n"


def sentence(value: object) -> str:
    """The sentence that prints a value."""
    return f"Its renown is {value}, and it grows with every list below."


def write_book(folder: Path, variant: Variant, pages: int) -> None:
    """Write the sources of a variant."""
    docs = folder / "docs"
    docs.mkdir(parents=True)
    config = CONFIG + variant.plugin
    if "sfrules:" in variant.plugin:
        config = config.replace("  - toc\n", "  - toc\n  - sfrules\n")
    (folder / "mkdocs.yml").write_text(config, encoding="utf-8")
    (docs / "index.md").write_text("# The campaign\n", encoding="utf-8")
    for page in range(1, pages + 1):
        text = page_text(variant, page)
        (docs / f"company-{page:03}.md").write_text(text, encoding="utf-8")


def build(folder: Path, pages: int, site: str = "site") -> Run:
    """Build a variant, in a process of its own."""
    environment = os.environ | {
        "PYTHONPATH": str(HERE),
        "BENCH_PAGES": str(pages),
        "NO_MKDOCS_2_WARNING": "1",  # the theme's notice, which would fill the screen
    }
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", site]
    return measured(command, folder, environment)


def printed(folder: Path, page: int) -> tuple[list[str], list[str]]:
    """What a reader reads on a built page: the cells of its tables, and the sentences with values.

    The markup differs by variant: sfrules marks each number for its receipt.
    """
    built = folder / "site" / f"company-{page:03}" / "index.html"
    return texts(built, "//table//th | //table//td"), texts(built, "//p[starts-with(., 'Its')]")


def wanted(page: int) -> tuple[list[str], list[str]]:
    """What every variant is to print on a page."""
    head = ["Level", *campaign.COLUMNS]
    tables = [[head, *campaign.rows(page, place)] for place in campaign.PLACES]
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


def measure(folders: dict[str, Path], pages: int, rounds: int) -> dict[str, list[Run]]:
    """Build the variants in turn, round after round.

    Each build has a folder to itself: none pays for the removal of what the last one made.
    """
    runs: dict[str, list[Run]] = {name: [] for name in folders}
    for at in range(rounds):
        for name, folder in folders.items():
            runs[name].append(build(folder, pages, f"site-{at + 1}"))
        latest = ", ".join(f"{name} {taken[-1].wall:.2f} s" for name, taken in runs.items())
        print(f"round {at + 1} of {rounds}: {latest}", file=sys.stderr)
    return runs


def table_of(runs: dict[str, list[Run]]) -> str:
    """The medians, and what each is of the book written by hand."""
    medians = {name: middle(taken) for name, taken in runs.items()}
    base = medians[MEASURED_AGAINST]
    lines = [f"{'':<15}{'wall':>9}{'ratio':>7}{'processor':>12}{'ratio':>7}"]
    lines += [
        f"{name:<15}{run.wall:>7.2f} s{run.wall / base.wall:>7.2f}"
        f"{run.processor:>10.2f} s{run.processor / base.processor:>7.2f}"
        for name, run in medians.items()
    ]
    return "\n".join(lines)


def compare(root: Path, pages: int, rounds: int) -> None:
    """Measure the variants of a book of so many pages, and print the table."""
    folders = {name: root / f"{pages}-pages" / name.replace(" ", "-") for name in VARIANTS}
    for name, variant in VARIANTS.items():
        write_book(folders[name], variant, pages)
        build(folders[name], pages)  # not counted: it fills the caches of the disk
    check_same(folders, pages)
    runs = measure(folders, pages, rounds)
    print(f"{pages} pages, medians of {rounds} builds of each")
    print(table_of(runs), flush=True)


def main() -> None:
    """Measure books of some sizes."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--pages", type=int, nargs="+", default=[20, 100], help="20 and 100")
    options.add_argument("--rounds", type=int, default=7, help="builds of each variant (7)")
    options.add_argument("--keep", type=Path, help="write the books here, and leave them")
    chosen = asked(options, pages=[2], rounds=1)
    if chosen.keep and chosen.keep.exists():
        options.error(f"{chosen.keep} is there already")
    with tempfile.TemporaryDirectory() as scratch:
        for pages in chosen.pages:
            compare(chosen.keep or Path(scratch), pages, chosen.rounds)


if __name__ == "__main__":
    main()
