"""Links to terms, the glossary, and the lists of tables and figures, as HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape

from sfrules.press.things.book import Term

Href = Callable[[Term], str]


def term_link_html(term: Term, shown: str, href: str) -> str:
    """A link with its definition, for readers who see it and for those who hear it."""
    definition = escape(term.definition)
    return (
        f'<a class="term" href="{escape(href)}" '
        f'aria-description="{definition}" data-definition="{definition}">{escape(shown)}</a>'
    )


def term_id(term: Term) -> str:
    """The id of a term's entry in the glossary."""
    return f"term-{term.id}"


def glossary_html(terms: Iterable[Term], href: Href) -> str:
    """All terms in alphabetical order, each with its definition and a link to its explanation."""
    rows = []
    for term in sorted(terms, key=lambda term: term.term.casefold()):
        aliases = [alias for alias in term.aliases if alias.rstrip("s") != term.term.rstrip("s")]
        also = f' <span class="aliases">({escape(", ".join(aliases))})</span>' if aliases else ""
        rows.append(
            f'<dt id="{escape(term_id(term))}"><a href="{escape(href(term))}">'
            f"{escape(term.term)}</a>{also}</dt><dd>{escape(term.definition)}</dd>"
        )
    return f'<dl class="terms">{"".join(rows)}</dl>'


def index_html(kind: str, rows: Iterable[tuple[int, str, str]]) -> str:
    """A list of tables or figures, each given as number, caption and address."""
    items = [
        f'<li><a href="{escape(href)}"><span class="{kind}-number">{kind.capitalize()} {number}.'
        f"</span> {escape(caption)}</a></li>"
        for number, caption, href in rows
    ]
    return f'<ol class="index">{"".join(items)}</ol>'
