"""A page read as a site reads it: expanded, converted by Markdown, and judged."""

import markdown

from sfrules.press.page.expand import ExpandedPage, Page
from sfrules.press.site.judge import judge
from sfrules.press.site.memo import ConvertedPage
from sfrules.press.site.weave import expand
from sfrules.press.things.book import Rulebook

EXTENSIONS = (
    "admonition attr_list def_list footnotes md_in_html tables toc pymdownx.details "
    "pymdownx.superfences pymdownx.tabbed"
).split()


def converted(book: Rulebook, page: Page) -> tuple[ExpandedPage, ConvertedPage]:
    """A page expanded, and its HTML."""
    expanded = expand(book, page)
    html = markdown.markdown(
        expanded.markdown,
        extensions=EXTENSIONS,
        extension_configs={"pymdownx.tabbed": {"alternate_style": True}},
    )
    return expanded, ConvertedPage(html, ())


def judged(book: Rulebook, page: Page) -> ExpandedPage:
    """A page with all that is wrong with it."""
    return judge(book, *converted(book, page))[0]
