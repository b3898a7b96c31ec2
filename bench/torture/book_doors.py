"""Doors of a whole small book: what a page of it says, or files in place of its own.

The book is the one that `sfrules new` writes. A text is its page `docs/more.md`, and goes on with
files: a line `== name` begins one that replaces another, `+= name` one that goes on with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from judging import clean
from section import ROOT
from trying import Fallen

from sfrules.ground.problems import Problem
from sfrules.press.doors.site_check import SiteCheck

if TYPE_CHECKING:
    from doors import Doors

STARTER = ROOT / "sfrules" / "press" / "doors" / "starter"
SITE = """\
site_name: Ferries
theme: {name: mkdocs}
plugins: [sfrules: {book: game}]
markdown_extensions: [sfrules, abbr, admonition, attr_list, def_list, footnotes, md_in_html, tables,
  pymdownx.details, pymdownx.superfences, pymdownx.tabbed]
"""
_FILE = re.compile(r"^([=+]=) (\S+)\n", re.MULTILINE)


@cache
def starter() -> Mapping[str, str]:
    """The files of the book as it begins."""
    files = {"game.py": "game.py.txt", "boats.csv": "boats.csv", "waters.csv": "waters.csv"}
    files |= {f"docs/{name}.md": f"docs/{name}.md" for name in ("index", "reference")}
    texts = {name: (STARTER / path).read_text(encoding="utf-8") for name, path in files.items()}
    dice = texts["game.py"].replace("dice=[20]", "dice=[4, 6, 8, 10, 12, 20]")
    return {**texts, "game.py": dice, "mkdocs.yml": SITE}


def book_of(given: str) -> dict[str, str]:
    """The files of the book with what is given."""
    files = dict(starter())
    text, *others = _FILE.split(given)
    for sign, name, content in zip(*(others[at::3] for at in range(3)), strict=True):
        files[name] = content if sign == "==" else files.get(name, "") + content
    if text.strip():
        files["docs/more.md"] = text if text.startswith(("#", "---")) else f"# More\n\n{text}"
    return files


def _written(doors: Doors, given: str) -> tuple[Path, dict[str, str]]:
    """A folder with the book, and its files."""
    files = book_of(given)
    folder = doors.new_folder()
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text.encode("utf-8", "surrogatepass"))
    return folder, files


def _problems(folder: Path, files: Mapping[str, str], given: str) -> list[str]:
    """The problems of the book, each of them at a place in one of its files."""
    found = SiteCheck(folder / "mkdocs.yml").check().problems
    _placed(found, files)
    said = [str(each) for each in found]
    clean("\n".join(said), "a problem", given)
    return said


def _placed(problems: Iterable[Problem], files: Mapping[str, str]) -> None:
    for each in problems:
        if each.path not in files:
            raise Fallen(f"a problem is at {each.path!r:.60}, no file of it: {each.message!r:.80}")
        lines = re.split(r"\r\n|\r|\n", files[each.path])
        if not 1 <= each.line <= len(lines) or each.column > len(lines[each.line - 1]) + 1:
            raise Fallen(f"a problem is at {each.line}:{each.column}: {each.message!r:.80}")


def _false(doors: Doors, given: str) -> str:
    """A book that says what is false, or cannot be: it has a problem, first of all `@ there`."""
    there, _, rest = given[2:].partition("\n") if given[:2] == "@ " else ("", "", given)
    if not (said := _problems(*_written(doors, rest), given)):
        raise Fallen("no problem is told")
    if not said[0].startswith(there):
        raise Fallen(f"not at {there}: {said[0]}")
    return "\n".join(said)


def _built(doors: Doors, given: str) -> str:
    """A true book is built by MkDocs."""
    from mkdocs.commands.build import build

    from sfrules.press.doors.mkdocs.mkdocs_host import load_site

    folder, _ = _written(doors, given)
    loaded = load_site(folder / "mkdocs.yml", site_dir=str(folder / "site"))
    loaded.plugins.on_startup(command="build", dirty=False)
    build(loaded)
    return ""


def _true(doors: Doors, given: str) -> str:
    """A book that says what is true: it has no problem."""
    if said := _problems(*_written(doors, given), given):
        raise Fallen(f"a true book has a problem: {said[0]}")
    return ""


def _checked(doors: Doors, given: str) -> str:
    """A book of any kind: what is wrong with it is a problem at its place."""
    return "\n".join(_problems(*_written(doors, given), given))


def _odd(_doors: Doors, given: str) -> str:
    """A repository in an odd state: its form, what is under way, its names, the environment."""
    from odd_git import faults

    if found := [f"{revision}: {fault}" for revision, fault in faults(given.split(" + ")) if fault]:
        raise Fallen(found[0])
    return ""


DOORS: Mapping[str, Callable[[Doors, str], str]] = {
    "a false book": _false,
    "a true book": _true,
    "a book": _checked,
    "a built book": _built,
    "an odd repository": _odd,
}
