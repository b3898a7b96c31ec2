"""The book that servers and checks are measured by, as each of them takes it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

FEWEST = 23  # pages, so that there is a page 20
PROSE = "\n\n".join("A page of plain words that stand for a chapter of a book." for _ in range(40))
RULES = """\
def speed(length: {lengths}) -> int:
    return 2 * length

def draft(length: {lengths}) -> int:
    return speed(length) + 0
"""
GAME = """\
from sfrules import Book

book = Book("Boats", __file__, gaps=True)
boats = book.csv("boats")

{rules}
speed, draft = (book.rule(rule, space="sea") for rule in (speed, draft))
book.table("loads", "Loads", range(1, 5), {{"Length": int, "Cargo": speed}})
"""
# What an author of the peers' books writes beside the same rules.
OWN = """\
import csv
from pathlib import Path

{rules}
def sails(id):
    with (Path(__file__).parent / "boats.csv").open() as file:
        return next(row["sails"] for row in csv.DictReader(file) if row["id"] == id)

def loads():
    rows = "".join(f"| {{length}} | {{speed(length)}} |\\n" for length in range(1, 5))
    return f"**Loads**\\n\\n| Length | Cargo |\\n| ---: | ---: |\\n{{rows}}"

def define_env(env):
    for macro in (speed, draft, sails, loads):
        env.macro(macro)
"""
CONFIG = """\
site_name: Boats
theme: {{name: material, font: false}}
markdown_extensions: [{ours}attr_list, tables, toc, pymdownx.superfences]
plugins:
  - search
  - {plugin}
watch: [game.py, boats.csv]
"""


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
    return f'```python exec="1"\nimport game\nprint({expression})\n```'


MKDOCS = ("mkdocs", "serve", "--quiet")
OURS = "sfrules: {book: game}"
SERVERS = {
    "sfrules serve": Server(
        ("sfrules", "serve"),
        OURS,
        "{{ sea.draft(4) }} feet",
        "{{ boats.tern.sails }} sails",
        '{{ table("loads") }}',
        "{{ sea.speed(3) }} knots",
    ),
    "mkdocs-macros": Server(
        MKDOCS,
        "macros: {module_name: game}",
        "{{ draft(4) }} feet",
        '{{ sails("tern") }} sails',
        "{{ loads() }}",
        "{{ speed(3) }} knots",
    ),
    "markdown-exec": Server(
        MKDOCS,
        "markdown-exec",
        _executed("game.draft(4), 'feet'"),
        _executed("game.sails('tern'), 'sails'"),
        _executed("game.loads()"),
        _executed("game.speed(3), 'knots'"),
    ),
}


def write_book(root: Path, server: Server, pages: int) -> None:
    """Write a book of so many pages, as a server takes it."""
    is_ours = server.plugin == OURS
    config = CONFIG.format(plugin=server.plugin, ours="sfrules, " if is_ours else "")
    rules = RULES.format(lengths="range(1, 31)" if is_ours else "int")
    special = [server.draft] * 3 + [server.sails] * 3 + [server.loads] * 3
    texts = {
        "mkdocs.yml": config,
        "game.py": (GAME if is_ours else OWN).format(rules=rules),
        "boats.csv": "id,sails\ngull,3\ntern,2\n",
        "docs/index.md": "# Boats\n",
    }
    for page in range(pages - 1):
        said = special[page] if page < len(special) else server.speed
        texts[f"docs/page-{page}.md"] = f"# A page\n\n{said}\n\n{PROSE}\n"
    (root / "docs").mkdir(parents=True)
    for name, text in texts.items():
        (root / name).write_text(text, encoding="utf-8")
