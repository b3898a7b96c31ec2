"""Measure how long claims take to check: by sfrules, by doctest and by sybil.

    python bench/claims.py [--claims N] [--rounds N]

Each claim says the hit points of a level and a durability, a hundred to a page. For sfrules it is
`printed(51, core.hit_points(7, "high"))` in a sentence, and `sfrules check` does all that it does
for a book; "proofs" are sentences with their numbers, ten to a proof below them that vouches for
each. For the others it is an example with its output, in a page of text; "sessions" are these
examples, worked out in the sandbox of `sfrules check`. Each run is a process of its own, in turns.
What the same process takes for no claims at all is its start-up.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice, product
from pathlib import Path

from measuring import Run, asked, measured, tell

PER_PAGE = 100
LEVELS = range(1, 31)
# From the table of hit points: those of low durability by level; the others are in proportion.
LOW = (22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 44, 48, 52, 56, 60, 64, 68, 72, 76, 80)
LOW += tuple(88 + 8 * n for n in range(10))
FACTORS = {"low": (1, 1), "medium": (5, 4), "high": (3, 2)}
CONFIG = """\
site_name: Claims
markdown_extensions: [sfrules, attr_list]
plugins:
  - sfrules: {book: claims_book}
"""
BOOK = """\
from pathlib import Path

from sfrules.press.things.book import Book
from sfrules.rules import core

BOOK = Book(
    title="Claims",
    root=Path(__file__).parent,
    namespaces={"core": {"hit_points": core.hit_points}},
)
"""
DOCTEST = """\
import doctest, sys
from pathlib import Path
from sfrules.rules import core

failed = 0
for page in sorted(Path("docs").glob("*.md")):
    failed += doctest.testfile(str(page), module_relative=False, globs={"core": core}).failed
sys.exit(failed > 0)
"""
SYBIL = """\
import sys
from pathlib import Path
from sfrules.rules import core
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser

sybil = Sybil([PythonCodeBlockParser()])
for page in sorted(Path("docs").glob("*.md")):
    document = sybil.parse(page)
    document.namespace["core"] = core
    for example in document.examples():
        example.evaluate()
"""


Claim = tuple[int, str, int]


@dataclass(frozen=True)
class Way:
    """A way to check claims: how some are written, and the command that checks a folder of pages.

    `at_once` is how many are written together.
    """

    written: Callable[[list[Claim]], str]
    command: tuple[str, ...]
    at_once: int = 1


CHECK = (sys.executable, "-c", "from sfrules.press.doors.cli import main; main()", "check")


def _session(claims: list[Claim]) -> str:
    examples = (
        f'>>> core.hit_points({level}, "{durability}")\n{points}\n'
        for level, durability, points in claims
    )
    return "```python\n" + "\n".join(examples) + "\n```\n"


def _macros(claims: list[Claim]) -> str:
    return "\n".join(
        "At that level and durability, you have "
        f'{{{{ printed({points}, core.hit_points({level}, "{durability}")) }}}} hit points.\n'
        for level, durability, points in claims
    )


def _proof(claims: list[Claim]) -> str:
    sentences = (
        f"At level {level} with {durability} durability, you have {points} hit points."
        for level, durability, points in claims
    )
    lines = (
        f'core.hit_points({level}, "{durability}") = {points}'
        for level, durability, points in claims
    )
    return "\n".join([*sentences, "", "```proof", *lines, "```", ""])


WAYS = {
    "sfrules": Way(_macros, CHECK),
    "proofs": Way(_proof, CHECK, at_once=10),
    "sessions": Way(_session, CHECK),
    "doctest": Way(_session, (sys.executable, "-c", DOCTEST)),
    "sybil": Way(_session, (sys.executable, "-c", SYBIL)),
}


def claims() -> Iterator[Claim]:
    """Levels and durabilities with their hit points, over and over."""
    while True:
        for durability, level in product(FACTORS, LEVELS):
            by, of = FACTORS[durability]
            yield level, durability, LOW[level - 1] * by // of


def write(folder: Path, way: Way, count: int) -> None:
    """Write the pages of a way, with a book for those that need one."""
    docs = folder / "docs"
    docs.mkdir(parents=True)
    (folder / "mkdocs.yml").write_text(CONFIG, encoding="utf-8")
    (folder / "claims_book.py").write_text(BOOK, encoding="utf-8")
    (docs / "index.md").write_text("# Claims\n", encoding="utf-8")
    each = islice(claims(), count)
    for page in range(1, -(-count // PER_PAGE) + 1):
        on_page = iter(list(islice(each, PER_PAGE)))
        written = []
        while together := list(islice(on_page, way.at_once)):
            written.append(way.written(together))
        text = "\n".join(["# Claims\n", *written])
        (docs / f"page-{page:03}.md").write_text(text, encoding="utf-8")


def beyond(folder: Path, none: Path, way: Way) -> Run:
    """What a check of claims takes beyond one of none, each in a process of its own."""
    start, whole = measured(way.command, none), measured(way.command, folder)
    return Run(
        *(
            many - few
            for many, few in (
                (whole.wall or 0, start.wall or 0),
                (whole.processor or 0, start.processor or 0),
            )
        )
    )


def refuses(folder: Path, way: Way) -> bool:
    """Whether a way finds the one claim that is made wrong in a folder of its own."""
    page = folder / "docs" / "page-001.md"
    page.write_text(page.read_text(encoding="utf-8").replace("22", "23", 1), encoding="utf-8")
    told = subprocess.run(way.command, cwd=folder, capture_output=True, check=False)
    return told.returncode != 0


def main() -> None:
    """Measure, and print what each way takes beyond its start-up."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--claims", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=5)
    given = asked(parser, claims=PER_PAGE, rounds=1)
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        for way, how in WAYS.items():
            write(root / way, how, given.claims)
            write(root / f"{way} of none", how, 0)
            write(root / f"{way} wrong", how, PER_PAGE)
            if not refuses(root / f"{way} wrong", how):
                raise SystemExit(f"{way} does not find a wrong claim")
        taken: dict[str, list[Run]] = {way: [] for way in WAYS}
        for _ in range(given.rounds):
            for way, how in WAYS.items():
                taken[way].append(beyond(root / way, root / f"{way} of none", how))
    tell(f"check of {given.claims} claims, beyond the start", taken, "sfrules")


if __name__ == "__main__":
    main()
