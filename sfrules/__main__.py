"""The command `sfrules`: lint is installed with one package, so it alone loads no press."""

from __future__ import annotations

import atexit
import gc
import sys
from collections.abc import Sequence

from sfrules.ground.command import run_command
from sfrules.ground.internal_errors import extra_of, guarded

USAGE = """\
usage: sfrules lint PATH…     (sfrules lint --help tells more)

The other commands print a rulebook, and need: pip install "sfrules[book]"
"""
# Most of what a command makes lives as long as it: why look for garbage?
SELDOM = 1_000_000, 20, 20
LESS_SELDOM = 100_000, 20, 20  # for the preview, which goes on until it is stopped


def run(words: Sequence[str]) -> int:
    """Run the command that was typed, and return its exit code."""
    command, *rest = words or ("--help",)
    if command == "lint":
        from sfrules.lint.door import LINT

        return run_command("lint", LINT, rest)
    try:
        from sfrules.press.doors.cli import run as run_press
    except ModuleNotFoundError as error:
        if command != "--help" or extra_of(error) != "book":
            raise
        sys.stdout.write(USAGE)
        return 0
    return run_press(command, rest)


def main() -> None:
    """Run a command, and end with its exit code."""
    words = sys.argv[1:]
    gc.set_threshold(*(LESS_SELDOM if words[:1] == ["serve"] else SELDOM))
    atexit.register(gc.freeze)  # what is left at the end, no collector needs to go through
    guarded(lambda: sys.exit(run(words)))


if __name__ == "__main__":
    main()
