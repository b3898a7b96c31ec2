"""The names that an example sets: where it fails, they have no value."""

from __future__ import annotations

import ast
import re

_BINDS = re.compile(r"\s*+(?:def\s+(\w+)|(\w[\w, ]*+)=(?!=)|for\s+(\w[\w, ]*?) in\b)")


def names_bound(tree: ast.AST) -> set[str]:
    """The names that a tree sets."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.FunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.alias):
            names.add(node.asname or node.name)
    return names


def names_meant(source: str) -> set[str]:
    """The names that a source would set which is no Python, as far as can be told."""
    match = _BINDS.match(source)
    return set(re.findall(r"\w+", " ".join(filter(None, match.groups())))) if match else set()
