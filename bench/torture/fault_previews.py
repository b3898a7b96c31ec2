"""Kill previews while they build again, and save a page faster than they can build."""

from __future__ import annotations

import random
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

from faulty_book import FaultyBook, Trial, files_of, kill, moments, page_text, wrong_with
from section import Task

from sfrules.press.site.publish.swap import NOTE

SAVES, EVERY = 200, 0.05  # seconds


@dataclass(frozen=True)
class Preview:
    """A running preview of a book's first edition."""

    process: subprocess.Popen[str]
    folder: Path
    url: str

    @property
    def site(self) -> Path:
        """The folder that MkDocs makes for the site."""
        return next(self.folder.glob("mkdocs_*"))

    def shows(self, text: str, seconds: float = 30) -> bool:
        """Whether the first page shows a text within some time."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.process.poll() is None:
            if text in self.page():
                return True
            time.sleep(0.05)
        return False

    def page(self) -> str:
        """The first page as it is now; empty if the server does not answer."""
        with suppress(OSError), urlopen(self.url, timeout=10) as answer:  # noqa: S310
            return str(answer.read().decode())
        return ""


@contextmanager
def previewed(book: FaultyBook, port: int) -> Iterator[Preview]:
    """Preview a book until the context ends."""
    address = f"127.0.0.1:{port}"
    arguments = ("serve", "-f", "a.yml", "--dev-addr", address)
    log = (book.root / "log").open("w")
    with log, book.start("mkdocs", *arguments, out=log.fileno()) as process:
        try:
            yield Preview(process, book.temporary, f"http://{address}/")
        finally:
            process.terminate()


def free_port() -> int:
    """A port of this machine that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def preview_kills(task: Task, dice: random.Random, folder: Path) -> Iterator[Trial]:
    """Kill a preview while it builds again."""
    book, port = FaultyBook(folder), free_port()
    book.write()
    page = book.page("a", "index")
    before, after = page_text("index", "a"), page_text("index", "another")
    with previewed(book, port) as preview:
        preview.shows("index of a")
        wanted = [files_of(preview.site)]
        page.write_text(after)
        preview.shows("index of another")
        wanted.append(files_of(preview.site))
    for moment, writing in moments(dice, task.of(50), 1.5):
        page.write_text(before)
        with previewed(book, port) as preview:
            fault = "" if preview.shows("index of a") else "the preview does not start"
            fault = fault or "; ".join(f"{left} stays" for left in book.leftovers())
            site = preview.site
            page.write_text(after)
            kill(
                preview.process,
                moment,
                preview.folder,
                f".*-sfrules-*/new/{NOTE}" if writing else "",
            )
        fault = fault or wrong_with(files_of(site), wanted)
        shutil.rmtree(site)
        yield Trial("a preview is killed", fault and f"{moment:.3f} s, {writing=}: {fault}")


def preview_saves(task: Task, _dice: random.Random, folder: Path) -> Iterator[Trial]:
    """Save a page again and again under preview; what is served is whole, and the last comes."""
    book = FaultyBook(folder)
    book.write()
    page, saves = book.page("a", "index"), task.of(SAVES)
    with previewed(book, free_port()) as preview:
        fault = "" if preview.shows("index of a") else "the preview does not start"
        start = time.monotonic()
        for at in range(saves):
            page.write_text(page_text("index", f"save {at}"))
            if at % 20 == 0 and "</html>" not in preview.page():
                fault = fault or f"no whole page at save {at}"
            time.sleep(max(0, start + at * EVERY - time.monotonic()))
        if not preview.shows(f"save {saves - 1}<"):
            fault = fault or "the last save never shows"
        if "press-problems" in preview.page():
            fault = fault or "problems are shown"
    if "Traceback" in (folder / "log").read_text():
        fault = fault or "a traceback"
    yield Trial(f"{saves} saves under preview", fault)
