"""What a page came to is kept while it holds, in memory and on the disk, and never longer."""

from __future__ import annotations

import pickle
import shutil
from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING
from urllib.parse import ParseResult

import pytest
from boats_site import Site, make_site
from nights import by_day
from toy_book import BOOK

from sfrules.ground.source import Source
from sfrules.press.expression.tree import Markdown
from sfrules.press.page.expand import Page
from sfrules.press.site import memo
from sfrules.press.site.memo import KeptPage, Memo
from sfrules.press.site.numbering import numbered_things
from sfrules.press.site.weave import expand

if TYPE_CHECKING:
    from pathlib import Path

ALL = "boats.md index.md terms.md"
FILE = ".cache/sfrules/check"
MODULES = {
    "sails": 'def speed(sails):\n    """Speed."""\n    return sails * 2\n',
    "hulls": 'def draft(length):\n    """Draft."""\n    return length + 1\n',
    "kept_book": """
from pathlib import Path
from hulls import draft
from sails import speed
from sfrules.press.things.book import Rulebook

BOOK = Rulebook(
    title="Boats", root=Path(__file__).parent,
    namespaces={"sea": {"speed": speed, "draft": draft}}, modules=("kept_book", "sails", "hulls"),
)
""",
}
PAGES = {
    "index.md": "# Boats\n\nShe makes 6 knots.\n\n```proof\nsea.speed(3) = 6\n```\n",
    "boats.md": "# Deep\n\nShe draws 4 feet.\n\n```proof\nsea.draft(3) = 4\n```\n",
    "terms.md": "# Words\n\nNo rule is here.\n",
}
WHICH = """
import sys
from pathlib import Path
from sfrules.press.host.check import SiteCheck
site = SiteCheck(Path("mkdocs.yml"), cached=True)
found = site.check()
print(*sorted(site.memo.fresh))
print(*(f"{problem.place}: {problem.message}" for problem in found.problems), sep="\\n")
"""


@pytest.fixture
def site(tmp_path: Path) -> Site:
    site = make_site(tmp_path)
    for name, text in PAGES.items():
        site.write(name, text)
    for name, text in MODULES.items():
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    config = tmp_path / "mkdocs.yml"
    config.write_text(config.read_text().replace("toy_book", "kept_book"))
    return site


def checked(site: Site) -> tuple[str, str]:
    """The pages that a check makes again, and the problems that it finds."""
    result = site.python("-B", "-c", WHICH)
    assert not result.stderr, result.stderr
    made, _, problems = result.stdout.partition("\n")
    return made, problems.strip()


def write(site: Site, name: str, text: str) -> None:
    (site.root / name).write_text(text, encoding="utf-8")


def test_a_second_check_makes_nothing_again(site):
    assert checked(site) == (ALL, "")
    assert checked(site) == ("", "")


@pytest.mark.parametrize(
    ("name", "text", "made"),
    [
        ("docs/terms.md", "# Words\n\nNor here.\n", "terms.md"),
        ("docs/new.md", "# New\n", "new.md"),
        ("hulls.py", MODULES["hulls"].replace("length + 1", "1 + length"), ALL),
        ("hulls.py", MODULES["hulls"], ALL),
        ("kept_book.py", MODULES["kept_book"].replace("Boats", "Ships"), ALL),
        ("other.py", "", ""),
    ],
)
def test_a_saved_page_is_made_again_alone_and_with_saved_code_every_page(site, name, text, made):
    checked(site)
    write(site, name, text)
    assert checked(site) == (made, "")


def test_a_rule_that_a_kept_page_printed_is_found_wrong(site):
    checked(site)
    write(site, "hulls.py", MODULES["hulls"].replace("+ 1", "+ 2"))
    made, problems = checked(site)
    assert made == ALL
    assert problems == "docs/boats.md:6:16: the proof says 4, sea.draft(3) is 5"
    assert checked(site) == ("", problems)


@pytest.mark.parametrize("damage", by_day([None, b"", b"nothing"]), ids=repr)
def test_a_damaged_cache_is_none(site, damage):
    checked(site)
    kept = site.root / FILE
    kept.write_bytes(kept.read_bytes()[:-100] if damage is None else damage)
    assert checked(site) == (ALL, "")
    assert checked(site) == ("", "")


class Called:
    """What pickle would call as it reads."""

    def __reduce__(self):
        return exec, ("open('called', 'w').close()",)


def test_a_cache_calls_nothing(site):
    checked(site)
    kept = site.root / FILE
    kept.write_bytes(kept.read_bytes()[:32] + pickle.dumps((Called(), 0, {})))
    assert checked(site) == (ALL, "")
    assert not (site.root / "called").exists()


