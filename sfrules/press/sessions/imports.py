"""What a session imports: nothing but what its page has already, under the names of the book."""

from __future__ import annotations

import inspect
from typing import Any

from sfrules.ground.problems import Mistake
from sfrules.press.page.sandbox import Namespace
from sfrules.press.things.book import Book


def imported(book: Book, module: str, name: str) -> Any:
    """A namespace or a rule of the book, by the module that it is imported from.

    Raises:
        Mistake: for anything else.
    """
    spaces = book.namespaces
    if any(module == each or module.startswith(f"{each}.") for each in book.modules):
        if name in spaces:
            return Namespace(name, spaces[name])
        for rule, dotted in book.rule_names.items():
            space, _, own = dotted.partition(".")
            written_in = inspect.unwrap(rule).__module__
            if own == name and (module.endswith(f".{space}") or module == written_in):
                return rule
    hint = f"a session has what its page has: {', '.join(spaces)}"
    raise Mistake(f"a session cannot import {name} from {module}", hint)
