"""`sfrules serve`: a save makes again what depends on it, and the page that is served is the new one."""

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

BOOK = """
from pathlib import Path
from sails import speed
from sfrules.press.things.book import Book
from hulls import draft

HERE = Path(__file__).parent
BOOK = Book(
    title="Boats", root=HERE, namespaces={"sea": {"speed": speed, "draft": draft}},
    modules=("served_book", "sails", "hulls"),
    watch=(HERE / "served_book.py", HERE / "sails.py", HERE / "hulls.py"),
)
"""
SAILS = 'def speed(sails):\n    """Speed."""\n    return sails * 2\n'
HULLS = 'def draft(length):\n    """Draft."""\n    return length + 1\n'
FAST = "# Fast\n\nA sloop makes {{ sea.speed(3) }} knots.\n"
DEEP = "# Deep\n\nIt draws {{ sea.draft(3) }} feet.\n"
WRONG = "# Fast\n\nIt makes {{ printed(7, sea.speed(3)) }} knots, and a new word.\n\nLast.\n"


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

    def said(self) -> str:
        return (self.site.root / "serve.log").read_text(encoding="utf-8")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    site = make_site(tmp_path)
    for name in ("boats.md", "terms.md"):
        (site.root / "docs" / name).unlink()
    site.write("index.md", FAST)
    site.write("deep.md", DEEP)
    for name, text in (("served_book", BOOK), ("sails", SAILS), ("hulls", HULLS)):
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    (tmp_path / "mkdocs.yml").write_text(
        "site_name: Boats\ntheme: {name: mkdocs}\nmarkdown_extensions: [sfrules]\n"
        "plugins: [search, {sfrules: {book: served_book}}]\n"
    )
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    command = "from sfrules.press.doors.cli import main; main()"
    with (
        (tmp_path / "serve.log").open("w") as log,
        subprocess.Popen(
            [sys.executable, "-c", command, "serve", "--dev-addr", f"127.0.0.1:{port}"],
            cwd=tmp_path,
            env=site.environment(),
            stdout=log,
            stderr=log,
        ) as process,
    ):
        running = Served(site, port)
        try:
            running.wait_for(lambda html: "makes 6 knots" in html)
            yield running
        finally:
            process.terminate()


def test_each_kind_of_save_is_served_and_makes_only_its_own_pages_again(served: Served) -> None:
    root = served.site.root
    served.site.write("index.md", FAST.replace("(3)", "(4)"))
    served.wait_for(lambda html: "makes 8 knots" in html)
    (root / "hulls.py").write_text(HULLS.replace("+ 1", "+ 5"), encoding="utf-8")
    served.wait_for(lambda html: "draws 8 feet" in html, "deep/")
    served.site.write("new.md", "# New\n\nA page more.\n")
    served.wait_for(lambda html: "A page more." in html, "new/")
    assert 'href="new/"' in served.page()
    (root / "docs" / "new.md").unlink()
    served.wait_for(lambda html: 'href="new/"' not in html)
    lines = [line[9:] for line in served.said().splitlines() if " rebuilt " in line]
    assert [line.partition(" in ")[0] for line in lines] == [
        "rebuilt the whole site",
        "rebuilt /",
        "rebuilt deep/",
        "rebuilt the whole site",
        "rebuilt the whole site",
    ]
    assert "docs/deep.md:3: 4 is now 8" in served.said()


def test_a_wrong_claim_stands_in_its_place_on_the_new_page(served: Served) -> None:
    served.site.write("index.md", WRONG)
    html = served.wait_for(lambda html: "a new word" in html)
    box = html.index("the page prints 7, sea.speed(3) is 6")
    assert html.index("a new word") < box < html.index("Last.")
    assert 'class="press-problem"' in html
    assert "1 problem" in html
    assert "1 problem" in served.page("deep/")
    served.site.write("index.md", WRONG.replace("printed(7", "printed(6"))
    html = served.wait_for(lambda html: "press-problem" not in html)
    assert "It makes 6 knots, and a new word." in html


def test_a_rule_that_cannot_be_read_keeps_the_last_good_rules_and_says_so(served: Served) -> None:
    sails = served.site.root / "sails.py"
    sails.write_text(SAILS.replace("* 2", "* "), encoding="utf-8")
    html = served.wait_for(lambda html: "press-problems" in html)
    assert "makes 6 knots" in html
    assert "sails.py:3:" in html
    sails.write_text(SAILS.replace("* 2", "* 3"), encoding="utf-8")
    html = served.wait_for(lambda html: "makes 9 knots" in html)
    assert "press-problems" not in html
    assert "Traceback" not in served.said()


