"""Lines of proofs that ask about something of which their passage does not speak."""

from __future__ import annotations

from dataclasses import replace

import pytest
from boats_site import make_site
from mkdocs.utils import meta
from proved import page, proof
from test_proof_subjects import GAME

from sfrules.press.doors.checking import CheckOptions, checked_strictly
from sfrules.press.doors.site_check import SiteCheck
from sfrules.press.expression.bounds import Meter
from sfrules.press.proving.far_fetched import far_fetched
from sfrules.press.site.weave.check import page_of


def doubts(text, book=GAME, path="docs/page.md"):
    found = far_fetched(book, page_of(path, text, meta.get_data(text)[0]), Meter())
    return [(each.line, each.column, each.hint.partition("or ")[2]) for each in found]


def test_a_rule_that_the_passage_does_not_name_is_doubted():
    text = page("With 3 sails it makes 7.", proof("sea.cargo(3, 7) = 7"))
    assert doubts(text) == [(4, 1, "name sea.cargo in it")]


@pytest.mark.parametrize(
    ("prose", "line"),
    [
        ("Her speed is 7.", "sea.speed(3) = 7"),
        ("She speeds along at 7.", "sea.speed(3) = 7"),
        ("# Speeds\\n\\nThree sails make 7.", "sea.speed(3) = 7"),
        ("Three sails make [7](rules.md#speed).", "sea.speed(3) = 7"),
        ("With iron, 6.", 'sea.speed(3, "iron") = 6'),
        ("The gull has 3.", "boats.gull.sails = 3"),
        ("Three sails.", "boats.gull.sails = Three"),
        ("The lizard is at 24.", "monsters.wyrm.level - monsters.goblin.level = 23"),
        ("{{ formula(sea.cargo) }} It is 7.", "sea.cargo(3, 7) = 7"),
        ("The boats: 3.", "boats.gull.sails = 3"),
    ],
)
def test_a_word_of_the_name_is_enough(prose, line):
    text = page(prose.replace("\\n", "\n").replace("is at 24", "is a level apart"), proof(line))
    assert doubts(text) == []


def test_a_chapter_may_be_about_the_module_of_a_rule():
    text = page("It is 7.", proof("sea.cargo(3, 7) = 7"))
    assert doubts(text, path="docs/toy.md") == []
    assert doubts(text, path="docs/other.md") != []


def test_the_word_for_a_namespace_speaks_of_its_rows_and_of_none_of_its_rules():
    assert doubts(page("At sea, it is 7.", proof("sea.cargo(3, 7) = 7"))) != []
    boats = page("The boats have 3.", proof("boats.gull.sails = 3"))
    assert doubts(boats) == []
    assert doubts(boats, replace(GAME, open=("boats",))) != []


def test_a_macro_that_prints_a_row_speaks_of_the_figure_that_it_prints():
    text = "{{ boats.gull.hull }}\n\n" + page("It is 3.", proof("boats.gull.sails = 3"))
    assert doubts(text) != []
    assert doubts(text.replace("gull.hull }", "gull.sails }")) == []


@pytest.mark.parametrize("said", ["25%", "25 percent", "one time in four", "1 in 4"])
def test_a_number_that_is_typed_as_a_chance_speaks_of_one(said):
    chance = GAME.member("sea.speed")
    game = replace(GAME, namespaces={**GAME.namespaces, "gale": {"chance": chance}})
    assert doubts(page(f"She sinks, {said}.", proof(f"gale.chance(3) = {said}")), game) == []
    assert doubts(page("She sinks, 7.", proof("gale.chance(3) = 7")), game) != []


def test_a_page_in_a_language_of_its_own_has_no_words_of_the_names():
    text = page("Mit 3 Segeln sind es 7.", proof("sea.cargo(3, 7) = 7"))
    assert doubts(text) != []
    assert doubts(f"---\nlanguage: de\n---\n\n{text}") == []


def test_each_rule_of_a_line_has_to_be_named():
    line = "sea.speed(3) + sea.cargo(3, 7) = 28"
    assert doubts(page("Its speed and more: 28.", proof(line))) == [(4, 1, "name sea.cargo in it")]
    assert doubts(page("Its speed and cargo: 28.", proof(line))) == []


def test_a_number_in_a_name_says_nothing():
    namespaces = {**GAME.namespaces, "blows": {"two_light": GAME.member("boats.gull")}}
    text = page("Two of them, 3 sorts.", proof("blows.two_light.sails = 3"))
    assert doubts(text, replace(GAME, namespaces=namespaces)) != []


def test_a_namespace_of_which_the_page_does_not_speak_is_doubted():
    gull = page("The gull has 3 sails.", proof("boats.gull.sails = 3"))
    fast = page("Its speed is 7.", proof("sea.speed(3) = 7"))
    assert doubts(gull * 2 + fast) == []  # too few passages say what a page is about
    assert [found[2] for found in doubts(gull * 3 + fast)] == ["name sea.speed in it"]
    assert doubts(gull * 3 + fast * 2) == []
    assert doubts(gull * 3 + fast, path="docs/sea.md") == []
    assert doubts(f"---\nrules: sea\n---\n\n{gull * 3}{fast}") == []


def test_what_cannot_be_read_or_only_names_is_not_doubted():
    assert doubts(page("It is 7.", proof("sea.cargo(3", "n = 7", "7"))) == []


def test_of_pages_that_are_open_only_these_are_doubted_and_as_they_are_now(tmp_path):
    site = make_site(tmp_path)
    text = "# Boats\n\n" + page("It makes 7.", proof("sea.speed(3) = 7"))
    for name in ("one.md", "two.md"):
        site.write(name, text)
    check = SiteCheck(tmp_path / "mkdocs.yml")
    assert {each.path for each in check.doubts()} == {"docs/one.md", "docs/two.md"}
    assert {each.path for each in check.doubts({"docs/two.md": text})} == {"docs/two.md"}
    assert check.doubts({"docs/two.md": text.replace("It makes", "Its speed is")}) == []


def test_a_strict_check_warns_of_doubts_and_analyzes_the_rules(tmp_path, capsys):
    site = make_site(tmp_path)
    site.write("one.md", "# Boats\n\n" + page("It makes 7.", proof("sea.speed(3) = 7")))
    assert checked_strictly(SiteCheck(tmp_path / "mkdocs.yml"), CheckOptions("text")) == 0
    said = capsys.readouterr()
    assert said.out == "no problems\n" * 2  # of the pages, and of the rules
    assert said.err.endswith("\n1 warning\n")
