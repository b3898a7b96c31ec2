"""Measure everything, and write one table of it into bench/README.md.

    python bench [NAMES] [--rounds N] [--small | --keep]

Each bench is a script beside this one; whatever it prints as a row is a row of the table. A whole
run is written, but not one with `--small`. Benches that are named are only shown; with `--keep`,
their rows take the place of those that they had, and the table says since which commit.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from importlib.metadata import distributions
from pathlib import Path

HERE = Path(__file__).resolve().parent
README = HERE / "README.md"
BENCHES = ("build", "check", "serve", "calc")
PEERS = ("mkdocs", "mkdocs-material", "mkdocs-macros-plugin", "markdown-exec")
BEGIN, END = "<!-- Written by `make bench`. -->\n", "<!-- The end of what it writes. -->\n"
HEAD = """\
| work | variant | clock, s | beside | processor, s | beside | memory, MB |
| --- | --- | ---: | ---: | ---: | ---: | ---: |
"""


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


def table(rows: Iterable[str], broken: Sequence[str], rounds: int) -> str:
    """The table, with what it was measured on; benches that broke off are named below it."""
    here = {each.name: each.version for each in distributions()}
    told = ", ".join(f"{peer} {here[peer]}" for peer in PEERS if peer in here)
    parts = [
        f"Medians of {rounds} rounds at commit {_commit()}, on {_today()}.\n",
        f"{_machine()}, Python {platform.python_version()}, {told}.\n",
        HEAD + "".join(rows),
        *(f"`bench/{bench}.py` broke off, and has no more rows.\n" for bench in broken),
    ]
    return "\n".join(parts)


def renewed(table: str, rows: Iterable[str], names: Sequence[str], rounds: int) -> str:
    """A table with these rows of some benches, and the others as they are; a note says which."""
    new = {_key(row): row for row in rows}
    lines = [new.pop(_key(line), line) for line in table.strip("\n").splitlines(keepends=True)]
    end = max(at for at, line in enumerate(lines) if line.startswith("| ")) + 1
    lines[end:end] = new.values()
    about = f"medians of {rounds} rounds at commit {_commit()}, on {_today()}, {_load()}"
    notes = {f"Rows of `{name}.py`: ": f"{about}.\n" for name in names}
    kept = "".join(line for line in lines if not line.startswith(tuple(notes)))
    told = "\n".join(f"{scripts}{note}" for scripts, note in notes.items())
    return re.sub("\n{3,}", "\n\n", f"{kept}\n{told}")


def _key(row: str) -> str:
    """What a row measures: its work and its variant."""
    return "|".join(cell.strip() for cell in row.split("|")[:3])


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


def write(change: Callable[[str], str], readme: Path) -> None:
    """Put what is made of the table in its place.

    Raises:
        SystemExit: if the file has no place for it; the message has the table, not to lose it.
    """
    before, begin, rest = readme.read_text(encoding="utf-8").partition(BEGIN)
    table, end, after = rest.partition(END)
    if not (begin and end):
        sys.exit(f"{change(HEAD)}\n{readme} has no place for the table")
    readme.write_text(f"{before}{BEGIN}\n{change(table)}\n{END}{after}", encoding="utf-8")


def main() -> None:
    """Run the benches one after the other."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", choices=[*BENCHES, []], help="all, if none is named")
    parser.add_argument("--rounds", type=int, default=5)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--small", action="store_true", help="the least that tries every part")
    how.add_argument("--keep", action="store_true", help="write the rows of those that are named")
    given = parser.parse_args()
    options = ["--small"] if given.small else ["--rounds", str(given.rounds)]
    rows: list[str] = []
    broken: list[str] = []
    for bench in given.names or BENCHES:
        found, ended = rows_of(bench, options)
        rows += found
        broken += [] if ended else [bench]
    text = table(rows, broken, 1 if given.small else given.rounds)
    if given.names and given.keep:
        ended = [name for name in given.names if name not in broken]
        write(lambda old: renewed(old, rows, ended, given.rounds), README)
    elif given.names or given.small:
        print(f"\n{text}")
    else:
        write(lambda _: text, README)
    sys.exit(bool(broken))


if __name__ == "__main__":
    main()
