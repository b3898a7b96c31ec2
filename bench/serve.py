"""How long `sfrules serve` takes: to the first page of the shipped book, and from a save to it.

python bench/serve.py [--rounds N] [--beside CHECKOUT]
"""

from __future__ import annotations

import argparse
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from measuring import BEFORE, Press, Run, asked, presses, tell

TAG = re.compile(r"<[^>]*>")  # a reader sees none, nor what a page's head has in attributes
WORKS = ("first page, cold", "first page, warm", "saved: a page", "saved: a rule")
DEADLINE = 120.0  # seconds to a first page, and to a saved one
SETTLED = 1.0  # seconds after which a server watches its files


@contextmanager
def running(root: Path, press: Press, page: str) -> Iterator[tuple[str, float]]:
    """The address of a server of a book, once it serves a page, and how long that took."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    with (
        tempfile.TemporaryFile() as written,
        subprocess.Popen(
            [press.python, "-m", "sfrules", "serve", "--dev-addr", address],
            cwd=root,
            env=press.environment(root),
            stdout=written,
            stderr=subprocess.STDOUT,
        ) as process,
    ):
        try:
            yield f"http://{address}/", wait_for(f"http://{address}/{page}", "")
        except TimeoutError as late:
            written.seek(0)
            sys.exit(f"{press.root}: {late}; it wrote:\n{written.read().decode()[-2000:]}")
        finally:
            process.send_signal(signal.SIGINT)  # as an author stops it: it leaves what it knows
            with suppress(subprocess.TimeoutExpired):
                process.wait(DEADLINE / 10)
            process.kill()


def served(root: Path, press: Press, turn: int) -> tuple[float, ...]:
    """Seconds to the first page, cold and warm; then from saves to a page, and to the last one."""
    said = "a" * (turn + 1)
    with running(root, press, "scale.html") as (_, cold):
        pass
    with running(root, press, "scale.html") as (url, warm):
        time.sleep(SETTLED)
        page = root / "docs/core/damage.md"
        page.write_text(page.read_text(encoding="utf-8") + f"\nOnce more: {said}.\n")
        saved = wait_for(f"{url}core/damage.html", f"Once more: {said}.")
        time.sleep(SETTLED)
        # A rule that many pages ask, and words of one of the last.
        replace(root / "sfrules/rules/core/damage.py", r"\+ bonus\b", "+ bonus + 0")
        words = f"The scale table {said}"
        replace(root / "sfrules/book/tables/scale.py", "The scale table[ a]*", words)
        ruled = wait_for(f"{url}scale.html", words)
    return cold, warm, saved, ruled


def replace(path: Path, old: str, new: str) -> None:
    """Save a file with other words in it."""
    path.write_text(re.sub(old, new, path.read_text(encoding="utf-8")), encoding="utf-8")


def wait_for(url: str, text: str) -> float:
    """How long it takes until a page says something.

    Raises:
        TimeoutError: if that takes longer than anybody waits.
    """
    started = time.perf_counter()
    while time.perf_counter() - started < DEADLINE:
        with suppress(OSError), urllib.request.urlopen(url, timeout=DEADLINE) as answer:  # noqa: S310 ours
            if text in TAG.sub("", answer.read().decode()).replace("&nbsp;", " "):
                return time.perf_counter() - started
        time.sleep(0.01)
    raise TimeoutError(f'{url} does not say "{text}" within {DEADLINE:g} seconds')


def main() -> None:
    """Serve the book in turns, and print the medians."""
    given = asked(argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0]))
    # A shell ignores it for what runs in the background, and a server would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    both = presses(given.beside)
    taken: dict[str, dict[str, list[Run]]] = {work: {name: [] for name in both} for work in WORKS}
    with tempfile.TemporaryDirectory(prefix="serve-") as scratch:
        books = {name: press.copy_of_book(Path(scratch, name)) for name, press in both.items()}
        for turn in range(given.rounds):
            for name, press in both.items():
                shutil.rmtree(books[name] / ".cache", ignore_errors=True)
                found = served(books[name], press, turn)
                for work, seconds in zip(WORKS, found, strict=True):
                    taken[work][name].append(Run(seconds))
    for work, runs in taken.items():
        tell(f"{work}, the shipped book", runs, BEFORE)


if __name__ == "__main__":
    main()
