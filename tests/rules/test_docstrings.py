"""The examples in the docstrings of the rules hold."""

import doctest
import inspect
import sys

from sfrules.facts.domain import rules_of
from sfrules.rules import (
    core,
    creation,
    exact,
    impairment,
    play,
    scale,
    seconds,
    systems,
    terrain,
    yards,
)
from sfrules.rules.creation import choices, figures
from sfrules.rules.distribution import Distribution

MODULES = (core, creation, impairment, play, scale, seconds, systems, terrain, yards)
RULES = [each for module in MODULES for each in rules_of(module).values()]
PARTS = [each for module in (choices, figures) for each in rules_of(module).values()]
DOCUMENTED = [*RULES, *PARTS, exact.exact, exact.round_down, exact.round_half_up, Distribution]


def test_the_examples_of_every_docstring_hold(capsys):
    for thing in DOCUMENTED:
        # doctest's own finder passes over decorated functions: they seem to come from elsewhere.
        names = dict(vars(sys.modules[inspect.unwrap(thing).__module__]))
        example = doctest.DocTestParser().get_doctest(thing.__doc__, names, thing.__name__, None, 0)
        assert example.examples, thing
        doctest.DocTestRunner().run(example)
    assert capsys.readouterr().out == ""
