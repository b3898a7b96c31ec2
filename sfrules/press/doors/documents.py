"""The check of documents without a site: a README whose numbers data and functions vouch for."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any

from sfrules.ground.file_door import read_source
from sfrules.ground.problems import Problem, ProblemsFound, in_order, problem_at
from sfrules.ground.source import Source, Span
from sfrules.ground.system import ALARM, MEMORY, note_missing
from sfrules.press.doors.checker import SiteReport
from sfrules.press.doors.front_matter import (
    Shape,
    are_texts,
    is_true_or_false,
    place_of,
    split_page,
    wrong_settings,
)
from sfrules.press.page.expand import ExpandedPage, Page
from sfrules.press.site.keep.dependencies import Dependencies
from sfrules.press.site.keep.store import ConvertedPage, SiteHeading, Store
from sfrules.press.site.load.book_module import forget, read_baseline
from sfrules.press.site.weave.check import check, page_of
from sfrules.press.things.book import Book

SETTINGS = "pyproject.toml"
DATA = (".json", ".toml", ".csv", ".xml")
# What makes the book of documents; a door knows it by its name, as it knows the book that ships.
BINDING = "sfrules.binding.plain_book"
_TEXTS = Shape(are_texts, 'a list of texts, as in ["README.md"]')
SHAPES: Mapping[str, Shape] = MappingProxyType(
    {
        "proofs": _TEXTS,  # patterns of the documents that are checked
        "data": _TEXTS,  # files whose values they may name
        "modules": _TEXTS,  # modules whose functions and constants they may name
        "all_numbers": Shape(is_true_or_false, "true or false"),
    }
)
_OTHERS = frozenset({"lint"})  # tables below the same heading, which others read


@dataclass(frozen=True)
class DocumentSettings:
    """What a project says of its documents; paths are relative to its folder."""

    root: Path
    proofs: Sequence[str] = ()
    data: Sequence[str] = ()
    modules: Sequence[str] = ()
    all_numbers: bool = False
    #: Commands by the names of their outputs: they come from the command line alone.
    outputs: Mapping[str, str] = field(default_factory=dict)

    def documents(self) -> list[str]:
        """The documents that the patterns name, each once, in order.

        Raises:
            ProblemsFound: for a pattern that names no file.
        """
        found: dict[str, None] = {}
        for pattern in self.proofs:
            alone = [self.root / pattern] if (self.root / pattern).is_file() else []
            files = alone or sorted(filter(Path.is_file, self.root.glob(pattern)))
            if not files:
                message = f"no file is called {pattern}"
                raise ProblemsFound([Problem(pattern, 1, 1, message)])
            found |= dict.fromkeys(each.relative_to(self.root).as_posix() for each in files)
        return list(found)


def read_settings(here: Path) -> DocumentSettings:
    """What the nearest `pyproject.toml` with a table for it says of documents; else nothing.

    Raises:
        ProblemsFound: for a file that is no TOML, and for a setting that means nothing.
    """
    for folder in (here, *here.parents):
        if (folder / SETTINGS).is_file():
            source = read_source(folder / SETTINGS, SETTINGS)
            try:
                said = tomllib.loads(source.text).get("tool", {}).get("sfrules")
            except tomllib.TOMLDecodeError as error:
                raise ProblemsFound([Problem(SETTINGS, 1, 1, f"TOML: {error}")]) from None
            if isinstance(said, dict) and said.keys() - _OTHERS:
                own = {name: value for name, value in said.items() if name not in _OTHERS}
                if wrong := list(_wrong(source, own)):
                    raise ProblemsFound(wrong)
                return DocumentSettings(folder, **own)
    return DocumentSettings(here)


def _wrong(source: Source, said: Mapping[str, Any]) -> Iterator[Problem]:
    """What is wrong with settings, each at its line."""
    for name, wrong in wrong_settings(said, SHAPES, "[tool.sfrules] has no setting"):
        span = place_of(Span(source, 0, len(source.text)), name, "=")
        yield problem_at(span, wrong.message, wrong.hint)


class DocumentCheck:
    """Checks the documents of a folder again and again, as a site is checked."""

    def __init__(self, settings: DocumentSettings) -> None:
        note_missing(MEMORY, ALARM)
        self._settings = settings
        self.root = settings.root

    def folders(self) -> list[Path]:
        """The folders whose files a fix may change."""
        return [self.root.resolve()]

    def check(self, texts: Mapping[str, str] | None = None, *, afresh: bool = False) -> SiteReport:
        """Check the documents; `texts` replace the files of some, `afresh` reads the code again."""
        if afresh:
            forget(tuple(self._settings.modules))
        try:
            book = self._bound()
            pages = {name: self._page(name, texts or {}) for name in self._settings.documents()}
        except ProblemsFound as error:
            return SiteReport(problems=tuple(in_order(error.problems)))
        made = check(Store(Dependencies(book)), pages, _converted)
        return SiteReport(
            tuple(pages), made.checks, made.problems, "", made.entries, made.audits, made.seconds
        )

    def _bound(self) -> Book:
        said = self._settings
        make: Callable[..., Book] = import_module(BINDING).book_of_documents
        settings = {"all_numbers": said.all_numbers, "baseline": read_baseline(said.root)}
        return make(said.root, said.data, said.modules, said.outputs, **settings)

    def _page(self, name: str, texts: Mapping[str, str]) -> Page:
        source = read_source(self.root / name, name, [self.root])
        source = Source(name, texts.get(name, source.text))
        return page_of(name, source.text, split_page(source)[1])


@cache
def _reader() -> Any:
    """Markdown as GitHub reads it."""
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable(["table", "strikethrough"])


def _converted(_name: str, expanded: ExpandedPage) -> ConvertedPage:
    """The HTML of a document, and its headings."""
    reader = _reader()
    tokens = reader.parse(expanded.markdown)
    html: str = reader.renderer.render(tokens, reader.options, {})
    return ConvertedPage(html, [SiteHeading("", *each) for each in _titles(tokens)])


def _titles(tokens: Iterable[Any]) -> Iterator[tuple[int, str]]:
    waiting = iter(tokens)
    for token in waiting:
        if token.type == "heading_open":
            yield int(token.tag[1:]), next(waiting).content


def asked_for(here: Path, paths: Sequence[Path], outputs: Sequence[str]) -> DocumentSettings:
    """The documents that a command names, with what their project says of them.

    A file of data among them is one more that they may name.

    Raises:
        ProblemsFound: for a file outside of the project, and for an output without a name.
    """
    said = read_settings(here)
    named = [_below(said.root, here / path) for path in paths]
    folders = [f"{name}/**/*.md" for name in named if (said.root / name).is_dir()]
    files = [name for name in named if not (said.root / name).is_dir()]
    data = [name for name in files if name.endswith(DATA)]
    proofs = [*(name for name in files if name not in data), *folders] or said.proofs
    commands = dict(_output(each) for each in outputs)
    return DocumentSettings(
        said.root, proofs, [*said.data, *data], said.modules, said.all_numbers, commands
    )


def _below(root: Path, path: Path) -> str:
    try:
        return path.resolve().relative_to(root.resolve()).as_posix()
    except ValueError:
        message, hint = "the file is outside of the project", f"the project is {root}"
        raise ProblemsFound([Problem(str(path), 1, 1, message, hint)]) from None


def _output(said: str) -> tuple[str, str]:
    name, is_named, command = said.partition("=")
    if not (is_named and name.isidentifier()):
        message, hint = "an output has a name and a command", 'as in --output lines="wc -l < a.py"'
        raise ProblemsFound([Problem(f"--output {said}", 1, 1, message, hint)])
    return name, command
