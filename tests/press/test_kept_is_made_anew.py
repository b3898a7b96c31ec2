"""After each of many edits, what is kept leads to what a check and a build from nothing come to."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from boats_site import Site, make_site

if TYPE_CHECKING:
    from pathlib import Path

BOOK = """
import sys
from pathlib import Path
HERE = Path(__file__).parent
sys.path.append(str(HERE.parent / "elsewhere"))
from sails import speed
from hulls import crew, draft
from sfrules.press.things.book import Book, Term
from sfrules.press.things.tables.table import Column, Table

def speeds():
    sails = Column("Sails", lambda sails: sails, "How many.")
    return Table("speeds", "Speeds", sails, (Column("Knots", speed, "How fast."),), range(1, 4))

BOOK = Book(
    title="Boats", root=HERE, namespaces={"sea": {"speed": speed, "draft": draft, "crew": crew}},
    tables={"speeds": speeds},
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
"""
FILES = {
    "mkdocs.yml": CONFIG,
    "kept_fleet.py": BOOK,
    "sails.py": SAILS,
    "hulls.py": HULLS,
    "crew.txt": "5",
    "parts/weather.md": "Fair weather.\n",
    "../elsewhere/winds.py": "FACTOR = 2\n",
    "../elsewhere/winds-1.0.dist-info/METADATA": "",
    "docs/index.md": (
        "# Boats\n\nShe makes {{ printed(6, sea.speed(3)) }} [[knots]]. See [more](more.md).\n"
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
    ("docs/index.md", "# Boats", "---\ntitle: A fleet\n---\n# Boats"),
    ("docs/more.md", "# More\n", "# More of it\n\n## Of speed\n"),
    ("docs/index.md", "And see", "\n\n{{ table('speeds', rows=[1]) }}\n\nAnd see"),
    ("sails.py", "* winds.FACTOR", "* winds.FACTOR + 1"),
    ("sails.py", "* winds.FACTOR + 1", "* winds.FACTOR"),
    ("sails.py", "what the sails", "as the sails"),
    ("sails.py", "\n\ndef", "\n\n\ndef"),
    ("hulls.py", "length + 1", "length + 2"),
    ("crew.txt", "5", "6"),
    ("../elsewhere/winds.py", "2", "3"),
    ("../elsewhere/winds.py", "3", "2"),
    ("../elsewhere/winds-1.1.dist-info/METADATA", None, ""),
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
COMES_TO = """
from pathlib import Path
from mkdocs.commands.build import build
from mkdocs.exceptions import MkDocsException
from sfrules.press.host.site import load_site
from sfrules.press.host.check import SiteCheck
site = SiteCheck(Path("mkdocs.yml"), cached=True)
checked = site.check()
print([str(problem) for problem in checked.problems], checked.entries)
config = load_site(Path("mkdocs.yml"))
config.plugins.on_startup(command="build", dirty=False)
try:
    build(config)
except MkDocsException:
    print("nothing is published")
published = (path for path in sorted(Path("site").rglob("*")) if path.is_file())
print({str(path): path.read_bytes() for path in published if path.name != "sitemap.xml.gz"})
"""


def comes_to(site: Site) -> str:
    """What a check says and a build publishes."""
    ran = site.python("-B", "-c", COMES_TO)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_a_check_and_a_build_come_to_what_they_come_to_from_nothing(tmp_path: Path) -> None:
    (tmp_path / "boats").mkdir()
    site = make_site(tmp_path / "boats")
    for name in ("boats.md", "terms.md"):
        (site.root / "docs" / name).unlink()
    for name, text in FILES.items():
        (site.root / name).parent.mkdir(exist_ok=True, parents=True)
        (site.root / name).write_text(text, encoding="utf-8")
    cache, aside = site.root / ".cache", site.root / "aside"
    seen = [comes_to(site)]
    assert seen[0].startswith("[] ")
    for name, old, new in EDITS:
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
        kept = comes_to(site)
        cache.rename(aside)
        anew = comes_to(site)
        assert kept == anew, (name, old, new)
        shutil.rmtree(cache, ignore_errors=True)
        aside.rename(cache)
        seen.append(anew)
    assert len({*seen}) > len(EDITS) / 2
