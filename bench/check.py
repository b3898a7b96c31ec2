"""How long a check of the shipped book takes: with nothing kept, with all kept, after an edit.

python bench/check.py [--rounds N] [--beside CHECKOUT]
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from measuring import BEFORE, Run, asked, measured, presses, tell


def main() -> None:
    """Check the book in turns, and print the medians."""
    given = asked(argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0]))
    both = presses(given.beside)
    works: dict[str, dict[str, list[Run]]] = {
        work: {name: [] for name in both} for work in ("cold", "warm", "after an edit")
    }
    with tempfile.TemporaryDirectory(prefix="check-") as scratch:
        books = {name: press.copy_of_book(Path(scratch, name)) for name, press in both.items()}
        for turn in range(given.rounds + 1):  # the first is not counted: it compiles the modules
            for name, press in both.items():
                for work, taken in works.items():
                    if work == "after an edit":
                        page = books[name] / "docs" / "welcome.md"
                        page.write_text(f"{page.read_text(encoding='utf-8')}\nOnce more.\n")
                    words = ["--no-cache"] if work == "cold" else []
                    run = measured(books[name], "sfrules", "check", *words, press=press)
                    taken[name] += [run] if turn else []
    for work, taken in works.items():
        tell(f"check, {work}", taken, BEFORE)


if __name__ == "__main__":
    main()
