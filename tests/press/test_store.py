"""What a page came to is kept while it holds, in memory and on the disk, and never longer."""

from __future__ import annotations

import pickle
import shutil
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING
from urllib.parse import ParseResult

import pytest
from boats_site import Site, make_site
from toy_book import BOOK

from sfrules.ground.source import Source
from sfrules.press.expression.tree import Markdown
from sfrules.press.page.expand import Page
from sfrules.press.site.keep.cache import load, save
from sfrules.press.site.keep.dependencies import Dependencies
from sfrules.press.site.keep.store import Store
from sfrules.press.site.weave.check import expand
from sfrules.press.site.weave.numbering import numbered_things
from sfrules.press.things.thing import StandIn

if TYPE_CHECKING:
    from pathlib import Path

FILE = ".cache/sfrules/check"
MODULES = {
    "sails": 'def speed(sails):\n    """Speed."""\n    return sails * 2\n',
    "hulls": 'def draft(length):\n    """Draft."""\n    return length + 1\n',
    "kept_book": """
from pathlib import Path
from hulls import draft
from sails import speed
from sfrules.press.things.book import Book

BOOK = Book(
    title="Boats", root=Path(__file__).parent,
    namespaces={"sea": {"speed": speed, "draft": draft}}, modules=("kept_book", "sails", "hulls"),
)
""",
}
PAGES = {
    "index.md": "# Boats\n\nShe makes {{ printed(6, sea.speed(3)) }} knots.\n",
    "boats.md": "# Deep\n\nShe draws {{ printed(4, sea.draft(3)) }} feet.\n",
    "terms.md": "# Words\n\nNo rule is here.\n",
}
WHICH = """
import sys
from pathlib import Path
from sfrules.press.doors.site_check import SiteCheck
site = SiteCheck(Path("mkdocs.yml"), cached=True)
found = site.check()
print(*sorted(site.store.fresh))
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
    assert checked(site) == ("boats.md index.md terms.md", "")
    assert checked(site) == ("", "")


@pytest.mark.parametrize(
    ("name", "text", "made"),
    [
        ("docs/terms.md", "# Words\n\nNor here.\n", "terms.md"),
        ("hulls.py", MODULES["hulls"].replace("length + 1", "1 + length"), "boats.md"),
        ("hulls.py", MODULES["hulls"].replace("Draft.", "The draft."), "boats.md"),
        ("hulls.py", "\n" + MODULES["hulls"], "boats.md"),
        ("hulls.py", MODULES["hulls"] + "# more\n\ndef beam():\n    return 3\n", ""),
        ("sails.py", MODULES["sails"].replace("sails * 2", "2 * sails"), "index.md"),
        ("other.py", "", ""),
        ("kept_book.py", MODULES["kept_book"] + "# more\n", ""),
        (
            "kept_book.py",
            MODULES["kept_book"].replace("Boats", "Ships"),
            "boats.md index.md terms.md",
        ),
        ("docs/new.md", "# New\n", "new.md"),
    ],
)
def test_an_edit_makes_again_what_depends_on_it_and_no_more(site, name, text, made):
    checked(site)
    write(site, name, text)
    assert checked(site) == (made, "")


def test_a_rule_that_a_kept_page_printed_is_found_wrong(site):
    checked(site)
    write(site, "hulls.py", MODULES["hulls"].replace("+ 1", "+ 2"))
    made, problems = checked(site)
    assert made == "boats.md"
    assert problems == "docs/boats.md:3:14: the page prints 4, sea.draft(3) is 5"
    assert checked(site) == ("", problems)


def test_a_book_that_does_not_name_its_modules_is_looked_at_afresh(site):
    named = ', modules=("kept_book", "sails", "hulls")'
    assert named in MODULES["kept_book"]
    write(site, "kept_book.py", MODULES["kept_book"].replace(named, ""))
    assert checked(site) == ("boats.md index.md terms.md", "")
    write(site, "hulls.py", MODULES["hulls"].replace("+ 1", "+ 2"))
    assert checked(site)[1] == "docs/boats.md:3:14: the page prints 4, sea.draft(3) is 5"


@pytest.mark.parametrize("damage", [b"", b"nothing", None], ids=["empty", "other", "half"])
def test_a_damaged_cache_is_none(site, damage):
    checked(site)
    kept = site.root / FILE
    kept.write_bytes(kept.read_bytes()[:-100] if damage is None else damage)
    assert checked(site) == ("boats.md index.md terms.md", "")
    assert checked(site) == ("", "")


class Called:
    """What pickle would call as it reads."""

    def __reduce__(self):
        return exec, ("open('called', 'w').close()",)


def test_a_cache_calls_nothing(site):
    checked(site)
    kept = site.root / FILE
    kept.write_bytes(kept.read_bytes()[:16] + pickle.dumps((Called(), {}, {})))
    assert checked(site) == ("boats.md index.md terms.md", "")
    assert not (site.root / "called").exists()


@pytest.mark.parametrize(
    "thing", [Source("a.md", "text"), Counter("ab"), Fraction(1, 3), Markdown("*")]
)
def test_a_cache_holds_data(tmp_path, thing):
    assert kept(tmp_path, thing) == {"page": thing}


@pytest.mark.parametrize("thing", [load, Dependencies, Called(), ParseResult, exec])
def test_a_cache_that_names_what_can_be_called_is_none(tmp_path, thing):
    assert kept(tmp_path, thing) == {}


def kept(root, thing):
    """The pages that are read from a cache with a thing for a page."""
    book = replace(BOOK, root=root)
    save(root, b"mark", Store(Dependencies(book), pages={"page": thing}))
    return load(root, b"mark", book).pages


def test_a_folder_that_cannot_be_written_to_is_left_alone(site):
    (site.root / ".cache").write_text("")
    assert checked(site) == checked(site) == ("boats.md index.md terms.md", "")


def test_without_a_cache_none_is_read_or_written(site):
    assert site.sfrules("check", "--no-cache").returncode == 0
    assert not (site.root / ".cache").exists()


BUILT = """
import sys
from pathlib import Path
from mkdocs.commands.build import build
from sfrules.press.doors.mkdocs.mkdocs_host import load_site
from sfrules.press.doors.mkdocs.plugin import plugin_of
config = load_site(Path("mkdocs.yml"), site_dir=sys.argv[1])
build(config)
print(*sorted(plugin_of(config).site_build.store.fresh))
"""


def built(site: Site, to: str) -> str:
    """The pages that a build makes again."""
    result = site.python("-B", "-c", BUILT, to)
    assert result.returncode == 0, result.stderr
    return result.stdout.strip()


def test_a_build_begins_with_what_the_last_one_left_and_makes_the_same_site(site):
    checked(site)
    (site.root / FILE).write_bytes(b"")
    assert built(site, "site") == "boats.md index.md terms.md"
    assert (site.root / FILE).read_bytes() == b"", "what a check knows is no build's"
    write(site, "hulls.py", MODULES["hulls"].replace("length + 1", "1 + length"))
    assert built(site, "again") == "boats.md"
    shutil.rmtree(site.root / ".cache")
    assert built(site, "afresh") == "boats.md index.md terms.md"
    again, afresh = (files(site.root / name) for name in ("again", "afresh"))
    assert again == afresh


def files(folder: Path) -> dict[str, bytes]:
    """All files below a folder."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def test_a_build_finds_wrong_what_the_last_one_found_right(site):
    built(site, "site")
    write(site, "hulls.py", MODULES["hulls"].replace("+ 1", "+ 2"))
    for _ in range(2):
        failed = site.python("-B", "-c", BUILT, "site")
        assert "the page prints 4, sea.draft(3) is 5" in failed.stderr
        assert failed.returncode != 0


