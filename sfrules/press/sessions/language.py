"""What of Python a session may say: RestrictedPython's transformer, with the press's own bounds."""

# ruff: noqa: N802, N815 - the names of the methods are those of ast's nodes
from __future__ import annotations

import ast
from collections.abc import Iterable
from types import CodeType
from typing import Any, NoReturn, TypeVar

from RestrictedPython.compile import compile_restricted_single
from RestrictedPython.transformer import RestrictingNodeTransformer

from sfrules.press.sessions.bound_names import names_bound

FILE = "<session>"  # the name of the code that sessions are compiled to, in tracebacks
SIGNS: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitOr: "|",
    ast.BitAnd: "&",
    ast.BitXor: "^",
}
WORDS = {
    "AnnAssign": "annotated names",
    "AsyncFor": "async",
    "AsyncFunctionDef": "async",
    "AsyncWith": "async",
    "Await": "await",
    "ClassDef": "classes",
    "Global": "global",
    "MatMult": "@",
    "Match": "match",
    "Nonlocal": "nonlocal",
    "TryStar": "except*",
    "With": "with",
    "Yield": "yield",
    "YieldFrom": "yield",
}

Node = TypeVar("Node", bound=ast.AST)


class Refused(Exception):
    """A session says what no session may, at a line and column of its code."""

    def __init__(self, message: str, node: ast.AST, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.line: int = getattr(node, "lineno", 1)
        self.column: int = getattr(node, "col_offset", 0)  # in bytes of UTF-8


def compile_example(source: str) -> tuple[CodeType, set[str]]:
    """The code of one example, and the names that it sets.

    Raises:
        Refused: for what no session may say.
        SyntaxError, ValueError, RecursionError, MemoryError: for what Python does not take.
    """
    tree = ast.parse(source, FILE, "single")
    names = names_bound(tree)
    result = compile_restricted_single(tree, FILE, policy=SessionLanguage)
    if result.code is None:
        raise ValueError("; ".join(result.errors))
    return result.code, names


def _call(name: str, arguments: Iterable[ast.expr], node: ast.expr | ast.stmt) -> ast.Call:
    call = ast.Call(ast.Name(name, ast.Load()), list(arguments), [])
    return ast.copy_location(call, node)


class SessionLanguage(RestrictingNodeTransformer):
    """Turns what an example does into calls of guards; what has no guard is refused."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._depth = 0

    def error(self, node: ast.AST, info: str) -> NoReturn:
        """Refuse at once: an example has one statement, and its first fault is enough."""
        raise Refused(f"{info[:1].lower()}{info[1:].rstrip('.')}", node)

    def not_allowed(self, node: ast.AST) -> NoReturn:
        """Refuse a kind of statement or expression in plain words."""
        kind = type(node).__name__
        raise Refused(f"a session has no {WORDS.get(kind, kind)}", node)

    def _refuse(self, node: ast.AST) -> NoReturn:
        self.not_allowed(node)

    visit_ClassDef = visit_Global = visit_With = visit_Yield = visit_YieldFrom = _refuse

    def check_name(self, node: Any, name: str | None, allow_magic_methods: bool = False) -> None:
        """Refuse a name that begins with an underscore."""
        del allow_magic_methods
        if name and name.startswith("_") and name != "_":
            raise Refused(f'"{name}" is closed to pages', node)

    def _inside(self, node: Node) -> Node:
        return self.node_contents_visit(node)

    def visit_Interactive(self, node: ast.Interactive) -> ast.AST:
        """Give what was made on the way its place in the code."""
        return ast.fix_missing_locations(self._inside(node))

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        """Numbers, texts and the named constants."""
        if isinstance(node.value, bytes):
            raise Refused("a session has no bytes", node)
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """Any name but a hidden one."""
        self.check_name(node, node.id)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        """An expression that stands alone is shown, as an interpreter shows it."""
        node = self._inside(node)
        if not self._depth:
            node.value = _call("_show_", [node.value], node)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        """What is offered is read through a guard; nothing sets an attribute."""
        self.check_name(node, node.attr)
        if not isinstance(node.ctx, ast.Load):
            raise Refused("a session sets and deletes no attributes", node)
        return super().visit_Attribute(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Every call goes through one guard."""
        node = self._inside(node)
        call = _call("_call_", [node.func, *node.args], node)
        call.keywords = node.keywords
        return call

    def visit_Starred(self, node: ast.Starred) -> ast.AST:
        """What is unpacked into a call or a list is counted."""
        node = self._inside(node)
        if isinstance(node.ctx, ast.Load):
            node.value = _call("_getiter_", [node.value], node)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """Operators keep within bounds."""
        if type(node.op) not in SIGNS:
            raise Refused(
                f"a session has no {WORDS.get(type(node.op).__name__, 'such sign')}", node
            )
        left, right = self.visit(node.left), self.visit(node.right)
        return _call("_operate_", [ast.Constant(SIGNS[type(node.op)]), left, right], node)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        """Only a name is changed in place."""
        if type(node.op) not in SIGNS:
            self.not_allowed(node.op)
        if not isinstance(node.target, ast.Name):
            raise Refused("only a name is changed in place here", node, "write x[0] = x[0] + 1")
        return super().visit_AugAssign(node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """What is compared has a bounded size: comparing goes into every item."""
        node = self._inside(node)
        node.left = _call("_bounded_", [node.left], node.left)
        node.comparators = [_call("_bounded_", [each], each) for each in node.comparators]
        return node

    def _sized(self, node: Any) -> ast.AST:
        node = self._inside(node)
        loads = isinstance(getattr(node, "ctx", None), ast.Load | None)
        return _call("_sized_", [node], node) if loads else node

    visit_List = visit_Tuple = visit_Set = visit_Dict = _sized
    visit_ListComp = visit_SetComp = visit_DictComp = visit_JoinedStr = _sized

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        """The parts of an f-string are written by a guard, which bounds their width."""
        value = self.visit(node.value)
        spec = self.visit(node.format_spec) if node.format_spec else ast.Constant("")
        text = _call("_format_", [value, ast.Constant(node.conversion), spec], node)
        return ast.copy_location(ast.FormattedValue(text, -1, None), node)

    def guard_iter(self, node: Any) -> Any:
        """The turns of a loop are counted."""
        node = self._inside(node)
        node.iter = _call("_getiter_", [node.iter], node.iter)
        return node

    def visit_While(self, node: ast.While) -> ast.AST:
        """Each turn is counted before its test."""
        node = self._inside(node)
        turn = _call("_turn_", [], node.test)
        node.test = ast.copy_location(ast.BoolOp(ast.And(), [turn, node.test]), node.test)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        """A value that is taken apart is gone through like a loop's."""
        node = self._inside(node)
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Tuple | ast.List):
            node.value = _call("_getiter_", [node.value], node)
        return node

    def visit_Try(self, node: ast.Try) -> ast.AST:
        """A handler takes errors, never the refusals and alarms of the press."""
        node = self._inside(node)
        if node.handlers:
            alarm = ast.Name("_alarm_", ast.Load())
            node.handlers.insert(0, ast.ExceptHandler(alarm, None, [ast.Raise()]))
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        """A function without decorators: those would be called without a guard."""
        if node.decorator_list:
            raise Refused("a session has no decorators", node.decorator_list[0])
        self._depth += 1
        visited = super().visit_FunctionDef(node)
        self._depth -= 1
        return visited

    def visit_Import(self, node: ast.Import) -> NoReturn:
        """The page has its names already."""
        hint = "leave it out, or import a name: from … import …"
        raise Refused("a session imports no modules", node, hint)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> Any:
        """What an import names is looked up among what the page has."""
        if node.level or node.module is None:
            raise Refused("a session imports from a module by its whole name", node)
        made: list[ast.stmt] = []
        for each in node.names:
            self.check_name(node, each.name)
            self.check_name(node, each.asname)
            named = [ast.Constant(node.module), ast.Constant(each.name)]
            target = ast.Name(each.asname or each.name, ast.Store())
            made.append(ast.Assign([target], _call("_import_", named, node)))
        return [ast.copy_location(each, node) for each in made]
