"""A page of German numbers: each is read, and each is told once it is another."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from corpus import FERRY
from num2words import num2words
from printing import print_page

from sfrules.ground.languages import GERMAN, language_of
from sfrules.ground.number_words import number_in
from sfrules.press.audit.second_entry import visible
from sfrules.press.site.load.book_module import book_of_site, forget
from sfrules.press.things.book import Book

PAGE = (Path(__file__).parent / "german" / "page.md").read_text(encoding="utf-8")


def _answers(answers: dict[object, object]) -> Callable[[object], object]:
    def rule(of: object) -> object:
        return answers[of]

    return rule


def _answer(value: object) -> Callable[[], object]:
    def rule() -> object:
        return value

    return rule


ONE = {
    "fahrt": Fraction(3, 2),
    "wechsel": 3,
    "kehre": 17,
    "gäste": 305,
    "geringste": 40,
    "jahr": Fraction(1234567, 100),
    "regen": Fraction(335, 1000),
    "hagel": Fraction(7, 100),
    "blitz": "2d6",
    "riss": "3d8+2",
    "wurf": "d20",
    "nebel": (3, 4, 5),
    "schnee": (2, 3, 4),
    "sturm": 0,
    "gewicht": 10**6,
    "seil": 260_000,
    "stützen": 2 * 10**6,
    "betten": 12,
    "frei": 5,
    "bad": 1,
}
SEVERAL = {
    "gondel": {1: 12, 2: 21},
    "karte": {1: Fraction(2469, 2), 2: 2469},
    "anteil": {
        "kind": Fraction(2, 3),
        "greis": Fraction(3, 4),
        "hund": Fraction(1, 2),
        "ziege": Fraction(1, 8),
    },
    "faktor": {"höhe": 3, "sturm": 4, "winter": 5, "gondel": Fraction(1, 2), "dach": 2},
    "höhe": {1: 800, 2: 1600, 3: 2400},
    "wind": {1: -5, 2: Fraction(5, 2), 3: 10},
}
RULES = {name: _answer(value) for name, value in ONE.items()}
RULES |= {name: _answers(answers) for name, answers in SEVERAL.items()}
BAHN = Book(
    "Die Seilbahn",
    Path(__file__).parent,
    {"bahn": RULES},
    language="de",
    no_loose_numbers=True,
    dice=frozenset({6, 8, 20}),
)


def places(text: str) -> set[tuple[int, int]]:
    return {(each.line, each.column) for each in print_page(text, BAHN).problems}


def typed() -> list[tuple[int, str]]:
    """The numbers of the page's prose, in order: where each stands, and what it is."""
    said = (
        "zwölf, einundzwanzig, anderthalb, dritten, siebzehnten, dreihundertfünf, 40, 1.234,5, zwei"
        ", 2.469, 12.345,67, zwei Drittel, drei Viertel, Hälfte, 0,125, 33,5 %, sieben Prozent, 2W6"
        ", 3W8+2, W20, verdreifacht, vierfach, fünfmal, halb, doppelt, 800, −5, 1.600, +2,5, 2.400"
        ", +10, 3, 5, zwei bis vier, keine, eine Million, 250.000, zwei Millionen, ein Dutzend"
        ", fünf, ein"
    ).split(", ")
    found, at = [], PAGE.index("# Die Seilbahn")
    for word in said:
        at = PAGE.index(word, at)
        while PAGE.rfind("```proof", 0, at) > PAGE.rfind("```\n", 0, at):  # within a proof
            at = PAGE.index(word, at + 1)
        found.append((at, word))
        at += len(word)
    return found


def test_a_page_of_forty_numbers_is_proved():
    assert print_page(PAGE, BAHN).problems == ()
    assert len(typed()) == 41


def test_each_of_them_is_told_where_it_is_another():
    text = PAGE
    for at, word in reversed(typed()):
        text = f"{text[:at]}77{text[at + len(word) :]}"
    lines = [(line, text) for line, text in enumerate(text.split("\n"), 1) if "= " not in text]
    wrong = {
        (n, at + 1) for n, line in lines for at in range(len(line)) if line[at:].startswith("77")
    }
    assert len(wrong) == 41
    assert wrong <= places(text)