def test_a_subject_of_another_place_makes_the_index_again_and_no_other_page(site):
    text = MODULES["kept_book"].replace("import Book", "import Book, Subject")
    listed = 'subjects=(Subject("Draft", (("boats.md", ""),)),), namespaces='
    write(site, "kept_book.py", text.replace("namespaces=", listed))
    site.write("words.md", "# Index\n\n{{ subjects() }}\n")
    assert checked(site) == ("boats.md index.md terms.md words.md", "")
    write(site, "kept_book.py", text.replace("namespaces=", listed.replace("boats", "terms")))
    assert checked(site) == ("words.md", "")


def test_a_check_makes_the_pages_again_that_use_a_macro_of_the_book(site):
    def offer(macro: str) -> None:
        code = MODULES["kept_book"].replace("modules=", f"macros={{{macro}}}, modules=")
        write(site, "kept_book.py", code)

    offer("'brace': lambda: 'it'")
    site.write("terms.md", "# Words\n\nA {{ brace() }}.\n")
    assert checked(site) == ("boats.md index.md terms.md", "")
    assert checked(site) == ("terms.md", "")
    offer("'sails': lambda: ''")
    made, problems = checked(site)
    assert made == "boats.md index.md terms.md"
    assert problems.startswith('docs/terms.md:3:6: "brace" is not')


