"""The theme's navigation, in which each page lists all pages, drawn in time that grows with them.

The theme draws every link anew on every page, so what it takes grows with the square of the pages:
at 400 pages, it is two fifths of a build. A link to a page that is not the one at hand is the same
on all pages that it is written on in the same way, and is drawn once for these.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from jinja2 import FunctionLoader
from mkdocs.utils import normalize_url

if TYPE_CHECKING:
    from jinja2 import Environment
    from mkdocs.structure.pages import Page

_AT = "page, base_url"
# Where the theme's templates draw an item, and what does it in place of that. Of templates that say
# it otherwise, each item is drawn anew.
_DRAWN = {
    "partials/nav.html": (
        "item.render(nav_item, path, 1)",
        f"drawn_once({_AT}, item.render, nav_item, path, 1)",
    ),
    "partials/nav-item.html": (
        'render(item, path ~ "_" ~ loop.index, level + 1, nav_item)',
        f'drawn_once({_AT}, render, item, path ~ "_" ~ loop.index, level + 1, nav_item)',
    ),
}


def draw_links_once(env: Environment) -> None:
    """Let a theme draw a link once for all pages of a build that it is the same on."""
    theme, known = env.loader, dict[tuple[int, str], str]()
    if theme is None:
        return

    def drawn_once(
        page: Page | None, base: str, draw: Callable[..., str], item: Any, *place: object
    ) -> str:
        # An item that is open on the page at hand, or has others below it, is another on each page.
        url = getattr(item, "url", None)
        if item.active or item.children or getattr(item, "pages", ()) or url is None:
            return draw(item, *place)
        link = id(item), normalize_url(url, page, base)
        if link not in known:
            known[link] = draw(item, *place)
        return known[link]

    def source(template: str) -> tuple[str, str | None, Callable[[], bool] | None]:
        text, file, is_new = theme.get_source(env, template)
        if template in _DRAWN:
            text = text.replace(*_DRAWN[template])
        return text, file, is_new

    env.loader = FunctionLoader(source)
    env.globals["drawn_once"] = drawn_once
