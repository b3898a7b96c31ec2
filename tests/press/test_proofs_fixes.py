"""What is offered where a line of a proof is wrong: a fix, of it or of the prose, or a hint."""

from __future__ import annotations

from pathlib import Path

import pytest
from toy_book import BOOK

from sfrules.ground.fixes import settle
from sfrules.press.site.weave.check import expand, page_of


def fixed(tmp_path: Path, text: str) -> tuple[str, list[str]]:
    """The page when all fixes are made, and what is left to be told."""
    (tmp_path / "page.md").write_text(text, encoding="utf-8")

    def check(texts):
        page = texts.get("page.md", text)
        return expand(BOOK, page_of("page.md", page, page)).problems

    done = settle(check, tmp_path)
    left = [f"{each.line}:{each.column}: {each.message}; {each.hint}" for each in sorted(done.left)]
    return done.after.get("page.md") or text, left


def page(prose, *lines):
    return "\n".join([prose, "", "```proof", *lines, "```", ""])


# The stale page, and the fixed one: 3 sails make 7 knots, 4 make 9, cargo(7, 1) is 7/3.
MENDS = {
    "a number": (
        page("With 3 sails it makes 8 knots.", "sea.speed(3) = 8"),
        page("With 3 sails it makes 7 knots.", "sea.speed(3) = 7"),
    ),
    "a word": (
        page("It makes **Eight** knots.", "sea.speed(3) = eight"),
        page("It makes **Seven** knots.", "sea.speed(3) = seven"),
    ),
    "a number before its rule": (
        page("It makes 8 with 3 sails.", "8 = sea.speed(3)"),
        page("It makes 7 with 3 sails.", "7 = sea.speed(3)"),
    ),
    "a percentage": (
        page("It is 65% full.", "sea.cargo(2, 1) / sea.cargo(1, 1) = 65%"),
        page("It is 200% full.", "sea.cargo(2, 1) / sea.cargo(1, 1) = 200%"),
    ),
    "a percentage that a filter makes": (
        page("It is 65% full.", "(sea.cargo(2, 1) / sea.cargo(3, 1))|percent(0) = 65%"),
        page("It is 67% full.", "(sea.cargo(2, 1) / sea.cargo(3, 1))|percent(0) = 67%"),
    ),
    "a minus sign, each in its own characters": (
        page("It drifts −8.", "sea.drift(7) = -8"),
        page("It drifts −7.", "sea.drift(7) = -7"),
    ),
    "a text": (
        page("The hull is of iron.", "boats.gull.hull = iron"),
        page("The hull is of wood.", "boats.gull.hull = wood"),
    ),
    "a text in quotes": (
        page("The hull is of iron.", 'boats.gull.hull = "iron"'),
        page("The hull is of wood.", 'boats.gull.hull = "wood"'),
    ),
    "two lines at once": (
        page("3 sails make 8, 4 make 10.", "sea.speed(3) = 8", "sea.speed(4) = 10"),
        page("3 sails make 7, 4 make 9.", "sea.speed(3) = 7", "sea.speed(4) = 9"),
    ),
    "two lines that go wrong together": (
        page("8 knots, and 10 are 2 more.", "a = sea.speed(3) = 8", "b = sea.speed(4) = 10", "b - a = 2"),
        page("7 knots, and 9 are 2 more.", "a = sea.speed(3) = 7", "b = sea.speed(4) = 9", "b - a = 2"),
    ),
    "each number of a loop that lists them": (
        page("3 and 4 sails make 8 and 10.", "for n in 3, 4: sea.speed(n) = 8, 10"),
        page("3 and 4 sails make 7 and 9.", "for n in 3, 4: sea.speed(n) = 7, 9"),
    ),
    "what is said again by name": (
        page("It makes 8. Yes, eight.", "knots = sea.speed(3) = 8", "knots"),
        page("It makes 7. Yes, seven.", "knots = sea.speed(3) = 7", "knots"),
    ),
    "what is said again by number": (
        page("It makes 8. Yes, eight.", "sea.speed(3) = 8", "8"),
        page("It makes 7. Yes, seven.", "sea.speed(3) = 7", "7"),
    ),
    "the proof alone, where the prose is right": (
        page("It makes 7 knots.", "sea.speed(3) = 8"),
        page("It makes 7 knots.", "sea.speed(3) = 7"),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("stale", "sound"), MENDS.values(), ids=MENDS)
def test_both_are_fixed(tmp_path, stale, sound):
    assert fixed(tmp_path, stale) == (sound, [])


# Pages that are left as they are, and what an author reads.
LEFT = {
    "a bound": (
        page("It makes at least 8.", "sea.speed(3) = at least 8"),
        [("4:16: the proof says at least 8, sea.speed(3) is 7; "
         "say what holds of 7 here and at 1:10, where the prose says it")],
    ),
    "about": (
        page("It makes about 9.", "sea.speed(3) = about 9 within 0.5"),
        [("4:16: the proof says about 9 (within 0.5), sea.speed(3) is 7; "
         "say what holds of 7 here and at 1:10, where the prose says it")],
    ),
    "a loop": (
        page("Each makes 3.", "for n in 1 to 9: sea.speed(n) = 3"),
        [("4:33: the proof says 3, sea.speed(n) is 5 for n = 2; "
         "write 5 here and at 1:12, where the prose says it; --fix leaves it, as it stands in a loop")],
    ),
    "what has no words": (
        page("It carries half again as much.", "sea.cargo(7, 1) = half again as much"),
        [("4:19: the proof says half again as much, sea.cargo(7, 1) is 7/3; "
         "write 7/3 here and at 1:12, where the prose says it")],
    ),
    "a place that is not certain": (
        page("It makes 9 or 11.", "sea.speed(3) = 8"),
        ["1:10: the prose says 9 here, the proof says 8 next; write 8, or prove 9 in the block below",
         ("1:15: the prose says 11 here, the proof says no more; "
         "prove 11 in the block below, or mark it as no rule: [11]{.flavour}"),
         ("4:16: the proof says 8, sea.speed(3) is 7; "
         "write 7; where the prose says it is not certain, so --fix leaves both")],
    ),
    "an assertion": (
        page("It floats.", "sea.speed(3) > sea.speed(4) = true"),
        ["4:31: the proof says true, sea.speed(3) > sea.speed(4) is false; the proof says that it is so"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "told"), LEFT.values(), ids=LEFT)
def test_what_is_not_certain_is_left_and_told(tmp_path, text, told):
    assert fixed(tmp_path, text) == (text, told)


# The prose, the lines, and what would fix the first thing that is wrong.
HINTS = {
    "words that are no number": (
        ("It never fails.", "sea.speed(3) = certain"),
        "write 7; or compare, for words that are no number: … <= 7",
    ),
    "a result before what it is asked for": (
        ("It makes 7 with 3 sails.", "sea.speed(3) = 7"),
        "say 3 before 7, or turn the line round: 7 = …",
    ),
    "a row": (("It makes 7.", "boats.gull = 7"), "it has name, sails, hull"),
    "a range of a single number": (
        ("It makes 4 to 9.", "sea.speed(3) = 4 to 9"),
        "ask for both: [the lowest, the highest] = 4 to 9",
    ),
}


@pytest.mark.parametrize(("said", "hint"), HINTS.values(), ids=HINTS)
def test_a_hint_says_how_to_fix(said, hint):
    text = page(*said)
    assert expand(BOOK, page_of("docs/page.md", text, text)).problems[0].hint == hint
