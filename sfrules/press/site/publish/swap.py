"""Put a finished site in the place of the last one: whole, or not at all.

A site is built in a folder beside its place; then the last site is renamed away, and the new one
into its place. A build that is killed in between leaves it to the next to put the last site back.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from sfrules.ground.problems import AT_MOST, Mistake, Problem, report_html

NOTE = ".written-by-sfrules"
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


@dataclass(frozen=True)
class Staging:
    """A folder beside a site, in which the next one is built."""

    site: Path

    @property
    def around(self) -> Path:
        """The folder that a build has for itself."""
        return self.site.with_name(f".{self.site.name}-sfrules")

    @property
    def folder(self) -> Path:
        """Where the site is built."""
        return self.around / "new"

    @property
    def last(self) -> Path:
        """Where the last site is while the new one takes its place."""
        return self.around / "last"

    def drop(self) -> None:
        """Remove what was built, but for a last site that is missing in its place."""
        with suppress(OSError):
            if self.last.exists() and not self.site.exists():
                self.last.rename(self.site)
            shutil.rmtree(self.around, ignore_errors=True)


def stage(site: Path) -> Staging:
    """A new folder beside the site; what a build that was killed has left there is removed.

    Raises:
        Mistake: if no other folder can take the site's place, or it holds files of others.
    """
    staged = Staging(site)
    staged.drop()
    _refuse_others(site)
    staged.folder.mkdir(parents=True)
    return staged


def publish(staged: Staging) -> None:
    """Put a staged site into its place, and end the staging.

    Raises:
        Mistake: if others have written into the site meanwhile; then nothing is changed.
        OSError: if the system does not let it; then nothing is changed.
    """
    folder, site = staged.folder, staged.site
    _write_note(folder)
    try:
        if site.exists():
            _refuse_others(site)
            shutil.copymode(site, folder)
            site.rename(staged.last)
        folder.rename(site)
    finally:
        staged.drop()  # and put the last site back, if the new one is not there


def claim(site: Path) -> None:
    """Note all that is in a site as the press's own, where nobody else writes to it."""
    if (site / NOTE).is_file():
        _write_note(site)


def show_problems(staged: Staging, problems: Sequence[Problem]) -> None:
    """Publish what was staged, or the last site if nothing was, with a box on every page."""
    box = _OPEN + _STYLE + report_html(problems) + _CLOSE
    if not any(staged.folder.rglob("*.html")):
        for name in _entries(staged.site) & _noted(staged.site):
            if (staged.site / name).is_file():
                copy = staged.folder / name
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(staged.site / name, copy)
    for page in staged.folder.rglob("*.html"):
        html = _BOX.sub("", page.read_text(encoding="utf-8"))
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
