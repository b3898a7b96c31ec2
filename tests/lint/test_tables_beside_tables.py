"""Tables of several files: what one says against another, or over again."""

from __future__ import annotations

import pytest
from counting import calls

from sfrules.ground.problems import Problem
from sfrules.ground.source import Source
from sfrules.lint.document import Document
from sfrules.lint.markdown.reading import read
from sfrules.lint.repeats.conflicts import conflicts
from sfrules.lint.repeats.copies import copies

WEAPONS = """
| Weapon | Cost | Damage | Weight |
| --- | --- | --- | --- |
| Axe | 10 gp | 1d8 | 4 lb. |
| Flail | 12 gp | 1d8 | 2 lb. |
| Maul | 15 gp | 2d6 | 10 lb. |
| Spear | 1 gp | 1d6 | 3 lb. |
"""
DEARER = WEAPONS.replace("15 gp", "51 gp")
ADVANCEMENT = """
| Level | Attack | Fort | Will |
| --- | --- | --- | --- |
| 1 | +1 | +2 | +0 |
| 2 | +2 | +3 | +0 |
| 3 | +3 | +3 | +1 |
| 4 | +4 | +4 | +1 |
"""


def page(path: str, text: str) -> Document:
    return read(Source(path, text))


def places(problems: list[Problem]) -> list[str]:
    return [problem.place for problem in problems]


def test_a_conflict_between_files_is_told_at_the_later_with_the_place_of_the_other() -> None:
    [problem] = conflicts(
        [page("gear.md", "# Gear\n" + WEAPONS), page("trade.md", "# Gear\n" + DEARER)]
    )
    assert problem.place == "trade.md:7:10"
    assert problem.message == (
        "Cost of Maul is 51 gp here, and 15 gp at gear.md:7:10, in a table otherwise the same"
    )


def test_a_copy_in_another_file_is_told_at_the_later_with_the_place_of_the_first() -> None:
    [problem] = copies([page("gear.md", WEAPONS), page("trade.md", "\n\n" + WEAPONS)])
    assert problem.place == "trade.md:4:3"
    assert "gear.md:2:3" in problem.message


@pytest.mark.parametrize("name", ["summary.md", "gm-screen.md", "appendix_b.md", "quick-start.md"])
def test_a_copy_in_a_file_that_repeats_is_left_alone(name: str) -> None:
    assert not list(copies([page("gear.md", WEAPONS), page(name, WEAPONS)]))


def test_a_conflict_in_a_file_that_repeats_is_told() -> None:
    assert list(conflicts([page("gear.md", WEAPONS), page("summary.md", DEARER)]))


def test_a_conflict_is_told_once_of_a_table_that_stands_three_times() -> None:
    pages = [page("a.md", WEAPONS), page("b.md", WEAPONS), page("c.md", DEARER)]
    assert places(list(conflicts(pages))) == ["c.md:6:10"]


def test_three_tables_that_all_differ_are_of_three_things() -> None:
    third = WEAPONS.replace("12 gp", "21 gp")
    pages = [page("a.md", WEAPONS), page("b.md", DEARER), page("c.md", third)]
    assert not list(conflicts(pages))


def edition(path: str, table: str, shops: str) -> Document:
    names = ("Axe", "Flail", "Maul", "Spear")
    pages = []
    for shop in shops:
        text = table
        for name in names:
            text = text.replace(name, f"{name} {shop}")
        pages.append(f"# Shop\n{text}")
    return page(path, "\n".join(pages))


@pytest.mark.parametrize(("shops", "told"), [("ab", 2), ("abc", 0)])
def test_two_editions_that_differ_in_three_tables_are_left_alone(shops: str, told: int) -> None:
    pages = [edition("v1.md", WEAPONS, shops), edition("v2.md", DEARER, shops)]
    assert len(list(conflicts(pages))) == told


def test_a_book_in_one_file_beside_its_chapters_is_no_copy() -> None:
    tables = [WEAPONS.replace("Axe", name) for name in ("Adze", "Bill", "Club")]
    chapters = [page(f"{at}.md", table) for at, table in enumerate(tables)]
    assert not list(copies([page("book.md", "\n".join(tables)), *chapters]))


def test_a_translation_of_the_folder_is_no_copy() -> None:
    text = "# Arms\n" + WEAPONS
    assert not list(copies([page("print/arms.md", text), page("web/arms.md", text)]))


def test_classes_in_files_of_their_own_may_have_the_same_numbers() -> None:
    pages = [
        page("fighter.md", "# Advancement\n" + ADVANCEMENT),
        page("guard.md", "# Advancement\n" + ADVANCEMENT),
    ]
    assert not list(copies(pages))


def test_twice_as_many_stat_blocks_take_twice_the_work() -> None:
    block = "\n# Beast {0}\n\n| Trait | Score | Note |\n| --- | --- | --- |\n" + "".join(
        f"| {key} | {{{at}}} | none |\n"
        for at, key in enumerate("Bite Claw Hide Howl Run".split(), 1)
    )

    def work(count: int) -> int:
        text = "".join(block.format(n, n % 7, n % 5, n % 3, n % 11, n % 13) for n in range(count))
        document = page("beasts.md", text)
        assert not list(conflicts([document]))
        return calls(lambda: [*conflicts([document]), *copies([document])])

    assert work(400) < 2.2 * work(200)
