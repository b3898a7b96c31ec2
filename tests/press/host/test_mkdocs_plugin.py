"""The build: what is published, what is not, and that nothing wrong ever is."""

import csv
import io
import json
import subprocess
from pathlib import Path

import pytest
from boats_site import Site, make_site
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import MkDocsException
from mkdocs.structure.files import File, Files

from sfrules.press.host.assets import slim
from sfrules.press.host.serve import broken_off

HOOK = """
from mkdocs.plugins import event_priority
@event_priority(50)
def on_page_markdown(markdown, **_):
    return markdown + "\\n{{ sea.speed(8) }}\\n"
"""
BAD_PAGE = (
    "---\ntitle: Bad\n---\n# Bad\n\n{{ sea.spede(3) }} and 8\n\n```proof\nsea.speed(3) = 8\n```\n"
)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Site:
    site = make_site(tmp_path_factory.mktemp("boats"))
    result = site.mkdocs("build", "--strict")
    assert result.returncode == 0, result.stderr
    return site


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return make_site(tmp_path)


def test_a_page_has_its_numbers_and_links(built: Site) -> None:
    html = (built.published / "index.html").read_text(encoding="utf-8")
    assert 'A sloop makes <span class="number" data-receipt="0">7</span> knots.' in html
    assert 'href="terms/#knots"' in html


def test_a_page_has_its_tables_and_figures_numbered(built: Site) -> None:
    html = (built.published / "boats/index.html").read_text(encoding="utf-8")
    assert "Table 1." in html
    assert "Figure 1." in html


def test_a_table_can_be_downloaded(built: Site) -> None:
    rows = list(csv.reader(io.StringIO((built.published / "tables/fleet.csv").read_text())))
    assert rows[0] == ["Sails", "Wood: Speed", "Wood: Drift", "Iron: Slow"]
    assert rows[3] == ["3", "7", "-3", "6"]
    document = json.loads((built.published / "tables/fleet.json").read_text(encoding="utf-8"))
    assert document["rows"][2]["Wood: Drift"] == -3


def test_search_finds_what_a_table_says(built: Site) -> None:
    script = (built.published / "search/index.js").read_text(encoding="utf-8")
    index = json.loads(script[script.rindex("searchIndex({") :][12:].removesuffix(");\n"))
    _, id, caption, heads, rows = index["tables"][0]
    assert (id, caption) == ("table-fleet", "Speed by sails & hull")
    assert heads == ["Sails", "Wood: Speed", "Wood: Drift", "Iron: Slow"]
    assert rows[2] == [".3", "3", "7", "−3", "6"]


def test_two_builds_are_the_same_bytes(built: Site, tmp_path: Path) -> None:
    again = make_site(tmp_path)
    assert again.mkdocs("build").returncode == 0
    assert again.files() == built.files()


@pytest.mark.parametrize("flags", [(), ("--strict",)], ids=["plain", "strict"])
def test_a_problem_stops_the_build_and_leaves_the_earlier_site(
    site: Site, flags: tuple[str, ...]
) -> None:
    assert site.mkdocs("build").returncode == 0
    before = site.files()
    site.write("boats.md", BAD_PAGE)
    site.write("index.md", "# Boats\n\nA changed page.\n")
    result = site.mkdocs("build", *flags)
    assert result.returncode != 0
    assert "docs/boats.md:6:8: sea has no" in result.stderr
    assert "docs/boats.md:9:16: the proof says 8, sea.speed(3) is 7" in result.stderr
    assert "Traceback" not in result.stderr
    assert site.files() == before
    assert sorted(path.name for path in site.root.iterdir()) == [
        ".cache",
        "docs",
        "mkdocs.yml",
        "site",
    ]


def test_a_book_that_cannot_be_loaded_is_told_at_its_line(site: Site) -> None:
    (site.root / "bad_book.py").write_text("X = 1\nBOOK = 1 +\n", encoding="utf-8")
    config = site.root / "mkdocs.yml"
    config.write_text(config.read_text().replace("toy_book", "bad_book"))
    result = site.mkdocs("build")
    assert result.returncode != 0
    assert "bad_book.py:2:11: Python: invalid syntax" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_build_that_fails_in_a_plugin_after_the_press_leaves_the_last_site(site: Site) -> None:
    site.published.mkdir()
    (site.published / "index.html").write_text("the last one")
    hook = (
        "from mkdocs.plugins import event_priority\n"
        "@event_priority(-200)\ndef on_post_build(config):\n    raise ValueError('late')\n"
    )
    (site.root / "late.py").write_text(hook, encoding="utf-8")
    config = site.root / "mkdocs.yml"
    config.write_text(f"{config.read_text()}hooks: [late.py]\n")
    assert site.mkdocs("build").returncode
    assert (site.published / "index.html").read_text() == "the last one"
    assert not list(site.root.glob(".site-*"))


def test_a_site_behind_a_link_is_published_where_the_link_leads(site: Site) -> None:
    target = site.root / "www"
    target.mkdir()
    site.published.symlink_to(target)
    for _ in range(2):
        assert site.mkdocs("build").returncode == 0
    assert site.published.is_symlink()
    assert (target / "index.html").exists()


def limited(site: Site, size: int) -> subprocess.CompletedProcess[str]:
    """A build that can write no file beyond some size, as on a disk that is full."""
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}))"
    return site.python("-c", f"{limit}; from mkdocs.__main__ import cli; cli()", "build")


