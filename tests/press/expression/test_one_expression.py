"""An expression has one value, and one refusal, wherever it is asked: every door asks one room.

What it should be is worked out by Python itself, with fractions in place of its numbers.
"""

from __future__ import annotations

import ast
import os
import random
import re
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from corpus import read_pairs
from printing import print_page
from sessions import page_with
from toy_book import BOOK, cargo, drift, speed

from sfrules.ground.formats import format_value
from sfrules.press.doors.calc import Answers
from sfrules.press.page.answers import evaluate, saying

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

COUNT = 240 if os.environ.get("NIGHTLY") else 24  # of the expressions that are made up
OF_RULES = ("sea.speed({whole})", "sea.drift({whole})", "sea.speed({whole}, 'iron')")  # all knots
DEEP = 3  # levels of what is made up
LEAVES = ("{whole}", "{whole}", "{decimal}", *OF_RULES)
SIGNS = ("+", "-", "*", "/", "//", "%", "+", "-", "*")
REFUSED = {
    **dict(read_pairs("expressions", "refused")),
    "(" * 200 + "1" + ")" * 200: "the page's expressions or statements are nested too deep",
}
NO_EXPRESSIONS = dict(read_pairs("expressions", "no expressions"))
OTHERS = {
    text: ast.literal_eval(value)
    for text, value in read_pairs("expressions", "choices, filters and lists")
}


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

    known: set[str] = set()
    while len(known) < COUNT:
        text = grow(DEEP)
        try:
            value = by_python(text)
        except ZeroDivisionError:
            continue
        if isinstance(value, int | Fraction) and "sea." in text:
            known.add(text)
            yield text, value


class _Exactly(ast.NodeTransformer):
    """Puts a fraction in place of each number that is no argument of a rule."""

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if isinstance(node.value, bool) or not isinstance(node.value, int | float):
            return node
        return ast.Call(ast.Name("Fraction", ast.Load()), [ast.Constant(str(node.value))], [])

    def visit_Call(self, node: ast.Call) -> ast.AST:
        return ast.Call(ast.Name("Fraction", ast.Load()), [node], [])


class _Sea:
    speed, cargo, drift = map(staticmethod, (speed, cargo, drift))


def by_python(text: str) -> object:
    """What Python makes of an expression, exactly."""
    tree = ast.fix_missing_locations(_Exactly().visit(ast.parse(text, mode="eval")))
    names = {"sea": _Sea, "Fraction": Fraction}
    return eval(compile(tree, "expression", "eval"), names)  # noqa: S307 a text of this file


MADE_UP = dict(made_up())


def on_a_page(text: str) -> str:
    """What a page prints, or refuses."""
    woven = print_page(f"It is {{{{ {text} }}}}.\n")
    return _told(woven.problems) or re.sub(r"<[^<>]*>", "", woven.pages["page.md"].html)[6:].strip(
        ".\n"
    )


def in_a_proof(text: str) -> str:
    """What a line of a proof says that fails."""
    page = f"It is 777.\n\n```proof\n{text} = 777\n```\n"
    return _said(print_page(page).problems, text)


def by_command(text: str) -> str:
    """What `sfrules calc` answers."""
    told = Answers(BOOK).answer(text)
    found = evaluate(BOOK, text)
    if not found.fault:
        return format_value(found.value)
    message = (found.fault.elsewhere or found.fault).message
    assert told.startswith("error: ")
    assert message in told
    return message


def in_a_session(text: str) -> str:
    """What Python's prompt shows on a page, as pages print it, or why a line is refused."""
    (problem,) = page_with(f"```pycon\n>>> {text}\n777\n```\n").problems
    shown = problem.message.removeprefix("the page shows 777, it is ")
    if shown == problem.message:
        return problem.message
    value = eval(shown, {"Fraction": Fraction})  # noqa: S307 what Python shows, it reads
    return format_value(value)


ALONE = (on_a_page, in_a_proof, by_command, in_a_session)


def _told(problems: tuple[object, ...]) -> str:
    return problems[0].message if problems else ""  # type: ignore[attr-defined]


def _said(problems: tuple[object, ...], text: str) -> str:
    """The value in the message of a line that fails, or the message of a refusal."""
    messages = [problem.message for problem in problems]  # type: ignore[attr-defined]
    said = f"the proof says 777, {text} is "
    for message in messages:
        if message.startswith(said):
            return str(message.removeprefix(said))
    return str(messages[0]).removeprefix(f"{text} is ") if messages else ""


def told_by(door: Callable[[str], str], value: object) -> str:
    """How a door tells a value: a proof has its own words for some."""
    if door is in_a_proof and isinstance(value, bool):
        return "true" if value else "false"
    return format_value(value)


@pytest.mark.parametrize("door", ALONE, ids=lambda door: door.__name__)
def test_arithmetic_with_rules_is_what_python_makes_of_it(door: Callable[[str], str]) -> None:
    told = {text: door(text) for text in MADE_UP}
    assert told == {text: told_by(door, value) for text, value in MADE_UP.items()}


@pytest.mark.parametrize("door", ALONE, ids=lambda door: door.__name__)
def test_choices_filters_and_lists_have_one_value(door: Callable[[str], str]) -> None:
    told = {text: door(text) for text in OTHERS}
    assert told == {text: told_by(door, value) for text, value in OTHERS.items()}


def test_what_is_refused_is_refused_in_the_same_words_everywhere() -> None:
    told = {text: {door(text) for door in ALONE} for text in REFUSED}
    assert {text: words for text, words in told.items() if len(words) > 1} == {}
    said = {text: words.pop() for text, words in told.items()}
    assert {text: said[text] for text, words in REFUSED.items() if words != "…"} == {
        text: words for text, words in REFUSED.items() if words != "…"
    }


def test_what_is_no_expression_is_told_in_the_same_words_where_it_stands_alone() -> None:
    told = {text: {door(text) for door in ALONE} for text in NO_EXPRESSIONS}
    assert {text: words for text, words in told.items() if len(words) > 1} == {}
    said = {text: words.pop() for text, words in told.items()}
    assert {text: said[text] for text, words in NO_EXPRESSIONS.items() if words != "…"} == {
        text: words for text, words in NO_EXPRESSIONS.items() if words != "…"
    }


@pytest.mark.parametrize(
    ("expression", "place"),
    [
        ("sea.speed(3 4)", (12, 13)),  # the 4
        ("sea.speed(3))", (12, 13)),  # the second bracket
        ("sea.speed(", (9, 10)),
        ("3 +", (2, 3)),  # what is missing would stand behind it
        ("(", (0, 1)),
        ("", (0, 1)),
    ],
)
def test_an_expression_that_cannot_be_read_is_refused_at_its_place(
    expression: str, place: tuple[int, int]
) -> None:
    fault = evaluate(BOOK, expression).fault
    assert fault
    assert (fault.start, fault.end) == place


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("speed(3)", True),
        ("sea.speed( 3 ) + 1", True),
        ("for n in (1, 2): n * speed(3)", True),
        ("speed(4)", False),
        ("cargo(3)", False),
        ("speed(3", False),
        ("a sloop makes speed(3) knots", False),
    ],
)
def test_an_expression_is_found_wherever_a_longer_one_says_it(text: str, *, says: bool) -> None:
    assert saying(BOOK, "sea.speed(3)")(text) is says


def test_any_number_of_blanks_behind_an_expression_is_passed_over_at_once():
    assert evaluate(BOOK, "7" + " " * 50_000).value == 7
