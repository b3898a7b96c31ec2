"""How much memory `sfrules serve` holds after many saves.

    python bench/memory.py [--pages 30] [--saves 500]

A page, a rule, a row and the definition of a table are saved in turn, and each save is waited for.
The first saves are not counted: until then the server still loads what it needs.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from serve import SAVES, SERVERS, running, wait_for, write_book

FIRST = 40


def resident(process: int) -> int:
    """The memory that a process holds, in kB."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Rss:"))


def main() -> None:
    """Save, and print the memory now and then."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--pages", type=int, default=30)
    options.add_argument("--saves", type=int, default=500)
    asked = options.parse_args()
    server = SERVERS["sfrules serve"]
    with tempfile.TemporaryDirectory(prefix="memory-") as folder:
        root = Path(folder)
        write_book(root, server, asked.pages)
        with running(root, server.command) as (url, process):
            held = 0
            for turn in range(FIRST + asked.saves):
                address, text = SAVES[turn % len(SAVES)](root, 10 + turn)
                if wait_for(url + address, text) is None:
                    sys.exit(f"save {turn} was never served")
                if turn == FIRST - 1:
                    held = resident(process.pid)
                    print(f"{held / 1024:.1f} MB after {FIRST} saves", flush=True)
                elif turn >= FIRST and (turn + 1 - FIRST) % 100 == 0:
                    now = resident(process.pid)
                    told = f"{now / 1024:.1f} MB after {turn + 1 - FIRST} more"
                    print(f"{told}: {now / held - 1:+.1%}", flush=True)


if __name__ == "__main__":
    main()
