"""What would put a problem right is written into its place, and nothing else changes."""

from fixed import written_as_fixes

from sfrules.ground.edits import Edit, Rewrite, apply_fixes
from sfrules.ground.fixes import read_below, settle
from sfrules.ground.problems import Problem


def test_what_is_written_is_what_was_worked_out(tmp_path):
    (tmp_path / "page.md").write_bytes(b"\xef\xbb\xbfone\r\n52\r\n")
    (tmp_path / "page.md").chmod(0o600)
    (tmp_path / "gone.csv").write_text("x")
    changed = apply_fixes([Edit("page.md", 4, 6, "52", "51")], read_below(tmp_path))
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
