"""The command `sfrules`: lint and questions need little, the rest is loaded when it is asked for.

It decides nothing; the commands of the press are in `sfrules.press.doors.cli`.
"""

from __future__ import annotations

import atexit
import gc
import sys

from sfrules.ground.unforeseen import extra_of, guarded

USAGE = """\
usage: sfrules lint PATH…     (sfrules lint --help tells more)

The other commands print a rulebook, and need: pip install "sfrules[book]"
"""


# Commands of one expression: the library that reads options takes longer to load than they do.
QUESTIONS = ("calc", "explain")
# Most of what a command makes lives as long as it: why look for garbage?
SELDOM = 1_000_000, 20, 20
LESS_SELDOM = 100_000, 20, 20  # for the preview, which goes on until it is stopped


def main() -> None:
    """Run a command, with no more loaded than it needs."""
    guarded(_run)


def _run() -> None:
    command, *rest = sys.argv[1:] or [""]
    gc.set_threshold(*(LESS_SELDOM if command == "serve" else SELDOM))
    atexit.register(gc.freeze)  # what is left at the end, no collector needs to go through
    if command == "lint":
        from sfrules.lint.door import run

        sys.exit(run(rest))
    if command == "check":
        from sfrules.press.doors.cli_check import run as check

        sys.exit(check(rest))
    is_question = command in QUESTIONS and len(rest) == 1 and not rest[0].startswith("-")
    try:
        if is_question:
            from sfrules.press.doors.answers import ask
        else:
            from sfrules.press.doors.cli import app
    except ModuleNotFoundError as error:
        if sys.argv[1:] not in ([], ["--help"]) or extra_of(error) != "book":
            raise
        sys.stdout.write(USAGE)
        return
    if is_question:
        sys.exit(ask(command, rest[0]))
    app()


if __name__ == "__main__":
    main()
