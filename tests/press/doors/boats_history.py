"""A small repository with the lock of two editions of the book about boats."""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

WHO = ("-c", "user.name=Anna", "-c", "user.email=anna@example.org", "-c", "commit.gpgsign=false")
HEAD = "page,anchor,kind,expression,printed\n"
FIRST = {
    "fleet.csv": "Sails,Wood: Speed (knots)\n1,2\n2,5\n",
    "rowing.csv": "Oars,Speed\n2,1\n",
    "values.csv": HEAD
    + "docs/index.md,boats,value,sea.speed(3),6\n"
    + "docs/boats.md,fleet,formula,formula(sea.cargo),Cargo = length × beam\n"
    + "docs/old.md,gone,value,sea.speed(1),3\n",
}
SECOND = {
    "fleet.csv": "Sails,Wood: Speed (knots)\n1,3\n2,5\n",
    "values.csv": HEAD
    + "docs/index.md,boats,value,sea.speed(3),7\n"
    + "docs/boats.md,fleet,formula,formula(sea.cargo),Cargo = length × beam ÷ 3\n",
}


@dataclass(frozen=True)
class Repository:
    """A folder under git; nothing of its user's own settings is in it."""

    root: Path

    def git(self, *words: str) -> str:
        """Run git, and give its answer."""
        quiet = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
        return subprocess.run(
            ["git", "-C", str(self.root), *WHO, *words],  # noqa: S607 the git that is tried
            env={**os.environ, **quiet},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()

    def lock(self, files: dict[str, str], folder: str = "tables/printed") -> None:
        """Put a lock in the place of the last."""
        place = self.root / folder
        place.mkdir(parents=True, exist_ok=True)
        for old in place.glob("*.csv"):
            old.unlink()
        for name, text in files.items():
            (place / name).write_text(text, encoding="utf-8")

    def edition(self, tag: str, files: dict[str, str]) -> None:
        """Commit a lock, and tag it."""
        self.lock(files)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", tag)
        self.git("tag", tag)


def make_repository(root: Path) -> Repository:
    """A repository with the editions v0.1 and v0.2."""
    root.mkdir(exist_ok=True)
    repository = Repository(root)
    repository.git("init", "--quiet", "--initial-branch=main")
    repository.edition("v0.1", FIRST)
    repository.edition("v0.2", SECOND)
    return repository
