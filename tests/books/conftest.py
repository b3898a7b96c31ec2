"""The wheel, installed into a folder of its own: books are built with it as their readers would."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from compileall import compile_dir
from pathlib import Path

import pytest
from python_process import python

ROOT = Path(__file__).resolve().parents[2]
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the repository."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, capture_output=True, check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="session")
def installed(wheel: Path) -> Path:
    """A folder with the installed wheel; what it depends on comes from the environment."""
    shutil.unpack_archive(wheel, wheel.parent / "lib", "zip")
    compile_dir(wheel.parent / "lib", quiet=1)  # once for all programs that are started with it
    return wheel.parent / "lib"


@pytest.fixture(scope="session")
def run(installed: Path) -> Run:
    """Run a command in a folder, with the installed wheel and nothing of the repository."""

    def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
        found = {name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"}
        env = {**found, "PYTHONPATH": str(installed), "NO_MKDOCS_2_WARNING": "1"}
        if command[0] == sys.executable:
            return python(folder, env, *command[1:], path=str(installed))
        return subprocess.run(
            command, cwd=folder, env=env, capture_output=True, text=True, check=False
        )

    return run