@pytest.mark.parametrize(
    ("typed", "instead"),
    [
        ("Höchstens", "Mindestens"),
        ("Höchstens dreihundertfünf", "Dreihundertfünf"),
        ("mehr als", "weniger als"),
        ("genau ein", "kein"),
        ("1.234,5", "1,234.5"),
        ("12.345,67", "12.345.67"),
        ("33,5", "33.5"),
        ("2W6", "2W8"),
    ],
)
def test_a_bound_a_sign_or_a_die_that_is_another_is_told(typed, instead):
    assert typed in PAGE
    assert places(PAGE.replace(typed, instead, 1))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("zwölf", "00012"),
        ("Zweitausendachtzehn", "0000000000000002018"),
        ("der 3. Zug", "der 3. Zug"),
        ("erste Runde", "first Runde"),
        ("zweieinhalb", "000000005/2"),
        ("nicht mehr als 3", "no more than   3"),
        ("mehr\nals 3", "over\n    3"),
        ("3 oder mehr", "3   or more"),
        ("3 oder\nmehr", "3   or\nmore"),
        ("drei bis fünf", "0003 to 00005"),
        ("bis zur Brücke", "bis zur Brücke"),
        ("Der Elf hat elf Pfeile", "Der Elf hat 011 Pfeile"),
        ("Achte auf acht Dinge", "          0008 Dinge"),
        ("er half ihr", "er      ihr"),
        ("eine Brücke", "eine Brücke"),
        ("alle Mittel", "alle Mittel"),
        ("einfach noch einmal", "einfach noch einmal"),
    ],
)
def test_german_is_read_in_the_notation_of_the_press_at_the_same_places(text, read):
    assert GERMAN.read(text) == read


def test_number_words_and_ordinals_go_both_ways():
    for number in (*range(2, 1100), 2018, 21_345, 99_999):
        word, nth = num2words(number, lang="de"), num2words(number, lang="de", to="ordinal")
        assert GERMAN.cardinal(number) == word
        assert number_in(GERMAN.read(word)) == number
        assert number_in(GERMAN.read(nth).strip()) == number, nth
    assert GERMAN.cardinal(101_001) == "einhunderteintausendeins"  # num2words has another s there
    for number in (1, 2):
        for zeros in (6, 9, 12):
            whole = number * 10**zeros
            assert GERMAN.cardinal(whole) == num2words(whole, lang="de")
    assert GERMAN.cardinal(-1) == "minus eins"


@pytest.mark.parametrize(
    ("prose", "loose"),
    [
        ("Eine Runde dauert lange.", []),
        ("In der ersten Runde regnet es.", ["ersten"]),
        ("Am ersten Abend regnet es.", []),
        ("Am 3. Mai 1990 regnete es.", []),
        ("Es hilft in zwei Runden.", ["zwei"]),
    ],
)
def test_what_counts_nothing_needs_no_proof(prose, loose):
    found = places(f"# Regen\n\n{prose}\n")
    assert found == {(3, prose.index(each) + 1) for each in loose}


def test_computed_numbers_are_printed_as_german_writes_them():
    page = print_page(
        "# Preise\n\n{{ bahn.jahr() }}, {{ bahn.gewicht() }}, {{ bahn.gäste()|words }},"
        " {{ bahn.regen()|percent }}\n",
        BAHN,
    )
    assert not page.problems
    html = page.pages["page.md"].html
    assert "12.345,67, 1.000.000, dreihundertfünf, 33,5%" in visible(html).text


@pytest.mark.parametrize(
    ("code", "name"), [("", "English"), ("en", "English"), ("de_AT", "German")]
)
def test_a_language_is_known_by_its_code(code, name):
    assert language_of(code).name == name


def test_a_language_that_is_not_known_is_none():
    assert language_of("fr") is None


@pytest.fixture
def ferry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Makes the book of the ferry with a site whose theme has a language."""
    monkeypatch.setattr(sys, "path", [*sys.path])

    def make(language: str) -> Book:
        shutil.copytree(FERRY, tmp_path, dirs_exist_ok=True)
        config = tmp_path / "mkdocs.yml"
        text = f"site_name: Fähre\ntheme:\n  name: material\n  language: {language}\n"
        config.write_text(text, encoding="utf-8")
        theme = {"name": "material", "language": language}
        conf = {"theme": theme, "config_file_path": str(config), "docs_dir": str(tmp_path / "docs")}
        return book_of_site(tmp_path, {"book": "game"}, conf)

    yield make
    forget(("game",))


def test_a_book_has_the_language_of_its_site(ferry):
    assert ferry("de").written_in is GERMAN


def test_a_site_in_a_language_that_is_not_known_is_told_at_its_line(ferry):
    (told,) = [each for each in ferry("fr").problems() if "language" in each.message]
    assert (told.path, told.line, told.column) == ("mkdocs.yml", 4, 13)
    assert told.hint == "known: de, en; name the one whose numbers it writes"
