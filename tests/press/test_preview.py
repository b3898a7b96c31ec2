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
