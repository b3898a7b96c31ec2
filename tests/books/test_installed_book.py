"""An installed copy runs its own book, and never the pages of a folder that has another."""

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest
from nights import by_day

ROOT = Path(__file__).resolve().parents[2]
COPIED = ("docs", "mkdocs.yml", "sfrules", "tables")
RUN = "import sys; from sfrules.__main__ import main; sys.exit(main())"


class Installed:
    """An environment in a folder of its own, with the wheel in it and what the wheel needs."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
        (self.packages,) = folder.glob("lib/python3*/site-packages")
        shutil.unpack_archive(wheel, self.packages, "zip")
        # Packages behind its own; what leads to this repository is not followed from there.
        (self.packages / "others.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
        self.python = folder / "bin" / "python"
        self.script = folder / "bin" / "sfrules"
        self.script.write_text(f"#!{self.python}\n{RUN}\n", encoding="utf-8")
        self.script.chmod(0o755)

    def run(self, folder: Path, *command: str | Path) -> tuple[int, str]:
        """The exit code of a command in a folder, and what it says."""
        kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
        ran = subprocess.run(
            list(map(str, command)),
            cwd=folder,
            env=kept | {"NO_MKDOCS_2_WARNING": "1"},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        return ran.returncode, ran.stdout + ran.stderr

    def refusal(self, own: str) -> str:
        """The problem of a folder with a package of this name."""
        return (
            f"{own}:1:1: the folder has its own sfrules, and what runs is "
            f"{self.packages / 'sfrules'}\n"
            "hint: in this folder, put python -m in front of the command, "
            "or once: pip install -e ."
        )


@pytest.fixture(scope="module")
def installed(tmp_path_factory, wheel):
    return Installed(tmp_path_factory.mktemp("installed") / "venv", wheel)


@pytest.fixture
def clone(tmp_path):
    """The repository as somebody else has it."""
    for name in COPIED:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        (tmp_path / "clone").mkdir(exist_ok=True)
        copy(ROOT / name, tmp_path / "clone" / name)
    return tmp_path / "clone"


def test_the_wheel_holds_every_authored_table_its_types_and_licenses_and_no_test(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    authored = {f"sfrules/{path.relative_to(ROOT)}" for path in ROOT.glob("tables/authored/*.csv")}
    assert authored | {"sfrules/tables/datapackage.json", "sfrules/py.typed"} <= set(names)
    licenses = {Path(name).name for name in names if "/licenses/" in name}
    assert licenses == {"LICENSE", "LICENSE-text"}
    assert not [name for name in names if name.startswith(("tests/", "docs/", "bench/"))]


@pytest.mark.nightly
def test_an_installed_command_refuses_a_folder_with_rules_of_its_own(installed, clone):
    code, said = installed.run(clone, installed.script, "check")
    assert (code, said) == (1, f"{installed.refusal('sfrules/__init__.py')}\n\n1 problem\n")
    for command in (("calc", "1 + 1"), ("where", "hit-points"), ("show", "rules")):
        code, said = installed.run(clone / "docs", installed.script, *command)
        assert code == 1
        assert installed.refusal("sfrules/__init__.py") in said
    code, said = installed.run(clone, installed.python.with_name("python"), "-c", MKDOCS)
    assert code == 1
    assert installed.refusal("sfrules/__init__.py") in said
    assert not (clone / "site").exists()


# As the script `mkdocs` does, which no folder comes in front of.
MKDOCS = (
    "import sys; del sys.path[0]; sys.argv[1:] = ['build']; from mkdocs.__main__ import cli; cli()"
)


@pytest.mark.nightly
def test_the_way_out_takes_the_rules_of_the_folder(installed, clone):
    module = clone / "sfrules" / "rules" / "core" / "__init__.py"
    text = module.read_text(encoding="utf-8")
    module.write_text(f"{text}\n\nprint('of the folder')\n", encoding="utf-8")
    code, said = installed.run(clone, installed.python, "-m", "sfrules", "calc", "1 + 1")
    assert (code, sorted(said.split("\n"))) == (0, ["", "2", "of the folder"])


def test_an_installed_book_reads_its_own_tables(installed, clone):
    shutil.rmtree(clone / "sfrules")
    shutil.rmtree(clone / "tables")
    said = installed.run(clone, installed.script, "calc", "core.hit_points(1, 'low')")
    assert said == (0, "22\n")
    code, said = installed.run(clone, installed.script, "show", "table", "hit-points")
    assert (code, "22" in said) == (0, True)


GAME = """
from sfrules import Book

book = Book("Lantern", __file__, gaps=True)
boats = book.csv("boats")


@book.rule
def seats(boat: boats.ids) -> int:
    return boats[boat].seats
"""


@pytest.mark.parametrize("place", by_day(["around", "elsewhere"]))
def test_a_book_may_be_installed_and_its_pages_stand_anywhere(installed, tmp_path, place):
    """Also in the folder that the environment stands in."""
    package = installed.packages / "lantern"
    shutil.rmtree(package, ignore_errors=True)
    (package / "rules").mkdir(parents=True)
    site = installed.python.parents[2] if place == "around" else tmp_path
    (site / "docs").mkdir(exist_ok=True)
    (package / "__init__.py").write_text("from lantern.rules.crossing import book as book\n")
    (package / "rules" / "__init__.py").write_text("")
    (package / "rules" / "crossing.py").write_text(
        "from lantern.rules.length import half\n" + GAME.replace(".seats", ".seats + half(0)")
    )
    (package / "rules" / "length.py").write_text("def half(n):\n    return n // 2\n")
    (package / "rules" / "boats.csv").write_text("id,seats\ncoracle,2\nbarge,12\n")
    (site / "mkdocs.yml").write_text(
        "site_name: Lantern\ntheme: {name: mkdocs}\nmarkdown_extensions: [sfrules]\n"
        "plugins: [sfrules: {book: lantern}]\n"
    )
    page = "# Boats\n\nA barge has 11 seats.\n\n```proof\nseats('barge') = 11\n```\n"
    (site / "docs" / "index.md").write_text(page)
    code, said = installed.run(site, installed.script, "check")
    assert code == 1
    assert said.startswith("docs/index.md:6:18: the proof says 11, seats('barge') is 12\n")
    assert "1 problem" in said.splitlines()[-1]
    (site / "docs" / "index.md").write_text(page.replace("11", "12"))
    assert installed.run(site, installed.script, "check")[1].startswith("no problems")
    watched = (
        "import lantern; from pathlib import Path; "
        "print(sorted(each.name for each in lantern.book.bound().watch), lantern.book.root.name)"
    )
    code, said = installed.run(site, installed.python, "-c", watched)
    assert (
        said == "['__init__.py', '__init__.py', 'boats.csv', 'crossing.py', 'length.py'] lantern\n"
    )


def test_lint_runs_no_code_of_the_folder(installed, tmp_path):
    (tmp_path / "sfrules").mkdir()
    (tmp_path / "sfrules" / "__init__.py").write_text("raise SystemExit('this has run')\n")
    (tmp_path / "page.md").write_text("# Clean\n")
    assert installed.run(tmp_path, installed.script, "lint", ".") == (0, "no findings\n")
    (tmp_path / "mkdocs.yml").write_text(
        "site_name: Odd\nplugins: [sfrules: {book: sfrules.book}]\n"
    )
    code, said = installed.run(tmp_path, installed.script, "calc", "1 + 1")
    assert code == 1
    assert installed.refusal("sfrules/__init__.py") in said
