"""The site under a Content-Security-Policy that allows no script but the site's own files."""

from __future__ import annotations

import pytest

POLICY = "script-src 'self'"
PAGES = ("index.html", "core/characters.html", "systems/yards.html", "tables.html")


@pytest.mark.browser
@pytest.mark.parametrize("name", PAGES)
def test_no_page_needs_a_script_of_its_own(served, chromium, name):
    context = chromium.new_context()
    page = context.new_page()
    page.add_init_script(
        "window.told = [];"
        "document.addEventListener('securitypolicyviolation', event => window.told.push("
        "`${event.violatedDirective} ${event.blockedURI} ${event.lineNumber}: ${event.sample}`))"
    )

    def answer(route):
        got = route.fetch()
        route.fulfill(response=got, headers={**got.headers, "content-security-policy": POLICY})

    page.route("**/*", answer)
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(served + name)
    page.wait_for_load_state("networkidle")
    told = page.evaluate("window.told")
    # The icon of the manifest may still be on its way.
    page.unroute_all(behavior="ignoreErrors")
    context.close()
    assert (told, errors) == ([], [])
