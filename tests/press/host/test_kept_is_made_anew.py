"""After each of many edits, what is kept leads to what a check and a build from nothing come to."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from boats_site import Site, make_site
from nights import by_day

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

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
# Each changes a text of a file into another; None is a file that is not there.
EDITS: tuple[tuple[str, str | None, str | None], ...] = (
    ("docs/index.md", "See", "And see"),
    ("crew.txt", "5", "6"),
    ("../elsewhere/winds.py", "2", "3"),
    ("../elsewhere/winds.py", "3", "2"),
    ("../elsewhere/winds-1.1.dist-info/METADATA", None, ""),
    ("docs/index.md", "# Boats", "---\ntitle: A fleet\n---\n# Boats"),
    ("docs/more.md", "# More\n", "# More of it\n\n## Of speed\n"),
    ("docs/index.md", "And see", "\n\n{{ table('speeds', rows=[1]) }}\n\nAnd see"),
    ("sails.py", "* winds.FACTOR", "* winds.FACTOR + 1"),
    ("sails.py", "* winds.FACTOR + 1", "* winds.FACTOR"),
    ("sails.py", "what the sails", "as the sails"),
    ("sails.py", "\n\ndef", "\n\n\ndef"),
    ("hulls.py", "length + 1", "length + 2"),
    ("parts/weather.md", "Fair", "Foul"),
    ("mkdocs.yml", "kept_fleet}", "kept_fleet, samples: [more.md]}"),
    ("mkdocs.yml", "theme:", "use_directory_urls: false\ntheme:"),
    ("kept_fleet.py", "What boats make.", "The pace of a boat."),
    ("docs/words.md", "## Knots", "## The knots"),
    ("docs/words.md", "## The knots", "## Knots"),
    ("kept_fleet.py", 'title="Boats"', 'title="Ships"'),
    ("hulls.py", "return length", "return (length"),
    ("docs/index.md", "She makes", "And she makes"),
    ("hulls.py", "return (length", "return length"),
    ("docs/index.md", "And she makes", "And {{ sea.sped(2) }} she makes"),
    ("docs/index.md", "And {{ sea.sped(2) }} she makes", "She makes"),
    ("docs/new.md", None, "# New\n\n{{ table('speeds') }}\n\nIt makes {{ sea.speed(2) }}.\n"),
    ("docs/more.md", "# More of it", None),
    ("docs/later.md", None, FILES["docs/more.md"]),
    ("docs/index.md", "(more.md)", "(later.md)"),
    ("docs/new.md", "# New", None),
)
# As many again, of the same kinds and others, for the nights.
MORE: tuple[tuple[str, str | None, str | None], ...] = (
    ("hook.py", "return html", "return html.replace('boat', 'ship')"),
    ("docs/later.md", "# More\n", "# Later\n\n## Of the boat\n"),
    ("hook.py", "return html.replace('boat', 'ship')", "return html + '<p>There are 77.</p>'"),
    ("hook.py", "return html + '<p>There are 77.</p>'", "return html +"),
    ("docs/index.md", "She makes", "There she makes"),
    ("hook.py", "return html +", "return html"),
    ("mkdocs.yml", "toc,", "toc, admonition,"),
    ("docs/deep.md", "She draws", "!!! note\n    She draws"),
    ("docs/index.md", "---\ntitle: A fleet\n---\n", ""),
    ("docs/index.md", "# Boats", "---\nhide: [toc]\n---\n# Boats"),
    ("docs/index.md", "hide: [toc]", "hide: [toc"),
    ("docs/index.md", "hide: [toc", "hide: [toc]"),
    ("docs/deep.md", "# Deep", "# The deep"),
    ("docs/a/low.md", None, "# Low\n\n[[knots]] and [down](../deep.md).\n"),
    ("docs/deep.md", "# The deep", None),
    ("docs/a/low.md", " and [down](../deep.md)", ""),
    ("docs/deep.md", None, FILES["docs/deep.md"]),
    ("mkdocs.yml", "site_name: Boats", "site_name: Ships"),
    ("mkdocs.yml", "hooks:", "nav: [index.md, later.md, words.md, deep.md, a/low.md]\nhooks:"),
    ("mkdocs.yml", "index.md, later.md", "later.md, index.md"),
    ("mkdocs.yml", "theme: {", "theme: ["),
    ("mkdocs.yml", "theme: [", "theme: {"),
    ("sails.py", "import winds", "import winds\nimport hulls"),
    ("sails.py", "winds.FACTOR", "winds.FACTOR + hulls.crew() - 6"),
    ("crew.txt", "6", "7"),
    ("crew.txt", "7", "6"),
    ("../elsewhere/winds.py", "FACTOR = 2", "FACTOR = 1 + 1"),
    ("docs/words.md", "## Knots", "## Words\n\n## Knots"),
    ("docs/a/low.md", "Low", "Lower"),
    ("docs/a/low.md", "Lower", "Low"),
)
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
    for name, text in FILES.items():
        (site.root / name).parent.mkdir(exist_ok=True, parents=True)
        (site.root / name).write_text(text, encoding="utf-8")
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


def said_by(server: subprocess.Popen[str]) -> tuple[list[str], dict[str, str]] | None:
    """The problems that a preview shows, and its files; None if it has ended."""
    assert server.stdout
    if not (line := server.stdout.readline()):
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
        assert said_by(server)
        for each in edits:
            edit(site, *each)
            assert server.stdin
            server.stdin.write("saved\n")
            server.stdin.flush()
            kept = said_by(server)
            shutil.rmtree(site.root / ".cache", ignore_errors=True)
            with server_of(site) as other:
                assert other.stdin
                other.stdin.close()
                anew = said_by(other)
            assert kept
            if anew:
                assert kept == anew, each
            else:  # a preview that begins now does not begin, and one that is there says why
                assert kept[0], each
