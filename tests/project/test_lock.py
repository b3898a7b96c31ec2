"""The lock holds what the project asks for, and says nothing of where it was made."""

import re
import tomllib
from collections import defaultdict
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS, GROUPS = PROJECT["project"]["optional-dependencies"], PROJECT["dependency-groups"]
# What each lock is made of.
ASKED = {
    "requirements.lock": [
        *PROJECT["project"]["dependencies"],
        *EXTRAS["book"],
        *EXTRAS["paper"],
        *GROUPS["test"],
    ],
    "requirements-peers.lock": GROUPS["peers"],
}


@pytest.mark.parametrize("lock", ASKED)
def test_a_lock_holds_what_the_project_asks_for(lock):
    text, found = (ROOT / lock).read_text(encoding="utf-8"), defaultdict(list)
    for name, version in re.findall(r"^([\w.-]+)==(\S+)", text, re.MULTILINE):
        found[canonicalize_name(name)].append(version)
    missing = [
        wanted
        for wanted in map(Requirement, ASKED[lock])
        if not (versions := found[canonicalize_name(wanted.name)])
        or not all(map(wanted.specifier.contains, versions))
    ]
    assert missing == [], "make lock takes it up"


@pytest.mark.parametrize("lock", ASKED)
def test_a_lock_names_no_host_and_no_folder(lock):
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert not re.findall(r"://|^-|^\s*(?!#)\S*/|--(?!hash=)", text, re.MULTILINE)