def test_what_breaks_a_build_is_a_problem_and_the_next_save_fixes_it(served: Served) -> None:
    config = served.site.root / "mkdocs.yml"
    before = config.read_text()
    config.write_text(f"{before}nav: 5\n")
    html = served.wait_for(lambda html: "press-problems" in html)
    assert "makes 6 knots" in html
    config.write_text(before)
    served.wait_for(lambda html: "makes 6 knots" in html and "press-problems" not in html)
    assert "Traceback" not in served.said()


def test_a_save_of_what_pages_include_is_served(served: Served) -> None:
    root, config = served.site.root, served.site.root / "mkdocs.yml"
    (root / "parts").mkdir()
    (root / "parts" / "one.md").write_text("As it was.\n", encoding="utf-8")
    served.site.write("index.md", '# Fast\n\n{% include "one.md" %}\n')
    config.write_text(config.read_text().replace("book: s", "include_dir: parts, book: s"))
    served.wait_for(lambda html: "As it was." in html)
    (root / "parts" / "one.md").write_text("As it is.\n", encoding="utf-8")
    served.wait_for(lambda html: "As it is." in html)


SAVES = """
from pathlib import Path
from sfrules.press.doors.mkdocs.preview import Preview
preview, docs = Preview(Path("mkdocs.yml")), Path("docs").resolve()
receipts = preview.site / "receipts" / "terms" / "index.js"
preview.build()
(docs / "terms.md").write_text("# Terms\\n\\nShe makes {{ sea.speed(3) }}.\\n")
preview.update([docs / "terms.md"])
print(receipts.is_file())
(docs / "terms.md").unlink()
preview.update([docs / "terms.md"])
print(receipts.is_file())
preview.close()
"""


def test_what_a_save_has_made_is_gone_when_nothing_makes_it_any_more(tmp_path: Path) -> None:
    site = make_site(tmp_path)
    config = tmp_path / "mkdocs.yml"
    config.write_text(config.read_text().replace("nav: [index.md, boats.md, terms.md]\n", ""))
    site.write("terms.md", "# Terms\n")
    site.write("index.md", "# Boats\n")
    ran = site.python("-c", SAVES)
    assert ran.stdout.split() == ["True", "False"], ran.stderr


HEALS = """
import re
import sys
from pathlib import Path
from sfrules.press.doors.mkdocs.preview import Preview
config, docs = Path("mkdocs.yml").resolve(), Path("docs").resolve()
hulls, page = Path("hulls.py").resolve(), docs / "index.md"
preview, right = Preview(config), hulls.read_text()

def save(*files):
    try:
        done = preview.update(files)
    except Exception as error:
        done = preview.failed(error)
    deep = re.sub("<[^<>]*>", "", (preview.site / "index.html").read_text())
    print(*done.problems, file=sys.stderr)
    print(len(done.problems), "draws 9" in deep, "draws 4" in deep, "lost" in str(done.problems))

def written(path, text):
    path.write_text(text)
    return path

preview.build()
save(written(hulls, right.replace("return", "def (\\n    return")))
save(written(page, page.read_text() + "\\nA word more.\\n"))
save(written(config, config.read_text().replace("site_name: ", "site_name: New ")))
save(written(hulls, right.replace("+ 1", "+ 6")))
save(written(hulls, right))
preview.close()
"""


def test_a_broken_module_with_a_page_and_settings_saved_beside_it_heals(tmp_path: Path) -> None:
    site = make_site(tmp_path)
    for name, text in (("served_book", BOOK), ("sails", SAILS), ("hulls", HULLS)):
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    config = tmp_path / "mkdocs.yml"
    for name in ("boats.md", "terms.md"):
        site.write(name, "# Words\n")
    own = config.read_text().replace("nav: [index.md, boats.md, terms.md]\n", "")
    config.write_text(own.replace("toy_book", "served_book"), encoding="utf-8")
    site.write(
        "index.md", "# Deep\n\nIt draws {{ sea.draft(3) }} feet.\n\n{{ formula(sea.draft) }}\n"
    )
    ran = site.python("-B", "-c", HEALS)
    told = [line.split() for line in ran.stdout.splitlines()]
    said, nine, four, lost = zip(*told, strict=True)
    assert [int(each) > 0 for each in said] == [True, True, True, False, False], ran.stderr
    assert nine == ("False", "False", "False", "True", "False")
    assert four == ("True", "True", "True", "False", "True")
    assert set(lost) == {"False"}
