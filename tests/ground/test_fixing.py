"""What would put a problem right is written into its place, and nothing else changes."""

import pytest
from fixed import written_as_fixes

from sfrules.ground.edits import Edit, Edits, Rewrite, apply_fixes
from sfrules.ground.fixes import read_below, settle
from sfrules.ground.problems import Problem

BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"


def edit(text, was, new, path="page.md"):
    """An edit of a stretch that stands once in a text as its author sees it."""
    at = text.index(was)
    return Edit(path, at, at + len(was), was, new)


@pytest.mark.parametrize(
    ("file", "seen", "after"),
    [
        ("at 52 hp\n", "at 52 hp\n", "at 51 hp\n"),
        ("one\r\nat 52 hp\r\n", "one\nat 52 hp\n", "one\r\nat 51 hp\r\n"),
        (f"{BOM}one\nat 52 hp", "one\nat 52 hp", f"{BOM}one\nat 51 hp"),
        (f"{BOM}a\r\n\r\nat 52", "a\n\nat 52", f"{BOM}a\r\n\r\nat 51"),
        ("ä\N{DRAGON}\u2028 at 52\f", "ä\N{DRAGON}\u2028 at 52\f", "ä\N{DRAGON}\u2028 at 51\f"),
    ],
    ids=["plain", "windows", "byte order mark", "both", "wide characters"],
)
def test_an_edit_changes_its_own_characters_alone(file, seen, after):
    assert apply_fixes([edit(seen, "52", "51")], {"page.md": file}.get) == {"page.md": after}


def test_a_new_line_ends_as_the_lines_of_the_file_do():
    changed = apply_fixes([edit("a\n1\n", "1", "1\n2")], {"page.md": "a\r\n1\r\n"}.get)
    assert changed == {"page.md": "a\r\n1\r\n2\r\n"}


def test_several_edits_of_a_file_are_made_together():
    text = "52, 53, 54"
    edits = [edit(text, "54", "4"), edit(text, "52", "two"), edit(text, "53", "333")]
    assert apply_fixes(edits, {"page.md": text}.get) == {"page.md": "two, 333, 4"}


TOGETHER = Edits((Edit("page.md", 4, 5, "5", "y"), Edit("page.md", 0, 2, "12", "x")))


@pytest.mark.parametrize(
    ("file", "others", "after"),
    [
        ("12345", [], {"page.md": "x34y"}),
        ("92345", [], {}),
        ("12349", [], {}),
        ("1234", [], {}),
        ("12345", [Edit("page.md", 2, 4, "34", "-")], {"page.md": "x-y"}),
        ("12345", [Edit("page.md", 0, 1, "1", "-")], {"page.md": "-2345"}),
    ],
    ids=["both fit", "the first changed", "the last changed", "gone", "beside", "overlapping"],
)
def test_edits_that_belong_together_are_all_made_or_none(file, others, after):
    assert apply_fixes([TOGETHER, *others], {"page.md": file}.get) == after


@pytest.mark.parametrize("file", ["at 99 hp", "", None], ids=["changed", "emptied", "gone"])
def test_a_file_that_has_changed_since_is_left_alone(file):
    assert apply_fixes([edit("at 52 hp", "52", "51")], {"page.md": file}.get) == {}


def test_what_is_written_is_what_was_worked_out(tmp_path):
    (tmp_path / "page.md").write_bytes(b"\xef\xbb\xbfone\r\n52\r\n")
    (tmp_path / "page.md").chmod(0o600)
    (tmp_path / "gone.csv").write_text("x")
    changed = apply_fixes([edit("one\n52\n", "52", "51")], read_below(tmp_path))
    written_as_fixes({**changed, "gone.csv": None, "deep/new.csv": "a\n"}, tmp_path)
    assert (tmp_path / "page.md").read_bytes() == b"\xef\xbb\xbfone\r\n51\r\n"
    assert (tmp_path / "page.md").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "deep" / "new.csv").read_bytes() == b"a\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["deep", "page.md"]


def check_of(root):
    """A book of one page, whose lock repeats the page's number, which ought to be 51."""

    def check(texts):
        page = texts.get("page.md", (root / "page.md").read_text())
        problems = [Problem("page.md", 1, 1, "it is late")]
        if page != "51":
            fix = Edit("page.md", 0, len(page), page, "51")
            problems.append(Problem("page.md", 1, 1, "not 51", fix=fix))
        elif (root / "lock.csv").read_text() != "51":
            problems.append(Problem("lock.csv", 1, 1, "stale", fix=Rewrite("lock.csv", "51")))
        return problems

    return check


def test_fixes_are_applied_until_nothing_changes(tmp_path):
    (tmp_path / "page.md").write_text("52")
    (tmp_path / "lock.csv").write_text("52")
    done = settle(check_of(tmp_path), tmp_path)
    assert done.before == {"page.md": "52", "lock.csv": "52"}
    assert done.after == {"page.md": "51", "lock.csv": "51"}
    assert [problem.message for problem in done.left] == ["it is late"]
    assert (tmp_path / "page.md").read_text() == "52"


def test_fixes_that_never_settle_come_to_an_end(tmp_path):
    (tmp_path / "page.md").write_text("0")
    rounds = []

    def check(texts):
        now = texts.get("page.md", "0")
        rounds.append(now)
        new = str(int(now) + 1)
        return [Problem("page.md", 1, 1, now, fix=Edit("page.md", 0, len(now), now, new))]

    settle(check, tmp_path)
    assert 2 <= len(rounds) < 50


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"a\r\n8\nb\n", b"a\r\n7\n7\nb\n"),
        (b"a\n8\r\nb\n", b"a\n7\r\n7\r\nb\n"),
        (b"a\r8\rb\r", b"a\r7\r7\rb\r"),
        (b"a\n8\nb\r\n", b"a\n7\n7\nb\r\n"),
    ],
)
def test_new_lines_end_as_those_in_whose_place_they_stand(before, after):
    edit = Edit("p.md", 2, 4, "8\n", "7\n7\n")
    assert apply_fixes([edit], lambda _path: before.decode()) == {"p.md": after.decode()}
