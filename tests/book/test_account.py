"""Every sentence of the sources is accounted for: it is on a page, or there is a reason."""

import re
from functools import cache

import pytest

from sfrules import authored

ROWS = authored.rows("account")
DOCS = authored.root() / "docs"
MARK = re.compile(r"\{## (.*?) ##\}", re.DOTALL)
LONGEST = 14  # words, so that none is the source's own sentence
NOT_HELD = "named, not held"


@cache
def text_of(page: str) -> str:
    return (DOCS / page).read_text(encoding="utf-8")


def section_of(page: str, anchor: str) -> str:
    """What stands under a heading, up to the next one."""
    _, _, after = text_of(page).partition(f"{{#{anchor}}}")
    return re.split(r"^#+ ", after, maxsplit=1, flags=re.MULTILINE)[0]


NAMED = [row for row in ROWS if row.page and row.why]


def test_each_sentence_has_a_page_or_a_reason():
    assert [row.place for row in ROWS if not row.page and not row.why] == []


def test_only_a_chapter_that_the_book_does_not_hold_has_both():
    assert {row.why for row in NAMED} == {NOT_HELD}
    assert [row.place for row in ROWS if row.why == NOT_HELD and not row.page] == []


def test_a_section_that_leans_on_a_chapter_that_is_not_held_says_so():
    said = "[not in this book](../welcome.md#not-held)"
    sections = {row.page: section_of(*row.page.split("#")) for row in NAMED}
    assert [page for page, section in sections.items() if said not in section] == []


def test_each_fact_that_a_sentence_belongs_to_is_one_of_the_sources():
    facts = {row.id for row in authored.rows("sources")}
    assert {fact for row in ROWS for fact in (row.facts or "").split()} - facts == set()


def test_each_sentence_is_said_in_a_few_words_of_ours():
    assert [row.says for row in ROWS if len(row.says.split()) > LONGEST] == []


def test_each_place_is_there():
    missing = []
    for place in sorted({row.page for row in ROWS if row.page}):
        page, _, anchor = place.partition("#")
        headings = re.findall(r"^\s*#+ .*?\{#([\w-]+)\}", text_of(page), re.MULTILINE)
        missing += [place] if anchor and anchor not in headings else []
    assert missing == []


@pytest.mark.parametrize("source", ["SF", "YD", "TR", "IM", "SC"])
def test_each_fact_is_marked_on_a_page_that_its_sentences_name(source):
    pages: dict[str, set[str]] = {}
    for row in ROWS:
        for fact in (row.facts or "").split():
            if row.page and fact.startswith(source):
                pages.setdefault(fact, set()).add(row.page.partition("#")[0])
    marked = {
        page: set(re.findall(r"[A-Z]{2}-\d\d", " ".join(MARK.findall(text_of(page)))))
        for page in set().union(*pages.values())
    }
    assert [
        fact for fact, on in pages.items() if not any(fact in marked[page] for page in on)
    ] == []


@pytest.mark.parametrize("source", ["SF", "YD", "TR", "IM", "SC"])
def test_the_places_of_a_source_have_no_gap(source):
    places = [tuple(map(int, row.place.split("."))) for row in ROWS if row.source == source]
    for section in {section for section, _ in places}:
        numbers = sorted(number for at, number in places if at == section)
        assert numbers == list(range(1, len(numbers) + 1))
