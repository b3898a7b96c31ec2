"""Which words and signs of a sentence are numbers, and which only look like some."""

from __future__ import annotations

import pytest
from auditing import loose

IN_FIGURES = [
    ("It costs 12 crowns.", "12"),
    ("It costs 1,024 crowns.", "1,024"),
    ("It is 2.5 meters long.", "2.5"),
    ("It is .5 meters long.", ".5"),
    ("It hits 60% of the time.", "60%"),
    ("It hits 60 % of the time.", "60 %"),
    ("It hits 60 percent of the time.", "60 percent"),
    ("Attack at +1.", "+1"),
    ("Attack at −2.", "−2"),
    ("Attack at -2.", "-2"),
    ("Attack (+2).", "+2"),
    ("Damage ×1.5 on a hit.", "×1.5"),
    ("Damage x3 on a hit.", "x3"),
    ("Damage 2× on a hit.", "2×"),
    ("It takes 2/3 of a day.", "2/3"),
    ("It takes ½ a day.", "½"),
    ("It takes 1½ days.", "1½"),
    ("The 3rd wave breaks.", "3rd"),
    ("The 1st wave breaks.", "1st"),
    ("The 2nd wave breaks.", "2nd"),
    ("Roll a d20.", "d20"),
    ("Roll 2d6+3 for it.", "2d6+3"),
    ("Roll 2d6 + 3 for it.", "2d6 + 3"),
    ("Roll D% for it.", "D%"),
    ("Roll d66 for it.", "d66"),
    ("On 1–4 it fails.", "1–4"),
    ("On 1-4 it fails.", "1-4"),
    ("On 11 to 17 it fails.", "11 to 17"),
    ("It deals 7W damage.", "7"),
    ("A level-7 gunner.", "7"),
    ("Set out at 10:30 sharp.", "10:30"),
    ("A bag holds ٣ stones.", "٣"),
    ("The harbor of the 1320s.", "1320s"),
    ("**3** gulls", "3"),
    ("gulls (3)", "3"),
    ("_3_ gulls", "3"),
    ("A gull of Rank IV.", "IV"),
    ("A gull of Rank IV", "IV"),
    ("A boat of Sail IV", "IV"),
    ("The third law is Law III.\n{.flavour}\n\nLaw VIII.", "VIII"),
    ("Part 3 gulls from 4 terns.\n{.flavour}\n\nPlay XIV of them.", "XIV"),
    ("“3 gulls”", "3"),
    ("Worth 96M of it.", "96M"),
    ("Worth 96k of it.", "96k"),
    ("Worth 96bn of it.", "96bn"),
    ("Worth 96e3 of it.", "96e3"),
    ("Worth 96‰ of it.", "96‰"),
    ("Worth 96\N{NO-BREAK SPACE}% of it.", "96\N{NO-BREAK SPACE}%"),
    ("Worth 96\N{NARROW NO-BREAK SPACE}% of it.", "96\N{NARROW NO-BREAK SPACE}%"),
    ("Worth 96\N{THIN SPACE}% of it.", "96\N{THIN SPACE}%"),
    ("Worth 96&nbsp;% of it.", "96&nbsp;%"),
    ("Worth 96％ of it.", "96％"),
    ("Worth 96 pct of it.", "96 pct"),
    ("Worth 96 per mille of it.", "96 per mille"),
    ("Worth 96 million of it.", "96 million"),
    ("Worth 96 trillion of it.", "96 trillion"),
    ("Worth 96 dozen of it.", "96 dozen"),
    ("Worth 96-fold.", "96-fold"),
    ("Worth $96 of it.", "$96"),
    ("Worth −$96 of it.", "−$96"),
    ("Worth 96 € of it.", "96 €"),
    ("Worth 96° of it.", "96°"),
    ("Worth 96^2 of it.", "96^2"),
    ("Worth 12\N{THIN SPACE}000 of it.", "12\N{THIN SPACE}000"),
    ("Attack at –2.", "–2"),
    ("Attack at \N{NON-BREAKING HYPHEN}2.", "\N{NON-BREAKING HYPHEN}2"),
    ("Attack at －2.", "－2"),
    ("Attack at ⁻2.", "⁻2"),
    ("Attack at &minus;2.", "&minus;2"),
    ("The check is DC77.", "77"),
    ("The check is AC-77.", "77"),
    ("A Level-77 gunner.", "77"),
    ("A Size-77 boat.", "77"),
    ("A Tier_77 boat.", "77"),
    ("It has hp77.", "77"),
    ("It has HP:77.", "77"),
    ("He is lvl77.", "77"),
    ("He is lvl.77.", "77"),
    ("It is at v7.7 pence.", "7.7"),
    ("The fare is a total of 1800.", "1800"),
    ("An army of 2000, all told.", "2000"),
    ("Levels go up after 1600.", "1600"),
    ("It costs from 1999; haggle.", "1999"),
    ("(c) 1500 pence", "1500"),
    ("Copyright 1500 pence is due.", "1500"),
    ("She has Section 77 seats.", "77"),
    ("Book 77 seats for it.", "77"),
    ("A page 7 years old.", "7"),
    ("She needs 31 March drums.", "31"),
    ("She is a version 77 seats wide.", "77"),
    ("She has 7.7.7 seats.", "7.7.7"),
    ("On 2024-01-77 it sank.", "2024-01-77"),
    ("A gull of Level XL.", "XL"),
    ("A gull of level vii.", "vii"),
    ("A gull of Rank X.", "X"),
    ("A gull of Level *LX*.", "LX"),
    ("A gull of Level C.", "C"),
    ("A gull of level Ⅶ.", "Ⅶ"),
    ("Carry ⅞ of it.", "⅞"),
    ("Carry ⑦ of it.", "⑦"),
    ("Carry ㊿ of it.", "㊿"),
    ("Carry ７７ of it.", "７７"),
    ("Carry ⁷ of it.", "⁷"),
    ("Carry 𝟟 of it.", "𝟟"),
    ("Carry 七 of it.", "七"),
    ("On a ⚅ it sinks.", "⚅"),
]
IN_WORDS = [
    ("They have zero chances.", "zero"),
    ("They have two sails.", "two"),
    ("They have two more sails.", "two"),
    ("It costs two hit points.", "two"),
    ("It is two feet long.", "two"),
    ("It ends in round two.", "two"),
    ("It is two km long.", "two"),
    ("A two-square boat.", "two"),
    ("Seven gulls sat there.", "Seven"),
    ("SEVEN GULLS", "SEVEN"),
    ("_Seven_ gulls", "Seven"),
    ("There are nineteen.", "nineteen"),
    ("There are twenty-five.", "twenty-five"),
    ("There are forty two.", "forty two"),
    ("There are a hundred.", "hundred"),
    ("There are one hundred and five.", "one hundred and five"),
    ("There are two thousand.", "two thousand"),
    ("There are a dozen.", "dozen"),
    ("There are half a dozen.", "half a dozen"),
    ("Half a turn is lost.", "Half"),
    ("It loses half of its sails.", "half"),
    ("Cut it into halves.", "halves"),
    ("A quarter of them drown.", "quarter"),
    ("Three quarters of them drown.", "Three quarters"),
    ("A third of them drown.", "third"),
    ("Two-thirds of them drown.", "Two-thirds"),
    ("One-third of them drown.", "One-third"),
    ("Double the damage.", "Double"),
    ("The price doubles.", "doubles"),
    ("A doubled price.", "doubled"),
    ("It goes twice as far.", "twice"),
    ("It goes thrice as far.", "thrice"),
    ("Triple the damage.", "Triple"),
    ("It is threefold.", "threefold"),
    ("Roll sixes.", "sixes"),
    ("A three-masted boat.", "three"),
    ("At half-sail she drifts.", "half"),
    ("Two and a half knots.", "Two and a half"),
    ("Two to four gulls.", "Two to four"),
    ("One or two sails.", "One or two"),
    ("Two or three gulls.", "Two or three"),
    ("It hits fifty percent of the time.", "fifty percent"),
    ("The fifth wave breaks.", "fifth"),
    ("The twenty-first wave breaks.", "twenty-first"),
    ("A tenth of it is lost.", "tenth"),
    ("One square is flooded.", "One"),
    ("one extra square", "one"),
    ("It costs one action point.", "one"),
    ("It costs one [[action point]].", "one"),
    ("It costs one *action point*.", "one"),
    ("It costs one hit point.", "one"),
    ("It lasts one minute.", "one"),
    ("At one level higher it sinks.", "one"),
    ("It needs one more sail.", "one"),
    ("At least one sail is set.", "one"),
    ("The price rises by one.", "one"),
    ("It begins at level one.", "one"),
    ("Sails minus one.", "one"),
    ("Roll a one and it sinks.", "one"),
    ("A natural one sinks it.", "one"),
    ("A sailor of first level.", "first"),
    ("A first-level sailor.", "first"),
    ("In the first\nturn it leaks.", "first"),
    ("A second sail is set.", "second"),
    ("It takes a single turn.", "single"),
    ("It takes a single [[action point]].", "single"),
    ("It floats once a turn.", "once"),
    ("It floats once each boat.", "once"),
    ("It floats once per *turn*.", "once"),
    ("It carries a pair of sails.", "pair"),
    ("It carries a couple of sails.", "couple"),
    ("It carries a hundred gulls.", "hundred"),
    ("In the second turn it leaks.", "second"),
    ("They have two gulls.", "two"),
    ("Roll two dice.", "two"),
    ("Roll two d6s.", "two"),
    ("Add two to the roll.", "two"),
    ("The toll rises by two.", "two"),
    ("Higher than the two sails.", "two"),
    ("A boat has one sail.", "one"),
    ("It takes one action each turn.", "one"),
    ("Add one to the roll.", "one"),
    ("A gull goes at half speed.", "half"),
    ("It costs half your base speed.", "half"),
    ("It deals half damage.", "half"),
    ("It is half as high.", "half"),
    ("A success costs half of that.", "half"),
    ("Only half is at stake.", "half"),
    ("It is half again as high.", "half"),
    ("They cross half-price.", "half"),
    ("Children pay half.", "half"),
    ("A hit costs both actions.", "both"),
    ("A hit costs both of its sails.", "both"),
    ("A hit sinks both hardy boats.", "both"),
    ("A single die is cast.", "single"),
    ("A single gull.", "single"),
    ("A boat rolls again once per crossing.", "once"),
    ("It floats at most once.", "once"),
    ("It floats once in a fight.", "once"),
    ("It goes twice the distance.", "twice"),
    ("It attacks twice.", "twice"),
    ("A pair of gulls.", "pair"),
    ("A trio of seats.", "trio"),
    ("A score of seats.", "score"),
    ("A gross of seats.", "gross"),
    ("Seven score of them.", "Seven score"),
    ("It carries threescore.", "threescore"),
    ("It costs sixpence.", "sixpence"),
    ("It costs tuppence.", "tuppence"),
    ("It costs a ha'penny.", "ha'penny"),
    ("Quintuple the damage.", "Quintuple"),
    ("It is sextupled.", "sextupled"),
    ("It is twentyfold.", "twentyfold"),
    ("It is ninety-fold.", "ninety-fold"),
    ("The fare is nil.", "nil"),
    ("The fare is nought.", "nought"),
    ("The fare is naught.", "naught"),
    ("The fare is zero.", "zero"),
    ("Down to zero hit points.", "zero"),
    ("A trillion of them.", "trillion"),
    ("Seventy\N{NON-BREAKING HYPHEN}seven of them.", "Seventy\N{NON-BREAKING HYPHEN}seven"),
]
NO_NUMBERS = """
Water is H2O.
We play v0.1 of it.
See SF-17 and T-01.
The boat_x3y is gone.
The area is in m².
No one is aboard.
Everyone is aboard, and someone sings.
They like one another.
One of them sings.
One by one they sing.
Each one sings.
This one sings, and that one does not.
The one round that matters is over.
A big one got away.
She is the one who sings.
Which one sings?
The lower one adds nothing.
One day, a gull came.
One must not sing.
One will notice the gull.
The only one with sails sank.
One more thing is needed.
It is one-sided.
The ones that sing are gulls.
One {{ boats.gull.name }} sings.
Once it sang, and at once it flew.
First, draw a line.
The first who sang flew.
As first printed, it was longer.
She sang first.
Read the first line.
A second long and no more.
It takes a second.
Each second counts.
It moves meters a second take away.
It is no second mistake.
The second shows the sum.
A one-off affair.
Seconds pass, and minutes.
On second thought, stay.
They live in close quarters.
Give no quarter.
The sleeping quarters leak.
Double-check the knots.
They doubled back.
Put it between double quotes.
A third party steers.
They crawl on all fours.
A half-elf steers.
The halfling sleeps.
They are halfway there.
Hundreds of gulls came, and thousands of fish.
Dozens of them sang.
The tense weight of often.
Someone tends the tent.
A single mistake drowns them.
Both of them sing.
The couple sings, and a pair sings.
A pair of boots sank.
A couple of old boots sank.
The single turn that matters.
It is the single largest boat.
Once a gull came, it stayed.
At once, and once more.
It sails on once each boat has gone.
She has sailed at least once.
See Part II, and in Chapter 4, of gulls (page 77).
I sail, and I V X.
The VIT of an XL boat is MIX.
Zeroed in on the gull.
Freighter and eightsome reel.
Anyone may sing.
They have one or two, and the two of them sing.
A two-masted boat, and a two-handed oar.
Half a mind to sing.
It is half empty, half hidden, and half the fun.
Only one can steer, and at least one of them floats.
Sails, and one more for wood.
It floats only once, in the first round.
They sing in two voices.
It carries a pair of shears and a couple of fish.
A few hundred gulls and several dozen fish.
I hope to one day steer.
A double-bladed oar.
A second gull, and the first gull.
A percentage is a chance.
A few percent sink.
We met on 2026-11-20.
We met on 20 November 2026.
We met on November 20, 2026.
We met in November 2026.
We met on November 20 in the harbor.
Copyright 2024–2026 by the crew.
© 2026 the crew.
This is version 0.1 of it.
This is Version 2 of it.
Take 3.11.4 or later.
Take Python 3.11 or later.
It is under CC BY 4.0, or CC BY-SA 4.0.
See chapter 4 for more.
The fifth edition says so.
The 5th edition says so.
Look at https://boats.example/3/4?page=5 for it.
Write to www.boats4you.example at once.
It is in chart2.md and in 12-knots.csv.
A boat, one of the size of a gull.
See which to add, one by one.
In 1816, the second edition was printed.
She was built in 1800.
The song was written in 1800, and printed after 1816.
The song is of the 1790s.
See chapter vii.
ISBN 978-3-16-148410-0.
In the second round it leaks.
The first casualty, a second thought, and a 3rd party.
Morale falls below zero, or down to zero.
It is a zero-sum game, and comes to naught.
Think twice, and check twice.
He rolls twice, and never twice in a row.
He sees double, once in a while.
Both sides, both banks, and both of them.
It is both wide and deep.
Both speed and drift count.
Both sails and oars count.
Every single sailor sings, and not a single sail is set.
The single largest sail.
He is in two minds, in two ways.
Two can play at it, two by two.
A two-faced sailor with a two-edged sword.
His better half had half a mind to swim.
She scored, and has a high score.
The level I chose, and the rank I hold.
Three&#8212;no, {## 3 ##} none.
""".strip().splitlines()


def test_a_number_is_found_as_a_whole() -> None:
    found = [(text, number, loose(text)) for text, number in [*IN_FIGURES, *IN_WORDS]]
    assert [each for each in found if each[2] != [each[1]]] == []


def test_what_counts_nothing_is_no_number() -> None:
    assert [(text, loose(text)) for text in NO_NUMBERS[:-1] if loose(text)] == []


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("From 2 boats, 3 sink.", ["2", "3"]),
        ("Between 11 and 17 knots.", ["11", "17"]),
        ("The chance is one in six.", ["one", "six"]),
        ("Seven of the 12 sink.", ["Seven", "12"]),
        ("Three&#8212;no, four gulls.", ["Three", "four"]),
        ("| 3 | gull |\n| --- | --- |\n| 4 | tern |", ["3", "4"]),
        ("four\nthree", ["four", "three"]),
        ("İ İ İ four", ["four"]),
        ("Gulls.\n\n```3", []),
        ("Type `4 gulls\nor 7 terns\nor 9` now.", ["4", "7", "9"]),
        ("", []),
    ],
)
def test_each_number_of_a_text_is_found_once(text: str, numbers: list[str]) -> None:
    assert loose(text) == numbers
