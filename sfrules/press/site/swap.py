"""Put a finished site in the place of the last one: whole, or not at all.

A site is built in a folder beside its place, and the two folders are exchanged in one step. Where
that cannot be, as the site's folder holds what the press did not write, is a mount, or the system
knows no such step, the folder stays and each file is moved into it: by a process of its own, which
a kill of the build does not reach. If that one is killed too, the next build finishes the move.
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import re
import secrets
import shutil
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from sfrules.ground.locks import locked
from sfrules.ground.problems import Problem, report_html
from sfrules.ground.system import EXCHANGE, FORK, is_mine

NOTE = ".written-by-sfrules"
_STAGED = re.compile(r"\.(?P<site>.+)-sfrules-[0-9a-f]{16}")
_HERE, _EXCHANGE = -100, 2  # AT_FDCWD and RENAME_EXCHANGE of Linux
_OPEN, _CLOSE = "<!-- problems -->", "<!-- /problems -->"
_BOX = re.compile(f"{_OPEN}.*?{_CLOSE}", re.DOTALL)
_STYLE = (
    "<style>.press-problems{position:fixed;inset:auto 0 0 0;max-height:60vh;overflow:auto;"
    "z-index:99;margin:0;padding:.5rem 1rem 1rem;background:#fff4f2;color:#300;"
    "border-top:4px solid #b3261e;font:14px/1.4 system-ui,sans-serif}"
    ".press-problems h2{margin:.25rem 0 .5rem;font-size:1rem}"
    ".press-problems pre{margin:0;white-space:pre-wrap;font:13px/1.45 ui-monospace,monospace}"
    "</style>"
)
_EMPTY = "<!doctype html><body></body>"


@dataclass(frozen=True)
class Staging:
    """A folder to build a site in; while it is locked, no other build clears it away."""

    site: Path
    folder: Path
    lock: ExitStack

    def drop(self) -> None:
        """Remove what was built, unless the next build has to move the rest of it."""
        if _noted(self.site)[1] != self.folder.name:
            shutil.rmtree(self.folder, ignore_errors=True)
        self.lock.close()


def stage(site: Path) -> Staging:
    """A new folder beside the site, of a name that no build in any container has.

    What interrupted builds have left beside the site is finished, or removed.
    """
    site.parent.mkdir(parents=True, exist_ok=True)
    for left in site.parent.glob(".*-sfrules-*"):
        if found := _STAGED.fullmatch(left.name):
            with suppress(OSError), locked(left, wait=False) as free:
                if free and is_mine(left):  # not a stranger's, in /tmp
                    _finish_or_remove(left, left.with_name(found["site"]))
    while True:
        folder = site.with_name(f".{site.name}-sfrules-{secrets.token_hex(8)}")
        folder.mkdir()
        held = ExitStack()
        if held.enter_context(locked(folder)):  # not if another build took it for a leftover
            return Staging(site, folder, held)


def _finish_or_remove(left: Path, site: Path) -> None:
    with locked(site) as ours:
        if ours and _noted(site)[1] == left.name and (left / NOTE).is_file():
            _move_in(left, site)
    shutil.rmtree(left, ignore_errors=True)


def publish(staged: Staging) -> frozenset[str]:
    """Put a staged site into its place; returns what stays there that the press did not write.

    Raises:
        OSError: if the system does not let it; then nothing is changed, or the next build goes on.
    """
    folder, site = staged.folder, staged.site
    _take_note(folder, folder, _entries(folder))
    while True:
        site.mkdir(exist_ok=True)
        with locked(site) as ours:
            if not ours:
                continue  # another build has just put its own site here
            if not _exchanged(folder, site):
                _out_of_reach(lambda: _move_in(folder, site))
            staged.drop()
            return _foreign(site)


def claim(site: Path) -> None:
    """Note all that is in a site as the press's own, where nobody else writes to it."""
    if (site / NOTE).is_file():
        _take_note(site, site, _entries(site))


def show_problems(staged: Staging, problems: Sequence[Problem]) -> None:
    """Publish the last good site again with a box on every page, in place of what was staged.

    If no site was good yet, the pages hold the box alone, at the addresses of the failed build.
    """
    box = _OPEN + _STYLE + report_html(problems) + _CLOSE
    last = [
        name
        for name in (_entries(staged.site) & _noted(staged.site)[0])
        if (staged.site / name).is_file()
    ]
    if last:
        for entry in staged.folder.iterdir():
            shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
    for name in last:
        copy = staged.folder / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(staged.site / name, copy)
    for page in staged.folder.rglob("*.html"):
        html = _BOX.sub("", page.read_text(encoding="utf-8")) if last else _EMPTY
        page.write_text(html.replace("</body>", f"{box}</body>"), encoding="utf-8", newline="\n")
    publish(staged)


