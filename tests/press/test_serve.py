"""`sfrules serve`: a save makes again what depends on it, and the page that is served is the new one."""

from __future__ import annotations

import contextlib
import re
import shutil
import socket
import subprocess
import sys
import threading
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


def _boats(root: Path) -> Site:
    """A site of two pages, and of a book with two modules."""
    site = make_site(root)
    for name in ("boats.md", "terms.md"):
        (site.root / "docs" / name).unlink()
    site.write("index.md", FAST)
    site.write("deep.md", DEEP)
    _write_code(root)
    (root / "mkdocs.yml").write_text(
        "site_name: Boats\ntheme: {name: mkdocs}\nmarkdown_extensions: [sfrules]\n"
        "plugins: [search, {sfrules: {book: served_book}}]\n"
    )
    return site


def _write_code(root: Path) -> None:
    for name, text in (("served_book", BOOK), ("sails", SAILS), ("hulls", HULLS)):
        (root / f"{name}.py").write_text(text, encoding="utf-8")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    site = _boats(tmp_path)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    command = "from sfrules.__main__ import main; main()"
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


def test_the_page_in_view_is_served_before_the_others_are_made(served: Served) -> None:
    hulls = served.site.root / "hulls.py"
    rule = HULLS.replace("length + 1", "time.sleep(length / 2) or length + 4")
    served.site.write("index.md", FAST + "\n{{ sea.draft(4) }}\n\n" + DEEP)
    served.wait_for(lambda html: "draws 4 feet" in html)
    news = re.search(r"/livereload/\d+", served.page("deep/"))
    assert news
    reader = threading.Thread(target=served.page, args=(f"{news[0][1:]}/deep/",), daemon=True)
    reader.start()
    time.sleep(0.2)
    told = served.said().count(" rebuilt ")
    hulls.write_text(f"import time\ntime.sleep(1)\n{rule}", encoding="utf-8")
    served.wait_for(lambda html: "draws 7 feet" in html, "deep/")
    assert "body" in served.page("css/base.css")
    assert served.said().count(" rebuilt ") == told, "the others are not made yet"
    served.wait_for(lambda html: "draws 7 feet" in html)
    assert served.said().count(" rebuilt ") == told + 1


def test_a_wrong_claim_stands_in_its_place_on_the_new_page(served: Served) -> None:
    served.site.write("index.md", WRONG)
    html = served.wait_for(lambda html: "a new word" in html)
    box = html.index("the page prints 7, sea.speed(3) is 6")
    assert html.index("a new word") < box < html.index("Last.")
    assert 'class="press-problem"' in html
    assert "1 problem" in html
    assert "1 problem" in served.page("deep/")
    (served.site.root / "sails.py").write_text(SAILS.replace("* 2", "* 3"), encoding="utf-8")
    served.wait_for(lambda html: "sea.speed(3) is 9" in html.partition("Last.")[0])
    served.site.write("index.md", WRONG.replace("printed(7", "printed(9"))
    html = served.wait_for(lambda html: "press-problem" not in html)
    assert "It makes 9 knots, and a new word." in html


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


KEPT = """
from pathlib import Path
from sfrules.press.doors.mkdocs.preview import Preview
preview = Preview(Path("mkdocs.yml"))
preview.build()
print(*sorted(preview.built.memo.fresh))
print((preview.site / "index.html").read_text())
preview.close()
"""
_LINKED = f"{FAST}\n[Down](deep.md), [on](more.md), [out](out.md).\n"


@pytest.mark.parametrize(
    ("file", "old", "new", "made"),
    [
        ("sails.py", "* 2", "* 3", "deep.md index.md more.md"),
        ("docs/out.md", "", "# Out\n", "index.md out.md"),
        ("mkdocs.yml", "theme:", "use_directory_urls: false\ntheme:", "deep.md index.md"),
    ],
)
def test_a_preview_begins_with_what_the_one_before_it_left(
    tmp_path: Path, file: str, old: str, new: str, made: str
) -> None:
    site = _boats(tmp_path)
    site.write("index.md", _LINKED)
    site.write("more.md", "# More\n\nA page more.\n")
    assert site.python("-c", KEPT).stdout.startswith("deep.md index.md more.md\n")
    edited = tmp_path / file
    text = edited.read_text("utf-8") if edited.exists() else ""
    edited.write_text(text.replace(old, new, 1), encoding="utf-8")
    fresh, _, page = site.python("-c", KEPT).stdout.partition("\n")
    assert fresh == made
    shutil.rmtree(tmp_path / ".cache")
    assert site.python("-c", KEPT).stdout.partition("\n")[2] == page


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
own = config.read_text()
save(written(config, own + "nav: 5\\n"))
save(written(page, page.read_text() + "\\nAnd another.\\n"))
save(written(config, own))
preview.close()
"""


def test_a_broken_module_with_a_page_and_settings_saved_beside_it_heals(tmp_path: Path) -> None:
    site = make_site(tmp_path)
    _write_code(tmp_path)
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
    assert [int(each) > 0 for each in said] == [*3 * [True], False, False, True, True, False], (
        ran.stderr
    )
    assert nine == (*3 * ["False"], "True", *4 * ["False"])
    assert four == (*3 * ["True"], "False", *4 * ["True"])
    assert set(lost) == {"False"}
