"""The arguments that a rule or macro takes, and whether a call fits them."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from sfrules.ground.problems import Mistake, did_you_mean


@lru_cache(maxsize=1024)
def _signature(function: Callable[..., object]) -> inspect.Signature:
    return inspect.signature(function)


@lru_cache(maxsize=1024)
def _counts(function: Callable[..., object]) -> range:
    """How many arguments a function takes by position alone; none, if it needs some by name."""
    parameters = _signature(function).parameters.values()
    if any(p.kind is not p.POSITIONAL_OR_KEYWORD for p in parameters):
        return range(0)
    return range(sum(p.default is p.empty for p in parameters), len(parameters) + 1)


def check_arguments(
    name: str, function: Callable[..., object], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> None:
    """Refuse a call that does not fit a function's parameters, in terms of its signature.

    Raises:
        Mistake: that names the offending parameter.
    """
    if not kwargs and len(args) in _counts(function):
        return
    signature = _signature(function)
    parameters = signature.parameters
    open_ended = any(p.kind is p.VAR_KEYWORD for p in parameters.values())
    for name_given in () if open_ended else kwargs:
        if name_given not in parameters:
            hint = did_you_mean(name_given, [key for key in parameters if key not in kwargs])
            message = f"{shape(name, signature)} has no parameter {name_given}"
            raise Mistake(message, hint, name_given)
    try:
        signature.bind(*args, **kwargs)
    except TypeError as error:
        wrong = next((key for key in kwargs if f"'{key}'" in str(error)), "")
        raise Mistake(f"{shape(name, signature)}: {error}", parameter=wrong) from error


def shape(name: str, signature: inspect.Signature) -> str:
    """A signature as authors read it: names and defaults, without Python's annotations."""
    return f"{name}({', '.join(map(_parameter, signature.parameters.values()))})"


def _parameter(parameter: inspect.Parameter) -> str:
    if parameter.default is not inspect.Parameter.empty:
        default = parameter.default
        shown = f'"{default}"' if isinstance(default, str) else str(default).lower()
        return f"{parameter.name}={shown}"
    return str(parameter.replace(annotation=parameter.empty))
