"""What the project declares that it needs is what it imports: nothing is missing, nothing idle."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
BASE = {canonicalize_name(Requirement(each).name) for each in PROJECT["dependencies"]}
EXTRAS = PROJECT["optional-dependencies"]
OF_EXTRAS = {Requirement(each).name for extra in ("book", "paper", "lsp") for each in EXTRAS[extra]}
DECLARED = BASE | {canonicalize_name(name) for name in OF_EXTRAS}
# A plugin of pytest is loaded by pytest alone.
BROUGHT = {"pytest"}
# What the book's configuration names, and no module imports.
NAMED = {"mkdocs-material": r"^  name: material$", "pymdown-extensions": r"^  - pymdownx\."}


def imported(*folders: str) -> set[str]:
    """The packages of others that the modules of the project, or of some folders, import."""
    modules = set()
    for path in (ROOT / "sfrules").rglob("*.py"):
        if folders and path.relative_to(ROOT / "sfrules").parts[0] not in folders:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                modules |= {name.name for name in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                modules.add(node.module)
    tops = {module.partition(".")[0] for module in modules} - sys.stdlib_module_names
    packages = packages_distributions()
    # One that is not installed here, as an extra need not be, is called as it is imported.
    return {canonicalize_name(packages.get(top, [top])[0]) for top in tops - {"sfrules"}}


def test_nothing_that_is_imported_is_missing():
    assert imported() - DECLARED - BROUGHT == set()


def test_nothing_that_is_declared_is_idle():
    config = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    named = {name for name, sign in NAMED.items() if re.search(sign, config, re.MULTILINE)}
    assert DECLARED - imported() - named == set()


def test_lint_needs_a_parser_of_markdown_and_nothing_else():
    assert {"markdown-it-py"} == BASE
    assert imported("lint") == BASE
