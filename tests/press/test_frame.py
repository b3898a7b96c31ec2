"""What stands around the text of a page is read as well: a number there has to be on the account."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sfrules.press.audit.counting_words import Nouns
from sfrules.press.audit.second_entry import Frame

FERRY = Path(__file__).parents[1] / "books" / "ferry"
PAGE = """<html><head><title>{title}</title>
<meta name="generator" content="mkdocs-1.6.1, theme-9.8.1">
<meta name="description" content="{about}"></head>
<body><nav><a href="7.html">{nav}</a><script>var seats = 77</script></nav>
<article><p>77 seats</p></article><footer aria-label="{label}">{foot}</footer></body></html>"""
QUIET = {"title": "Boats", "about": "Of boats", "nav": "Boats", "label": "Foot", "foot": "Ferry"}


def unaccounted(*known: str, **said: str) -> list[str]:
    frame = Frame(Nouns(), known)
    article = "<article><p>77 seats</p></article>"
    found = frame.problems("page.md", PAGE.format(**QUIET | said), article)
    return [problem.message.split()[8].rstrip(",") for problem in found]


@pytest.mark.parametrize("place", QUIET)
def test_a_number_beside_the_article_is_on_the_account_or_told(place: str) -> None:
    assert unaccounted(**{place: "77 seats"}) == ["77"]
    assert unaccounted("77 seats for all", **{place: "77 seats"}) == []
    assert unaccounted("Boats") == []


def test_what_many_pages_repeat_is_told_once() -> None:
    frame = Frame(Nouns(), ())
    page = PAGE.format(**QUIET | {"foot": "77 seats"})
    assert len(list(frame.problems("page.md", page, ""))) == 1
    assert list(frame.problems("page.md", page, "")) == []


def test_a_site_whose_frame_shows_a_number_is_not_published(tmp_path: Path) -> None:
    book = shutil.copytree(FERRY, tmp_path / "ferry", ignore=shutil.ignore_patterns(".*", "__*"))
    config = book / "mkdocs.yml"
    build = [sys.executable, "-m", "mkdocs", "build", "--strict"]
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    (book / "hook.py").write_text(
        "def on_page_context(context, page, **_):\n    page.title = 'Boats of 77 seats'\n"
    )
    settings = config.read_text(encoding="utf-8")
    config.write_text(f"{settings}hooks: [hook.py]\n", encoding="utf-8")
    ran = subprocess.run(build, cwd=book, env=env, capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "the frame of this page shows the number 77, and nothing accounts for it" in ran.stderr
    assert not (book / "site").exists()
