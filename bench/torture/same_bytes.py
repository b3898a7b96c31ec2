"""Build two clones of the book in different places and surroundings, and compare every byte."""

from __future__ import annotations

import hashlib
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from section import ROOT, Section, Task

SURROUNDINGS = (
    {"LC_ALL": "C", "TZ": "UTC", "PYTHONHASHSEED": "0", "HOME": "/nowhere"},
    {"LC_ALL": "C.UTF-8", "TZ": "Pacific/Kiritimati", "PYTHONHASHSEED": "4242", "COLUMNS": "40"},
)
UMASKS = (0o022, 0o077)
NAMES = ("first", "a folder with blanks/second")


def torture(task: Task) -> Section:
    """Build both clones, the second from files that were written in another order."""
    top = Path(tempfile.mkdtemp(prefix="same-bytes-"))
    try:
        built = []
        for name, around, umask in zip(NAMES, SURROUNDINGS, UMASKS, strict=True):
            root = top / name
            _clone(root, random.Random(f"{task.seed} {name}"))
            if said := _build(root, around, umask):
                return Section("The same bytes", [], [f"the build of the {name} fails: {said}"])
            built.append(_digests(root / "site"))
    finally:
        shutil.rmtree(top, ignore_errors=True)
    one, other = built
    unlike = sorted(path for path in {*one, *other} if one.get(path) != other.get(path))
    line = f"Two clones, built apart: {len(one)} files, {len(unlike)} of them different."
    return Section("The same bytes", [line], [f"{path} is different" for path in unlike[:20]])


def _clone(root: Path, chance: random.Random) -> None:
    """A clone at the commit that is checked out, its files written anew in an order of chance."""
    root.parent.mkdir(parents=True, exist_ok=True)
    git = shutil.which("git") or "git"
    subprocess.run(
        [git, "clone", "-q", "--no-hardlinks", str(ROOT), str(root)], check=True, cwd=ROOT
    )
    listed = subprocess.run(
        [git, "-C", str(root), "ls-files", "-z"], check=True, capture_output=True, text=True
    )
    paths = [root / name for name in listed.stdout.split("\0") if name]
    chance.shuffle(paths)
    for path in paths:
        content = path.read_bytes()
        path.unlink()
        path.write_bytes(content)


def _build(root: Path, around: dict[str, str], umask: int) -> str:
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(root),
        "NO_MKDOCS_2_WARNING": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        **around,
    }
    ran = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict"],
        cwd=root,
        env=environment,
        umask=umask,
        capture_output=True,
        text=True,
        check=False,
    )
    return ran.stderr[-500:] if ran.returncode else ""


def _digests(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }
