"""What every bench shares: the time of a process, medians, the option `--small`, a page as read."""

from __future__ import annotations

import argparse
import resource
import subprocess
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median


@dataclass(frozen=True)
class Run:
    """The seconds that a process took: by the clock, and of the processors."""

    wall: float
    processor: float


def measured(
    command: Sequence[str], folder: Path, environment: Mapping[str, str] | None = None
) -> Run:
    """Run a command in a folder, and measure it with all that it starts.

    Raises:
        SystemExit: if the command fails; the message is what it wrote.
    """
    before, start = _processor(), time.perf_counter()
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
    run = Run(time.perf_counter() - start, _processor() - before)
    if ran.returncode:
        raise SystemExit((ran.stdout + ran.stderr).decode()[-2000:])
    return run


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def middle(runs: Iterable[Run]) -> Run:
    """The median of each of the two times."""
    runs = list(runs)
    return Run(median(run.wall for run in runs), median(run.processor for run in runs))


def asked(parser: argparse.ArgumentParser, **small: object) -> argparse.Namespace:
    """Parse the command line; with `--small`, these are the values of options that are not given.

    They are the least with which the script still runs all of its code that the tests do not.
    """
    parser.add_argument("--small", action="store_true", help="the least that tries every part")
    if parser.parse_args().small:
        parser.set_defaults(**small)
    return parser.parse_args()


def texts(page: Path, path: str) -> list[str]:
    """What a reader reads in the elements of a built page at an XPath, whatever their markup."""
    from lxml import html

    root = html.parse(page, html.HTMLParser(encoding="utf-8"))
    return [" ".join(element.text_content().split()) for element in root.xpath(path)]
