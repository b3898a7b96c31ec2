"""A command starts quickly: what is slow to load is loaded by those who use it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = ("icepool", "material", "mkdocs", "numpy", "pandas", "playwright")
PAGES = Path(__file__).parents[2] / "docs" / "authoring"


def modules(code: str) -> set[str]:
    """The modules in memory after a program has run, in a Python of its own."""
    tell = "; print('loaded', *sys.modules)"
    program = [sys.executable, "-c", f"import sys; {code}{tell}"]
    ran = subprocess.run(program, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return set(ran.stdout.splitlines()[-1].split()[1:])


def loaded(code: str) -> set[str]:
    """The packages of these modules."""
    return {name.partition(".")[0] for name in modules(code)}


def of_press(code: str) -> set[str]:
    """The modules of the press among them, the press itself and its doors apart."""
    names = {name for name in modules(code) if name.startswith("sfrules.press.")}
    return {name.removeprefix("sfrules.press.") for name in names} - {"doors"}


def command(*words: str) -> str:
    """A program that runs the command line, and fails where that does."""
    return (
        "from sfrules.press.doors.cli import app; "
        f"failed = app({list(words)!r}, standalone_mode=False); assert not failed, failed"
    )


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("import sfrules.press.doors.cli", id="import"),
        pytest.param(command("calc", "1 + 1"), id="calc a sum"),
        pytest.param(command("calc", "core.hit_points(7, 'high')"), id="calc a rule"),
        pytest.param(command("explain", "core.hit_points(7, 'high')"), id="explain a rule"),
        pytest.param(command("show", "rules"), id="show rules"),
        pytest.param(command("show", "table", "hit-points"), id="write a table"),
        pytest.param(command("lint", str(PAGES)), id="lint pages"),
    ],
)
def test_a_command_loads_neither_mkdocs_nor_pandas(code):
    assert loaded(code) & set(HEAVY) == set()


def test_lint_loads_neither_the_press_nor_what_writes_its_pages():
    found = modules("import sfrules.lint.door, sfrules.lint.linter")
    assert {name.partition(".")[0] for name in found} & {"jinja2", "markdown", *HEAVY} == set()
    assert {name for name in found if name.startswith("sfrules.")} == {
        name for name in found if name.startswith(("sfrules.lint", "sfrules.ground"))
    }


def alone(*words: str) -> str:
    """A program that is the command itself, and fails where that does."""
    run = "try: door.main()\nexcept SystemExit as end: assert not end.code"
    return f"sys.argv = {['sfrules', *words]!r}; import sfrules.__main__ as door; exec({run!r})"


OF_YAML = {"yaml", "cython_runtime"}  # its fast reader is compiled from Cython


@pytest.mark.parametrize(
    ("words", "libraries"),
    [
        (["lint", str(PAGES)], {"markdown_it", "mdurl"}),
        (["calc", "core.hit_points(7, 'high')"], {"jinja2", "markupsafe", *OF_YAML}),
        (["explain", "core.hit_points(7, 'high')"], {"jinja2", "markupsafe", *OF_YAML}),
    ],
)
def test_lint_and_questions_load_the_standard_library_and_what_reads_their_text(words, libraries):
    others = loaded(alone(*words)) - sys.stdlib_module_names - {"sfrules"} - libraries
    assert {name for name in others if not name.startswith("_")} == set()


@pytest.mark.parametrize("code", ["import sfrules.press.doors.cli", command("lint", str(PAGES))])
def test_the_command_line_loads_what_it_runs_when_it_runs_it(code):
    assert of_press(code) == {"doors.cli", "doors.cli_check", "doors.cli_site"}


def test_a_host_loads_the_guard_with_nothing_but_markdown():
    code = "import markdown; markdown.markdown('7', extensions={})"
    others = loaded(code.format(["sfrules"])) - loaded(code.format([]))
    assert others - sys.stdlib_module_names == {"sfrules"}
