"""Patterns, against Python's own matcher, and those that would keep that one busy for ever."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sfrules.facts.pattern import Pattern

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
def test_a_cell_fits_as_python_has_it(pattern, text):
    assert Pattern(pattern).fits(text) is bool(re.fullmatch(pattern, text))


@pytest.mark.parametrize("pattern", ["(a+)+b", "(a|a)*b", "a*a*a*a*a*b", "((a*)*)*b", "(a?){200}b"])
def test_no_pattern_takes_longer_than_its_cell_is_long(pattern):
    read = Pattern(pattern)
    assert read.fits("a" * 100 + "b")
    assert not read.fits("a" * 20_000)
