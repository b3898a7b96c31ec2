"""The unit that prose says beside a number is that of the line which vouches for it."""

from __future__ import annotations

from dataclasses import replace

from printing import print_page
from toy_book import BOOK

from sfrules.press.things.book import Unit, Units


def test_what_is_computed_counts_what_its_rule_does() -> None:
    strict = BOOK.checking(no_loose_numbers=True)
    said = {
        noun: [
            each.message
            for each in print_page(f"She makes {{{{ sea.speed(3) }}}} {noun}.\n", strict).problems
        ]
        for noun in ("knots", "sails", "of them")
    }
    assert said == {
        "knots": [],
        "sails": ["the prose says sails here, this counts knots"],
        "of them": [],
    }


def test_a_rate_counts_by_its_own_unit():
    watch, bell = Unit("watches", ("watch", "watches")), Unit("bells", ("bell", "bells"))
    rate = Unit("knots per watch", ("knots",), ("sea.speed",), per="watches")
    book = replace(BOOK, units=Units({each.name: each for each in (rate, watch, bell)}))
    text = "She makes 7 knots {}.\n\n```proof\nsea.speed(3) = 7\n```\n"
    said = {
        words: [each.message for each in print_page(text.format(words), book).problems]
        for words in ("a watch", "in each watch", "a bell", "per bell", "a day")
    }
    wrong = "the prose says knots {} here, its line in the proof counts knots per watch"
    assert said == {
        "a watch": [],
        "in each watch": [],
        "a bell": [wrong.format("a bell")],
        "per bell": [wrong.format("per bell")],
        "a day": [],
    }
