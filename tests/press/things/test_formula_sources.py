"""Where a formula is read from: the source of the very function that runs, and nothing else."""

import functools
import linecache
import re

import pytest
from written import written

from sfrules.press.things.formulas import Unreadable, Words, read_formula

WORDS = Words()


def charge(a):
    return a


class Box:
    pass


def refusal_of(function):
    with pytest.raises(Unreadable) as caught:
        read_formula(function, WORDS)
    return caught.value


def test_a_nested_function_is_read_at_its_own_lines():
    outer = written(
        "def outer():\n"
        "    def inner(a):\n"
        '        """A text\n'
        "    of several lines.\n"
        '        """\n'
        "        return a + round(a)\n"
        "    return inner\n"
    )
    assert refusal_of(outer()).line == 6


@pytest.mark.parametrize(
    ("thing", "reason"),
    [
        (max, "max is not a function written in Python"),
        (Box, "Box is not a function written in Python"),
        (functools.partial(charge, 1), "is not a function written in Python"),
        (lambda a: a, "<lambda> is not written with def"),
    ],
)
def test_only_functions_written_with_def_are_read(thing, reason):
    with pytest.raises(Unreadable, match=re.escape(reason)):
        read_formula(thing, WORDS)


def test_a_function_without_a_source_is_refused():
    rule = written("def rule(a):\n    return a\n")
    linecache.cache.pop(rule.__code__.co_filename)
    assert refusal_of(rule).reason.startswith("rule is not written with def, or has changed")


@pytest.mark.parametrize(
    "later",
    [
        "def rate(a):\n    return a + 20\n",
        "def rate(a):\n    return a - 1\n",
        "def rate(b):\n    return b + 1\n",
        "\ndef rate(a):\n    return a + 1\n",
        "def rate(a):\n    return a +\n",
        "",
    ],
)
def test_a_function_that_has_changed_in_its_file_since_is_refused(tmp_path, later):
    file, space = tmp_path / "rates.py", {}
    file.write_text("def rate(a):\n    return a + 1\n", encoding="utf-8")
    exec(compile(file.read_text(), str(file), "exec"), space)  # noqa: S102 — as a server loads it
    file.write_text(later, encoding="utf-8")
    linecache.clearcache()
    assert "has changed in its file" in refusal_of(space["rate"]).reason


def test_a_decorator_that_hides_its_function_is_refused():
    def hiding(function):
        def wrapper(*args):
            return function(*args)

        return wrapper

    refusal = refusal_of(hiding(charge))
    assert refusal.reason == "a parameter with a star cannot be read as a formula"


def test_a_nested_rule_that_cannot_be_read_is_refused_only_where_it_is_opened():
    halved = written("def halved(a):\n    return round(a / 2)\n")
    doubled = written("def doubled(a):\n    return 2 * halved(a)\n", halved=halved)
    assert read_formula(doubled, WORDS).source.name == "doubled"
    with pytest.raises(Unreadable) as caught:
        read_formula(doubled, WORDS, unfold=1)
    assert caught.value.file == halved.__code__.co_filename


def test_one_definition_with_two_meanings_is_refused_where_it_is_opened():
    halved = written("def halved(a):\n    half = a / 2\n    return half + 1\n")
    twice = written("def twice(a, b):\n    return halved(a) + halved(b)\n", halved=halved)
    with pytest.raises(Unreadable, match='two things would both be called "half"'):
        read_formula(twice, WORDS, unfold=1)
