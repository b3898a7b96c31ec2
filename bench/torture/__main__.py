"""Torture the book and the press, and write what came of it to bench/TORTURE.md.

    python bench/torture
    python bench/torture digits growth --share 0.01

Each torture is a module beside this one with `torture(task) -> Section`.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import time

from section import ROOT, Section, Task

TORTURES = (
    "digits", "failures", "fell", "fuzzing", "hostile",
    "escaping", "growth", "live", "same_bytes", "mutants",
)  # fmt: skip
REPORT = ROOT / "bench" / "TORTURE.md"
HEAD = """\
# What the torture found

Written by `make torture`, which tries to break the book and the press, and counts what it tries.
"""


def main() -> None:
    """Run the tortures asked for, and print the report; all of them together write it too."""
    parser = argparse.ArgumentParser(description="Torture the book and the press.")
    parser.add_argument(
        "tortures", nargs="*", choices=[*TORTURES, []], help="all, if none is named"
    )
    parser.add_argument("--share", type=float, default=1.0, help="of what is to be tried")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="add what fell to fell.csv")
    asked = parser.parse_args()
    task, sections = Task(asked.share, asked.seed), []
    for name in asked.tortures or TORTURES:
        start = time.monotonic()
        section: Section = importlib.import_module(name).torture(task)
        section.lines.append(f"\n{time.monotonic() - start:.0f} seconds.")
        print(section, flush=True)
        sections.append(section)
        if asked.keep and section.cases:
            importlib.import_module("cases").keep(section.cases)
    if not asked.tortures:
        tried = f"Seed {task.seed}; {100 * task.share:g} % of what there is to try.\n"
        text = "\n".join([HEAD, tried, *map(str, sections)])
        REPORT.write_text(text.rstrip() + "\n", encoding="utf-8")
    sys.exit(any(section.fallen for section in sections))


if __name__ == "__main__":
    main()
