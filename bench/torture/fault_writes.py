"""Kill exports, fill the disk under them, and start two servers at once."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

from fault_previews import free_port, previewed
from faulty_book import FaultyBook, Trial, kill, moments
from section import Task


def export_kills(task: Task, dice: random.Random, folder: Path) -> Iterator[Trial]:
    """Kill `sfrules export epub`; its file is the old one or the new one."""
    book = FaultyBook(folder)
    book.write()
    out = folder / "out" / "book.epub"
    export = ("sfrules", "export", "epub", str(out), "-f")
    made = {}
    for edition in "ab":
        start = time.monotonic()
        if fault := book.run(*export, f"{edition}.yml").fault():
            raise RuntimeError(fault)
        whole, made[edition] = time.monotonic() - start, out.read_bytes()
    for at, (moment, writing) in enumerate(moments(dice, task.of(40), 1.2 * whole)):
        edition = "ab"[at % 2]
        sign = "out/.book.epub.*" if writing else ""
        kill(
            book.start(*export, f"{edition}.yml"), moment / 10 if writing else moment, folder, sign
        )
        fault = "" if out.read_bytes() in made.values() else "a half-written file"
        fault = fault or book.run(*export, f"{edition}.yml").fault()
        if not fault and out.read_bytes() != made[edition]:
            fault = "the next run makes another file"
        left = [each.name for each in out.parent.iterdir() if each != out]
        fault = fault or "; ".join(f"{each} stays" for each in left)
        yield Trial("an export is killed", fault and f"{moment:.3f} s, {writing=}: {fault}")


def two_servers(task: Task, _dice: random.Random, folder: Path) -> Iterator[Trial]:
    """Preview one book twice at once: each server shows it; at one port, the second is refused."""
    book, first = FaultyBook(folder), free_port()
    book.write()
    for _ in range(task.of(4)):
        with previewed(book, first) as one, previewed(book, second := free_port()) as other:
            shown = one.shows("index of a") and other.shows("index of a")
            fault = "" if shown else "one of them shows nothing"
            page = book.page("a", "index")
            before = page.read_text()
            page.write_text(before.replace("index of a", "index of both"))
            shown = one.shows("index of both") and other.shows("index of both")
            fault = fault or ("" if shown else "one of them does not show what is saved")
            page.write_text(before)
            yield Trial("two servers of one book", fault)
            at_one = ("serve", "-f", "a.yml", "--dev-addr", f"127.0.0.1:{second}")
            ran = book.run("sfrules", *at_one)
            fault = ran.fault(codes=(1,)) or ("" if str(second) in ran.said else ran.said)
            yield Trial("two servers at one port", fault)


def writes_on_full_disks(task: Task, dice: random.Random, folder: Path) -> Iterator[Trial]:
    """Export on a disk with too little room; the file is the old one or the new one."""
    from failures import filler, mounted

    with mounted(folder, "size=32m"):
        book = FaultyBook(folder / "book")
        book.write()
        out = folder / "out" / "book.epub"
        export = ("sfrules", "export", "epub", str(out), "-f", "a.yml")
        if fault := book.run(*export).fault():
            raise RuntimeError(fault)
        right, size = out.read_bytes(), out.stat().st_size
        for _ in range(task.of(10)):
            filler(folder, dice.choice([dice.randrange(2 * size), dice.randrange(20 * size)]))
            fault = book.run(*export).fault(codes=(0, 1, 2))
            (folder / "filler").unlink()
            fault = fault or ("" if out.read_bytes() == right else "a half-written file")
            fault = fault or "; ".join(f"{e.name} stays" for e in out.parent.iterdir() if e != out)
            yield Trial("an export on a full disk", fault)
