"""The command `sfrules`: lint needs little, and the rest is loaded when it is asked for.

It decides nothing; the commands of the press are in `sfrules.press.doors.cli`.
"""

from __future__ import annotations

import sys
from typing import NoReturn

from sfrules.ground.unforeseen import guarded

USAGE = """\
usage: sfrules lint PATH…     (sfrules lint --help tells more)

The other commands print a rulebook, and need: pip install "sfrules[book]"
"""


def main() -> None:
    """Run a command, with no more loaded than it needs."""
    guarded(_run)


def _run() -> None:
    if sys.argv[1:2] == ["lint"]:
        from sfrules.lint.door import run

        sys.exit(run(sys.argv[2:]))
    try:
        from sfrules.press.doors.cli import app
    except ModuleNotFoundError as error:
        _refuse(error)
    app()


def _refuse(error: ModuleNotFoundError) -> NoReturn:
    """Say what a command needs that is not installed."""
    if error.name is None or error.name.startswith("sfrules"):
        raise error
    if sys.argv[1:] in ([], ["--help"]):
        sys.stdout.write(USAGE)
        sys.exit(0)
    sys.exit('error: this command needs what a book is made with: pip install "sfrules[book]"')


if __name__ == "__main__":
    main()
