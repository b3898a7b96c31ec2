"""The files of a folder as an edition of the book had them, read from git."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from pathlib import Path

from sfrules.ground.git import Unreachable, commit_of, git, top_of


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
    top = top_of(folder)
    commit = commit_of(top, revision)
    inside = folder.resolve().relative_to(top).as_posix()
    below = ["--", f"{inside}/"] if inside != "." else []
    return _contents(top, _listed(git(top, "ls-tree", "-z", commit, *below)))


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
    answer = io.BytesIO(git(top, "cat-file", "--batch", given=asked) if asked else b"")
    files = {}
    for name in listed:
        head = answer.readline().split()
        if head[1:2] != [b"blob"]:
            raise Unreachable(f"git lists {name}, and does not have it")
        files[name] = answer.read(int(head[2]))
        answer.readline()
    return files
