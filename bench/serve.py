"""How long it takes from a save to the new text served: ours, and what peers serve.

    python bench/serve.py [--pages 30] [--peers 30] [--rounds N] [--beside CHECKOUT]

The shipped book is served by this press and by that of the other checkout, cold and warm.

The book beside peers has three pages that use one rule, three that use one row, and three with one
table; the others have words and a number each. `mkdocs serve` has it with mkdocs-macros and with
markdown-exec, for as many pages as `--peers` says: they build the whole book for each save. All run
at once, each on its own copy, and take turns. A peer that serves an old number is asked once more
after a save of a page, which makes it build the whole book again, and then left alone.
"""

from __future__ import annotations

import argparse
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path

from measuring import BEFORE, HERE, Press, Run, asked, presses, tell
from served_book import FEWEST, PROSE, SERVERS, write_book

TAG = re.compile(r"<[^>]*>")  # a reader sees none, nor what a page's head has in attributes
PRINTED = {"page-0/": "8 feet", "page-3/": "2 sails", "page-6/": "Loads", "page-9/": "6 knots"}
LEAST = 10.0  # seconds to wait for a new number
STALE = float("inf")  # seconds until a server that keeps an old number shows the new one
Save = Callable[[Path, int], tuple[str, str]]


def page(root: Path, turn: int) -> tuple[str, str]:
    """Save a page."""
    path = root / "docs/page-20.md"
    path.write_text(f"# A page\n\nOnce more: {'a' * turn}.\n\n{PROSE}\n", encoding="utf-8")
    return "page-20/", f"Once more: {'a' * turn}."


def rule(root: Path, turn: int) -> tuple[str, str]:
    """Save a rule that three pages use."""
    _replace(root / "game.py", r"speed\(length\) \+ \d+", f"speed(length) + {turn}")
    return "page-0/", f"{8 + turn} feet"


def row(root: Path, turn: int) -> tuple[str, str]:
    """Save a row that three pages use."""
    (root / "boats.csv").write_text(f"id,sails\ngull,3\ntern,{turn}\n", encoding="utf-8")
    return "page-3/", f"{turn} sails"


def definition(root: Path, turn: int) -> tuple[str, str]:
    """Save the definition of a table that three pages print."""
    _replace(root / "game.py", r'(?<=["*])Loads[ a]*', f"Loads {'a' * turn}")
    return "page-6/", f"Loads {'a' * turn}"


def _replace(path: Path, old: str, new: str) -> None:
    path.write_text(re.sub(old, new, path.read_text(encoding="utf-8")), encoding="utf-8")


SAVES: tuple[Save, ...] = (page, rule, row, definition)


