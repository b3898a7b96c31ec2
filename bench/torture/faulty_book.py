"""A small book in two editions, to be built, fixed and previewed while things go wrong."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from section import ROOT

from sfrules.press.site.publish.swap import NOTE

EDITIONS = ("a", "b")
PAGES = 12
FOREIGN = {".git/HEAD": b"ref: refs/heads/main\n", ".git/objects/ab/cd": bytes(range(256)) * 64}
RULES = '''
from pathlib import Path
from sfrules.press.things.book import Book

def speed(sails):
    """Speed."""
    return sails * 2

BOOK = Book(title="Boats", root=Path(__file__).parent, namespaces={"sea": {"speed": speed}})
'''
CONFIG = """\
site_name: Boats
docs_dir: docs-{edition}
site_dir: site
theme: {{name: mkdocs}}
markdown_extensions: [sfrules]
plugins: [search, sfrules: {{book: faulty_rules}}]
"""
PAGE = (
    "# Page {name} of {edition}\n\nA sloop makes {{{{ printed({knots}, sea.speed(3)) }}}} knots.\n"
)
TAIL = "\nA word of the {edition} and another.\n" * 200
VARIABLES = {"PYTHONPATH": str(ROOT), "NO_MKDOCS_2_WARNING": "1"}
COMMANDS = {
    "mkdocs": ("-m", "mkdocs"),
    "sfrules": ("-c", "from sfrules.press.doors.cli import main; main()"),
}


@dataclass(frozen=True)
class Ran:
    """What a command came to."""

    code: int
    said: str

    def fault(self, *, codes: tuple[int, ...] = (0,)) -> str:
        """What is wrong with that, if anything is."""
        if "Traceback" in self.said:
            return "a traceback"
        return "" if self.code in codes else f"exit code {self.code}: {self.said[-300:]}"


@dataclass(frozen=True)
class Trial:
    """One fault that was tried, and what was wrong after it, if anything."""

    kind: str
    fault: str


@dataclass(frozen=True)
class FaultyBook:
    """A folder with the book's source and its site."""

    root: Path

    @property
    def site(self) -> Path:
        """Where both editions are published."""
        return self.root / "site"

    @property
    def temporary(self) -> Path:
        """Where the commands put what is temporary."""
        return self.root / "temporary"

    def write(self) -> None:
        """Write the source of both editions; each has a page that the other lacks."""
        self.temporary.mkdir(parents=True, exist_ok=True)
        (self.root / "faulty_rules.py").write_text(RULES)
        for edition in EDITIONS:
            (self.root / f"{edition}.yml").write_text(CONFIG.format(edition=edition))
            docs = self.root / f"docs-{edition}"
            docs.mkdir(exist_ok=True)
            for name in ("index", f"only-{edition}", *map(str, range(PAGES))):
                (docs / f"{name}.md").write_text(page_text(name, edition))

    def add_foreign(self) -> None:
        """Put another's files into the site."""
        for name, content in FOREIGN.items():
            file = self.site / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)

    def page(self, edition: str, name: str) -> Path:
        """A page's file."""
        return self.root / f"docs-{edition}" / f"{name}.md"

    def empty_site(self, edition: str = "") -> None:
        """Take the site away, and publish an edition if one is named."""
        shutil.rmtree(self.site)
        if edition:
            self.build(edition)

    def start(
        self,
        command: str,
        *arguments: str,
        apart: bool = False,
        out: int = subprocess.PIPE,
        errors: int = subprocess.STDOUT,
    ) -> subprocess.Popen[str]:
        """Start `mkdocs` or `sfrules`; `apart` in a namespace of processes of its own."""
        space = ["unshare", "--pid", "--fork", "--kill-child"] if apart else []
        return subprocess.Popen(
            [*space, sys.executable, *COMMANDS[command], *arguments],
            cwd=self.root,
            env={**os.environ, **VARIABLES, "TMPDIR": str(self.temporary)},
            stdout=out,
            stderr=errors,
            text=True,
            start_new_session=True,
        )

    def run(self, command: str, *arguments: str) -> Ran:
        """Run `mkdocs` or `sfrules` to its end."""
        return ended(self.start(command, *arguments))

    def build(self, edition: str) -> Ran:
        """Publish an edition."""
        return self.run("mkdocs", "build", "-f", f"{edition}.yml")

    def leftovers(self) -> list[str]:
        """Temporary files and folders of the press that are still there."""
        return [str(path.relative_to(self.root)) for path in self.root.rglob(".*sfrules-*")]


def page_text(name: str, edition: str, knots: int = 6) -> str:
    """The Markdown of a page."""
    return PAGE.format(name=name, edition=edition, knots=knots) + TAIL.format(edition=edition)


def ended(process: subprocess.Popen[str]) -> Ran:
    """Wait for a command, which must not take long."""
    try:
        said = "".join(filter(None, process.communicate(timeout=60)))
    except subprocess.TimeoutExpired:
        process.kill()
        return Ran(-1, f"it hangs: {process.communicate()[0]}")
    return Ran(process.returncode, said)


def files_of(site: Path) -> dict[str, bytes]:
    """Every file of a site, but for the press's own note."""
    return {
        path.relative_to(site).as_posix(): path.read_bytes()
        for path in site.rglob("*")
        if path.is_file() and path.name != NOTE
    }


def wrong_with(now: dict[str, bytes], wanted: Sequence[dict[str, bytes]]) -> str:
    """In which files a site differs from the nearest of those that it may be."""
    differ = [
        {name for name in now.keys() | each.keys() if now.get(name) != each.get(name)}
        for each in wanted
    ]
    least = sorted(min(differ, key=len))
    return f"{len(least)} files of the site differ: {', '.join(least[:5])}" if least else ""


def kill(process: subprocess.Popen[str], moment: float, folder: Path, sign: str) -> None:
    """Kill a process after so many seconds; counted from when a sign appears, if one is named."""
    end = time.monotonic() + 30
    while sign and process.poll() is None and time.monotonic() < end:
        if next(folder.glob(sign), None):
            break
    time.sleep(moment)
    process.kill()
    process.communicate()


def moments(dice: random.Random, tries: int, whole: float) -> list[tuple[float, bool]]:
    """When to kill: by turns at any moment of a run, or just as it writes."""
    return [
        (dice.uniform(0, 0.01), True) if at % 2 else (dice.uniform(0, whole), False)
        for at in range(tries)
    ]