def test_a_full_disk_is_told_in_a_line_and_leaves_the_earlier_site(site: Site) -> None:
    assert site.mkdocs("build").returncode == 0
    before = site.files()
    result = limited(site, 50_000)
    assert result.returncode != 0
    assert "File too large. Nothing was published." in result.stderr
    assert "Traceback" not in result.stderr
    assert site.files() == before
    assert sorted(path.name for path in site.root.iterdir()) == [
        ".cache",
        "docs",
        "mkdocs.yml",
        "site",
    ]


def test_what_another_plugin_adds_to_a_page_is_expanded_too(site: Site) -> None:
    (site.root / "own.py").write_text(HOOK, encoding="utf-8")
    config = site.root / "mkdocs.yml"
    config.write_text(f"{config.read_text()}hooks: [own.py]\n", encoding="utf-8")
    ran = site.python("-B", "-m", "mkdocs", "build", "--quiet")
    assert ran.returncode == 0, ran.stderr
    assert b">17</span></p>" in site.files()["terms/index.html"]


# The third boat is read as the book is loaded.
FLEET = """
from sfrules import Book
book = Book("Fleet", __file__)
boats = book.csv("boats")
@book.rule
def sails(boat: boats.ids) -> int:
    return boats[boat].sails
sails("skiff")
"""
BOATS = "id,sails\ngull,2\nsloop,3\nskiff,1\n"


def test_a_row_that_is_read_beside_the_pages_is_no_gap(site: Site) -> None:
    for page in site.root.glob("docs/*.md"):
        page.write_text(
            "# Boats\n\n{{ fleet_book.sails('gull') }}, {{ fleet_book.sails('sloop') }}\n"
        )
    (site.root / "boats.csv").write_text(BOATS, encoding="utf-8")
    config = site.root / "mkdocs.yml"
    config.write_text(config.read_text().replace("toy_book", "fleet_book"))
    (site.root / "fleet_book.py").write_text(FLEET.replace("skiff", "gull"))
    ran = site.python("-B", "-m", "mkdocs", "build", "--quiet")
    assert "boats.csv:4:1: nothing reads boats.skiff" in ran.stderr
    (site.root / "fleet_book.py").write_text(FLEET, encoding="utf-8")
    ran = site.python("-B", "-m", "mkdocs", "build", "--quiet")
    assert ran.returncode == 0, ran.stderr


def test_scripts_that_may_wait_are_one_and_the_others_stay_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    config = MkDocsConfig()
    scripts = [{"path": "a.js", "defer": True}, "b.js", {"path": "c.js", "defer": True}, "m.mjs"]
    folders = {"docs_dir": str(tmp_path / "docs"), "site_dir": str(tmp_path / "site")}
    config.load_dict({"site_name": "Boats", "plugins": [], "extra_javascript": scripts, **folders})
    assert config.validate() == ([], [])
    config.plugins._current_plugin = "sfrules"
    names = ("a.js", "b.js", "c.js", "m.mjs")
    files = slim(Files([File.generated(config, name, content=name) for name in names]), config)
    one, *others = config.extra_javascript
    assert (one.defer, files.get_file_from_path(one.path).content_string) == (True, "a.js\nc.js")
    assert list(map(str, others)) == ["b.js", "m.mjs"]
    assert [file.src_uri for file in files] == ["b.js", "m.mjs", one.path]


def test_what_breaks_a_build_off_is_told_where_the_file_begins() -> None:
    found = [MkDocsException("ink"), OSError("ink")]
    found[1].add_note("at a.md")
    assert [f"{each.place}: {each.message}" for each in map(broken_off, found)] == [
        "mkdocs.yml:1:1: the build broke off: ink",
        "a.md:1:1: the build broke off: OSError: ink",
    ]


def test_a_tool_that_asks_for_the_settings_alone_is_told_where_the_site_goes(site: Site) -> None:
    config = load_config(str(site.root / "mkdocs.yml"))
    config.plugins.on_startup(command="build", dirty=False)
    assert Path(config.plugins.on_config(config).site_dir) == site.published
    assert not list(site.root.glob(".site-*"))


def test_what_a_page_says_at_its_top_puts_no_tags_into_a_page(site: Site) -> None:
    said = 'x"><img src=x onerror=alert()>'
    top = "".join(f"{key}: {said}\n" for key in ("author", "description", "title"))
    site.write("index.md", f"---\n{top}---\n# Boats\n")
    result = site.mkdocs("build", "--strict")
    assert result.returncode == 0, result.stderr
    pages = [page.read_text(encoding="utf-8") for page in site.published.rglob("*.html")]
    assert not any("<img src=x" in page for page in pages)
    assert "x&quot;&gt;&lt;img" in (site.published / "index.html").read_text("utf-8")


def test_plugins_that_ask_each_file_for_its_folder_see_files_of_folders_alone(site: Site) -> None:
    hook = "def on_files(files, **_):\n    assert all(each.abs_src_path for each in files)\n"
    (site.root / "own.py").write_text(hook, encoding="utf-8")
    config = site.root / "mkdocs.yml"
    config.write_text(f"{config.read_text()}hooks: [own.py]\n", encoding="utf-8")
    built = site.mkdocs("build", "--strict")
    assert built.returncode == 0, built.stderr
    assert any((site.published / "assets" / "sfrules").iterdir())


def test_what_a_page_is_about_is_told_in_its_head_with_its_quotes(site: Site) -> None:
    config = site.root / "mkdocs.yml"
    config.write_text(config.read_text().replace("name: mkdocs", "name: material"))
    site.write("index.md", '# Boats\n\nThey say "aye" & <b>row</b>.\n')
    assert site.mkdocs("build").returncode == 0
    html = (site.published / "index.html").read_text("utf-8")
    assert '<meta name="description" content="They say &quot;aye&quot; &amp; row.">' in html
