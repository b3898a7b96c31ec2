"""`sfrules` as it is typed, run in this process."""

from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from unittest.mock import patch

from sfrules.__main__ import run


@dataclass(frozen=True)
class Ran:
    exit_code: object
    stdout: str
    stderr: str


def sfrules(*words: str, given: str = "") -> Ran:
    """Run a command with a text as its standard input."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err), patch("sys.stdin", StringIO(given)):
        try:
            code: object = run(words)
        except SystemExit as ended:  # by which argparse refuses, and shows its help
            code = ended.code
    return Ran(code, out.getvalue(), err.getvalue())
