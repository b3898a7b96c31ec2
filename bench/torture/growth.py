"""Let a book grow, and see how the time of a check grows with it: no faster than the book."""

from __future__ import annotations

import csv
import io
import math
import os
from collections.abc import Callable, Sequence
from functools import partial
from math import isqrt
from pathlib import Path

import cases
from doors import TERMS, Doors
from section import ROOT, Section, Task
from trying import Batch, Fallen, Outcome, outcomes

from sfrules.press.doors.site_check import SiteCheck

MOST = 1.1  # power of the size that the time may grow with
MEGABYTES = 1_024  # what a page may take by its bounds
SIZES = (20, 60, 200, 600, 2_000)
MANY = (200, 600, 2_000, 6_000, 20_000, 60_000)
BYTES = (10_000, 100_000, 1_000_000, 10_000_000)
CELLS = (400, 2_500, 10_000, 40_000)
BUILT = (200, 600, 2_000, 5_000)
SECONDS = 300.0
ONCE = 1.0  # seconds from which on one run is measure enough
LEAST = 0.02  # seconds: less than this is no measure
Work = Callable[[Doors, int], Callable[[], object]]
CLAIM = 'It has {{ printed(51, core.hit_points(7, "high")) }} hit points.\n\n'
PROOF = 'He has 51 hit points.\n\n```proof\ncore.hit_points(7, "high") = 51\n```\n\n'
FALSE = PROOF.replace("has 51", "has 52")
NOTE = "A word.[^n{}]\n\n[^n{}]: A note.\n\n"
TABLE = '# Loads\n\n{{ table("loads") }}\n'
GAME = '''\
from sfrules import Book

book = Book("Loads", __file__)
loads = book.csv("loads")

@book.rule
def toll(load: loads.ids) -> int:
    """Toll: coins and feet."""
    return loads[load].coins + loads[load].feet

book.table("loads", "Loads", loads, {"Load": "id", "Coins": "coins", "Toll": toll})
'''
SITE = """\
site_name: Loads
theme: {name: mkdocs}
plugins: [sfrules: {book: game}]
markdown_extensions: [sfrules, tables]
"""
PROSE = "A word of *prose*, with `code` and [a link](page.md), and nothing that counts.\n\n"


def torture(task: Task) -> Section:
    """Measure each kind of growth at each size, and fit the power of its upper half."""
    lines = [
        "Seconds of processor time, and the power of the size that the time grows with.",
        "",
        "| of | sizes | seconds | power | most memory |",
        "| --- | --- | --- | --- | --- |",
    ]
    fallen: list[str] = []
    try:
        for name, (work, whole) in KINDS.items():
            sizes = [max(2, round(size * task.share)) for size in whole]
            found = _outcomes(name, work, sizes)
            measured = [(o.given, float(o.answer)) for o in found if not o.fell]
            power = _power(measured)
            seconds = ", ".join(o.fell or f"{float(o.answer):.2f}" for o in found)
            most = max(each.megabytes for each in found)
            said = ", ".join(f"{size:,}" for size in sizes)
            lines.append(f"| {name} | {said} | {seconds} | {power:.2f} | {most:.0f} MB |")
            fallen += [f"{name}: {each.given:,}: {each.fell}" for each in found if each.fell]
            if power > MOST:
                fallen += [f"{name}: the power is {power:.2f}"]
    finally:
        cases.clear()
    return Section("Growth", lines, fallen)


def _outcomes(name: str, work: Work, sizes: Sequence[int]) -> list[Outcome]:
    """What came of each size; of what is short, the best of three, of which none kept anything."""
    best: dict[int, Outcome] = {}
    for _ in range(3):
        again = [size for size in sizes if size not in best or _is_short(best[size])]
        batch = Batch(name, partial(list, again), _timed(work), MEGABYTES)
        for outcome in outcomes([batch], SECONDS):
            before = best.get(outcome.given)
            if not before or outcome.fell or float(outcome.answer) < float(before.answer):
                best[outcome.given] = outcome
    return [best[size] for size in sizes]


def _is_short(outcome: Outcome) -> bool:
    return not outcome.fell and float(outcome.answer) <= ONCE


