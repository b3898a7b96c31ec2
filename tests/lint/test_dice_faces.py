"""The faces that a cell names, and the die that a heading names."""

from sfrules.lint.dice.die import Stretch, listed, stretches_in
from sfrules.lint.dice.heads import die_in

FACES = [
    ("7", [(7, 7)]),
    ("07", [(7, 7)]),
    ("7.", [(7, 7)]),
    ("7)", [(7, 7)]),
    ("(7)", [(7, 7)]),
    ("7*", [(7, 7)]),
    ("1-3", [(1, 3)]),
    ("1–3", [(1, 3)]),
    ("1—3", [(1, 3)]),
    ("1 − 3", [(1, 3)]),
    ("1 -- 3", [(1, 3)]),
    ("1 to 3", [(1, 3)]),
    ("1\u00a0through\u00a03", [(1, 3)]),
    ("1…3", [(1, 3)]),
    ("01%–05%", [(1, 5)]),
    ("96–00", [(96, 0)]),
    ("00", [(0, 0)]),
    ("991–1,000", [(991, 1000)]),
    ("1, 3, 5", [(1, 1), (3, 3), (5, 5)]),
    ("1-2, 6", [(1, 2), (6, 6)]),
    ("1 or 2", [(1, 1), (2, 2)]),
    ("1/2", [(1, 1), (2, 2)]),
    ("3, 4 & 6", [(3, 3), (4, 4), (6, 6)]),
    ("1, 19+", [(1, 1), (19, None)]),
    ("20+", [(20, None)]),
    ("20 or more", [(20, None)]),
    ("19 and up", [(19, None)]),
    ("≥ 18", [(18, None)]),
    ("> 18", [(19, None)]),
    ("more than 18", [(19, None)]),
    ("1 or less", [(None, 1)]),
    ("6-", [(None, 6)]),
    ("6−", [(None, 6)]),
    ("≤ 3", [(None, 3)]),
    ("< 3", [(None, 2)]),
    ("Up to 3", [(None, 3)]),
    ("-1", [(-1, -1)]),
    ("", []),
    ("—", []),
]


NO_FACES = (
    *("a cup", "d8", "2d6", "5–3", "1–3 gp", "1st", "…", "etc.", "1–2–3", "12345", "x" * 99),
    *("natural 20", "1, two", "1.5", "1 in 6", "½"),
)


def test_a_cell_names_faces():
    assert [(cell, stretches_in(cell)) for cell, _ in FACES] == [
        (cell, tuple(Stretch(low, high) for low, high in faces)) for cell, faces in FACES
    ]


def test_a_cell_that_says_something_else_names_no_faces():
    assert [cell for cell in NO_FACES if stretches_in(cell) is not None] == []


def test_a_heading_names_a_die():
    dice = [
        ("d6", "d6", 1, 6, 6),
        ("D20", "d20", 1, 20, 20),
        ("1d20", "d20", 1, 20, 20),
        ("d6 roll", "d6", 1, 6, 6),
        ("Roll (d8)", "d8", 1, 8, 8),
        ("Roll 1d12", "d12", 1, 12, 12),
        ("d%", "d100", 1, 100, 100),
        ("d100", "d100", 1, 100, 100),
        ("d1000", "d1000", 1, 1000, 1000),
        ("D66", "d66", 11, 66, 36),
        ("d88", "d88", 11, 88, 64),
        ("d666", "d666", 111, 666, 216),
        ("2d6", "2d6", 2, 12, 11),
        ("3D6", "3d6", 3, 18, 16),
        ("1d6+1", "1d6 + 1", 2, 7, 6),
        ("d12 + d8", "1d12 + 1d8", 2, 20, 19),
        ("d4 − 1", "1d4 − 1", 0, 3, 4),
    ]
    found = [(heading, die_in(heading)) for heading, *_ in dice]
    assert dice == [
        (heading, die.name, die.faces[0], die.faces[-1], len(die.faces)) for heading, die in found
    ]
    assert not any(die.open for _, die in found)


def test_a_heading_with_modifiers_names_an_open_die():
    headings = "d20 + modifier, 2d6+STR, 2d6 ± CHA, Modified d20, d20 (plus level), 2d6 − level"
    assert all(die_in(heading).open for heading in headings.split(", "))


NO_DICE = (
    *("", "Item", "Damage d6", "Hit Die", "d6 damage", "d8 or d10", "d12/20", "2d4 × 10", "d6s"),
    *("d1", "4d6 drop lowest", "d0", "0d6", "9999d9999", "Add6", "d6 per level", "D6 spent"),
)


def test_a_heading_that_is_not_sure_names_no_die():
    assert [heading for heading in NO_DICE if die_in(heading) is not None] == []


def test_nought_is_the_top_of_a_die_of_tens():
    percent, ten, six = die_in("d100"), die_in("d10"), die_in("d6")
    assert percent.within(Stretch(0, 0)) == {100}
    assert percent.within(Stretch(99, 0)) == {99, 100}
    assert percent.within(Stretch(0, 2)) == {100, 1, 2}
    assert ten.within(Stretch(9, 0)) == {9, 10}
    assert six.within(Stretch(0, 1)) == {1}
    assert six.beyond(Stretch(0, 1)) == {0}


def test_a_digit_that_the_die_has_not_is_beyond_it_by_itself_and_not_in_a_range():
    die = die_in("d66")
    assert die.beyond(Stretch(17, 17)) == {17}
    assert die.beyond(Stretch(11, 20)) == set()
    assert die.beyond(Stretch(61, 68)) == {67, 68}
    assert die.within(Stretch(14, 22)) == {14, 15, 16, 21, 22}


def test_numbers_are_told_in_few_words():
    assert [listed(each) for each in ([7], [7, 8, 14], [14, 1, 3, 4, 5], range(1, 30, 2))] == [
        "7",
        "7–8 and 14",
        "1, 3–5 and 14",
        "1, 3, 5, 7, 9, 11 and 9 more",
    ]
