"""Patterns of columns: they fit what Python says, and none of them can take long."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfrules.facts.pattern import _ways, pattern_of
from sfrules.ground.problems import Mistake

ones = st.sampled_from(["a", "b", ".", "[ab]", "[^a]", r"\d", r"\.", "[a-c.]"])
patterns = st.recursive(
    ones,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map("".join),
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: f"({'|'.join(parts)})"),
        st.tuples(inner, st.sampled_from(["*", "+", "?", "{2}", "{0,2}", "{1,}"])).map(
            lambda pair: f"({pair[0]}){pair[1]}"
        ),
    ),
    max_leaves=6,
)


@given(patterns, st.text(alphabet="abc.1", max_size=6))
def test_a_pattern_that_is_read_fits_what_python_says(pattern, text):
    try:
        read = pattern_of(pattern)
    except Mistake:
        return
    assert read.fits(text) is bool(re.fullmatch(pattern, text))


@pytest.mark.parametrize(
    ("pattern", "fits", "others"),
    [
        ("[a-z][a-z0-9_]*", ["a", "a_1"], ["", "1a", "a-b", "a\n"]),
        ("d(4|6|8|10|12|20)", ["d4", "d12"], ["d1", "d120"]),
        ("([1-9][0-9]*)?d(4|6)", ["d4", "10d6"], ["0d4", "1010"]),
        ("[A-Z]{2}-[0-9]{2}( [A-Z]{2}-[0-9]{2})*", ["SF-01", "SF-01 LE-22"], ["SF-1", "SF-01 "]),
        (r"[a-z/-]+\.md(#[a-z-]+)?", ["core/a.md", "a.md#top"], ["a.md#", ".md"]),
        (r"[^#@\s]", ["a", "é"], ["#", " ", "ab"]),
        (".{1,2}", ["A", "Fi"], ["", "Fig"]),
        ("(?:ab){2}|c", ["abab", "c"], ["ab", "ababc"]),
        (r"[][]\(", ["](", "[("], ["("]),
        ("(a|)b{0}c", ["ac", "c"], ["abc", "b"]),
    ],
)
def test_the_patterns_of_tables_are_read(pattern, fits, others):
    read = pattern_of(pattern)
    assert [read.fits(each) for each in [*fits, *others]] == [True] * len(fits) + [False] * len(
        others
    )


# The ways to go about a text of so many characters, counted by hand.
COUNTED = [
    ("abc", 9, 1),
    ("a*", 9, 10),
    ("a+b+", 9, 81),
    ("a?b?", 9, 4),
    ("(a|b|c){3}", 9, 27),
    ("(a|b)?", 9, 3),
    ("(a|bc?)d{2,4}", 9, 9),
    ("(ab){1,}", 9, 9),
    ("(a|b)*", 9, 1023),
    ("a{20}", 9, 1),
    ("a{20,}", 9, 1),
    ("(a|b){0}", 9, 1),
    ("(a|)(|b)", 9, 4),
]


@pytest.mark.parametrize(("pattern", "length", "ways"), COUNTED)
def test_ways_are_counted_as_by_hand(pattern, length, ways):
    assert _ways(pattern, length) == ways


MANY_WAYS = """
    (a+)+b (a|a)*b a*a*a*a*a*b ((a*)*)*b (a?){200}b (.*)* (a{1,9}){9,}
""".split()
LONG = ["a?" * 30 + "a" * 30, "(a|a)" * 30 + "b", "(a|ab)(c|bcd)" * 9]


@pytest.mark.parametrize("pattern", [*MANY_WAYS, *LONG])
def test_no_pattern_is_read_that_could_take_long(pattern):
    with pytest.raises(Mistake, match="too many ways"):
        pattern_of(pattern)


@pytest.mark.parametrize(("pattern", "longest"), [("a*", 10_000), ("a*b*", 120)])
def test_the_more_ways_a_pattern_has_the_shorter_its_cells_are(pattern, longest):
    read = pattern_of(pattern)
    assert read.fits("a" * longest)
    assert not read.fits("a" * (longest + 1))
