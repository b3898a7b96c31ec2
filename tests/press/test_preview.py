"""Under `mkdocs serve` the last good page stays, with the problems on it, until they go."""

from __future__ import annotations

import contextlib
import re
import socket
import subprocess
import sys
import time
import urllib.request
from typing import TYPE_CHECKING

import pytest
from boats_site import Site, make_site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

RULES = '''
from pathlib import Path
from sfrules.press.things.book import Book

def speed(sails):
    """Speed."""
    return sails * 2

HERE = Path(__file__).parent
BOOK = Book(
    title="Boats", root=HERE, namespaces={"sea": {"speed": speed}},
    modules=("preview_book",), watch=(HERE / "preview_book.py",),
)
'''
PAGE = "# Boats\n\nA sloop makes {{ sea.speed(3) }} knots.\n"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Preview:
    """A running `mkdocs serve`."""

    def __init__(self, site: Site, port: int) -> None:
        self.site = site
        self._url = f"http://127.0.0.1:{port}/"

    def page(self) -> str:
        with (
            contextlib.suppress(OSError),
            urllib.request.urlopen(self._url, timeout=5) as answer,
        ):
            # A number that can be asked is an element of its own.
            return re.sub(
                r'<span class="number"[^<>]*>([^<]*)</span>', r"\1", answer.read().decode()
            )
        return ""

    def wait_for(self, holds: Callable[[str], bool]) -> str:
        for _ in range(300):
            if holds(html := self.page()):
                return html
            time.sleep(0.1)
        pytest.fail(f"what is served never becomes what it should: {html}")


@pytest.fixture
def preview(tmp_path: Path) -> Iterator[Preview]:
    site = make_site(tmp_path)
    for name in ("boats.md", "terms.md"):
        (site.root / "docs" / name).unlink()
    site.write("index.md", PAGE)
    (tmp_path / "preview_book.py").write_text(RULES, encoding="utf-8")
    (tmp_path / "mkdocs.yml").write_text(
        "site_name: Boats\ntheme: {name: mkdocs}\nmarkdown_extensions: [sfrules]\n"
        "plugins: [{sfrules: {book: preview_book}}]\n"
    )
    port = free_port()
    with (
        (tmp_path / "serve.log").open("w") as log,
        subprocess.Popen(
            [sys.executable, "-m", "mkdocs", "serve", "--dev-addr", f"127.0.0.1:{port}"],
            cwd=tmp_path,
            env=site.environment(),
            stdout=log,
            stderr=log,
        ) as process,
    ):
        yield Preview(site, port)
        process.terminate()


def test_problems_show_on_the_page_as_it_is_until_they_are_fixed(preview: Preview) -> None:
    preview.wait_for(lambda html: "makes 6 knots" in html)
    preview.site.write("index.md", PAGE.replace("sea.speed", "sea.spede"))
    html = preview.wait_for(lambda html: "press-problems" in html)
    assert "makes 6 knots" not in html
    assert "docs/index.md:3:22: sea has no &quot;spede&quot;" in html
    assert "sea has no" in (preview.site.root / "serve.log").read_text()
    preview.site.write("index.md", PAGE.replace("(3)", "(4)"))
    html = preview.wait_for(lambda html: "makes 8 knots" in html)
    assert "press-problems" not in html


def test_a_formula_is_the_one_of_the_rule_beside_a_proof_that_no_longer_holds(
    preview: Preview,
) -> None:
    preview.site.write(
        "index.md",
        f"{PAGE}\n{{{{ formula(sea.speed) }}}}\n\nThree sails make 6.\n\n"
        "```proof\nsails = 3\nsea.speed(sails) = 6\n```\n",
    )
    preview.wait_for(lambda html: "Three sails" in html)
    assert "2" in _formula(preview.page())
    rules = preview.site.root / "preview_book.py"
    rules.write_text(RULES.replace("sails * 2", "sails * 5"), encoding="utf-8")
    html = preview.wait_for(lambda html: "press-problems" in html)
    assert "sea.speed(sails) is 15" in html
    assert "5" in _formula(html)


def _formula(html: str) -> str:
    """The text of the page's formula."""
    found = re.search(r'<[^>]*class="formula.*?</(?:div|figure|p)>', html, re.DOTALL)
    assert found
    return re.sub("<[^>]*>", "", found[0])


def test_an_edited_rule_shows_at_once_and_a_broken_one_as_a_problem(preview: Preview) -> None:
    preview.wait_for(lambda html: "makes 6 knots" in html)
    rules = preview.site.root / "preview_book.py"
    rules.write_text(RULES.replace("sails * 2", "sails * 3"), encoding="utf-8")
    preview.wait_for(lambda html: "makes 9 knots" in html)
    rules.write_text(RULES.replace("sails * 2", "sails * "), encoding="utf-8")
    html = preview.wait_for(lambda html: "press-problems" in html)
    assert "preview_book.py:7:" in html
    assert "makes 9 knots" in html
    rules.write_text(RULES.replace("sails * 2", "sails * 4"), encoding="utf-8")
    html = preview.wait_for(lambda html: "makes 12 knots" in html)
    assert "press-problems" not in html


def test_what_breaks_a_build_shows_as_a_problem_and_the_server_answers(preview: Preview) -> None:
    preview.wait_for(lambda html: "makes 6 knots" in html)
    config = preview.site.root / "mkdocs.yml"
    before = config.read_text()
    config.write_text(f"{before}nav: 5\n")
    html = preview.wait_for(lambda html: "press-problems" in html)
    assert "mkdocs.yml:1:1: the build broke off" in html
    assert "makes 6 knots" in html
    config.write_text(before)
    preview.wait_for(lambda html: "makes 6 knots" in html and "press-problems" not in html)
    assert "Traceback" not in (preview.site.root / "serve.log").read_text()
