"""Torture the book and the press, and write what came of it to bench/TORTURE.md.

    python bench/torture
    python bench/torture digits growth --share 0.01
    python bench/torture --minutes 45

Each torture is a module beside this one with `torture(task) -> Section`.
"""

from __future__ import annotations

import argparse
import importlib
import math
import os
import re
import sys
import time
from collections.abc import Mapping, Sequence

from section import ROOT, Section, Task

TORTURES = (
    "fell", "growth", "digits", "meaning", "seen", "books", "failures", "odd_git", "fuzzing",
    "hostile", "escaping", "live", "same_bytes", "exchanged_units", "mutants", "press_mutants",
)  # fmt: skip
REPORT = ROOT / "bench" / "TORTURE.md"
HEAD = """\
# What the torture found

Written by `make torture`, which tries to break the book and the press, and counts what it tries.
A torture that is run again by its name writes its own section anew.
"""
_SPENT = re.compile(
    r"^`(?P<name>\w+)`, seed \d+(?:, a share of (?P<share>[\d.]+))?: (?P<seconds>\d+) seconds",
    re.MULTILINE,
)
UNKNOWN = 300  # seconds for a torture that nobody has run
WHOLE = ("fell", "growth")  # tortures that a part of the time takes no share of
LEAST, WITHOUT = 0.005, 30  # a share, and the minutes below which all of them take their share
_SECTION = re.compile(r"^## (?P<title>.*)\n[^\0]*?(?=^## |\Z)", re.MULTILINE)


def _write(section: Section) -> None:
    """Put a section into the report, in the place of the one that it had before."""
    before = REPORT.read_text(encoding="utf-8") if REPORT.exists() else HEAD
    known = {found["title"]: found[0].rstrip() for found in _SECTION.finditer(before)}
    known[section.title] = str(section).rstrip()
    REPORT.write_text("\n\n".join([HEAD.rstrip(), *known.values()]) + "\n", encoding="utf-8")


def _spent() -> dict[str, float]:
    """The seconds that all of each torture would take, by what the last took of it."""
    found = _SPENT.finditer(REPORT.read_text(encoding="utf-8")) if REPORT.exists() else ()
    return {each["name"]: int(each["seconds"]) / float(each["share"] or 1) for each in found}


def _share_in(seconds: float, left: Sequence[str], spent: Mapping[str, float]) -> float:
    """The share of the next torture, if those that are left have some seconds together.

    It is reckoned anew before each, so what one takes too long the others make up for.
    """
    whole = [name for name in left if name in WHOLE and seconds > 60 * WITHOUT]
    if left[0] in whole:
        return 1.0
    shared = sum(spent.get(name, UNKNOWN) for name in left if name not in whole)
    rest = seconds - sum(spent.get(name, UNKNOWN) for name in whole)
    return min(1.0, max(LEAST, rest / shared))


def main() -> None:
    """Run the tortures asked for, and print what came of each.

    What is tried whole, or by minutes, is kept, too.
    """
    parser = argparse.ArgumentParser(description="Torture the book and the press.")
    parser.add_argument(
        "tortures", nargs="*", choices=[*TORTURES, []], help="all, if none is named"
    )
    parser.add_argument("--share", type=float, default=1.0, help="of what is to be tried")
    parser.add_argument("--minutes", type=float, help="for all together, in place of a share")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="add what fell to fell.csv")
    asked = parser.parse_args()
    names, spent = asked.tortures or TORTURES, _spent()
    end, sections = time.monotonic() + 60 * (asked.minutes or 0), []
    for at, name in enumerate(names):
        start = time.monotonic()
        os.chdir(ROOT)  # a torture may have left a folder that is gone now
        share = _share_in(end - start, names[at:], spent) if asked.minutes else asked.share
        seconds = share * spent.get(name, UNKNOWN) if asked.minutes else math.inf
        task = Task(share, asked.seed, seconds)
        section: Section = importlib.import_module(name).torture(task)
        taken = time.monotonic() - start
        share = section.tried or share
        part = f", a share of {share:.3f}" if share != 1 else ""
        section.lines.append(f"\n`{name}`, seed {task.seed}{part}: {taken:.0f} seconds.")
        print(section, flush=True)
        sections.append(section)
        if asked.keep and section.cases:
            importlib.import_module("cases").keep(section.cases)
        if share >= 1 or asked.minutes:
            _write(section)
    sys.exit(any(section.fallen for section in sections))


if __name__ == "__main__":
    main()
