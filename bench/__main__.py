"""Measure what is to be quick, and write it into the table of bench/README.md.

    python bench [NAMES] [--rounds N] [--small] [--beside CHECKOUT]

Each bench is a script beside this one, and shows its rows; a row of the table takes what some of
them say. Rows that were not measured stay as they are. With `--small`, nothing is written.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import distributions
from pathlib import Path

from measuring import NOW

HERE = Path(__file__).resolve().parent
README = HERE / "README.md"
BENCHES = ("build", "check", "serve", "calc")
PEERS = ("mkdocs", "mkdocs-material", "mkdocs-macros-plugin", "markdown-exec")
BEGIN, END = "<!-- Written by `make bench`. -->\n", "<!-- The end of what it writes. -->\n"
HEAD = """\
| work | at 47aa7758 | goal | by clock | by processor | measured at |
| --- | --- | --- | --- | --- | --- |
"""
CLOCK, PROCESSOR, MEMORY = 4, 6, 7  # what is beside another, and the memory, in a bench's row


@dataclass(frozen=True)
class Goal:
    """A row of the table: what was measured once, what is to be reached, and what measures it."""

    work: str
    before: str
    goal: str
    #: The work and the variant of each row of a bench that it takes.
    rows: tuple[tuple[str, str], ...]
    columns: tuple[int, int] = (CLOCK, PROCESSOR)


OURS = "sfrules"
GOALS = (
    Goal(
        "build of 20, 100, 500 pages, beside by hand",
        "0.87, 0.61, 0.50",
        "0.75, 0.52, 0.45",
        tuple((f"build, {pages} pages", OURS) for pages in (20, 100, 500)),
    ),
    Goal(
        "the same, the theme's search in both, 100 pages",
        "0.96",
        "0.85",
        (("build, 100 pages", f"{OURS}, the theme's search"),),
    ),
    Goal(
        "second build of 100 pages, nothing changed, beside by hand",
        "0.40",
        "0.26",
        (("build again, 100 pages, nothing changed", OURS),),
    ),
    Goal(
        "memory of a build of 100 pages, MB",
        "96",
        "80",
        (("build, 100 pages", OURS),),
        (MEMORY, MEMORY),
    ),
    Goal(
        "the shipped book from nothing, beside its pasted pages",
        "4.4",
        "2.0",
        (("build, the shipped book", OURS),),
    ),
    Goal(
        "check of the shipped book: cold, warm, beside 47aa7758",
        "1, 1",
        "0.42, 0.55",
        (("check, cold", NOW), ("check, warm", NOW)),
    ),
    Goal("`calc`, `explain`", "1, 1", "0.62, 0.62", (("calc", NOW), ("explain", NOW))),
    Goal(
        "`sfrules serve` to its first page: cold, warm",
        "1, 1",
        "0.5, 0.6",
        tuple((f"first page, {how}, the shipped book", NOW) for how in ("cold", "warm")),
        (CLOCK, CLOCK),
    ),
    Goal(
        "saved: a page, a rule to the last page",
        "1, 1",
        "1.1, 0.6",
        tuple((f"saved: {what}, the shipped book", NOW) for what in ("a page", "a rule")),
        (CLOCK, CLOCK),
    ),
)


def rows_of(bench: str, options: Sequence[str]) -> tuple[list[str], bool]:
    """Run a bench, show what it prints, and return its rows and whether it came to its end."""
    command = [sys.executable, str(HERE / f"{bench}.py"), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        rows = []
        for line in process.stdout or ():
            print(line, end="", flush=True)
            if line.startswith("| "):
                rows.append(re.sub(" +", " ", line))
    return rows, process.returncode == 0


def filled(table: str, rows: Iterable[str], rounds: int) -> str:
    """The table with what these rows of benches measure, and the other cells as they are."""
    measured = {tuple(cell.strip() for cell in row.split("|")[1:3]): row for row in rows}
    old = {line.split("|")[1].strip(): line for line in table.split("\n") if line.startswith("| ")}
    lines = [HEAD]
    for goal in GOALS:
        known = [measured[row].split("|") for row in goal.rows if row in measured]
        if known and len(known) == len(goal.rows):
            found = (", ".join(cells[at].strip() for cells in known) for at in goal.columns)
            cells = (goal.work, goal.before, goal.goal, *found, f"{_commit()}, {rounds} rounds")
            lines.append(f"| {' | '.join(cells)} |\n")
        else:
            empty = f"| {goal.work} | {goal.before} | {goal.goal} | | | |"
            lines.append(f"{old.get(goal.work, empty)}\n")
    here = {each.name: each.version for each in distributions()}
    told = ", ".join(f"{peer} {here[peer]}" for peer in PEERS if peer in here)
    lines.append(f"\n{_today()}, {_machine()}, Python {platform.python_version()}, {told}.\n")
    return "".join(lines)


def _today() -> str:
    return datetime.now(UTC).strftime("%B %-d, %Y")


def _load() -> str:
    return f"a load of {os.getloadavg()[2]:.1f} at its end"


def _commit() -> str:
    git = ["git", "-C", str(HERE)]
    name = subprocess.check_output([*git, "rev-parse", "--short", "HEAD"], text=True).strip()
    code = ["--", ":/", f":!{README}"]  # not the table itself
    changed = subprocess.check_output([*git, "status", "--porcelain", "-uno", *code], text=True)
    return f"{name} with changes" if changed else name


def _machine() -> str:
    info = Path("/proc/cpuinfo")
    text = info.read_text(encoding="utf-8") if info.exists() else ""
    name = found[1] if (found := re.search(r"model name\s*: (.+)", text)) else platform.machine()
    return f"{os.cpu_count()} processors ({name}), {_load()}"


def main() -> None:
    """Run the benches one after the other."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", choices=[*BENCHES, []], help="all, if none is named")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--beside", type=Path, help="a checkout of 47aa7758 with its .venv")
    parser.add_argument("--small", action="store_true", help="the least that tries every part")
    given = parser.parse_args()
    options = ["--small"] if given.small else ["--rounds", str(given.rounds)]
    options += ["--beside", str(given.beside.resolve())] if given.beside else []
    rows: list[str] = []
    broken = False
    for bench in given.names or BENCHES:
        found, ended = rows_of(bench, options)
        rows += found
        broken |= not ended
    before, _, rest = README.read_text(encoding="utf-8").partition(BEGIN)
    table, _, after = rest.partition(END)
    if not given.small:
        new = filled(table, rows, given.rounds)
        README.write_text(f"{before}{BEGIN}\n{new}\n{END}{after}", encoding="utf-8")
    sys.exit(broken)


if __name__ == "__main__":
    main()
