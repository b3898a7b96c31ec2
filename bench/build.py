"""Measure how long a book takes to build: by sfrules, written out by hand, and by mkdocs-macros.

Each variant has the same pages, prose, numbers and MkDocs configuration, but for the plugin.
Every build is a process of its own; the variants take turns, so that a slow minute of the machine
falls on all of them.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import campaign

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


@dataclass(frozen=True)
class Run:
    """What a build took, in seconds: by the clock, and of the processor."""

    wall: float
    processor: float


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
            f"Its renown is {variant.value(page, place)}, and it grows with every list below.",
            variant.table(page, place),
            " ".join(reversed(campaign.PROSE)),
        ]
    return "\n\n".join(parts) + "\n"


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
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, cwd=folder, env=environment, check=True)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Run(wall, used)


def printed(folder: Path, page: int) -> tuple[list[int], list[bool]]:
    """What a built page prints: the numbers of its tables, and whether each value is there."""
    html = (folder / "site" / f"company-{page:03}" / "index.html").read_text(encoding="utf-8")
    cells = [int(text) for text in re.findall(r"<t[dh][^>]*>(\d+)</t[dh]>", html)]
    values = [f"renown is {campaign.value(page, place)}," for place in campaign.PLACES]
    return cells, [value in html for value in values]


def check_same(folders: dict[str, Path], pages: int) -> None:
    """Refuse to compare books that do not say the same.

    Raises:
        SystemExit: if a variant's first or last page prints other numbers.
    """
    for page in {1, pages}:
        wanted = [n for place in campaign.PLACES for row in campaign.rows(page, place) for n in row]
        for name, folder in folders.items():
            numbers, values = printed(folder, page)
            if numbers != wanted or not all(values):
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
    middle = {
        name: Run(median(r.wall for r in taken), median(r.processor for r in taken))
        for name, taken in runs.items()
    }
    base = middle[MEASURED_AGAINST]
    lines = [f"{'':<15}{'wall':>9}{'ratio':>7}{'processor':>12}{'ratio':>7}"]
    lines += [
        f"{name:<15}{run.wall:>7.2f} s{run.wall / base.wall:>7.2f}"
        f"{run.processor:>10.2f} s{run.processor / base.processor:>7.2f}"
        for name, run in middle.items()
    ]
    return "\n".join(lines)


def main() -> None:
    """Measure, and print the table."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--pages", type=int, default=100, help="pages of the book (100)")
    options.add_argument("--rounds", type=int, default=7, help="builds of each variant (7)")
    options.add_argument("--keep", type=Path, help="write the books here, and leave them")
    chosen = options.parse_args()
    if chosen.keep and chosen.keep.exists():
        options.error(f"{chosen.keep} is there already")
    with tempfile.TemporaryDirectory() as scratch:
        root = chosen.keep or Path(scratch)
        folders = {name: root / name.replace(" ", "-") for name in VARIANTS}
        for name, variant in VARIANTS.items():
            write_book(folders[name], variant, chosen.pages)
            build(folders[name], chosen.pages)  # not counted: it fills the caches of the disk
        check_same(folders, chosen.pages)
        runs = measure(folders, chosen.pages, chosen.rounds)
    print(f"{chosen.pages} pages, medians of {chosen.rounds} builds of each")
    print(table_of(runs))


if __name__ == "__main__":
    main()