def _foreign(site: Path) -> frozenset[str]:
    return _entries(site) - _noted(site)[0]


def _exchanged(folder: Path, site: Path) -> bool:
    """Exchange a new site with one that holds nothing else; whether that can be done."""
    shutil.copymode(site, folder)
    if _foreign(site) or not _exchange(folder, site):
        return False
    if _foreign(folder):  # it came between the look and the exchange
        _exchange(folder, site)
        return False
    return True


def _exchange(one: Path, other: Path) -> bool:
    rename = getattr(ctypes.CDLL(None), "renameat2", None) if EXCHANGE.is_there else None
    paths = os.fsencode(one), os.fsencode(other)
    return rename is not None and rename(_HERE, paths[0], _HERE, paths[1], _EXCHANGE) == 0


def _out_of_reach(work: Callable[[], None]) -> None:
    """Do some work in a process that neither Ctrl-C nor a kill of this one reaches."""
    if not FORK.is_there:
        work()  # what a kill leaves to move, the next build moves
        return
    fault, told = os.pipe()
    child = os.fork()
    if child == 0:
        done = False
        try:
            os.setsid()
            work()
            done = True
        except OSError as error:
            os.write(told, json.dumps([error.errno, error.strerror, error.filename]).encode())
        finally:
            os._exit(not done)
    os.close(told)
    with open(fault, "rb") as read:  # noqa: PTH123 — a pipe has no path
        text = read.read()
    _, status = os.waitpid(child, 0)
    if status:
        raise OSError(*json.loads(text or '[4, "it was broken off", null]'))


def _move_in(folder: Path, site: Path) -> None:
    """Move a new site into the folder of the last one; it may be done again after a kill."""
    there, old, new = _entries(site), _noted(site)[0], _noted(folder)[0]
    gone, above = (there & old) - new, _above(new)
    in_the_way = {name for name in there - new if name in above or _above([name]) & new}
    if foreign := in_the_way - old:
        raise FileExistsError(errno.EEXIST, "it is in the way", str(site / min(foreign)))
    _take_note(folder, site, old | new, folder.name)
    _remove(site, in_the_way)
    for name in sorted(new, key=_is_page):  # pages last: what they show is there when they come
        _move(folder / name, site / name)
    _remove(site, gone - in_the_way)
    _move(folder / NOTE, site / NOTE)
    shutil.rmtree(folder, ignore_errors=True)


def _is_page(name: str) -> bool:
    return name.endswith(".html")


def _above(names: Iterable[str]) -> frozenset[str]:
    """The folders that some paths lie in."""
    return frozenset(str(above) for name in names for above in PurePosixPath(name).parents)


def _move(source: Path, target: Path) -> None:
    """Put a file in the place of another in one step; one that has been moved already stays."""
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        source.replace(target)
    except FileNotFoundError:
        return
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        copy = target.with_name(f".{target.name}.sfrules")  # here begins another file system
        try:
            shutil.copyfile(source, copy)
            copy.replace(target)
        finally:
            copy.unlink(missing_ok=True)


def _remove(site: Path, names: Iterable[str]) -> None:
    """Remove files of the press's own, and the folders that this leaves empty."""
    for name in names:
        path = site / name
        with suppress(FileNotFoundError):
            path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
        with suppress(OSError):
            for above in path.relative_to(site).parents[:-1]:
                (site / above).rmdir()


def _entries(folder: Path) -> frozenset[str]:
    """What a folder holds, however deep: files, links and empty folders; not the press's note."""
    found: set[str] = set()
    for at, folders, files in os.walk(folder):
        links = [name for name in folders if Path(at, name).is_symlink()]
        names = [*files, *links] if files or folders else [""]
        found.update(Path(at, name).relative_to(folder).as_posix() for name in names)
    return frozenset(found - {NOTE, "."})


def _noted(site: Path) -> tuple[frozenset[str], str]:
    """What the press has written into a folder, and which folder is being moved into it."""
    try:
        note = json.loads((site / NOTE).read_text(encoding="utf-8"))
        return frozenset(note["written"]), note["coming"]
    except (OSError, ValueError, KeyError, TypeError):
        return frozenset(), ""


def _take_note(folder: Path, site: Path, names: Iterable[str], coming: str = "") -> None:
    """Write a site's note, by way of the folder that is moved into it."""
    text = json.dumps({"coming": coming, "written": sorted(names)}, indent=0)
    half = folder / f"{NOTE}-half"
    half.write_text(f"{text}\n", encoding="utf-8", newline="\n")
    _move(half, site / NOTE)
