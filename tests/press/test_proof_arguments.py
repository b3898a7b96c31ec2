"""Where the prose says what a line of a proof gives to a rule: in the clause of its answer."""

from __future__ import annotations

import pytest
from proved import problems

from sfrules.press.expression.from_page import tokens_in
from sfrules.press.things.proofs.proof_lines import Part

APART = "and what comes of it in another sentence"
UNANSWERED = "where its line in the proof has no answer"

# The prose and the lines, and where the prose says an argument out of its place.
OUT_OF_PLACE = {
    "in a sentence before that of the answer": (
        ("It has 3 sails. It makes 7.", "sea.speed(3) = 7"),
        [f"1:8: the prose says 3 here, {APART}"],
    ),
    "in a sentence behind that of the answer": (
        ("It makes 7! With 3 sails, that is.", "7 = sea.speed(3)"),
        [f"1:18: the prose says 3 here, {APART}"],
    ),
    "in another line": (
        ("It has 3 sails.\nIt makes 7.", "sea.speed(3) = 7"),
        [f"1:8: the prose says 3 here, {APART}"],
    ),
    "in an item of a list": (
        ("- 3 sails\n- 7 knots", "sea.speed(3) = 7"),
        [f"1:3: the prose says 3 here, {APART}"],
    ),
    "in another row of a table": (
        ("| a | b |\n| --- | --- |\n| 3 | no |\n| yes | 7 |", "sea.speed(3) = 7"),
        [f"3:3: the prose says 3 here, {APART}"],
    ),
    "in a heading": (
        ("# A boat of 3 sails\n\nIt makes 7.", "sea.speed(3) = 7"),
        [f"1:13: the prose says 3 here, {APART}"],
    ),
    "behind a quotation": (
        ("“It has 3.” It makes 7.", "sea.speed(3) = 7"),
        [f"1:9: the prose says 3 here, {APART}"],
    ),
    "for a loop": (
        ("There are 1 to 9. Each makes at least 3.", "for n in 1 to 9: sea.speed(n) = at least 3"),
        [
            f"1:11: the prose says 1 here, {APART}",
            f"1:16: the prose says 9 here, {APART}",
        ],
    ),
    "of a line that only names": (
        ("It has 3 sails, and makes 7.", "v = sea.speed(3)", "v = 7"),
        [f"1:8: the prose says 3 here, {UNANSWERED}"],
    ),
    "of a line that compares": (
        ("It has 3 sails, and is fast.", "sea.speed(3) > sea.speed(2) = true"),
        [f"1:8: the prose says 3 here, {UNANSWERED}"],
    ),
    "of a line that looks into a list": (
        ("It has 3 sails.", "sea.speed(3) in sea.crew(9) = true"),
        [f"1:8: the prose says 3 here, {UNANSWERED}"],
    ),
    "of a line that joins truths": (
        ("It has 3 sails.", "(sea.crew(3) and true) = true"),
        [f"1:8: the prose says 3 here, {UNANSWERED}"],
    ),
    "of a figure of the rows": (
        ("With 7 sails, it drifts -7.", "sea.drift(7) = -7"),
        ["1:6: the prose says 7 of something else here than the rule takes it for"],
    ),
    "of such a figure, in the singular": (
        ("With 1 *sail*, it drifts -1.", "sea.drift(1) = -1"),
        ["1:6: the prose says 1 of something else here than the rule takes it for"],
    ),
}


@pytest.mark.parametrize(("page", "wrong"), OUT_OF_PLACE.values(), ids=OUT_OF_PLACE)
def test_an_argument_is_said_in_its_place(page, wrong):
    prose, *lines = page
    assert problems("\n".join([prose, "", "```proof", *lines, "```", ""])) == wrong


# An argument with a line of its own may stand in any sentence.
IN_PLACE = {
    "with a line of its own": ("It has 3 sails. It makes 7.", "n = 3", "sea.speed(n) = 7"),
    "in a clause": ("With 3 sails: it makes 7; so far.", "sea.speed(3) = 7"),
    "behind a point that ends no sentence": ("At approx. 3 sails it makes 7.", "sea.speed(3) = 7"),
    "in a line that is wrapped": ("With 3 sails, on a fine day,\nit makes 7.", "sea.speed(3) = 7"),
    "in a row of a table": ("| a | b |\n| --- | --- |\n| 3 | 7 |", "sea.speed(3) = 7"),
    "called as its parameter is": ("At 7 knots, it drifts -7.", "sea.drift(7) = -7"),
}


@pytest.mark.parametrize(
    ("prose", "lines"), [(p, ls) for p, *ls in IN_PLACE.values()], ids=IN_PLACE
)
def test_an_argument_may_be_said(prose, lines):
    assert problems("\n".join([prose, "", "```proof", *lines, "```", ""])) == []


@pytest.mark.parametrize(
    ("text", "uses"),
    [
        ("7", ["loose"]),
        ("v + 7", ["loose"]),
        ("3 * v", ["counted"]),
        ("range(3)", ["loose"]),
        ("v|percent(1)", ["format"]),
        ("sea.speed(3)", ["argument"]),
        ("sea.speed(sails=3)", ["argument"]),
        ("sea.speed(3 + 4)", ["loose", "loose"]),
        ("sea.speed(2 * v)", ["counted"]),
        ("sea.crew(9)[2]", ["argument", "argument"]),
    ],
)
def test_a_number_is_an_argument_where_it_is_all_that_a_rule_takes(
    text: str, uses: list[str]
) -> None:
    assert [each.use for each in Part(text, 0, tuple(tokens_in(text))).literals] == uses
