"""The files of a site: which of them are pages, which may be read, and in which order."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import distribution, entry_points
from itertools import chain
from pathlib import Path, PurePosixPath
from posixpath import normpath
from typing import Any

import yaml
from pathspec.gitignore import GitIgnoreSpec

from sfrules.ground.file_door import read_source
from sfrules.ground.ledger import relative
from sfrules.ground.problems import Problem, ProblemsFound
from sfrules.ground.source import Source
from sfrules.press.doors.front_matter import front_matter_problems
from sfrules.press.doors.site_settings import SiteSettings

_ENDINGS = (".markdown", ".mdown", ".mkdn", ".mkd", ".md")
_LEFT_OUT = (".*", "/templates/")
_INDEXES = ("index", "README")


@dataclass(frozen=True)
class SiteFile:
    """A file below the folder of pages, by its name as seen from there."""

    name: str
    #: Where it is published.
    address: str
    #: Whether it is published; a draft is only shown in a preview.
    is_published: bool
    is_in_nav: bool

    @property
    def is_page(self) -> bool:
        """Whether the file is a page of Markdown."""
        return self.name.endswith(_ENDINGS)

    @property
    def place(self) -> tuple[tuple[str, ...], bool, str]:
        """Where the file is among all, in the order that a host finds them in."""
        *folders, own = PurePosixPath(self.name).parts
        return tuple(folders), PurePosixPath(own).stem not in _INDEXES, own


def _address_of(name: str, *, in_folders: bool) -> str:
    """Where a file is published; a page has a folder of its own, if pages are `in_folders`."""
    path = PurePosixPath(name)
    if not name.endswith(_ENDINGS):
        return name
    if path.stem in _INDEXES:
        return path.with_name("index.html").as_posix()
    page = path.with_suffix("")
    return f"{page}/index.html" if in_folders else f"{page}.html"


def site_files(site: SiteSettings) -> list[SiteFile]:
    """The files of a site, without those that are left out of it, in order.

    Raises:
        ProblemsFound: for links to folders that lead around in a circle.
    """
    refuse_circles(site.docs)

    def patterns(key: str) -> GitIgnoreSpec:
        return GitIgnoreSpec.from_lines(str(site.values.get(key) or "").splitlines())

    left_out = GitIgnoreSpec.from_lines(_LEFT_OUT) + patterns("exclude_docs")
    drafts, apart = patterns("draft_docs"), patterns("not_in_nav")
    in_folders = bool(site.values["use_directory_urls"])
    found = []
    for folder, _, names in os.walk(site.docs, followlinks=True):
        for name in ((Path(folder) / each).relative_to(site.docs).as_posix() for each in names):
            if not left_out.match_file(name):
                address = _address_of(name, in_folders=in_folders)
                shown = not drafts.match_file(name), not apart.match_file(name)
                found.append(SiteFile(name, address, *shown))
    return sorted(found, key=lambda file: file.place)


def reading_order(site: SiteSettings, files: Iterable[SiteFile]) -> list[str]:
    """The names of published pages by the navigation, then those that it does not list."""
    pages = [file for file in files if file.is_page and file.is_published]
    nav = site.values.get("nav")
    listed = _leaves(nav) if nav else (file.name for file in pages if file.is_in_nav)
    names = {file.name for file in pages}
    return [name for name in dict.fromkeys((*listed, *sorted(names))) if name in names]


def _leaves(nav: Any) -> Iterator[str]:
    """The pages and addresses that a navigation names, in order."""
    if isinstance(nav, str):
        yield normpath(nav)
    elif isinstance(nav, Mapping | list):
        for each in nav.values() if isinstance(nav, Mapping) else nav:
            yield from _leaves(each)


def refuse_circles(docs: Path) -> None:
    """Refuse links to folders that lead around in a circle: a walk would follow them for ever.

    Raises:
        ProblemsFound: with each of them, by its place in the site.
    """
    message = "the folder is a link that leads back to a folder that it is in"
    found = [
        Problem((Path(docs.name) / path.relative_to(docs)).as_posix(), 1, 1, message)
        for path in _circles(docs, ())
    ]
    if found:
        raise ProblemsFound(found)


def _circles(folder: Path, above: tuple[str, ...]) -> Iterator[Path]:
    real = os.path.realpath(folder)
    if real in above:
        yield folder
        return
    for each in sorted(filter(Path.is_dir, folder.iterdir())):
        yield from _circles(each, (*above, real))


Admitted = tuple[dict[str, Source], dict[str, Sequence[Problem]]]


def admitted(site: SiteSettings, files: Collection[SiteFile]) -> Admitted:
    """The pages of a site, and what is wrong with its files, by name.

    `files` are the site's own: what a theme or a plugin brings is not the author's.
    """
    docs, root, theme = site.docs, site.root, cache(lambda: theme_folders(site))
    sources: dict[str, Source] = {}
    wrong: dict[str, Sequence[Problem]] = {}
    for file in (each for each in files if each.is_page):
        path = docs / file.name
        try:
            source = sources[file.name] = read_source(path, _shown(path, docs, root))
            found = list(front_matter_problems(source, theme))
        except ProblemsFound as refused:
            found = list(refused.problems)
        if found:
            wrong[file.name] = found
    for file, other in _at_one_address(files):
        shown, others = (_shown(docs / each.name, docs, root) for each in (file, other))
        message = f"this page and {others} have one address: {file.address}"
        hint = "only one of them would be published: rename one, or leave it out by exclude_docs"
        wrong.setdefault(file.name, [Problem(shown, 1, 1, message, hint)])
    return sources, wrong


def pages_of(site: SiteSettings) -> dict[str, Source]:
    """The pages of a site in the order of reading.

    Raises:
        ProblemsFound: for files that may not be read.
    """
    files = site_files(site)
    sources, wrong = admitted(site, files)
    if wrong:
        raise ProblemsFound(list(chain.from_iterable(wrong.values())))
    return {name: sources[name] for name in reading_order(site, files)}


def _at_one_address(files: Iterable[SiteFile]) -> Iterator[tuple[SiteFile, SiteFile]]:
    """The pages that would be published where another file is, each with that file."""

    def comes_last(file: SiteFile) -> tuple[bool, bool]:
        return file.is_page, PurePosixPath(file.name).stem == "README"

    first: dict[str, SiteFile] = {}
    for file in sorted((file for file in files if file.is_published), key=comes_last):
        other = first.setdefault(file.address, file)
        if other is not file:
            yield file, other


def _shown(path: Path, folder: Path, root: Path) -> str:
    """A file in a folder as its author knows it: a link by what it leads to, if that is his."""
    real = Path(os.path.realpath(path))
    if not (real.is_relative_to(root) and real.exists()):
        real = Path(os.path.realpath(folder)) / path.relative_to(folder)
    return relative(real, root)


def theme_folders(site: SiteSettings) -> list[Path]:
    """The folders of the theme, the site's own first; none if the theme is not installed."""
    name = site.values["theme"].get("name", "mkdocs")
    folders = [site.custom] if site.custom else []
    while name:
        found = next(iter(entry_points(group="mkdocs.themes", name=str(name))), None)
        if found is None or found.dist is None:
            return []
        folders.append(Path(str(found.dist.locate_file(found.value.replace(".", "/")))))
        settings = yaml.safe_load((folders[-1] / "mkdocs_theme.yml").read_text(encoding="utf-8"))
        name = (settings or {}).get("extends")
    return [*folders, Path(str(distribution("mkdocs").locate_file("mkdocs/templates")))]
