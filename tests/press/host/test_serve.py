"""`sfrules serve` and `mkdocs serve`: what is served is what was saved last, or says what is wrong."""

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
from nights import by_day
from writing import write_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

BOOK = """
from pathlib import Path
from sails import speed
from sfrules.press.things.book import Rulebook
from hulls import draft

HERE = Path(__file__).parent
BOOK = Rulebook(
    title="Boats", root=HERE, namespaces={"sea": {"speed": speed, "draft": draft}},
    modules=("served_book", "sails", "hulls"),
    watch=(HERE / "served_book.py", HERE / "sails.py", HERE / "hulls.py"),
)
"""
SAILS = 'def speed(sails):\n    """Speed."""\n    return sails * 2\n'
HULLS = 'def draft(length):\n    """Draft."""\n    return length + 1\n'
CONFIG = """\
site_name: Boats
theme: {name: mkdocs}
markdown_extensions: [sfrules]
plugins: [search, {sfrules: {book: served_book}}]
"""
FAST = "# Fast\n\nA sloop makes {{ sea.speed(3) }} knots.\n"
DEEP = "# Deep\n\nIt draws {{ sea.draft(3) }} feet.\n"
WRONG = "# Fast\n\nIt makes 7 knots, and a new word.\n\n```proof\nsea.speed(3) = 7\n```\n"


class Served:
    """A running `sfrules serve`."""

    def __init__(self, site: Site, port: int) -> None:
        self.site = site
        self._url = f"http://127.0.0.1:{port}/"

    def page(self, name: str = "") -> str:
        with (
            contextlib.suppress(OSError),
            urllib.request.urlopen(self._url + name, timeout=5) as answer,
        ):
            return re.sub(r'<span class="number"[^>]*>(.*?)</span>', r"\1", answer.read().decode())
        return ""

    def wait_for(self, holds: Callable[[str], bool], name: str = "") -> str:
        for _ in range(600):
            if holds(html := self.page(name)):
                return html
            time.sleep(0.05)
        pytest.fail(f"what is served never becomes what it should: {html}")

    def save(self, name: str, text: str) -> None:
        (self.site.root / name).write_text(text, encoding="utf-8")


