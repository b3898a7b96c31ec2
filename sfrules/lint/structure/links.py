"""Links that lead nowhere."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property, lru_cache
from os.path import normpath
from pathlib import Path, PurePath
from urllib.parse import unquote

from sfrules.ground.problems import Problem
from sfrules.lint.document import Document
from sfrules.lint.files import SUFFIXES, pattern, read_file
from sfrules.lint.markdown.reading import read
from sfrules.lint.markdown.slugs import slugs, without_number

_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//")
# Ids that sites, browsers and book generators make for things other than headings.
_MADE_ELSEWHERE = re.compile(
    r"top|l\d+(-l?\d+)?|[/!:^].*|(fn|fnref|ref|cite|tbl|fig|tab|eq|lst|thm|__tabbed)[-:_\d].*"
)
_UNFINISHED = frozenset("{}<>$")  # in a target that macros or shells fill in
_OF_ONE_BOOK = ".rmd"  # bookdown makes one page of all chapters, with ids in common
GONE = 3  # files that a page names and that are missing, if they are most that it names
IDS_GONE = 10  # ids that a page links to and that are missing, if they are most: said once
ELSEWHERE = 3  # missing ids that other files of its folder have: the book joins these files
HINTS = 100  # in a run: each compares all ids of a file, and hostile text has many of both
LIKE = 0.6  # of the letters at least, so that a hint names a slip and nothing else
_PREFIX = "user-content-"


@dataclass(frozen=True)
class PageLink:
    """A link to a place or a file of the book, with its line for a report."""

    target: str
    line: int
    column: int
    text: str

    @property
    def fragment(self) -> str:
        """The id that it leads to, if it names one."""
        return unquote(self.target.partition("#")[2])


@dataclass(frozen=True)
class LinkPage:
    """What judging links needs of a file; `headings` are their texts, a line each."""

    path: str
    grows: bool
    headings: str
    ids: tuple[str, ...]
    links: tuple[PageLink, ...]

    def __contains__(self, id: str) -> bool:
        wanted = id.lower().removeprefix(_PREFIX)
        base, number = without_number(wanted)
        return (
            self.grows
            or wanted in self._given
            or wanted in self._made
            or 0 < number <= self._made[base]
        )

    @cached_property
    def _given(self) -> set[str]:
        return {id.lower() for id in self.ids}

    @cached_property
    def _made(self) -> Counter[str]:
        return Counter(slug for text in self.headings.split("\n") for slug in slugs(text))

    @property
    def names(self) -> list[str]:
        """The ids, as an author would write them."""
        made = (re.sub(r"[^\w\- ]", "", text.lower()) for text in self.headings.split("\n"))
        return [*(text.strip().replace(" ", "-") for text in made if text), *self.ids]


def page_of(document: Document) -> LinkPage:
    """A file's ids, and the links in it to places and files of the book."""
    links = (
        PageLink(target, link.line, link.column, document.source.line(link.line))
        for link in document.links
        if _file_of(target := link.text.strip()) or _is_own(target)
    )
    return LinkPage(
        document.source.path,
        document.grows,
        "\n".join(heading.text for heading in document.headings),
        tuple(dict.fromkeys(document.ids)),
        tuple(links),
    )


def _is_own(target: str) -> bool:
    """Whether a target is a place on the page of its link."""
    return target.startswith("#") and not _is_elsewhere(target)


def _is_missing(target: str, page: LinkPage) -> bool:
    """Whether nothing in a page has the id that a target ends in."""
    id = unquote(target.partition("#")[2]).rpartition("#")[2]
    return bool(id) and id not in page and not _MADE_ELSEWHERE.fullmatch(id.lower())


def _file_of(target: str) -> str:
    """The file of the book that a target names; "" for any other target."""
    name = unquote(target.partition("#")[0].partition("?")[0])
    is_page = Path(name).suffix.lower() in SUFFIXES and "\0" not in name
    return name if is_page and not _is_elsewhere(target) else ""


def _is_elsewhere(target: str) -> bool:
    """Whether a target is on another site, is absolute on this one, or is not yet known."""
    return bool(_SCHEME.match(target) or target.startswith("/") or _UNFINISHED & set(target))


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


