"""What a proof may say of the prose above it, and what is wrong otherwise."""

from __future__ import annotations

import pytest
from proved import proved

# The prose, and the lines of a proof that vouches for it.
HOLDS = {
    "an expression and what the prose says": ("It makes 7 knots.", "sea.speed(3) = 7"),
    "an argument that the prose says too": ("With 3 sails it makes 7.", "sea.speed(3) = 7"),
    "a verb for the equals sign": ("It makes 7 knots.", "sea.speed(3) is 7"),
    "an argument in words": ("With three sails it makes 7.", "sea.speed(3) = 7"),
    "the result before its input": ("It makes 7 with 3 sails.", "7 = sea.speed(3)"),
    "the result of a loop before its bounds": (
        "It makes at least 3 with 1 to 9 sails.",
        "for n in 1 to 9: at least 3 = sea.speed(n)",
    ),
    "a bound in other words": ("It makes no lower than 7.", "sea.speed(3) = no lower than 7"),
    "a given": ("With 3 sails it makes 7.", "sails = 3", "sea.speed(sails) = 7"),
    "a given in words": ("With three sails it makes 7.", "sails = three", "sea.speed(sails) = 7"),
    "a given that the prose says in words": ("With three sails: 7.", "n = 3", "sea.speed(n) = 7"),
    "a given of one, where the prose hardly counts": (
        "One of them makes 3.",
        "sails = 1",
        "sea.speed(sails) = 3",
    ),
    "a name for a value": (
        "It makes 7, and 14 if towed: twice as much.",
        "knots = sea.speed(3) = 7",
        "towed = knots + knots = 14",
        "towed / knots = twice as much",
    ),
    "a name for what the prose does not say": (
        "It makes 7.",
        "gull = boats.gull",
        "sea.speed(gull.sails, gull.hull) = 7",
    ),
    "numbers that the proof has": (
        "9 sails make 19, 3 make 7: 6 sails for 12.",
        "most = sea.speed(9) = 19",
        "least = sea.speed(3) = 7",
        "9 - 3 = 6",
        "most - least = 12",
    ),
    "words": ("It makes seven.", "sea.speed(3) = seven"),
    "a share": ("It is two thirds.", "sea.cargo(2, 1) = two thirds"),
    "a percentage": ("It is 200%.", "sea.cargo(2, 3) = 200%"),
    "at least": ("It makes at least 5.", "sea.speed(3) = at least 5"),
    "or more": ("It makes 5 or more.", "sea.speed(3) = 5 or more"),
    "a range": ("Watches 1 to 4.", "sea.crew(4) = 1 to 4"),
    "a range with a dash": ("Watches 1–4.", "sea.crew(4) = 1–4"),
    "between": ("It is between 2 and 3.", "sea.cargo(7, 1) = between 2 and 3"),
    "one in so many": ("It is one in 3.", "sea.cargo(1, 1) = one in 3"),
    "about, with how far off": ("It holds about 2.", "sea.cargo(7, 1) = about 2 within 0.4"),
    "about, with a share": ("It holds about 2.", "sea.cargo(7, 1) = about 2 within 20%"),
    "a text": ("The hull is of wood.", "boats.gull.hull = wood"),
    "a text in quotes": ("The hull is of wood.", 'boats.gull.hull = "wood"'),
    "a text before its row": ("Of wood it is.", '"wood" = boats.gull.hull'),
    "nothing": ("No knots are left.", 'sea.speed(3) - sea.speed(3, "wood") = no'),
    "a minus sign": ("It drifts −7.", "sea.drift(sea.speed(3)) = -7"),
    "a word that is bent": ("It doubles the cargo.", "sea.cargo(2, 1) / sea.cargo(1, 1) = double"),
    "emphasis between the words": ("It makes *at least* **5**.", "sea.speed(3) = at least 5"),
    "the end of a line between the words": ("It makes at\nleast 5.", "sea.speed(3) = at least 5"),
    "what is so": ("It is as quick as the Gull.", "sea.speed(3) is sea.speed(boats.gull.sails)"),
    "what is not so": ("Iron is slower.", 'sea.speed(3) is not sea.speed(3, "iron")'),
    "what is less": ("Iron is slower.", 'sea.speed(3, "iron") < sea.speed(3)'),
    "what is always less": (
        "Iron is slower.",
        'for n in 1 to 9: sea.speed(n, "iron") < sea.speed(n)',
    ),
    "what is in a list": ("So many watches she has.", "boats.gull.sails in sea.crew(4)"),
    "where something is so": (
        "With 4 or more sails, iron is quick.",
        'for n in 1 to 9: sea.speed(n, "iron") > sea.speed(3) = 4 or more',
    ),
    "where something is so, as a part of the whole": (
        "Below half of the sails she is slow.",
        "for n in 1 to 8: sea.speed(n) < sea.speed(4) = below half of 8",
    ),
    "a share that is rounded": ("It is 33%.", "sea.cargo(1, 1) ≈ 33%"),
    "a share that is rounded to a place": ("It is 33.3%.", "sea.cargo(1, 1) ≈ 33.3%"),
    "a measure that is rounded": ("It holds 2.3 tons.", "sea.cargo(7, 1) ≈ 2.3"),
    "a measure that is rounded up": ("It holds 2.7 tons.", "2.7 ≈ sea.cargo(8, 1)"),
    "a range that is rounded": (
        "Between 33% and 67%.",
        "[sea.cargo(1, 1), sea.cargo(2, 1)] ≈ between 33% and 67%",
    ),
    "a list": ("They make 3, 5 and 7.", "[sea.speed(1), sea.speed(2), sea.speed(3)] = 3, 5 and 7"),
    "a list with strokes": (
        "They make 3/5/7.",
        "[sea.speed(1), sea.speed(2), sea.speed(3)] = 3/5/7",
    ),
    "a list that a rule gives": ("Watches 1, 2 and 3.", "sea.crew(3) = 1, 2 and 3"),
    "a list in words": ("They make three or five.", "[sea.speed(1), sea.speed(2)] = three or five"),
    "a list of bounds": (
        "At least 3 and up to 9.",
        "[sea.speed(2), sea.speed(3)] = at least 3 and up to 9",
    ),
    "a number for each of a list": (
        "With 1, 2 and 3 sails it makes 3, 5 and 7, respectively.",
        "for sails in 1, 2, 3: sea.speed(sails) = 3, 5, 7",
    ),
    "a number for each of a list of ordinals": (
        "The 1st, 2nd and 3rd sail make 3, 5 and 7.",
        "for sails in 1st, 2nd, 3rd: sea.speed(sails) = 3, 5, 7",
    ),
    "a number for each of a list that the prose says first": (
        "It makes 3 and 5 with one and two sails.",
        "for sails in one, two: 3, 5 = sea.speed(sails)",
    ),
    "a number for each of a range": (
        "With 1–2 sails it makes 3 or 5.",
        "for sails in 1–2: sea.speed(sails) = 3 or 5",
    ),
    "a count": ("She has 4 watches.", "count(sea.crew(4)) = 4"),
    "a quotient that is rounded up": (
        "It takes 2 knots a hand.",
        "sea.speed(3) / sea.speed(2) = 2, rounded up",
    ),
    "a quotient that is rounded down": ("It is 1.", "sea.speed(3) / sea.speed(2) rounded down = 1"),
    "a multiple of what a loop goes through": (
        "It carries a third of its length.",
        "for n in 1 to 9: sea.cargo(n, 1) = a third of n",
    ),
    "a number that the prose counts with": (
        "Five times 7 knots is 35.",
        "many = 5",
        "knots = sea.speed(3) = 7",
        "many * knots = 35",
    ),
    "a number that the prose counts on by": (
        "Every second sail is worth 4 knots.",
        "for n in 1 to 7: sea.speed(n + 2) - sea.speed(n) = 4",
    ),
    "a table that is typed row by row": (
        "| Sails | Wood | Iron |\n| --- | --- | --- |\n| 1 | 3 | 2 |\n| 2 | 5 | 4 |",
        'for n in 1 to 2: n, sea.speed(n), sea.speed(n, "iron")',
    ),
    "a table that is typed with rounded shares": (
        "| Tons | Share |\n| --- | --- |\n| 1 | 33% |\n| 2 | 66.7% |",
        "for n in 1 to 2: n, ≈ sea.cargo(n, 1)",
    ),
    "a fact of a source": ("She has one master.", "HB-1 masters: one"),
    "a fact with two ends": ("She needs 2 to 4 hands.", "HB-1 hands: 2 to 4"),
    "the other end of a fact, which a later line counts with": (
        "She needs 2 to 4 hands: with her speed, that makes 11.",
        "HB-1 hands: 2 to 4",
        "sea.speed(3) + 4 = 11",
    ),
    "a fact in other words": ("She needs two to four hands.", "HB-1 hands: two to four"),
    "the only number of a fact": ("She has at least 3 pumps.", "HB-2: at least 3"),
    "a fact that is a die": ("They draw lots with a d6.", "HB-3 lots: d6"),
    "a fact that a later line takes": (
        "One master on 7 knots makes 8.",
        "master = HB-1 masters: one",
        "knots = sea.speed(3) = 7",
        "knots + master = 8",
    ),
    "a fact that is a die, with a name": (
        "They draw lots with a d6. It is a d6.",
        "lots = HB-3 lots: d6",
        "lots",
    ),
    "a fact that bounds a number, with a name": (
        "She has at least 3 pumps, yes, at least 3.",
        "pumps = HB-2 pumps: at least 3",
        "pumps",
    ),
    "a fact behind a rule": (
        "It makes 7 with one master.",
        "sea.speed(3) = 7",
        "HB-1 masters: one",
    ),
    "said again by number": (
        "With 3 sails it makes 7. So 3 sails are enough.",
        "sea.speed(3) = 7",
        "3",
    ),
    "said again by name": (
        "With 3 sails it makes 7; 3 are enough.",
        "n = 3",
        "sea.speed(n) = 7",
        "n",
    ),
    "said again by the name of a value": ("It makes 7. Yes, 7.", "v = sea.speed(3) = 7", "v"),
    "said again as an argument": (
        "With 3 sails it makes 7; 3 of iron make 6.",
        "sea.speed(3) = 7",
        'sea.speed(3, "iron") = 6',
    ),
    "a loop over a range": (
        "From 1 to 9 sails, iron costs 1 knot.",
        'for n in 1 to 9: sea.speed(n) - sea.speed(n, "iron") = 1',
    ),
    "a loop over values": (
        "Iron costs 1 knot.",
        'for n in (2, 3): sea.speed(n) - sea.speed(n, "iron") = 1',
    ),
    "a loop over what a rule answers": (
        "None makes less than 3.",
        "least = sea.speed(1)",
        "for n in sea.crew(9): sea.speed(n) >= least = true",
        "least",
    ),
    "a bound that holds for each": (
        "Each makes at least 3.",
        "for n in sea.crew(9): sea.speed(n) = at least 3",
    ),
    "comments and blank lines": ("It makes 7.", "# why", "", "sea.speed(3) = 7  # in calm water"),
    "a filter": ("It makes 2.33.", "sea.cargo(7, 1)|decimal(2) = 2.33"),
    "an index": ("The last is 4.", "sea.crew(4)[3] = 4"),
    "a truth": ("It makes 7.", "sea.speed(3) = 7", "sea.speed(3) > sea.speed(2) = true"),
    "no numbers at all": ("It floats.", "# nothing to prove"),
}


