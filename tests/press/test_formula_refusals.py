"""Code that is no formula is refused, with the reason and the place; it is never approximated."""

import math
from fractions import Fraction
from types import SimpleNamespace

import pytest
from written import written

from sfrules.press.things.formulas.formula import Unreadable, Words, read_formula

GEAR = SimpleNamespace(name="gear", by_name={"rope": "long rope"}, look_up=dict)
WORDS = Words(names={"fee": "charge", "paid": "toll"}, lookups=frozenset({"row"}), tables=(GEAR,))


def charge(a):
    return a


def toll(a):
    return a


def _hidden(a):
    return a


def takes_all(*values):
    return values


def takes_default(a, b=None):
    return a if b is None else b


def round_down(number):
    return math.trunc(number)


def row(table, key):
    return SimpleNamespace(rate=len(table) + key)


class Box:
    def weigh(self, a):
        return a


NAMES = {
    "charge": charge,
    "toll": toll,
    "_hidden": _hidden,
    "takes_all": takes_all,
    "takes_default": takes_default,
    "round_down": round_down,
    "row": row,
    "Box": Box,
    "Fraction": Fraction,
    "RATE": 2.5,
    "TABLE": {"a": 1, "b": 0.5},
    "PAIR": [1, 2],
    "PLACE": SimpleNamespace(rate=3),
    "GEAR": GEAR,
}

REFUSED_RETURNS = [
    ("sum(n for n in range(a))", "a call of something that is no rule"),
    ("[n for n in a]", "a comprehension cannot be read as a formula"),
    ("(lambda n: n)(a)", "only names, and names of modules, can be read"),
    ("(c := a) + c", "an assignment within an expression cannot be read as a formula"),
    ('f"{a}"', "a formatted text cannot be read as a formula"),
    ("(a, b)", "a tuple cannot be read as a formula"),
    ("a[1:]", "the glossary has no words for this part of a parameter"),
    ("a[0]", "the glossary has no words for this part of a parameter"),
    ("a[b]", "the glossary has no words for this part of a parameter"),
    ("max(*a)", "a star argument cannot be read as a formula"),
    ("charge(*a)", "arguments with stars cannot be read as a formula"),
    ("charge(**a)", "arguments with stars cannot be read as a formula"),
    ("max(a, b, key=abs)", "key cannot be read in this call"),
    ("max(a)", "two or more arguments are needed here"),
    ("abs(a, b)", "one argument is needed here"),
    ("round(a)", "round() takes a half to the even number; say which way"),
    ("a + nowhere", "nowhere is not known here"),
    ("len(a)", "a call of something that is no rule"),
    ("Box(a)", "a call of something that is no rule"),
    ("TABLE(a)", "a call of something that is no rule"),
    ("a.bit_length()", "only names, and names of modules, can be read"),
    ("Box().weigh(a)", "only names, and names of modules, can be read"),
    ("_hidden(a)", "_hidden is private, and no rule of the book"),
    ("charge(a, a)", "charge(a): too many positional arguments"),
    ("charge()", "charge(a): missing a required argument: 'a'"),
    ("takes_all(a)", "the rule takes arguments with stars"),
    ("takes_default(a)", "b is left out, and no number or word stands for it"),
    ("round_down(a)", "round_down does not round as its name says"),
    ("a * 2.5", "a binary float is not exact; write a Fraction"),
    ("a * RATE", "a binary float is not exact; write a Fraction"),
    ("TABLE[a]", "a binary float is not exact; write a Fraction"),
    ("PAIR[a]", "only a mapping can be asked for an entry"),
    ("a + PLACE.rate", "only names, and names of modules, can be read"),
    ("a + GEAR.oar.price", "only names, and names of modules, can be read"),
    ("a.rate", "only names, and names of modules, can be read"),
    ("charge(a).rate", "a field of something that is no row of a table"),
    ('row("rates").rate', "a lookup needs a table's id and a key"),
    ("row(a, b).rate", "a lookup needs a table's id and a key"),
    ("str(a)", "only a field of a table can be read as text"),
    ('a * Fraction("half")', "this text says no number"),
    ("Fraction(a, b, a)", "a fraction is made of one number or of two"),
    ("a + charge", "a value of the kind function has no words in a formula"),
    ("None", "a value of the kind NoneType has no words in a formula"),
    ("1 if a else b", "a comparison is needed here"),
    ("a or b", "a comparison is needed here"),
    ("not a", "a comparison is needed here"),
    ("(a > b) + 1", "a number is needed here"),
    ('a + "kg"', "a number is needed here"),
    ('max(a, "kg")', "a number is needed here"),
    ('a < "kg"', "a number is needed here"),
    ("(a > b) == (b > a)", "a condition is compared with something: use and, or, not"),
    ("a > 1 if a > 2 else 3", "one end answers yes or no, the other does not"),
    ("a is b", "values are compared by == != < <= > >=, or in"),
    ("a in b", "in needs two or more values, written out"),
    ("a | b", "this sign is none of + - * / // % **"),
    ("~a", "this sign is neither + nor -"),
]

