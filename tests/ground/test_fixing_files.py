"""`--fix` writes the book's own files, and nothing that a link leads to."""

import resource

import pytest
from fixed import written_as_fixes

from sfrules.ground.command import CommandError
from sfrules.ground.edits import Edit
from sfrules.ground.fixes import FixResult, settle, write
from sfrules.ground.problems import Problem
from sfrules.press.lock import files_now


@pytest.fixture
def book(tmp_path):
    root = tmp_path / "book"
    root.mkdir()
    (tmp_path / "precious.csv").write_text("precious")
    return root


def test_a_link_is_replaced_and_what_it_leads_to_is_left_alone(book):
    (book / "lock.csv").symlink_to(book.parent / "precious.csv")
    written_as_fixes({"lock.csv": "new"}, book)
    assert (book / "lock.csv").read_text() == "new"
    assert not (book / "lock.csv").is_symlink()
    assert (book.parent / "precious.csv").read_text() == "precious"


def test_a_link_is_deleted_and_what_it_leads_to_is_left_alone(book):
    (book / "lock.csv").symlink_to(book.parent / "precious.csv")
    written_as_fixes({"lock.csv": None}, book)
    assert list(book.iterdir()) == []
    assert (book.parent / "precious.csv").read_text() == "precious"


def test_a_link_is_no_file_of_a_lock(book):
    (book / "fleet.csv").write_text("a")
    (book / "other.csv").symlink_to(book.parent / "precious.csv")
    assert files_now(book) == {"fleet.csv": b"a"}


def test_nothing_is_written_where_one_file_is_read_only(book):
    (book / "a.md").write_text("8")
    (book / "b.md").write_text("8")
    (book / "b.md").chmod(0o444)
    with pytest.raises(CommandError, match=r"b\.md is read-only"):
        written_as_fixes({"a.md": "7", "b.md": "7"}, book)
    assert (book / "a.md").read_text() == "8"


def test_what_the_system_refuses_is_reported_and_leaves_nothing_behind(book):
    (book / "lock.csv").mkdir()
    with pytest.raises(CommandError, match=r"lock\.csv cannot be written: "):
        written_as_fixes({"lock.csv": "new"}, book)
    assert [path.name for path in book.iterdir()] == ["lock.csv"]


def test_a_page_that_is_saved_while_it_is_fixed_stays_as_it_was_saved(book):
    (book / "page.md").write_text("8")
    (book / "other.md").write_text("8")

    def check(texts):
        if texts:
            (book / "page.md").write_text("8, and a day's work")
            return []
        return [
            Problem(path, 1, 1, "stale", fix=Edit(path, 0, 1, "8", "7"))
            for path in ("page.md", "other.md")
        ]

    assert write(settle(check, book)) == ("page.md",)
    assert (book / "page.md").read_text() == "8, and a day's work"
    assert (book / "other.md").read_text() == "7"


def test_a_page_that_is_deleted_while_it_is_fixed_stays_deleted(book):
    assert write(FixResult(book, {"page.md": "8"}, {"page.md": "7"}, ())) == ("page.md",)
    assert list(book.iterdir()) == []


def test_on_a_full_disk_a_file_stays_as_it_was(book):
    (book / "z.md").write_text("8")
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, most))
    try:
        with pytest.raises(CommandError, match=r"z\.md cannot be written: File too large"):
            written_as_fixes({"z.md": "9" * 1000}, book)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    assert [(path.name, path.read_text()) for path in book.iterdir()] == [("z.md", "8")]
