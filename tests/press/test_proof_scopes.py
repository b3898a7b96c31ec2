"""Which prose a proof vouches for, and what of its givens."""

from __future__ import annotations

import pytest
from auditing import STRICT, counts, loose
from proved import indented, page, problems, proof

SEVEN, NINE = proof("sea.speed(3) = 7"), proof("sea.speed(4) = 9")

# Pages whose scopes are as they should be: nothing is wrong, and nothing is loose.
SCOPES = {
    "from the top of the page": page("It makes 7.", SEVEN),
    "after the front matter": "---\ntitle: Boats\n---\n" + page("It makes 7.", SEVEN),
    "several paragraphs": page("It makes 7.", "So far, so good.", SEVEN),
    "from the last heading": page("It makes 7.", SEVEN, "## Faster", "It makes 9.", NINE),
    "with the heading": page("## A boat of 7 knots", "It floats.", SEVEN),
    "with a heading above a line": page("It makes 7.", SEVEN, "Of 9 knots\n---", NINE),
    "from the last proof": page("It makes 7.", SEVEN, "It makes 9.", NINE),
    "from the start of a box": page(
        "It makes 7.", '!!! note "A brig"', indented("It makes 9."), indented(NINE), SEVEN
    ),
    "with the title of a box": page('!!! note "It makes 9"', indented("So."), indented(NINE)),
    "in a box, from the last proof in it": page(
        '!!! note "A brig"', *map(indented, ("It makes 7.", SEVEN, "It makes 9.", NINE))
    ),
    "a box without a proof of its own": page('!!! note "A brig"', indented("It makes 9."), NINE),
    "after a box, from the last proof beside it": page(
        "It makes 7.",
        SEVEN,
        '!!! note "A brig"',
        indented("It makes 9."),
        indented(NINE),
        "7.",
        SEVEN,
    ),
    "a box in a box": page(
        '!!! note "Outer"',
        indented("It makes 7."),
        indented('!!! note "Inner"'),
        indented(indented("It makes 9.")),
        indented(indented(NINE)),
        indented(SEVEN),
    ),
    "a tab": page('=== "Sloop"', indented("7."), indented(SEVEN), '=== "Brig"', indented("9."))
    + "\n"
    + page(indented(NINE)),
    "a list": page("- It makes 7.\n\n" + indented(SEVEN) + "\n- It makes 9.\n\n" + indented(NINE)),
    "a heading that is underlined": page("# Boats", "7 knots\n-------", "It sails.", SEVEN),
    "a quotation": "> It makes 7.\n>\n> ```proof\n> sea.speed(3) = 7\n> ```\n",
    "tildes": page("It makes 7.", SEVEN.replace("`", "~")),
    "a blank before the word": page("It makes 7.", SEVEN.replace("```proof", "``` proof")),
    "a table": page("| Sails | Knots |\n| --- | --- |\n| 3 | 7 |\n| 4 | 9 |")
    + "\n"
    + page(proof("sea.speed(3) = 7", "sea.speed(4) = 9")),
    "around what is no rule": page("Of [40 boats]{.flavour} from 1812-04-05, it makes 7.", SEVEN),
    "around macros": page("With {{ boats.gull.sails }} sails it makes 7.", SEVEN),
    "around sessions": page("It makes 7.", "```pycon\n>>> sea.speed(9)\n19\n```", SEVEN),
    "two on one page that share names": page(
        "3 sails: 7.",
        proof("n = 3", "sea.speed(n) = 7"),
        "4 sails: 9.",
        proof("n = 4", "sea.speed(n) = 9"),
    ),
    "lines that end in CR LF, as the press reads them": page("It makes 7.", SEVEN),
}


@pytest.mark.parametrize("text", SCOPES.values(), ids=SCOPES)
def test_a_proof_vouches_for_the_prose(text):
    assert (problems(text, STRICT), loose(text)) == ([], [])


# Pages with a number that is in no scope.
LOOSE = {
    "above the heading": (page("It makes 5.", "## Three", "It makes 7.", SEVEN), ["5"]),
    "behind the proof": (page("It makes 7.", SEVEN, "It makes 5."), ["5"]),
    "outside of the box": (
        page("It makes 5.", '!!! note "Seven"', indented("It makes 7."), indented(SEVEN)),
        ["5"],
    ),
    "in the box before": (
        page('!!! note "Rafts"', indented("5."), '!!! note "S"', indented("7."), indented(SEVEN)),
        ["5"],
    ),
    "in a fence of another kind": (
        page("It makes 7.", SEVEN.replace("proof", "proofs")),
        ["7", "3", "7"],
    ),
}


