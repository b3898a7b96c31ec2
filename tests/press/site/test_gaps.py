"""Both ways: what a book offers and no page prints."""

from dataclasses import replace
from pathlib import Path
from types import FunctionType

import pytest
from printing import print_page
from toy_book import BOOK

from sfrules.ground.faults import is_authors
from sfrules.ground.ledger import Origin, origin_of
from sfrules.press.things.book import BookFacts, Exemption

RULES = """\
{{ sea.speed(3) }} {{ sea.cargo(3, 1) }} {{ sea.drift(2) }} {{ sea.crew(2) }} {{ sea.tide(1).height }}
"""
THINGS = """
{{ table("fleet") }}

{{ figure("harbor") }}

{{ chart("race") }}
"""
WHOLE = RULES + THINGS
SEA = {name: rule for name, rule in BOOK.namespaces["sea"].items() if name != "broken"}


def book(**changes):
    spaces = {**BOOK.namespaces, "sea": SEA}
    return replace(BOOK, **{"namespaces": spaces, **changes}).checking(no_gaps=True)


def gaps(text, **changes):
    return [problem.message for problem in print_page(text, book(**changes)).problems]


def test_a_book_that_prints_all_it_offers_has_no_gap():
    assert gaps(WHOLE) == []


def test_a_book_that_does_not_ask_is_not_looked_through():
    assert print_page("A page.\n", BOOK).problems == ()


@pytest.mark.parametrize(
    ("without", "message"),
    [
        ("{{ sea.cargo(3, 1) }}", "no page prints or checks sea.cargo"),
        ("{{ sea.tide(1).height }}", "no page prints or checks sea.tide"),
        ('{{ figure("harbor") }}', 'no page prints the figure "harbor"'),
        ('{{ chart("race") }}', 'no page prints the chart "race"'),
    ],
)
def test_what_no_page_prints_is_a_gap(without, message):
    assert message in gaps(WHOLE.replace(without, ""))


def test_a_table_that_no_page_prints_is_a_gap():
    tables = {**BOOK.tables, "wrecks": BOOK.tables["fleet"]}
    assert gaps(WHOLE, tables=tables) == ['no page prints the table "wrecks"']


@pytest.mark.parametrize(
    "use",
    [
        "1\n\n```proof\nsea.cargo(3, 1) = 1\n```\n",
        "{% if sea.cargo(3, 1) %}laden{% endif %}",
        "{% set tons = sea.cargo(3, 1) %}{{ tons }} tons",
    ],
    ids=["in a proof", "in a condition", "through a variable"],
)
def test_a_rule_counts_as_used(use):
    assert gaps(WHOLE.replace("{{ sea.cargo(3, 1) }}", use)) == []


def test_a_gap_stands_where_the_rule_is_written():
    (problem,) = print_page(WHOLE.replace("{{ sea.crew(2) }}", ""), book()).problems
    assert problem.path == "tests/press/toy_book.py"
    line = (BOOK.root / problem.path).read_text(encoding="utf-8").splitlines()[problem.line - 1]
    assert line == problem.text == "def crew(names: int) -> tuple[int, ...]:"


def test_a_row_that_nothing_reads_is_a_gap():
    row = Origin("boats.wreck", "boats.csv", 7)
    (problem,) = print_page(WHOLE, book(facts=BookFacts(unread=lambda: [row]))).problems
    assert (problem.place, problem.message) == (
        "boats.csv:7:1",
        "nothing reads boats.wreck but its key",
    )


def test_a_hint_says_where_the_book_keeps_its_exemptions():
    kept = Exemption("rule", "sea.mast", "rotten", Origin("exemptions.mast", "exempt.csv", 2))
    _mast, crew = print_page(
        WHOLE.replace("{{ sea.crew(2) }}", ""), book().checking(exemptions=(kept,))
    ).problems
    assert crew.hint.endswith("or exempt it in exempt.csv: rule, sea.crew")


def test_an_exemption_excuses_its_gap():
    exempt = Exemption("rule", "sea.crew", "the crew is for the next edition")
    woven = print_page(
        WHOLE.replace("{{ sea.crew(2) }}", ""), book().checking(exemptions=(exempt,))
    )
    assert woven.problems == ()


def test_an_exemption_without_its_gap_is_a_problem():
    origin = Origin("exemptions.sea.speed", "exemptions.csv", 3)
    exempt = Exemption("rule", "sea.speed", "not printed", origin)
    (problem,) = print_page(WHOLE, book().checking(exemptions=(exempt,))).problems
    assert (problem.place, problem.message) == (
        "exemptions.csv:3:1",
        "there is no such gap: rule sea.speed",
    )


def test_gaps_are_not_looked_for_while_a_page_is_wrong():
    assert gaps("{{ sea.sped(3) }}\n") == ['sea has no "sped"']


def test_a_rule_that_equals_one_of_another_file_has_a_place_of_its_own(tmp_path):
    def sails():
        return 3

    code, files = sails.__code__, ["here.py", "there.py"]
    moved = [code.replace(co_filename=str(tmp_path / file)) for file in files]
    equal = [FunctionType(each, {}) for each in moved]
    assert [origin_of("sails", each, tmp_path).path for each in equal] == files


@pytest.mark.parametrize(
    ("file", "root", "own"),
    [
        ("/book/rules.py", "/book", True),
        ("/book/rules/sea.py", "/book", True),
        ("/elsewhere/rules.py", "/book", False),
        ("/book/.venv/lib/site-packages/jinja2/filters.py", "/book", False),
        ("/lib/site-packages/boats.py", "/lib/site-packages", True),
        ("/lib/site-packages/jinja2/filters.py", "/lib/site-packages", False),
    ],
)
def test_a_file_of_an_installed_package_is_not_the_authors(file, root, own) -> None:
    assert is_authors(file, Path(root)) == own
