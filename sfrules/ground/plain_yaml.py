"""Look YAML over before others read it: its nesting, its tags, its mistakes.

The readers of YAML call themselves for each level, and the one in C ends the whole process where
there are too many; a tag may call any function of Python. So the text is only taken apart at first,
and its values are made when they are known to be plain.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

import yaml

from sfrules.ground.problems import ProblemsFound, problem_at
from sfrules.ground.source import Span

DEEPEST = 100
STANDARD = "tag:yaml.org,2002:"
_VALUES = re.compile(rf"!|{STANDARD}(str|int|float|bool|null|seq|map|timestamp|binary|set|merge)")


Make = Callable[[str, Any], object]


class _Plain(yaml.SafeLoader):
    """Reads plain values; what stands for a tag of another kind, its caller says."""

    def __init__(self, text: str, make: Make) -> None:
        super().__init__(text)
        self.make = make

    def tagged(self, tag: str, node: Any) -> object:
        """The value of a node with a tag of another kind."""
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
        ProblemsFound: for what is not YAML, is nested too deep or has other tags, at its place.
    """
    try:
        _look_over(text, tags)
        return _Plain(text.text, make).get_single_data()
    except yaml.MarkedYAMLError as error:
        mark, what = error.problem_mark or error.context_mark, error.problem or error.context
        raise _refused(text, mark.index if mark else 0, f"not YAML: {what}") from None
    except yaml.YAMLError:
        strange = yaml.reader.Reader.NON_PRINTABLE.search(text.text)
        at = strange.start() if strange else 0
        raise _refused(text, at, "not YAML: a character that it does not take") from None
    except (ArithmeticError, AttributeError, LookupError, ValueError) as error:  # as of 2020-99-99
        raise _refused(text, 0, f"not YAML: {error}") from None


def plain_value(text: str) -> object:
    """A text as YAML takes it where it stands alone: "8" is a number, "yes" is true."""
    loader: Any = yaml.SafeLoader("")
    tag = loader.resolve(yaml.ScalarNode, text, (True, False))
    found: object = loader.construct_object(yaml.ScalarNode(tag, text))
    return found


def _look_over(text: Span, tags: re.Pattern[str] | None) -> None:
    """Refuse what a reader of YAML would fall over, or run."""
    depth = 0
    events: Iterable[Any] = yaml.parse(text.text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    for event in events:
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST:
            raise _refused(text, event.start_mark.index, f"nested deeper than {DEEPEST}")
        tag = getattr(event, "tag", None)
        if tag and not _VALUES.fullmatch(tag) and not (tags and tags.fullmatch(tag)):
            shown = tag.replace(STANDARD, "!!")
            message = f"the tag {shown} is refused: it may run what it names"
            raise _refused(text, event.start_mark.index, message)


def _refused(text: Span, at: int, message: str) -> ProblemsFound:
    start = min(text.start + at, text.end)
    return ProblemsFound([problem_at(Span(text.source, start, start + 1), message)])
