"""After each of many edits, what is kept leads to what a check and a build from nothing come to."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from boats_site import Site, make_site
from nights import by_day
from writing import write_files

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

BOOK = """
import sys
from pathlib import Path
HERE = Path(__file__).parent
sys.path[:] = dict.fromkeys([*sys.path, str(HERE.parent / "elsewhere")])
from sails import speed
from hulls import crew, draft
from sfrules.press.things.book import Rulebook, Term
from sfrules.press.things.tables import Column, Table

def speeds():
    sails = Column("Sails", lambda sails: sails, "How many.")
    return Table("speeds", "Speeds", sails, (Column("Knots", speed, "How fast."),), range(1, 4))

BOOK = Rulebook(
    title="Boats", root=HERE, namespaces={"sea": {"speed": speed, "draft": draft, "crew": crew}},
    tables={"speeds": speeds},
    modules=("kept_fleet", "sails", "hulls"),
    watch=tuple(HERE / f"{name}.py" for name in ("kept_fleet", "sails", "hulls")),
    terms=(Term("knot", "knots", "What boats make.", "words.md", "knots"),),
)
"""
SAILS = '''
import winds

def speed(sails: int) -> int:
    """Speed: what the sails are good for."""
    return sails * winds.FACTOR
'''
HULLS = '''
from pathlib import Path

def draft(length: int) -> int:
    """Draft: length and keel."""
    return length + 1

def crew() -> int:
    """Crew: as it was counted."""
    return int((Path(__file__).parent / "crew.txt").read_text())
'''
CONFIG = """\
site_name: Boats
theme: {name: mkdocs}
markdown_extensions: [sfrules, toc, {pymdownx.snippets: {base_path: [parts]}}]
plugins: [search, {sfrules: {book: kept_fleet}}]
hooks: [hook.py]
watch: [parts, crew.txt, ../elsewhere]
"""
FILES = {
    "mkdocs.yml": CONFIG,
    "kept_fleet.py": BOOK,
    "sails.py": SAILS,
    "hulls.py": HULLS,
    "hook.py": "def on_page_content(html, **_):\n    return html\n",
    "crew.txt": "5",
    "parts/weather.md": "Fair weather.\n",
    "../elsewhere/winds.py": "FACTOR = 2\n",
    "../elsewhere/winds-1.0.dist-info/METADATA": "",
    "docs/index.md": (
        "# Boats\n\nShe makes 6 [[knots]]. See [more](more.md).\n\n```proof\nsea.speed(3) = 6\n```\n"
    ),
    "docs/more.md": "# More\n\n{{ table('speeds') }}\n\n{{ formula(sea.speed) }}\n",
    "docs/deep.md": (
        "# Deep\n\nShe draws {{ sea.draft(3) }} feet, with {{ sea.crew() }} hands.\n\n"
        '--8<-- "weather.md"\n'
    ),
    "docs/words.md": "# Words\n\n## Knots\n\n{{ terms() }}\n",
}
EDIT = re.compile(r"^(\S+): (.*) → (.*)$", re.MULTILINE)


def edits(part: int) -> list[tuple[str, str | None, str | None]]:
    """The edits of edits.txt, by day or for the nights: a file, a text of it, and what it becomes."""
    parts = (
        Path(__file__).with_name("edits.txt").read_text(encoding="utf-8").split("# As many again")
    )
    return [(name, meant(old), meant(new)) for name, old, new in EDIT.findall(parts[part])]


def meant(text: str) -> str | None:
    if text.startswith("= "):
        return FILES[text.removeprefix("= ")]
    return None if text == "∅" else text.replace("⏎", "\n")


EDITS, MORE = edits(0), edits(1)
COMES_TO = """
from pathlib import Path
from mkdocs.commands.build import build
from mkdocs.exceptions import MkDocsException
from sfrules.ground.problems import ProblemsFound
from sfrules.press.host.site import load_site
from sfrules.press.host.check import SiteCheck
site = SiteCheck(Path("mkdocs.yml"), cached=True)
checked = site.check()
print([str(problem) for problem in checked.problems], checked.entries)
try:
    config = load_site(Path("mkdocs.yml"))
    config.plugins.on_startup(command="build", dirty=False)
    build(config)
except (MkDocsException, ProblemsFound):
    print("nothing is published")
