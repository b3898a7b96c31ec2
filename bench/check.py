"""How long the book takes to check: knowing nothing, knowing everything, and after an edit.

    python bench/check.py [--rounds N]

Each check is a process of its own. The phases are those of a check that knows nothing.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import sfrules.press.site.check as steps
from sfrules.press.doors.mkdocs_pages import SiteCheck
from sfrules.press.site.store import Store

ROOT = Path(__file__).resolve().parents[1]
PAGE = "docs/welcome.md"
PHASES = (
    (steps, "_read"),
    (steps, "_with_macros"),
    (steps, "_with_sessions"),
    (steps, "_with_proofs"),
    (steps, "_audited"),
    (Store, "converted"),
    (Store, "finished"),
    (Store, "printed"),
    (steps, "_docstrings"),
    (steps, "find_gaps"),
)


def copy_of_book(folder: Path) -> Path:
    """The book's own files in another folder, to be edited there."""
    root = folder / "book"
    shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns(".*", "site", "build", "dist"))
    return root


def check(root: Path, *options: str) -> tuple[float, float]:
    """The time of a check, by the clock and of the processor."""
    command = [sys.executable, "-m", "sfrules", "check", *options]
    around = os.environ | {"PYTHONPATH": str(root), "NO_MKDOCS_2_WARNING": "1"}
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, cwd=root, env=around, check=True, stdout=subprocess.DEVNULL)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def edit(root: Path) -> None:
    """Change a page."""
    page = root / PAGE
    page.write_text(page.read_text(encoding="utf-8") + "\nOnce more.\n", encoding="utf-8")


def measure(rounds: int) -> dict[str, list[tuple[float, float]]]:
    """Check in turns."""
    taken: dict[str, list[tuple[float, float]]] = {"cold": [], "warm": [], "after an edit": []}
    with tempfile.TemporaryDirectory(prefix="check-") as scratch:
        root = copy_of_book(Path(scratch))
        check(root)  # not counted: it compiles the modules
        for _ in range(rounds):
            taken["cold"].append(check(root, "--no-cache"))
            taken["warm"].append(check(root))
            edit(root)
            taken["after an edit"].append(check(root))
    return taken


def phases() -> Counter[str]:
    """The processor's time of each phase, in seconds."""
    spent: Counter[str] = Counter()

    def timed(name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: Any, **kwargs: Any) -> Any:
            start = time.process_time()
            try:
                return work(*args, **kwargs)
            finally:
                spent[name.strip("_")] += time.process_time() - start

        return run

    for owner, name in PHASES:
        setattr(owner, name, timed(name, getattr(owner, name)))
    start = time.process_time()
    SiteCheck(ROOT / "mkdocs.yml").check()
    spent["the whole"] = time.process_time() - start
    return spent


def main() -> None:
    """Measure, and print."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--rounds", type=int, default=5)
    for name, runs in measure(options.parse_args().rounds).items():
        wall, processor = (median(run[at] for run in runs) for at in (0, 1))
        print(f"{name:<15}{wall:>7.2f} s{processor:>7.2f} s of the processor")
    for name, seconds in phases().most_common():
        print(f"{name:<15}{seconds:>7.2f} s")


if __name__ == "__main__":
    main()
