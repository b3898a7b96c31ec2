"""Form fields: what a reader fills in, a control for each parameter of a rule."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from html import escape
from math import ceil
from typing import Any, Protocol

from sfrules.ground.formats import decimal_places, format_value
from sfrules.ground.problems import Mistake, did_you_mean
from sfrules.press.things.calculators.translation import Tree
from sfrules.press.things.thing import View


@dataclass(frozen=True)
class Field:
    """A form field: a parameter's name, its label, and the values that it may have."""

    name: str
    words: str
    values: Sequence[Any]
    #: What it begins with; None for the first choice, or the number nearest to zero.
    first: Any = None

    @property
    def is_choice(self) -> bool:
        """Whether it is chosen from a list, or ticked, and not typed as a number."""
        return any(isinstance(value, str | bool) for value in self.values)

    @property
    def html(self) -> str:
        """The control within its label: a box to tick, a list, or a number."""
        name, words = escape(self.name), escape(self.words)
        if all(isinstance(value, bool) for value in self.values):
            checked = " checked" if self.first else ""
            return f'<label><input type="checkbox" name="{name}"{checked}> {words}</label>'
        if self.is_choice:
            listed = options(self.values, self.first)
            return f'<label>{words} <select name="{name}">{listed}</select></label>'
        return number_html(self.name, self.words, self.values, self.first)


def begun(fields: Iterable[Field], begin: Mapping[str, object]) -> tuple[Field, ...]:
    """The fields, each with the value that it begins with.

    Raises:
        Mistake: for a field that there is not, or a value that it may not have.
    """
    known = {field.name: field for field in fields}
    for name, value in begin.items():
        if name not in known:
            hint = did_you_mean(name, known) or f"it has {', '.join(known)}"
            raise Mistake(f"the form has no field {name}", hint, "begin")
        if value not in known[name].values:
            raise Mistake(f"{known[name].words} cannot begin with {value!r}", parameter="begin")
        known[name] = replace(known[name], first=value)
    return tuple(known.values())


COMPUTED = "form, details.try"  # a form's numbers are the ends of what its rule takes


def words_of(title: str, fields: Iterable[Field]) -> Iterator[str]:
    """What the author's words of a form are: its title, and the labels of its fields."""
    yield title
    yield from (field.words for field in fields)


class WebForm(Protocol):
    """What every form has: a title, its data, and whether it stands folded until it is opened."""

    @property
    def title(self) -> str: ...

    @property
    def data(self) -> Mapping[str, Tree]: ...

    @property
    def folded(self) -> bool: ...


def options(values: Sequence[Any], first: Any = None) -> str:
    """The options of a list."""
    chosen = {first: " selected"} if first is not None else {}
    return "".join(
        f"<option{chosen.get(value, '')}>{escape(str(value))}</option>" for value in values
    )


def number_html(name: str, words: str, values: Sequence[Any], first: Any = None) -> str:
    """A control for a number between the ends of some values."""
    whole = all(value == int(value) for value in values)
    # Such a control takes decimals alone; a least value that has none is said a little above.
    least, most = min(values), _first_decimal(sorted(values, reverse=True))
    least = least if _is_decimal(least) else Fraction(ceil(least * 1000), 1000)
    ends = f'min="{_number(least)}" max="{_number(most)}"'
    start = _number(_first_decimal(sorted(values, key=abs)) if first is None else first)
    kind = "a whole number" if whole else "a number"
    allowed = f"{kind} from {format_value(least)} to {format_value(most)}"
    return (
        f'<label>{escape(words)} <input type="number" name="{escape(name)}" {ends} '
        f'step="{"1" if whole else "any"}" value="{start}" '
        f'inputmode="{"numeric" if whole else "decimal"}" data-allowed="{allowed}"></label>'
    )


def _first_decimal(values: Sequence[Any]) -> Any:
    return next(filter(_is_decimal, values))


def _is_decimal(value: Any) -> bool:
    return decimal_places(Fraction(value)) is not None


def _number(value: Any) -> str:
    return format_value(value).replace("\N{MINUS SIGN}", "-").replace(",", "")


def data_html(data: Mapping[str, Tree]) -> str:
    """What a form works by, as JSON that no browser takes for code or for the end of it."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json">{text}</script>'


def form_html(kind: str, id: str, form: WebForm, inner: str) -> str:
    """A form; a script that reads its data shows it, so that without scripts there is none."""
    made = (
        f'<form class="calculator {kind}" id="{id}" data-search-exclude hidden><fieldset>'
        f"<legend>{escape(form.title)}</legend>{inner}</fieldset>{data_html(form.data)}</form>"
    )
    if not form.folded:
        return made
    summary = f"<summary>Try it: {escape(form.title)}</summary>"
    return f'<details class="try" data-search-exclude hidden>{summary}{made}</details>'


def receipt_html(page: View, id: str, *rules: str) -> str:
    """Where an answer stands, how it is reached, the rules behind it, and its address."""
    links = " ".join(page.formula_of(rule).html for rule in rules)
    return (
        '<output></output><p class="calculator__how" aria-live="polite"></p>'
        f'<p class="calculator__from">{links} <a class="copy" href="#{id}">Link</a></p>'
    )
