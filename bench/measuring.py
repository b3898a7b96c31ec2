"""What every bench shares: the price of a process, rows of medians, the option `--small`."""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from statistics import median
from typing import Any

STARTING = "starting Python and the press"
WIDTHS = ("44", "32", ">9", ">6", ">9", ">6", ">6")  # of the columns, on a screen


@dataclass(frozen=True)
class Run:
    """What work took: seconds by the clock and of the processors, and megabytes at the most.

    None is what was not measured; infinity is an answer that never came.
    """

    wall: float | None
    processor: float | None = None
    memory: float | None = None


def measured(
    command: Sequence[str], folder: Path, environment: Mapping[str, str] | None = None
) -> Run:
    """Run a command in a folder, and measure it with all that it starts and waits for.

    A process begins with the memory of the one that started it, so no less than that is told.

    Raises:
        SystemExit: if the command fails; the message is what it wrote.
    """
    with tempfile.TemporaryFile() as written:
        start = time.perf_counter()
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=written, stderr=subprocess.STDOUT
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


class Stopwatch:
    """The processor's time of each phase, without that of the phases within it."""

    def __init__(self) -> None:
        self.spent: Counter[str] = Counter()
        self._running = [STARTING]
        self._since = 0.0

    def turn(self) -> None:
        """Put down what has been spent until now."""
        now = time.process_time()
        self.spent[self._running[-1]] += now - self._since
        self._since = now

    def timed(self, name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        """Some work, as a phase."""

        def run(*args: Any, **kwargs: Any) -> Any:
            self.turn()
            self._running.append(name)
            try:
                return work(*args, **kwargs)
            finally:
                self.turn()
                self._running.pop()

        return run


def tell_phases(
    kind: str, places: Mapping[str, tuple[str, str]], work: Callable[[], object]
) -> None:
    """Do some work, and print the processor's time of its phases, each the name of a function.

    Of each place, the module or the class is loaded already.
    """
    watch = Stopwatch()
    watch.turn()
    for name, (place, member) in places.items():
        module, _, owner = place.rpartition(".")
        found: Any = sys.modules.get(place) or getattr(sys.modules[module], owner)
        setattr(found, member, watch.timed(name, getattr(found, member)))
    watch.timed("the rest", work)()
    whole = watch.spent.total()
    for name, seconds in watch.spent.most_common():
        if seconds > whole / 200:
            print(f"  {kind}: {name:<30}{seconds:>6.2f} s{seconds / whole:>6.0%}", flush=True)


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
