"""`sfrules export`: a small book, what is missing, and what is wrong."""

from __future__ import annotations

import io
import sys
import zipfile

import pytest
from typer.testing import CliRunner

from sfrules.ground.unforeseen import guarded
from sfrules.press.doors.cli import app
from sfrules.press.doors.cli_site import write_whole


@pytest.fixture
def book(tmp_path, monkeypatch):
    """Make a small book, and stand in its folder."""
    folder = tmp_path / "harbors"
    made = CliRunner().invoke(app, ["new", str(folder)])
    assert made.exit_code == 0
    monkeypatch.chdir(folder)
    monkeypatch.syspath_prepend(str(folder))
    return folder


def export(*arguments):
    return CliRunner().invoke(app, ["export", *arguments])


def test_an_epub_goes_to_dist_by_the_title_of_the_book(book):
    done = export("epub")
    assert done.exit_code == 0, done.stderr
    assert done.stdout.splitlines()[-1] == str(book / "dist" / "harbors.epub")
    with zipfile.ZipFile(book / "dist" / "harbors.epub") as archive:
        assert "EPUB/at-index.xhtml" in archive.namelist()
    assert [each.name for each in (book / "dist").iterdir()] == ["harbors.epub"]


def test_two_exports_of_a_book_are_the_same_bytes(book):
    one, other = book / "one.epub", book / "other.epub"
    assert export("epub", str(one)).exit_code == export("epub", str(other)).exit_code == 0
    assert one.read_bytes() == other.read_bytes()


def test_a_page_for_screens_alone_is_in_no_book_and_links_to_it_lead_to_the_site(book):
    config, page = book / "mkdocs.yml", book / "docs" / "index.md"
    text = "site_url: https://example.org/boats/\n" + config.read_text(encoding="utf-8")
    at = text.index("sfrules:") + len("sfrules:")
    config.write_text(text[:at] + "\n      screen: [reference.md]" + text[at:], encoding="utf-8")
    page.write_text(
        page.read_text(encoding="utf-8") + "\n[Names](reference.md)\n", encoding="utf-8"
    )
    done = export("epub", "book.epub")
    assert done.exit_code == 0, done.stderr
    with zipfile.ZipFile(io.BytesIO((book / "book.epub").read_bytes())) as archive:
        assert not any("reference" in name for name in archive.namelist())
        assert ' href="https://example.org/boats/reference/"' in (
            archive.read("EPUB/at-index.xhtml").decode()
        )


def test_a_book_for_players_has_no_proofs_and_no_pages_for_others(book):
    config = book / "mkdocs.yml"
    text = config.read_text(encoding="utf-8")
    at = text.index("sfrules:") + len("sfrules:")
    config.write_text(text[:at] + "\n      whole: [reference.md]" + text[at:], encoding="utf-8")
    said = {}
    for kind in ((), ("--players",)):
        assert export("epub", *kind, "book.epub").exit_code == 0
        with zipfile.ZipFile(book / "book.epub") as archive:
            names = [name for name in archive.namelist() if name.endswith(".xhtml")]
            text = archive.read("EPUB/at-index.xhtml").decode()
            said[kind] = any("reference" in name for name in names), "How we know" in text
    assert said == {(): (True, True), ("--players",): (False, False)}


def test_a_picture_of_the_cover_that_is_not_there_is_told_in_a_line(book):
    config = book / "mkdocs.yml"
    text = config.read_text(encoding="utf-8")
    config.write_text(
        text.replace("sfrules:", "sfrules:\n      cover: cover.png"), encoding="utf-8"
    )
    done = export("epub", "book.epub")
    assert done.exit_code == 1
    assert done.stderr.splitlines()[-1] == "the site has no cover.png for a cover"


def test_a_book_that_is_wrong_leaves_the_last_one_as_it_was(book):
    (book / "book.epub").write_bytes(b"the last one")
    page = book / "docs" / "index.md"
    page.write_text(page.read_text(encoding="utf-8") + "\n{{ nothing.of(7) }}\n", encoding="utf-8")
    done = export("epub", "book.epub")
    assert done.exit_code == 1
    assert done.stderr.startswith('docs/index.md:36:4: "nothing" is not a name of this book\n')
    assert done.stderr.endswith("1 problem\nNothing was published.\n")
    assert (book / "book.epub").read_bytes() == b"the last one"


@pytest.mark.usefixtures("book")
def test_without_a_chromium_there_is_no_pdf_and_a_hint(monkeypatch):
    monkeypatch.setenv("SFRULES_CHROMIUM", "/no/such/program")
    done = export("pdf")
    assert done.exit_code == 2
    assert done.stderr == (
        "error: /no/such/program is no program: install one, or name it in SFRULES_CHROMIUM\n"
    )


def test_a_chromium_that_fails_is_told_in_a_line(book, monkeypatch):
    monkeypatch.setenv("SFRULES_CHROMIUM", "/bin/false")
    done = export("pdf")
    assert done.exit_code == 2
    assert done.stderr.startswith("error: /bin/false prints nothing")
    assert not (book / "dist").exists()


@pytest.mark.usefixtures("book")
def test_without_its_libraries_the_command_names_the_extra(monkeypatch):
    for name in [name for name in sys.modules if name.startswith("sfrules.press.paper")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "sfrules.press.doors.mkdocs.volumes", raising=False)
    monkeypatch.setitem(sys.modules, "tinyhtml5", None)
    with pytest.raises(SystemExit) as ended:
        guarded(lambda: app(["export", "epub"]))
    assert ended.value.code == 'error: tinyhtml5 is missing: pip install "sfrules[paper]"'


@pytest.mark.usefixtures("book")
def test_a_folder_that_is_a_file_is_told_in_a_line():
    done = export("epub", "mkdocs.yml/book.epub")
    assert done.exit_code == 2
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("error: mkdocs.yml")


def test_a_file_is_written_whole_or_not_at_all(tmp_path):
    target = tmp_path / "book.pdf"
    target.write_bytes(b"old")
    with pytest.raises(TypeError):
        write_whole(target, None)
    assert target.read_bytes() == b"old"
    write_whole(target, b"new")
    assert target.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [target]
