"""Torture the book and the press, and write what came of it to bench/TORTURE.md.

    python bench/torture
    python bench/torture digits growth --share 0.01
    python bench/torture --minutes 45

Each torture is a module beside this one with `torture(task) -> Section`.
"""

from __future__ import annotations

import argparse
import importlib
import re
import sys
import time
from collections.abc import Sequence

from section import ROOT, Section, Task

TORTURES = (
    "digits", "meaning", "seen", "books", "failures", "fell", "fuzzing", "hostile",
    "escaping", "growth", "live", "same_bytes", "mutants",
    "press_mutants", "exchanged_units",
)  # fmt: skip
REPORT = ROOT / "bench" / "TORTURE.md"
HEAD = """\
# What the torture found

Written by `make torture`, which tries to break the book and the press, and counts what it tries.
A torture that is run again by its name writes its own section anew.
"""
_SPENT = re.compile(r"^`(?P<name>\w+)`, seed \d+: (?P<seconds>\d+) seconds", re.MULTILINE)
UNKNOWN = 300  # seconds for a torture that nobody has run whole
_SECTION = re.compile(r"^## (?P<title>.*)\n[^\0]*?(?=^## |\Z)", re.MULTILINE)


def _write(section: Section) -> None:
    """Put a section into the report, in the place of the one that it had before."""
    before = REPORT.read_text(encoding="utf-8") if REPORT.exists() else HEAD
    known = {found["title"]: found[0].rstrip() for found in _SECTION.finditer(before)}
    known[section.title] = str(section).rstrip()
    REPORT.write_text("\n\n".join([HEAD.rstrip(), *known.values()]) + "\n", encoding="utf-8")


def _share_in(minutes: float, names: Sequence[str]) -> float:
    """The share of each torture that some minutes have time for, by what all of each took last."""
    spent = {found["name"]: int(found["seconds"]) for found in _SPENT.finditer(REPORT.read_text())}
    return min(1.0, 60 * minutes / sum(spent.get(name, UNKNOWN) for name in names))


def main() -> None:
    """Run the tortures asked for, and print what came of each; what is tried whole is kept, too."""
    parser = argparse.ArgumentParser(description="Torture the book and the press.")
    parser.add_argument(
        "tortures", nargs="*", choices=[*TORTURES, []], help="all, if none is named"
    )
    parser.add_argument("--share", type=float, default=1.0, help="of what is to be tried")
    parser.add_argument("--minutes", type=float, help="for all together, in place of a share")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="add what fell to fell.csv")
    asked = parser.parse_args()
    names = asked.tortures or TORTURES
    share = _share_in(asked.minutes, names) if asked.minutes else asked.share
    task, sections = Task(share, asked.seed), []
    for name in names:
        start = time.monotonic()
        section: Section = importlib.import_module(name).torture(task)
        taken = time.monotonic() - start
        section.lines.append(f"\n`{name}`, seed {task.seed}: {taken:.0f} seconds.")
        print(section, flush=True)
        sections.append(section)
        if asked.keep and section.cases:
            importlib.import_module("cases").keep(section.cases)
        if task.share == 1:
            _write(section)
    sys.exit(any(section.fallen for section in sections))


if __name__ == "__main__":
    main()
