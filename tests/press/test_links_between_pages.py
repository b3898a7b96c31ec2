"""A link from page to page that leads nowhere is a problem at its place, in every door."""

from __future__ import annotations

import pytest
from printing import print_pages

BOATS = """\
# Boats

## Hulls {#hulls}

## The crew's berths

<a id="old-name"></a> <a name="older-name"></a>

{{ table("fleet") }}
"""


def problems(text: str, name: str = "page.md") -> list[str]:
    woven = print_pages({name: text, "sea/boats.md": BOATS})
    return [f"{problem.line}:{problem.column}: {problem.message}" for problem in woven.problems]


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ("(sea/boat.md)", "leads to no page: there is no sea/boat.md"),
        ("(boats.md#hulls)", "leads to no page: there is no boats.md"),
        ("(sea/boats.md#hull)", "leads to no place: sea/boats.md has no #hull"),
        ('(sea/boats.md#hull "A title")', "leads to no place: sea/boats.md has no #hull"),
        ("(#nowhere)", "leads to no place: page.md has no #nowhere"),
        ("(../README.md)", "leads to no page: there is no ../README.md"),
        ("(sea/boats(old).md)", "leads to no page: there is no sea/boats(old).md"),
    ],
)
def test_a_link_that_leads_nowhere_is_told_at_its_target(link, message):
    assert problems(f"# A page\n\nSee [it]{link}.\n") == [f"3:10: this link {message}"]


def test_a_target_in_angles_may_have_blanks():
    (told,) = problems("# A page\n\nSee [it](<sea/old boats.md>).\n")
    assert told == "3:11: this link leads to no page: there is no sea/old boats.md"


def test_a_link_is_read_from_the_folder_of_its_page():
    assert problems("# A\n\n[boats](boats.md#hulls)\n", "sea/page.md") == []
    assert problems("# A\n\n[boats](../sea/boats.md#hulls)\n", "sea/page.md") == []
    (told,) = problems("# A\n\n[terms](terms.md)\n", "sea/page.md")
    assert told == "3:9: this link leads to no page: there is no sea/terms.md"


@pytest.mark.parametrize(
    ("name", "link", "hint"),
    [
        ("sea/page.md", "boat.md", "did you mean boats.md?"),
        ("land/page.md", "../sea/boat.md", "did you mean ../sea/boats.md?"),
        ("page.md", "sea/boat.md#hulls", "did you mean sea/boats.md?"),
        ("sea/page.md", "boats.md#hull", "did you mean hulls?"),
    ],
)
def test_the_hint_names_a_page_as_a_link_from_here_would(name, link, hint):
    (problem,) = print_pages({name: f"# A\n\nSee [it]({link}).\n", "sea/boats.md": BOATS}).problems
    assert problem.hint == hint


def test_a_definition_of_a_reference_is_a_link_too():
    (told,) = problems("# A\n\nSee [it][there].\n\n[there]: sea/boats.md#mast\n")
    assert told == "5:10: this link leads to no place: sea/boats.md has no #mast"


@pytest.mark.parametrize(
    "link",
    [
        "[hulls](sea/boats.md#hulls)",
        "[crew](sea/boats.md#the-crews-berths)",
        "[old](sea/boats.md#old-name)",
        "[older](sea/boats.md#older-name)",
        "[table](sea/boats.md#table-fleet)",
        "[page](<sea/boats.md>)",
        "[query](sea/boats.md?plain=1#hulls)",
        "[top](#a-page)",
        "[empty](#)",
        "[site](https://example.org/a.md#b)",
        "[mail](mailto:a@example.org)",
        "[file](tables/fleet.csv)",
        "[built](sea/boats.html#nowhere)",
        "[root](/sea/none.md)",
        "`[code](none.md)`",
        "<!-- [comment](none.md) -->",
        "[x] (none.md)",
        "\\[no link\\](none.md)",
    ],
)
def test_a_link_that_leads_somewhere_or_out_of_the_book_is_left_alone(link):
    assert problems(f"# A page\n\nSee {link}.\n") == []


def test_links_wait_while_a_page_has_other_problems():
    (told,) = problems("# A\n\n[it](none.md) {{ sea.sped(3) }}\n")
    assert told.endswith('sea has no "sped"')


def test_many_links_and_much_code_are_read_in_linear_time():
    page = "# A page\n\n" + "[a](#a-page) `b` " * 20_000 + "\n"
    assert problems(page) == []
