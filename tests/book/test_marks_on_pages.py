"""No mark of a number that can be asked changes how Markdown reads a page of the shipped book."""

from functools import cache

import markdown
import pytest
from mkdocs.utils import meta

from sfrules.book import BOOK
from sfrules.press.host.plugin import EXTENSIONS
from sfrules.press.host.site import NAME, load_site
from sfrules.press.page.marks import OPEN, without_marks
from sfrules.press.site.weave import expand, page_of

DOCS = BOOK.root / "docs"
SAMPLES = ("docs/authoring/*", "docs/checked.md", "docs/data.md")
PRINTED = BOOK.checking(samples=SAMPLES)
PAGES = sorted(
    page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md") if page.parent.name != "lint"
)


@cache
def reader() -> markdown.Markdown:
    site = load_site(BOOK.root / "mkdocs.yml")
    known = {*site.markdown_extensions, *EXTENSIONS} - {NAME}
    return markdown.Markdown(extensions=sorted(known), extension_configs=site.mdx_configs)


def html_of(text: str) -> str:
    return reader().reset().convert(text)


@cache
def marked(page: str) -> str:
    text = (DOCS / page).read_text(encoding="utf-8")
    return expand(PRINTED, page_of(f"docs/{page}", text, meta.get_data(text)[0])).markdown


@pytest.mark.parametrize("page", PAGES)
def test_a_page_reads_with_its_marks_as_without_them(page: str) -> None:
    text = marked(page)
    assert without_marks(html_of(text)) == html_of(without_marks(text))


def test_nearly_all_printed_values_are_marked() -> None:
    assert sum(marked(page).count(OPEN) for page in PAGES) > 300
