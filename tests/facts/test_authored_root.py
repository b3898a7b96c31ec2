"""Where the tables are found: in an installed package, and in the repository."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sfrules import authored, facts, ground

ASK = (
    "from sfrules import authored;"
    "print(authored.root()); print(authored.row('weapons', 'dagger').die)"
)


@pytest.mark.parametrize("place", [Path("sfrules/tables"), Path("tables")], ids=str)
def test_tables_are_found_inside_the_package_or_beside_it(tmp_path, place):
    for package in (facts, ground):
        folder = Path(package.__file__).parent
        shutil.copytree(folder, tmp_path / "sfrules" / folder.name)
    shutil.copy(authored.__file__, tmp_path / "sfrules")
    shutil.copytree(authored.root() / "tables", tmp_path / place)
    # Isolated, so that neither the repository nor an installed package is found first.
    command = [sys.executable, "-S", "-c", f"import sys; sys.path.insert(0, '.'); {ASK}"]
    asked = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert asked.stdout.split() == [str((tmp_path / place).parent), "d4"]
