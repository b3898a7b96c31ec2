"""How long an answer takes: `calc` and `explain`, of the shipped book.

python bench/calc.py [--rounds N] [--beside CHECKOUT]
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from measuring import BEFORE, asked, measured, presses, tell

EXPRESSION = "core.ability_multiplier(7)"


def main() -> None:
    """Ask the book in turns, and print the medians."""
    given = asked(argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0]))
    both = presses(given.beside)
    with tempfile.TemporaryDirectory(prefix="calc-") as scratch:
        books = {name: press.copy_of_book(Path(scratch, name)) for name, press in both.items()}
        for command in ("calc", "explain"):
            runs = [
                {
                    name: measured(books[name], "sfrules", command, EXPRESSION, press=press)
                    for name, press in both.items()
                }
                for _ in range(given.rounds + 1)
            ]  # the first is not counted: it compiles the modules
            taken = {name: [run[name] for run in runs[1:]] for name in both}
            tell(command, taken, BEFORE)


if __name__ == "__main__":
    main()
