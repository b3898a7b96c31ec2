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
MAIN, BENCH = "requirements.lock", "bench/requirements.lock"
ASKED = [
    *((MAIN, asked) for asked in PROJECT["project"]["dependencies"]),
    *((MAIN, asked) for asked in PROJECT["project"]["optional-dependencies"]["book"]),
    *((MAIN, asked) for asked in PROJECT["dependency-groups"]["test"]),
    *((BENCH, asked) for asked in PROJECT["dependency-groups"]["bench"]),
]


def pinned(lock: str) -> dict[str, list[str]]:
    """The versions of each package in a lock: one, or one for each range of Pythons."""
    found: dict[str, list[str]] = {}
    for name, version in re.findall(r"^([\w.-]+)==(\S+)", (ROOT / lock).read_text(), re.MULTILINE):
        found.setdefault(canonicalize_name(name), []).append(version)
    return found


@pytest.mark.parametrize(("lock", "asked"), ASKED)
def test_the_lock_holds_what_the_project_asks_for(lock, asked):
    wanted = Requirement(asked)
    versions = pinned(lock).get(canonicalize_name(wanted.name))
    assert versions, "make lock takes it up"
    assert all(wanted.specifier.contains(version) for version in versions)


def test_the_peer_is_measured_with_the_packages_that_the_book_is_built_with():
    book, bench = pinned(MAIN), pinned(BENCH)
    shared = book.keys() & bench.keys()
    assert {name: bench[name] for name in shared} == {name: book[name] for name in shared}


@pytest.mark.parametrize("lock", [MAIN, BENCH])
def test_a_lock_names_no_host_and_no_folder(lock):
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert not re.findall(r"://|^-|^\s*(?!#)\S*/|--(?!hash=)", text, re.MULTILINE)
