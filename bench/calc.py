"""How long an answer takes: `calc` and `explain`, of the shipped book and of a small one.

python bench/calc.py [--rounds N]
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from measuring import Run, asked, copy_of_book, measured, tell
from served_book import FEWEST, SERVERS, write_book


def questions(name: str, root: Path, expression: str, rounds: int) -> None:
    """Ask a book in turns, and print the medians."""
    taken: dict[str, list[Run]] = {"calc": [], "explain": []}
    for command in taken:
        measured(root, "sfrules", command, expression)  # not counted: it compiles the modules
    for _ in range(rounds):
        for command, runs in taken.items():
            runs.append(measured(root, "sfrules", command, expression))
    tell(f"{expression}, {name}", taken)


def main() -> None:
    """Ask both books."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    given = asked(options)
    with tempfile.TemporaryDirectory(prefix="calc-") as scratch:
        shipped, small = copy_of_book(Path(scratch, "book")), Path(scratch, "small")
        write_book(small, SERVERS["sfrules serve"], FEWEST)
        questions("the shipped book", shipped, "core.ability_multiplier(7)", given.rounds)
        questions("a small book", small, "sea.draft(7)", given.rounds)


if __name__ == "__main__":
    main()
