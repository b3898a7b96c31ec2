"""What the project declares that it needs is what it imports: nothing is missing, nothing idle."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from importlib import import_module
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from sfrules.ground.unforeseen import EXTRAS as NAMED_EXTRAS
from sfrules.ground.unforeseen import guarded

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
BASE = {canonicalize_name(Requirement(each).name) for each in PROJECT["dependencies"]}
EXTRAS = PROJECT["optional-dependencies"]
OF_EXTRAS = {
    Requirement(each).name
    for extra in ("book", "paper", "fonts", "analyze")
    for each in EXTRAS[extra]
}
DECLARED = BASE | {canonicalize_name(name) for name in OF_EXTRAS}
# The modules that a package brings, where they are not called as it is; a font brings none.
MODULES = {
    "fonttools": "fontTools brotli",
    "fontpkg-source-sans-3": "",
    "fontpkg-source-serif-4": "",
    "mkdocs-material": "material",
    "pymdown-extensions": "pymdownx",
    "pyyaml": "yaml",
    "z3-solver": "z3",
}
# A plugin of pytest is loaded by pytest alone.
BROUGHT = {"pytest", "pygments"}
# What the book's configuration names, and no module imports.
NAMED = {
    "fontpkg-source-sans-3": r"^        - source-sans-3$",
    "fontpkg-source-serif-4": r"^        - source-serif-4$",
    "mkdocs-material": r"^  name: material$",
    "pymdown-extensions": r"^  - pymdownx\.",
}


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


def test_each_module_that_an_extra_brings_is_named_with_it():
    brought = {
        extra: {
            module
            for name in (Requirement(each).name for each in asked)
            for module in MODULES.get(name, name).split()
        }
        for extra, asked in EXTRAS.items()
    }
    assert {extra: set(named.split()) for extra, named in NAMED_EXTRAS.items()} == brought


@pytest.mark.parametrize(
    ("missing", "told"),
    [
        ("jinja2", 'jinja2 is missing: pip install "sfrules[book]"'),
        ("mkdocs.config", 'mkdocs.config is missing: pip install "sfrules[book]"'),
        ("yaml", 'yaml is missing: pip install "sfrules[book]"'),
        ("fontTools", 'fontTools is missing: pip install "sfrules[fonts]"'),
        ("fcntl", "the module fcntl is missing; it is imported at {path}:1"),
        ("markupsafe", "the module markupsafe is missing; it is imported at {path}:1"),
    ],
)
def test_a_module_that_is_missing_is_told_with_what_brings_it_or_who_wants_it(
    monkeypatch, tmp_path, missing, told
):
    path = tmp_path / "asks_for_it.py"
    path.write_text(f"import {missing}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.delitem(sys.modules, "asks_for_it", raising=False)
    with pytest.raises(SystemExit) as ended:
        guarded(lambda: import_module("asks_for_it"))
    assert ended.value.code == f"error: {told.format(path=path)}"


def test_a_package_of_another_version_is_told_by_its_own_words(monkeypatch, tmp_path):
    path = tmp_path / "asks_for_a_name.py"
    path.write_text("import os\nfrom jinja2 import no_such_name\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(SystemExit) as ended:
        guarded(lambda: import_module("asks_for_a_name"))
    said = str(ended.value.code)
    assert said.startswith("error: cannot import name 'no_such_name' from 'jinja2' (")
    assert said.endswith(f"; it is imported at {path}:2")


def test_lint_needs_a_parser_of_markdown_and_nothing_else():
    assert {"markdown-it-py"} == BASE
    assert imported("lint") == BASE
