"""Torture the book and the press, and print what came of it.

    python bench/torture
    python bench/torture exchanges mutants --share 0.01

Each torture is a module beside this one with `torture(task) -> Section`.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import time

from section import Section, Task

TORTURES = ("exchanges", "drift", "hostile", "mutants")


def main() -> None:
    """Run the tortures asked for, and print what came of each."""
    parser = argparse.ArgumentParser(description="Torture the book and the press.")
    parser.add_argument(
        "tortures", nargs="*", choices=[*TORTURES, []], help="all, if none is named"
    )
    parser.add_argument("--share", type=float, default=1.0, help="of what is to be tried")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    fallen = False
    for name in asked.tortures or TORTURES:
        start = time.monotonic()
        section: Section = importlib.import_module(name).torture(Task(asked.share, asked.seed))
        taken = time.monotonic() - start
        part = f", a share of {asked.share:g}" if asked.share != 1 else ""
        section.lines.append(f"\n`{name}`, seed {asked.seed}{part}: {taken:.0f} seconds.")
        print(section, flush=True)
        fallen |= bool(section.fallen)
    sys.exit(fallen)


if __name__ == "__main__":
    main()
