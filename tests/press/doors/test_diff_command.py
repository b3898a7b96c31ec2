"""`sfrules diff`, as it is typed, in a repository of its own."""

from pathlib import Path

import pytest
from boats_history import FIRST, SECOND, Repository, make_repository
from command import Ran, sfrules

from sfrules.press.lock import files_at

CHANGES = "## What the book prints\n\nFrom {}: 3 changed, 2 removed.\n"


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    made = make_repository(tmp_path / "boats")
    monkeypatch.chdir(made.root)
    return made


def diff(*arguments: str) -> Ran:
    return sfrules("diff", *arguments)


def refused(*arguments: str) -> str:
    result = diff(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    return result.stderr


@pytest.mark.usefixtures("repository")
def test_two_revisions_are_compared_by_their_locks() -> None:
    result = diff("v0.1", "v0.2")
    assert result.exit_code == 0
    assert result.stdout.startswith(CHANGES.format("v0.1 to v0.2"))


def test_one_revision_is_compared_with_the_files_as_they_are(repository: Repository) -> None:
    repository.lock(FIRST)
    unchanged = "## What the book prints\n\nFrom v0.1 to the working tree: nothing changed.\n"
    assert diff("v0.1").stdout == unchanged
    repository.lock(SECOND)
    assert diff("HEAD~1").stdout.startswith(CHANGES.format("HEAD\\~1 to the working tree"))


def test_the_lock_is_found_from_below_the_site(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    (repository.root / "mkdocs.yml").write_text("site_name: Boats\n")
    (repository.root / "docs").mkdir()
    monkeypatch.chdir(repository.root / "docs")
    assert diff("v0.1", "v0.2").stdout.startswith(CHANGES.format("v0.1 to v0.2"))


def test_another_folder_can_be_named(
    repository: Repository, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    lock = str(repository.root / "tables" / "printed")
    assert diff("v0.1", "v0.2", "--lock", lock).stdout.startswith(CHANGES.format("v0.1 to v0.2"))


def test_a_folder_of_another_name_has_come_as_a_whole(repository: Repository) -> None:
    repository.git("mv", "tables/printed", "tables/lock")
    repository.git("commit", "--quiet", "--message", "move")
    assert ": 4 added." in diff("v0.2", "HEAD", "--lock", "tables/lock").stdout


@pytest.mark.usefixtures("repository")
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("v0.3",), 'git knows no revision "v0.3"; did you mean v0.2?'),
        (("v0.1", "v0.9"), 'git knows no revision "v0.9"; did you mean v0.2?'),
        (("v0.1^{tree}",), 'git knows no revision "v0.1^{tree}"; there are v0.1, v0.2'),
        (("--", "--output=x"), '"--output=x" is no revision: none begins with "-"'),
        (("--", "v0.1", "-p"), '"-p" is no revision: none begins with "-"'),
        (("v0.1", "v0.2", "--lock", "docs"), "neither has a lock in docs; --lock says where it is"),
    ],
)
def test_what_cannot_be_compared_is_refused(arguments: tuple[str, ...], told: str) -> None:
    assert refused(*arguments) == f"error: {told}\n"


def test_a_folder_without_git_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    monkeypatch.chdir(tmp_path)
    assert "is in no git repository, so there are no revisions" in refused("HEAD")


@pytest.mark.usefixtures("repository")
def test_a_machine_without_git_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert refused("HEAD") == "error: there is no git here, which revisions are read with\n"


def test_a_shallow_clone_says_that_it_is_one(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = repository.root.as_uri()
    repository.git("clone", "--quiet", "--depth=1", "--no-tags", url, str(tmp_path / "shallow"))
    monkeypatch.chdir(tmp_path / "shallow")
    assert "this clone is shallow, so it may lack it: git fetch --unshallow" in refused("v0.1")


def test_a_repository_without_a_commit_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Repository(tmp_path).git("init", "--quiet")
    monkeypatch.chdir(tmp_path)
    assert "the repository has no tags" in refused("HEAD")


def test_a_lock_that_is_none_is_refused(repository: Repository) -> None:
    repository.lock({"values.csv": "a,b\n"})
    assert "values.csv has the columns a, b; a lock's are page" in refused("v0.1")


def test_what_is_no_file_of_the_lock_is_left_out(repository: Repository) -> None:
    folder = repository.root / "tables" / "printed"
    (folder / "README.md").write_text("The lock.")
    (folder / "below.csv").mkdir()
    (folder / "below.csv" / "x.csv").write_text("a\n")
    (folder / "link.csv").symlink_to("fleet.csv")
    repository.git("add", "--all")
    repository.git("commit", "--quiet", "--message", "more")
    files = files_at(folder, "HEAD")
    assert files == {name: text.encode() for name, text in SECOND.items()}


def test_the_repository_is_that_of_the_book_where_git_runs_it_as_a_hook(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_DIR", str(repository.root / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(repository.root / ".git" / "index"))
    monkeypatch.setenv("GIT_PREFIX", "")
    result = diff("v0.1", "v0.2")
    assert result.stdout.startswith(CHANGES.format("v0.1 to v0.2")), result.stderr
