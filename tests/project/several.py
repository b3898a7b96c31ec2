"""Run commands of sfrules in one process, each with how it ends: `python -m several COMMAND…`."""

from __future__ import annotations

import shlex
import sys

from sfrules.__main__ import main


def run(command: str) -> None:
    sys.argv = ["sfrules", *shlex.split(command)]
    try:
        main()
        ended: object = 0
    except SystemExit as end:
        ended = end.code or 0
    sys.stdout.write(f"\n{command}: {ended}\n")
    sys.stdout.flush()


if __name__ == "__main__":  # a process that analyzes imports what the first one runs
    for each in sys.argv[1:]:
        run(each)
