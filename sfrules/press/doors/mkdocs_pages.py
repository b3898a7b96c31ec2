"""The pages of an MkDocs site, for checking them without building it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import markdown
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.utils import meta

from sfrules.press.ground.problems import Problem, ProblemsFound
from sfrules.press.weave.anchors import Heading
from sfrules.press.weave.check import check, page_of
from sfrules.press.weave.expand import Expanded, Page
from sfrules.press.weave.finish import Converted
from sfrules.press.weave.load import load_book


def check_site(config_file: Path) -> list[Problem]:
    """All problems of the pages below the site's `docs_dir`, and of the book's facts."""
    config = load_config(str(config_file))
    root = Path(config.config_file_path or config_file).resolve().parent
    plugin = config.plugins["sfrules"]
    try:
        book = load_book(plugin.config.book, root)
    except ProblemsFound as error:
        return list(error.problems)
    return check(book, _pages(Path(config.docs_dir), root), _converter(config))


def _pages(docs: Path, root: Path) -> dict[str, Page]:
    pages = {}
    for path in sorted(docs.rglob("*.md")):
        text = path.read_text(encoding="utf-8-sig")
        body, _ = meta.get_data(text)
        shown = path.relative_to(root).as_posix()
        pages[path.relative_to(docs).as_posix()] = page_of(shown, text, body)
    return pages


def _converter(config: MkDocsConfig) -> Callable[[str, Expanded], Converted]:
    def convert(_name: str, expanded: Expanded) -> Converted:
        made = markdown.Markdown(
            extensions=config.markdown_extensions, extension_configs=config.mdx_configs
        )
        html = made.convert(expanded.markdown)
        return Converted(html, _headings(getattr(made, "toc_tokens", [])))

    return convert


def _headings(tokens: list[Any]) -> list[Heading]:
    found = []
    for token in tokens:
        found.append(Heading(token["id"], token["level"], token["name"]))
        found.extend(_headings(token["children"]))
    return found
