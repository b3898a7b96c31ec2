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
    ("The third law is Law III.\n{.flavour}\n\nLaw VIII.", "VIII"),
    ("Part 3 gulls from 4 terns.\n{.flavour}\n\nPlay XIV of them.", "XIV"),
    ("“3 gulls”", "3"),
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
    ("In the first\nround it leaks.", "first"),
    ("A second sail is set.", "second"),
    ("It takes a single turn.", "single"),
    ("It takes a single [[action point]].", "single"),
    ("It floats once a turn.", "once"),
    ("It floats once per *turn*.", "once"),
    ("It carries a pair of sails.", "pair"),
    ("It carries a couple of sails.", "couple"),
    ("It carries a hundred gulls.", "hundred"),
    ("In the second round it leaks.", "second"),
]
NO_NUMBERS = """
Water is H2O.
We play v0.1 of it.
See SF-17 and T-01.
The boat_3 is gone.
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
A single die is cast.
Both of them sing.
The couple sings, and a pair sings.
A pair of boots sank.
A couple of old boots sank.
The single turn that matters.
It is the single largest boat.
Once a gull came, it stayed.
At once, and once more.
She has sailed at least once.
Part II is about boats, and Chapter 4 about gulls.
I sail, and I V X.
The VIT of an XL boat is MIX.
Zeroed in on the gull.
Freighter and eightsome reel.
Anyone may sing.
They have two gulls, or one or two.
A two-masted boat, and a two-handed oar.
Half of them drown.
It costs half, and a gull goes at half speed.
Only one can steer, and at least one of them floats.
Sails, and one more for wood.
It floats only once, and at most once.
They sing in two voices.
It carries a pair of gulls and a couple of fish.
A few hundred gulls and several dozen fish.
I hope to one day steer.
A double-bladed oar.
A second gull, a single gull, and the first gull.
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
Three&#8212;no, {## 3 ##} none.
""".strip().splitlines()


@pytest.mark.parametrize(("text", "number"), [*IN_FIGURES, *IN_WORDS])
def test_a_number_is_found_as_a_whole(text: str, number: str) -> None:
    assert loose(text) == [number]


@pytest.mark.parametrize("text", NO_NUMBERS[:-1])
def test_what_counts_nothing_is_no_number(text: str) -> None:
    assert loose(text) == []


def test_at_least_half_of_a_hundred_and_forty_texts_hold_none() -> None:
    assert len(NO_NUMBERS) >= 70
    assert len(IN_FIGURES) + len(IN_WORDS) + len(NO_NUMBERS) >= 140


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
        ("", []),
    ],
)
def test_each_number_of_a_text_is_found_once(text: str, numbers: list[str]) -> None:
    assert loose(text) == numbers
