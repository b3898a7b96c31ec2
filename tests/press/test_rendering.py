"""A site without a host: the same articles as under MkDocs, and nothing that is false."""

from __future__ import annotations

import importlib
import posixpath
import re
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from urllib.parse import unquote

import pytest
from boats_site import make_site
from selectolax.lexbor import LexborHTMLParser
from typer.testing import CliRunner

from sfrules.press import doors
from sfrules.press.doors.cli import app
from sfrules.press.doors.plain.rendering import PlainHost, render
from sfrules.press.doors.site_build import opened
from sfrules.press.doors.site_check import extensions_of
from sfrules.press.doors.site_settings import checked_site
from sfrules.press.site.weave.check import expand, weave

ROOT = Path(__file__).resolve().parents[2]
CHAPTERS = ("why-the-name.md", "credits.md", "core/rise-a-level.md")
OF_HOSTS = ("mkdocs", "material", "sfrules.press.doors.mkdocs")
PARTS_OF_HOST = (
    "mkdocs.structure.files",
    "mkdocs.structure.nav",
    "sfrules.press.doors.mkdocs.mkdocs_host",
)
IMPORTED = {name: importlib.import_module(name) for name in PARTS_OF_HOST}
FALSE = "# More\n\nIt makes 8 knots.\n\n<!-- proof sea.speed(3) = 8 -->\n"
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