@pytest.mark.parametrize(("prose", "lines"), [(p, ls) for p, *ls in HOLDS.values()], ids=HOLDS)
def test_a_proof_may_say(prose, lines):
    assert proved(prose, *lines) == []


# The prose, the lines, and what is wrong.
FAILS = {
    "a number in an expression that nothing takes": (
        ("It is a quarter.", "1 / 4 = a quarter"),
        [
            "4:1: the proof has no 1 yet, and no rule takes it",
            "4:5: the proof has no 4 yet, and no rule takes it",
        ],
    ),
    "algebra on a rule": (
        ("It makes 8.", "sea.speed(3) + 1 = 8"),
        ["4:16: the proof has no 1 yet, and no rule takes it"],
    ),
    "algebra in an argument": (
        ("It makes 7.", "sea.speed(2 + 1) = 7"),
        [
            "4:11: the proof has no 2 yet, and no rule takes it",
            "4:15: the proof has no 1 yet, and no rule takes it",
        ],
    ),
    "a range of numbers out of nowhere": (
        ("There are 9.", "range(9)|length = 9"),
        ["4:7: the proof has no 9 yet, and no rule takes it"],
    ),
    "a default out of nowhere": (
        ("There are 9.", "sea.crew(9)|last|default(8) = 9"),
        ["4:26: the proof has no 8 yet, and no rule takes it"],
    ),
    "a number said again for the first time": (
        ("It has 7.", "7"),
        ["4:1: the proof has no 7 yet that could be said again"],
    ),
    "a given that the prose does not say": (
        ("It makes 7.", "n = 3", "sea.speed(n) = 7"),
        ["4:5: the proof says 3 here, the prose above does not"],
    ),
    "a value that the prose does not say": (
        ("With 3 sails.", "sea.speed(3) = 7"),
        ["4:16: the proof says 7 here, the prose above does not"],
    ),
    "a text that the prose does not say": (
        ("The hull is of iron.", "boats.gull.hull = wood"),
        ["4:19: the proof says wood here, the prose above does not"],
    ),
    "a number without a hedge": (
        ("It makes 5.", "sea.speed(3) = at least 5"),
        ["1:10: the prose says 5 here, the proof says at least 5 next"],
    ),
    "a number that the prose says once more": (
        ("It makes 7. Yes, 7.", "sea.speed(3) = 7"),
        ["1:18: the prose says 7 here, the proof says no more"],
    ),
    "a number that the proof says once more": (
        ("It makes 7.", "sea.speed(3) = 7", "7"),
        ["5:1: the proof says 7 again here, the prose above does not"],
    ),
    "a value in another place": (
        ("It makes 9, or 7.", "sea.speed(3) = 7", "sea.speed(4) = 9"),
        ["1:10: the prose says 9 here, the proof says 7 next"],
    ),
    "a given that is a name of the book": (
        ("It has 3.", "sea = 3"),
        ['4:1: "sea" is a name of this book'],
    ),
    "a loop that fails for one": (
        ("Each makes 3.", "for n in 1 to 3: sea.speed(n) = 3"),
        ["4:33: the proof says 3, sea.speed(n) is 5 for n = 2"],
    ),
    "a loop over a number": (
        ("Each makes 3.", "for n in sea.speed(1): sea.speed(n) = 3"),
        ["4:10: a loop needs a sequence, not int"],
    ),
    "a loop that never ends": (
        ("Each is 1.", "for n in 1 to 99999999: n / n = 1"),
        ["4:25: the page's loops turn more than 20000 times"],
    ),
    "a name that failed before": (
        ("It makes 7, twice 14.", "v = sea.sped(3) = 7", "v + v = 14"),
        ["1:13: the prose says twice here, the proof says 14 next", '4:9: sea has no "sped"'],
    ),
    "a default that looks like a part of a row": (
        ("It makes 4.", 'sea.crew(4)|last|default("4") = 4'),
        ['4:26: the proof has no "4" yet, and no rule takes it'],
    ),
    "a text that is a number by itself": (
        ("It makes 51.", '"51" = 51'),
        ['4:1: the proof has no "51" yet, and no rule takes it'],
    ),
    "texts that are put together": (
        ("Of wood, as in wood8.", "hull = boats.gull.hull = wood", 'hull ~ "8" = wood8'),
        ['5:8: the proof has no "8" yet, and no rule takes it'],
    ),
    "what is not so": (
        ("Iron is quicker.", 'sea.speed(3, "iron") > sea.speed(3)'),
        ['4:1: sea.speed(3, "iron") > sea.speed(3) is not so'],
    ),
    "what is not the same": (
        ("It is as quick as the Gull.", "sea.speed(4) is sea.speed(boats.gull.sails)"),
        ["4:1: sea.speed(4) is sea.speed(boats.gull.sails) is not so"],
    ),
    "what is not so of each": (
        ("More sails are quicker.", "for n in 1 to 9: sea.speed(n) < sea.speed(5)"),
        ["4:18: sea.speed(n) < sea.speed(5) is not so for n = 5"],
    ),
    "a line that says no number": (
        ("It is quick.", "sea.speed(3)"),
        ["4:1: the line does not tell what the prose says: sea.speed(3) is neither true nor false"],
    ),
    "where something is so, by one": (
        (
            "With 5 or more sails, iron is quick.",
            'for n in 1 to 9: sea.speed(n, "iron") > sea.speed(3) = 5 or more',
        ),
        [
            '4:56: the proof says 5 or more, sea.speed(n, "iron") > sea.speed(3) is true for n = 4',
        ],
    ),
    "where something is so, with nothing beyond": (
        (
            "With 4 or more sails, iron is quick.",
            'for n in 4 to 9: sea.speed(n, "iron") > sea.speed(3) = 4 or more',
        ),
        ["4:56: each n is on one side of 4 or more"],
    ),
    "a share that rounds otherwise": (
        ("It is 34%.", "sea.cargo(1, 1) ≈ 34%"),
        ["4:19: the proof says 34%, sea.cargo(1, 1) is 0.33"],
    ),
    "a whole number that is rounded": (
        ("It holds 2 tons.", "sea.cargo(7, 1) ≈ 2"),
        ["4:19: 2 is no share and no decimal, so its rule says how it is rounded"],
    ),
    "a list with a number that is wrong": (
        ("They make 3, 6 and 7.", "[sea.speed(1), sea.speed(2), sea.speed(3)] = 3, 6 and 7"),
        ["4:49: the proof says 6, [sea.speed(1), sea.speed(2), sea.speed(3)] is 5"],
    ),
    "a list that is too short": (
        ("They make 3 and 5.", "[sea.speed(1), sea.speed(2), sea.speed(3)] = 3 and 5"),
        ["4:46: the proof says 2 numbers, [sea.speed(1), sea.speed(2), sea.speed(3)] is 3, 5, 7"],
    ),
    "a loop with a number too few": (
        ("With 1, 2 and 3 it makes 3 and 5.", "for n in 1, 2, 3: sea.speed(n) = 3, 5"),
        ["4:10: n has 3 values, the proof says 2 numbers"],
    ),
    "a part of what is no number": (
        ("It carries half of it.", "hull = boats.gull.hull", "sea.cargo(3, 1) = half of hull"),
        ["5:19: hull is no number"],
    ),
    "what is so below a part of what is no number": (
        (
            "Below half of it she is slow.",
            "hull = boats.gull.hull",
            "for n in 1 to 8: sea.speed(n) < sea.speed(4) = below half of hull",
        ),
        ["5:48: hull is no number"],
    ),
    "what came to nothing, and not once more for a part of it": (
        ("It carries half of it.", "knots = sea.pace(3)", "sea.cargo(3, 1) = half of knots"),
        ['4:13: sea has no "pace"'],
    ),
    "a number that is rounded the other way": (
        ("It is 1.", "sea.speed(3) / sea.speed(2) = 1, rounded up"),
        ["4:31: the proof says 1, sea.speed(3) / sea.speed(2), rounded up is 2"],
    ),
    "a multiple that is another": (
        ("It carries a half of its length.", "for n in 1 to 9: sea.cargo(n, 1) = half of n"),
        ["4:36: the proof says half, sea.cargo(n, 1) is 1/3 for n = 1"],
    ),
    "a count that the prose does not say": (
        ("So many times 7 knots is 35.", "sea.speed(3) = 7", "5 * sea.speed(3) = 35"),
        ["5:1: the proof says 5 here, the prose above does not"],
    ),
    "a table with a cell that is wrong": (
        (
            "| Sails | Wood |\n| --- | --- |\n| 1 | 3 |\n| 2 | 6 |",
            "for n in 1 to 2: n, sea.speed(n)",
        ),
        ["4:7: the prose says 6 here, the proof says 5 next"],
    ),
    "a table with a row that is missing": (
        (
            "| Sails | Wood |\n| --- | --- |\n| 1 | 3 |",
            "for n in 1 to 2: n, sea.speed(n)",
        ),
        [
            "6:18: the proof says 2 here, the prose above does not",
            "6:21: the proof says 5 here, the prose above does not",
        ],
    ),
    "a line that asks nothing": (
        ("The hull is oak.", '"oak" = oak'),
        ["4:1: no rule has a part in this line"],
    ),
    "a count of what the line itself lists": (
        ("It has two.", '["a", "b"]|length = two'),
        ["4:1: no rule has a part in this line"],
    ),
    "a loop that the line does not need": (
        ("It makes 51, not 7.", "for n in (51, 51): sea.speed(3) = 7"),
        ["4:1: nothing in this line depends on n"],
    ),
    "a loop over an empty list": (
        ("It makes 77.", "for n in []: sea.speed(n) = 77"),
        ["4:10: this loop has nothing to go through, so it holds of nothing"],
    ),
    "a loop over an empty mapping": (
        ("It makes 77.", "for n in {}: sea.speed(n) = 77"),
        ["4:10: this loop has nothing to go through, so it holds of nothing"],
    ),
    "a loop over what a filter leaves of a list": (
        ("It makes 77.", "for n in [1]|reject: sea.speed(n) = 77"),
        ["4:10: this loop has nothing to go through, so it holds of nothing"],
    ),
    "a loop over what a filter leaves of an answer": (
        (
            "It makes 77.",
            'for n in sea.crew(3)|select("gt", sea.speed(9)): sea.speed(n) > 77 = true',
        ),
        ["4:10: this loop has nothing to go through, so it holds of nothing"],
    ),
    "numbers that are joined": (
        ("It makes 77.", "sea.speed(3) ~ sea.speed(3) = 77"),
        ["4:1: 7 and 7 would read as one number"],
    ),
    "numbers that a filter joins": (
        ("It makes 7.7.", '[sea.speed(3), sea.speed(3)]|join(".") = 7.7'),
        ["4:30: 7 and 7 would read as one number"],
    ),
    "a digit of a text": (
        ("It makes 7.", 'way = (sea.speed(3) ~ " of them")', "way[0] = 7"),
        ["5:1: a text with a number in it is not cut"],
    ),
    "the letters of a text": (
        ("It has 4.", "boats.gull.name|length = 4"),
        ["4:1: the filter length does not take texts apart"],
    ),
    "a product of what the prose does not say": (
        ("It has 21.", "sea.speed(1) * sea.speed(3) = 21"),
        ["4:1: both factors come of numbers that the prose does not say"],
    ),
    "a remainder of what the prose does not say": (
        ("It has 1.", "sea.speed(3) % sea.speed(1) = 1"),
        ["4:1: both factors come of numbers that the prose does not say"],
    ),
    "a loop by a name of the book": (
        ("It makes 7.", "for sea in 1 to 2: sea.speed(3) = 7"),
        ['4:1: "sea" is a name of this book'],
    ),
    "a name that failed, said again": (
        ("It makes 7, and 7 it is.", "v = sea.sped(3) = 7", "v"),
        ['4:9: sea has no "sped"'],
    ),
    "a name that failed, and is said alone": (
        ("It makes 7.", "v = sea.sped(3)", "v"),
        ['4:9: sea has no "sped"'],
    ),
    "macros": (
        ("It makes 7.", "printed(7, sea.speed(3)) = 7"),
        ['4:1: "printed" is not a name of this book'],
    ),
    "a rule that is not called": (
        ("It makes 7.", "sea.speed = 7"),
        ["4:1: a function cannot be printed as it is"],
    ),
    "a number word for a name": (
        ("It makes 7.", "first = sea.speed(3) = 7"),
        ["4:1: first is a number word, and so no name"],
    ),
    "a range of a single number": (
        ("It makes 4 to 9.", "sea.speed(3) = 4 to 9"),
        ["4:16: a range has two ends, sea.speed(3) is 7"],
    ),
    "a row": (
        ("It makes 7.", "boats.gull = 7"),
        ["4:1: a Record cannot be printed as it is"],
    ),
    "half of a figure": (
        ("It is half of its 7.", "sea.speed(3) = 7"),
        ["1:7: the prose says half here, the proof says 3 next"],
    ),
    "what no text says": (
        ("It makes 7.", "sea.speed(3) = as 7 as can be"),
        [
            "1:10: the prose says 7 here, the proof says as 7 as can be next",
            "4:16: no number can be read in as 7 as can be; sea.speed(3) is 7",
        ],
    ),
}


@pytest.mark.parametrize(("page", "wrong"), FAILS.values(), ids=FAILS)
def test_a_proof_fails_for(page, wrong):
    prose, *lines = page
    assert proved(prose, *lines) == wrong


@pytest.mark.parametrize(
    "before", ["for masters in 1 to 2: ", "a = b = ", "sea.speed(3) = "], ids=str.strip
)
def test_a_citation_is_in_no_loop_and_has_one_name_at_most(before):
    found = proved("She has one master.", f"{before}HB-1 masters: one")
    assert any("this citation cannot be read" in each for each in found)