@contextmanager
def running(
    root: Path, command: tuple[str, ...], page: str = "page-20/", press: Press = HERE
) -> Iterator[tuple[str, float]]:
    """The address of a server of a book, once it serves a page, and how long that took."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    with subprocess.Popen(
        [press.python, "-m", *command, "--dev-addr", address],
        cwd=root,
        env=press.environment(root),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            took = wait_for(f"http://{address}/{page}", "", 300)
            if took is None:
                sys.exit(f"{' '.join(command)} never served a page")
            yield f"http://{address}/", took
        finally:
            process.terminate()


def shipped(both: Mapping[str, Press], rounds: int) -> None:
    """Serve the shipped book cold and warm, and save in it, in turns; print the medians."""
    works = ("first page, cold", "first page, warm", "saved: a page", "saved: a rule")
    taken: dict[str, dict[str, list[Run]]] = {work: {name: [] for name in both} for work in works}
    with tempfile.TemporaryDirectory(prefix="serve-") as scratch:
        books = {name: press.copy_of_book(Path(scratch, name)) for name, press in both.items()}
        for turn in range(rounds + 1):  # the first is not counted: it compiles the modules
            for name, press in both.items():
                shutil.rmtree(books[name] / ".cache", ignore_errors=True)
                found = _served_book(books[name], press, turn)
                for work, seconds in zip(works, found, strict=True):
                    taken[work][name] += [Run(seconds)] if turn else []
    for work, runs in taken.items():
        tell(f"{work}, the shipped book", runs, BEFORE)


def _served_book(root: Path, press: Press, turn: int) -> tuple[float, ...]:
    """Seconds to the first page, cold and warm; then from saves to a page, and to the last one."""
    said = "a" * (turn + 1)
    with running(root, ("sfrules", "serve"), "scale.html", press) as (_, cold):
        pass
    with running(root, ("sfrules", "serve"), "scale.html", press) as (url, warm):
        time.sleep(2)
        page = root / "docs/core/damage.md"
        page.write_text(page.read_text(encoding="utf-8") + f"\nOnce more: {said}.\n")
        saved = wait_for(f"{url}core/damage.html", f"Once more: {said}.", 120)
        time.sleep(2)
        # A rule that many pages ask, and words of one of the last.
        _replace(root / "sfrules/rules/core/damage.py", r"\+ bonus\b", "+ bonus + 0")
        words = f"The scale table {said}"
        _replace(root / "sfrules/book/tables/scale.py", "The scale table[ a]*", words)
        ruled = wait_for(f"{url}scale.html", words, 120)
    return cold, warm, saved or STALE, ruled or STALE


def wait_for(url: str, text: str, seconds: float = 60) -> float | None:
    """How long it takes until a page says something; None if it never does."""
    started = time.perf_counter()
    while time.perf_counter() - started < seconds:
        with suppress(OSError), urllib.request.urlopen(url, timeout=seconds) as answer:  # noqa: S310 ours
            if text in TAG.sub("", answer.read().decode()).replace("&nbsp;", " "):
                return time.perf_counter() - started
        time.sleep(0.01)
    return None


def check_same(name: str, url: str) -> None:
    """Refuse to compare servers that do not print the same.

    Raises:
        SystemExit: if a page of one says something else before anything is saved.
    """
    for address, text in PRINTED.items():
        if wait_for(url + address, text, 10) is None:
            sys.exit(f"{name} does not print {text} on {address}")


def served(root: Path, url: str, save: Save, turn: int, patience: float) -> float:
    """How long a save takes to be served, in seconds; STALE if the number stays the old one."""
    started, (address, text) = time.perf_counter(), save(root, turn)
    took = wait_for(url + address, text, patience)
    if took is not None:
        return took
    again, words = page(root, turn + 100)
    wait_for(url + again, words, 600)
    late = wait_for(url + address, text, 1) is not None
    return time.perf_counter() - started if late else STALE


def measure(pages: int, rounds: int, patience: int, beside: Collection[str]) -> None:
    """Save in turns, and print the medians of each kind of save."""
    with ExitStack() as stack:
        servers = {}
        for name in beside:
            root = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="serve-"))) / "book"
            write_book(root, SERVERS[name], pages)
            url, _ = stack.enter_context(running(root, SERVERS[name].command))
            check_same(name, url)
            servers[name] = root, url
        time.sleep(2)
        longest = 600.0  # for a page; for the others, what follows from that
        for save in SAVES:
            taken: dict[str, list[float]] = {name: [] for name in servers}
            for turn in range(rounds):
                for name, (root, url) in servers.items():
                    if STALE not in taken[name]:
                        taken[name].append(served(root, url, save, 10 + turn, longest))
            if save is page:
                longest = max(LEAST, patience * max(map(max, taken.values())))
            told = {name: [Run(time) for time in times] for name, times in taken.items()}
            tell(f"save of a {save.__name__}, {pages} pages", told, "sfrules serve")


def main() -> None:
    """Measure books of some sizes."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--pages", type=int, nargs="+", default=[30])
    options.add_argument("--peers", type=int, default=30, help="pages up to which peers serve, too")
    told = "how many times as long as for a page to wait for a new number (4)"
    options.add_argument("--patience", type=int, default=4, help=told)
    chosen = asked(options, pages=[FEWEST], patience=1)
    shipped(presses(chosen.beside), chosen.rounds)
    ours, *others = SERVERS
    peers = [name for name in others if find_spec(name.replace("-", "_"))]
    for pages in chosen.pages:
        beside = [ours, *(peers if pages <= chosen.peers else ())]
        measure(pages, chosen.rounds, chosen.patience, beside)


if __name__ == "__main__":
    main()
