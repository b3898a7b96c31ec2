"""What of Python a session may say: the rest is refused at its place, before anything is run."""

from __future__ import annotations

import ast
import re
from io import StringIO
from token import NAME, STRING
from tokenize import generate_tokens

from sfrules.press.expression.from_page import misspelt
from sfrules.press.sessions.interpreter import CASES
from sfrules.press.sessions.operations import OPERATORS

FILE = "<session>"  # the name of a session's code in Python's messages
_NAME = re.compile(r"\w+")
_FORMATTED = re.compile(r"[rR]?[fF]")  # a text with names in it, which is one token
# The parts of nodes which the cases of these read for themselves.
PARTS = (
    *(ast.ExceptHandler, ast.Import, ast.alias, ast.arguments, ast.arg, ast.keyword, ast.Starred),
    *(ast.comprehension, ast.Load, ast.Store, ast.Del, ast.And, ast.Or),
)
KINDS = frozenset({*CASES, *OPERATORS, *PARTS})
# The names of kinds of nodes, where they are not Python's own words in capitals.
WORDS = {
    "AnnAssign": "annotated names",
    "ClassDef": "classes",
    "MatMult": "@",
    "TryStar": "except*",
    "YieldFrom": "yield",
}


class Refused(Exception):
    """A session says what no session may, at a line and column of its code."""

    def __init__(self, message: str, node: ast.AST, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.line: int = getattr(node, "lineno", 1)
        self.column: int = getattr(node, "col_offset", 0)  # in bytes of UTF-8


def check_names(source: str) -> None:
    """Raise Refused at the first name of an example that is not written as Python reads it."""
    if source.isascii():
        return
    for token in generate_tokens(StringIO(source).readline):
        is_code = token.type == NAME or (token.type == STRING and _FORMATTED.match(token.string))
        for name in _NAME.findall(token.string) if is_code else ():
            if wrong := misspelt(name):
                line, column = token.start
                before = token.line[:column].encode()
                raise Refused(wrong, ast.Pass(lineno=line, col_offset=len(before)))


def check_language(tree: ast.Interactive) -> None:
    """Raise Refused at the first part of an example's tree that no session may say."""
    _check(tree, tree)
    try:  # Python finds some faults of grammar only here, and counts columns in bytes
        compile(tree, FILE, "single", dont_inherit=True)
    except SyntaxError as error:
        place = ast.Pass(lineno=error.lineno or 1, col_offset=(error.offset or 1) - 1)
        raise Refused(f"SyntaxError: {error.msg}", place) from None


def _check(node: ast.AST, place: ast.AST) -> None:
    """Refuse a node, or one within it; `place` is the nearest one around it that has a line."""
    place = node if hasattr(node, "lineno") else place
    kind = type(node).__name__
    if type(node) not in KINDS:
        word = "async" if kind.startswith("Async") else WORDS.get(kind, kind.lower())
        raise Refused(f"a session has no {word}", place)
    for part in () if kind == "keyword" else ("id", "attr", "arg", "name", "asname"):
        name = getattr(node, part, None)
        if isinstance(name, str) and name.startswith("_") and name != "_":
            raise Refused(f'"{name}" is closed to pages', place)
    _check_parts(node)
    for child in ast.iter_child_nodes(node):
        _check(child, place)


def _check_parts(node: ast.AST) -> None:
    match node:
        case ast.AugAssign(target=ast.Attribute() | ast.Subscript()):
            raise Refused("only a name is changed in place here", node, "write x[0] = x[0] + 1")
        case ast.Import():
            hint = "leave it out, or import a name: from … import …"
            raise Refused("a session imports no modules", node, hint)
        case ast.ImportFrom() if node.level or node.module is None:
            raise Refused("a session imports from a module by its whole name", node)
        case ast.FunctionDef(decorator_list=[decorator, *_]):
            raise Refused("a session has no decorators", decorator)
        case ast.Constant(value=bytes()):
            raise Refused("a session has no bytes", node)
        case ast.Attribute(ctx=ast.Store() | ast.Del()):
            raise Refused("a session sets and deletes no attributes", node)
        case ast.comprehension() if node.is_async:
            raise Refused("a session has no async", node.target)
