"""An expression is Jinja's own, exact, and has one value and one refusal wherever it is asked.

What it should be is worked out by Python itself, with fractions in place of its numbers.
"""

from __future__ import annotations

import ast
import os
import random
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from corpus import read_pairs
from printing import html_of, print_page
from sessions import page_with
from toy_book import BOOK, cargo, drift, speed

from sfrules.press.doors.calc import Answers
from sfrules.press.expression.bounds import Meter
from sfrules.press.page.answers import Answer, answer, evaluate
from sfrules.press.page.environment import Work

if TYPE_CHECKING:
    from collections.abc import Iterator

COUNT = 2_400 if os.environ.get("NIGHTLY") else 240  # of the expressions that are made up
OF_RULES = ("sea.speed({whole})", "sea.drift({whole})", "sea.speed({whole}, 'iron')")  # all knots
DEEP = 3  # levels of what is made up
LEAVES = ("{whole}", "{whole}", "{decimal}", *OF_RULES)
SIGNS = ("+", "-", "*", "/", "//", "%", "+", "-", "*")


def made_up() -> Iterator[tuple[str, object]]:
    """Arithmetic with rules, and what Python makes of it with fractions."""
    chance = random.Random(25)  # noqa: S311 the same each time

    def leaf() -> str:
        return chance.choice(LEAVES).replace("{decimal}", str(chance.choice([0.5, 1.25, 2.125])))

    def grow(depth: int) -> str:
        if not depth or chance.random() < 0.2:
            text = leaf()
            while "{whole}" in text:
                text = text.replace("{whole}", str(chance.randint(1, 9)), 1)
            return text
        left, right = grow(depth - 1), grow(depth - 1)
        made = f"{left} {chance.choice(SIGNS)} {right}"
        return chance.choice([f"({made})", made, f"-({made})"]) if depth < DEEP else made

    for _ in range(COUNT):
        text = grow(DEEP)
        try:
            yield text, by_python(text)
        except ZeroDivisionError:
            continue


class _Exactly(ast.NodeTransformer):
    """Puts a fraction in place of each number that is no argument of a rule."""

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if isinstance(node.value, bool) or not isinstance(node.value, int | float):
            return node
        return ast.Call(ast.Name("Fraction", ast.Load()), [ast.Constant(str(node.value))], [])

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """What // answers is an integer of Python, of which / would make a float."""
        self.generic_visit(node)
        if not isinstance(node.op, ast.FloorDiv):
            return node
        return ast.Call(ast.Name("Fraction", ast.Load()), [node], [])

    def visit_Call(self, node: ast.Call) -> ast.AST:
        return ast.Call(ast.Name("Fraction", ast.Load()), [node], [])


class _Sea:
    speed, cargo, drift = map(staticmethod, (speed, cargo, drift))


def by_python(text: str) -> object:
    """What Python makes of an expression, exactly."""
    tree = ast.fix_missing_locations(_Exactly().visit(ast.parse(text, mode="eval")))
    names = {"sea": _Sea, "Fraction": Fraction}
    return eval(compile(tree, "expression", "eval"), names)  # noqa: S307 a text of this file


def test_arithmetic_with_rules_is_what_python_makes_of_it() -> None:
    values = dict(made_up())
    assert {text: evaluate(BOOK, text).value for text in values} == values


def test_choices_filters_and_lists_have_their_value() -> None:
    values = dict(read_pairs("expressions", "choices, filters and lists"))
    now = {text: evaluate(BOOK, text).value for text in values}
    assert now == {text: ast.literal_eval(value) for text, value in values.items()}


@pytest.mark.parametrize("part", ["refused", "no expressions"])
def test_what_has_no_value_is_refused_in_its_words(part: str) -> None:
    words = dict(read_pairs("expressions", part))
    faults = {text: evaluate(BOOK, text).fault for text in words}
    now = {text: fault and (fault.elsewhere or fault).message for text, fault in faults.items()}
    assert now == {text: now[text] if said == "…" else said for text, said in words.items()}
    assert None not in now.values()


@pytest.mark.parametrize(
    ("expression", "value", "refusal"),
    [("7 / 2 + sea.speed(3)", "10.5", ""), ("sea.spede(3)", "", 'sea has no "spede"')],
)
def test_every_door_asks_the_same(expression: str, value: str, refusal: str) -> None:
    page = f"It is {{{{ {expression} }}}}.\n"
    assert value in (html_of(page) if value else "")
    proof = f"It is 777.\n\n```proof\n{expression} = 777\n```\n"
    for problems in (
        () if value else print_page(page).problems,
        print_page(proof).problems,
        page_with(f"```pycon\n>>> {expression}\n777\n```\n").problems,
    ):
        told = " ".join(problem.message for problem in problems)
        assert refusal in told
    assert (value or refusal) in Answers(BOOK).answer(expression)


def ask(text: str, **names: object) -> Answer:
    return answer(BOOK, text, names, Work(Meter()))


def test_an_answer_says_what_was_asked() -> None:
    found = ask("sea.speed(sails) + boats.gull.sails", sails=3)
    assert found.value == 10
    assert [(call.function, call.arguments, call.answer) for call in found.calls] == [
        (BOOK.member("sea.speed"), (3,), 7)
    ]
    assert found.names == {"sea.speed", "sails", "boats.gull.sails"}


@pytest.mark.parametrize(
    ("expression", "place"),
    [
        ("1 + sea.spede(3)", (8, 13)),  # the name that it is about
        ("sea.speed(3 4)", (12, 13)),  # the 4
        ("sea.speed(3))", (12, 13)),  # the second bracket
        ("sea.speed(", (9, 10)),
        ("3 +", (2, 3)),  # what is missing would stand behind it
        ("(" * 200 + "1" + ")" * 200, (0, 1)),
        ("", (0, 1)),
    ],
)
def test_a_fault_has_its_place(expression: str, place: tuple[int, int]) -> None:
    fault = evaluate(BOOK, expression).fault
    assert fault
    assert (fault.start, fault.end) == place