def test_where_lists_the_places_that_print_something_of_a_rule(site):
    asked = "where", "sea.speed"
    assert site.sfrules(*asked).stdout == "docs/index.md:3:14: printed(6, sea.speed(3)): 6\n"
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


def test_the_first_question_of_many_pages_leaves_all_that_a_check_knows(site):
    for number in range(8):
        site.write(f"page-{number}.md", f"# Page {number}\n\n{{{{ sea.draft({number}) }}}}\n")
    assert len(site.sfrules("where", "sea.draft").stdout.splitlines()) == 9
    assert checked(site) == ("", "")


def test_a_page_whose_code_becomes_a_sample_is_read_again(site):
    loose = MODULES["kept_book"].replace("modules=", "no_loose_numbers=True, modules=")
    write(site, "kept_book.py", loose)
    site.write("terms.md", "# Words\n\n```\n17 boats\n```\n")
    wrong = checked(site)[1]
    assert wrong.startswith("docs/terms.md:4:1: ")
    config = (site.root / "mkdocs.yml").read_text()
    named = config.replace("book: kept_book", "book: kept_book, samples: [terms.md]")
    write(site, "mkdocs.yml", named)
    assert checked(site)[1] == ""
    write(site, "mkdocs.yml", config)
    assert checked(site)[1] == wrong


PARAMETERS = ("sails", "masts")


@pytest.mark.parametrize("one", PARAMETERS)
def test_a_new_name_of_a_parameter_is_a_word_of_the_game_on_all_pages(site, one):
    other = next(each for each in PARAMETERS if each != one)
    write(
        site,
        "kept_book.py",
        MODULES["kept_book"].replace("modules=", "no_loose_numbers=True, modules="),
    )
    write(site, "sails.py", MODULES["sails"].replace("sails", one))
    site.write("terms.md", f"# Words\n\nLower both {other}.\n")
    assert checked(site)[1] == ""
    write(site, "sails.py", MODULES["sails"].replace("sails", other))
    assert checked(site)[1].startswith("docs/terms.md:3:7: ")


def test_an_edit_of_what_a_package_takes_by_a_relative_import_is_found(site):
    package = site.root / "fleet"
    package.mkdir()
    write(site, "fleet/__init__.py", "from .speeds import speed\n")
    write(
        site,
        "fleet/speeds.py",
        "from . import factor\n\n\ndef speed(sails):\n    return sails * factor.FACTOR\n",
    )
    write(site, "fleet/factor.py", "FACTOR = 2\n")
    book = MODULES["kept_book"].replace("from sails import", "from fleet import")
    write(site, "kept_book.py", book.replace('"sails",', '"fleet",'))
    assert checked(site)[1] == ""
    write(site, "fleet/factor.py", "FACTOR = 3\n")
    assert checked(site) == (
        "index.md",
        "docs/index.md:3:14: the page prints 6, sea.speed(3) is 9",
    )


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


