"""The book that servers are measured by, as each of them takes it."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "torture"))

from live_book import write_site

PROSE = "\n\n".join("A page of plain words that stand for a chapter of a book." for _ in range(40))
# What an author of the peers' books writes beside the same rules.
OWN = """\
import csv
from pathlib import Path
from boats.hulls import cargo, draft
from boats.sails import speed

BOATS = Path(__file__).parent / "facts" / "boats.csv"

def sails(id):
    with BOATS.open() as file:
        return next(row["sails"] for row in csv.DictReader(file) if row["id"] == id)

def loads():
    rows = "".join(f"| {length} | {cargo(length)} |\\n" for length in range(1, 5))
    return f"**Loads**\\n\\n| Length | Cargo |\\n| ---: | ---: |\\n{rows}"

def define_env(env):
    for macro in (speed, draft, sails, loads):
        env.macro(macro)
"""
FEWEST = 23  # pages, so that there is a page 20


@dataclass(frozen=True)
class Server:
    """A way to serve the book: its command, its plugin, and what pages say to print something."""

    command: tuple[str, ...]
    plugin: str
    draft: str
    sails: str
    loads: str
    speed: str


def _executed(expression: str) -> str:
    """A block of code in a page, as markdown-exec runs it."""
    return f'```python exec="1"\nimport own\nprint({expression})\n```'


MKDOCS = ("-m", "mkdocs", "serve", "--quiet")
OURS = "sfrules: {book: boats.book}"
SAID = (
    "{{ sea.draft(4) }} feet",
    "{{ boats.tern.sails }} sails",
    '{{ table("loads") }}',
    "{{ sea.speed(3) }} knots",
)
SERVERS = {
    "sfrules serve": Server(("-m", "sfrules", "serve"), OURS, *SAID),
    "mkdocs serve": Server(MKDOCS, OURS, *SAID),
    "mkdocs-macros": Server(
        MKDOCS,
        "macros: {module_name: own}",
        "{{ draft(4) }} feet",
        '{{ sails("tern") }} sails',
        "{{ loads() }}",
        "{{ speed(3) }} knots",
    ),
    "markdown-exec": Server(
        MKDOCS,
        "markdown-exec",
        _executed("own.draft(4), 'feet'"),
        _executed("own.sails('tern'), 'sails'"),
        _executed("own.loads()"),
        _executed("own.speed(3), 'knots'"),
    ),
}


def write_book(root: Path, server: Server, pages: int) -> None:
    """Write a book of so many pages, as a server takes it."""
    write_site(root, 0)
    config = root / "mkdocs.yml"
    text = config.read_text(encoding="utf-8").replace("mkdocs}", "material}")
    config.write_text(text.replace(OURS, server.plugin) + "watch: [boats, facts]\n")
    if server.plugin != OURS:
        config.write_text(
            config.read_text(encoding="utf-8")
            .replace("sfrules, ", "")
            .replace("toc]", "toc, tables, pymdownx.superfences]")
            .replace("watch: [", "watch: [own.py, ")
        )
        (root / "own.py").write_text(OWN, encoding="utf-8")
        for name in ("index", "terms"):
            (root / f"docs/{name}.md").write_text(f"# {name}\n", encoding="utf-8")
    special = [server.draft] * 3 + [server.sails] * 3 + [server.loads] * 3
    for page in range(pages - 2):
        said = special[page] if page < len(special) else server.speed
        text = f"# Page {page}\n\n{said}\n\n{PROSE}\n"
        (root / f"docs/page-{page}.md").write_text(text, encoding="utf-8")
