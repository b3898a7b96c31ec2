"""The answer of a worked example is the rule's own, and the formula has to give it exactly."""

import functools
from decimal import Decimal
from fractions import Fraction

import pytest

from sfrules.ground.problems import Mistake
from sfrules.press.expression.tree import Constant, Extreme, Operation
from sfrules.press.things.formulas import Unreadable, Words, formula_text, work_through

WORDS = Words()


def checked(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        if any(value > 100 for value in (*args, *kwargs.values()) if isinstance(value, int)):
            raise ValueError("a value is above 100")
        return function(*args, **kwargs)

    return wrapper


def changed_by(change):
    """A decorator that keeps a rule's name and changes its answer."""

    def decorator(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            return change(function(*args, **kwargs))

        return wrapper

    return decorator


@checked
def load(weight, length, width=0):
    return 10 + weight + max(length, width)


def halved(weight):
    return weight * 5 // 2


def test_a_worked_example_holds_its_steps_as_values():
    worked = work_through(load, WORDS, {"weight": 1, "length": 4, "width": 3})
    ten_and_one = Operation("+", Constant(10), Constant(1))
    higher = Extreme(highest=True, operands=(Constant(4), Constant(3)))
    assert worked.steps[0] == Operation("+", ten_and_one, higher)
    assert worked.steps == (
        worked.steps[0],
        Operation("+", ten_and_one, Constant(4)),
        Constant(15),
    )
    assert worked.formula.source.name == "load"


@pytest.mark.parametrize("decimal", [0.7, Decimal("0.7"), Fraction(7, 10)])
def test_a_decimal_is_the_number_that_it_says(decimal):
    @functools.wraps(halved)
    def exactly(weight):
        return halved(Fraction(str(weight)))

    assert "= 0.7 × 5 ÷ 2, rounded down" in formula_text(
        work_through(exactly, WORDS, {"weight": decimal})
    )


def test_defaults_count_as_arguments_and_stay_in_sight():
    worked = work_through(load, WORDS, {"weight": 1, "length": 4})
    assert "= 10 + 1 + the higher of 4 and 0" in formula_text(worked)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"wieght": 1, "length": 2}, "load(weight, length, width=0) has no parameter wieght"),
        ({"length": 2}, "load(weight, length, width=0): missing a required argument: 'weight'"),
    ],
)
def test_a_wrong_argument_is_reported_with_the_signature(arguments, message):
    with pytest.raises(Mistake) as caught:
        work_through(load, WORDS, arguments)
    assert str(caught.value) == message


def test_a_rule_refuses_arguments_by_itself():
    with pytest.raises(ValueError, match="a value is above 100"):
        work_through(load, WORDS, {"weight": 101, "length": 1})


def test_parameters_may_be_of_any_kind():
    def priced(weight, length, *, width=2):
        return weight + length * width

    assert work_through(priced, WORDS, {"weight": 1, "length": 2, "width": 3}).steps[
        -1
    ] == Constant(7)
    assert work_through(priced, WORDS, {"length": 2, "weight": 1}).steps[-1] == Constant(5)


def test_an_answer_that_the_formula_does_not_give_is_refused():
    @changed_by(lambda answer: answer * 2)
    def cost(a):
        return a + 1

    with pytest.raises(Unreadable) as caught:
        work_through(cost, WORDS, {"a": 2})
    assert caught.value.reason == "the formula gives 3, the rule 6"
    assert caught.value.line == cost.__wrapped__.__code__.co_firstlineno + 1


def test_yes_is_not_one():
    @changed_by(int)
    def is_large(a):
        return a > 1

    with pytest.raises(Unreadable, match="the formula gives True, the rule 1"):
        work_through(is_large, WORDS, {"a": 2})


def test_a_float_from_the_rule_is_refused_even_where_it_is_equal():
    def half(a):
        return a / 2

    assert work_through(half, WORDS, {"a": Fraction(1)}).steps[-1] == Constant(Fraction(1, 2))
    with pytest.raises(Unreadable, match="0.5 is no exact number"):
        work_through(half, WORDS, {"a": 1})


def test_a_root_is_not_exact():
    def root(a, n):
        return a**n

    with pytest.raises(Unreadable, match="is no exact number"):
        work_through(root, WORDS, {"a": 2, "n": Fraction(1, 2)})


@pytest.mark.parametrize(("value", "shown"), [(True, "True"), ("kg", '"kg"')])
def test_what_is_no_number_is_not_put_where_a_number_belongs(value, shown):
    def doubled(a):
        return a * 2

    with pytest.raises(Unreadable, match=f"{shown} is no exact number"):
        work_through(doubled, WORDS, {"a": value})


def test_what_is_no_value_has_no_place_in_a_formula():
    def same(a):
        return a

    with pytest.raises(Unreadable, match=r"\(1, 2\) is no exact number"):
        work_through(same, WORDS, {"a": (1, 2)})