REFUSED_BODIES = [
    ("for n in a:  #!\n    b += n\nreturn b", "a loop"),
    ("while a:  #!\n    a -= 1\nreturn a", "a loop"),
    ("try:  #!\n    return 1\nfinally:\n    b()", "a try"),
    ("with a:  #!\n    return 1", "a with"),
    ("match a:  #!\n    case 1:\n        return 2", "a match"),
    ("if a < 0:\n    raise ValueError(a)  #!\nreturn a", "a raise"),
    ("assert a  #!\nreturn a", "an assert"),
    ("global c  #!\nreturn a", "a global name"),
    ("def c():  #!\n    return a\nreturn c()", "a function within"),
    ("import math  #!\nreturn a", "an import"),
    ("del b  #!\nreturn a", "a deletion"),
    ("c = a\nc += 1  #!\nreturn c", "a changed name"),
    ("c = a\nc = c + 1  #!\nreturn c", "c is given a second meaning"),
    ("a = a + 1  #!\nreturn a", "a is given a second meaning"),
    ("c, d = a  #!\nreturn c + d", "one name at a time can be defined"),
    ("c = d = a  #!\nreturn c + d", "one name at a time can be defined"),
    ("c: int  #!\nreturn a", "one name at a time can be defined"),
    ("PAIR[0] = a  #!\nreturn a", "one name at a time can be defined"),
    ("if a > 1:\n    return 1\nc = a + 1  #!\nreturn c", "names are defined before the first case"),
    ("if a > 1:\n    c = a + 1  #!\n    return c\nreturn 0", "names are defined before the"),
    ("if a > 1:  #!\n    return 1", "nothing is returned here"),
    ("if a > 1:\n    return  #!\nreturn 1", "nothing is returned here"),
    ("return a\nreturn 1  #!", "this is never reached"),
    ("if a > 1:\n    return 1\nelse:\n    return 2\nreturn 3  #!", "a case with an else ends"),
    ("if a:  #!\n    return 1\nreturn 2", "a comparison is needed here"),
    ("charge(a)  #!\nreturn 1", "this cannot be read as a formula"),
    ("PAIR = PAIR  #!\nreturn PAIR", "PAIR is not known here"),
    ('"""Told.\n\nAt length.\n"""\nreturn (\n    a\n    + round(a)  #!\n)', "round() takes a half"),
]

REFUSED_DEFINITIONS = [
    ("def rule(*values):\n    return 1", "a parameter with a star cannot be read as a formula"),
    ("def rule(a, **rest):\n    return a", "a parameter with a star cannot be read as a formula"),
    ("def rule(fee, a):\n    return fee + charge(a)", 'two things would both be called "charge"'),
    ("def rule(paid, toll):\n    return paid + toll", 'two things would both be called "toll"'),
    ("def fee(charge):\n    return charge + 1", 'two things would both be called "charge"'),
]


def refusal_of(function):
    with pytest.raises(Unreadable) as caught:
        read_formula(function, WORDS)
    return caught.value


@pytest.mark.parametrize(("returned", "reason"), REFUSED_RETURNS)
def test_an_answer_that_is_no_formula_is_refused(returned, reason):
    refusal = refusal_of(written(f"def rule(a, b):\n    return {returned}\n", **NAMES))
    assert refusal.reason == reason
    assert refusal.line == 2
    assert refusal.text in returned


@pytest.mark.parametrize(("body", "reason"), REFUSED_BODIES)
def test_a_body_that_is_no_formula_is_refused_at_its_line(body, reason):
    lines = ["@staticmethod", "def rule(a, b):", *(f"    {line}" for line in body.splitlines())]
    rule = written("\n" * 10 + "\n".join(lines[1:]), **NAMES)
    refusal = refusal_of(rule)
    assert reason in refusal.reason
    assert refusal.line == 10 + next(at for at, line in enumerate(lines) if line.endswith("#!"))


@pytest.mark.parametrize(("text", "reason"), REFUSED_DEFINITIONS)
def test_a_definition_that_is_no_formula_is_refused(text, reason):
    refusal = refusal_of(written(text, **NAMES))
    assert refusal.reason.startswith(reason)
    assert refusal.line == 1


def test_a_refusal_says_where_why_and_what():
    rule = written("def rule(a):\n    return 1 + round(a)\n")
    assert str(refusal_of(rule)) == (
        f"{rule.__code__.co_filename}:2: round() takes a half to the even number; say which way:"
        " round(a)"
    )
    assert isinstance(refusal_of(rule), ValueError)
    assert refusal_of(rule).file == rule.__code__.co_filename


def test_a_long_piece_of_python_is_shown_in_one_short_line():
    rule = written(f"def rule(a):\n    return [a,\n        {'a, ' * 40}]\n")
    assert refusal_of(rule).text == "[a, " + "a, " * 22 + "a…"


def test_a_row_that_is_named_behind_a_dot_is_the_row_of_its_key():
    named, keyed = (
        read_formula(written(f"def fee(a):\n    return a + GEAR{row}.price\n", **NAMES), WORDS)
        for row in (".rope", '["long rope"]')
    )
    assert named.expression == keyed.expression
