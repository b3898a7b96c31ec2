"""Readings of calls of other rules: their words, and every argument, defaults among them."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from fractions import Fraction

from sfrules.press.things.formulas.expressions import Constant, Expression, RuleCall
from sfrules.press.things.formulas.lookups import name_of
from sfrules.press.things.formulas.reader import Reader


def rule(reader: Reader, node: ast.Call, called: Callable[..., object]) -> RuleCall:
    """Another rule's answer."""
    identifier, words = name_of(called), reader.words
    if identifier.startswith("_") and identifier not in words.names:
        raise reader.refusal(node, f"{identifier} is private, and no rule of the book")
    given = _arguments(reader, node, called)
    return RuleCall(
        words.say(identifier),
        called,
        tuple(given),
        tuple(words.say(parameter, identifier) for parameter in given),
        tuple(given.values()),
        inspect.unwrap(called).__annotations__.get("return") in (bool, "bool"),
    )


def _arguments(
    reader: Reader, node: ast.Call, called: Callable[..., object]
) -> dict[str, Expression]:
    stars = [argument for argument in node.args if isinstance(argument, ast.Starred)]
    if stars or any(keyword.arg is None for keyword in node.keywords):
        raise reader.refusal(node, "arguments with stars cannot be read as a formula")
    signature = inspect.signature(called)
    named = {str(keyword.arg): keyword.value for keyword in node.keywords}
    try:
        written = signature.bind(*node.args, **named).arguments
    except TypeError as mistake:
        raise reader.refusal(node, f"{name_of(called)}{signature}: {mistake}") from None
    return {
        name: _argument(reader, node, parameter, written.get(name))
        for name, parameter in signature.parameters.items()
    }


def _argument(
    reader: Reader, node: ast.Call, parameter: inspect.Parameter, written: ast.expr | None
) -> Expression:
    if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
        raise reader.refusal(node, "the rule takes arguments with stars")
    if written is not None:
        return reader.read(written)
    if isinstance(parameter.default, int | str | Fraction):
        return Constant(parameter.default)
    raise reader.refusal(node, f"{parameter.name} is left out, and no number or word stands for it")
