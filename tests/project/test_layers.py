"""Imports only point down: the contracts of pyproject.toml, kept."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LINT = "import sys; from importlinter.cli import lint_imports_command as run; sys.exit(run([]))"


def test_imports_only_point_down():
    command = [sys.executable, "-c", LINT]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout
