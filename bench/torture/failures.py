"""Kill builds, fixes and previews, fill the disk, take pages away: the site and pages stay whole.

A small book has two editions, which are published in turn into one site. After each fault the site
is one of the two, file by file, and the next run succeeds and clears up. Half of the kills fall at
any moment of a run, half of them just as it writes. A site with files of others is refused.
"""

from __future__ import annotations

import atexit
import os
import random
import shutil
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from itertools import cycle
from pathlib import Path
from threading import Lock

from fault_previews import preview_kills, preview_saves
from fault_writes import export_kills, two_servers, writes_on_full_disks
from faulty_book import (
    EDITIONS,
    PAGES,
    FaultyBook,
    Trial,
    ended,
    files_of,
    kill,
    moments,
    page_text,
    wrong_with,
)
from section import Section, Task

from sfrules.press.site.publish.swap import NOTE

FIRST = Lock()  # who comes first builds it, and the others wait
Faults = Callable[[Task, random.Random, Path], Iterator[Trial]]


class Impossible(Exception):
    """This machine does not allow a torture, and why."""


@dataclass
class Editions:
    """A book, and what its site holds in either edition."""

    book: FaultyBook
    sites: dict[str, dict[str, bytes]]
    seconds: float  # that a build took

    def whole(self, edition: str = "") -> str:
        """What is wrong with the site, of one edition or either."""
        wanted = [edition] if edition else EDITIONS
        return wrong_with(files_of(self.book.site), [self.sites[each] for each in wanted])

    def after(self, edition: str) -> str:
        """What is wrong with the next build and what it leaves."""
        fault = self.book.build(edition).fault() or self.whole(edition)
        return fault or "; ".join(f"{left} stays" for left in self.book.leftovers())

    def refused(self, edition: str) -> str:
        """What is wrong with a build that is refused, which is to change nothing."""
        before, ran = files_of(self.book.site), self.book.build(edition)
        fault = ran.fault(codes=(1,)) or wrong_with(files_of(self.book.site), [before])
        fault = fault or ("" if "the folder site" in ran.said else f"it says: {ran.said[-300:]}")
        return fault or "; ".join(f"{left} stays" for left in self.book.leftovers())


@cache
def _first() -> Editions:
    """A book with both its editions built once; its folder is there as long as this process."""
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder)
    book, sites, start = FaultyBook(folder), {}, time.monotonic()
    book.write()
    for edition in EDITIONS:
        if fault := book.build(edition).fault():
            raise RuntimeError(fault)
        sites[edition] = files_of(book.site)
    return Editions(book, sites, (time.monotonic() - start) / len(EDITIONS))


def editions(root: Path) -> Editions:
    """A book of its own, with both its editions built once."""
    with FIRST:
        first = _first()
    shutil.copytree(first.book.root, root, symlinks=True, dirs_exist_ok=True)
    return Editions(FaultyBook(root), first.sites, first.seconds)


def torture(task: Task) -> Section:
    """Try all faults, and count those that left anything broken."""
    faults = (*FAULTS, *(WRITES if task.share > SMALL else ()))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        tried_now = list(pool.map(partial(_tried, task), faults))
    trials = [trial for trials, _ in tried_now for trial in trials]
    lines = [f"- Not tried: {reason}." for _, reason in tried_now if reason]
    tried = Counter(trial.kind for trial in trials)
    fell = Counter(trial.kind for trial in trials if trial.fault)
    table = ["| fault | tried | whole after it |", "| --- | --- | --- |"]
    table += [f"| {kind} | {count} | {count - fell[kind]} |" for kind, count in tried.items()]
    fallen = [f"{trial.kind}: {trial.fault}" for trial in trials if trial.fault]
    return Section("Faults", [*table, *([""] if lines else []), *lines], fallen)


def _tried(task: Task, faults: Faults) -> tuple[list[Trial], str]:
    """What came of some faults, and why they could not be tried, if so."""
    dice, trials = random.Random(f"{task.seed} {faults.__name__}"), list[Trial]()
    with tempfile.TemporaryDirectory() as folder:
        try:
            trials.extend(faults(task, dice, Path(folder)))
        except Impossible as error:
            return trials, str(error)
    return trials, ""


def build_kills(task: Task, dice: random.Random, folder: Path) -> Iterator[Trial]:
    """Kill builds."""
    made = editions(folder)
    turns = cycle("ab")  # the site has the second
    for moment, writing in moments(dice, task.of(50), made.seconds):
        edition = next(turns)
        process = made.book.start("mkdocs", "build", "-f", f"{edition}.yml")
        kill(process, moment, folder, f".site-sfrules-*/new/{NOTE}" if writing else "")
        fault = made.whole() or made.after(edition)
        yield Trial("a build is killed", f"{moment:.3f} s, {writing=}: {fault}" if fault else "")


def fix_kills(task: Task, dice: random.Random, folder: Path) -> Iterator[Trial]:
    """Kill `sfrules check --fix` while all pages are stale."""
    book, names = FaultyBook(folder), [str(at) for at in range(PAGES)]
    book.write()
    start = time.monotonic()
    book.run("sfrules", "check", "-f", "a.yml", "--fix")
    whole = time.monotonic() - start
    stale, right = ({name: page_text(name, "a", knots) for name in names} for knots in (8, 6))
    for moment, writing in moments(dice, task.of(50), 1.5 * whole):
        for name, text in stale.items():
            book.page("a", name).write_text(text)
        process = book.start("sfrules", "check", "-f", "a.yml", "--fix")
        kill(process, moment, folder, "docs-a/.sfrules-fix-*" if writing else "")
        now = {name: book.page("a", name).read_text() for name in names}
        torn = [name for name in names if now[name] not in (stale[name], right[name])]
        fault = f"half-written pages: {torn}" if torn else ""
        fault = fault or book.run("sfrules", "check", "-f", "a.yml", "--fix").fault()
        if not fault and any(book.page("a", name).read_text() != right[name] for name in names):
            fault = "the next run did not fix all"
        fault = fault or "; ".join(f"{left} stays" for left in book.leftovers())
        yield Trial("a fix is killed", fault and f"{moment:.3f} s, {writing=}: {fault}")


def two_at_once(task: Task, dice: random.Random, folder: Path) -> Iterator[Trial]:
    """Two builds of different editions at once, each the first process of its own namespace."""
    apart = allowed("unshare", "--pid", "--fork", "true")
    made = editions(folder)
    kind = f"two builds at once, in {'two namespaces' if apart else 'one namespace'}"
    for _ in range(task.of(10)):
        made.book.empty_site(dice.choice(["", *EDITIONS]))
        both = []
        for edition in EDITIONS:
            both.append(made.book.start("mkdocs", "build", "-f", f"{edition}.yml", apart=apart))
            time.sleep(dice.uniform(0, 0.2))
        faults = [ended(each).fault() for each in both]
        fault = "; ".join(filter(None, faults)) or made.whole()
        yield Trial(kind, fault or made.after("a"))


