"""A small MkDocs site of the toy book, to build for real in a folder of its own."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from python_process import python

HERE = Path(__file__).resolve().parent
CONFIG = """\
site_name: Boats
theme: {name: mkdocs}
markdown_extensions: [sfrules, attr_list, toc]
plugins:
  - search
  - sfrules: {book: toy_book}
nav: [index.md, boats.md, terms.md]
"""
PAGES = {
    "index.md": """\
# Boats

A sloop makes {{ sea.speed(3) }} knots. See [[knots]] and [more](boats.md).
""",
    "boats.md": """\
# More

## The fleet {#fleet}

{{ table("fleet") }}

{{ figure("harbor") }}
""",
    "terms.md": "# Terms\n\n## Knots {#knots}\n\n{{ terms() }}\n",
}


@dataclass(frozen=True)
class Site:
    """A folder with the site's source, and what was published from it."""

    root: Path

    @property
    def published(self) -> Path:
        """Where the site goes."""
        return self.root / "site"

    def write(self, name: str, text: str) -> None:
        """Write a page."""
        (self.root / "docs" / name).write_text(text, encoding="utf-8")

    def environment(self) -> dict[str, str]:
        """An environment in which the toy book can be imported."""
        found = os.pathsep.join(map(str, (HERE, HERE.parents[1])))
        return {**os.environ, "PYTHONPATH": found, "NO_MKDOCS_2_WARNING": "1"}

    def mkdocs(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run mkdocs as an author would."""
        return self.python("-m", "mkdocs", *arguments)

    def sfrules(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run sfrules as an author would."""
        command = "from sfrules.__main__ import main; main()"
        return self.python("-c", command, *arguments)

    def python(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run Python in the site's folder."""
        return python(self.root, self.environment(), *arguments)

    def files(self) -> dict[str, bytes]:
        """Every published file."""
        return {
            path.relative_to(self.published).as_posix(): path.read_bytes()
            for path in sorted(self.published.rglob("*"))
            if path.is_file()
        }


def make_site(root: Path) -> Site:
    """Write the site's source."""
    (root / "docs").mkdir()
    (root / "mkdocs.yml").write_text(CONFIG, encoding="utf-8")
    site = Site(root)
    for name, text in PAGES.items():
        site.write(name, text)
    return site
