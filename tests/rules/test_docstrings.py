"""Every rule is documented: what it means, its domain, its errors, its source, an example."""

import doctest
import inspect
import re
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
from sfrules.rules.distribution import Distribution

MODULES = (core, creation, impairment, play, scale, seconds, systems, terrain, yards)
RULES = [each for module in MODULES for each in rules_of(module).values()]
DOCUMENTED = [*RULES, exact.exact, exact.round_down, exact.round_half_up, Distribution]


def test_the_examples_of_every_docstring_hold(capsys):
    for thing in DOCUMENTED:
        # doctest's own finder passes over decorated functions: they seem to come from elsewhere.
        names = dict(vars(sys.modules[inspect.unwrap(thing).__module__]))
        example = doctest.DocTestParser().get_doctest(thing.__doc__, names, thing.__name__, None, 0)
        assert example.examples, thing
        doctest.DocTestRunner().run(example)
    assert capsys.readouterr().out == ""


def test_every_docstring_says_arguments_errors_and_source():
    lacking = []
    for rule in RULES:
        text, parameters = rule.__doc__, list(inspect.signature(rule).parameters)
        said = re.search(r"^    Source: [A-Z]{2}-\d\d(, [A-Z]{2}-\d\d)*\.$", text, re.MULTILINE)
        described = re.findall(r"^        (\w+): ", text.split("Raises:")[0], re.MULTILINE)
        raises = "\n    Raises:\n        ValueError: " in text or not parameters
        if not (said and raises and described == parameters):
            lacking.append(rule)
    assert lacking == []
