"""How much memory `sfrules serve` holds after many saves.

    python bench/memory.py [--pages 30] [--first 40] [--saves 500]

A page, a rule, a row and the definition of a table are saved in turn, and each save is waited for.
The first saves are not counted: until then the server still loads what it needs.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from measuring import Run, asked, tell
from serve import SAVES, running, wait_for
from served_book import FEWEST, SERVERS, write_book


def resident(process: int) -> int:
    """The memory that a process holds, in kB."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Rss:"))


def main() -> None:
    """Save, and print the memory now and then."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--pages", type=int, default=30)
    options.add_argument("--first", type=int, default=40, help="saves that are not counted (40)")
    options.add_argument("--saves", type=int, default=500)
    options.add_argument("--rounds", type=int, help="of the other benches: one is enough here")
    options.add_argument("--every", type=int, default=100, help="saves between two lines (100)")
    given = asked(options, pages=FEWEST, first=4, saves=8, every=4)
    server = SERVERS["sfrules serve"]
    with tempfile.TemporaryDirectory(prefix="memory-") as folder:
        root = Path(folder)
        write_book(root, server, given.pages)
        with running(root, server.command) as (url, process):
            for turn in range(given.first + given.saves):
                address, text = SAVES[turn % len(SAVES)](root, 10 + turn)
                if wait_for(url + address, text) is None:
                    sys.exit(f"save {turn} was never served")
                after = turn + 1 - given.first
                if after >= 0 and after % given.every == 0:
                    held = Run(None, None, resident(process.pid) / 1024)
                    said = f"after {given.first} saves" + (f", and {after} more" if after else "")
                    tell(f"memory of sfrules serve, {given.pages} pages", {said: [held]})


if __name__ == "__main__":
    main()
