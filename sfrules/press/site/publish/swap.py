"""Put a finished site in the place of the last one: whole, or not at all.

A site is built in a folder beside its place, and the two folders are exchanged in one step. A
system or a file system that knows no such step has the last site renamed away, and the new one into
its place; a build that is killed in between leaves it to the next to put the last site back.
"""

from __future__ import annotations

import ctypes
import json
import os
import re
import secrets
import shutil
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

from sfrules.ground.locks import locked
from sfrules.ground.problems import AT_MOST, Mistake, Problem, report_html
from sfrules.ground.system import EXCHANGE, is_mine

NOTE = ".written-by-sfrules"
_LAST = "last"  # where the last site is, in a build's own folder, while it changes places
_STAGED = re.compile(r"\.(?P<site>.+)-sfrules-[0-9a-f]{16}")
_HERE, _EXCHANGE = -100, 2  # AT_FDCWD of Linux; RENAME_EXCHANGE there, RENAME_SWAP of macOS
_OWN = frozenset({NOTE, ".DS_Store"})  # the last is macOS' own, wherever somebody looks
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
    """A folder to build a site in; while the one around it is locked, no other build clears it."""

    site: Path
    around: Path
    lock: ExitStack

    @property
    def folder(self) -> Path:
        """Where the site is built."""
        return self.around / "new"

    def drop(self) -> None:
        """Remove what was built."""
        _clear(self.around, self.site)
        self.lock.close()


def stage(site: Path) -> Staging:
    """A new folder beside the site, of a name that no build in any container has.

    What interrupted builds have left beside the site is removed.

    Raises:
        Mistake: if the site's folder cannot be exchanged for another, or holds files of others.
    """
    site.parent.mkdir(parents=True, exist_ok=True)
    for left in site.parent.glob(".*-sfrules-*"):
        if found := _STAGED.fullmatch(left.name):
            with suppress(OSError), locked(left, wait=False) as free:
                if free and is_mine(left):  # not a stranger's, in /tmp
                    _clear(left, left.with_name(found["site"]))
    _refuse_others(site)
    while True:
        around = site.with_name(f".{site.name}-sfrules-{secrets.token_hex(8)}")
        around.mkdir()
        held = ExitStack()
        if held.enter_context(locked(around)):  # not if another build took it for a leftover
            staged = Staging(site, around, held)
            staged.folder.mkdir()
            return staged


def _clear(around: Path, site: Path) -> None:
    """Remove what a build leaves, but for a last site that is missing in its place."""
    with suppress(OSError):
        if (around / _LAST).exists() and not site.exists():
            (around / _LAST).rename(site)
        shutil.rmtree(around, ignore_errors=True)


def publish(staged: Staging) -> None:
    """Put a staged site into its place, and end the staging.

    Raises:
        Mistake: if others have written into the site meanwhile; then nothing is changed.
        OSError: if the system does not let it; then nothing is changed.
    """
    folder, site = staged.folder, staged.site
    _write_note(folder)
    try:
        with locked(site.parent):
            if not site.exists():
                folder.rename(site)
                return
            _refuse_others(site)
            shutil.copymode(site, folder)
            _change_places(staged)
            if _others(folder):  # they came between the look and the change
                _change_places(staged)
                _refuse_others(site)
    finally:
        staged.drop()


def claim(site: Path) -> None:
    """Note all that is in a site as the press's own, where nobody else writes to it."""
    if (site / NOTE).is_file():
        _write_note(site)


def show_problems(staged: Staging, problems: Sequence[Problem]) -> None:
    """Publish the last good site again with a box on every page, in place of what was staged.

    If no site was good yet, the pages hold the box alone, at the addresses of the failed build.
    """
    box = _OPEN + _STYLE + report_html(problems) + _CLOSE
    last = [
        name
        for name in (_entries(staged.site) & _noted(staged.site))
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


def _refuse_others(site: Path) -> None:
    """Refuse a site that is not a folder of the press's alone.

    Raises:
        Mistake: for such a site.
    """
    below = f"publish into a folder of its own below it, such as {site.name}/book"
    if site.exists() and not site.is_dir():
        raise Mistake(f"{site.name} is no folder", "a site is published into a folder of its own")
    if site.is_mount():
        message = f"the folder {site.name} is a mount, which no other folder can take the place of"
        raise Mistake(message, below)
    if others := _others(site):
        named = ", ".join(others[:AT_MOST]) + (" and others" if len(others) > AT_MOST else "")
        message = f"the folder {site.name} holds what the press did not write: {named}"
        raise Mistake(message, f"{below}; or remove what nobody needs")


def _others(folder: Path) -> list[str]:
    """What a folder holds that the press did not write, by the names at its top."""
    return sorted({name.partition("/")[0] for name in _entries(folder) - _noted(folder)})


def _change_places(staged: Staging) -> None:
    """Put the new site where the last one is, and the last one where the new one was."""
    folder, site, last = staged.folder, staged.site, staged.around / _LAST
    if not _exchange(folder, site):
        site.rename(last)
        folder.rename(site)  # if that fails, the end of the staging puts the last one back
        last.rename(folder)


def _exchange(one: Path, other: Path) -> bool:
    """Exchange two folders in one step; whether that can be done."""
    if not EXCHANGE.is_there:
        return False
    system, paths = ctypes.CDLL(None), (os.fsencode(one), os.fsencode(other))
    if rename := getattr(system, "renameat2", None):  # Linux
        return bool(rename(_HERE, paths[0], _HERE, paths[1], _EXCHANGE) == 0)
    rename = getattr(system, "renamex_np", None)  # macOS
    return rename is not None and rename(*paths, _EXCHANGE) == 0


def _entries(folder: Path) -> frozenset[str]:
    """What a folder holds, however deep: files, links, mounts and empty folders.

    Neither the press's note is among them, nor what a system leaves wherever somebody looks.
    """
    found: set[Path] = set()
    for at, folders, files in os.walk(folder):
        paths = [Path(at, name) for name in folders]
        found.update(path for path in paths if path.is_symlink() or path.is_mount())
        found.update(Path(at, name) for name in files)
        if not (folders or files):
            found.add(Path(at))
    names = (path.relative_to(folder).as_posix() for path in found if path.name not in _OWN)
    return frozenset(names) - {"."}


def _noted(site: Path) -> frozenset[str]:
    """What the press has written into a folder."""
    try:
        return frozenset(json.loads((site / NOTE).read_text(encoding="utf-8"))["written"])
    except (OSError, ValueError, KeyError, TypeError):
        return frozenset()


def _write_note(folder: Path) -> None:
    """Note all that is in a folder as the press's own."""
    text = json.dumps({"written": sorted(_entries(folder))}, indent=0)
    (folder / NOTE).write_text(f"{text}\n", encoding="utf-8", newline="\n")
