"""Expressions are Jinja's own, exact, within bounds, and reach nothing but what the book offers."""

from __future__ import annotations

import ast

import pytest
from corpus import read_pairs
from toy_book import BOOK

from sfrules.press.expression.bounds import Meter
from sfrules.press.page.answers import Answered, answer
from sfrules.press.page.environment import Work

VALUES = dict(read_pairs("expressions", "choices, filters and lists"))


def ask(text: str, **names: object) -> Answered:
    return answer(BOOK, text, names, Work(Meter()))


@pytest.mark.parametrize("text", VALUES)
def test_an_expression_has_its_value(text: str) -> None:
    assert ask(text).value == ast.literal_eval(VALUES[text])


def test_an_answer_says_what_was_asked() -> None:
    found = ask("sea.speed(sails) + boats.gull.sails", sails=3)
    assert found.value == 10
    assert [(call.function, call.arguments, call.answer) for call in found.calls] == [
        (BOOK.member("sea.speed"), (3,), 7)
    ]
    assert found.names == {"sea.speed", "sails", "boats.gull.sails"}


def test_a_fault_stands_at_the_name_it_is_about() -> None:
    fault = ask("1 + sea.spede(3)").fault
    assert fault
    assert (fault.message, fault.start, fault.end) == ('sea has no "spede"', 8, 13)