@pytest.fixture
def settled(monkeypatch):
    """No file counts: other tests of this process have saved modules since they were loaded."""
    monkeypatch.setattr(memo, "files_of", lambda _book: {})


@pytest.mark.usefixtures("settled")
@pytest.mark.parametrize(
    "thing", [Source("a.md", "text"), Counter("ab"), Fraction(1, 3), Markdown("*")]
)
def test_a_cache_holds_data(tmp_path, thing):
    assert kept(tmp_path, thing) == {"page": thing}


@pytest.mark.parametrize("thing", [expand, Memo, Called(), ParseResult, exec])
def test_a_cache_that_names_what_can_be_called_is_none(tmp_path, thing):
    assert kept(tmp_path, thing) == {}


def kept(root, thing):
    """The pages that are read from a file of a memo with a thing on a page."""
    memo = Memo(BOOK)
    page = memo.take("page", expand(BOOK, Page(Source("page.md", ""))))
    memo.pages["page"] = KeptPage(page, things=thing, holds=True)
    memo.save(root, Memo.CHECK)

    return {name: each.things for name, each in Memo.load(root, BOOK, (), Memo.CHECK).pages.items()}


@pytest.mark.nightly
def test_a_folder_that_cannot_be_written_to_is_left_alone(site):
    (site.root / ".cache").write_text("")
    assert checked(site) == checked(site) == (ALL, "")


def test_without_a_cache_none_is_read_or_written(site):
    assert site.sfrules("check", "--no-cache").returncode == 0
    assert not (site.root / ".cache").exists()


BUILT = """
import sys
from pathlib import Path
from mkdocs.commands.build import build
from sfrules.press.host.site import load_site
from sfrules.press.host.plugin import plugin_of
config = load_site(Path("mkdocs.yml"), site_dir=sys.argv[1])
build(config)
print(*sorted(plugin_of(config).build.memo.fresh))
"""


def built(site: Site, to: str) -> str:
    """The pages that a build makes again."""
    result = site.python("-B", "-c", BUILT, to)
    assert result.returncode == 0, result.stderr
    return result.stdout.strip()


def test_a_build_begins_with_what_the_last_one_left_and_makes_the_same_site(site):
    checked(site)
    (site.root / FILE).write_bytes(b"")
    assert built(site, "site") == ALL
    assert (site.root / FILE).read_bytes() == b"", "what a check knows is no build's"
    site.write("boats.md", PAGES["boats.md"] + "\nAnd more.\n")
    assert built(site, "again") == "boats.md"
    shutil.rmtree(site.root / ".cache")
    assert built(site, "afresh") == ALL
    again, afresh = (files(site.root / name) for name in ("again", "afresh"))
    assert again == afresh


