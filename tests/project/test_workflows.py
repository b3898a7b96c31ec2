"""The workflows: their commands are known, and what costs little is run as they run it."""

from __future__ import annotations

import os
import shlex
import tomllib
from pathlib import Path

import pytest
import typer
import yaml

from sfrules.press.doors import cli_check
from sfrules.press.doors.cli import app

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
JOBS = [
    (file.name, name, job)
    for file in FILES
    for name, job in yaml.safe_load(file.read_text("utf-8"))["jobs"].items()
]
STEPS = [step for _, _, job in JOBS for step in job["steps"] if "run" in step]
COMMANDS = sorted({step["run"] for step in STEPS})
OURS = [shlex.split(each)[1:] for each in COMMANDS if each.startswith("sfrules ")]


def test_there_are_three_systems_and_every_python_that_is_supported():
    (systems,) = (job["strategy"]["matrix"] for _, name, job in JOBS if name == "systems")
    assert systems["os"] == ["ubuntu-latest", "macos-latest", "windows-latest"]
    assert systems["python"] == ["3.11", "3.12", "3.13", "3.14"]
    assert PROJECT["requires-python"] == f">={systems['python'][0]}"


@pytest.mark.parametrize(("file", "name", "job"), JOBS, ids=lambda each: str(each)[:12])
def test_a_job_ends_and_takes_its_steps_from_where_they_are(file, name, job):
    assert job["timeout-minutes"] <= 60
    for step in job["steps"]:
        assert ("run" in step) != ("uses" in step), (file, name)
        if "uses" in step:
            assert step["uses"].startswith("actions/")
            assert "@v" in step["uses"]


def test_a_command_is_known_with_its_options_and_names_what_is_there():
    commands = typer.main.get_command(app).commands
    for name, *words in OURS:
        options = {each for option in commands[name].params for each in option.opts}
        options |= set(cli_check.parser()._option_string_actions) if name == "check" else set()
        assert {word for word in words if word.startswith("-")} <= options | {"-f"}, (name, words)
    for command in COMMANDS:
        for word in shlex.split(command):
            if word.startswith(("docs", "tests", ".ci", "README", "requirements")):
                assert (ROOT / word).exists(), command
            if word.startswith(".["):
                extras = word.strip(".[]").split(",")
                assert set(extras) <= PROJECT["optional-dependencies"].keys()
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
