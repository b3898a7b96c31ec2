"""The lock holds what the project asks for, and says nothing of where it was made."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCK = ROOT / "requirements.lock"
ASKED = [
    *PROJECT["project"]["dependencies"],
    *PROJECT["project"]["optional-dependencies"]["book"],
    *PROJECT["dependency-groups"]["test"],
    *PROJECT["dependency-groups"]["bench"],
]


def pinned() -> dict[str, list[str]]:
    """The versions of each package in the lock: one, or one for each range of Pythons."""
    found: dict[str, list[str]] = {}
    for name, version in re.findall(r"^([\w.-]+)==(\S+)", LOCK.read_text(), re.MULTILINE):
        found.setdefault(canonicalize_name(name), []).append(version)
    return found


@pytest.mark.parametrize("asked", ASKED)
def test_the_lock_holds_what_the_project_asks_for(asked):
    wanted = Requirement(asked)
    versions = pinned().get(canonicalize_name(wanted.name))
    assert versions, "make lock takes it up"
    assert all(wanted.specifier.contains(version) for version in versions)


def test_the_lock_names_no_host_and_no_folder():
    text = LOCK.read_text(encoding="utf-8")
    assert not re.findall(r"://|^-|^\s*(?!#)\S*/|--(?!hash=)", text, re.MULTILINE)
