"""A Markdown extension that lets no host publish a page that nobody has expanded and proved.

A host that does not run the plugin of the press would print macros and proofs as they stand. It
loads the extensions that `mkdocs.yml` names, this one among them. Where the press is at work, it
takes this one out of the configuration, as it reports what is wrong itself.
"""

from __future__ import annotations

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor

from sfrules.ground.problems import ProblemsFound, problem_at
from sfrules.ground.source import Source, Span
from sfrules.press.page.regions import Region, regions
from sfrules.press.proving.proofs import is_proof

MESSAGE = "nobody has expanded or proved this page: this would be published as it stands"
HINT = "build the book with mkdocs, and name the sfrules plugin in mkdocs.yml"
_EXPANDED = ("jinja", "term")


def foreign(text: str) -> list[Region]:
    """What of a text the press alone can print, in order."""
    read = regions(text)
    raw = [each for each in read.found if each.kind in _EXPANDED or is_proof(each)]
    return sorted((*raw, *read.unclosed), key=lambda region: region.start)


class Guard(Extension):
    """Refuses each page that the press would have expanded, had it been at work."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 Python-Markdown's name
        md.preprocessors.register(_Guard(md), "sfrules", 10_000)  # before other extensions


class _Guard(Preprocessor):
    def run(self, lines: list[str]) -> list[str]:
        if found := foreign(text := "\n".join(lines)):
            span = Span(Source("a page", text), found[0].start, found[0].end)
            raise ProblemsFound([problem_at(span, MESSAGE, HINT)])
        return lines
