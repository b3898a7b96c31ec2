"""Which numbers a page shows, and what each of them is: the cases of tests/corpus/shown.md.

A case has its name behind ▶, its page, a line of ┈, and a line for each number: its words, `small` if it is one of
the small words, what it is, and `elsewhere` where its place in the file was not found.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import markdown
from auditing import STRICT
from corpus import CORPUS
from material.extensions.emoji import to_svg, twemoji

from sfrules.ground.source import Source
from sfrules.press.page.expand import Page
from sfrules.press.site.judge import placed_article
from sfrules.press.site.memo import ConvertedPage
from sfrules.press.site.weave import expand

CASE = re.compile(r"^(?P<head>▶ .*\n(?P<page>(?:(?!┈|▶ ).*\n)+)┈\n)(?:(?!▶ ).*\n)*", re.MULTILINE)
EXTENSIONS = (
    "abbr admonition attr_list def_list footnotes md_in_html tables toc pymdownx.arithmatex "
    "pymdownx.blocks.caption pymdownx.details pymdownx.emoji pymdownx.keys pymdownx.smartsymbols pymdownx.superfences pymdownx.tabbed pymdownx.tilde"
).split()
CONFIGS = {
    "pymdownx.tabbed": {"alternate_style": True},
    "pymdownx.arithmatex": {"generic": True},
    "pymdownx.emoji": {"emoji_index": twemoji, "emoji_generator": to_svg},
    "toc": {"permalink": True},
}


def shown(text: str) -> Iterator[str]:
    """A line for each number of a page."""
    expanded = expand(STRICT, Page(Source("docs/page.md", text)))
    html = markdown.markdown(expanded.markdown, extensions=EXTENSIONS, extension_configs=CONFIGS)
    for each in placed_article(STRICT, expanded, ConvertedPage(html, ())).article.numbers:
        place, small = each.place, "small, " if each.is_small else ""
        where = "" if each.printed >= 0 or place else ", elsewhere"
        if place and text[slice(*place)] != each.text:
            where = f", as {text[slice(*place)]}"
        yield f"→ {each.text}: {small}{each.origin}{where}\n"


def test_each_number_of_a_page_is_what_it_is(golden: Callable[[Path, str], None]) -> None:
    file = CORPUS / "shown.md"
    text = file.read_text(encoding="utf-8")
    assert len(CASE.findall(text)) == text.count("▶") > 10
    golden(file, CASE.sub(lambda case: f"{case['head']}{''.join(shown(case['page']))}\n", text))
