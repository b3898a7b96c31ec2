"""Mutants of the rules and of the tables: who notices them if no page is asked."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from section import ROOT, chapters

# In a process of its own, which has loaded none of the rules before.
ATTEMPT = """\
import sys
from pathlib import Path
sys.path.insert(0, "bench/torture")
import mutants
path, was, known = sys.argv[1:]
mutants.KNOWN = Path(known)
tried = next(each for each in mutants.mutants() if (each.path, each.was) == (path, was))
print(mutants.attempt(tried))
"""


@pytest.mark.parametrize(
    ("path", "was", "ways"),
    [
        ("sfrules/rules/scale.py", "**", ["proofs"]),  # of its own docstring
        ("tables/authored/tiers.csv", "10", ["lock", "proofs"]),  # it cannot be loaded
        ("tables/authored/armor.csv", "1", ["tests"]),
    ],
)
def test_a_change_is_noticed(path: str, was: str, ways: list[str], tmp_path: Path) -> None:
    # Nothing depends on it, as far as is known, so no table and no page is asked.
    known = {"tables": {}, "pages": dict.fromkeys((str(ROOT / page) for page in chapters()), ())}
    (tmp_path / "known.json").write_text(json.dumps(known), encoding="utf-8")
    command = [sys.executable, "-c", ATTEMPT, path, was, str(tmp_path / "known.json")]
    said = subprocess.check_output(command, text=True, cwd=ROOT)
    assert [each for each, noticed in json.loads(said).items() if noticed] == ways
