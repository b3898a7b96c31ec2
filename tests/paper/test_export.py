"""`sfrules export`: a small book, what is missing, and what is wrong."""

import sys

import pypdf
import pytest
from command import sfrules
from nights import by_day

from sfrules.ground.fixes import write_whole
from sfrules.ground.internal_errors import guarded


@pytest.fixture
def book(tmp_path, monkeypatch):
    """Make a small book, and stand in its folder."""
    folder = tmp_path / "harbors"
    made = sfrules("new", str(folder))
    assert made.exit_code == 0
    monkeypatch.chdir(folder)
    monkeypatch.syspath_prepend(str(folder))
    return folder


def export(*arguments):
    return sfrules("export", *arguments)


def set_for_print(config):
    """The whole book of a site as Chromium is to print it."""
    from sfrules.press.host.volumes import volume_of
    from sfrules.press.paper import Sheets

    with volume_of(config) as volume:
        return Sheets(volume, "a4").document({})


@pytest.mark.browser
def test_a_pdf_goes_to_dist_by_the_title_of_the_book_and_is_always_the_same(book):
    made, other = book / "dist" / "harbors.pdf", book / "other.pdf"
    for arguments, place in by_day((((), made), ((str(other),), other))):
        done = export("pdf", *arguments)
        assert done.exit_code == 0, done.stderr
        assert done.stdout.splitlines()[-1] == str(place)
    assert [each.name for each in made.parent.iterdir()] == ["harbors.pdf"]
    assert not other.exists() or made.read_bytes() == other.read_bytes()
    printed = pypdf.PdfReader(made)
    root = printed.trailer["/Root"]
    assert (printed.metadata.title, root["/Lang"]) == ("Harbors", "en")
    assert root["/MarkInfo"]["/Marked"]
    said = "".join(page.extract_text() for page in printed.pages)
    assert "Figure 1. Chance to cross, by skill. The numbers are in Table" in said


def test_a_page_for_screens_alone_is_in_no_book_and_links_to_it_lead_to_the_site(book):
    config, page = book / "mkdocs.yml", book / "docs" / "index.md"
    text = "site_url: https://example.org/boats/\n" + config.read_text(encoding="utf-8")
    at = text.index("sfrules:") + len("sfrules:")
    config.write_text(text[:at] + "\n      screen: [reference.md]" + text[at:], encoding="utf-8")
    page.write_text(
        page.read_text(encoding="utf-8") + "\n[Names](reference.md)\n", encoding="utf-8"
    )
    text = set_for_print(config)
    assert 'id="at-index"' in text
    assert 'id="at-reference' not in text
    assert ' href="https://example.org/boats/reference/"' in text


WORDS = """anchor barge canal ditch estuary ferry galley harbor island jetty keel lagoon mooring narrows
    oarsman pier quay rudder""".split()


@pytest.mark.nightly
@pytest.mark.browser
def test_a_table_of_eighteen_columns_is_whole_and_makes_no_other_page_smaller(book):
    page = book / "docs" / "index.md"
    before = export("pdf", "before.pdf")
    assert before.exit_code == 0, before.stderr
    long = [word * 2 for word in WORDS]
    table = "\n".join(f"| {' | '.join(row)} |" for row in (WORDS, ["---"] * 18, long))
    shut = "<details><summary>More</summary>Nobody opens it.</details>"
    scrolled = f'<p style="overflow: auto; white-space: nowrap">{" ".join(long)} Astern.</p>'
    text = f"{page.read_text(encoding='utf-8')}\n{table}\n\n{shut}\n\n{scrolled}\n"
    page.write_text(text, encoding="utf-8")
    done = export("pdf", "book.pdf")
    assert done.exit_code == 0, done.stderr
    sheets = pypdf.PdfReader("book.pdf").pages
    (turned,) = [sheet for sheet in sheets if sheet.mediabox.width > sheet.mediabox.height]
    assert set(WORDS) <= set(turned.extract_text().split())
    for words in ("Nobody opens it.", "Astern."):
        assert any(words in sheet.extract_text() for sheet in sheets)
    ends = []
    turned.extract_text(visitor_text=lambda _text, cm, tm, *_: ends.append(cm[0] * tm[4] + cm[4]))
    assert max(ends) < float(turned.mediabox.width) - 50
    first = pypdf.PdfReader("before.pdf").pages[1].extract_text()
    assert sheets[1].extract_text() == first


def test_a_book_that_is_wrong_leaves_the_last_one_as_it_was(book, monkeypatch):
    monkeypatch.setenv("SFRULES_CHROMIUM", sys.executable)  # which is not asked to print
    (book / "book.pdf").write_bytes(b"%PDF- the last one")
    page = book / "docs" / "index.md"
    page.write_text(page.read_text(encoding="utf-8") + "\n{{ nothing.of(7) }}\n", encoding="utf-8")
    done = export("pdf", "book.pdf")
    assert done.exit_code == 1
    assert done.stderr.startswith('docs/index.md:39:4: "nothing" is not a name of this book\n')
    assert done.stderr.endswith("1 problem\n")
    assert (book / "book.pdf").read_bytes() == b"%PDF- the last one"


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
    monkeypatch.delitem(sys.modules, "sfrules.press.host.volumes", raising=False)
    monkeypatch.setitem(sys.modules, "pikepdf", None)
    with pytest.raises(SystemExit) as ended:
        guarded(lambda: export("pdf"))
    assert ended.value.code == 'error: pikepdf is missing: pip install "sfrules[paper]"'


@pytest.mark.nightly
@pytest.mark.usefixtures("book")
def test_a_folder_that_is_a_file_is_told_in_a_line():
    done = export("pdf", "mkdocs.yml/book.pdf")
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


@pytest.mark.parametrize("name", ["harbors.py", "docs", "pyproject.toml"])
def test_nothing_but_a_pdf_is_written_over(book, name):
    place = book / name
    if not place.exists():
        place.write_text("rules", encoding="utf-8")
    before = place.read_bytes() if place.is_file() else sorted(place.iterdir())
    done = export("pdf", name)
    assert (done.exit_code, f"{name} is no PDF, and is left as it is" in done.stderr) == (2, True)
    assert before == (place.read_bytes() if place.is_file() else sorted(place.iterdir()))