def test_what_stands_in_for_things_is_numbered_and_linked_as_they_are(tmp_path):
    text = '{{ chart("race") }}\n\n{{ figure("harbor") }}\n\n{{ table("fleet", rows=[1, 2]) }}\n'
    made = expand(BOOK, Page(Source("page.md", text)))
    save(tmp_path, b"mark", Store.of(BOOK, {"page.md": made}))
    again = load(tmp_path, b"mark", replace(BOOK, root=tmp_path)).again("page.md")
    assert [type(piece.thing) for piece in again.pieces] == [StandIn] * 3
    assert [piece.kind for piece in again.pieces] == [piece.kind for piece in made.pieces]
    first, second = (
        [
            (t.series, t.id, t.caption, t.folded, t.table and t.table.cells)
            for t in numbered_things(p)
        ]
        for p in (made, again)
    )
    assert first == second
    assert [thing[:2] for thing in first] == [
        ("figure", "race"), ("table", "fleet"), ("figure", "harbor"), ("table", "fleet"),
    ]  # fmt: skip
    assert [thing[3] for thing in first] == [False, True, False, False]


SAVED_WHILE_LOADED = """
import sys
from pathlib import Path
from sfrules.press.doors import site_check
load, (file, old, new) = site_check.book_of, sys.argv[1:]
path = Path(file)

def load_and_save(site):
    book = load(site)
    path.write_text(path.read_text().replace(old, new))
    return book

site = site_check.SiteCheck(Path("mkdocs.yml"))
site_check.book_of = load_and_save
print([problem.message for problem in site.check().problems])
site_check.book_of = load
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
        "['the page prints 6, sea.speed(3) is 9']",
    )


def test_a_row_that_is_saved_while_pages_are_made_counts_at_the_next_check(site):
    write(site, "kept_book.py", FLEET)
    write(site, "boats.csv", "id,sails\ngull,2\n")
    for name in PAGES:
        site.write(name, "# Boats\n\n{{ printed(2, kept_book.sails('gull')) }}\n")
    first, second = checked_twice(site, "boats.csv", "gull,2", "gull,3")
    assert (first, second.count("the page prints 2, kept_book.sails('gull') is 3")) == ("[]", 3)


@pytest.mark.parametrize("installed", [False, True], ids=["on the path", "an installed package"])
def test_a_module_outside_the_book_that_has_changed_is_found(site, tmp_path_factory, installed):
    outside = tmp_path_factory.mktemp("elsewhere") / ("site-packages" if installed else "lib")
    outside.mkdir()
    (outside / "winds.py").write_text("FACTOR = 2\n", encoding="utf-8")
    rule = f"import sys\nsys.path.append({str(outside)!r})\nimport winds\n\n"
    rule += "def speed(sails):\n    return sails * winds.FACTOR\n"
    (site.root / "sails.py").write_text(rule, encoding="utf-8")
    assert checked(site) == ("boats.md index.md terms.md", "")
    assert checked(site) == ("", "")
    (outside / "winds.py").write_text("FACTOR = 3\n", encoding="utf-8")
    made, problems = checked(site)
    assert (made, "the page prints 6" in problems) == ("boats.md index.md terms.md", True)


def test_another_version_of_a_package_is_found(site, tmp_path_factory):
    outside = tmp_path_factory.mktemp("packages")
    (outside / "winds-1.0.dist-info").mkdir()
    rule = f"import sys\nsys.path.append({str(outside)!r})\n\n{MODULES['sails']}"
    (site.root / "sails.py").write_text(rule, encoding="utf-8")
    assert checked(site)[0] == "boats.md index.md terms.md"
    assert checked(site)[0] == ""
    (outside / "winds-1.0.dist-info").rename(outside / "winds-1.1.dist-info")
    assert checked(site)[0] == "boats.md index.md terms.md"
