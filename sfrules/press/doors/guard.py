"""A Markdown extension that lets no host publish a page that nobody has expanded and proved.

A host that does not run the plugin of the press would print macros and proofs as they stand. Every
host of Python-Markdown loads the extensions that `mkdocs.yml` names, this one among them. Where the
press is at work, it takes this one out of the configuration, as it reports what is wrong itself.

It is loaded into hosts where little else is installed: Python-Markdown is all that it needs.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import chain
from os.path import relpath
from pathlib import Path
from typing import Any

from markdown import Markdown
from markdown.extensions import Extension
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor

from sfrules.ground.problems import Problem, ProblemsFound, problem_at
from sfrules.ground.source import FRONT_MATTER, Source, Span
from sfrules.press.page.regions import Region, left_marks, readable, regions
from sfrules.press.proving.proof_fences import is_proof

GUARD = "sfrules"  # the name under which a configuration lists it
FIRST, LAST = 10_000, -10_000  # before and after what other extensions do to a page
MESSAGE = "nobody has expanded or proved this page: this would be published as it stands"
HINT = "build the book with mkdocs or properdocs, which run the sfrules plugin"
ZENSICAL, MKDOCS = "rendering_context", "relpath"  # of their processors, which know the page
_EXPANDED = ("jinja", "term", "formula")


class Guard(Extension):
    """Refuses each page that the press would have expanded, had it been at work."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 Python-Markdown's name
        written = _Written(md)
        md.preprocessors.register(written, GUARD, FIRST)
        md.postprocessors.register(_HtmlCheck(md, written), GUARD, LAST)


class _Written(Preprocessor):
    """Looks at a page as its author wrote it, read as the press reads it."""

    text = ""

    def run(self, lines: list[str]) -> list[str]:
        self.text = "\n".join(lines).replace("\r\n", "\n")
        for region in _unexpanded(self.text):
            margin = region.margin if is_proof(region) else ""
            self.refuse(region.start + len(margin), region.end)
        if ZENSICAL in self.md.preprocessors:  # it goes on with other pages after one is refused
            config = self.md.preprocessors[ZENSICAL].config  # type: ignore[attr-defined]
            docs = Path(config.get("root_dir", ""), config["docs_dir"])
            if problem := _first_unexpanded(docs):
                raise _refusal(self.md, problem)
        return lines

    def refuse(self, start: int, end: int) -> None:
        """Break the build off, with the place in the file if the host says which file it is."""
        source, ahead = _source(_path(self.md), self.text)
        span = Span(source, ahead + start, ahead + end)
        raise _refusal(self.md, problem_at(span, MESSAGE, HINT))


class _HtmlCheck(Postprocessor):
    """Looks at the HTML, where the host may show as text what the press reads as code."""

    def __init__(self, md: Markdown, written: _Written) -> None:
        super().__init__(md)
        self._written = written

    def run(self, text: str) -> str:
        for mark in left_marks(readable(text)):
            at = max(self._written.text.find(mark), 0)
            self._written.refuse(at, at + len(mark))
        return text


def _unexpanded(text: str) -> Iterator[Region]:
    """What the press would have expanded, proved or refused, in the order of the page."""
    read = regions(text)
    taken = (each for each in read.found if each.kind in _EXPANDED or is_proof(each))
    yield from sorted(chain(taken, read.unclosed), key=lambda region: region.start)


@cache
def _first_unexpanded(docs: Path) -> Problem | None:
    """What is wrong with the first page of a folder that the press would have expanded."""
    for path in sorted(docs.rglob("*.md")):
        source, _ = _source(path, "")
        ends = FRONT_MATTER.match(source.text)
        ahead = ends.end() if ends else 0
        if region := next(_unexpanded(source.text[ahead:]), None):
            span = Span(source, ahead + region.start, ahead + region.end)
            return problem_at(span, MESSAGE, HINT)
    return None


def _source(path: Path | None, text: str) -> tuple[Source, int]:
    """The file of a page, and where in it the text begins that the host hands on."""
    if path is None:
        return Source("a page", text), 0
    shown = Path(relpath(path)).as_posix()
    try:
        whole = path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError):
        whole = ""
    ahead = whole.rfind(text.rstrip())  # behind the front matter
    return (Source(shown, whole), ahead) if ahead >= 0 else (Source(shown, text), 0)


def _path(md: Markdown) -> Path | None:
    """The file of the page that is being made, as far as Zensical and MkDocs tell extensions."""
    host: Any
    if ZENSICAL in md.preprocessors:
        host = md.preprocessors[ZENSICAL]
        return Path(host.config.get("root_dir", ""), host.config["docs_dir"], host.page.path)
    if MKDOCS in md.treeprocessors:
        host = md.treeprocessors[MKDOCS]
        return Path(host.file.abs_src_path)
    return None


def _refusal(md: Markdown, problem: Problem) -> Exception:
    """The error that the host prints best: MkDocs has one that comes without a traceback."""
    if MKDOCS in md.treeprocessors:
        package = type(md.treeprocessors[MKDOCS]).__module__.partition(".")[0]
        error: Exception = import_module(f"{package}.exceptions").PluginError(f"\n{problem}")
        return error
    return ProblemsFound([problem])