def _timed(work: Work) -> Callable[[int], str]:
    """The processor time of some work."""

    def attempt(size: int) -> str:
        run = work(Doors(cases.own_folder()), size)
        began = sum(os.times()[:4])
        run()
        return str(sum(os.times()[:4]) - began)

    return attempt


def _power(measured: Sequence[tuple[int, float]]) -> float:
    """The slope of the time over the size, both as logarithms, over the upper half of the sizes."""
    upper = [(math.log(s), math.log(t)) for s, t in measured[len(measured) // 2 :] if t > LEAST]
    if len(upper) < 2:  # noqa: PLR2004 a slope takes two points
        return 0.0
    middle = sum(x for x, _ in upper) / len(upper), sum(y for _, y in upper) / len(upper)
    return sum((x - middle[0]) * (y - middle[1]) for x, y in upper) / sum(
        (x - middle[0]) ** 2 for x, _ in upper
    )


def _pages(doors: Doors, size: int) -> Callable[[], object]:
    for at in range(size):
        (doors.folder / "docs" / f"page-{at}.md").write_text(f"# Page {at}\n\n{CLAIM}", "utf-8")
    return lambda: doors.site("# A page\n")


def _page_of(piece: str) -> Work:
    return lambda doors, size: lambda: doors.site("# A page\n\n" + piece * size)


def _page_of_each(piece: str) -> Work:
    """A page of so many pieces, no two of them with the same name."""

    def text(size: int) -> str:
        return "".join(piece.replace("{}", f"x{at}x") for at in range(size))

    return lambda doors, size: lambda: doors.site("# A page\n\n" + text(size))


def _page_of_bytes(piece: str) -> Work:
    return lambda doors, size: lambda: doors.site("# A page\n\n" + piece * (size // len(piece)))


def _rows(doors: Doors, size: int) -> Callable[[], object]:
    table = list(csv.reader((ROOT / TERMS).read_text(encoding="utf-8").splitlines()))
    out = io.StringIO()
    header, first = table[:2]
    names = [header, *([f"{cell}-{at}" if not n else cell for n, cell in enumerate(first)]
                       for at in range(size))]  # fmt: skip
    csv.writer(out, lineterminator="\n").writerows(names)
    return lambda: doors.tables(TERMS, out.getvalue())


def _written(doors: Doors, rows: str, page: str, code: str = GAME) -> Path:
    """A book of loads, of its own; returns its configuration."""
    folder = doors.folder / "loads"
    files = {"mkdocs.yml": SITE, "game.py": code, "loads.csv": rows, "docs/index.md": page}
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder / "mkdocs.yml"


def _checked(config: Path) -> Callable[[], object]:
    """A check of a book in which nothing is wrong, unless it prints more than a page may."""

    def run() -> None:
        found = SiteCheck(config).check().problems
        if found and not found[0].message.startswith("the page prints more than"):
            raise Fallen(str(found[0]))

    return run


def _book(
    rows: Callable[[int], str] = lambda _: _loads(2),
    page: Callable[[int], str] = lambda _: TABLE,
    code: Callable[[int], str] = lambda _: GAME,
) -> Work:
    return lambda doors, size: _checked(_written(doors, rows(size), page(size), code(size)))


def _loads(size: int, *, wide: int = 0) -> str:
    """So many rows, with more columns than the rule asks for."""
    names = "".join(f",more{at}" for at in range(wide))
    rows = (f"load{at},{at},{at % 7}{',7' * wide}\n" for at in range(size))
    return f"id,coins,feet{names}\n{''.join(rows)}"


def _square(cells: int) -> str:
    """Rows of so many cells beside those that the rule asks for, as many rows as columns."""
    return _loads(isqrt(cells), wide=isqrt(cells))


def _shown(size: int) -> str:
    """The code of a table with so many columns more."""
    columns = ", ".join(f'"More {_letters(at)}": "more{at}"' for at in range(size))
    return GAME.replace('"Toll"', f'{columns}, "Toll"')


def _letters(number: int) -> str:
    """A name without a figure, another for each number."""
    return "".join(chr(ord("a") + int(digit)) for digit in str(number))


def _terms(size: int) -> str:
    """The code of a book with so many terms."""
    said = (f'book.term("{_letters(at)}ness", "A word.", "index.md#loads")\n' for at in range(size))
    return GAME + "".join(said)


def _terms_said(size: int) -> str:
    return TABLE + "\n" + "".join(f"Of [[{_letters(at)}ness]].\n\n" for at in range(size))


def _built(doors: Doors, size: int, *, typed: bool = False) -> Callable[[], object]:
    """A build of pages that MkDocs does not list; or of the same ones, typed, without the press."""
    from mkdocs.commands.build import build

    from sfrules.press.doors.mkdocs.mkdocs_host import load_site

    config = _written(doors, _loads(2), TABLE)
    said = SITE.replace("sfrules: {book: game}", "").replace("sfrules, ", "") if typed else SITE
    config.write_text(f"{said}nav: [index.md]\n", encoding="utf-8")
    coins = "1" if typed else "{{ printed(1, loads.load1.coins) }}"
    for at in range(size):
        text = f"# Page {_letters(at)}\n\nA load of {coins} coin.\n"
        (config.parent / "docs" / f"page-{at}.md").write_text(text, encoding="utf-8")

    def run() -> None:
        loaded = load_site(config, site_dir=str(config.parent / "site"))
        loaded.plugins.on_startup(command="build", dirty=False)
        build(loaded)

    return run


def _bad_rows(doors: Doors, size: int) -> Callable[[], object]:
    header = (ROOT / TERMS).read_text(encoding="utf-8").partition("\n")[0]
    return lambda: doors.tables(TERMS, f"{header}\n" + "a,b\n" * size)


def _lint_files(doors: Doors, size: int) -> Callable[[], object]:
    from sfrules.ground.source import Source
    from sfrules.lint.linter import findings_in
    from sfrules.lint.markdown.reading import read

    folder = doors.folder / "book"
    folder.mkdir()
    text = "# Page\n\n| d6 | Find |\n| --- | --- |\n| 1-3 | Gold |\n| 4-6 | 7 (2d6) |\n\n" + PROSE
    for at in range(size):
        (folder / f"page-{at}.md").write_text(text.replace("Find", f"Find {at}"), "utf-8")
    files = sorted(folder.iterdir())  # read in this process, whose time is measured
    return lambda: findings_in(
        [read(Source(each.name, each.read_text(encoding="utf-8"))) for each in files]
    )


# What grows: the work at a size, and the sizes.
KINDS: dict[str, tuple[Work, tuple[int, ...]]] = {
    "pages": (_pages, SIZES),
    "pages that are built": (_built, BUILT),
    "pages that are typed and built without the press": (partial(_built, typed=True), BUILT),
    "claims on a page": (_page_of(CLAIM), SIZES),
    "proofs on a page": (_page_of(PROOF), SIZES),
    "false proofs on a page": (_page_of(FALSE), SIZES),
    "numbers in prose that are loose": (_page_of("There are 7 hit points left.\n\n"), SIZES),
    "headings on a page": (_page_of_each("## Of {}\n\nA word.\n\n"), SIZES),
    "links on a page": (_page_of("A word and [a link](#a-page).\n\n"), SIZES),
    "links to terms": (_page_of("Roll for [[initiative]].\n\n"), SIZES),
    "notes on a page": (_page_of_each(NOTE), SIZES),
    "brackets that nothing closes": (_page_of("["), MANY),
    "images that nothing closes": (_page_of("!["), MANY),
    "quotations in each other": (_page_of("> "), SIZES),
    "emphasis": (_page_of("a *b* **c** "), SIZES),
    "rows of a table": (_rows, SIZES),
    "rows that a rule is asked for": (_book(_loads), (2_000, 6_000, 20_000, 50_000)),
    "columns of a file": (_book(lambda size: _loads(2, wide=size)), SIZES),
    "columns of a table": (_book(lambda size: _loads(2, wide=size), code=_shown), SIZES),
    "cells of a table": (_book(_square, code=lambda size: _shown(isqrt(size))), CELLS),
    "terms of the book": (_book(page=_terms_said, code=_terms), SIZES),
    "bad rows of a table": (_bad_rows, SIZES),
    "files for lint": (_lint_files, SIZES),
    "a page of prose, in bytes": (_page_of_bytes(PROSE), BYTES),
    "a page of claims, in bytes": (_page_of_bytes(CLAIM), BYTES),
}
