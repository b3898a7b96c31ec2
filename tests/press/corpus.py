"""Read the cases of tests/corpus from their files, and check what the press tells of them.

A file of cases is text with a few marks:

    ▶ kind: name                    one case: the lines below are its page
    ▷ game.py                       within a case: the lines below belong to another file of its book
    ▶▶ kind                         many cases: each line below is a page, and the name of its case
    + text                          below ▶▶: a line that stands below each of these pages
    ⟦77 → many⟧                     what is false, and what stands there in the page without it
    ⟦77⟧                            the same; "many" stands there instead
    ⟨NO-BREAK SPACE⟩                a character by its name in Unicode

A file of mistakes has, for each, its name, a page of the toy book, a line of ┈, and the report.

The book of the other cases is tests/books/ferry. A case that is no more than a page shares a copy of it with all
others of its kind; any other has a copy of its own. There, `game.py` adds lines to the module,
`mkdocs.yml` replaces what it names, and any other file is as the case has it.
"""

from __future__ import annotations

import re
import shutil
import sys
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import chdir
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path

import yaml

from sfrules.press.host.check import SiteCheck
from sfrules.press.site.load import forget

CORPUS = Path(__file__).resolve().parents[1] / "corpus"
FERRY = Path(__file__).resolve().parents[1] / "books" / "ferry"
PAGE = "docs/page.md"
_MODULES = ("game",)
_CASE = re.compile(r"▶ (?P<kind>[^:]+): (?P<name>.+)")
_MISTAKE = re.compile(
    r"(?P<head>^▶ (?P<name>.+)\n(?P<page>[^▶]*?\n)┈+\n)(?P<report>[^▶]*?)\n(?P<behind>\n(?=▶)|\Z)",
    re.MULTILINE,
)
_FALSE = re.compile(r"⟦(?P<false>.*?)(?:(?: |(?<=\n))→(?: (?P<instead>.*?)|))?⟧", re.DOTALL)
_NAMED = re.compile(r"⟨([A-Z][A-Z0-9 -]+)⟩")


@dataclass(frozen=True)
class Case:
    """A page or a book, and what is known of it."""

    kind: str
    name: str
    files: Mapping[str, str]

    @property
    def id(self) -> str:
        return f"{self.kind}: {self.name}"

    @property
    def is_page(self) -> bool:
        """Whether it is no more than a page; front matter that is refused stops a whole check."""
        return list(self.files) == [PAGE] and not self.files[PAGE].startswith("---\n")

    @property
    def has_false_number(self) -> bool:
        return any(_FALSE.search(path + text) for path, text in self.files.items())

    def without_false_number(self) -> Case:
        """The same case with what is right, or nothing, in place of what is false."""
        right = partial(_FALSE.sub, _instead)
        files = {right(path): right(text) for path, text in self.files.items()}
        return Case(self.kind, self.name, files)

    def written(self) -> dict[str, str]:
        """The files as they stand in the book."""
        return {_spelt(path): _spelt(text) for path, text in self.files.items()}


def _spelt(text: str) -> str:
    return _NAMED.sub(_character, _FALSE.sub(r"\g<false>", text))


def _instead(marked: re.Match[str]) -> str:
    if marked["instead"] is not None:
        return marked["instead"]
    return "" if "→" in marked[0] else "many"


def _character(named: re.Match[str]) -> str:
    return unicodedata.lookup(named[1])


def read_cases(folder: str) -> list[Case]:
    """The cases of all files of a folder of the corpus."""
    return [case for file in sorted((CORPUS / folder).glob("*.md")) for case in _cases_in(file)]


def read_mistakes(file: Path) -> dict[str, str]:
    """The pages of a file of mistakes by their names."""
    return {
        found["name"]: found["page"]
        for found in _MISTAKE.finditer(file.read_text(encoding="utf-8"))
    }


def read_pairs(name: str, part: str) -> list[list[str]]:
    """The lines of a part of a file: a text, and behind ⇒ what comes of it; ⏎ ends a line."""
    text = (CORPUS / f"{name}.md").read_text(encoding="utf-8")
    assert text.count(f"\n▶ {part}\n") == 1, part
    lines = text.partition(f"\n▶ {part}\n")[2].partition("\n▶ ")[0].splitlines()
    return [line.replace("⏎", "\n").split(" ⇒ ") for line in lines if line]


