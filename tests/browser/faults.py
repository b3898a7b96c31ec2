"""What axe-core, the checker of accessibility, finds wrong on a page."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

# Without preload it does not fetch the style sheets a second time, which a page from a folder may not do.
# The rules for tables are experimental, and off unless asked for.
OPTIONS = {
    "preload": False,
    "resultTypes": ["violations"],
    "rules": {name: {"enabled": True} for name in ("td-has-header", "table-fake-caption")},
}


def faults(page: Page) -> list[str]:
    """Say for each rule that a page breaks what it asks, and where it is broken."""
    found = Axe().run(page, options=OPTIONS).response["violations"]
    return [
        f"{each['id']}: {each['help']}: {[node['target'] for node in each['nodes']]}"
        for each in found
    ]
