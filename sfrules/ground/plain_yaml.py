"""Reads YAML: what is wrong with it is told at its place, and none of its tags runs anything."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import yaml

from sfrules.ground.problems import ProblemsFound, problem_at
from sfrules.ground.source import Span

STANDARD = "tag:yaml.org,2002:"

Make = Callable[[str, Any], object]


class _Plain(yaml.SafeLoader):
    """Reads plain values; what stands for a tag of another kind, its caller says."""

    def __init__(self, text: str, tags: re.Pattern[str] | None, make: Make) -> None:
        super().__init__(text)
        self.tags, self.make = tags, make

    def tagged(self, tag: str, node: Any) -> object:
        """The value of a node with a tag of another kind."""
        if not (self.tags and self.tags.fullmatch(tag)):
            message = f"the tag {tag.replace(STANDARD, '!!')} may run what it names"
            raise yaml.constructor.ConstructorError(None, None, message, node.start_mark)
        if isinstance(node, yaml.MappingNode):
            return self.make(tag, self.construct_mapping(node, deep=True))
        if isinstance(node, yaml.SequenceNode):
            return self.make(tag, self.construct_sequence(node, deep=True))
        return self.make(tag, self.construct_scalar(node))


_Plain.add_multi_constructor("", _Plain.tagged)


def read_yaml(
    text: Span,
    tags: re.Pattern[str] | None = None,
    make: Make = lambda _tag, _value: None,
) -> object:
    """What a stretch of YAML says; `tags` may be there beside values.

    What such a tag and its value stand for, `make` returns.

    Raises:
        ProblemsFound: for what is not YAML or has other tags, at its place.
    """
    try:
        return _Plain(text.text, tags, make).get_single_data()
    except yaml.MarkedYAMLError as error:
        mark, what = error.problem_mark or error.context_mark, error.problem or error.context
        raise _refused(text, mark.index if mark else 0, f"not YAML: {what}") from None
    except yaml.YAMLError:
        strange = yaml.reader.Reader.NON_PRINTABLE.search(text.text)
        at = strange.start() if strange else 0
        raise _refused(text, at, "not YAML: a character that it does not take") from None
    except RecursionError:
        raise _refused(text, 0, "not YAML: it is nested too deep") from None
    except (ArithmeticError, AttributeError, LookupError, ValueError) as error:  # as of 2020-99-99
        raise _refused(text, 0, f"not YAML: {error}") from None


def plain_value(text: str) -> object:
    """A text as YAML takes it where it stands alone: "8" is a number, "yes" is true."""
    loader: Any = yaml.SafeLoader("")
    tag = loader.resolve(yaml.ScalarNode, text, (True, False))
    found: object = loader.construct_object(yaml.ScalarNode(tag, text))
    return found


def _refused(text: Span, at: int, message: str) -> ProblemsFound:
    start = min(text.start + at, text.end)
    return ProblemsFound([problem_at(Span(text.source, start, start + 1), message)])