def full_disks(task: Task, dice: random.Random, folder: Path) -> Iterator[Trial]:
    """Build and fix on a disk with too little room, of some size or other."""
    with mounted(folder, "size=64m"):
        made = editions(folder / "book")
        book, used = made.book, used_by(folder)
        for at in range(task.of(20)):
            room = dice.randrange(0, 2 * used)
            filler(folder, room)
            ran = book.build(edition := EDITIONS[at % 2])
            fault = ran.fault(codes=(0, 1)) or made.whole("" if ran.code else edition)
            (folder / "filler").unlink()
            fault = fault or made.after(edition)
            yield Trial("a build on a full disk", fault and f"{room} bytes: {fault}")
        stale = page_text("0", "a", 8)
        for _ in range(task.of(10)):
            book.page("a", "0").write_text(stale)
            filler(folder, dice.randrange(0, 2 * len(stale)))
            fault = book.run("sfrules", "check", "-f", "a.yml", "--fix").fault(codes=(0, 1))
            (folder / "filler").unlink()
            if book.page("a", "0").read_text() not in (stale, page_text("0", "a")):
                fault = fault or "a half-written page"
            fault = fault or "; ".join(f"{left} stays" for left in book.leftovers())
            yield Trial("a fix on a full disk", fault)
        with Path("/dev/full").open("w") as full:
            for what in (("check", "-f", "a.yml"), ("show", "macros", "--book", "faulty_rules")):
                ran = ended(book.start("sfrules", *what, out=full.fileno(), errors=subprocess.PIPE))
                yield Trial("output to a full device", ran.fault(codes=(1,)))


def mounts(task: Task, _dice: random.Random, folder: Path) -> Iterator[Trial]:
    """Another's files in the site, a mount in it or for it, and an output that is read-only."""
    with mounted(folder, "size=64m"):
        made = editions(folder / "book")
        made.book.add_foreign()
        for at in range(task.of(4)):
            yield Trial("another's files in the site", made.refused(EDITIONS[at % 2]))
        made.book.empty_site("a")
        volume = made.book.site / "0"  # with a page of the press's own below it
        with mounted(volume, "size=1m"):
            (volume / "index.html").write_bytes(b"theirs")
            for at in range(task.of(4)):
                yield Trial("a mount in the site", made.refused(EDITIONS[at % 2]))
        allowed("mount", "-o", "remount,ro", str(folder))
        fault = made.book.build("a").fault(codes=(1,))
        yield Trial("a read-only output", fault or made.whole("a"))
        allowed("mount", "-o", "remount,rw", str(folder))
        made.book.empty_site()
        made.book.site.mkdir()
        with mounted(made.book.site, "size=16m"):
            for at in range(task.of(4)):
                yield Trial("a site that is a mount", made.refused(EDITIONS[at % 2]))


def pages_that_change(task: Task, dice: random.Random, folder: Path) -> Iterator[Trial]:
    """Take a page away, or write it anew, while it is built."""
    made = editions(folder)
    page = made.book.page("a", "5")
    for at in range(task.of(20)):
        before = files_of(made.book.site)
        process = made.book.start("mkdocs", "build", "-f", "a.yml")
        time.sleep(dice.uniform(0.2, 0.7))
        page.unlink() if at % 2 else page.write_text(page_text("5", "a") + "More.\n")
        ran = ended(process)
        fault = ran.fault(codes=(0, 1))
        if not fault and ran.code:
            fault = wrong_with(files_of(made.book.site), [before])
        page.write_text(page_text("5", "a"))
        kind = f"a page that {'vanishes' if at % 2 else 'changes'}"
        yield Trial(kind, fault or made.after("a"))


def allowed(*command: str) -> bool:
    """Whether this machine lets us run a command."""
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


@contextmanager
def mounted(folder: Path, options: str) -> Iterator[None]:
    """A file system of its own in a folder, for a while."""
    if not allowed("mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)):
        raise Impossible("mounts and full disks, as this machine lets us mount nothing")
    try:
        yield
    finally:
        allowed("umount", str(folder))


def used_by(folder: Path) -> int:
    """The bytes that all files of a folder take."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def filler(folder: Path, room: int) -> None:
    """Fill a folder's file system but for some bytes."""
    system = os.statvfs(folder)
    with (folder / "filler").open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, max(1, system.f_bavail * system.f_frsize - room))


FAULTS = (
    build_kills,
    fix_kills,
    preview_kills,
    two_at_once,
    full_disks,
    mounts,
    pages_that_change,
    preview_saves,
)
# Of these, the small form has no time for even one of each.
WRITES = (export_kills, two_servers, writes_on_full_disks)
SMALL = 0.02