def with_reports(file: Path, reports: Mapping[str, str]) -> str:
    """A file of mistakes as it is with other reports."""

    def reported(found: re.Match[str]) -> str:
        return f"{found['head']}{reports[found['name']]}\n{found['behind']}"

    return _MISTAKE.sub(reported, file.read_text(encoding="utf-8"))


def _cases_in(file: Path) -> Iterator[Case]:
    _, *parts = re.split(r"^(?=▶)", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for part in parts:
        head, _, body = part.partition("\n")
        if head.startswith("▶▶"):
            yield from _one_a_line(head.removeprefix("▶▶").strip(), body)
        elif found := _CASE.fullmatch(head):
            yield Case(found["kind"], found["name"], _files(body))
        else:
            raise ValueError(f"{file.name} has a case without a kind or a name: {head}")


def _one_a_line(kind: str, body: str) -> Iterator[Case]:
    lines = [line for line in body.splitlines() if line.strip()]
    below = "\n".join(line[2:] for line in lines if line.startswith("+"))
    for line in lines:
        if not line.startswith("+"):
            name = _FALSE.sub(r"\g<false>", line)
            yield Case(kind, name, {PAGE: f"{line}\n\n{below}\n"})


def _files(body: str) -> dict[str, str]:
    page, *others = re.split(r"^▷ ", body, flags=re.MULTILINE)
    named = dict(f"{other.rstrip()}\n".split("\n", 1) for other in others)
    own = {PAGE: page} if page.strip() else {}
    return own | named


def tell(folder: Path, cases: Iterable[Case]) -> dict[str, list[str]]:
    """The problems of each case by its id, and under "the book" those of no case's page."""
    alike = defaultdict(list)  # many differ in nothing but their false number
    for case in cases:
        alike[tuple(sorted(case.written().items()))].append(case)
    told: dict[str, list[str]] = {}
    pages = {}
    for at, same in enumerate(alike.values()):
        if same[0].is_page:
            pages[f"docs/{_letters(at)}.md"] = same
        else:
            found = _check(folder / _letters(at), same[0].written())
            told |= {case.id: list(chain.from_iterable(found.values())) for case in same}
    shared = _check(
        folder / "shared", {path: same[0].written()[PAGE] for path, same in pages.items()}
    )
    for path, same in pages.items():
        found_there = shared.pop(path, [])
        told |= {case.id: found_there for case in same}
    return told | {"the book": list(chain.from_iterable(shared.values()))}


def _letters(number: int) -> str:
    """A name without a figure: that of a page is its title, and read as one."""
    return "page-" + "".join(chr(ord("a") + int(digit)) for digit in str(number))


def _check(home: Path, files: Mapping[str, str]) -> dict[str, list[str]]:
    """Check the book with other files; returns its problems by their files."""
    shutil.copytree(FERRY, home, ignore=shutil.ignore_patterns("__*"))
    if not any(path.startswith(("mkdocs.yml", "theme/")) for path in files):
        config = home / "mkdocs.yml"  # of a theme whose many icons nobody lists
        text = config.read_text(encoding="utf-8")
        config.write_text(text.replace("name: material", "name: mkdocs"), encoding="utf-8")
    for path, text in files.items():
        file = home / path
        file.parent.mkdir(parents=True, exist_ok=True)
        written = _WRITERS.get(path, _replaced)(file, text)
        file.write_text(written, encoding="utf-8", newline="")
    try:
        told = defaultdict(list)
        with chdir(home):  # as an author would: snippets are looked for from there
            for problem in SiteCheck(Path("mkdocs.yml")).check().problems:
                told[problem.path].append(str(problem))
        return told
    finally:
        shutil.rmtree(home)
        sys.path[:] = [path for path in sys.path if path != str(home)]
        forget(_MODULES)


def _replaced(_file: Path, text: str) -> str:
    return text


def _added(file: Path, text: str) -> str:
    return f"{file.read_text(encoding='utf-8')}\n{text}"


def _configured(file: Path, text: str) -> str:
    kept = yaml.safe_load(file.read_text(encoding="utf-8"))
    kept = {name: value for name, value in kept.items() if name not in yaml.safe_load(text)}
    return yaml.safe_dump(kept, sort_keys=False) + text


_WRITERS = {"game.py": _added, "mkdocs.yml": _configured}
