"""The wheel stands alone: it carries its tables, and works far from the repository."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built by the backend that is installed here."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "-d", str(folder)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    (found,) = folder.glob("*.whl")
    return found


def away(code: str, wheel: Path, folder: Path) -> str:
    """What a program prints that finds the wheel's files first, and runs in another folder."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    place = f"import sys; sys.path.insert(0, {str(folder)!r}); "
    command = [sys.executable, "-P", "-c", place + code]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


def test_an_installed_rule_reads_its_own_copy_of_the_tables(wheel, tmp_path):
    code = (
        "import sfrules, sfrules.rules.core as core; "
        "print(sfrules.__file__, core.hit_points(1, 'low'), core.tier(11))"
    )
    where, hit_points, tier = away(code, wheel, tmp_path).rsplit(" ", 2)
    assert Path(where).is_relative_to(tmp_path)
    assert (hit_points, tier) == ("22", "paragon")


def test_an_installed_book_opens_with_every_table(wheel, tmp_path):
    code = (
        "from sfrules import authored; from sfrules.book import BOOK; "
        "print(len([build().cells for build in BOOK.tables.values()]), authored.check())"
    )
    count, problems = away(code, wheel, tmp_path).split(" ", 1)
    assert int(count) > 20
    assert problems == "[]"


def test_the_wheel_holds_every_authored_table_and_no_test(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    authored = {path.name for path in (ROOT / "tables" / "authored").glob("*.csv")}
    shipped = {Path(name).name for name in names if name.startswith("sfrules/tables/authored/")}
    assert shipped == authored
    assert "sfrules/tables/datapackage.json" in names
    assert not [name for name in names if name.startswith(("tests/", "docs/", "bench/"))]


def test_the_wheel_says_that_it_is_typed_and_how_it_is_licensed(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert "sfrules/py.typed" in names
    assert {Path(name).name for name in names if "/licenses/" in name} == {
        "LICENSE",
        "LICENSE-text",
    }
