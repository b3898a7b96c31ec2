"""doctest's own runner, which writes down problems where that prints failures."""

from __future__ import annotations

import doctest
import re
from collections.abc import Mapping
from typing import Any

from sfrules.ground.problems import Problem, problem_at
from sfrules.press.sessions.docstring import Docstring
from sfrules.press.sessions.output import (
    MALFORMED,
    as_shown,
    refusal_in,
    short,
    with_refusal,
    wrong_output,
)

NOT_LITERAL = re.compile(r"\\|\"{3}|'{3}")  # means something else within a docstring


def problems_of(
    text: str, name: str, names: Mapping[str, Any], docstring: Docstring
) -> list[Problem]:
    """What is wrong with the examples of a docstring, which see `names`."""
    try:
        examples = doctest.DocTestParser().get_examples(text, name)
    except ValueError as error:
        return [_malformed(str(error), docstring)]
    runner = _Runner(docstring)
    test = doctest.DocTest(examples, dict(names), name, None, 0, text)
    runner.run(test, out=lambda _text: None)
    return runner.problems


def _malformed(message: str, docstring: Docstring) -> Problem:
    match = MALFORMED.match(message)
    line, said = (int(match["line"]) - 1, match["said"]) if match else (0, message)
    return problem_at(docstring.place(line).prompt, f"the line {said}")


class _Runner(doctest.DocTestRunner):
    """Runs the examples of one docstring."""

    def __init__(self, docstring: Docstring) -> None:
        super().__init__(verbose=False)
        self.problems: list[Problem] = []
        self._docstring = docstring

    def report_failure(
        self, _out: Any, _test: doctest.DocTest, example: doctest.Example, got: str
    ) -> None:
        """Another output than the docstring shows."""
        place = self._docstring.place(example.lineno, example.want.count("\n"))
        error = refusal_in(got)
        raised = example.exc_msg is not None and error != got
        now = with_refusal(example.want, error) if raised else as_shown(got)
        certain = (
            self._docstring.found
            and self._docstring.file.own
            and not example.options.get(doctest.ELLIPSIS)
            and not NOT_LITERAL.search(now)
        )
        told = wrong_output(place, example.want, now, certain=certain, where="the docstring")
        self.problems.append(told)

    def report_unexpected_exception(
        self, _out: Any, _test: doctest.DocTest, example: doctest.Example, exc_info: Any
    ) -> None:
        """An error that the docstring does not show."""
        kind, error, _traceback = exc_info
        message = f"{kind.__name__}: {error}" if str(error) else kind.__name__
        place = self._docstring.place(example.lineno)
        self.problems.append(problem_at(place.prompt, short(message)))
