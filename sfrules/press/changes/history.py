"""The files of a folder as an edition of the book had them, read from git."""

from __future__ import annotations

import io
import os
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from sfrules.ground.problems import Mistake, did_you_mean

# Set where git runs a hook: they name a repository, and no longer look for that of a folder.
ELSEWHERE = frozenset({"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"})
PATIENCE = 60  # seconds: git waits for nobody's password, and a folder of tables is small


class Unreachable(Mistake):
    """An edition that cannot be read: why, and what may help."""


def files_now(folder: Path) -> dict[str, bytes]:
    """The CSV files of a folder as it stands, without links; raises Unreachable if closed."""
    try:
        found = (path for path in sorted(folder.iterdir()) if path.suffix == ".csv")
        files = (path for path in found if path.is_file() and not path.is_symlink())
        return {path.name: path.read_bytes() for path in files}
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise Unreachable(f"{error.filename}: {error.strerror}") from error


def files_at(folder: Path, revision: str) -> dict[str, bytes]:
    """The CSV files of a folder at a revision; raises Unreachable if there is no such revision."""
    if revision.startswith("-"):
        raise Unreachable(f'"{revision}" is no revision: none begins with "-"')
    top = _top_of(folder)
    commit = _commit(top, revision)
    inside = folder.resolve().relative_to(top).as_posix()
    below = ["--", f"{inside}/"] if inside != "." else []
    return _contents(top, _listed(_git(top, "ls-tree", "-z", commit, *below)))


def _top_of(folder: Path) -> Path:
    """The top of the repository around a folder, which need not exist."""
    nearest = next(each for each in (folder.resolve(), *folder.resolve().parents) if each.is_dir())
    try:
        top = _git(nearest, "rev-parse", "--show-toplevel")
    except Unreachable as refused:
        if "not a git repository" not in refused.message:
            raise
        message = f"{nearest.name} is in no git repository, so there are no revisions to read"
        raise Unreachable(message) from None
    return Path(os.fsdecode(top.removesuffix(b"\n"))).resolve()


def _commit(top: Path, revision: str) -> str:
    with suppress(Unreachable):
        asked = f"{revision}^{{commit}}"
        return _git(top, "rev-parse", "--verify", "--quiet", asked).decode().strip()
    message = f'git knows no revision "{revision}"'
    if _git(top, "rev-parse", "--is-shallow-repository").strip() == b"true":
        hint = "this clone is shallow, so it may lack it: git fetch --unshallow --tags"
        raise Unreachable(message, hint)
    tags = _git(top, "tag", "--list").decode("utf-8", "replace").split()
    raise Unreachable(message, did_you_mean(revision, tags) or "the repository has no tags")


def _listed(tree: bytes) -> dict[str, bytes]:
    """The CSV files of a tree: name and object id, without links and folders."""
    found = {}
    for entry in filter(None, tree.split(b"\0")):
        told, _, path = entry.partition(b"\t")
        mode, _, id = told.split()
        if mode.startswith(b"100") and path.endswith(b".csv"):
            found[os.fsdecode(path.rpartition(b"/")[2])] = id
    return found


def _contents(top: Path, listed: Mapping[str, bytes]) -> dict[str, bytes]:
    """The contents of files, all from one call of git."""
    asked = b"".join(id + b"\n" for id in listed.values())
    answer = io.BytesIO(_git(top, "cat-file", "--batch", given=asked) if asked else b"")
    files = {}
    for name in listed:
        head = answer.readline().split()
        if head[1:2] != [b"blob"]:
            raise Unreachable(f"git lists {name}, and does not have it")
        files[name] = answer.read(int(head[2]))
        answer.readline()
    return files


def _git(folder: Path, *arguments: str, given: bytes = b"") -> bytes:
    """The answer of git; it asks for no password, and refuses in English, which is compared."""
    quiet = {"LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0"}
    try:
        own = {name: value for name, value in os.environ.items() if name not in ELSEWHERE}
        done = subprocess.run(  # noqa: S603 the words are ours, and a revision begins with no "-"
            ["git", "-C", str(folder), *arguments],  # noqa: S607 git is where its user has it
            input=given,
            capture_output=True,
            env={**own, **quiet},
            timeout=PATIENCE,
            check=False,
        )
    except FileNotFoundError:
        raise Unreachable("there is no git here, which revisions are read with") from None
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        raise Unreachable(f"git: {error}") from error
    if done.returncode:
        first = done.stderr.decode("utf-8", "replace").strip().partition("\n")[0]
        raise Unreachable(f"git: {first.removeprefix('fatal: ') or 'no answer'}")
    return done.stdout