@pytest.fixture
def boats(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(Path(__file__).parent)
    monkeypatch.chdir(tmp_path)
    site = make_site(tmp_path)
    site.write(
        "boats.md",
        "# More\n\n![A chart](chart.png)\n\n{{ figure('harbor') }}\n\n{{ table('fleet') }}\n",
    )
    (tmp_path / "docs" / "chart.png").write_bytes(b"a picture")
    return site


@pytest.fixture(scope="module")
def hosts():
    """The press under MkDocs and under ProperDocs, which stands in for it wherever it is imported."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "meta_path", [*sys.meta_path])
        patch.setattr(doors, "mkdocs", doors.mkdocs)
        for name in [*sys.modules]:
            if name.startswith(OF_HOSTS):
                patch.delitem(sys.modules, name)
        importlib.import_module("properdocs.replacement")
        patch.setitem(sys.modules, "mkdocs", sys.modules["properdocs"])
        made = {name: importlib.import_module(name) for name in PARTS_OF_HOST}
        yield [{name: IMPORTED[name] for name in PARTS_OF_HOST}, made]


def hosted(parts: dict[str, ModuleType], config_file: Path, pages: dict[str, object]) -> object:
    """A host, as it has converted some expanded pages."""
    files, nav, host_of = parts.values()
    site, config = checked_site(config_file), host_of.load_site(config_file)
    config.markdown_extensions = extensions_of(config.markdown_extensions)
    found = files.get_files(config)
    listed = nav.get_navigation(found, config)
    host = host_of.MkDocsHost(config, site.book_options(), found, nav=listed)
    for name, page in pages.items():
        host.page(name).markdown = page.markdown
        host.render(name, page)
    return host


def articles(hosts, config_file: Path) -> list[dict[str, str]]:
    """The finished pages of a site, without a host and under each."""
    site = checked_site(config_file)
    plain, made = PlainHost(site), []
    sources = plain.pages()
    for parts in (None, *hosts):
        store, _ = opened(site)
        pages = {name: store.expanded(name, page, expand) for name, page in sources.items()}
        host = hosted(parts, config_file, pages) if parts else plain
        woven = weave(store, pages, host.convert, host.link)
        made.append({name: page.html for name, page in woven.pages.items()})
    return made


def test_one_of_the_hosts_is_mkdocs_and_the_other_properdocs(hosts):
    names = [host["mkdocs.structure.files"].__name__ for host in hosts]
    assert names == ["mkdocs.structure.files", "properdocs.structure.files"]
    documented = (ROOT / "docs" / "authoring" / "your-book.md").read_text("utf-8")
    for program in ("mkdocs", "properdocs", "zensical"):
        assert f"| `{version(program)}` |" in documented


@pytest.mark.usefixtures("boats")
def test_articles_are_the_same_under_each_host_and_without(hosts, tmp_path):
    ran = CliRunner().invoke(app, ["new", "starter"])
    assert ran.exit_code == 0
    for folder in ("starter", ROOT / "tests" / "books" / "lantern"):
        shutil.copytree(folder, tmp_path / "copy", dirs_exist_ok=True)
        plain, *others = articles(hosts, tmp_path / "copy" / "mkdocs.yml")
        assert all(map(str.strip, plain.values()))
        assert others == [plain, plain]
        shutil.rmtree(tmp_path / "copy")


def test_chapters_of_the_shipped_book_are_the_same_under_each_host_and_without(hosts):
    site = checked_site(ROOT / "mkdocs.yml")
    plain, (store, _) = PlainHost(site), opened(site)
    sources = plain.pages()
    pages = {name: store.expanded(name, sources[name], expand) for name in CHAPTERS}
    for parts in hosts:
        host = hosted(parts, ROOT / "mkdocs.yml", pages)
        for name, page in pages.items():
            assert page.markdown
            assert plain.convert(name, page) == host.convert(name, page)


NAV = "nav: [index.md, {Fights: [core/boss-fights.md, {Ends: core/end.md}]}, core/lost.md]\n"


@pytest.mark.parametrize(
    ("nav", "entries", "part"),
    [
        (
            NAV,
            [("", "index.md"), ("Fights", [("", "core/boss-fights.md"), ("Ends", "core/end.md")])],
            "Fights",
        ),
        (
            "",
            [("", "index.md"), ("Core", [("", "core/boss-fights.md"), ("", "core/end.md")])],
            "Core",
        ),
    ],
    ids=["as the site lists them", "by folders"],
)
def test_pages_are_in_sections_and_what_is_no_page_is_in_none(tmp_path, nav, entries, part):
    (tmp_path / "mkdocs.yml").write_text(f"site_name: Boats\n{nav}", encoding="utf-8")
    (tmp_path / "docs" / "core").mkdir(parents=True)
    for name in ("index.md", "core/boss-fights.md", "core/end.md"):
        (tmp_path / "docs" / name).write_text("# A page\n", encoding="utf-8")
    host = PlainHost(checked_site(tmp_path / "mkdocs.yml"))
    assert host.navigation == entries
    assert [host.part(name) for name in ("index.md", "core/end.md")] == ["", part]


def led_to(folder: Path, page: Path) -> list[str]:
    """What the links of a page lead to that is not there."""
    text = page.read_text("utf-8")
    pattern = r"(?:href|src)=\"([^\"]+)\"" if page.suffix == ".html" else r"\]\(([^)]+)\)"
    found = (unquote(each.partition("#")[0]) for each in re.findall(pattern, text))
    here = page.parent.relative_to(folder).as_posix()
    inside = [each for each in found if each and not re.match(r"[a-z]+:|/", each)]
    places = [folder / posixpath.normpath(posixpath.join(here, each)) for each in inside]
    return [str(p) for p in places if not (p.is_file() or (p / "index.html").is_file())]


@pytest.mark.usefixtures("boats")
def test_a_site_is_written_whole(tmp_path):
    out = tmp_path / "out"
    assert list(render(tmp_path / "mkdocs.yml", out)) == []
    pages = sorted(out.rglob("*.html"))
    assert [page.relative_to(out).as_posix() for page in pages] == [
        "404.html", "boats/index.html", "index.html", "terms/index.html",
    ]  # fmt: skip
    for page in pages[1:]:
        assert led_to(out, page) == []
        assert "{{" not in page.read_text("utf-8")
    index = (out / "index.html").read_text("utf-8")
    assert 'A sloop makes <span class="number" data-receipt="0">7</span>' in index
    assert '<a href="./" aria-current="page">Boats</a>' in index
    for name in ("receipts/index.js", "search/index.js", "provenance.json", "chart.png"):
        assert (out / name).stat().st_size > 0


@pytest.mark.usefixtures("boats")
def test_finished_markdown_has_tables_formulas_pictures_and_places(tmp_path):
    out = tmp_path / "out"
    assert list(render(tmp_path / "mkdocs.yml", out, as_markdown=True)) == []
    texts = {page.name: page.read_text("utf-8") for page in out.glob("*.md")}
    assert sorted(texts) == ["boats.md", "index.md", "terms.md"]
    assert "A sloop makes 7 knots." in texts["index.md"]
    assert "[more](boats.md)" in texts["index.md"]
    assert "\n| --- |" in texts["boats.md"]
    assert "](chart.png)" in texts["boats.md"]
    (picture,) = re.findall(r"\]\((assets/pictures/\w+\.svg)\)", texts["boats.md"])
    assert (out / picture).read_text("utf-8").startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    assert [led_to(out, page) for page in sorted(out.glob("*.md"))] == [[], [], []]


@pytest.mark.parametrize("form", ["html", "md"])
def test_a_false_claim_writes_nothing_and_leaves_the_last_site(boats, tmp_path, form):
    assert CliRunner().invoke(app, ["render", "out", "--format", form]).exit_code == 0
    before = {path: path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file()}
    boats.write("boats.md", FALSE)
    ran = CliRunner().invoke(app, ["render", "out", "--format", form])
    assert ran.exit_code == 1
    assert "docs/boats.md:5:27: the proof says 8, sea.speed(3) is 7" in ran.output
    assert "Nothing was written." in ran.output
    after = {path: path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file()}
    assert after == before
    assert not list(tmp_path.glob(".out*"))


@pytest.mark.usefixtures("boats")
def test_a_folder_with_files_of_others_is_refused(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "letter.txt").write_text("Dear all", "utf-8")
    ran = CliRunner().invoke(app, ["render", "out"])
    assert (ran.exit_code, "holds what the press did not write" in ran.output) == (1, True)


@pytest.mark.usefixtures("boats")
def test_zensical_builds_finished_markdown_with_the_same_numbers(tmp_path):
    config, out = tmp_path / "mkdocs.yml", tmp_path / "finished"
    assert list(render(config, out / "docs", as_markdown=True)) == []
    plain = (
        "site_name: Boats\ntheme: {name: material, font: false}\nmarkdown_extensions: [tables]\n"
    )
    (out / "mkdocs.yml").write_text(plain, encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--strict"],
        cwd=out,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    for name in ("index", "boats"):
        page = "index.html" if name == "index" else f"{name}/index.html"
        article = LexborHTMLParser((out / "site" / page).read_text("utf-8")).css_first("article")
        said = NUMBER.findall(
            re.sub(r"\(.*?\)", "", (out / "docs" / f"{name}.md").read_text("utf-8"))
        )
        assert said
        assert set(said) <= set(NUMBER.findall(article.text(separator=" ")))
