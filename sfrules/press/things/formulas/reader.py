"""The way from a piece of Python to a part of a formula: what every reading needs at hand."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any, TypeAlias

from sfrules.press.things.formulas.expressions import Expression, Term, is_word, says_yes_or_no
from sfrules.press.things.formulas.rule_source import RuleSource, Unreadable
from sfrules.press.things.formulas.vocabulary import Words

REFUSED: Mapping[type[ast.AST], str] = {
    ast.For: "a loop",
    ast.While: "a loop",
    ast.Try: "a try",
    ast.With: "a with",
    ast.Match: "a match",
    ast.Raise: "a raise",
    ast.Assert: "an assert",
    ast.Delete: "a deletion",
    ast.Global: "a global name",
    ast.Nonlocal: "a nonlocal name",
    ast.FunctionDef: "a function within",
    ast.ClassDef: "a class",
    ast.AugAssign: "a changed name",
    ast.Import: "an import",
    ast.ImportFrom: "an import",
    ast.ListComp: "a comprehension",
    ast.SetComp: "a comprehension",
    ast.DictComp: "a comprehension",
    ast.GeneratorExp: "a comprehension",
    ast.Lambda: "a lambda",
    ast.NamedExpr: "an assignment within an expression",
    ast.Starred: "a star argument",
    ast.Yield: "a yield",
    ast.YieldFrom: "a yield",
    ast.Await: "an await",
    ast.JoinedStr: "a formatted text",
    ast.Tuple: "a tuple",
    ast.List: "a list",
    ast.Set: "a set",
    ast.Dict: "a mapping within",
    ast.Slice: "a slice",
}

# Each reading is handed only the kind of node that it stands at in the table of readings.
Reading: TypeAlias = Callable[["Reader", Any], Expression]


@dataclass(frozen=True)
class Reader:
    """Reads the expressions of one rule; `scope` holds its parameters and what it has defined."""

    source: RuleSource
    words: Words
    readings: Mapping[type[ast.AST], Reading]
    scope: Mapping[str, Term]

    def read(self, node: ast.AST) -> Expression:
        """An expression of any kind.

        Raises:
            Unreadable: for code that no reading is for.
        """
        reading = self.readings.get(type(node))
        if reading is None:
            raise self.refusal(node)
        return reading(self, node)

    def number(self, node: ast.AST) -> Expression:
        """An expression that is neither a condition nor a fixed word."""
        found = self.read(node)
        if says_yes_or_no(found) or is_word(found):
            raise self.refusal(node, "a number is needed here")
        return found

    def condition(self, node: ast.AST) -> Expression:
        """An expression that answers yes or no of itself."""
        found = self.read(node)
        if not says_yes_or_no(found):
            raise self.refusal(node, "a comparison is needed here")
        return found

    def positional(self, node: ast.Call) -> list[ast.expr]:
        """The arguments of a call that may have neither keywords nor stars."""
        for keyword in node.keywords:
            raise self.refusal(node, f"{keyword.arg or '**'} cannot be read in this call")
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                raise self.refusal(argument)
        return node.args

    def refusal(self, node: ast.AST, reason: str = "") -> Unreadable:
        """The error for a piece of code; without a reason, for being of its kind."""
        kind = REFUSED.get(type(node), "this")
        return self.source.refusal(node, reason or f"{kind} cannot be read as a formula")

    def thing(self, node: ast.expr) -> object:
        """What a name, or a name in a module, stands for outside of the rule."""
        if isinstance(node, ast.Name) and node.id not in self.scope:
            try:
                return self.source.meaning(node.id)
            except LookupError:
                raise self.refusal(node, f"{node.id} is not known here") from None
        if isinstance(node, ast.Attribute):
            owner = self.thing(node.value)
            if isinstance(owner, ModuleType) and hasattr(owner, node.attr):
                return getattr(owner, node.attr)
        raise self.refusal(node, "only names, and names of modules, can be read")
