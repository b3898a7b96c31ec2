"""A name means one thing, and a file holds a whole concept: neither a fragment nor a heap."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CODE = ROOT / "sfrules"
LONGEST_FILE, LONGEST_FUNCTION, SHORT_FILE = 500, 40, 60
TREES = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(CODE.rglob("*.py"))}
# The rules and the book have names of their own, which are the game's.
HELD = {"binding", "facts", "ground", "lint", "press"}
FILES = [path for path in TREES if path.relative_to(CODE).parts[0] in HELD]
MODULES = [path for path in FILES if path.stem != "__init__"]
# Each kind of thing is drawn and worded in a file of its own, and these are their plain names.
IN_EACH_ROOM = {"html", "text"}
# An author fills a Book, of which the press's is made; and lint, which no other part imports but to
# ask for its findings, reads tables of its own.
SHARED_ON_PURPOSE = set("Book Layout Row Cell".split())
# To be told apart: names that two parts of the press have. None may be added.
STILL_SHARED = set(
    """
    Answers Environment Fault Field Item Kind Listed Mark Names Number Place Places Point Reading
    Refused Rounding Rows Rule Scope Stretch Tree Use
    """.split()
)


def shown(path):
    return path.relative_to(ROOT).as_posix()


def alike(found):
    """The names that more than one file has, with the files."""
    files = defaultdict(list)
    for name, path in found:
        files[name].append(shown(path))
    return {name: paths for name, paths in files.items() if len(paths) > 1}


def importers(path):
    """The files that import a module, or a name from it."""
    dotted = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    return [other for other, imported in IMPORTED.items() if dotted in imported]


def imported_by(tree):
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


IMPORTED = {path: imported_by(tree) for path, tree in TREES.items()}


def test_no_two_modules_share_a_name():
    is_in_room = {path for path in MODULES if "things" in path.parts and path.stem in IN_EACH_ROOM}
    assert alike((path.stem, path) for path in MODULES if path not in is_in_room) == {}


def test_no_module_is_named_like_a_package():
    packages = {path.parent.name for path in FILES}
    assert [shown(path) for path in MODULES if path.stem in packages] == []


def types_of(tree):
    """The public classes of a module, and the names that it gives to types."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (target.id for target in targets if isinstance(target, ast.Name))


def is_type(name):
    """Whether a name is written as those of types are; a constant has no small letter."""
    return name[0].isupper() and not name.isupper()


def test_no_two_public_types_share_a_name():
    types = ((name, path) for path in FILES for name in types_of(TREES[path]) if is_type(name))
    known = SHARED_ON_PURPOSE | STILL_SHARED
    assert {name: at for name, at in alike(types).items() if name not in known} == {}


def test_no_file_is_a_heap():
    lengths = {shown(path): len(path.read_text(encoding="utf-8").splitlines()) for path in FILES}
    assert {name: length for name, length in lengths.items() if length > LONGEST_FILE} == {}


def test_no_file_is_a_fragment_of_the_one_that_imports_it():
    short = (
        path for path in MODULES if len(path.read_text(encoding="utf-8").splitlines()) < SHORT_FILE
    )
    only = {shown(path): [shown(each) for each in importers(path)] for path in short}
    assert {name: paths for name, paths in only.items() if len(paths) == 1} == {}


def test_no_function_is_long():
    lengths = {
        f"{shown(path)}: {node.name}": (node.end_lineno or node.lineno) - node.lineno + 1
        for path in FILES
        for node in ast.walk(TREES[path])
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert {name: length for name, length in lengths.items() if length > LONGEST_FUNCTION} == {}
