"""How long a check of a book takes: with nothing kept, with all kept, and after an edit.

    python bench/check.py [--rounds N] [--pages 500]

The books are this one, and the one of `serve.py` with so many pages.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from measuring import Run, asked, copy_of_book, measured, tell
from served_book import FEWEST, SERVERS, write_book


def edit(page: Path) -> None:
    """Change a page."""
    page.write_text(page.read_text(encoding="utf-8") + "\nOnce more.\n", encoding="utf-8")


def measure(name: str, page: Path, rounds: int) -> None:
    """Check a book in turns, and print the medians."""
    root = page.parents[1]
    taken: dict[str, list[Run]] = {"cold": [], "warm": [], "after an edit": []}
    measured(root, "sfrules", "check")  # not counted: it compiles the modules
    for _ in range(rounds):
        taken["cold"].append(measured(root, "sfrules", "check", "--no-cache"))
        taken["warm"].append(measured(root, "sfrules", "check"))
        edit(page)
        taken["after an edit"].append(measured(root, "sfrules", "check"))
    tell(f"check, {name}", taken)


def main() -> None:
    """Measure both books."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--pages", type=int, default=500)
    given = asked(options, pages=FEWEST)
    with tempfile.TemporaryDirectory(prefix="check-") as scratch:
        shipped, many = copy_of_book(Path(scratch, "book")), Path(scratch, "many")
        write_book(many, SERVERS["sfrules serve"], given.pages)
        measure("the shipped book", shipped / "docs" / "welcome.md", given.rounds)
        measure(f"{given.pages} pages", many / "docs" / "page-20.md", given.rounds)


if __name__ == "__main__":
    main()
