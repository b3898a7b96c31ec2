"""How many files a number passes through on its way from a page to the site.

    python bench/way.py [--list]

A page with one value, and one with one table, is expanded, converted, finished and entered in the
ledger, as pages of this book. A file counts if one of its functions is called on the way.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import markdown
from measuring import asked

from sfrules.book import BOOK
from sfrules.ground.ledger import entry_lines, provenance
from sfrules.ground.source import Source
from sfrules.press.page.expand import Page
from sfrules.press.site.check import expand
from sfrules.press.site.finish import finish
from sfrules.press.site.numbering import number_things
from sfrules.press.site.store import Converted

CODE = Path(__file__).resolve().parents[1] / "sfrules"
FOLDERS = ("press", "ground")
PRINTED = {"value": '{{ core.hit_points(7, "high") }}', "table": '{{ table("hit-points") }}'}


def main() -> None:
    """Print the count of each way, and its files if asked for."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--list", action="store_true", help="the files too")
    listed = asked(options).list
    for what, expression in PRINTED.items():
        page = Page(Source("docs/page.md", f"# A page\n\n{expression}\n"))
        with files_entered() as files:
            finished(page)
        counts = ((folder, sum(f.startswith(f"{folder}/") for f in files)) for folder in FOLDERS)
        by_folder = ", ".join(f"{count} of sfrules/{folder}" for folder, count in counts)
        print(f"{what}: {len(files)} files, {by_folder}")
        if listed:
            print("".join(f"    {file}\n" for file in sorted(files)), end="")


def finished(page: Page) -> str:
    """The HTML and the ledger of a book of one page."""
    name = "page.md"
    expanded = expand(BOOK, page)
    made = Converted(markdown.markdown(expanded.markdown, extensions=["tables"]), ())
    printing = number_things([(name, expanded)], lambda _page, path: path)
    site = finish(BOOK, name, expanded, made, printing)
    if expanded.problems or site.problems or not site.entries:
        raise SystemExit(f"the page does not print: {[*expanded.problems, *site.problems]}")
    return site.html + provenance([entry_lines(site.entries)])


@contextmanager
def files_entered() -> Iterator[set[str]]:
    """The files of the press and its ground whose functions are called, by their paths."""
    entered: set[str] = set()
    places = {folder: str(CODE / folder) for folder in FOLDERS}

    def note(frame: FrameType, event: str, _argument: object) -> None:
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(tuple(places.values())) and not _imports(frame):
            entered.add(Path(file).relative_to(CODE).as_posix())

    sys.setprofile(note)
    try:
        yield entered
    finally:
        sys.setprofile(None)


def _imports(frame: FrameType | None) -> bool:
    """Whether a function runs because a module is imported, and not for the page."""
    while frame and frame.f_code.co_filename != __file__:
        if frame.f_code.co_name == "<module>":
            return True
        frame = frame.f_back
    return False


if __name__ == "__main__":
    main()
