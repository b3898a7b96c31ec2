"""Look YAML over before others read it: its nesting, its tags, its mistakes.

The readers of YAML call themselves for each level, and the one in C ends the whole process where
there are too many; a tag may call any function of Python. So the text is only taken apart at first,
and its values are made when they are known to be plain.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import yaml

from sfrules.ground.problems import ProblemsFound, problem_at
from sfrules.ground.source import Span

DEEPEST = 100
STANDARD = "tag:yaml.org,2002:"
_VALUES = re.compile(rf"!|{STANDARD}(str|int|float|bool|null|seq|map|timestamp|binary|set|merge)")


class _Plain(yaml.SafeLoader):
    """Reads plain values, and nothing where there is a tag of another kind."""


_Plain.add_multi_constructor("", lambda _loader, _tag, _node: None)


def read_yaml(text: Span, tags: re.Pattern[str] | None = None) -> object:
    """What a stretch of YAML says; `tags` may be there beside values, and say nothing here.

    Raises:
        ProblemsFound: for what is not YAML, is nested too deep or has other tags, at its place.
    """
    try:
        _look_over(text, tags)
        return yaml.load(text.text, _Plain)  # noqa: S506 — of a tag, it makes nothing
    except yaml.MarkedYAMLError as error:
        mark, what = error.problem_mark or error.context_mark, error.problem or error.context
        raise _refused(text, mark.index if mark else 0, f"not YAML: {what}") from None
    except yaml.YAMLError:
        strange = yaml.reader.Reader.NON_PRINTABLE.search(text.text)
        at = strange.start() if strange else 0
        raise _refused(text, at, "not YAML: a character that it does not take") from None
    except (ArithmeticError, AttributeError, LookupError, ValueError) as error:  # as of 2020-99-99
        raise _refused(text, 0, f"not YAML: {error}") from None


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
