"""What rules answer for authored rows, and the sentences of rows with their figures."""

from collections.abc import Callable

from sfrules.authored import Row
from sfrules.ground.formats import format_value
from sfrules.rules.exact import Exact


def told(figures: Callable[[Row], dict[str, str]]) -> Callable[[Row], str]:
    """What a row says in its `effect`, with its figures by the names that they have there."""
    return lambda row: str(row.effect).format(**figures(row))


def answered(rule: Callable[..., object], *fields: str) -> Callable[[Row], object]:
    """What a rule answers for a row whose fields are its arguments, in their order."""
    return lambda row: rule(*(getattr(row, field) for field in fields))


def counted(number: Exact, unit: str) -> str:
    """A figure with its unit, which is authored in the plural: "2 yards", "1 yard of velocity"."""
    words = unit.split(" ")
    plural = next((word for word in words if word.endswith("s")), None)
    if number == 1 and plural is not None:
        words[words.index(plural)] = plural.removesuffix("s")
    return " ".join((format_value(number), *words))