class _Shelf:
    """The files of a run, and those that they link to."""

    def __init__(self, pages: Sequence[LinkPage]) -> None:
        self._pages = {normpath(page.path): page for page in pages}
        self._absent: set[str] = set()
        self._asked = 0
        self._stems = {PurePath(page.path).stem.casefold() for page in pages}
        #: The paths of files by their names, whatever their folders.
        self.places: dict[str, list[str]] = {}
        for page in pages:
            self.places.setdefault(PurePath(page.path).name, []).append(page.path)

    def find(self, path: Path) -> LinkPage | None:
        """A file, which is read if need be; None if there is no such file."""
        key = normpath(path)
        if key not in self._pages and key not in self._absent:
            source = read_file(Path(key))
            if isinstance(source, Problem):
                self._absent.add(key)
            else:
                self._pages[key] = page_of(read(source))
        return self._pages.get(key)

    def of(self, page: LinkPage, name: str) -> Path | None:
        """The file that a link means: beside the page, or beside a folder above, as in vaults."""
        places = (folder / name for folder in Path(page.path).parents)
        return next(
            (each for each in places if normpath(each) in self._pages or _is_there(each)), None
        )

    def near(self, id: str, page: LinkPage) -> list[str]:
        """The id of a file that is nearest to a wrong one; none after many questions."""
        self._asked += 1
        names = page.names if self._asked <= HINTS else []
        return get_close_matches(id.lower(), names, n=1, cutoff=LIKE)

    def chapters(self, path: Path) -> Iterator[LinkPage]:
        """All chapters of a book, if a file is a chapter of a bookdown book."""
        if path.suffix.lower() == _OF_ONE_BOOK:
            names = {str(each) for each in path.parent.glob("*") if each.suffix == path.suffix}
            given = (name for name in list(self._pages) if name.lower().endswith(_OF_ONE_BOOK))
            for name in sorted({*names, *given}):
                if page := self.find(Path(name)):
                    yield page

    def beside(self, page: LinkPage) -> list[LinkPage]:
        """The other files of a page's folder."""
        return [each for each in self._folders[PurePath(page.path).parent] if each is not page]

    @cached_property
    def _folders(self) -> dict[PurePath, list[LinkPage]]:
        folders: dict[PurePath, list[LinkPage]] = {}
        for page in list(self._pages.values()):
            folders.setdefault(PurePath(page.path).parent, []).append(page)
        return folders

    def joins(self, id: str) -> bool:
        """Whether an id begins with a file's name, as books do that are joined from fragments."""
        before, mark, _ = id.partition("_")
        return bool(mark) and before.casefold() in self._stems


def dead_links(pages: Sequence[LinkPage]) -> Iterator[Problem]:
    """Links to missing headings, ids or files of the book."""
    shelf = _Shelf(pages)
    for page in pages:
        if page.links:
            yield from _dead_files(page, shelf)
            yield from _dead_ids(page, shelf)


def _dead_files(page: LinkPage, shelf: _Shelf) -> Iterator[Problem]:
    """The links to missing files; a page most of whose files are gone was taken out of its book."""
    named: dict[str, list[PageLink]] = {}
    for link in page.links:
        if name := _file_of(link.target):
            named.setdefault(name, []).append(link)
    gone = {name: links for name, links in named.items() if shelf.of(page, name) is None}
    if len(gone) >= GONE and 2 * len(gone) > len(named):
        return
    for name, links in gone.items():
        if is_made(Path(page.path).parent / name):
            continue
        others = shelf.places.get(PurePath(name).name, [])
        if len(others) > 1 and "/" not in name:
            continue  # as some sites and vaults find a file
        hint = f"there is {others[0]}" if others else ""
        yield from (_problem(page, link, f"there is no file {name}", hint) for link in links)


def is_made(path: Path) -> bool:
    """Whether a build makes a file, as version control is told to ignore it."""
    path = Path(normpath(path.absolute()))
    for folder in path.parents:
        if any(each.fullmatch(path.relative_to(folder).as_posix()) for each in _ignored(folder)):
            return True
        if (folder / ".git").exists():
            return False
    return False


@lru_cache(maxsize=1024)
def _ignored(folder: Path) -> list[re.Pattern[str]]:
    source = read_file(folder / ".gitignore")
    lines = [] if isinstance(source, Problem) else source.text.split("\n")
    wild = [line.strip() for line in lines if line.strip() and line.strip()[0] not in "#!"]
    return [re.compile(pattern(each.removeprefix("/") if each != "/" else each)) for each in wild]


def _dead_ids(page: LinkPage, shelf: _Shelf) -> Iterator[Problem]:
    """The links to missing ids; those that a page mostly has are one finding."""
    own = [link for link in page.links if link.target.startswith("#")]
    missing = [link for link in own if _is_dead(link, page, shelf)]
    ids = dict.fromkeys(link.fragment for link in missing)
    elsewhere = sum(any(id in other for other in shelf.beside(page)) for id in ids)
    if elsewhere >= ELSEWHERE and 2 * elsewhere > len(ids):
        missing = []
    elif len(ids) >= IDS_GONE and 2 * len(ids) > len({link.target for link in own}):
        others = f", and {len(ids) - 1} more ids that it links to are missing"
        missing, said = missing[:1], f'nothing in this file has the id "{missing[0].fragment}"'
        yield _problem(page, missing.pop(), said + others)
    yield from (_missing_id(page, link, page, shelf) for link in missing)
    for link in page.links:
        name = _file_of(link.target) if link.fragment else ""
        path = shelf.of(page, name) if name else None
        other = shelf.find(path) if path else None
        if other and _is_dead(link, other, shelf):
            yield _missing_id(page, link, other, shelf)


def _is_dead(link: PageLink, page: LinkPage, shelf: _Shelf) -> bool:
    if not _is_missing(link.target, page):
        return False
    id = link.fragment.rpartition("#")[2]
    in_book = any(id in chapter for chapter in shelf.chapters(Path(page.path)))
    return not in_book and not shelf.joins(id)


def _missing_id(page: LinkPage, link: PageLink, other: LinkPage, shelf: _Shelf) -> Problem:
    id = link.fragment.rpartition("#")[2]
    where = "this file" if other is page else PurePath(other.path).name
    near = shelf.near(id, other)
    hint = f"did you mean #{near[0]}?" if near else ""
    return _problem(page, link, f'nothing in {where} has the id "{id}"', hint)


def _problem(page: LinkPage, link: PageLink, message: str, hint: str = "") -> Problem:
    there = link.text.startswith(link.target, link.column - 1)
    length = len(link.target) if there else 1
    length = max(1, min(length, len(link.text) - link.column + 1))
    return Problem(page.path, link.line, link.column, message, hint, link.text, length)
