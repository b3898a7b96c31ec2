"""What every bench shares: the price of a process, rows of medians, the option `--small`."""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
NOW, BEFORE = "now", "before"
WIDTHS = ("44", "28", ">9", ">6", ">9", ">6", ">6")  # of the columns, on a screen


@dataclass(frozen=True)
class Run:
    """What work took: seconds by the clock and of the processors, and megabytes at the most.

    None is what was not measured; infinity is an answer that never came.
    """

    wall: float | None
    processor: float | None = None
    memory: float | None = None


@dataclass(frozen=True)
class Press:
    """A checkout of this project, and the Python that runs it."""

    root: Path = ROOT
    python: Path = Path(sys.executable)

    def environment(self, folder: Path) -> dict[str, str]:
        """The environment of a command beside a book, which may keep what it compiles."""
        path = os.pathsep.join(map(str, (folder, self.root)))
        # The theme's notice on the future of MkDocs would fill the screen.
        own = {"PYTHONPATH": path, "NO_MKDOCS_2_WARNING": "1"}
        kept = {n: value for n, value in os.environ.items() if n != "PYTHONDONTWRITEBYTECODE"}
        return kept | own

    def copy_of_book(self, folder: Path) -> Path:
        """The shipped book's files in another folder, to be edited there."""
        left_out = shutil.ignore_patterns("__pycache__")
        for name in ("docs", "sfrules", "tables"):
            shutil.copytree(self.root / name, folder / name, ignore=left_out)
        for name in ("mkdocs.yml", "pyproject.toml", "README.md"):
            shutil.copy(self.root / name, folder)
        command = [self.python, "-m", "compileall", "-q", folder / "sfrules"]
        subprocess.run(command, check=True)  # so that no run has to
        return folder


HERE = Press()


def presses(beside: Path | None) -> dict[str, Press]:
    """The presses that take turns: this one, and that of another checkout with its own .venv."""
    before = {BEFORE: Press(beside, beside / ".venv/bin/python")} if beside else {}
    return {NOW: HERE, **before}


def measured(folder: Path, module: str, *words: str, press: Press = HERE) -> Run:
    """Run a module of Python in a book's folder, and measure it with all that it starts.

    A process begins with the memory of the one that started it, so no less than that is told.

    Raises:
        SystemExit: if the command fails; the message is what it wrote.
    """
    with tempfile.TemporaryFile() as written:
        start = time.perf_counter()
        process = subprocess.Popen(
            [press.python, "-m", module, *words],
            cwd=folder,
            env=press.environment(folder),
            stdout=written,
            stderr=subprocess.STDOUT,
        )
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            written.seek(0)
            raise SystemExit(written.read().decode()[-2000:])
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    most = used.ru_maxrss / 1024 if used.ru_maxrss > own else None
    return Run(wall, used.ru_utime + used.ru_stime, most)


def middle(runs: Iterable[Run]) -> Run:
    """The median of each of the figures."""
    runs = list(runs)
    return Run(*(_median(getattr(run, field.name) for run in runs) for field in fields(Run)))


def _median(numbers: Iterable[float | None]) -> float | None:
    known = [number for number in numbers if number is not None]
    return median(known) if known else None


def tell(work: str, taken: Mapping[str, Sequence[Run]], beside: str = "") -> None:
    """Print a row for each variant of some work: its medians, and what they are of another's."""
    medians = {variant: middle(runs) for variant, runs in taken.items()}
    base = medians.get(beside, Run(None))
    for variant, run in medians.items():
        cells = (
            work,
            variant,
            _seconds(run.wall),
            _ratio(run.wall, base.wall),
            _seconds(run.processor),
            _ratio(run.processor, base.processor),
            "" if run.memory is None else f"{run.memory:.0f}",
        )
        print("| " + " | ".join(map("{:{}}".format, cells, WIDTHS)) + " |", flush=True)


def _seconds(number: float | None) -> str:
    if number is None:
        return ""
    return "never" if number == float("inf") else f"{number:.2f}"


def _ratio(number: float | None, base: float | None) -> str:
    known = number is not None and base and number != float("inf")
    return f"{number / base:.2f}" if known and number is not None and base else ""


def asked(parser: argparse.ArgumentParser, **small: object) -> argparse.Namespace:
    """Parse the command line; with `--small`, these are the values of options not given."""
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--small", action="store_true", help="the least that tries every part")
    parser.add_argument("--beside", type=Path, help="a checkout to take turns with")
    if parser.parse_args().small:
        parser.set_defaults(rounds=1, **small)
    return parser.parse_args()
