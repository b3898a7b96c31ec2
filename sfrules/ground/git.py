"""Asks git about the repository around a folder."""

from __future__ import annotations

import os
import subprocess
from contextlib import suppress
from pathlib import Path

from sfrules.ground.problems import Mistake, did_you_mean

HOOK = ("GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE")  # set where git runs a hook, maybe of another


class Unreachable(Mistake):
    """An edition that cannot be read: why, and what may help."""


def top_of(folder: Path) -> Path:
    """The top of the repository around a folder, which need not exist."""
    nearest = next(each for each in (folder.resolve(), *folder.resolve().parents) if each.is_dir())
    try:
        top = git(nearest, "rev-parse", "--show-toplevel")
    except Unreachable as refused:
        if "not a git repository" not in refused.message:
            raise
        message = f"{nearest.name} is in no git repository, so there are no revisions to read"
        raise Unreachable(message) from None
    return Path(os.fsdecode(top.removesuffix(b"\n"))).resolve()


def commit_of(top: Path, revision: str) -> str:
    """The commit that a revision names; raises Unreachable if there is none."""
    if revision.startswith("-"):
        raise Unreachable(f'"{revision}" is no revision: none begins with "-"')
    with suppress(Unreachable):
        asked = f"{revision}^{{commit}}"
        return git(top, "rev-parse", "--verify", "--quiet", asked).decode().strip()
    message = f'git knows no revision "{revision}"'
    if git(top, "rev-parse", "--is-shallow-repository").strip() == b"true":
        hint = "this clone is shallow, so it may lack it: git fetch --unshallow --tags"
        raise Unreachable(message, hint)
    tags = git(top, "tag", "--list").decode("utf-8", "replace").split()
    raise Unreachable(message, did_you_mean(revision, tags) or "the repository has no tags")


def git(folder: Path, *arguments: str, given: bytes = b"") -> bytes:
    """The answer of git; it asks for no password, and refuses in English, which is compared."""
    quiet = {"LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0"}
    own = {name: value for name, value in os.environ.items() if name not in HOOK}
    try:
        done = subprocess.run(  # noqa: S603 the words are ours, and a revision begins with no "-"
            ["git", "-C", str(folder), *arguments],  # noqa: S607 git is where its user has it
            input=given,
            capture_output=True,
            env={**own, **quiet},
            check=False,
        )
    except FileNotFoundError:
        raise Unreachable("there is no git here, which revisions are read with") from None
    except (OSError, ValueError) as error:
        raise Unreachable(f"git: {error}") from error
    if done.returncode:
        first = done.stderr.decode("utf-8", "replace").strip().partition("\n")[0]
        raise Unreachable(f"git: {first.removeprefix('fatal: ') or 'no answer'}")
    return done.stdout
