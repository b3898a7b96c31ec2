"""Put a finished site in the place of the last one, whole or not at all.

A site is built in a folder beside its place; then the last site is renamed away, and the new one
into its place. A build that is killed in between leaves it to the next to put the last site back.
As with MkDocs alone, hidden files at the top of the folder stay, such as `.git` or `.nojekyll`.
"""

from __future__ import annotations

import shutil
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Staging:
    """A folder beside a site, in which the next one is built."""

    site: Path
    began: float = field(default_factory=time.time)

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
        """Remove what was built, but for what belongs into the site and is not there."""
        with suppress(OSError):
            if self.last.exists() and not self.site.exists():
                self.last.rename(self.site)
            for folder in (self.last, self.folder):
                _move_hidden(folder, self.site)
            shutil.rmtree(self.around, ignore_errors=True)

    def publish(self) -> None:
        """Put the new site into its place, and end the staging.

        Raises:
            OSError: if the system does not let it; then the last site is there as it was.
        """
        try:
            if self.site.exists():
                _copy_new(self.site, self.folder, self.began)
                _move_hidden(self.site, self.folder)
                shutil.copymode(self.site, self.folder)
                self.site.rename(self.last)
            self.folder.rename(self.site)
        finally:
            self.drop()  # and put the last site back, if the new one is not there


def _move_hidden(source: Path, target: Path) -> None:
    """Move the hidden files at the top of a folder, and the folders, to where there are none."""
    for path in list(source.glob(".*")) if target.is_dir() else ():
        if not (target / path.name).exists():
            path.rename(target / path.name)


def _copy_new(source: Path, target: Path, began: float) -> None:
    """Copy files that somebody else has written since a moment, such as another plugin."""
    for path in source.rglob("[!.]*"):
        copy = target / path.relative_to(source)
        if path.is_file() and path.stat().st_mtime >= began and not copy.exists():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, copy)
