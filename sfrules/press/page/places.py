"""Where in a page a failure stands: at the name, the argument or the call that it is about."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable

from jinja2 import nodes

from sfrules.ground.source import Source, Span
from sfrules.press.page.failed_claims import call_at
from sfrules.press.page.lineage import dotted_name
from sfrules.press.page.mistakes import parameter_of
from sfrules.press.page.parse import Site
from sfrules.press.page.sandbox import PageSandbox
from sfrules.press.page.tokens import start_of
from sfrules.press.things.formulas.stated_text import Misread


def span_of(site: Site, error: Exception, source: Source, sandbox: PageSandbox) -> Span:
    """The finest stretch that is known to hold a failure."""
    offset = getattr(error, "offset", None)
    start = site.start if offset is None else offset
    argument = _argument(site, start, error, sandbox)
    start = start if argument is None else argument
    if isinstance(error, Misread) and argument is not None:
        # The text of an argument begins behind its quote; that of a fence behind its first line.
        first, last = error.within
        return Span(source, start + 1 + first, start + 1 + last)
    if source.text.startswith("[[", start - 2):
        mark = re.compile(r"\]\]|\|").search(source.text, start)
        return Span(source, start, mark.start() if mark else start + 1)
    tokens = sandbox.tokens
    end = tokens.end_of_primary(start) if tokens else start + 1
    return Span(source, start, max(end, start + 1))


def _argument(site: Site, start: int, error: Exception, sandbox: PageSandbox) -> int | None:
    """Where the offending argument of a call stands, if the error names its parameter."""
    parameter = parameter_of(error)
    call = call_at(site.node, start)
    if call is None or not parameter:
        return None
    for keyword in call.kwargs:
        if keyword.key == parameter:
            return start_of(keyword.value)
    position = _position(call, parameter, sandbox)
    return start_of(call.args[position]) if position is not None else None


def _position(call: nodes.Call, parameter: str, sandbox: PageSandbox) -> int | None:
    rule = _rule_called(call, sandbox)
    names = list(inspect.signature(rule).parameters) if rule else []
    position = names.index(parameter) if parameter in names else None
    return position if position is not None and position < len(call.args) else None


def _rule_called(call: nodes.Call, sandbox: PageSandbox) -> Callable[..., object] | None:
    dotted = sandbox.short.in_full(dotted_name(call.node))
    return next((r for r, name in sandbox.allowed.items() if name == dotted), None)
