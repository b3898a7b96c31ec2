"""How long a book takes to check, and its rules to ask: cold, warm, and after an edit.

    python bench/check.py [--rounds N] [--pages 500]

The books are this one, and the one of `serve.py` with so many pages. Each check is a process of its
own. Then comes the processor's time of each phase, of a check that knows nothing and of one after
an edit, and its share.
"""

from __future__ import annotations

import argparse
import gc
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from measuring import Run, asked, measured, tell, tell_phases

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
PHASES = {
    "the configuration": ("sfrules.press.doors.site_check", "checked_site"),
    "loading the book": ("sfrules.press.doors.site_check", "book_of"),
    "reading what is known": ("sfrules.press.doors.site_check.SiteCheck", "_begin"),
    "reading the pages": ("sfrules.press.doors.site_check.FolderHost", "pages"),
    "regions and typed numbers": ("sfrules.press.site.weave.check", "_read"),
    "macros, tables and charts": ("sfrules.press.site.weave.check", "_with_macros"),
    "sessions": ("sfrules.press.site.weave.check", "_with_sessions"),
    "proofs": ("sfrules.press.site.weave.check", "check_proofs"),
    "loose numbers": ("sfrules.press.site.weave.check", "_audited"),
    "Markdown": ("sfrules.press.site.weave.check", "_converted"),
    "finishing pages": ("sfrules.press.site.weave.check", "_finished"),
    "tables for the lock": ("sfrules.press.site.keep.store.Store", "written"),
    "the lock": ("sfrules.press.site.weave.check", "lock_problems"),
    "docstrings": ("sfrules.press.site.weave.check", "_checked_docstrings"),
    "gaps": ("sfrules.press.site.weave.check", "find_gaps"),
    "keeping what is known": ("sfrules.press.doors.site_check", "save"),
}


def copy_of_book(root: Path) -> None:
    """The book's own files in another folder, to be edited there."""
    built = shutil.ignore_patterns(".*", "site", "build", "dist")
    shutil.copytree(ROOT, root, ignore=lambda at, of: built(at, of) if Path(at) == ROOT else ())


def check(root: Path, *options: str) -> Run:
    """Check a book, in a process of its own."""
    return run(root, "check", *options)


def run(root: Path, *command: str) -> Run:
    """Run a command of sfrules beside a book, in a process of its own."""
    return measured([sys.executable, "-m", "sfrules", *command], root, _around(root))


def questions(root: Path, rule: str, rounds: int) -> None:
    """Ask a rule of a book that has been checked, in turns, and print the medians."""
    commands = ("calc", f"{rule}(7)"), ("explain", f"{rule}(7)"), ("where", rule)
    taken: dict[str, list[Run]] = {" ".join(command): [] for command in commands}
    for _ in range(rounds):
        for command in commands:
            taken[" ".join(command)].append(run(root, *command))
    tell("a question", taken)


def _around(root: Path) -> dict[str, str]:
    path = os.pathsep.join(map(str, (root, ROOT)))
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPATH": path, "NO_MKDOCS_2_WARNING": "1"}


def edit(page: Path) -> None:
    """Change a page."""
    page.write_text(page.read_text(encoding="utf-8") + "\nOnce more.\n", encoding="utf-8")


def measure(name: str, page: Path, rounds: int) -> None:
    """Check a book in turns, and print the medians and the phases."""
    root = page.parents[1]
    taken: dict[str, list[Run]] = {"cold": [], "warm": [], "after an edit": []}
    check(root)  # not counted: it compiles the modules
    for _ in range(rounds):
        taken["cold"].append(check(root, "--no-cache"))
        taken["warm"].append(check(root))
        edit(page)
        taken["after an edit"].append(check(root))
    tell(f"check, {name}", taken)
    for kind in ("cold", "after an edit"):
        edit(page)
        command = [sys.executable, __file__, "--phases", kind]
        subprocess.run(command, cwd=root, env=_around(root), check=True)


def phases(kind: str) -> None:
    """Check the book of the working folder, and print the processor's time of each phase."""
    from sfrules.__main__ import SELDOM
    from sfrules.press.doors.site_check import SiteCheck

    gc.set_threshold(*SELDOM)

    def work() -> None:
        if problems := SiteCheck(Path("mkdocs.yml"), cached=kind != "cold").check().problems:
            sys.exit(f"{len(problems)} problems")

    tell_phases(kind, PHASES, work)


def main() -> None:
    """Measure both books."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--pages", type=int, default=500)
    options.add_argument("--phases", help=argparse.SUPPRESS)
    given = asked(options, rounds=1, pages=23)  # the fewest of serve.py, not loaded for a phase
    if given.phases:
        return phases(given.phases)
    from served_book import SERVERS, write_book

    with tempfile.TemporaryDirectory(prefix="check-") as scratch:
        shipped, many = Path(scratch, "book"), Path(scratch, "many")
        if not given.small:  # what the tests do anyway
            copy_of_book(shipped)
            measure("the shipped book", shipped / "docs" / "welcome.md", given.rounds)
            questions(shipped, "core.ability_multiplier", given.rounds)
        write_book(many, SERVERS["sfrules serve"], given.pages)
        measure(f"{given.pages} pages", many / "docs" / "page-20.md", given.rounds)
        if given.small:
            questions(many, "sea.draft", given.rounds)
    return None


if __name__ == "__main__":
    main()
