"""Beside each of these plugins, a new book is checked and built strictly, and both say the same."""

from __future__ import annotations

import os
import subprocess
from contextlib import chdir
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from command import sfrules
from mkdocs.plugins import get_plugins
from nights import NIGHTLY
from python_process import python
from writing import write_files

if TYPE_CHECKING:
    from collections.abc import Mapping

CONFIG = """\
site_name: Boats
theme: {{name: material, font: false}}
markdown_extensions: [sfrules]
validation: {{anchors: warn}}
{more}
plugins:
{before}
  - sfrules: {{book: game}}
{behind}
"""
FARE = "# Upstream\n\nA barge takes {{ fare(30, 'barge') }} pence.\n"
KEPT = """from pathlib import Path
pages = []
def on_page_content(html, page, **_):
    pages.append(page.markdown)
def on_post_build(config):
    Path(config.site_dir, "kept.txt").write_text("".join(pages))
"""
AGAIN = """from mkdocs.commands.build import build
from mkdocs import utils
language = []
def on_files(files, config):
    for file in list(files.documentation_pages()) if language else ():
        if file.src_uri == "reference.md":  # each language has pages of its own
            files.remove(file)
def on_post_build(config):
    if not language:
        language.append("de")
        clean, utils.clean_directory = utils.clean_directory, lambda _: None
        build(config)
        utils.clean_directory = clean
"""
TAGGED = {
    "docs/tags.md": "# Tags\n\n<!-- material/tags -->\n",
    "docs/up.md": f"---\ntags: [rivers, wide water]\n---\n{FARE}",
}
# Of each: what stands before us and behind us in `plugins`, other settings, files, and a file of
# the site with what is in it.
CASES: dict[str, tuple[str, str, str, Mapping[str, str], str, str]] = {
    "awesome-nav": ("awesome-nav", "", "", {"docs/.nav.yml": "nav: [reference.md, index.md]\n"}, "index.html", "Reference"),
    "blog": (
        "blog",
        "",
        "",
        {
            "docs/blog/index.md": "# News\n",
            "docs/blog/posts/first.md": f"---\ndate: 2026-11-28\n---\n{FARE}\n<!-- more -->\n\nAnd on.\n",
        },
        "blog/index.html",
        "96",
    ),
    "git-revision-date-localized": (
        "git-revision-date-localized: {type: datetime}", "", "", {}, "index.html", "git-revision-date",
    ),
    "glightbox": (
        "glightbox",
        "",
        "",
        {"docs/up.md": "# Up\n\n![A boat](boat.svg)\n", "docs/boat.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>"},
        "up/index.html",
        'class="glightbox"',
    ),
    "include-markdown": (
        "include-markdown", "", "",
        {"docs/up.md": '# Up\n\n{% include-markdown "../part.md" %}\n', "part.md": "It is {{ fare(30, 'barge') }}.\n"},
        "up/index.html",
        ">96</span>",
    ),
    "literate-nav": (
        "literate-nav: {nav_file: SUMMARY.md}", "", "",
        {"docs/SUMMARY.md": "- [Home](index.md)\n- [All](reference.md)\n"}, "index.html", "All",
    ),
    "minify, before": ("minify: {minify_html: true}", "", "", {}, "index.html", "70%"),
    "minify, behind": ("", "minify: {minify_html: true}", "", {}, "index.html", "70%"),
    "offline": ("offline", "", "", {}, "reference.html", "Terms"),
    "page kept before its end": (
        "", "", "hooks: [kept.py]", {"kept.py": KEPT}, "kept.txt", "passenger pays the toll, and",
    ),
    "print-site": ("", "print-site", "nav: [index.md, reference.md]", {}, "print_page/index.html", "<table "),
    "redirects": ("redirects: {redirect_maps: {old.md: reference.md}}", "", "", {}, "old/index.html", "reference"),
    "search": ("search", "", "", {}, "search/search_index.json", "ferryman"),
    "section-index": (
        "section-index", "", "nav: [index.md, {All: [reference.md, {Up: up.md}]}]", {"docs/up.md": FARE},
        "index.html", "All",
    ),
    "site built again for another language": (
        "", "", "hooks: [again.py]", {"again.py": AGAIN}, "reference/index.html", "Terms",
    ),
    "tags, before": ("tags", "", "", TAGGED, "tags/index.html", "wide water"),
    "tags, behind": ("", "tags", "", TAGGED, "tags/index.html", "wide water"),
}  # fmt: skip


OWN = ("page kept before its end", "site built again for another language")


@pytest.mark.parametrize(
    "case", CASES if NIGHTLY else ("blog", "literate-nav", "minify, behind", *OWN, "tags, before")
)
def test_a_new_book_is_checked_and_built_strictly_beside(tmp_path: Path, case: str) -> None:
    before, behind, more, files, made, said = CASES[case]
    plugin = (before or behind).partition(":")[0]
    installed = {"", *get_plugins()} & {plugin, f"material/{plugin}"}
    if os.environ.get("CI") != "true" and not installed:
        pytest.skip(f"{plugin} is not installed")
    book = tmp_path / "book"
    assert sfrules("new", str(book), "--title", "Boats").exit_code == 0
    lines = [f"  - {each}" if each else "" for each in (before, behind)]
    config = CONFIG.format(before=lines[0], behind=lines[1], more=more)
    write_files(book, {"mkdocs.yml": config, **files})
    if "git" in case:
        with chdir(book):
            author = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
            for words in (["init", "-q"], ["add", "-A"], [*author, "commit", "-qm", "Begin"]):
                subprocess.run(["git", *words], check=True)  # noqa: S607
    checked = python(book, os.environ, "-m", "sfrules", "check")
    assert checked.returncode == 0, checked.stdout
    built = python(book, os.environ, "-m", "mkdocs", "build", "--strict", "-q")
    assert built.returncode == 0, built.stderr
    assert said in (book / "site" / made).read_text(encoding="utf-8")


@pytest.mark.parametrize("mark", ["", "[["])
def test_marks_that_mkdocs_macros_would_take_are_told(tmp_path: Path, mark: str) -> None:
    book = tmp_path / "book"
    assert sfrules("new", str(book), "--title", "Boats").exit_code == 0
    macros = f'  - macros: {{j2_variable_start_string: "{mark}"}}'
    config = CONFIG.format(before=macros, behind="", more="")
    write_files(book, {"mkdocs.yml": config})
    checked = python(book, os.environ, "-m", "sfrules", "check")
    assert "mkdocs.yml:6:1: mkdocs-macros would take marks of this book's pages" in checked.stdout
