"""The numbers of a proof are the numbers of its prose, in the same order: each slip is found."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from judging import judged
from proved import page, proof
from toy_book import BOOK, speed

from sfrules.press.site.weave.check import page_of

CLIMB = """\
At 3 sails, a boat makes 7 knots.
At 9 sails it makes 19, which is twelve more.
A climb of six sails does the same.

```proof
slow = sea.speed(3) = 7
fast = sea.speed(9) = 19
fast - slow = twelve
9 - 3 = six
```
"""


def problems(text):
    """What is wrong with a page, each as its place and message."""
    found = judged(BOOK, page_of("docs/page.md", text, text)).problems
    return [f"{each.line}:{each.column}: {each.message}" for each in found]


def test_the_page_holds():
    assert problems(CLIMB) == []


# What is written in the place of what, and all that is told of it.
SLIPS = [
    ("At 3", "At 4", ["1:4: the prose says 4 here, the proof says 3 next"]),
    ("makes 7", "makes 8", ["1:26: the prose says 8 here, the proof says 7 next"]),
    ("makes 7", "makes seven", ["1:26: the prose says seven here, the proof says 7 next"]),
    ("makes 7", "makes 7.5", ["1:26: the prose says 7.5 here, the proof says 7 next"]),
    ("makes 7", "makes −7", ["1:26: the prose says −7 here, the proof says 7 next"]),
    ("makes 7", "makes 7%", ["1:26: the prose says 7% here, the proof says 7 next"]),
    ("makes 7", "makes 17", ["1:26: the prose says 17 here, the proof says 7 next"]),
    ("makes 7", "makes many", ["6:23: the proof says 7 here, the prose above does not"]),
    ("makes 7", "makes 7 or 8", ["1:31: the prose says 8 here, the proof says 9 next"]),
    ("twelve more", "eleven more", ["2:34: the prose says eleven here, the proof says twelve next"]),
    ("twelve more", "12 more", ["2:34: the prose says 12 here, the proof says twelve next"]),
    ("six sails", "sails", ["9:9: the proof says six here, the prose above does not"]),
    ("six sails does", "six sails does on 5 days", ["3:30: the prose says 5 here, the proof says no more"]),
    ("At 9", "Then at 4 or 5, or 9", [
        "2:9: the prose says 4 here, the proof says 9 next",
        "2:14: the prose says 5 here, the proof says 9 next",
    ]),
    ("9 sails it makes 19", "19 sails it makes 9", ["2:4: the prose says 19 here, the proof says 9 next"]),
    ("3 sails, a boat makes 7", "7 sails, a boat makes 3", ["1:4: the prose says 7 here, the proof says 3 next"]),
]  # fmt: skip


@pytest.mark.parametrize(("was", "now", "expected"), SLIPS, ids=str)
def test_one_slip_is_one_problem_at_its_place(was, now, expected):
    assert was in CLIMB
    assert problems(CLIMB.replace(was, now)) == expected


# Lines of the proof with which the rules agree, and the prose does not.
LINES = [
    ("fast - slow = twelve\n", "", ["2:34: the prose says twelve here, the proof says 9 next"]),
    ("= twelve", "= 12", ["2:34: the prose says twelve here, the proof says 12 next"]),
    ("9 - 3 = six", "six = 9 - 3", []),
    ("9 - 3 = six", "9 - 3 = six\n9", ["10:1: the proof says 9 again here, the prose above does not"]),
    ("9 - 3 = six", "9 - 3 = six\nnine", ["10:1: the proof says nine again here, the prose above does not"]),
    ("9 - 3 = six", "sea.speed(3) - sea.speed(4) = -2\n9 - 3 = six", [
        "9:31: the proof says -2 here, the prose above does not",
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("was", "now", "expected"), LINES, ids=str)
def test_a_line_that_the_prose_does_not_say_is_a_problem(was, now, expected):
    assert was in CLIMB
    assert problems(CLIMB.replace(was, now)) == expected


def test_an_argument_may_not_be_said_after_what_comes_of_it():
    text = "It makes 7 with 3 sails. And 3 of iron make 6.\n\n```proof\n{}\n```\n"
    lines = ["sea.speed(3) = 7", 'sea.speed(3, "iron") = 6']
    assert problems(text.format("\n".join(lines)))
    lines = ["7 = sea.speed(3)", 'sea.speed(3, "iron") = 6']
    assert problems(text.format("\n".join(lines))) == []


@pytest.mark.parametrize(
    ("sails", "said"),
    [(4, []), (3, ["2:58: the prose says 3 of something else here than the rule takes it for"])],
)
def test_what_is_said_again_beside_an_answer_is_of_its_case(sails, said):
    text = page(
        "At 3 sails wood makes 7 knots, and at 4 sails 9 knots.\n"
        f"Of iron she makes 6 knots with 3 sails, and 8 knots with {sails} sails.",
        proof(
            "sea.speed(3) = 7",
            "sea.speed(4) = 9",
            'sea.speed(3, "iron") = 6',
            'sea.speed(4, "iron") = 8',
        ),
    )
    assert problems(text) == said


def test_what_a_proof_says_again_beside_an_answer_is_of_its_case_as_well():
    text = "It makes 7 knots with 3 sails.\nAt {} sails it makes 19 knots."
    lines = proof("7 = sea.speed(3)", "3", "sea.speed(9) = 19")
    assert problems(page(text.format(9), lines)) == []
    assert problems(page(text.format(3), lines)) == [
        "2:4: the prose says 3 of something else here than the rule takes it for"
    ]


def test_a_long_proof_that_is_out_is_told_without_a_search():
    count = 300
    lines = ["knots = sea.speed(3) = 7", *(["knots"] * count)]
    prose = " ".join(["It makes 7."] * (count + 1))
    page = "\n".join([prose, "", "```proof", *lines, "```", ""])
    assert problems(page) == []
    assert problems(page.replace("7.", "8.", 1)) == [
        "1:10: the prose says 8 here, the proof says 7 next"
    ]


WORDS = "zero one two three four five six seven eight nine ten".split()
SAILS = st.integers(1, 9)


@st.composite
def pages(draw):
    """A page, written sentence by sentence with its proof, and the numbers of its prose."""
    sentences, lines, said = [], [], []
    for at in range(draw(st.integers(1, 5))):
        sails, hull = draw(SAILS), draw(st.sampled_from(["wood", "iron"]))
        knots, form = speed(sails, hull), draw(st.integers(0, 3))
        call = f'sea.speed({sails}, "{hull}")'
        if form == 0:
            sentences.append(f"With {sails} sails of {hull}, it makes {knots} knots.")
            lines.append(f"{call} = {knots}")
            said += [str(sails), str(knots)]
        elif form == 1:
            sentences.append(f"It makes {knots} knots, if it has {sails} sails of {hull}.")
            lines.append(f"{knots} = {call}")
            said += [str(knots), str(sails)]
        elif form == 2:
            word = WORDS[sails] if sails > 2 else str(sails)  # "two sails" may be English
            sentences.append(f"Say that it has {word} sails: {knots} knots with {hull}.")
            lines += [f"sails_{at} = {sails}", f'sea.speed(sails_{at}, "{hull}") = {knots}']
            said += [word, str(knots)]
        else:
            sentences.append(f"It makes {knots} knots, as everybody knows: {knots} with {hull}.")
            lines += [f"knots_{at} = {call} = {knots}", f"knots_{at}"]
            said += [str(knots), str(knots)]
    return sentences, lines, said


def page_with(sentences, lines):
    return "\n".join([*sentences, "", "```proof", *lines, "```", ""])


NUMBER = re.compile(r"\d+|\b(?:" + "|".join(WORDS) + r")\b")


@given(pages())
def test_a_page_passes_with_its_proof(written):
    sentences, lines, said = written
    assert NUMBER.findall("\n".join(sentences)) == said
    assert problems(page_with(sentences, lines)) == []


@given(pages(), st.data())
def test_a_number_that_is_changed_is_a_problem_in_the_prose(written, data):
    sentences, lines, said = written
    at = data.draw(st.integers(0, len(said) - 1))
    new = data.draw(st.integers(20, 99))
    found = problems(page_with(swapped(sentences, {at: str(new)}), lines))
    assert any(f"the prose says {new} here" in each for each in found)


@given(pages(), st.data())
def test_two_neighbors_that_are_exchanged_are_a_problem_in_the_prose(written, data):
    sentences, lines, said = written
    differing = [at for at, (a, b) in enumerate(pairwise(said)) if number(a) != number(b)]
    if not differing:
        return
    at = data.draw(st.sampled_from(differing))
    changed = swapped(sentences, {at: said[at + 1], at + 1: said[at]})
    found = problems(page_with(changed, lines))
    assert found
    assert int(found[0].partition(":")[0]) <= len(sentences) + len(lines) + 3


def number(text):
    return WORDS.index(text) if text in WORDS else int(text)


def swapped(sentences, new):
    """The sentences with other numbers, by their places among all."""
    counted = iter(range(1_000))
    text = NUMBER.sub(lambda found: new.get(next(counted), found[0]), "\n".join(sentences))
    return text.split("\n")


PIECES = st.sampled_from(
    "sea.speed 3 9 7 seven twice ( ) [ ] { } , = == ~ ~~ # for n in 1 to : within 5% about half "
    "\" ' | + - * / . .. hull boats.gull.hull sails {{ }} {% %} for_ 1e9999999 1_0 0x1 % − ½ one "
    "true false is not if else \\ ` $ \t crew sea.crew(3) sea.speed(3) range(3) ∞ é \ufdd0".split(
        " "
    )
)


@given(st.lists(st.lists(PIECES, max_size=9), min_size=1, max_size=4), st.booleans())
@example([["sea.speed", "if", "sea.speed"]], True)  # noqa: FBT003 as it is drawn
def test_whatever_an_author_writes_is_told_and_raises_nothing(lines, spaced):
    text = "\n".join((" " if spaced else "").join(line) for line in lines)
    for each in problems(f"With 3 sails it makes 7, and one more.\n\n```proof\n{text}\n```\n"):
        assert "Error:" not in each


@given(st.lists(st.sampled_from([
    "# A", "    # B", "It makes 7.", "    It makes 7.", "!!! note", "    !!! note", '=== "A"', "", "", "- 7", "> 7",
    "```proof", "```", "    ```proof", "    ```", "~~~ proof", "~~~", "sea.speed(3) = 7", "    7 = sea.speed(3)",
    "7", "<!-- 7", "-->", "---", "`7", "{{ sea.speed(3) }}", "{% if true %}", "{% endif %}", "[7]{.flavour}",
]), max_size=14))  # fmt: skip
def test_however_a_page_is_built_nothing_is_raised(lines):
    problems("\n".join(lines))
