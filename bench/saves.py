"""How soon the shipped book is served, and a save of it: the page in view, and the last page.

    python bench/saves.py [--rounds N]

A copy of the book is served by `sfrules serve`, with nothing kept and with all that the server
before it left. Then each kind of save is made in turns, and taken back. A reader has one page open,
which asks for news as a browser does; the last page is there when the server tells of the save.
`--small` does so with the small book Lantern.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from measuring import Run, asked, tell
from serve import running, wait_for

ROOT = Path(__file__).resolve().parents[1]
LANTERN = ROOT / "tests/books/lantern"
COMMAND = ("-m", "sfrules", "serve")
NEWS = re.compile(r"/livereload/\d+")


def _word(turn: int) -> str:
    """A word of a turn: a number in its place would be one that the book has to prove."""
    return chr(ord("a") + turn) * 4


@dataclass(frozen=True)
class Save:
    """A kind of save: a text in a file, what takes its place, and what the page in view then says.

    An asterisk is what is other in each turn.
    """

    kind: str
    file: str
    old: str
    new: str
    page: str
    text: str
    of_turn: Callable[[int], str] = _word


def _same(turn: int) -> str:
    """Another text of 10."""
    return f"{10 - turn} + {turn}"


DAMAGE, READ, SCALE = "core/damage.html", "how-to-read.html", "scale.html"
SAVES = (
    Save(
        "a page",
        "docs/core/damage.md",
        "# Damage\n",
        "# Damage\n\nSo says *.\n",
        DAMAGE,
        "So says *.",
    ),
    Save(
        "a rule",
        "sfrules/rules/core/defenses.py",
        "return 10 + armor",
        "return * + armor",
        READ,
        "* + armor",
        _same,
    ),
    Save(
        "a row",
        "tables/authored/scale-examples.csv",
        ",cat,",
        ",*,",
        SCALE,
        "*",
    ),
    Save(
        "a definition",
        "tables/authored/terms.csv",
        "A number, typically",
        "A * number, typically",
        "terms.html",
        "A * number",
    ),
    Save(
        "a table's code",
        "sfrules/book/tables/scale.py",
        '"The scale table"',
        '"The scale table *"',
        SCALE,
        "The scale table *",
    ),
    Save(
        "the book's own module",
        "sfrules/book/__init__.py",
        '"in light armor"',
        '"in * armor"',
        READ,
        "in * armor",
    ),
    Save(
        "mkdocs.yml",
        "mkdocs.yml",
        "copyright: Square",
        "copyright: * Square",
        DAMAGE,
        "* Square",
    ),
)
SMALL = (
    Save("a page", "docs/index.md", "# Lantern\n", "# Lantern\n\nSo says *.\n", "", "So says *."),
    Save("a row", "lamps.csv", "\nbeacon,", "\n*,", "", "*"),
)


def copy_of(small: bool, home: Path) -> Path:
    """A copy of a book, of what is in the repository alone."""
    root = home / "book"
    if small:
        return Path(shutil.copytree(LANTERN, root))
    names = subprocess.run(
        ["git", "ls-files", "docs", "sfrules", "tables", "mkdocs.yml", "README.md"],  # noqa: S607 — git is where the machine has it
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.split("\n")  # fmt: skip
    for name in filter(None, names):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, root / name)
    return root


class Served:
    """A book that is served, and what its server has told."""

    def __init__(self, root: Path, url: str, log: Path) -> None:
        self.root, self.url, self.log = root, url, log

    def told(self) -> int:
        """How often the server has told what it did."""
        return len(re.findall(r"^\d\d:\d\d:\d\d ", self.log.read_text("utf-8"), re.MULTILINE))

    def open(self, page: str) -> None:
        """Ask for news of a page, as a browser does that has it open."""
        with urllib.request.urlopen(self.url + page) as answer:  # noqa: S310 ours
            found = NEWS.search(answer.read().decode())
        if found is None:
            raise SystemExit(f"{page} asks for no news")
        news = f"{self.url.rstrip('/')}{found[0]}/{page}"

        def ask() -> None:
            with suppress(OSError):
                urllib.request.urlopen(news).read()  # noqa: S310 ours

        threading.Thread(target=ask, daemon=True).start()
        time.sleep(0.2)  # the question is heard before anything is saved

    def wait(self, told: int, save: Save) -> None:
        """Wait until the server has told of a save.

        Raises:
            SystemExit: if it does not within five minutes.
        """
        for _ in range(30_000):
            if self.told() > told:
                return
            time.sleep(0.01)
        sys.exit(f"{save.kind}: the save was never told of")

    def measure(self, save: Save, turn: int) -> tuple[Run, Run]:
        """Save, and return what it took to the page in view and to the last page; take it back."""
        file, other = self.root / save.file, save.of_turn(turn)
        before = file.read_text(encoding="utf-8")
        if save.old not in before:
            raise SystemExit(f"{save.file} has no {save.old!r}")
        self.open(save.page)
        told, start = self.told(), time.perf_counter()
        file.write_text(before.replace(save.old, save.new.replace("*", other), 1), "utf-8")
        if wait_for(self.url + save.page, save.text.replace("*", other), 300) is None:
            sys.exit(f"{save.kind}: {save.page} never said {save.text}")
        viewed = time.perf_counter() - start
        self.wait(told, save)
        last = time.perf_counter() - start
        time.sleep(0.5)  # the server clears away what the save has left
        told = self.told()
        file.write_text(before, "utf-8")
        self.wait(told, save)
        time.sleep(0.5)
        return Run(viewed), Run(last)


def starts(root: Path, log: Path, rounds: int, page: str) -> None:
    """Start a server, with nothing kept and with what the one before it left, in turns."""
    kept = root / ".cache"
    taken: dict[str, list[Run]] = {"cold": [], "nothing changed since": []}
    for _ in range(rounds):
        shutil.rmtree(kept, ignore_errors=True)
        for runs in taken.values():
            start = time.perf_counter()
            with running(root, COMMAND, page, log):
                runs.append(Run(time.perf_counter() - start))
    tell("sfrules serve, to its first page", taken)


def main() -> None:
    """Start servers, and save."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5, help="at most 9")
    options = asked(parser, rounds=1)
    saves = SMALL if options.small else SAVES
    with tempfile.TemporaryDirectory(prefix="saves-") as home:
        root, log = copy_of(options.small, Path(home)), Path(home, "log")
        starts(root, log, options.rounds, saves[0].page)
        taken: dict[str, tuple[list[Run], list[Run]]] = {save.kind: ([], []) for save in saves}
        with running(root, COMMAND, saves[0].page, log) as (url, _):
            served = Served(root, url, log)
            for turn in range(1, options.rounds + 1):
                for save in saves:
                    for runs, run in zip(taken[save.kind], served.measure(save, turn), strict=True):
                        runs.append(run)
    for kind, (viewed, last) in taken.items():
        each = {"sfrules serve, the page in view": viewed, "sfrules serve, the last page": last}
        tell(f"save of {kind}, the shipped book", each)


if __name__ == "__main__":
    main()
