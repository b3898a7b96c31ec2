"""What of Python a session may say: the rest is refused at its place, before anything is run."""

from __future__ import annotations

import ast

KINDS = frozenset(
    """Interactive Expr Assign AugAssign Delete If For While Break Continue Pass Try ExceptHandler
    Raise Assert Import ImportFrom alias FunctionDef Lambda arguments arg Return
    Constant Name NamedExpr Attribute Subscript Slice Call keyword Starred IfExp
    JoinedStr FormattedValue List Tuple Set Dict ListComp SetComp DictComp GeneratorExp
    comprehension UnaryOp BinOp BoolOp Compare Load Store Del And Or UAdd USub Invert Not
    Add Sub Mult Div FloorDiv Mod Pow LShift RShift BitOr BitAnd BitXor
    Eq NotEq Lt LtE Gt GtE Is IsNot In NotIn""".split()
)
# The names of kinds of nodes, where they are not Python's own words in capitals.
WORDS = {
    "AnnAssign": "annotated names",
    "AsyncFor": "async",
    "AsyncFunctionDef": "async",
    "AsyncWith": "async",
    "ClassDef": "classes",
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


def check_language(node: ast.AST, *, in_function: bool = False, in_loop: bool = False) -> None:
    """Check a tree.

    Raises:
        Refused: at the first part of it that no session may say.
    """
    kind = type(node).__name__
    if kind not in KINDS:
        raise Refused(f"a session has no {WORDS.get(kind, kind.lower())}", node)
    for part in () if kind == "keyword" else ("id", "attr", "arg", "name", "asname"):
        name = getattr(node, part, None)
        if isinstance(name, str) and name.startswith("_") and name != "_":
            raise Refused(f'"{name}" is closed to pages', node)
    _check_statement(node)
    _check_expression(node)
    if isinstance(node, ast.Return) and not in_function:
        raise Refused("SyntaxError: 'return' outside function", node)
    if isinstance(node, ast.Break) and not in_loop:
        raise Refused("SyntaxError: 'break' outside loop", node)
    if isinstance(node, ast.Continue) and not in_loop:
        raise Refused("SyntaxError: 'continue' not properly in loop", node)
    loop_ends = getattr(node, "orelse", ()) if isinstance(node, ast.For | ast.While) else ()
    for child in ast.iter_child_nodes(node):
        if isinstance(node, ast.FunctionDef):
            check_language(child, in_function=True)
        else:
            looping = isinstance(node, ast.For | ast.While) and child not in loop_ends
            check_language(child, in_function=in_function, in_loop=in_loop or looping)


def _check_statement(node: ast.AST) -> None:
    match node:
        case ast.AugAssign(target=ast.Attribute() | ast.Subscript()):
            raise Refused("only a name is changed in place here", node, "write x[0] = x[0] + 1")
        case ast.Expr(value=ast.Starred() as starred):
            raise Refused("SyntaxError: can't use starred expression here", starred)
        case ast.Assign(targets=[*_, ast.Starred() as starred]):
            message = "starred assignment target must be in a list or tuple"
            raise Refused(f"SyntaxError: {message}", starred)
        case ast.Import():
            hint = "leave it out, or import a name: from … import …"
            raise Refused("a session imports no modules", node, hint)
        case ast.ImportFrom() if node.level or node.module is None:
            raise Refused("a session imports from a module by its whole name", node)
        case ast.FunctionDef(decorator_list=[decorator, *_]):
            raise Refused("a session has no decorators", decorator)
        case ast.Try(handlers=[*earlier, _]):
            for each in earlier:
                if each.type is None:
                    raise Refused("SyntaxError: default 'except:' must be last", each)


def _check_expression(node: ast.AST) -> None:
    match node:
        case ast.BinOp(op=ast.MatMult()) | ast.AugAssign(op=ast.MatMult()):
            raise Refused("a session has no @", node)
        case ast.Constant(value=bytes()):
            raise Refused("a session has no bytes", node)
        case ast.Attribute(ctx=ast.Store() | ast.Del()):
            raise Refused("a session sets and deletes no attributes", node)
        case ast.Tuple(elts=elts, ctx=ast.Store()) | ast.List(elts=elts, ctx=ast.Store()):
            if sum(isinstance(each, ast.Starred) for each in elts) > 1:
                raise Refused("SyntaxError: multiple starred expressions in assignment", node)
        case ast.comprehension() if node.is_async:
            raise Refused("a session has no async", node.target)
        case ast.arguments():
            seen: set[str] = set()
            for each in ast.walk(node):
                if isinstance(each, ast.arg) and each.arg in seen:
                    message = f"duplicate argument '{each.arg}' in function definition"
                    raise Refused(f"SyntaxError: {message}", each)
                seen.add(getattr(each, "arg", ""))
