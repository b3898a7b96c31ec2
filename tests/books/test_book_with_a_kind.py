"""A kind of thing of a book's own is a folder and a line: drawn, numbered, entered, kept, served.

Its files are the samples of the page for authors.
"""

import re
import sys
from pathlib import Path

import pytest
from writing import write_files

PAGE = (Path(__file__).parents[2] / "docs/authoring/kinds.md").read_text(encoding="utf-8")
FENCES = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
(ROOM, BOOK, TEST), (STYLES,), (SCRIPT, FORM) = (
    [text for name, text in FENCES if name == language] for language in ("python", "css", "js")
)
ROOM = ROOM.replace("ROLL = Kind", "from sfrules import FormKind\n\nROLL = FormKind")
ROOM = ROOM.replace('"roll.js"),\n', '"roll.js"),\n    form_scripts=(HERE / "form.js",),\n')
FILES = {
    "mkdocs.yml": (
        "site_name: Dice\nmarkdown_extensions: [sfrules]\n"
        "plugins: [{sfrules: {book: dicebook}}]\nnav: [index.md, more.md, words.md]\n"
    ),
    "dicebook.py": BOOK,
    "test_rolls.py": TEST,
    "rolls/__init__.py": ROOM,
    "rolls/roll.css": STYLES,
    "rolls/roll.js": SCRIPT,
    "rolls/form.js": FORM,
    "docs/index.md": '# Dice\n\n{{ roll(2, 5, caption="A throw") }}\n',
    "docs/more.md": '# More\n\n{{ roll(6, caption="Luck") }}\n\n{{ index("rolls") }}\n',
    "docs/words.md": "# Words\n\nNothing rolls here.\n",
}
PYTHON = (sys.executable, "-B", "-c")
WHICH = """
from pathlib import Path
from sfrules.press.host.check import SiteCheck
site = SiteCheck(Path("mkdocs.yml"), cached=True)
print(*site.check().problems, *sorted(site.memo.fresh))
"""
NUMBERS = """
from sfrules.press.site.numbering import number_things
things = {name: site.memo.pages[name].things for name in ("index.md", "more.md")}
listed = number_things(things, lambda page, path: path).listed
print(*((key, thing.number) for key, thing in listed.items()))
"""
SAVED = """
from pathlib import Path
from mkdocs.commands.build import build
from sfrules.press.host.site import load_site
load_site(Path("mkdocs.yml")).plugins.on_startup(command="serve", dirty=False)
build(load_site(Path("mkdocs.yml")), serve_url="http://127.0.0.1:8000/")
for name in ("roll.css", "roll.js", "form.js", "__init__.py"):
    file = Path("rolls", name).resolve()
    file.write_text(file.read_text().replace("teal", "red").replace("thrown", "rolled"))
build(load_site(Path("mkdocs.yml")), serve_url="http://127.0.0.1:8000/")
print(*(each.read_text() for each in Path("site").glob("assets/sfrules/*")))
"""


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return write_files(tmp_path, FILES)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, run) -> Path:
    book = write_files(tmp_path_factory.mktemp("dice"), FILES)
    built = run(book, sys.executable, "-m", "mkdocs", "build", "--strict")
    assert built.returncode == 0, built.stderr
    return book / "site"


def test_the_sample_of_a_test_passes(book: Path, run) -> None:
    tested = run(book, sys.executable, "-m", "pytest", "-q", "test_rolls.py")
    assert tested.returncode == 0, tested.stdout


def test_it_is_drawn_with_its_number_and_listed(site: Path) -> None:
    assert 'id="roll-2-5">2 5<figcaption>Roll 1. A throw' in (site / "index.html").read_text()
    more = (site / "more" / "index.html").read_text()
    assert 'id="roll-6">6<figcaption>Roll 2. Luck' in more
    assert '<span class="roll-number">Roll 1.</span> A throw' in more


def test_its_style_sheet_is_served(site: Path) -> None:
    folder = site / "assets" / "sfrules"
    (styles,) = folder.glob("rulebook.*.css")
    assert styles.read_text().endswith(FILES["rolls/roll.css"])
    assert f"assets/sfrules/{styles.name}" in (site / "index.html").read_text()


def test_its_scripts_are_served(site: Path) -> None:
    folder = site / "assets" / "sfrules"
    (script,), (forms,) = folder.glob("rulebook.*.js"), folder.glob("forms.*.js")
    assert FILES["rolls/roll.js"] in script.read_text()
    assert FILES["rolls/form.js"] in forms.read_text()
    assert f"assets/sfrules/{script.name}" in (site / "index.html").read_text()
    assert forms.name in script.read_text()


def test_pages_are_kept_with_their_numbers_while_its_code_is_as_it_was(book: Path, run) -> None:
    every = "index.md more.md words.md\n"
    assert run(book, *PYTHON, WHICH).stdout == every
    (book / "docs" / "more.md").write_text(FILES["docs/more.md"] + "\nMore words.\n", "utf-8")
    numbers = "(('roll', '2-5'), 1) (('roll', '6'), 2)"
    assert run(book, *PYTHON, WHICH + NUMBERS).stdout == f"more.md\n{numbers}\n"
    room = book / "rolls" / "__init__.py"
    room.write_text(ROOM.replace('class="roll"', 'class="roll row"'), encoding="utf-8")
    assert run(book, *PYTHON, WHICH).stdout == every


def test_a_preview_shows_its_saved_style_sheet_and_scripts(book: Path, run) -> None:
    ran = run(book, *PYTHON, SAVED)
    assert ran.returncode == 0, ran.stderr
    assert ".roll { color: red; }" in ran.stdout
    assert 'classList.toggle("rolled")' in ran.stdout