published = (path for path in sorted(Path("site").rglob("*")) if path.is_file())
print({str(path): path.read_bytes() for path in published if path.name != "sitemap.xml.gz"})
"""


def comes_to(site: Site) -> str:
    """What a check says and a build publishes."""
    ran = site.python("-B", "-c", COMES_TO)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


SERVED = """
import json
from hashlib import sha256
from pathlib import Path
import sys
from mkdocs.commands.serve import serve
from mkdocs.livereload import LiveReloadServer

def tell(server):
    site = Path(server.root)
    files = {str(path.relative_to(site)): path for path in site.rglob("*") if path.is_file()}
    texts = {name: sha256(path.read_bytes()).hexdigest() for name, path in files.items()}
    print(json.dumps([[str(each) for each in server.builder.problems], texts]), flush=True)

def serve_saves(server, **_):
    tell(server)
    for _ in sys.stdin:
        server.builder()
        tell(server)

LiveReloadServer.serve = serve_saves
LiveReloadServer.shutdown = lambda *_, **__: None
serve("mkdocs.yml")
"""
# What the search of MkDocs reads is made in a build of the whole site, and so is the map.
_AT_A_BUILD = ("search/search_index.json", "sitemap.xml", "sitemap.xml.gz")


def write_fleet(root: Path) -> Site:
    """Write the site that is edited."""
    (root / "boats").mkdir()
    site = make_site(root / "boats")
    for name in ("boats.md", "terms.md"):
        (site.root / "docs" / name).unlink()
    write_files(site.root, FILES)
    return site


def edit(site: Site, name: str, old: str | None, new: str | None) -> None:
    """Change a text of a file, or the file."""
    file = site.root / name
    if old is None:
        file.parent.mkdir(exist_ok=True)
        file.write_text(new or "", encoding="utf-8")
    elif new is None:
        file.unlink()
    else:
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new), encoding="utf-8")


def edited_and_compared(site: Site, edits: Iterable[tuple[str, str | None, str | None]]) -> None:
    cache, aside = site.root / ".cache", site.root / "aside"
    seen = [comes_to(site)]
    assert seen[0].startswith("[] ")
    edits = list(edits)
    for each in edits:
        edit(site, *each)
        kept = comes_to(site)
        cache.rename(aside)
        anew = comes_to(site)
        assert kept == anew, each
        shutil.rmtree(cache, ignore_errors=True)
        aside.rename(cache)
        seen.append(anew)
    assert len({*seen}) > len(edits) / 2


def test_a_check_and_a_build_come_to_what_they_come_to_from_nothing(tmp_path: Path) -> None:
    edited_and_compared(write_fleet(tmp_path), by_day(EDITS, 5))


@pytest.mark.nightly
def test_so_they_do_after_as_many_edits_more(tmp_path: Path) -> None:
    site = write_fleet(tmp_path)
    for each in EDITS:
        edit(site, *each)
    edited_and_compared(site, MORE)


def server_of(site: Site) -> subprocess.Popen[str]:
    """A preview of a site; a line on its input is a save."""
    return subprocess.Popen(
        [sys.executable, "-c", SERVED],
        cwd=site.root,
        env=site.environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def said(line: str) -> tuple[list[str], dict[str, str]] | None:
    """The problems that a preview shows, and its files; None if it says nothing, and has ended."""
    if not line:
        return None
    problems, files = json.loads(line)
    return problems, {name: each for name, each in files.items() if name not in _AT_A_BUILD}


@pytest.mark.parametrize(
    "edits",
    [EDITS[:2], pytest.param((*EDITS, *MORE), marks=pytest.mark.nightly)],
    ids=["few", "many"],
)
def test_a_preview_shows_what_one_shows_that_begins_now(
    tmp_path: Path, edits: Sequence[tuple[str, str | None, str | None]]
) -> None:
    site = write_fleet(tmp_path)
    with server_of(site) as server:
        assert server.stdin
        assert server.stdout
        assert said(server.stdout.readline())
        for each in edits:
            edit(site, *each)
            server.stdin.write("saved\n")
            server.stdin.flush()
            kept = said(server.stdout.readline())
            shutil.rmtree(site.root / ".cache", ignore_errors=True)
            anew = said(site.python("-B", "-c", SERVED).stdout)  # to which nobody speaks
            assert kept
            if anew:
                assert kept == anew, each
            else:  # a preview that begins now does not begin, and one that is there says why
                assert kept[0], each
