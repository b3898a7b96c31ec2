"""Parentheses stand where they are needed.

A formula's text, and every step of a worked example, gives what the rule answers when it is read
back by the rules of arithmetic and of its words alone.
"""

import math
import re
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st
from written import written

from sfrules.press.things.formulas import Words, formula_text, read_formula, work_through

TOKEN = re.compile(
    r"\s*(the higher of|the lower of|the remainder of|the difference between|without its sign"
    r"|, rounded down|, but|at least|at most|and|\d+(?:,\d{3})*(?:\.\d+)?(?:/\d+)?|[a-z]+"
    r"|[-+×÷^()−])"
)
NAMES = ("a", "b", "c")


def python_of(depth):
    """Python expressions that can have any value but an inexact one."""
    leaf = st.sampled_from((*NAMES, "2", "7", "-3", 'Fraction("1.5")'))
    if not depth:
        return leaf
    part = python_of(depth - 1)
    two = st.tuples(st.sampled_from("+-*"), part, part).map("({0[1]} {0[0]} {0[2]})".format)
    divided = st.tuples(part, st.sampled_from(("2", "5", "(c * c + 1)"))).map(
        lambda t: f"Fraction({t[0]}, {t[1]})"
    )
    divisor = st.sampled_from(("2", "(c * c + 1)", "-4"))
    return st.one_of(
        leaf,
        two,
        two,
        divided,
        st.tuples(part, divisor).map(lambda t: f"({t[0]} // {t[1]})"),
        st.tuples(part, divisor).map(lambda t: f"({t[0]} % {t[1]})"),
        part.map(lambda p: f"(-{p})"),
        part.map(lambda p: f"({p} ** 2)"),
        st.tuples(st.sampled_from(("max", "min")), part, part).map("{0[0]}({0[1]}, {0[2]})".format),
        part.map(lambda p: f"abs({p})"),
        part.map(lambda p: f"math.floor({p})"),
    )


def made(expression):
    """A rule of a, b and c that answers an expression."""
    text = f"def rule(a, b, c):\n    return {expression}\n"
    return written(text, Fraction=Fraction, math=math)


class Reading:
    """The book's grammar, written down once more, without a look at the code under test."""

    def __init__(self, text, values):
        self.tokens, self.at, self.values = [], 0, values
        while text.strip():
            match = TOKEN.match(text)
            self.tokens.append(match[1])
            text = text[match.end() :]

    def next(self, *expected):
        token = self.tokens[self.at] if self.at < len(self.tokens) else ""
        if expected and token not in expected:
            return ""
        self.at += 1
        return token

    def whole(self):
        value = self.phrase()
        assert self.at == len(self.tokens), self.tokens[self.at :]
        return value

    def refuse(self, *tokens):
        assert self.tokens[self.at : self.at + 1] not in [[token] for token in tokens]

    def end(self):
        """Nothing may follow words that have no end of their own."""
        assert self.tokens[self.at : self.at + 1] in ([], [")"])

    def phrase(self):
        """A sum, and what is said after it."""
        value = self.sum()
        if self.next(", rounded down"):
            value = math.floor(value)
        elif self.next("without its sign"):
            return abs(value)
        if self.next(", but"):
            value = self.bounded(value)
            return self.bounded(value) if self.next("and") else value
        return value

    def bounded(self, value):
        bound = {"at least": max, "at most": min}[self.next()]
        return bound(value, self.signed())

    def sum(self):
        value = self.product()
        while sign := self.next("+", "−"):
            self.refuse("−")
            right = self.product()
            value = value + right if sign == "+" else value - right
        return value

    def product(self):
        value = self.signed()
        while sign := self.next("×", "÷"):
            self.refuse("−")
            right = self.signed()
            value = value * right if sign == "×" else Fraction(value) / right
        return value

    def signed(self):
        return -self.power() if self.next("−") else self.power()

    def power(self):
        value = self.single()
        return value ** self.single() if self.next("^") else value

    def single(self):
        """What holds together by itself; the words without an end take single things, in turn."""
        word = self.next()
        if word == "(":
            value = self.phrase()
            assert self.next(")")
            return value
        if word in ("the higher of", "the lower of", "the difference between"):
            left = self.signed()
            assert self.next("and")
            right = self.signed()
            self.end()
            worked = {"the higher of": max, "the lower of": min}
            return worked.get(word, lambda x, y: abs(x - y))(left, right)
        if word == "the remainder of":
            left = self.signed()
            assert self.next("÷")
            self.refuse("−")
            right = self.signed()
            self.end()
            return left % right
        if word in self.values:
            return self.values[word]
        return Fraction(word.replace(",", ""))


VALUES = st.one_of(st.integers(-6, 6), st.fractions(-3, 3, max_denominator=4))


@settings(derandomize=True)
@given(python_of(3), VALUES, VALUES, st.integers(-6, 6))
def test_a_formula_read_back_gives_what_the_rule_answers(expression, a, b, c):
    rule = made(expression)
    text = formula_text(read_formula(rule, Words())).removeprefix("Rule = ")
    assert Reading(text, {"a": a, "b": b, "c": c}).whole() == rule(a, b, c)


@settings(derandomize=True)
@given(python_of(3), VALUES, VALUES, st.integers(-6, 6))
def test_every_step_of_a_worked_example_gives_what_the_rule_answers(expression, a, b, c):
    rule = made(expression)
    arguments = {"a": a, "b": b, "c": c}
    _, *steps = formula_text(work_through(rule, Words(), arguments)).splitlines()
    assert steps
    for step in steps:
        assert Reading(step.removeprefix("= "), {}).whole() == rule(a, b, c), step
