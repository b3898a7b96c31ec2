"""How many files a number passes on its way from a page to the site.

    python bench/way.py [--list]

A site of one page is built by MkDocs, once without a number and once with one of each sort: typed
and proved, computed by a macro, and in a table. A file of sfrules counts if one of its functions
is called meanwhile, and not for an import; each build is a process of its own, so that nothing is
remembered from another. Each time that the expression's text is taken apart into tokens, or read
as a tree, counts, too: what a cache answers is no reading.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from measuring import asked

CODE = Path(__file__).resolve().parents[1] / "sfrules"
EXPRESSION = 'fare(30, "barge")'
TABLE = 'table("fares")'
PAGES = {
    "no number": ("A barge takes passengers.", "no expression"),
    "proved number": (
        f"For thirty passengers, a barge takes 69 pence.\n\n```proof\n{EXPRESSION} = 69\n```",
        EXPRESSION,
    ),
    "computed number": (f"A barge takes {{{{ {EXPRESSION} }}}} pence.", EXPRESSION),
    "table": (f"{{{{ {TABLE} }}}}", TABLE),
}
FILES = {
    "boats.csv": "id,seats,toll\ncoracle,2,3\nbarge,12,2\n",
    "game.py": '''\
from sfrules import Book

book = Book("The way", __file__, gaps=True)
boats = book.csv("boats")

@book.rule
def fare(passengers: range(1, 100), boat: boats.ids) -> int:
    """The fare in pence: the toll for each passenger, and three pence for each trip."""
    return passengers * boats[boat].toll + 3 * -(-passengers // boats[boat].seats)

book.table("fares", "Fares", boats, {"Boat": "id", "Thirty": lambda boat: fare(30, boat)})
''',
    "mkdocs.yml": """\
site_name: The way
theme: {name: mkdocs}
markdown_extensions: [sfrules]
plugins: [{sfrules: {book: game}}]
""",
}
# The functions that take a text apart into tokens, or make a tree of it, and the end of the file
# that each is in.
READERS = {
    "tokens_in": "from_page.py",
    "read_expression": "from_page.py",
    "tokenize": "jinja2/lexer.py",
    "parse": "ast.py",
    "generate_tokens": "tokenize.py",
}


@dataclass
class Trace:
    """The files of sfrules that a build passes, and what reads an expression's text in it."""

    expression: str
    files: set[str] = field(default_factory=set)
    read: Counter[str] = field(default_factory=Counter)

    def note(self, frame: FrameType, event: str, _argument: object) -> None:
        """Take note of a call; as `sys.setprofile` asks for it."""
        if event != "call":
            return
        file, name = frame.f_code.co_filename, frame.f_code.co_name
        if file.startswith(str(CODE)):
            path = Path(file).relative_to(CODE).as_posix()
            if path not in self.files and not _imports(frame):
                self.files.add(path)
        if file.endswith(READERS.get(name, "no file")) and self._begins_with_it(frame):
            self.read[f"{Path(file).stem}.{name}"] += 1

    def _begins_with_it(self, frame: FrameType) -> bool:
        """Whether a call is given the expression; a generator that goes on has other names, too."""
        given, code = frame.f_locals, frame.f_code
        texts = (value for value in given.values() if isinstance(value, str))
        is_new = len(given) == code.co_argcount + code.co_kwonlyargcount
        return is_new and any(self.expression in text for text in texts)

    @property
    def rooms(self) -> set[str]:
        """The folders of these files."""
        return {Path(file).parent.as_posix() for file in self.files}


def main() -> None:
    """Print the counts of each way, and its files if asked for."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--list", action="store_true", help="the files too")
    listed = asked(options).list
    with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        traces = dict(zip(PAGES, pool.map(traced, PAGES, chunksize=1), strict=True))
    of_any_page = traces["no number"].files
    for what, trace in traces.items():
        own = len(trace.files - of_any_page)
        print(f"{what}: {len(trace.files)} files in {len(trace.rooms)} rooms, {own} for it alone")
        for reader, times in trace.read.items():
            print(f"  {trace.expression} is read by {reader}: {times}")
        if listed:
            print("".join(f"    {file}\n" for file in sorted(trace.files)), end="")


def traced(what: str) -> Trace:
    """Build the site of a page, and trace it."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    text, expression = PAGES[what]
    trace = Trace(expression)
    with tempfile.TemporaryDirectory() as folder:
        for name, content in {**FILES, "docs/index.md": f"# A page\n\n{text}\n"}.items():
            path = Path(folder, name)
            path.parent.mkdir(exist_ok=True)
            path.write_text(content, encoding="utf-8")
        sys.path.insert(0, folder)
        os.chdir(folder)
        config = load_config("mkdocs.yml", strict=True)
        sys.setprofile(trace.note)
        try:
            config.plugins.on_startup(command="build", dirty=False)
            build(config)
        finally:
            sys.setprofile(None)
            os.chdir("/")
    return trace


def _imports(frame: FrameType | None) -> bool:
    """Whether a function runs because a module is imported, and not for the page."""
    while frame and frame.f_code.co_filename != __file__:
        if frame.f_code.co_name == "<module>":
            return True
        frame = frame.f_back
    return False


if __name__ == "__main__":
    main()
