"""How long it takes from a save to the new text served: ours, and plain `mkdocs serve`.

    python bench/serve.py [--pages 30 100 500] [--rounds N]

The book has three pages that use one rule, three that use one row, and three with one table; the
others have words and a number each. Ours is `sfrules serve`, beside it `mkdocs serve` with the same
plugin. Both run at once on the same pages, and take turns.
"""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "torture"))

from live_book import write_site  # noqa: E402 it stands in the folder of the tortures

PROSE = "\n\n".join("A page of plain words that stand for a chapter of a book." for _ in range(40))
COMMANDS = {
    "sfrules serve": ["-m", "sfrules", "serve"],
    "mkdocs serve": ["-m", "mkdocs", "serve", "--quiet"],
}
Save = Callable[[Path, int], tuple[str, str]]


def write_book(root: Path, pages: int) -> None:
    """Write a book of so many pages."""
    write_site(root, 0)
    config = root / "mkdocs.yml"
    config.write_text(config.read_text(encoding="utf-8").replace("mkdocs}", "material}"))
    special = ["{{ sea.draft(4) }} feet"] * 3 + ["{{ boats.tern.sails }} sails"] * 3
    special += ['{{ table("loads") }}'] * 3
    for page in range(pages - 2):
        said = special[page] if page < len(special) else "{{ sea.speed(3) }} knots"
        text = f"# Page {page}\n\n{said}\n\n{PROSE}\n"
        (root / f"docs/page-{page}.md").write_text(text, encoding="utf-8")


def page(root: Path, turn: int) -> tuple[str, str]:
    """Save a page."""
    path = root / "docs/page-20.md"
    path.write_text(f"# Page 20\n\nTurn {turn}.\n\n{PROSE}\n", encoding="utf-8")
    return "page-20/", f"Turn {turn}."


def rule(root: Path, turn: int) -> tuple[str, str]:
    """Save a rule that three pages use."""
    path = root / "boats/hulls.py"
    before = path.read_text(encoding="utf-8").rpartition("return")[0]
    path.write_text(f"{before}return speed(length) + {turn}\n", encoding="utf-8")
    return "page-0/", f"{8 + turn} feet"


def row(root: Path, turn: int) -> tuple[str, str]:
    """Save a row that three pages use."""
    text = f"id,name,sails\ngull,Gull,3\ntern,Tern,{turn}\n"
    (root / "facts/boats.csv").write_text(text, encoding="utf-8")
    return "page-3/", f"{turn} sails"


def definition(root: Path, turn: int) -> tuple[str, str]:
    """Save the definition of a table that three pages print."""
    path = root / "boats/tables.py"
    before, after = path.read_text(encoding="utf-8").split('Table("loads", "')
    path.write_text(f'{before}Table("loads", "Loads {turn}"{after.partition(chr(34))[2]}')
    return "page-6/", f"Loads {turn}"


SAVES: tuple[Save, ...] = (page, rule, row, definition)


@contextmanager
def running(root: Path, command: list[str]) -> Iterator[str]:
    """The address of a server of a book."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    around = os.environ | {"PYTHONPATH": os.pathsep.join((str(root), *sys.path[1:]))}
    with subprocess.Popen(
        [sys.executable, *command, "--dev-addr", address],
        cwd=root,
        env=around | {"NO_MKDOCS_2_WARNING": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            wait_for(f"http://{address}/page-20/", "Page 20", 300)
            yield f"http://{address}/"
        finally:
            process.terminate()


def wait_for(url: str, text: str, seconds: float = 60) -> float | None:
    """How long it takes until a page says something; None if it never does."""
    started = time.perf_counter()
    while time.perf_counter() - started < seconds:
        with suppress(OSError), urllib.request.urlopen(url, timeout=seconds) as answer:  # noqa: S310 ours
            if text in answer.read().decode():
                return time.perf_counter() - started
        time.sleep(0.01)
    return None


def measure(pages: int, rounds: int) -> None:
    """Save in turns, and print the median of each kind of save for each server."""
    with ExitStack() as stack:
        servers = {}
        for name, command in COMMANDS.items():
            root = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="serve-")))
            write_book(root, pages)
            servers[name] = root, stack.enter_context(running(root, command))
        time.sleep(1)
        for save in SAVES:
            taken: dict[str, list[float]] = {name: [] for name in servers}
            for turn in range(rounds):
                for name, (root, url) in servers.items():
                    address, text = save(root, 10 + turn)
                    took = wait_for(url + address, text)
                    taken[name].append(float("inf") if took is None else took)
            told = "  ".join(f"{name} {median(times):.2f} s" for name, times in taken.items())
            print(f"{pages:>4} pages  {save.__name__:<10}  {told}", flush=True)


def main() -> None:
    """Measure books of some sizes."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--pages", type=int, nargs="+", default=[30, 100, 500])
    options.add_argument("--rounds", type=int, default=5)
    chosen = options.parse_args()
    for pages in chosen.pages:
        measure(pages, chosen.rounds)


if __name__ == "__main__":
    main()
