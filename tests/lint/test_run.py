"""A run of lint: which files are read, in which order, and what is said of those that cannot be."""

from pathlib import Path

import pytest

from sfrules.lint.files import UNREAD, Finder, read_file
from sfrules.lint.linter import LintResult, lint

FAULT = "See [a](#leap).\n"


@pytest.fixture
def book(tmp_path, monkeypatch):
    """Makes files in a folder of their own, which is where the test then is."""
    monkeypatch.chdir(tmp_path)

    def make(**files: str | bytes) -> Path:
        for name, content in files.items():
            path = tmp_path / name.replace("__", "/").replace("_", ".")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        return tmp_path

    return make


def unread(linted: LintResult) -> list[tuple[str, str, str]]:
    return [
        (Path(each.problem.path).name, each.problem.message, each.severity)
        for each in linted.findings
        if each.rule == UNREAD
    ]


def found(linted: LintResult) -> list[str]:
    return [
        f"{each.problem.place} {each.problem.message}"
        for each in linted.findings
        if each.rule != UNREAD
    ]


def names(*paths: str) -> list[str]:
    return [file.as_posix() for file in Finder().find(map(Path, paths)).files]


def test_folders_are_searched_for_markdown_in_a_steady_order(book):
    book(b_md="", a__z_qmd="", a__b_Rmd="", a__c_markdown="", a__d_MD="", a__e_txt="", c_py="")
    assert names(".") == ["a/b.Rmd", "a/c.markdown", "a/d.MD", "a/z.qmd", "b.md"]


def test_hidden_folders_and_node_modules_are_left_out(book):
    folder = book(a_md="", node__x_md="")
    for name in (".git", ".venv", "node_modules", "a/node_modules"):
        (folder / name).mkdir(parents=True)
        (folder / name / "x.md").write_text("")
    (folder / ".hidden.md").write_text("")
    assert names(".") == ["a.md", "node/x.md"]


def test_a_file_that_is_named_is_read_whatever_it_is_called_and_once(book):
    book(a__b_md="", notes_txt="")
    assert names("notes.txt", "a/b.md", "a", "./a/b.md", "a/../a/b.md") == ["a/b.md", "notes.txt"]


def test_a_folder_that_leads_back_to_itself_is_searched_once(book):
    folder = book(a__b_md="")
    (folder / "a" / "again").symlink_to(folder)
    (folder / "c.md").symlink_to(folder / "a" / "b.md")
    assert names(".") == ["a/b.md"]


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"a\r\nb\rc\n", "a\nb\nc\n"),
        (b"\xef\xbb\xbf# a", "# a"),
        (b"", ""),
        (b"\x00\x01", "\0\1"),
        ("é\u2028".encode(), "é\u2028"),
    ],
)
def test_a_file_is_read_as_its_author_sees_it(book, content, text):
    assert read_file(book(a_md=content) / "a.md").text == text


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"ab\r\nc\xe9d", "bad.md:2:2 the file is not UTF-8: it has the byte 0xe9"),
        (b"\xef\xbb\xbfa\xed\xa0", "bad.md:1:2 the file is not UTF-8: it has the byte 0xed"),
        (b"\xff\xfea\x00", "bad.md:1:1 the file is UTF-16, not UTF-8"),
        (b"PK\x03\x04\x14", "bad.md:1:1 the file is a spreadsheet or an archive, no text"),
        (b"\x89PNG\r\n\x1a\n", "bad.md:1:1 the file is not UTF-8: it has the byte 0x89"),
    ],
)
def test_a_file_that_is_no_utf_8_is_told_and_the_others_are_read(book, content, told):
    book(bad_md=content, good_md=FAULT)
    bad, good = lint([Path()]).findings
    assert (f"{bad.problem.place} {bad.problem.message}", bad.rule) == (told, UNREAD)
    assert good.problem.place == "good.md:1:9"


def test_a_path_that_leads_nowhere_is_told(book):
    book(good_md="")
    told = [("gone.md", "there is no such file or folder", "error")]
    assert unread(lint([Path("gone.md"), Path("good.md")])) == told


def test_a_name_that_is_too_long_is_told(book):
    book(good_md=f"[a]({'a' * 300}.md)\n")
    linted = lint([Path("b" * 300), Path("good.md")])
    assert [message for _, message, _ in unread(linted)] == ["cannot be read: File name too long"]
    assert found(linted) == [f"good.md:1:5 there is no file {'a' * 300}.md"]


def test_what_cannot_be_opened_as_a_file_is_told(book, monkeypatch):
    def refuse(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    book(a_md="")
    monkeypatch.setattr(Path, "read_bytes", refuse)
    told = "the file cannot be read: Permission denied"
    assert unread(lint([Path()])) == [("a.md", told, "error")]


def test_a_link_to_nowhere_is_told(book):
    folder = book(good_md=FAULT)
    (folder / "gone.md").symlink_to("nowhere.md")
    linted = lint([folder])
    assert unread(linted) == [("gone.md", "the link leads nowhere", "warning")]
    assert len(found(linted)) == 1


def test_a_link_is_held_against_files_that_were_not_given(book):
    book(
        a_md="[b](sub/b.md#one) [b](sub/b.md#two) [c](c.md) [d](sub/d.md#x)\n",
        sub__b_md="# One\n",
        sub__d_md=b"\xff",
    )
    assert found(lint([Path("a.md")])) == [
        'a.md:1:23 nothing in b.md has the id "two"',
        "a.md:1:41 there is no file c.md",
    ]


def test_links_to_files_that_are_gone_are_told_where_most_are_there(book):
    book(a_md="[x](x.md) [y](y.md) [z](z.md)\n", b_md="[a](a.md) [c](c.md) [z](z.md)\n", c_md="")
    assert found(lint([Path()])) == ["b.md:1:25 there is no file z.md"]


def test_chapters_of_one_book_link_to_each_other_by_id_alone(book):
    book(
        one_Rmd="[two](#second) [three](#third)\n", two_Rmd="# Second\n", one_md="[two](#second)\n"
    )
    told = [each.problem.place for each in lint([Path("one.Rmd"), Path("one.md")]).findings]
    assert told == ["one.Rmd:1:24", "one.md:1:7"]
