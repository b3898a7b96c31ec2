"""The repository around a folder, and what git answers about it."""

from __future__ import annotations

import os
import subprocess
from contextlib import suppress
from pathlib import Path

from sfrules.ground.problems import Mistake, did_you_mean

# What git is told by its environment all the same. The rest, such as what is set where git runs a
# hook, names another repository, objects of others, or another reading of paths.
KEPT = ("GIT_CONFIG", "GIT_EXEC_PATH", "GIT_SSH", "GIT_ASKPASS", "GIT_SSL", "GIT_CEILING")
PATIENCE = 60  # seconds: git waits for nobody's password, and a folder of tables is small


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
    quiet = {"LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0"}
    try:
        own = {n: v for n, v in os.environ.items() if n.startswith(KEPT) or n[:4] != "GIT_"}
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
