"""Lint as others install it: the hook and the action of a clone, in an environment of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
NEEDED = (
    "markdown_it",
    "mdurl",
    "hatchling",
    "packaging",
    "pathspec",
    "pluggy",
    "trove_classifiers",
)
FAULT = "| d4 | Omen |\n| --- | --- |\n| 1 | Crow |\n| 2 | Hare |\n| 4 | Owl |\n"


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository as somebody else gets it, with what is not committed yet."""
    folder = tmp_path_factory.mktemp("clone") / "sfrules"
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    kept = ("sfrules/", "tables/", "LICENSE", "README.md", "pyproject.toml", "action.yml", ".pre-")
    for name in filter(None, names.split("\0")):
        if name.startswith(kept) and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    return folder


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A fresh environment that has nothing but the parser, and what builds a package.

    Both are taken from here, so that nothing is fetched.
    """
    folder = tmp_path_factory.mktemp("environment") / "venv"
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    (there,) = folder.glob("lib/python3*/site-packages")
    here = Path(sysconfig.get_path("purelib"))
    for name in NEEDED:
        (there / name).symlink_to(here / name)
        for told in here.glob(f"{name}*.dist-info"):
            (there / told.name).symlink_to(told)
    for told in here.glob("markdown_it_py*.dist-info"):
        if not (there / told.name).exists():
            (there / told.name).symlink_to(told)
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    offline = {"PIP_NO_BUILD_ISOLATION": "0", "PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1"}
    return kept | offline | {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}"}


@pytest.fixture(scope="module")
def installed(clone: Path, environment: dict[str, str]) -> dict[str, str]:
    """The environment after the action's own step that installs."""
    step = steps(clone)["Install"]
    run = ["bash", "-eo", "pipefail", "-c", step["run"]]
    done = subprocess.run(
        run, env=environment | {"HERE": str(clone)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return environment


def steps(clone: Path) -> dict[str, dict[str, str]]:
    action = yaml.safe_load((clone / "action.yml").read_text(encoding="utf-8"))
    return {step["name"]: step for step in action["runs"]["steps"] if "name" in step}


def defaults(clone: Path) -> dict[str, str]:
    """The action's inputs as its step that lints gets them, where nobody says otherwise."""
    action = yaml.safe_load((clone / "action.yml").read_text(encoding="utf-8"))
    given = steps(clone)["Lint"]["env"]
    asked = {
        name: each.removeprefix("${{ inputs.").removesuffix(" }}") for name, each in given.items()
    }
    return {name: action["inputs"][key]["default"] for name, key in asked.items()}


def run(command: list[str], folder: Path, environment: dict[str, str]):
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def test_the_hook_finds_a_fault_in_the_files_of_a_commit(clone, installed, tmp_path):
    hooks = yaml.safe_load((clone / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    (hook,) = (each for each in hooks if each["id"] == "sfrules-lint")
    (tmp_path / "omens.md").write_text(FAULT, encoding="utf-8")
    (tmp_path / "clean.md").write_text("# Clean\n", encoding="utf-8")
    entry = hook["entry"].split()
    found = run([*entry, "omens.md", "clean.md"], tmp_path, installed)
    assert (found.returncode, hook["language"]) == (1, "python")
    assert "omens.md:5:3: d4: 3 is missing [coverage]" in found.stdout
    assert run([*entry, "clean.md"], tmp_path, installed).returncode == 0


@pytest.mark.parametrize(
    ("inputs", "code", "told"),
    [
        ({}, 1, "::error file=omens.md,line=5,col=3,"),
        ({"FORMAT": "text", "ARGUMENTS": "--ignore coverage"}, 0, "no findings"),
        ({"FORMAT": "text", "ARGUMENTS": "--exclude om*"}, 0, "no findings"),
    ],
)
def test_the_action_lints_what_its_inputs_say(clone, installed, tmp_path, inputs, code, told):
    (tmp_path / "omens.md").write_text(FAULT, encoding="utf-8")
    script = ["bash", "-eo", "pipefail", "-c", steps(clone)["Lint"]["run"]]
    found = run(script, tmp_path, installed | defaults(clone) | inputs)
    assert found.returncode == code, found.stderr
    assert told in found.stdout


def test_the_action_writes_a_report_to_a_file(clone, installed, tmp_path):
    (tmp_path / "omens.md").write_text(FAULT, encoding="utf-8")
    script = ["bash", "-eo", "pipefail", "-c", steps(clone)["Lint"]["run"]]
    asked = {"FORMAT": "sarif", "OUTPUT": "lint.sarif"}
    found = run(script, tmp_path, installed | defaults(clone) | asked)
    assert (found.returncode, found.stdout) == (1, "")
    assert '"ruleId": "coverage"' in (tmp_path / "lint.sarif").read_text(encoding="utf-8")


def test_a_command_of_the_press_says_what_to_install(installed, tmp_path):
    for words, what in (
        (["check"], 'markdown is missing: pip install "sfrules[book]"'),
        (["show", "rules"], 'typer is missing: pip install "sfrules[book]"'),
    ):
        refused = run(["sfrules", *words], tmp_path, installed)
        assert (refused.returncode, refused.stderr) == (1, f"error: {what}\n")
    assert run(["sfrules"], tmp_path, installed).stdout.startswith("usage: sfrules lint")


def test_the_example_of_a_workflow_uses_inputs_that_the_action_has(clone):
    path = ROOT / "docs" / "lint" / "example-workflow.yml"
    example = yaml.safe_load(path.read_text(encoding="utf-8"))
    (used,) = (step for step in example["jobs"]["lint"]["steps"] if "sfrules" in step["uses"])
    action = yaml.safe_load((clone / "action.yml").read_text(encoding="utf-8"))
    assert used["with"].keys() <= action["inputs"].keys()
