"""The planter of faults runs small, and what it plants is told."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_faults_that_are_planted_in_a_small_book_are_told():
    run = [sys.executable, "bench/analyze.py", "--small"]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "6 of 6 planted faults told, seed 1"