@pytest.mark.parametrize(("text", "expected"), LOOSE.values(), ids=LOOSE)
def test_what_is_in_no_scope_is_loose(text, expected):
    assert loose(text) == expected


def test_what_the_proof_of_a_box_vouches_for_is_not_said_for_the_proof_beside_it():
    box = ('!!! note "A brig"', indented("She is the second, and makes 9."), indented(NINE))
    beside = proof('sea.speed(1, "iron") = second', "sea.speed(3) = 7")
    (said,) = problems(page(*box, "It makes 7.", beside))
    assert said.endswith("the proof says second here, the prose above does not")


def test_numbers_that_a_proof_vouches_for_are_a_kind_of_their_own():
    text = page("With 3 sails it makes 7.", SEVEN, "It makes {{ printed(9, sea.speed(4)) }}.")
    assert counts(text) == {"proved": 2, "claimed": 1}


def test_a_given_has_to_be_asked_of_a_rule():
    said = problems(page("It has 3 sails.", proof("sails = 3")), STRICT)
    assert said == ["4:1: no rule is asked about sails: the proof only repeats it"]


@pytest.mark.parametrize(
    ("lines", "cause"),
    [
        (("sails = 3", "sea.sped(sails) = 7"), '5:5: sea has no "sped"'),
        (("sail = 3", "sea.speed(sails) = 7"), '5:11: "sails" is not a name of this book'),
        (("sails = 3", "sea.speed(sails = 7"), "5:10: this bracket is never closed"),
    ],
)
def test_a_given_that_a_wrong_line_may_ask_about_is_no_second_problem(lines, cause):
    assert problems(page("With 3 sails it makes 7.", proof(*lines)), STRICT) == [cause]


def in_example(*lines, prose="The die falls on 3."):
    return page("!!! example", indented(prose), indented(proof(*lines)))


def test_a_given_may_be_anything_in_the_box_of_an_example_that_something_comes_of():
    used = in_example("die = 3", "pair = die + die = 6", prose="It falls on 3: 6.")
    assert problems(used, STRICT) == []
    compared = in_example("die = 3", "die >= boats.gull.sails = true")
    assert problems(compared, STRICT) == []


@pytest.mark.parametrize(
    "lines", [("die = 3",), ("die = 3", "die"), ("die = 3", "idle = die + die")], ids=len
)
def test_a_given_that_nothing_comes_of_only_excuses_its_number(lines):
    prose = "The die falls on 3." if lines[1:] != ("die",) else "The die falls on 3, and on 3."
    (said,) = problems(in_example(*lines, prose=prose), STRICT)
    assert said.endswith("nothing is asked about die: the proof only repeats it")


def test_a_given_is_asked_of_a_rule_through_other_names():
    lines = ("sails = 3", "more = sails + sails", "sea.speed(more) = 13")
    assert (
        problems(
            page("With 3 sails, twice makes 13.", proof(*lines)).replace(", twice", ""), STRICT
        )
        == []
    )


@pytest.mark.parametrize(
    "line",
    [
        "(sea.speed(3) in [n]) = false",
        "sea.speed(3) == n = false",
        "sea.speed(3) < n = true",
        "(sea.speed(3) if n else n) = 7",
    ],
)
def test_a_given_is_not_asked_of_a_rule_where_an_answer_is_compared_with_it(line):
    said = problems(page("It has 9 sails, which makes 7.", proof("n = 9", line)), STRICT)
    assert "4:1: no rule is asked about n: the proof only repeats it" in said


@pytest.mark.parametrize(
    "line",
    [
        "sea.speed(n) > sea.speed(2) = true",
        "sea.crew(9)[n] > 3 = true",
        "for k in 1 to n: sea.speed(k) >= n = true",
        "boats.gull.sails + n = 6",
    ],
)
def test_a_given_is_asked_of_a_rule_that_takes_it_or_calculates_with_it(line):
    said = problems(page("With 3 sails, it has 6.", proof("n = 3", line)), STRICT)
    assert not [each for each in said if "no rule is asked" in each]


def test_a_given_is_not_asked_of_a_rule_whose_answer_nobody_uses():
    text = page(
        "It has 8 sails, and makes 7.", proof("n = 8", "v = sea.speed(n)", "sea.speed(3) = 7")
    )
    assert problems(text, STRICT) == ["4:1: no rule is asked about n: the proof only repeats it"]
    used = text.replace("sea.speed(3) = 7", "v > sea.speed(3) = true\nsea.speed(3) = 7")
    assert problems(used, STRICT) == []