def files(folder: Path) -> dict[str, bytes]:
    """All files below a folder."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def test_where_lists_the_places_that_print_something_of_a_rule(site):
    asked = "where", "sea.speed"
    assert site.sfrules(*asked).stdout == "docs/index.md:6:1: sea.speed(3): 6\n"
    site.write("terms.md", "# Words\n\nIt is {{ sea.speed(2) }} or {{ sea.draft(2) }}.\n")
    *_, last = site.sfrules(*asked).stdout.splitlines()
    assert last == "docs/terms.md:3:10: sea.speed(2): 4"
    *_, last = site.sfrules("where", "sea.speed( 2 )").stdout.splitlines()
    assert last == "docs/terms.md:3:10: sea.speed(2): 4"
    site.write("terms.md", "# Words\n\nIt is {{ sea.draft(sea.speed(2)) }}.\n")
    found = site.sfrules("where", "sea.speed(2)").stdout
    assert found.startswith("docs/terms.md:3:10: sea.draft(sea.speed(2)): ")
    nothing = site.sfrules("where", "sea.sped")
    assert (nothing.returncode, nothing.stderr) == (1, "error: no page prints sea.sped\n")
    write(site, "sails.py", "def speed(sails:\n")
    broken = site.sfrules(*asked)
    assert broken.returncode == 1
    assert broken.stderr.startswith("sails.py:1:")


@pytest.mark.nightly
def test_the_first_question_of_many_pages_leaves_all_that_a_check_knows(site):
    for number in range(8):
        site.write(f"page-{number}.md", f"# Page {number}\n\n{{{{ sea.draft({number}) }}}}\n")
    assert len(site.sfrules("where", "sea.draft").stdout.splitlines()) == 9
    assert checked(site) == ("", "")


FLEET = '''
from sfrules import Book
book = Book("Fleet", __file__)
boats = book.csv("boats")

@book.rule
def sails(boat: boats.ids) -> int:
    """Sails of a boat."""
    return boats[boat].sails
'''


def test_a_row_that_no_page_reads_any_more_is_a_gap_though_the_others_are_kept(site):
    write(site, "kept_book.py", FLEET)
    write(site, "boats.csv", "id,sails\ngull,2\nsloop,3\n")
    for name in PAGES:
        site.write(name, "# Boats\n\n{{ kept_book.sails('gull') }}\n")
    site.write("boats.md", "# Boats\n\n{{ kept_book.sails('sloop') }}\n")
    assert checked(site)[1] == ""
    assert checked(site) == ("", "")
    site.write("boats.md", "# Boats\n\n{{ kept_book.sails('gull') }}\n")
    assert checked(site)[1] == "boats.csv:3:1: nothing reads boats.sloop but its key"
    site.write("boats.md", "# Boats\n\n{{ kept_book.sails('sloop') }}\n")
    site.write("index.md", "# Boats\n\nNo boat is here.\n")
    assert checked(site)[1] == ""


@pytest.mark.usefixtures("settled")
def test_what_is_kept_of_things_is_numbered_and_linked_as_they_are(tmp_path):
    text = '{{ chart("race") }}\n\n{{ figure("harbor") }}\n\n{{ table("fleet", rows=[1, 2]) }}\n'
    made = expand(BOOK, Page(Source("page.md", text)))
    kept = Memo(BOOK)
    kept.take("page.md", made)
    kept.pages["page.md"].things = numbered_things(BOOK, made)
    kept.pages["page.md"].holds = True
    kept.save(tmp_path, Memo.CHECK)
    again = Memo.load(tmp_path, BOOK, (), Memo.CHECK).pages["page.md"].things
    first, second = (
        [tuple(thing) for thing in things] for things in (numbered_things(BOOK, made), again)
    )
    assert first == second
    assert [thing[:2] for thing in first] == [
        ("figure", "race"), ("table", "fleet"), ("figure", "harbor"), ("table", "fleet"),
    ]  # fmt: skip
    assert [thing[-1] for thing in first] == [False, True, False, False]


SAVED_WHILE_LOADED = """
import sys
from pathlib import Path
from sfrules.press.host import check, plugin
load, (file, old, new) = plugin.book_to_ask, sys.argv[1:]
path = Path(file)

def load_and_save(*site):
    book = load(*site)
    path.write_text(path.read_text().replace(old, new))
    return book

site = check.SiteCheck(Path("mkdocs.yml"))
plugin.book_to_ask = load_and_save
print([problem.message for problem in site.check().problems])
plugin.book_to_ask = load
print([problem.message for problem in site.check(afresh=True).problems])
"""


def checked_twice(site: Site, *saved: str) -> tuple[str, str]:
    """The problems of a check in which a file is saved as soon as the book is loaded, and the next."""
    result = site.python("-B", "-c", SAVED_WHILE_LOADED, *saved)
    assert not result.stderr, result.stderr
    first, second = result.stdout.splitlines()
    return first, second


def test_a_rule_that_is_saved_while_pages_are_made_counts_at_the_next_check(site):
    assert checked_twice(site, "sails.py", "sails * 2", "sails * 3") == (
        "[]",
        "['the proof says 6, sea.speed(3) is 9']",
    )


def test_a_row_that_is_saved_while_pages_are_made_counts_at_the_next_check(site):
    write(site, "kept_book.py", FLEET)
    write(site, "boats.csv", "id,sails\ngull,2\n")
    for name in PAGES:
        site.write(name, "# Boats\n\n2\n\n```proof\nkept_book.sails('gull') = 2\n```\n")
    first, second = checked_twice(site, "boats.csv", "gull,2", "gull,3")
    assert (first, second.count("the proof says 2, kept_book.sails('gull') is 3")) == ("[]", 3)


@pytest.mark.nightly
def test_a_folder_that_a_rule_looks_into_is_found(site):
    rule = "from pathlib import Path\n\ndef speed(sails):\n"
    rule += "    return sails * len([*Path(__file__).with_name('winds').iterdir()])\n"
    write(site, "sails.py", rule)
    (site.root / "winds").mkdir()
    for name in ("west", "south"):
        write(site, f"winds/{name}", "")
    assert checked(site) == (ALL, "")
    assert checked(site) == ("", "")
    write(site, "winds/north", "")
    assert checked(site)[1].endswith("the proof says 6, sea.speed(3) is 9")


@pytest.mark.nightly
def test_nothing_is_kept_where_a_rule_asks_a_program(site):
    rule = "import subprocess\n\ndef speed(sails):\n"
    write(site, "sails.py", f"{rule}    return sails * len(subprocess.getoutput('ls sails.py'))\n")
    site.write("index.md", "# Boats\n\nShe makes {{ sea.speed(3) }} knots.\n")
    assert checked(site) == checked(site) == (ALL, "")