def _boats(root: Path) -> Site:
    """A site of two pages, and of a book with two modules."""
    site = make_site(root)
    for name in ("boats.md", "terms.md"):
        (site.root / "docs" / name).unlink()
    site.write("index.md", FAST)
    site.write("deep.md", DEEP)
    code = {"served_book.py": BOOK, "sails.py": SAILS, "hulls.py": HULLS}
    write_files(root, {**code, "mkdocs.yml": CONFIG})
    return site


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Starts a server of a site by a command; it has stopped when the test is over."""
    site = _boats(tmp_path)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    with contextlib.ExitStack() as stack:

        def start(command: str = "sfrules") -> Served:
            log = stack.enter_context((tmp_path / "serve.log").open("w"))
            process = stack.enter_context(
                subprocess.Popen(
                    [sys.executable, "-m", command, "serve", "--dev-addr", f"127.0.0.1:{port}"],
                    cwd=tmp_path,
                    env=site.environment(),
                    stdout=log,
                    stderr=log,
                )
            )
            stack.callback(process.terminate)
            running = Served(site, port)
            running.wait_for(lambda html: "makes 6 knots" in html)
            return running

        yield start


@pytest.mark.parametrize("command", by_day(["sfrules", "mkdocs"]))
def test_each_kind_of_save_is_served(serve: Callable[..., Served], command: str) -> None:
    served = serve(command)
    served.save("docs/index.md", FAST.replace("(3)", "(4)"))
    served.wait_for(lambda html: "makes 8 knots" in html)
    served.save("docs/index.md", FAST.replace("# Fast", "# Faster"))
    served.wait_for(lambda html: "Faster" in html, "deep/")
    served.save("hulls.py", HULLS.replace("+ 1", "+ 5"))
    served.wait_for(lambda html: "draws 8 feet" in html, "deep/")
    served.save("docs/new.md", "# New\n\nA page more.\n")
    served.wait_for(lambda html: "A page more." in html, "new/")
    assert 'href="new/"' in served.page()
    (served.site.root / "docs" / "new.md").unlink()
    served.wait_for(lambda html: 'href="new/"' not in html)
    served.save("mkdocs.yml", CONFIG.replace("Boats", "Ships"))
    served.wait_for(lambda html: "Ships" in html)


@pytest.mark.nightly
def test_what_pages_include_and_hooks_are_followed(serve: Callable[..., Served]) -> None:
    served = serve()
    served.save("hook.py", "def on_page_content(html, **_):\n    return html + 'Fair'\n")
    served.save("words.txt", "Calm")
    snippets = "markdown_extensions: [sfrules, pymdownx.snippets"
    config = CONFIG.replace("markdown_extensions: [sfrules", snippets)
    served.save("mkdocs.yml", f"{config}watch: [words.txt]\nhooks: [hook.py]\n")
    served.wait_for(lambda html: "Fair" in html)
    served.save("part.txt", "Slow")
    served.save("docs/index.md", '# Fast\n\n--8<-- "words.txt"\n--8<-- "part.txt"\n')
    served.wait_for(lambda html: "Calm" in html)
    served.save("words.txt", "Storm")
    served.wait_for(lambda html: "Storm" in html)
    served.save("part.txt", "Quick")
    served.wait_for(lambda html: "Quick" in html)
    served.save("hook.py", "def on_page_content(html, **_):\n    return html + 'Foul'\n")
    served.wait_for(lambda html: "Foul" in html)


def test_a_wrong_number_is_told_at_the_foot_of_each_page(serve: Callable[..., Served]) -> None:
    served = serve()
    served.save("docs/index.md", WRONG)
    html = served.wait_for(lambda html: "a new word" in html)
    told = "docs/index.md:6:16: the proof says 7, sea.speed(3) is 6"
    assert told in html
    assert told in served.page("deep/")
    served.save("sails.py", SAILS.replace("* 2", "* 3"))
    served.wait_for(lambda html: "sea.speed(3) is 9" in html)
    served.save("docs/index.md", WRONG.replace("7", "9"))
    html = served.wait_for(lambda html: "press-problems" not in html)
    assert "It makes 9 knots, and a new word." in html


BROKEN = {
    "a module that does not load": ("sails.py", "def speed(sails:\n", "sails.py:1:"),
    "a rule that does not end": (
        "sails.py",
        SAILS.replace("return", "while True: pass\n    return"),
        "docs/index.md:3:",
    ),
    "settings that are none": ("mkdocs.yml", "plugins: [\n", "parsing the configuration file"),
    "a hook that fails": (
        "hook.py",
        "def on_files(files, config):\n    raise ValueError('ink')\n",
        "ink",
    ),
}


@pytest.mark.parametrize("case", by_day([*BROKEN]))
def test_what_breaks_a_build_is_told_and_heals(serve: Callable[..., Served], case: str) -> None:
    name, broken, told = BROKEN[case]
    served = serve()
    if name == "hook.py":
        served.save(name, "def on_files(files, config):\n    return files\n")
        served.save("mkdocs.yml", f"{CONFIG}hooks: [hook.py]\n")
        time.sleep(0.5)
    right = (served.site.root / name).read_text(encoding="utf-8")
    served.save(name, broken)
    served.wait_for(lambda html: told in html)
    served.save("docs/deep.md", f"{DEEP}\nA word more.\n")
    time.sleep(0.5)
    served.wait_for(lambda html: told in html)
    served.save(name, right)
    served.wait_for(lambda html: "press-problems" not in html)
    served.wait_for(lambda html: "A word more." in html, "deep/")
    assert "makes 6 knots" in served.page()


def test_a_page_that_is_no_text_is_told_where_it_stands(serve: Callable[..., Served]) -> None:
    served = serve()
    right = (served.site.root / "docs/index.md").read_text(encoding="utf-8")
    served.save("docs/index.md", "PK\x03\x04")
    served.wait_for(lambda html: "docs/index.md:1:1: the file is a spreadsheet" in html)
    served.save("docs/index.md", right)
    served.wait_for(lambda html: "press-problems" not in html)


KEPT = """
from pathlib import Path
from mkdocs.commands.build import build
from sfrules.press.host.plugin import plugin_of
from sfrules.press.host.site import load_site
config = load_site(Path("mkdocs.yml"))
config.plugins.on_startup(command="serve", dirty=False)
build(config, serve_url="http://127.0.0.1:8000/")
print(*sorted(plugin_of(config).build.memo.fresh))
config.plugins.on_shutdown()
"""


def test_a_preview_begins_with_what_the_one_before_it_left(tmp_path: Path) -> None:
    site = _boats(tmp_path)
    for made in ("deep.md index.md", ""):
        assert site.python("-c", KEPT).stdout.strip() == made
