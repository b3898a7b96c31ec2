"""The book that builds are measured by, in every variant: how each gets its numbers into pages."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import campaign

HERE = Path(__file__).resolve().parent
SOURCES = ("campaign.py", "rulebook.py", "macros.py")
CONFIG = """\
site_name: The campaign
theme:
  name: material
  font: false
markdown_extensions:
  - admonition
  - attr_list
  - def_list
  - footnotes
  - md_in_html
  - tables
  - toc
  - pymdownx.superfences
plugins:
"""
SEARCH = "  - search\n"


@dataclass(frozen=True)
class Variant:
    """A way to get the numbers into the pages: plugins, a value, a table, a sentence."""

    plugins: str
    value: Callable[[int, int], str]
    table: Callable[[int, int], str]
    said: Callable[[str], str] = str
    needs: str = "mkdocs"  # a module that may not be installed


def pipe_table(page: int, place: int) -> str:
    """A table as an author writes it by hand."""
    head = ["Level", *campaign.COLUMNS]
    lines = [head, ["---:"] * len(head), *campaign.rows(page, place)]
    body = "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)
    return f"**{campaign.caption(page, place)}**\n\n{body}"


def executed(expression: str) -> str:
    """Code in a page, as markdown-exec runs it."""
    return f'```python exec="1"\nimport macros\nprint({expression})\n```'


SFRULES = "  - sfrules:\n      book: rulebook\n"
OURS = (
    lambda page, place: f"{{{{ company.renown({page}, {place}) }}}}",
    lambda page, place: f'{{{{ table("{campaign.table_id(page, place)}") }}}}',
)
TYPED = (lambda page, place: str(campaign.value(page, place)), pipe_table)
VARIANTS = {
    "sfrules": Variant(SFRULES, *OURS),
    "sfrules, the theme's search": Variant(SEARCH + SFRULES, *OURS),
    "by hand": Variant(SEARCH, *TYPED),
    "mkdocs-macros": Variant(
        SEARCH + "  - macros:\n      modules: [macros]\n",
        lambda page, place: f"{{{{ renown({page}, {place}) }}}}",
        lambda page, place: f"{{{{ table({page}, {place}) }}}}",
        needs="tabulate",  # by which pandas writes Markdown; the tests bring mkdocs-macros alone
    ),
    "markdown-exec": Variant(
        SEARCH + "  - markdown-exec\n",
        lambda page, place: f"{{macros.renown({page}, {place})}}",
        lambda page, place: executed(f"macros.table({page}, {place})"),
        said=lambda sentence: executed(f'f"{sentence}"'),
        needs="markdown_exec",
    ),
}


def page_text(variant: Variant, page: int) -> str:
    """A page: five sections, each with prose, a value in a sentence and a table."""
    parts = [f"# Company {page}"]
    for place in campaign.PLACES:
        parts += [
            f"## Section {place}",
            " ".join(campaign.PROSE),
            variant.said(sentence(variant.value(page, place))),
            variant.table(page, place),
            " ".join(reversed(campaign.PROSE)),
        ]
    return "\n\n".join(parts) + "\n"


def sentence(value: object) -> str:
    """The sentence that prints a value."""
    return f"Its renown is {value}, and it grows with every list below."


def write_book(folder: Path, variant: Variant, pages: int) -> None:
    """Write the sources of a variant."""
    docs = folder / "docs"
    docs.mkdir(parents=True)
    for name in SOURCES:
        shutil.copy(HERE / name, folder)
    config = CONFIG + variant.plugins
    if SFRULES in variant.plugins:
        config = config.replace("  - toc\n", "  - toc\n  - sfrules\n")
    (folder / "mkdocs.yml").write_text(config, encoding="utf-8")
    (docs / "index.md").write_text("# The campaign\n", encoding="utf-8")
    for page in range(1, pages + 1):
        text = page_text(variant, page)
        (docs / f"company-{page:03}.md").write_text(text, encoding="utf-8")
