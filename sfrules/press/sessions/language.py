"""What a line of a session may say: an expression that Python and pages read alike, or its name."""

from __future__ import annotations

import ast
import builtins
import warnings
from collections.abc import Container, Iterator
from io import StringIO
from token import NAME, STRING
from tokenize import COMMENT, generate_tokens

from sfrules.ground.problems import Problem, problem_at
from sfrules.press.expression.from_page import misspelt
from sfrules.press.sessions.examples import ExamplePlace

# The kinds of nodes, and the types of constants, that mean the same to both.
ALIKE = frozenset(
    """Expr Assign Name Attribute Subscript Slice Call keyword Tuple List Dict IfExp Add Sub Mult
    Div FloorDiv Mod Pow USub UAdd Not And Or Eq NotEq Lt LtE Gt GtE In NotIn str int bool
    NoneType""".split()
)
# The others, and some forms of these: what they are called, and what to write in their place.
_OTHERS = """
FunctionDef AsyncFunctionDef Lambda ClassDef | functions or classes | write it as a rule of the book
For While ListComp SetComp DictComp GeneratorExp | loops | ask once on each line
Try TryStar Raise Assert | errors of its own | show what a rule refuses as a traceback
AugAssign AnnAssign NamedExpr Delete | other ways to name a value | write name = expression
Import ImportFrom | imports | leave it out: the names of the book are there
Is IsNot | is | compare with ==
float complex | floats | a rule answers exactly, with a Fraction
JoinedStr | f-strings | show the value, and say the rest in the text
If | if statements | choose with … if … else …
BitOr | filters | ask a rule
Set | sets | write a list
Starred | unpacking | write each value in its place
several | several statements on a line | give each a prompt of its own
builtin | functions of Python's own | ask a rule; what a line answers is shown
true false none | true, false or none | write True, False and None
private | names that begin with _ | begin it with a letter
given | new values for names of the book | take another name
remark | remarks | say it in the text
prefix | letters before a quote | write it in plain quotes
"""
REFUSED = {
    kind: (what.strip(), hint.strip())
    for kinds, what, hint in (line.split("|") for line in _OTHERS.strip().split("\n"))
    for kind in kinds.split()
}
OTHERWISE = "a line is an expression, or name = expression"


def refusal(code: str, given: Container[str], place: ExamplePlace) -> Problem | None:
    """What is wrong with a line of a session in a book that gives some names; None if nothing."""
    try:
        with warnings.catch_warnings():  # of what is doubtful in Python
            warnings.simplefilter("ignore")
            tree = ast.parse(code, "<session>", "single")
    except SyntaxError as error:
        span = place.code(error.lineno or 1, max((error.offset or 1) - 1, 0))
        return problem_at(span, f"SyntaxError: {error.msg}")
    except (MemoryError, RecursionError):  # which stand for nesting here
        return problem_at(place.code(), "the code is nested too deep")
    for token in generate_tokens(StringIO(code).readline):
        if token.type == NAME and (wrong := misspelt(token.string)):
            return problem_at(place.code(*token.start), wrong)
    for kind, line, column in _found(code, tree, given):
        if kind not in ALIKE:
            what, hint = REFUSED.get(kind, (kind.lower(), OTHERWISE))
            return problem_at(place.code(line, column), f"a session has no {what}", hint)
    return None


def _found(code: str, tree: ast.AST, given: Container[str]) -> Iterator[tuple[str, int, int]]:
    """The kinds of what a line consists of, each with its line, from 1, and column, from 0."""
    lines = code.encode().split(b"\n")
    for node in ast.walk(tree):
        line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
        for kind in _kinds(node, given):
            yield kind, line, len(lines[line - 1][:column].decode())
    for token in generate_tokens(StringIO(code).readline):
        if token.type == COMMENT:
            yield "remark", *token.start
        if token.type == STRING and token.string[0].isalpha():
            yield "prefix", *token.start


def _kinds(node: ast.AST, given: Container[str]) -> Iterator[str]:
    """The kinds of a node and its signs; or what it is if only some forms of it are refused."""
    match node:
        case ast.Interactive(body=[_, _, *_]):
            yield "several"
        case ast.Constant(value=value):
            yield type(value).__name__
        case ast.Name(id=name, ctx=use):
            yield _kind_of_name(name, given, is_set=isinstance(use, ast.Store))
        case ast.BinOp(op=sign) | ast.UnaryOp(op=sign) | ast.BoolOp(op=sign):
            yield type(sign).__name__
        case ast.Compare(ops=signs):
            yield from (type(sign).__name__ for sign in signs)
        case ast.Assign(targets=targets) if [*map(type, targets)] != [ast.Name]:
            yield "AugAssign"
        case ast.keyword(arg=None):
            yield "Starred"
        case _ if hasattr(node, "lineno"):
            yield type(node).__name__


def _kind_of_name(name: str, given: Container[str], *, is_set: bool) -> str:
    if name in ("true", "false", "none"):
        return name
    if name.startswith("_"):
        return "private"
    if name in given:
        return "given" if is_set else "Name"
    return "builtin" if hasattr(builtins, name) else "Name"
